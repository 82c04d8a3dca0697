"""The end of a game, as a file shows it."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from gtp_rules.rules import Ruleset
from gtp_rules.rules.counting import Position, Settlement
from harness.rescore.scan import Node


class End(NamedTuple):
    """The end of a game.

    Attributes:
        number: which game of its file it is, the first being 0.
        black: Black's name, on one line.
        white: White's name.
        ruleset: the rules that the file names, else ``chinese``.
        is_named: whether it names them.
        komi: points that White gets.
        position: the final position; nothing settled unless `settled`.
        turns: moves and passes.
        result: what ``RE`` says, on one line.
        last: the last node, for its marks.
        settled: the settlement that a record of ours ends with.
        by_count: whether the stated result can be one of a count; a record of ours says so if it is not.
        remarks: what a reader should know of the file, one sentence each.
    """

    number: int
    black: str
    white: str
    ruleset: Ruleset
    is_named: bool
    komi: Fraction
    position: Position
    turns: int
    result: str
    last: Node
    settled: Settlement | None
    by_count: bool
    remarks: tuple[str, ...]


class Failure(NamedTuple):
    """A game, or the rest of a file, that cannot be read."""

    number: int
    reason: str
