"""What files say of komi and result, in the spellings of the world's records. Exact numbers, points of the board."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from gtp_rules.board import BLACK, WHITE, Color

_DIGITS: Final = {char: str(number) for number, char in enumerate("〇一二三四五六七八九")} | {"两": "2", "兩": "2", "零": "0"}
_POWER: Final = re.compile(r"\d[eE][+-]?\d")
_PLAIN: Final = re.compile(r"[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})")
_MIXED: Final = re.compile(r"(?:(\d{1,6})(?:\s*又\s*|\s+))?(\d{1,6})/(\d{1,6})")
_LONG: Final = 60
_VULGAR: Final = re.compile("[¼½¾⅓⅔]")
_PARTS: Final = re.compile(r"(\d+)分之(\d+)")
_HALVES: Final = "半반"
_TENTHS: Final = {55, 65, 75, 85}
_LETTERED: Final = re.compile(r"(b|w|black|white)\s*\+\s*(.*)", re.IGNORECASE | re.DOTALL)
_WORDED: Final = re.compile(r"(black|white)\s+w(?:ins?|on)\b(.*)", re.IGNORECASE | re.DOTALL)
_EASTERN: Final = re.compile(r"([黑黒흑白백])(.*)", re.DOTALL)
_WINS: Final = re.compile("[胜勝赢贏승]")
_TIES: Final = {"0", "draw", "jigo", "tie", "drawn", "和", "和棋", "平局", "持碁", "持棋", "ジゴ", "무승부", "빅"}


class Stated(NamedTuple):
    """A result that a file states.

    Attributes:
        winner: the side that won; None for a tie.
        margin: by how many points Black won, negative if White did; None where the file does not say it: resignation, time …
        open_end: whether the game ended otherwise than by a count.
    """

    winner: Color | None
    margin: Fraction | None
    open_end: bool = False


@lru_cache(maxsize=1024)
def komi_of(text: str) -> Fraction | None:
    """The komi in points that a value of ``KM`` means, or None if it means none.

    Besides plain numbers: the hundredfold (``375``, ``650``), tenfold (``65``), Chinese zi 子, which are two points and the
    only unit in which anybody has quarters (``3.75``, ``3又3/4子``), and halves in words (``6目半``).
    """
    text = _normal(text)
    amount = _amount(text, alone=True)
    if amount is None or "子" in text:
        return amount
    if abs(amount) >= 100 and amount.denominator == 1:
        amount /= 100
    elif amount in _TENTHS:
        amount /= 10
    return _in_points(amount)


@lru_cache(maxsize=4096)
def result_of(text: str) -> Stated | None:
    """The result that a value of ``RE`` states, or None if it states none (``?``, ``Void``, unknown words)."""
    text = _normal(text)
    if text.lower() in _TIES:
        return Stated(None, Fraction(0))
    found = _LETTERED.fullmatch(text) or _WORDED.match(text)
    if found is not None:
        return _won(BLACK if found[1][0] in "bB" else WHITE, found[2])
    found = _EASTERN.search(text)
    if found is not None and _WINS.search(found[2]):
        return _won(WHITE if found[1] in "白백" else BLACK, found[2])
    return None


def _won(winner: Color, rest: str) -> Stated:
    amount = _amount(rest)
    if amount is None or amount < 0:
        return Stated(winner, None, open_end=bool(rest.strip()))
    points = _in_points(amount) if "子" not in rest else amount
    return Stated(winner, points if winner == BLACK else -points)


def _normal(text: str) -> str:
    text = _VULGAR.sub(r" \g<0>", text[:_LONG])  # or 3¾ would become 33/4
    text = unicodedata.normalize("NFKC", text).replace("\u2044", "/").strip()
    return _PARTS.sub(r"\2/\1", "".join(_DIGITS.get(char, char) for char in text))


def _in_points(amount: Fraction) -> Fraction:
    """Quarters are zi."""
    return amount * 2 if amount.denominator == 4 else amount


def _amount(text: str, *, alone: bool = False) -> Fraction | None:
    """The first number of a text; zi 子 are given as points.

    Args:
        text: the text.
        alone: there may be no digit besides it, so that ``0x10``, ``6.5.5`` and ``1/0`` are no numbers.
    """
    if _POWER.search(text):  # nobody writes komi like this, and "1e999" is not 1
        return None
    text = re.sub(r"(\d),(\d)", r"\1.\2", text)
    mixed, plain = _MIXED.search(text), _PLAIN.search(text)
    half = Fraction(1, 2) if any(char in text for char in _HALVES) else Fraction(0)
    found = mixed if mixed is not None and int(mixed[3]) else plain
    if alone and found is not None and any(map(str.isdigit, text[: found.start()] + text[found.end() :])):
        return None
    if found is not None and found is mixed:
        value = int(mixed[1] or 0) + Fraction(int(mixed[2]), int(mixed[3])) + half
        if text[: mixed.start()].endswith("-"):
            value = -value
    elif found is not None:
        value = Fraction(found[0].rstrip(".")) + half
    elif half:
        value = half
    else:
        return None
    return value * 2 if "子" in text else value


def plain_number(text: str) -> Fraction | None:
    """The number that a text is, and nothing else; None if it is none."""
    return Fraction(text.rstrip(".")) if _PLAIN.fullmatch(text) else None
