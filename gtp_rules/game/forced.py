"""The move that the referee makes for a player who passes where no pass exists."""

from __future__ import annotations

from gtp_rules.board import Color, survey
from gtp_rules.game.game import Game
from gtp_rules.rules.counting import Settlement, livings


def forced_point(game: Game, color: Color) -> int | None:
    """The point that `color` can play on with the least harm, or None if it has no legal move.

    A point of its territory that is no basic eye, else a public point, else any point: where the ruleset lets a side pass
    only when nothing else is left, or never, the last kind is what it asks for. The lowest legal point of each kind. Dead
    stones are not looked for, so a point beside them counts as public.
    """
    look = survey(game.board)
    own = sorted(point for each in livings(look, Settlement()) if each.group.color == color for point in each.free)
    candidates = [*own, *look.public, *game.board.empties()]
    return next((point for point in candidates if game.is_legal(color, point)), None)
