"""All pictures of an experiment, or of lines of counts and solutions, each with the name of its file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from gtp_rules.errors import RulesError
from harness.drawing.komi import komi_svg
from harness.drawing.openings import openings_svg
from harness.drawing.scatter import scatter_svg
from harness.endings import Record
from harness.figures.lines import BadLine, Lines
from harness.figures.sources import Curves, curves, pairs_of, played, recounted, sizes
from harness.rescore.terms import Part
from harness.rescore.waterfall import mean_waterfall_svg
from harness.tally import comparisons

_ODD = re.compile(r"[^A-Za-z0-9_.+-]+")
_LONGEST = 100


_Drawn = tuple[tuple[str, ...], str]
"""What a picture is named after, and its SVG."""


class Picture(NamedTuple):
    """A picture and the name of its file, without an ending: safe on every system, and no other one's."""

    name: str
    svg: str


def of_games(records: Sequence[Record]) -> list[Picture]:
    """The scatters and komi curves of an experiment; none of games that have no count."""
    pairs = [pair for own in _by_size(records) for pair in pairs_of(comparisons(own), sizes(own))]
    found: list[_Drawn] = [(("scatter", each.where, each.other, each.base), scatter_svg(each)) for each in pairs]
    found += list(_curves("komi", played(records)))
    found += list(_curves("komi-counted", recounted(records)))
    return _named(found)


def _by_size(records: Iterable[Record]) -> list[list[Record]]:
    found: dict[str, list[Record]] = {}
    for record in records:
        found.setdefault(record.size, []).append(record)
    return list(found.values())


def of_lines(lines: Lines) -> list[Picture]:
    """The scatters, komi curves and waterfalls of counts, and the boards of solutions.

    Raises:
        BadLine: a solution tells of no board.
    """
    found: list[_Drawn] = [(("scatter", each.where, each.other, each.base), scatter_svg(each)) for each in lines.pairs()]
    for where, bare in lines.bare.items():
        found += _curves("komi", curves(bare, "Win rate against komi, the same games under each count", where))
    order = [part.value for part in Part]
    for explained in lines.explained():
        name = ("waterfall", explained.where, explained.other, explained.base)
        found.append((name, mean_waterfall_svg(explained, order)))
    for solved in lines.solved:
        try:
            svg = openings_svg(solved)
        except (RulesError, ValueError) as error:
            raise BadLine(f"no solution that can be drawn: {error}") from None
        found.append((("openings", solved.size, solved.ruleset, solved.to_move), svg))
    return _named(found)


def _curves(kind: str, listed: Sequence[Curves]) -> Iterator[_Drawn]:
    for each in listed:
        own = each.listed[0].name if kind == "komi-counted" else ""
        yield (kind, each.where, own), komi_svg(each.listed, each.title, each.where)


def _named(found: Iterable[_Drawn]) -> list[Picture]:
    taken: set[str] = set()
    pictures = []
    for parts, svg in found:
        plain = "-".join(filter(None, (_ODD.sub("-", part.replace("×", "x")).strip("-.") for part in parts)))[:_LONGEST]
        names = (plain if number == 1 else f"{plain}-{number}" for number in range(1, len(taken) + 2))
        # some systems do not tell capitals from small letters
        name = next(name for name in names if name.lower() not in taken)
        taken.add(name.lower())
        pictures.append(Picture(name, svg))
    return pictures
