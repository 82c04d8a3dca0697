"""The text of files that do not say how they are encoded, or say it wrongly.

What a file declares and keeps, and UTF-8, `gtp_rules.sgf.text.decode` settles. The rest is a choice between the East Asian
encodings, in which nearly any bytes are some text: the one wins whose text is the most ordinary, by the share of everyday
characters and of the words that records of Go are full of.
"""

from __future__ import annotations

import codecs
import re
from typing import Final

from gtp_rules.sgf.text import Decoded, decode

_GUESSED: Final = {"gb2312", "gb18030", "cp932", "cp949", "latin-1"}
_CHARSET: Final = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_:-]{1,40})\s*\]")
_SAMPLE: Final = 20_000
_LEAST: Final = 0.4
"""The least score, everyday characters being 1, for which a file is held to be East Asian."""

_FALSE, _TRUE = 0.25, 0.85
"""A declared encoding is not believed if its score is below the first and another's above the second."""

_EVERYDAY: Final = {
    "gb18030": ("gb2312", ((0xA1, 0xA3), (0xB0, 0xD7))),
    "cp950": ("big5", ((0xA1, 0xA3), (0xA4, 0xC6))),
    "cp932": ("shift_jis", ((0x81, 0x83), (0x88, 0x97))),
    "cp949": ("euc_kr", ((0xA1, 0xA3), (0xB0, 0xC8))),
}
"""By encoding: its narrower form, and the first bytes of everyday characters there."""

_WORDS: Final = {
    "gb18030": "黑白胜段中盘目半子围棋战赛届先番第本名人王杯国日月年局负贴手让九八七六五四三二一",
    "cp950": "黑白勝段中盤目半子圍棋戰賽屆先番第本名人王盃國日月年局負貼手讓九八七六五四三二一",
    "cp932": "黒白勝段中押盤目半子囲碁戦先番第期本因坊名人王杯日月年局負手置九八七六五四三二一のはにを",
    "cp949": "흑백승단중반집목국수기전배제회년월일대이김박최조정강윤선한서명인왕위호덤의은는을에",
}


def decoded(data: bytes) -> Decoded:
    """The file in UTF-8, and the encoding that it has or seems to have.

    Raises:
        BadRecord: it announces UTF-16 and is none.
    """
    found = decode(data)
    if found.encoding not in _GUESSED:
        return found
    scores = {encoding: _score(data[:_SAMPLE], encoding) for encoding in _EVERYDAY}
    best = max(scores, key=scores.__getitem__)
    if _is_declared(data, found.encoding) and not scores.get(found.encoding, 1) < _FALSE < _TRUE < scores[best]:
        return found
    if scores[best] < _LEAST:
        best = "latin-1"
    return Decoded(data.decode(best, "replace").encode("utf-8"), best)


def plainly(data: bytes) -> Decoded:
    """The file read byte by byte, for one whose guessed encoding has broken its brackets."""
    return Decoded(data.decode("latin-1").encode("utf-8"), "latin-1")


def _is_declared(data: bytes, encoding: str) -> bool:
    found = _CHARSET.search(data)
    if found is None or encoding == "gb2312":
        return False
    try:
        name = codecs.lookup(found[1].decode("ascii").replace(":", "-")).name
    except (LookupError, ValueError):
        return False
    return name == codecs.lookup(encoding).name or name in {"gb2312", "gbk", "shift_jis", "euc_kr"}


def _score(data: bytes, encoding: str) -> float:
    """How ordinary the text is: 1 if all its characters are everyday ones, up to 3 for words of Go records; 0 if it is none."""
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(data)  # the sample may end inside a character
    except UnicodeError:
        return 0.0
    narrow, first_bytes = _EVERYDAY[encoding]
    chars = [char for char in text if not char.isascii()]
    value = 0
    for char in chars:
        raw = char.encode(narrow, "ignore")
        if len(raw) == 2 and any(low <= raw[0] <= high for low, high in first_bytes):
            value += 3 if char in _WORDS[encoding] else 1
    return value / len(chars) if chars else 0.0
