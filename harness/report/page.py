"""The report as one HTML file that needs no network, no script and no other file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from harness.drawing.markup import Content, Markup, join, name, raw, tag
from harness.endings import Record
from harness.paired import Shift, shifts
from harness.ratings import Anchor
from harness.report import figures, games, sections
from harness.report.findings import Finding, findings
from harness.report.games import Files
from harness.report.style import style_sheet
from harness.sequential import Tested
from harness.tally import Comparison, Tally, comparisons, remarks, repeats, tallies

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
"""What a browser may do with the page: apply the styles inside it, and nothing else."""
PICTURES: Final = 12
"""How many final positions are drawn if nothing else is said."""


class About(NamedTuple):
    """What the page says about the experiment.

    Attributes:
        name: of the experiment.
        planned: how many games the configuration asks for.
        facts: further short texts for the line below the title: boards, komi, seed.
        tested: the sequential tests, if there are any.
        anchor: sets the scale of the ratings, if it is not their mean.
        warning: what a reader must know first, or an empty text.
    """

    name: str
    planned: int
    facts: Sequence[str] = ()
    tested: Tested | None = None
    warning: str = ""
    anchor: Anchor | None = None


class _Study(NamedTuple):
    """The sums over the games."""

    tallies: list[Tally]
    compared: list[Comparison]
    shifts: list[Shift]


def html(about: About, records: Sequence[Record], files: Files, pictures: int = PICTURES) -> str:
    """The page, ending in a line end. The same records give the same text.

    Args:
        about: the experiment.
        records: the games that are stored, in the order in which they are to be shown.
        files: where the records of games are.
        pictures: how many final positions are drawn at most.
    """
    study = _Study(tallies(records), comparisons(records), shifts(records))
    shown = [(title, body) for title, body in _content(about, records, study, files, pictures) if body is not None]
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=POLICY),
        tag("meta", name_="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name_="referrer", content="no-referrer"),
        tag("meta", name_="generator", content="gtp-harness"),
        tag("title", f"{about.name}: report"),
        tag("style", style_sheet()),
    )
    main = tag("main", [tag("section", tag("h2", title, id=_anchor(title)), body) for title, body in shown])
    body = tag("body", _top(about, records, study, [title for title, _ in shown]), main, _foot())
    return raw("<!DOCTYPE html>\n") + tag("html", head, "", body, lang="en") + "\n"


def _content(
    about: About, records: Sequence[Record], study: _Study, files: Files, pictures: int
) -> list[tuple[str, Markup | None]]:
    if not records:
        return []
    listed, compared, shifted = study
    met = [tally for tally in listed if tally.first != tally.second and tally.counted]
    return [
        ("Strength", sections.strength(met, about.anchor)),
        ("Results", sections.results(listed, about.tested)),
        ("Cross tables", sections.crosses(met)),
        ("The same games, counted otherwise", sections.recounts(compared)),
        ("Margins under two counts", figures.scatters(compared)),
        ("The same games, played otherwise", sections.shifted(shifted)),
        ("Fair komi", figures.komi(records)),
        ("Margins", games.margins(listed)),
        ("How the games ended", games.endings(listed)),
        ("Trouble", games.trouble(records, files)),
        ("Final positions", games.positions(records, files, pictures)),
        ("Games", games.listed(records, files)),
        ("Notes", _notes(repeats(listed) + remarks(records))),
    ]


def _top(about: About, records: Sequence[Record], study: _Study, titles: Sequence[str]) -> Markup:
    found = findings(records, *study, about.tested)
    if about.warning:
        found.insert(0, Finding(join(about.warning), bad=True))
    contents = [tag("a", title, href=f"#{_anchor(title)}") for title in titles]
    return tag(
        "header",
        tag("h1", name(about.name)),
        tag("p", _facts(about, records), class_="facts"),
        tag("ul", [tag("li", each.text, class_="bad" if each.bad else None) for each in found], class_="findings"),
        tag("nav", contents, aria_label="Sections") if contents else "",
    )


def _facts(about: About, records: Sequence[Record]) -> Content:
    players = {player for record in records for player in (record.task.first, record.task.second)}
    rulesets = {record.task.ruleset for record in records}
    texts = [
        f"{len(records)} of {about.planned} games",
        f"{len(players)} player{'s' * (len(players) != 1)}",
        f"{len(rulesets)} ruleset{'s' * (len(rulesets) != 1)}",
        *about.facts,
    ]
    return [[" · " if index else "", tag("span", text)] for index, text in enumerate(texts)]


def _notes(lines: Sequence[str]) -> Markup | None:
    return tag("ul", [tag("li", line) for line in lines], class_="notes") if lines else None


def _foot() -> Markup:
    text = (
        "Shares of points: a draw is half a point, void games are left out; Wilson’s interval. Means: Student’s interval. Elo "
        "differences come from pairs of games with the same opening where there are such. Made by gtp-harness."
    )
    return tag("footer", tag("p", text))


def _anchor(title: str) -> str:
    return "".join(letter if letter.isalnum() else "-" for letter in title.lower())
