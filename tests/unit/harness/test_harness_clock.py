"""Clocks as values: what a move may take, what is left after it, what is told."""

import math

import pytest

from harness.clock import Clock, Control, full, parse


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("absolute 10m", Control("absolute", 600)),
        ("absolute 1.5h", Control("absolute", 5400)),
        ("absolute 250ms", Control("absolute", 0.25)),
        ("canadian 10m 25/5m", Control("canadian", 600, 300, 25)),
        ("canadian 0s 1/2s", Control("canadian", 0, 2, 1)),
        ("byo-yomi 10m 5x30s", Control("byo-yomi", 600, 30, 5)),
        ("fischer 5m +3s", Control("fischer", 300, 3)),
        ("fischer 5m +0s", Control("fischer", 300, 0)),
    ],
)
def test_a_text_means_a_control(text, expected):
    assert parse(text) == expected


@pytest.mark.parametrize(
    "text",
    ["", "10m", "absolute", "absolute 10", "absolute 10m ", "absolute -1s", "absolute 1e9s", "Absolute 1m", "blitz 1m",
     "canadian 10m", "canadian 10m 5m/25", "byo-yomi 10m 5×30s", "byo-yomi 10m 5 30s", "fischer 5m 3s", "absolute 1m\n"],
)  # fmt: skip
def test_another_text_means_none(text):
    with pytest.raises(ValueError, match="a clock such as"):
        parse(text)


@pytest.mark.parametrize(
    "text",
    ["absolute 0s", "fischer 0s +5s", "byo-yomi 1m 0x30s", "byo-yomi 1m 3x0s", "canadian 1m 0/5m", "canadian 1m 5/0s",
     "absolute 99999999h"],
)  # fmt: skip
def test_a_clock_under_which_nobody_can_move_is_refused(text):
    with pytest.raises(ValueError, match="no move can be made"):
        parse(text)


def after(text, *thoughts):
    clock = full(parse(text))
    for seconds in thoughts:
        clock = clock.after(seconds)
    return clock


@pytest.mark.parametrize(
    ("text", "thoughts", "left", "count", "budget"),
    [
        ("absolute 10s", (), 10, 0, 10),
        ("absolute 10s", (4,), 6, 0, 6),
        ("absolute 10s", (4, 6), 0, 0, 0),
        ("absolute 10s", (4, 7), 0, 0, 0),  # beyond the budget, within a margin
        ("fischer 10s +3s", (), 10, 0, 10),
        ("fischer 10s +3s", (4,), 9, 0, 9),
        ("fischer 10s +3s", (10,), 3, 0, 3),
        ("fischer 10s +3s", (10, 3), 3, 0, 3),
        ("fischer 10s +3s", (1, 1, 1), 16, 0, 16),
        ("canadian 10s 3/20s", (), 10, 0, 30),
        ("canadian 10s 3/20s", (9,), 1, 0, 21),
        ("canadian 10s 3/20s", (10,), 20, 2, 20),  # the first stone of the first period
        ("canadian 10s 3/20s", (15,), 15, 2, 15),
        ("canadian 10s 3/20s", (15, 5), 10, 1, 10),
        ("canadian 10s 3/20s", (15, 5, 9), 20, 3, 20),  # the last stone in time: a new period
        ("canadian 10s 3/20s", (30,), 0, 2, 0),
        ("canadian 10s 1/20s", (25,), 20, 1, 20),
        ("canadian 0s 2/20s", (), 20, 2, 20),
        ("canadian 0s 2/20s", (5,), 15, 1, 15),
        ("canadian 0s 2/20s", (5, 5), 20, 2, 20),
        ("byo-yomi 10s 3x5s", (), 10, 0, 25),
        ("byo-yomi 10s 3x5s", (9,), 1, 0, 16),
        ("byo-yomi 10s 3x5s", (10,), 5, 3, 15),
        ("byo-yomi 10s 3x5s", (15,), 5, 3, 15),  # exactly one period beyond: it is not overstepped
        ("byo-yomi 10s 3x5s", (15.01,), 5, 2, 10),
        ("byo-yomi 10s 3x5s", (25,), 5, 1, 5),
        ("byo-yomi 10s 3x5s", (10, 4), 5, 3, 15),
        ("byo-yomi 10s 3x5s", (10, 6), 5, 2, 10),
        ("byo-yomi 10s 3x5s", (10, 6, 6), 5, 1, 5),
        ("byo-yomi 10s 3x5s", (10, 6, 6, 5, 5, 5), 5, 1, 5),
        ("byo-yomi 10s 3x5s", (10, 6, 6, 5.2), 5, 1, 5),  # within a margin
        ("byo-yomi 0s 2x5s", (), 5, 2, 10),
    ],
)
def test_a_clock_after_moves(text, thoughts, left, count, budget):
    clock = after(text, *thoughts)
    assert (clock.left, clock.count, clock.budget) == (left, count, budget)
    assert clock.told == (int(left), count)


@pytest.mark.parametrize("text", ["absolute 9s", "fischer 4s +2s", "canadian 6s 3/4s", "byo-yomi 6s 3x2s", "canadian 0s 2/3s"])
def test_no_clock_ever_stands_below_zero_or_above_what_it_got(text):
    control = parse(text)
    reached = {full(control)}
    frontier = list(reached)
    while frontier and len(reached) < 3000:
        clock = frontier.pop()
        assert 0 <= clock.left <= max(control.main, control.period) + 20 * control.period
        assert clock.budget >= clock.left >= 0
        assert (clock.count > 0) == (clock.overtime and control.count > 0)
        assert clock.count <= control.count
        for half in range(int(2 * clock.budget) + 3):
            following = clock.after(half / 2)
            if following.left < 20 and following not in reached:
                reached.add(following)
                frontier.append(following)
    assert len(reached) > 5


@pytest.mark.parametrize("text", ["absolute 9s", "canadian 6s 3/4s", "byo-yomi 6s 3x2s"])
def test_a_longer_thought_never_leaves_more(text):
    clock = full(parse(text))
    budgets = [(clock.overtime, clock.after(tenth / 10)) for tenth in range(int(10 * clock.budget))]
    left = [
        after.left + after.control.period * 100 * (not after.overtime) + after.control.period * after.count
        for _, after in budgets
    ]
    assert all(math.isfinite(each) for each in left)
    assert left == sorted(left, reverse=True)


@pytest.mark.parametrize(
    ("text", "settings", "announcements"),
    [
        ("absolute 10m", (600, 0, 0), ["time_settings 600 0 0"]),
        ("absolute 1.9s", (1, 0, 0), ["time_settings 1 0 0"]),
        ("absolute 300ms", (1, 0, 0), ["time_settings 1 0 0"]),  # 0 0 0 would mean no time at all
        ("canadian 1m 25/5m", (60, 300, 25), ["time_settings 60 300 25"]),
        (
            "byo-yomi 1m 5x30s",
            (60, 30, 1),
            ["kgs-time_settings byoyomi 60 30 5", "kata-time_settings byoyomi 60 30 5", "time_settings 60 30 1"],
        ),
        ("fischer 5m +2.5s", (300, 0, 0), ["kata-time_settings fischer 300 2.5", "time_settings 300 0 0"]),
    ],
)
def test_what_is_told_of_a_control(text, settings, announcements):
    control = parse(text)
    assert control.settings == settings
    assert control.announcements == announcements


def test_a_clock_is_a_value():
    assert Clock(parse("absolute 1s"), 1.0) == full(parse("absolute 1s"))
