"""Commands that count."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from gtp_rules.board import Color, Geometry, survey
from gtp_rules.game import Phase, Termination
from gtp_rules.gtp import Arguments, GtpError
from gtp_rules.referee.commands import Word, registry
from gtp_rules.referee.referee import Referee
from gtp_rules.rules.counting import Life, ScoreSheet, livings, result_text
from gtp_rules.rules.counting.sheet import decimal_text
from gtp_rules.rulesets import find, registered

SCHEMA = 1
"""Version of the JSON answers: keys may be added under it, none is renamed, removed or given another meaning."""


@registry.command("final_score")
def final_score(referee: Referee) -> str:
    """The result in points, komi included; a tie is 0."""
    game = referee.game
    if game.outcome is not None and game.outcome.score is None:
        if game.outcome.termination is Termination.DRAW:
            return "0"
        raise GtpError("cannot score")
    _require_stop(referee)
    return result_text(game.score(settlement=referee.settlement).margin)


def _require_stop(referee: Referee) -> None:
    if referee.game.phase in {Phase.PLAY, Phase.RESUMED}:
        raise GtpError("cannot score")


@registry.command("final_status_list")
def final_status_list(referee: Referee, status: Word) -> str:
    """Stones that are alive, seki or dead, a group a line."""
    if status not in {"alive", "seki", "dead"}:
        raise GtpError("syntax error: the status is alive, seki or dead")
    _require_stop(referee)
    game, settlement = referee.game, referee.settlement
    if status == "dead":
        heads = {game.board.head(point) for point in settlement.dead}
        groups = [sorted(game.board.chain(head)) for head in sorted(heads)]
    else:
        life = Life.INDEPENDENT if status == "alive" else Life.SEKI
        alive = livings(survey(game.board, settlement.dead), settlement)
        groups = [list(living.group.stones) for living in alive if living.life is life]
    return "\n".join(" ".join(game.board.geometry.vertices(group)) for group in groups)


@registry.command("rules-score")
def rules_score(referee: Referee, name: Arguments = Arguments("")) -> str:
    """The itemised count of the position as it stands, under this, another, or all rulesets, as JSON."""
    game, settlement = referee.game, referee.settlement
    geometry = game.board.geometry
    if name == "all":
        sheets = [game.score(ruleset, settlement) for ruleset in registered()]
        return json.dumps([sheet_json(sheet, geometry) for sheet in sheets], ensure_ascii=False)
    ruleset = find(name) if name else game.ruleset
    return json.dumps(sheet_json(game.score(ruleset, settlement), geometry), ensure_ascii=False)


def sheet_json(sheet: ScoreSheet, geometry: Geometry) -> dict[str, Any]:
    """A score as plain values; numbers are exact texts."""
    values: dict[str, Any] = {
        "schema": SCHEMA,
        "ruleset": sheet.ruleset,
        "result": sheet.result,
        "margin": exact(sheet.margin),
        "unit": sheet.unit,
        "komi": exact(sheet.komi),
    }
    if sheet.zi_margin is not None:
        values["zi_margin"] = exact(sheet.zi_margin)
    for color in Color:
        side = sheet.side(color)
        values[color.word] = {
            "total": exact(side.total),
            "lines": [
                {"item": line.item, "value": exact(line.value), "points": geometry.vertices(line.points)} for line in side.lines
            ],
        }
    return values


def exact(value: Fraction) -> str:
    """A number as text without loss: a decimal where there is one, else a fraction."""
    text = decimal_text(value)
    return text if Fraction(text) == value else str(value)


@registry.command("rules-result")
def rules_result(referee: Referee) -> str:
    """The text for SGF RE; ? while the game goes on."""
    game = referee.game
    if game.outcome is not None:
        return game.outcome.result
    if game.phase in {Phase.PLAY, Phase.RESUMED}:
        return "?"
    return game.score(settlement=referee.settlement).result


@registry.command("rules-ledger")
def rules_ledger(referee: Referee) -> str:
    """What each side did, in the account of the play and in that of the resumed play, as JSON."""
    game = referee.game
    dead = {color.word: len(game.position(referee.settlement).dead(color)) for color in Color}
    return json.dumps({"schema": SCHEMA, **game.ledger.to_json(), "dead": dead, **_chips(referee)})


def _chips(referee: Referee) -> dict[str, dict[str, int]]:
    chips = referee.game.state.chips
    return {
        "chips": {color.word: len(chips.of(color)) for color in Color},
        "handed_over": {color.word: chips.handed[color - 1] for color in Color},
    }
