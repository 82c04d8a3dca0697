"""From a file to the final positions of its games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Final

from gtp_rules.board import BLACK, WHITE, Board, geometry, handicap_points
from gtp_rules.errors import BadRecord, BadRuleset
from gtp_rules.rules import Ruleset
from gtp_rules.rulesets import find
from gtp_rules.sgf.text import clean_name
from harness.rescore.encoding import decoded, plainly
from harness.rescore.ends import End, Failure
from harness.rescore.own import own_end
from harness.rescore.replay import Replay
from harness.rescore.scan import Line, Node, main_lines, text_value
from harness.rescore.stated import komi_of

_SIZE: Final = re.compile(r"(\d{1,2})(?:\s*[:x]\s*(\d{1,2}))?")
_NUMBER: Final = re.compile(r"\d{1,3}")
_SIDES: Final = ("B", "W")
_ELSEWHERE: Final = {"cn": "chinese", "jp": "japanese", "kr": "korean", "goe": "ing", "nz": "new-zealand", "tt": "tromp-taylor"}
_EASTERN: Final = {
    "中国": "chinese", "中國": "chinese", "日本": "japanese", "韩国": "korean", "韓国": "korean", "韓國": "korean",
    "한국": "korean", "应氏": "ing", "應氏": "ing", "唐宋": "tang-song", "明清": "ming-qing",
}  # fmt: skip


def finals(data: bytes) -> Iterator[End | Failure]:
    """The ends of all games of a file, main lines only, and what cannot be read of it. Never raises for a bad file."""
    number = 0
    try:
        for line in _lines(data):
            number = line.number
            yield _one(line)
            number += 1
    except BadRecord as error:
        yield Failure(number, str(error))


def _one(line: Line) -> End | Failure:
    try:
        return own_end(line) if "XRV" in line.nodes[0] else _foreign(line)
    except BadRecord as error:
        return Failure(line.number, str(error))


def _lines(data: bytes) -> Iterator[Line]:
    """The games of a file. Where a guessed encoding has broken its brackets, it is read byte by byte."""
    found = decoded(data)
    if found.encoding == "utf-8":
        yield from main_lines(found.data)
        return
    try:
        lines = list(main_lines(found.data))
    except BadRecord:
        lines = list(main_lines(plainly(data).data))
    yield from lines


def _foreign(line: Line) -> End:
    root = line.nodes[0]
    if text_value(root, "GM") not in {"", "1"}:
        raise BadRecord("the record is not of a game of Go")
    shape = geometry(*_size(text_value(root, "SZ")))
    replay = Replay(Board(shape.width, shape.height))
    handicap = _lay_handicap(replay, line.nodes)
    for node in line.nodes:
        replay.step(node)
    komi, remarks = _komi(root)
    edits = [f"stones set up after move {number}" for number in replay.edits[:3]]
    ruleset = _named(text_value(root, "RU"))
    return End(
        number=line.number,
        black=clean_name(text_value(root, "PB")),
        white=clean_name(text_value(root, "PW")),
        ruleset=ruleset or find("chinese"),
        is_named=ruleset is not None,
        komi=komi,
        position=replay.position(handicap),
        turns=replay.turns,
        result=clean_name(text_value(root, "RE")),
        last=line.nodes[-1],
        settled=None,
        by_count=True,
        remarks=(*remarks, *edits),
    )


def _size(text: str) -> tuple[int, int]:
    found = _SIZE.fullmatch(text or "19")
    if found is None or not (1 <= int(found[1]) <= 25 and 1 <= int(found[2] or found[1]) <= 25):
        raise BadRecord(f"{text[:20]!r} is not a board size from 1 to 25")
    return int(found[1]), int(found[2] or found[1])


def _komi(root: Node) -> tuple[Fraction, tuple[str, ...]]:
    text = text_value(root, "KM")
    komi = komi_of(text)
    if komi is not None:
        return komi, ()
    return Fraction(0), (f"komi {clean_name(text)[:20]!r} not understood, 0 taken" if text else "no komi stated, 0 taken",)


def _lay_handicap(replay: Replay, nodes: list[Node]) -> int:
    """The number of handicap stones. Where the record has a handicap and no stones for it, they are laid out."""
    text = text_value(nodes[0], "HA")
    number = int(text) if _NUMBER.fullmatch(text) else 0
    if number < 2:
        return 0
    black, white, first = _opening(nodes)
    if white:
        return 0
    if black:
        return black
    if first == "B":
        return 0  # the handicap is played as moves
    points = handicap_points(replay.board.geometry, number)
    if not points:
        raise BadRecord(f"the record has no stones for its handicap of {number}, and this board no fixed points for them")
    replay.board.set_up(points, ())
    replay.to_move = WHITE
    return number


def _opening(nodes: list[Node]) -> tuple[int, int, str]:
    """How many black and white stones are set up before the first move, and whose move that is."""
    scratch = Replay(Board(*_size(text_value(nodes[0], "SZ"))))
    for node in nodes:
        scratch.set_up(node)
        first = next((name for name in node if name in _SIDES), "")
        if first:
            break
    else:
        first = ""
    return len(scratch.board.stones(BLACK)), len(scratch.board.stones(WHITE)), first


@lru_cache(maxsize=1024)
def _named(text: str) -> Ruleset | None:
    """The ruleset that ``RU`` names, if it is one of ours."""
    plain = " ".join(text.lower().split()).removesuffix(" rules")
    eastern = next((name for word, name in _EASTERN.items() if plain.startswith(word)), "")
    for name in (text, plain.replace(" ", "-"), _ELSEWHERE.get(plain, eastern)):
        try:
            return find(name)
        except BadRuleset:
            continue
    return None
