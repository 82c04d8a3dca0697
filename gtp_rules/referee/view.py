"""The position as the count sees it, in GoGui's graphics language and as a sheet for people."""

from __future__ import annotations

from fractions import Fraction

from gtp_rules.board import Color, Geometry, survey
from gtp_rules.game import Phase
from gtp_rules.referee.commands import registry
from gtp_rules.referee.counting import exact
from gtp_rules.referee.referee import Referee
from gtp_rules.rules.counting import Life, Living, ScoreSheet, Side, choose_eyes, livings


@registry.command("rules-view")
def rules_view(referee: Referee) -> str:
    """GoGui gfx: each side's lu, basic eyes as circles, dead stones marked, seki groups as squares, chips as ghosts."""
    game, settlement = referee.game, referee.settlement
    alive = livings(survey(game.board, settlement.dead), settlement)
    chips = game.state.chips
    taken = {point for side in chips.placed for point in side}
    lines = [
        *(_points(referee, color.word.upper(), _free(alive, color)) for color in Color),
        _points(referee, "CIRCLE", [point for living in alive for point in _kept(living, taken, game.board.geometry)]),
        _points(referee, "MARK", sorted(settlement.dead)),
        _points(referee, "SQUARE", [p for g in alive if g.life is Life.SEKI and g.group.enclosed for p in g.group.stones]),
        _ghosts(referee, {color: chips.of(color) for color in Color}),
        f"TEXT {summary(referee)}",
    ]
    return "\n".join(line for line in lines if line)


def _free(alive: list[Living], color: Color) -> list[int]:
    return [point for living in alive if living.group.color == color for point in living.free]


def _kept(living: Living, taken: set[int], geometry: Geometry) -> tuple[int, ...]:
    """The points that serve as basic eyes once chips lie on others."""
    left = [point for point in living.group.points if point not in taken]
    return living.eyes if taken.isdisjoint(living.eyes) else choose_eyes(geometry, left, len(living.eyes))


def _points(referee: Referee, word: str, points: list[int]) -> str:
    return f"{word} {' '.join(referee.game.board.geometry.vertices(points))}" if points else ""


def _ghosts(referee: Referee, chips: dict[Color, tuple[int, ...]]) -> str:
    vertex = referee.game.board.geometry.vertex
    stones = [f"{color.letter.lower()} {vertex(point)}" for color in Color for point in chips[color]]
    return f"VAR {' '.join(stones)}" if stones else ""


def summary(referee: Referee) -> str:
    """One line on how things stand."""
    game = referee.game
    parts = [game.ruleset.specification, game.phase.value]
    if game.outcome is not None:
        return ", ".join([*parts, game.outcome.result])
    if game.phase is Phase.CHIPS:
        parts.append(f"{game.to_move.word} puts chips")
        parts += [f"{color.word} wants to count now" for color in Color if game.state.accepted & color]
    elif game.phase is Phase.MARKING and game.proposer is not None:
        parts.append(f"{game.proposer.word} proposes, {game.proposer.opponent.word} accepts or disputes")
    else:
        parts.append(f"{game.to_move.word} to move")
        parts += [f"{color.word} offers to stop" for color in game.state.offering if game.phase is not Phase.STOPPED]
    return ", ".join(parts)


@registry.command("rules-sheet")
def rules_sheet(referee: Referee) -> str:
    """The count as it stands, as a table for people."""
    game = referee.game
    text = sheet_text(game.score(settlement=referee.settlement))
    if game.outcome is None or game.outcome.score is not None:
        return text
    return f"{text}\nGame: {game.outcome.result}, by {game.outcome.termination.value.replace('-', ' ')}, not by this count"


def sheet_text(sheet: ScoreSheet) -> str:
    """A score as lines ``item: Black, White``."""
    items = list(dict.fromkeys(line.item for side in (sheet.black, sheet.white) for line in side.lines))
    rows = [
        f"{item[0].upper()}{item[1:]}: Black {_value(sheet.black, item)}, White {_value(sheet.white, item)}" for item in items
    ]
    total = f"Total: Black {exact(sheet.black.total)}, White {exact(sheet.white.total)}"
    head = [f"Ruleset: {sheet.ruleset}", f"Unit: {sheet.unit}"]
    return "\n".join([*head, *rows, total, f"Komi: {exact(sheet.komi)}", f"Result: {sheet.result}"])


def _value(side: Side, item: str) -> str:
    values = [line.value for line in side.lines if line.item == item]
    return exact(sum(values, Fraction(0))) if values else "–"
