r"""Text in records: cleaning what others wrote, and decoding files whose encoding is declared, declared wrongly, or not.

Undeclared encodings are guessed. A guess counts only if the file has the same brackets in it as byte by byte: in East Asian
encodings a second byte may look like ``]`` or ``\``.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from typing import Final, NamedTuple

from sgfmill import sgf_grammar

from gtp_rules.errors import BadRecord

NAME_LIMIT: Final = 80
COMMENT_LIMIT: Final = 20_000

_TRIED: Final = ("gb2312", "cp932", "gb18030", "cp949", "latin-1")
_WIDER: Final = {
    "ascii": "utf-8",
    "utf-8-sig": "utf-8",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "cp950",
}
_PLAIN: Final = {"utf-8", "gb18030", "cp932", "cp949", "cp950", "euc_jp", "iso2022_jp", "big5hkscs", "johab"}
_EAST: Final = _PLAIN - {"utf-8"}
_ONE_BYTE: Final = re.compile(r"iso8859-\d+|cp125\d|cp437|cp85\d|koi8-[rtu]|mac-roman")
_CHARSET: Final = re.compile(rb"CA\s*\[\s*([A-Za-z0-9_:-]{1,40})\s*\]")
_BREAK: Final = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_HALF_WIDTH: Final = re.compile("[\uff61-\uff9f]")
_DOUBTFUL: Final = re.compile(rb"[\x81-\xfc]\\\]")  # an escaped bracket, or a character that ends in a backslash?
_PAIR: Final = re.compile(rb"[\x80-\xff]{2}")


class Decoded(NamedTuple):
    """A file as UTF-8, with the encoding that it had."""

    data: bytes
    encoding: str


def clean(text: str, *, limit: int = COMMENT_LIMIT) -> str:
    """Text without control characters, lone surrogates and marks that turn the direction of reading; long text is cut."""
    if len(text) <= limit and text.isprintable():  # one line with nothing to clean, as nearly all are
        return text.rstrip()
    lines = (_printable(line).rstrip() for line in _BREAK.split(text[: limit * 4]))
    joined = "\n".join(lines).strip("\n")
    return joined if len(joined) <= limit else joined[: limit - 1] + "…"


def clean_name(text: str) -> str:
    """A name on one line, cut at `NAME_LIMIT` characters."""
    return clean(" ".join(text[: NAME_LIMIT * 8].split()), limit=NAME_LIMIT).replace("\n", " ")


def _printable(line: str) -> str:
    line = line.replace("\t", " ")
    if line.isprintable():  # so it has none of these, and most lines end here
        return line
    return "".join(char for char in line if char == "\u200d" or unicodedata.category(char) not in {"Cc", "Cf", "Cs", "Co"})


def escape(text: str) -> str:
    """What stands between the brackets of a value."""
    return text.replace("\\", "\\\\").replace("]", "\\]")


def decode(data: bytes) -> Decoded:
    """The file in UTF-8.

    Raises:
        BadRecord: it announces UTF-16 and is none.
    """
    for mark, encoding in ((codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16")):
        if data.startswith(mark):
            text = _decoded(data, encoding)
            if text is None:
                raise BadRecord("the file announces UTF-16 and is none")
            return Decoded(text.encode("utf-8"), encoding)
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.isascii():
        return Decoded(data, "utf-8")
    declared = _declared(data)
    encoding = _encoding(data, declared)
    return Decoded(data.decode(encoding).encode("utf-8"), encoding)


def _declared(data: bytes) -> str | None:
    """The encoding that the first ``CA`` names, if it is one that records are written in."""
    found = _CHARSET.search(data)
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii").replace(":", "-")).name
    except (LookupError, ValueError):
        return None
    name = _WIDER.get(name, name)
    return name if name in _PLAIN or _ONE_BYTE.fullmatch(name) else None


def _encoding(data: bytes, declared: str | None) -> str:
    """The encoding of a file that is not plain ASCII. UTF-8 is hardly ever met by chance, so it beats another claim."""
    text = _decoded(data, "utf-8")
    if text is not None and (declared not in _EAST or any(char > "\u07ff" for char in text)):
        return "utf-8"
    if declared is not None and _decoded(data, declared) is not None:
        return declared
    if _PAIR.search(data) is None:
        return "latin-1"  # East Asian text has pairs of bytes that are not ASCII
    return next(encoding for encoding in _TRIED if _is_likely(data, encoding))


def _is_likely(data: bytes, encoding: str) -> bool:
    text = _decoded(data, encoding)
    if text is None or (encoding == "cp932" and _HALF_WIDTH.search(text)):
        return False
    if encoding == _TRIED[-1]:
        return True
    plain, own = _brackets(data), _brackets(text.encode("utf-8"))
    return own == plain or (_is_closed(own) and (_DOUBTFUL.search(data) is not None or not _is_closed(plain)))


def _brackets(data: bytes) -> list[tuple[str, bytes]]:
    tokens, _ = sgf_grammar.tokenise(data)
    return [(kind, b"" if kind == "V" else token) for kind, token in tokens]


def _is_closed(tokens: list[tuple[str, bytes]]) -> bool:
    return bool(tokens) and tokens.count(("D", b"(")) == tokens.count(("D", b")"))


def _decoded(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeError, LookupError):
        return None
