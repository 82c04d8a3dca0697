"""What the last node shows of the count: territory, marks, and a table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from gtp_rules.board import BLACK, WHITE, Color, Geometry, survey
from gtp_rules.game import Game, Phase
from gtp_rules.rules.counting import ScoreSheet, Side
from gtp_rules.rules.counting.sheet import decimal_text, has_decimal, result_text
from gtp_rules.sgf.head import read_head
from gtp_rules.sgf.points import read_move, read_point, read_points
from gtp_rules.sgf.tree import load

_COUNTED = (Phase.STOPPED, Phase.MARKING, Phase.CHIPS)
MARKS = ("TB", "TW", "MA", "CR", "TR", "SQ")


def final_sheet(game: Game) -> ScoreSheet | None:
    """The count of the game as it stands; None while play goes on, or where the game ended without a count."""
    if game.outcome is not None:
        return game.outcome.score
    return game.score() if game.phase in _COUNTED else None


def final_marks(game: Game) -> dict[str, list[int]]:
    """The points by property, in ascending order; nothing where there is no count.

    ``TB``/``TW`` are the points that each side encloses once dead stones are off. A point carries one mark at most: ``MA`` on
    dead stones, else ``CR`` on basic eyes, else ``TR`` and ``SQ`` on Black's and White's lu, the enclosed points beyond the
    basic eyes. Only rulesets that count basic eyes have the last three.
    """
    sheet = final_sheet(game)
    if sheet is None:
        return {}
    dead = game.settlement.dead
    found = survey(game.board, dead)
    marked: dict[int, str] = {}
    for color, mark in ((BLACK, "TR"), (WHITE, "SQ")):
        eyes = _points(sheet.side(color), "basic eyes")
        if eyes is not None:
            marked.update(dict.fromkeys(_points(sheet.side(color), "points enclosed") or (), mark))
            marked.update(dict.fromkeys(eyes, "CR"))
    marked.update(dict.fromkeys(dead, "MA"))
    result = {"TB": found.territory(BLACK), "TW": found.territory(WHITE)}
    for mark in MARKS[2:]:
        result[mark] = sorted(point for point, own in marked.items() if own == mark)
    return {mark: points for mark, points in result.items() if points}


def _points(side: Side, item: str) -> tuple[int, ...] | None:
    return next((line.points for line in side.lines if line.item.startswith(item)), None)


def count_table(sheet: ScoreSheet) -> str:
    """The count as a table, indented by four blanks so that Markdown leaves it alone."""
    rows = [("", "Black", "White")]
    black, white = _values(sheet.black), _values(sheet.white)
    rows += [(item, _text(black.get(item)), _text(white.get(item))) for item in {**black, **white}]
    rows.append((f"total in {sheet.unit}", decimal_text(sheet.black.total), decimal_text(sheet.white.total)))
    if sheet.komi:
        rows.append(("komi", "", decimal_text(sheet.komi)))
    wide = max(len(row[0]) for row in rows)
    columns = max(len(cell) for row in rows for cell in row[1:])
    lines = [f"{name:{wide}}  {black:>{columns}}  {white:>{columns}}".rstrip() for name, black, white in rows]
    return "\n".join(f"    {line}" for line in [f"Count under {sheet.ruleset}", *lines, *_margin(sheet)])


def _margin(sheet: ScoreSheet) -> Iterable[str]:
    margin = sheet.margin
    inexact = "" if has_decimal(margin) else f", exactly {abs(margin)}"
    yield f"margin: {result_text(margin)}{inexact}"
    if sheet.zi_margin is not None:
        yield f"margin in zi: {decimal_text(abs(sheet.zi_margin))}"
    if not margin and sheet.tie_winner is not None:
        yield f"a tie, which {Color(sheet.tie_winner).word} wins"


def _values(side: Side) -> dict[str, Fraction]:
    """What each item adds to a side's count."""
    values: dict[str, Fraction] = {}
    for item, value, _ in side.lines:
        values[item] = values[item] + value if item in values else value
    return values


def _text(value: Fraction | None) -> str:
    return "" if value is None else decimal_text(value)


class NodeMarks(NamedTuple):
    """What a node shows.

    Attributes:
        marks: points by property, those of `MARKS`.
        labels: texts by point.
        last: the point of the node's own move, or None.
    """

    marks: dict[str, list[int]]
    labels: dict[int, str]
    last: int | None


def recorded_marks(data: bytes, *, move: int | None = None, index: int = 0) -> NodeMarks:
    """The marks of the last node, or of the node before a move, the first move being 1.

    Raises:
        BadRecord: the file cannot be read, or a mark lies outside the board.
    """
    nodes = load(data, index).nodes
    shape = read_head(nodes, None).geometry
    turns = [number for number, node in enumerate(nodes) if not node.keys().isdisjoint(("B", "W"))]
    node = nodes[turns[move - 1] - 1] if move is not None and 0 < move <= len(turns) else nodes[-1]
    marks = {name: list(read_points(shape, filter(str.strip, node[name]))) for name in MARKS if name in node}
    labels = dict(_label(shape, text) for text in node.get("LB", []) if ":" in text)
    moved = node.get("B", node.get("W", [""]))[0]
    return NodeMarks(marks, labels, read_move(shape, moved))


def _label(shape: Geometry, text: str) -> tuple[int, str]:
    point, _, label = text.partition(":")
    return read_point(shape, point), label
