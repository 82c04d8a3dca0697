"""Records of ours.

One whose moves are followed by a plain agreement is played through like any other, and taken if its ledger comes out as
recorded. All others (disputes, chips, offers that are no turns, resignations) are replayed as games, by their rules.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import msgspec

from gtp_rules.board import Board
from gtp_rules.errors import BadProposal, BadRecord
from gtp_rules.game import Propose
from gtp_rules.game.proposals import read_proposal
from gtp_rules.rules import Ruleset
from gtp_rules.rules.counting import Position, Settlement
from gtp_rules.rules.ending import Marking
from gtp_rules.sgf import read_record
from gtp_rules.sgf.head import Head, read_head
from gtp_rules.sgf.statements import read_statement
from gtp_rules.sgf.text import clean_name
from harness.rescore.ends import End
from harness.rescore.replay import Replay
from harness.rescore.scan import Line, Node, text_value

_HEAD: Final = ("GM", "SZ", "KM", "HA", "PL", "AB", "AW", "XRV", "XRI", "XRK", "XRC")
_LEDGER: Final = ("played", "virtual", "abandoned", "captured")
_AGREEMENT: Final = ("propose ", "accept ")


def own_end(line: Line) -> End:
    """The end of a game that this program has recorded.

    Raises:
        BadRecord: it cannot be replayed.
    """
    return _plain(line) or _replayed(line)


def _replayed(line: Line) -> End:
    record = read_record(line.text)
    game = record.game
    return End(
        number=line.number,
        black=clean_name(record.info.get("PB", "")),
        white=clean_name(record.info.get("PW", "")),
        ruleset=game.ruleset,
        is_named=True,
        komi=game.komi,
        position=game.position(Settlement()),
        turns=game.turns,
        result=clean_name(record.info.get("RE", "")),
        last=line.nodes[-1],
        settled=game.state.settled or game.proposal,
        by_count=game.outcome is None or game.outcome.score is not None,
        remarks=(),
    )


def _plain(line: Line) -> End | None:
    """The end of a game that an agreement after its last move settles, or a stop that needs none; None for others."""
    root, last = line.nodes[0], line.nodes[-1]
    said = [text.decode("utf-8", "replace") for text in last.get("XRS", ())]
    if any("XRS" in node for node in line.nodes[:-1]) or not all(text.startswith(_AGREEMENT) for text in said):
        return None
    head = _head(root)
    if head.ruleset.ending.chips or head.initial.handicap or text_value(last, "XRF") != "finished":
        return None
    replay = Replay(Board(head.geometry.width, head.geometry.height), to_move=head.initial.to_move)
    replay.lost[:] = head.initial.lost
    for node in line.nodes:
        replay.step(node)
    position = replay.position(0)
    settled = _settled(head.ruleset, replay, said)
    if settled is None or replay.edits or not _is_recorded(position, last):
        return None
    return End(
        number=line.number,
        black=clean_name(text_value(root, "PB")),
        white=clean_name(text_value(root, "PW")),
        ruleset=head.ruleset,
        is_named=True,
        komi=head.komi,
        position=position,
        turns=replay.turns,
        result=clean_name(text_value(root, "RE")),
        last=last,
        settled=settled,
        by_count=True,
        remarks=(),
    )


def _head(root: Node) -> Head:
    """What the root says before the first move."""
    ruleset = _ruleset(tuple(root.get("XRR", ())), tuple(root.get("RU", ())))
    plain: dict[str, list[str]] = {
        name: [text.decode("utf-8", "replace") for text in root[name]] for name in _HEAD if name in root
    }
    return read_head([plain], ruleset)


@lru_cache(maxsize=256)
def _ruleset(recorded: tuple[bytes, ...], name: tuple[bytes, ...]) -> Ruleset:
    values = {"XRV": ["1"], "XRR": [_unescaped(text) for text in recorded], "RU": [_unescaped(text) for text in name]}
    return read_head([{key: texts for key, texts in values.items() if texts}], None).ruleset


def _unescaped(value: bytes) -> str:
    return text_value({"": [value]}, "")


def _settled(ruleset: Ruleset, replay: Replay, said: list[str]) -> Settlement | None:
    """What the statements after the last move settle; None where that is not plain."""
    if not said:
        return Settlement() if ruleset.ending.marking is Marking.NONE and replay.has_stopped else None
    if not (replay.has_stopped and said[-1].startswith("accept ")):
        return None
    action = read_statement(replay.board.geometry, said[-2] if len(said) > 1 else "").action
    try:
        return read_proposal(replay.board, ruleset, action) if isinstance(action, Propose) else None
    except BadProposal as error:
        raise BadRecord(f"after move {replay.turns}: {error}") from error


def _is_recorded(position: Position, last: Node) -> bool:
    """Whether the accounts are those of the ledger in the last node, and no dispute was played."""
    try:
        ledger = msgspec.json.decode(text_value(last, "XRL"))
        play, resumed = ledger["play"], ledger["resumed"]
        if any(resumed[side][item] for side in ("black", "white") for item in _LEDGER):
            return False
        accounts = {"black": position.black.play, "white": position.white.play}
        return all(tuple(play[side][item] for item in _LEDGER) == tuple(account) for side, account in accounts.items())
    except (msgspec.DecodeError, KeyError, TypeError, RecursionError):
        return False
