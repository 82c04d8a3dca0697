"""What comes out: the game, and its count under each ruleset with the parts of the difference."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

import msgspec

from gtp_rules.errors import PlayerTrouble
from gtp_rules.rules import Ruleset
from gtp_rules.rules.counting import result_text
from harness.rescore.dead import Judge, settle
from harness.rescore.ends import End, Failure
from harness.rescore.reading import finals
from harness.rescore.terms import Facts, Part, Terms

PARTS = tuple(Part)


class Count(NamedTuple):
    """A game under one ruleset.

    Attributes:
        ruleset: its specification.
        margin: Black less White in points, komi included.
        result: as in ``RE``.
        difference: what this ruleset adds to the margin under the one that it is compared with.
        parts: what the difference consists of; its values add up to it. None where nobody asked.
        komi: what White got in `margin`.
    """

    ruleset: str
    margin: Fraction
    result: str
    difference: Fraction
    parts: dict[Part, Fraction] | None = None
    komi: Fraction = Fraction(0)


class Row(NamedTuple):
    """A game, counted again.

    Attributes:
        path: the file, as it was named.
        number: which game of the file, the first being 0.
        size: columns and rows.
        moves: moves and passes.
        black: Black's name.
        white: White's name.
        komi: points that White gets, by the file.
        ruleset: what the file names, else ``chinese``.
        is_named: whether it names it.
        stated: the result that the file states, on one line.
        dead: vertices of dead stones.
        source: who says so, see `harness.rescore.dead`.
        groups: how many of Black's groups, and of White's, live independently as the position stands.
        agrees: whether the count under the file's ruleset gives the stated result; None if no count can say.
        counted: the result under the file's own ruleset and komi.
        base: the ruleset that the others are compared with.
        base_margin: the margin under it.
        base_result: the result under it.
        base_komi: what White got in `base_margin`.
        counts: one for each ruleset, in the order that was asked for.
        remarks: what a reader should know.
    """

    path: str
    number: int
    size: tuple[int, int]
    moves: int
    black: str
    white: str
    komi: Fraction
    ruleset: str
    is_named: bool
    stated: str
    dead: tuple[str, ...]
    source: str
    groups: tuple[int, int]
    agrees: bool | None
    counted: str
    base: str
    base_margin: Fraction
    base_result: str
    base_komi: Fraction
    counts: tuple[Count, ...]
    remarks: tuple[str, ...]


class Trouble(NamedTuple):
    """A file, or one game of it, that was passed over."""

    path: str
    number: int
    reason: str


class Plan(msgspec.Struct, frozen=True):
    """What is asked for.

    Attributes:
        rulesets: to count under, in this order.
        base: to compare with; None: the ruleset of each file.
        explain: whether differences are split into their parts.
        komi: under every ruleset; None: what each file states; or every ruleset's own where `own_komi` is set.
        own_komi: whether each ruleset takes its own komi instead of the file's.
    """

    rulesets: tuple[Ruleset, ...]
    base: Ruleset | None = None
    explain: bool = False
    komi: Fraction | None = None
    own_komi: bool = False

    def komi_for(self, ruleset: Ruleset, end: End) -> Fraction:
        """The komi of a game under a ruleset."""
        if self.komi is not None:
            return self.komi
        return ruleset.komi if self.own_komi else end.komi


def rows(path: str, data: bytes, plan: Plan, guesser: Judge | None, judge: Judge | None) -> Iterator[Row | Trouble]:
    """All games of a file, counted."""
    for end in finals(data):
        if isinstance(end, Failure):
            yield Trouble(path, end.number, end.reason)
            continue
        try:
            yield row_of(path, end, plan, guesser, judge)
        except PlayerTrouble as trouble:
            yield Trouble(path, end.number, f"the judge of dead stones failed: {trouble}")


def row_of(path: str, end: End, plan: Plan, guesser: Judge | None = None, judge: Judge | None = None) -> Row:
    """One game, counted.

    Raises:
        PlayerTrouble: the judge broke off.
    """
    verdict = settle(end, guesser, judge)
    geometry = end.position.board.geometry
    base = plan.base or end.ruleset
    table = _Table(verdict.facts, plan, end)
    base_margin = table.margin(base)
    return Row(
        path=path,
        number=end.number,
        size=(geometry.width, geometry.height),
        moves=end.turns,
        black=end.black,
        white=end.white,
        komi=end.komi,
        ruleset=end.ruleset.specification,
        is_named=end.is_named,
        stated=end.result,
        dead=tuple(geometry.vertices(verdict.settlement.dead)),
        source=verdict.source,
        groups=verdict.facts.as_is.number,
        agrees=verdict.agrees,
        counted=result_text(verdict.facts.margin(end.ruleset.counting) - end.komi),
        base=base.specification,
        base_margin=base_margin,
        base_result=table.result(base, base_margin),
        base_komi=plan.komi_for(base, end),
        counts=tuple(table.count(ruleset, base, base_margin) for ruleset in plan.rulesets),
        remarks=end.remarks,
    )


class _Table:
    """One position under many rulesets."""

    def __init__(self, facts: Facts, plan: Plan, end: End) -> None:
        self._facts, self._plan, self._end = facts, plan, end
        self._texts: dict[Fraction, str] = {}

    def margin(self, ruleset: Ruleset) -> Fraction:
        """Black less White, komi included."""
        return self._facts.margin(ruleset.counting) - self._plan.komi_for(ruleset, self._end)

    def result(self, ruleset: Ruleset, margin: Fraction) -> str:
        """The text for ``RE`` of a margin under a ruleset."""
        if not margin:
            winner = ruleset.counting.tie_winner(self._facts.position)
            return "0" if winner is None else f"{winner.letter}+0"
        if margin not in self._texts:
            self._texts[margin] = result_text(margin)
        return self._texts[margin]

    def count(self, ruleset: Ruleset, base: Ruleset, base_margin: Fraction) -> Count:
        """The row of a ruleset, compared with another and the margin under that."""
        margin, komi, parts = self.margin(ruleset), self._plan.komi_for(ruleset, self._end), None
        if self._plan.explain:
            less = self._plan.komi_for(base, self._end) - komi
            parts = difference(self._facts.terms(base.counting), self._facts.terms(ruleset.counting), less)
        return Count(ruleset.specification, margin, self.result(ruleset, margin), margin - base_margin, parts, komi)


def difference(base: Terms, other: Terms, komi: Fraction = Fraction(0)) -> dict[Part, Fraction]:
    """The parts of what the other ruleset adds to the margin, those that are 0 left out; their sum is the difference.

    Args:
        base: the terms of the ruleset that is compared with.
        other: the terms of the other.
        komi: by how much the komi of `other` is the less.
    """
    parts = {part: Fraction(other.get(part, 0) - base.get(part, 0)) for part in PARTS if part in other or part in base}
    parts[Part.KOMI] = komi
    return {part: value for part, value in parts.items() if value}
