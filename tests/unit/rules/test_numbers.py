"""Exact numbers, their texts, and score sheets."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtp_rules.board import BLACK, WHITE
from gtp_rules.rules.counting import Line, ScoreSheet, Side, result_text
from gtp_rules.rules.counting.sheet import decimal_text

DECIMALS = [
    ("0", "0"),
    ("1", "1"),
    ("-1", "-1"),
    ("10", "10"),
    ("100", "100"),
    ("7/2", "3.5"),
    ("-7/2", "-3.5"),
    ("15/4", "3.75"),
    ("1/8", "0.125"),
    ("-1/8", "-0.125"),
    ("1/40", "0.025"),
    ("-1/3125", "-0.00032"),
    ("20001/2", "10000.5"),
    ("1/3", "0.3333"),
    ("-1/3", "-0.3333"),
    ("2/3", "0.6667"),
    ("22/7", "3.1429"),
    ("361/3", "120.3333"),
]


@pytest.mark.parametrize(("value", "text"), DECIMALS)
def test_decimal_text(value: str, text: str) -> None:
    assert decimal_text(Fraction(value)) == text


@pytest.mark.parametrize(
    ("margin", "text"),
    [
        ("0", "0"),
        ("7/2", "B+3.5"),
        ("-7/2", "W+3.5"),
        ("-2", "W+2"),
        ("1", "B+1"),
        ("361", "B+361"),
        ("-1/4", "W+0.25"),
        ("1/3", "B+0.3333"),
        ("-100/3", "W+33.3333"),
    ],
)
def test_result_text(margin: str, text: str) -> None:
    assert result_text(Fraction(margin)) == text


@given(st.integers(-(10**6), 10**6), st.integers(0, 6), st.integers(0, 6))
def test_decimals_are_exact_where_there_is_one(numerator: int, twos: int, fives: int) -> None:
    value = Fraction(numerator, 2**twos * 5**fives)
    text = decimal_text(value)
    assert Fraction(text) == value
    assert "e" not in text
    assert "." not in text or not text.endswith("0")


def sheet(black: list[str], white: list[str], komi: str = "0", **more: object) -> ScoreSheet:
    def side(values: list[str]) -> Side:
        return Side(tuple(Line("item", Fraction(value)) for value in values))

    return ScoreSheet("own", "point", side(black), side(white), Fraction(komi), **more)


def test_a_total_is_the_sum_of_the_lines_and_may_be_negative() -> None:
    assert sheet(["3", "-5", "1/2"], []).black.total == Fraction(-3, 2)
    assert sheet([], []).white.total == 0


def test_margin_winner_and_result() -> None:
    won = sheet(["10"], ["4"], "7/2")
    assert (won.margin, won.winner, won.result) == (Fraction(5, 2), BLACK, "B+2.5")
    lost = sheet(["10"], ["4"], "7")
    assert (lost.margin, lost.winner, lost.result) == (-1, WHITE, "W+1")
    assert won.side(BLACK) is won.black
    assert won.side(WHITE) is won.white


def test_negative_totals_are_not_cancelled() -> None:
    found = sheet(["-3"], ["-1"])
    assert (found.black.total, found.white.total, found.margin) == (-3, -1, -2)


def test_a_tie_is_won_by_nobody_unless_the_ruleset_names_a_side() -> None:
    plain = sheet(["5"], ["5"])
    assert (plain.winner, plain.result) == (None, "0")
    ruled = sheet(["5"], ["5"], tie_winner=BLACK)
    assert ruled.winner is BLACK
    assert ruled.result.startswith("B+")
    assert sheet(["5"], ["6"], tie_winner=BLACK).winner is WHITE
