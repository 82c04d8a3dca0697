"""Auditing a record: what it says against what its replay gives."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec

from gtp_rules.errors import BadRecord
from gtp_rules.game import Game, Phase
from gtp_rules.sgf.head import read_head, value
from gtp_rules.sgf.marks import MARKS, final_marks
from gtp_rules.sgf.points import read_points
from gtp_rules.sgf.reader import begin, replay
from gtp_rules.sgf.tree import Node, load

_OUTSIDE: Final = re.compile(r"[BW]\+(T|Time|F|Forfeit|Illegal)|Void|\?|", re.IGNORECASE)
"""Results that the moves cannot show: time, forfeits, games that were broken off."""


def audit(data: bytes, *, index: int = 0) -> list[str]:
    """What the record says and its replay does not confirm, one sentence each; empty if all of it is confirmed.

    Checked are the moves and statements themselves, the phase after each node, the marks and the ledger of the last node,
    and ``RE``; in a game that was broken off this may be the count of the position as it stands. Of records that are not
    ours only the moves and, where the replay comes to a result, ``RE``.
    """
    try:
        tree = load(data, index)
        head = read_head(tree.nodes, None)
        game = begin(head)
        found = list(_phases(game, replay(game, tree.nodes, head), is_own=head.is_own))
        if head.is_own:
            found += _marks(game, tree.nodes[-1])
            found += _ledger(game, tree.nodes[-1])
        return found + list(_result(game, value(tree.nodes[0], "RE"), is_own=head.is_own))
    except BadRecord as error:
        return [str(error)]


def _phases(game: Game, nodes: Iterator[Node], *, is_own: bool) -> Iterator[str]:
    recorded: str = Phase.PLAY.value
    for node in nodes:
        recorded = value(node, "XRF") or recorded
        if is_own and recorded != game.phase.value:
            yield f"after move {game.turns} the record is in the phase {recorded[:20]}, the replay in {game.phase.value}"
            recorded = game.phase.value


def _marks(game: Game, node: Node) -> Iterator[str]:
    expected, geometry = final_marks(game), game.board.geometry
    for mark in MARKS:
        recorded = set(read_points(geometry, filter(None, node.get(mark, []))))
        wrong = recorded ^ set(expected.get(mark, []))
        if wrong:
            yield f"{mark} of the last node is not what the replay gives: {', '.join(geometry.vertices(wrong))}"


def _ledger(game: Game, node: Node) -> Iterator[str]:
    try:
        recorded = msgspec.json.decode(value(node, "XRL"))
    except (msgspec.DecodeError, RecursionError):
        recorded = None
    if recorded != game.ledger.to_json():
        yield "the ledger of the last node is not what the replay gives"


def _result(game: Game, recorded: str, *, is_own: bool) -> Iterator[str]:
    if game.outcome is not None:
        if recorded != game.outcome.result:
            yield f"RE is {recorded[:20]!r}, the replay gives {game.outcome.result}"
    elif is_own and not _OUTSIDE.fullmatch(recorded) and recorded != game.score().result:
        yield f"RE is {recorded[:20]!r}, and the replay ends without a result, in the phase {game.phase.value}"
