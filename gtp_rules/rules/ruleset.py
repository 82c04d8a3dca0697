"""A ruleset: one frozen value for each axis, with the source of each."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Any, Literal, Self

import msgspec

from gtp_rules.errors import BadRuleset
from gtp_rules.rules.counting import ChipCount, Counting, LuCount, Position, ScoreSheet
from gtp_rules.rules.counting.sheet import margin_of
from gtp_rules.rules.ending import Ending
from gtp_rules.rules.opening import Opening
from gtp_rules.rules.repetition import Cycle, Repetition
from gtp_rules.rules.suicide import Suicide
from gtp_rules.rules.turns import Turns

AXES = ("opening", "suicide", "repetition", "cycle", "turns", "ending", "counting", "komi")


class Ruleset(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Everything that a referee has to know, as a value.

    Attributes:
        name: the registered name, lower case with hyphens.
        title: a title for people.
        chinese: the Chinese term, where the ruleset has one.
        summary: one or two sentences on what it is.
        opening: seat stones and first mover.
        suicide: whether a move may remove its own chain.
        repetition: which repetitions are forbidden.
        cycle: what a long cycle that is not forbidden comes to.
        turns: virtual moves, abandonments, and what a pass means.
        ending: stops, settlement, disputes.
        counting: how the stopped position is counted.
        komi: points that White gets unless the players set another komi.
        options: the options that a user may choose, see `gtp_rules.rules.options`.
        chosen: the options that were chosen, by name.
        elsewhere: the names of the very same rules in other programs, by program: ``kgs``.
        schema: version of these fields.
        sources: for each axis the document and section that its value comes from, or our decision.
    """

    name: str
    title: str
    chinese: str = ""
    summary: str = ""
    opening: Opening = Opening()
    suicide: Suicide
    repetition: Repetition
    cycle: Cycle = Cycle.NONE
    turns: Turns = Turns()
    ending: Ending = Ending()
    counting: Counting
    komi: Fraction = Fraction(0)
    options: tuple[str, ...] = ()
    chosen: dict[str, str] = {}
    elsewhere: dict[str, str] = {}
    schema: Literal[1] = 1
    sources: dict[str, str] = {}

    def __post_init__(self) -> None:
        if not self.name or not all((part.isalnum() and part.islower()) or part.isdigit() for part in self.name.split("-")):
            raise ValueError(f"a ruleset's name is lower case with hyphens, not {self.name!r}")
        if self.ending.chips and not isinstance(self.counting, LuCount | ChipCount):
            raise ValueError("a chip phase needs a count in lu or in chips")

    def variant(self, **changes: Any) -> Self:
        """The same ruleset with other values.

        Raises:
            BadRuleset: the values contradict each other.
        """
        try:
            return msgspec.structs.replace(self, **changes)
        except (TypeError, ValueError) as error:
            raise BadRuleset(f"{self.name}: {error}") from error

    @cached_property
    def specification(self) -> str:
        """The name and chosen options, as `gtp_rules.rulesets.find` reads them."""
        return " ".join([self.name, *(f"{key}={value}" for key, value in self.chosen.items())])

    def score(self, position: Position, komi: Fraction) -> ScoreSheet:
        """The count of a position under this ruleset."""
        counting = self.counting
        black, white = counting.count(position)
        zi = margin_of(black, white, komi) / 2 if counting.halves else None
        return ScoreSheet(self.specification, counting.unit, black, white, komi, counting.tie_winner(position), zi)

    def to_json(self) -> bytes:
        """The ruleset as JSON; `gtp_rules.rules.reading.from_json` reads it back."""
        return self._json

    @cached_property
    def _json(self) -> bytes:
        return msgspec.json.encode(self, enc_hook=_plain)


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return str(value)
    raise NotImplementedError(type(value))


__all__ = ["AXES", "Ruleset"]
