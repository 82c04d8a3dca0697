"""The sections of the report with figures: margins under two counts, win rate against komi."""

from __future__ import annotations

from collections.abc import Sequence

from harness.drawing.komi import komi_svg
from harness.drawing.markup import Markup, join, tag
from harness.drawing.scatter import scatter_svg
from harness.endings import Record
from harness.figures.sources import most_changed, pairs_of, played, recounted
from harness.tally import Comparison

MOST_FIGURES = 6
"""Of each kind; the command ``figures`` draws all."""


def scatters(compared: Sequence[Comparison]) -> Markup | None:
    """Each other count against the own one, those first that change most winners."""
    listed = most_changed(pairs_of(compared))
    note = "Every dot is a margin under both counts; its area is the number of games that have it."
    return _shown([scatter_svg(each) for each in listed[:MOST_FIGURES]], len(listed), note)


def komi(records: Sequence[Record]) -> Markup | None:
    """What share of its counted games Black would win with which komi, if they had been played as they were."""
    own, other = played(records), recounted(records)
    listed = [*own, *other]
    note = (
        "From the margins of the games that came to a count, all pairings together, as they were played: nobody knew of "
        "another komi. The fair komi is the one that halves them, the median; its interval holds every komi that is not "
        "ruled out by Wilson’s interval of the share."
    )
    return _shown([komi_svg(each.listed, each.title, each.where) for each in listed[:MOST_FIGURES]], len(listed), note)


def _shown(figures: Sequence[Markup], number: int, note: str) -> Markup | None:
    if not figures:
        return None
    more = f" The first {len(figures)} of {number}; gtp-harness figures draws all." if len(figures) < number else ""
    pictures = tag("div", [tag("figure", each) for each in figures], class_="figures")
    return join([tag("p", note + more, class_="note"), pictures])
