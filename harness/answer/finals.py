"""Finished games as games again, from the records in the store."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import Dispute, Game, Propose
from gtp_rules.rules.counting import ChipCount, EqualLuCount, LuCount, OverflowCount, Settlement, ZiCount
from gtp_rules.sgf import read_game
from gtp_rules.sgf.start import restart
from harness.endings import Record
from harness.rescore.terms import Facts, Part
from harness.tally import exact

Sgf = Callable[[Record], bytes]
_TAXED = (LuCount, ChipCount, EqualLuCount, OverflowCount, ZiCount)


class Final(NamedTuple):
    """What the end of a game shows besides its count.

    Attributes:
        record: of the game.
        captured: stones that were taken in play, of both sides.
        groups: groups that live independently at the end, of both sides.
        taxed: Black's margin with two basic eyes of each group taken off.
        untaxed: Black's margin without that.
        stopped: Black's margin had the count been made at the first stop, with the stones dead that both called so; None
            without a dispute.
    """

    record: Record
    captured: int
    groups: int
    taxed: Fraction
    untaxed: Fraction
    stopped: Fraction | None


def finals(records: Iterable[Record], sgf: Sgf) -> Iterator[Final]:
    """The ends of all games that came to a count."""
    for record in records:
        if record.margin is not None and (data := sgf(record)):
            yield final(record, read_game(data))


def final(record: Record, game: Game) -> Final:
    """What a finished game shows."""
    margin = exact(record.margin or "0")
    facts, counting = Facts(game.position(game.settlement)), game.ruleset.counting
    groups, has_tax = facts.as_is.number, isinstance(counting, _TAXED)
    # A ruleset that plays dame out before it counts has the tax of that board, where they may have joined groups.
    tax = Fraction(facts.terms(counting).get(Part.TAX, 0) if has_tax else 2 * (groups[1] - groups[0]))
    tallies = [game.ledger.tally(color) for color in (BLACK, WHITE)]
    captured = sum(account.captured for tally in tallies for account in (tally.play, tally.resumed))
    taxed, untaxed = (margin, margin - tax) if has_tax else (margin + tax, margin)
    return Final(record, captured, sum(groups), taxed, untaxed, _at_first_stop(game))


def _at_first_stop(game: Game) -> Fraction | None:
    """Black's margin at the first stop whose proposal was disputed, the disputed stones alive."""
    if not any(isinstance(entry.action, Dispute) for entry in game.log):
        return None
    replay, said, disputed = restart(game), frozenset[int](), frozenset[int]()
    for entry in game.log:
        if isinstance(entry.action, Propose):
            said = frozenset(entry.action.dead)
        elif isinstance(entry.action, Dispute):
            disputed = frozenset(entry.action.points)
            break
        replay.apply(entry.action, counted=entry.counted)
    alive = {stone for point in disputed for stone in replay.board.chain(point)}
    dead = {stone for point in said for stone in replay.board.chain(point)} - alive
    return replay.score(settlement=Settlement(dead=frozenset(dead))).margin
