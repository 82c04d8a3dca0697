"""What KataGo answers, as numbers from Black's side of the board."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise
from statistics import fmean
from typing import NamedTuple

from gtp_rules.board import BLACK, Color
from gtp_rules.errors import InvalidReply

_QUOTED = 60
_RAW = ("whiteLoss", "noResult", "whiteLead")


class Perspective(StrEnum):
    """From whose side an engine reports a search: its setting ``reportAnalysisWinratesAs``."""

    MOVER = "side to move"
    BLACK = "black"
    WHITE = "white"

    def sign(self, to_move: Color) -> int:
        """1 if numbers for this side to move are Black's, −1 if they are White's."""
        return 1 if self is self.BLACK or (self is self.MOVER and to_move == BLACK) else -1


class Reading(NamedTuple):
    """One estimate of one position.

    Attributes:
        lead: points by which Black leads, komi counted.
        winrate: Black's share of wins, from 0 to 1, a game without result as half a win.
        no_result: share of games without result; None if it was not said.
        visits: of the search; 0 if the net alone was asked.
        ownership: for each point, in rows from the top and from left to right, from −1 (White's) to 1 (Black's).
    """

    lead: float
    winrate: float
    no_result: float | None
    visits: int
    ownership: tuple[float, ...]


def read_search(text: str, size: int, sign: int) -> Reading:
    """A reply to ``kata-search_analyze`` with ``rootInfo true ownership true``; its last report counts.

    Args:
        text: the reply without its status.
        size: number of points of the board.
        sign: see `Perspective.sign`.

    Raises:
        InvalidReply: it is no such reply.
    """
    words = next((line.split() for line in reversed(text.splitlines()) if line.startswith(("info", "rootInfo"))), [])
    if "rootInfo" not in words:
        raise InvalidReply(f"no rootInfo in the analysis {text[:_QUOTED]!r}; KataGo from 1.13 on gives it")
    root = words[words.index("rootInfo") + 1 :]
    values = dict(zip(root[::2], root[1::2], strict=False))
    owners = _numbers(words[words.index("ownership") + 1 :], size) if "ownership" in words else ()
    winrate, lead = _number(values, "winrate"), _number(values, "scoreLead")
    if not owners:
        raise InvalidReply(f"no ownership in the analysis {text[:_QUOTED]!r}")
    return Reading(
        sign * lead,
        winrate if sign > 0 else 1 - winrate,
        None,
        int(_number(values, "visits")),
        tuple(sign * value for value in owners),
    )


def read_net(text: str, size: int) -> Reading:
    """Replies to ``kata-raw-nn``: the mean of all evaluations in them.

    Args:
        text: the replies without their status, joined.
        size: number of points of the board.

    Raises:
        InvalidReply: they are no such replies.
    """
    found = list(_evaluations(text.split(), size))
    if not found:
        raise InvalidReply(f"kata-raw-nn answers {text[:_QUOTED]!r}")
    lead, winrate, no_result = (fmean(values) for values in zip(*(each[:3] for each in found), strict=True))
    ownership = tuple(fmean(values) for values in zip(*(each.ownership for each in found), strict=True))
    return Reading(lead, winrate, no_result, 0, ownership)


def _evaluations(words: Sequence[str], size: int) -> Iterator[Reading]:
    starts = [place for place, word in enumerate(words) if word == "symmetry"]
    for start, end in pairwise([*starts, len(words)]):
        part = words[start:end]
        values = {name: part[part.index(name) + 1] for name in _RAW if name in part[:-1]}
        loss, none, lead = (_number(values, name) for name in _RAW)
        if "whiteOwnership" not in part:
            raise InvalidReply("no ownership in the answer to kata-raw-nn")
        owners = _numbers(part[part.index("whiteOwnership") + 1 :], size)
        yield Reading(-lead, loss + none / 2, none, 0, tuple(-value for value in owners))


def _number(values: dict[str, str], name: str) -> float:
    return _numbers([values.get(name, "")], 1, name)[0]


def _numbers(words: Sequence[str], count: int, name: str = "ownership") -> tuple[float, ...]:
    """So many finite numbers at the beginning of these words."""
    try:
        found = tuple(float(word) for word in words[:count])
    except ValueError:
        found = ()
    if len(found) < count or not all(map(math.isfinite, found)):
        raise InvalidReply(f"{name} is not what KataGo says: {' '.join(words[:count])[:_QUOTED]!r}")
    return found
