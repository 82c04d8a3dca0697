"""What a search found, in the words of other programs: lines of ``lz-analyze`` and ``kata-analyze``, and an explanation."""

from __future__ import annotations

from math import sqrt

from bots.searching import PASS, VIRTUAL, Found
from gtp_rules.board import BLACK, Color, Geometry
from gtp_rules.game import Action, Game, Play, Resign
from gtp_rules.game import Virtual as VirtualMove

_TOLD = 4  # moves in an explanation


def lz_line(shape: Geometry, found: list[Found], most: int) -> str:
    """A line of ``lz-analyze``: chances in ten-thousandths, for the side to move; at most so many moves."""
    parts = []
    for order, each in enumerate(_shown(found, most)):
        chance, low, prior = (round(10000 * number) for number in (each.value, _low(each), 1 / len(found)))
        parts.append(
            f"info move {_word(shape, each.move)} visits {each.runs} winrate {chance} prior {prior} lcb {low} "
            f"order {order} pv {_line(shape, each)}"
        )
    return " ".join(parts)


def kata_line(
    shape: Geometry, color: Color, found: list[Found], most: int, *, margin: float, ownership: list[float] | None
) -> str:
    """A line of ``kata-analyze``, for the side to move.

    Args:
        shape: of the board.
        color: the side to move.
        found: its moves, the best first.
        most: how many of them are told.
        margin: mean of the playouts in points, Black minus White; given as the score of every move.
        ownership: by point, 1 for Black and -1 for White, to be told row by row from the top; or None.
    """
    sign = 1 if color == BLACK else -1
    parts = []
    for order, each in enumerate(_shown(found, most)):
        score = sign * margin
        parts.append(
            f"info move {_word(shape, each.move)} visits {each.runs} utility {2 * each.value - 1:.4f} winrate {each.value:.4f} "
            f"scoreMean {score:.2f} scoreLead {score:.2f} prior {1 / len(found):.4f} lcb {_low(each):.4f} "
            f"order {order} pv {_line(shape, each)}"
        )
    if ownership is not None:
        rows = [ownership[shape.at(0, y) : shape.at(0, y) + shape.width] for y in reversed(range(shape.height))]
        parts.append("ownership " + " ".join(f"{sign * share:.3f}" for row in rows for share in row))
    return " ".join(parts)


def explanation(game: Game, color: Color, found: list[Found], choice: Action, value: float, margin: float) -> str:
    """Why a move was chosen, in a line or two."""
    shape = game.board.geometry
    chosen = shape.vertex(choice.point) if isinstance(choice, Play) else _name(choice)
    leader = "Black" if margin > 0 else "White"
    lines = [
        f"{color.word} chose {chosen}: winning chance {100 * value:.0f} %, playouts end {leader} +{abs(margin):.1f} on average"
    ]
    return "\n".join([*lines, *(_told(shape, each) for each in found[:_TOLD])])


def _told(shape: Geometry, each: Found) -> str:
    return f"{_word(shape, each.move)}: {each.runs} playouts, {100 * each.value:.1f} %, {_line(shape, each)}"


def _name(choice: Action) -> str:
    if isinstance(choice, Resign):
        return "to resign"
    return "a virtual move" if isinstance(choice, VirtualMove) else "to stop"


def _shown(found: list[Found], most: int) -> list[Found]:
    """The moves worth telling: the first ones that were looked at, and always one."""
    return [each for each in found[:most] if each.runs] or found[:1]


def _low(each: Found) -> float:
    """A careful guess of a move's value: two standard errors below its mean."""
    return max(0.0, each.value - sqrt(max(0.0, each.value * (1 - each.value)) * 4 / max(1.0, each.visits)))


def _word(shape: Geometry, move: int) -> str:
    return "pass" if move in {PASS, VIRTUAL} else shape.vertex(move)


def _line(shape: Geometry, each: Found) -> str:
    return " ".join(_word(shape, move) for move in each.line)
