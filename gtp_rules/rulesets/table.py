"""The registered rulesets as a Markdown table, for the README."""

from __future__ import annotations

from gtp_rules.rules import (
    Cycle,
    FacedBan,
    First,
    GlobalShapeBan,
    PassMeans,
    Repetition,
    Ruleset,
    SimpleKo,
    Stones,
    Suicide,
    Superko,
    TolerantKo,
)
from gtp_rules.rules.counting.sheet import decimal_text
from gtp_rules.rulesets import registered

BEGIN, END = "<!-- rulesets:begin -->", "<!-- rulesets:end -->"

_HEAD = ("name", "Chinese term", "board, first mover", "a pass", "suicide", "repetition", "count in", "komi", "options")
_STONES = {Stones.EMPTY: "empty", Stones.SEAT: "seats", Stones.SEAT_MIRROR: "mirrored seats"}
_FIRST = {First.BLACK: "Black", First.WHITE: "White"}
_PASS = {
    PassMeans.PASS: "is free",
    PassMeans.OFFER: "offers to stop, owes a move",
    PassMeans.ABANDON: "abandons 弃着",
    PassMeans.VIRTUAL: "is a virtual move 虚着",
    PassMeans.EXHAUSTED: "only when full",
    PassMeans.STONE: "hands over a stone",
    PassMeans.NOTHING: "does not exist",
}
_SUICIDE = {Suicide.FORBIDDEN: "no", Suicide.ALLOWED: "yes", Suicide.CHAINS: "of two stones and more"}
_CYCLE = {Cycle.DRAW: "cycles draw", Cycle.NO_RESULT: "cycles void", Cycle.NONE: "cycles go on"}


def _repetition(ban: Repetition, cycle: Cycle) -> str:
    match ban:
        case SimpleKo():
            return f"simple ko, {_CYCLE[cycle]}"
        case Superko(scope=scope, captures_only=captures_only):
            return f"{scope.value} superko" + (", captures only" if captures_only else "")
        case GlobalShapeBan():
            return "no global shape 全局的形 twice"
        case FacedBan():
            return "generalised superko 广义禁全同"
        case TolerantKo():
            return "hot stones"


def _cells(ruleset: Ruleset) -> tuple[str, ...]:
    return (
        f"`{ruleset.name}`",
        ruleset.chinese,
        f"{_STONES[ruleset.opening.stones]}, {_FIRST[ruleset.opening.first]}",
        _PASS[ruleset.turns.pass_means],
        _SUICIDE[ruleset.suicide],
        _repetition(ruleset.repetition, ruleset.cycle),
        ruleset.counting.unit + (", chips 打筹" if ruleset.ending.chips else ""),
        decimal_text(ruleset.komi),
        ", ".join(f"`{option}`" for option in ruleset.options),
    )


def markdown_table() -> str:
    """One row for each registered ruleset with its default options, in the order of `gtp_rules.rulesets.names`."""
    rows = [_HEAD, ("---",) * len(_HEAD), *map(_cells, registered())]
    return "\n".join(f"| {' | '.join(row)} |".replace("|  |", "| |") for row in rows)
