"""Elo, likelihood of superiority, the sequential test and the ratings of many, beside published values and scipy."""

import math
import subprocess
import sys
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
import scipy.optimize
import scipy.stats
from fake_config import make_config, make_record
from hypothesis import given, settings
from hypothesis import strategies as st

from harness import elo, likelihood, stats
from harness.endings import Ending
from harness.ratings import SCALE, Anchor, Meeting, inverse, ratings
from harness.schedule import tasks
from harness.sprt import Decision, SprtConfig, bounds, sprt_state
from harness.tally import tallies

COUNTS = st.one_of(*(st.lists(st.integers(0, 10**6), min_size=n, max_size=n) for n in (3, 5)))

# -- published values


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "model", "llr"),
    [
        # fastchess, app/tests/sprt_test.cpp: lost, drawn, won; or game pairs, LL, LD, LW with DD, WD, WW
        ((36027, 68692, 36433), 0, 2, "normalized", 0.92),
        ((10650, 20431, 10871), -1.75, 0.25, "normalized", 2.30),
        ((21184, 40708, 21404), 0.5, 2.5, "logistic", -1.57),
        ((57030, 106593, 57433), 0, 2, "logistic", -2.59),
        ((365, 16618, 36029 + 200, 16974, 390), 0, 2, "normalized", 2.25),
        ((127, 4883, 10311 + 401, 5150, 104), -1.75, 0.25, "normalized", 3.01),
        ((223, 9863, 20279 + 1000, 10037, 246), 0.5, 2.5, "logistic", -3.07),
        ((871, 26175, 55003 + 980, 26678, 821), 0, 2, "logistic", -4.98),
        # cutechess, projects/lib/tests/sprt/tst_sprt.cpp
        ((1351, 2942, 1477), 0, 10, "logistic", 2.52),
        ((555, 298, 555), 0, 10, "logistic", -0.74),
    ],
)
def test_log_likelihood_ratios_are_the_published_ones(counts, elo0, elo1, model, llr):
    assert sprt_state(counts, SprtConfig(elo0, elo1, model=model)).llr == pytest.approx(llr, abs=0.006)


def test_the_bounds_are_walds():
    assert bounds(0.05, 0.05) == pytest.approx((-2.944, 2.944), abs=5e-4)
    assert bounds(0.01, 0.01) == pytest.approx((-4.6, 4.6), abs=0.01)  # cutechess, as above
    assert bounds(0.05, 0.1) == (math.log(0.1 / 0.95), math.log(0.9 / 0.05))


@pytest.mark.parametrize(
    ("counts", "difference", "error", "superiority"),
    [
        # fastchess, app/tests/elo_test.cpp
        ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 1.0),
        ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, 0.0505),
        ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, 0.0),
        ((96, 111, 136), 40.70, 30.43, 0.9960),
    ],
)
def test_elo_differences_are_the_published_ones(counts, difference, error, superiority):
    found = elo.difference(counts)
    assert found.value == pytest.approx(difference, abs=0.006)
    assert (found.high - found.low) / 2 == pytest.approx(error, rel=0.003)
    assert elo.superiority(counts) == pytest.approx(superiority, abs=5e-4)


def test_superiority_is_the_published_one():
    assert elo.superiority((89, 123, 76)) == pytest.approx(0.1553, abs=5e-4)  # fastchess, as above


# -- means of games that hang together

GROUPED = [Fraction(number, 2) for number in (3, -7, 12, 5, 5, -20, 31, 2, 9, -1, 4, 18)]


def test_values_that_are_each_a_group_have_the_interval_of_student():
    assert stats.grouped_mean(GROUPED, range(12)) == pytest.approx(stats.mean(GROUPED))


def test_groups_of_one_size_have_the_interval_of_their_means():
    groups = [number // 2 for number in range(12)]
    means = [(one + other) / 2 for one, other in zip(GROUPED[::2], GROUPED[1::2], strict=True)]
    ours = stats.grouped_mean(GROUPED, groups)
    assert ours == pytest.approx(stats.mean(means))
    theirs = scipy.stats.ttest_1samp([float(value) for value in means], 0).confidence_interval(0.95)
    assert ours[1:] == pytest.approx((theirs.low, theirs.high), rel=1e-5)


def test_groups_of_several_sizes_have_the_sandwich_of_a_regression_on_a_constant():
    groups = [0, 0, 0, 1, 1, 2, 3, 3, 3, 3, 4, 4]
    values = np.array([float(value) for value in GROUPED])
    left = values - values.mean()
    scores = np.array([left[np.array(groups) == group].sum() for group in range(5)])
    half = scipy.stats.t.ppf(0.975, 4) * math.sqrt(5 / 4 * (scores @ scores) / 12**2)
    expected = (values.mean(), values.mean() - half, values.mean() + half)
    assert stats.grouped_mean(GROUPED, groups) == pytest.approx(expected, rel=1e-5)


def test_one_group_says_nothing_about_its_spread():
    assert stats.grouped_mean(GROUPED, [1] * 12) == (float(sum(GROUPED) / 12), None, None)
    assert stats.grouped_mean([], []) is None


# -- beside scipy


@pytest.mark.parametrize(("counts", "mean"), [((3, 0, 9), 0.4), ((12, 4, 30, 7, 1), 0.55), ((1, 1, 1, 1, 1000), 0.9)])
def test_distributions_with_a_mean_are_the_likeliest_ones(counts, mean):
    filled = likelihood.filled(counts)
    places = np.linspace(0, 1, len(counts))
    limits = [
        {"type": "eq", "fun": lambda shares: shares.sum() - 1},
        {"type": "eq", "fun": lambda shares: shares @ places - mean},
    ]
    start = np.full(len(counts), 1 / len(counts))
    lowest = [(1e-9, 1)] * len(counts)
    found = scipy.optimize.minimize(
        lambda shares: -(np.array(filled) @ np.log(shares)) / sum(filled),
        start,
        bounds=lowest,
        constraints=limits,
        options={"ftol": 1e-12, "maxiter": 500},
    )
    ours = likelihood.with_mean(filled, mean)
    assert np.dot(ours, places) == pytest.approx(mean, abs=1e-12)
    assert sum(ours) == pytest.approx(1)
    assert likelihood.log_ratio(filled, ours, found.x) / sum(filled) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("value", [-3.0, -0.5, 0.0, 1.0, 2.5])
def test_the_normal_distribution(value):
    assert elo.normal(value) == pytest.approx(scipy.stats.norm.cdf(value), abs=1e-12)
    assert scipy.stats.norm.ppf(0.975) == pytest.approx(stats.NORMAL, abs=1e-12)


@pytest.mark.parametrize("freedom", [1, 2, 7, 30, 31, 60, 1000])
def test_students_quantile(freedom):
    assert stats.student(freedom) == pytest.approx(scipy.stats.t.ppf(0.975, freedom), abs=1e-4)


@pytest.mark.parametrize(("won", "games"), [(0, 10), (3, 10), (499, 1000)])
def test_wilsons_interval(won, games):
    theirs = scipy.stats.binomtest(won, games).proportion_ci(method="wilson")
    assert stats.rate(won, games)[1:] == pytest.approx((theirs.low, theirs.high), abs=1e-9)


def test_many_games_have_the_interval_of_the_standard_error():
    counts = (1000, 2200, 3100, 2300, 1100)
    mean, variance = likelihood.moments(counts)
    half = stats.NORMAL * math.sqrt(variance / sum(counts))
    assert elo.difference(counts)[1:] == pytest.approx((elo.elo(mean - half), elo.elo(mean + half)), abs=0.01)
    assert elo.superiority(counts) == pytest.approx(
        scipy.stats.norm.cdf((mean - 0.5) / math.sqrt(variance / sum(counts))), abs=1e-4
    )


def test_ratings_are_the_likeliest_and_their_errors_come_from_the_curvature():
    meetings = [Meeting("a", "b", 7.5, 10), Meeting("b", "c", 12, 20), Meeting("c", "a", 1, 9), Meeting("c", "d", 4, 4)]
    names = ["a", "b", "c", "d"]

    def cost(strengths):
        total = sum(np.log1p(np.exp(-x)) / 2 + np.log1p(np.exp(x)) / 2 for x in strengths)
        for first, second, points, games in meetings:
            gap = strengths[names.index(first)] - strengths[names.index(second)]
            total += points * np.log1p(np.exp(-gap)) + (games - points) * np.log1p(np.exp(gap))
        return total

    best = scipy.optimize.minimize(cost, np.zeros(4), method="BFGS", options={"gtol": 1e-9})
    found = {rating.player: rating.elo for rating in ratings(meetings)}
    centered = SCALE * (best.x - best.x.mean())
    assert [found[name].value for name in names] == pytest.approx(list(centered), abs=0.01)
    hessian = np.empty((4, 4))
    step = 1e-4
    for i in range(4):
        for j in range(4):
            e, f = np.eye(4)[i] * step, np.eye(4)[j] * step
            corners = cost(best.x + e + f) - cost(best.x + e - f) - cost(best.x - e + f) + cost(best.x - e - f)
            hessian[i, j] = corners / (4 * step * step)
    center = np.eye(4) - 1 / 4
    errors = SCALE * np.sqrt(np.diag(center @ np.linalg.inv(hessian) @ center.T))
    assert [(found[name].high - found[name].low) / 2 / stats.NORMAL for name in names] == pytest.approx(list(errors), rel=1e-3)


@given(st.lists(st.floats(0.1, 10), min_size=1, max_size=6), st.randoms(use_true_random=False))
def test_inverses(diagonal, random):
    size = len(diagonal)
    raw = np.array([[random.uniform(-1, 1) for _ in range(size)] for _ in range(size)])
    matrix = raw @ raw.T + np.diag(diagonal)
    assert np.allclose(np.array(inverse(matrix.tolist())) @ matrix, np.eye(size), atol=1e-8)


# -- properties


@settings(max_examples=40)
@given(COUNTS)
def test_everything_is_finite_and_turns_around_with_the_players(counts):
    found, other = elo.difference(counts), elo.difference(counts[::-1])
    if not sum(counts):
        assert found is None
        assert elo.superiority(counts) is None
        return
    assert -elo.LIMIT - 1 < found.low <= found.value <= found.high < elo.LIMIT + 1
    assert (found.value, found.low, found.high) == pytest.approx((-other.value, -other.high, -other.low), abs=1e-3)
    assert elo.superiority(counts) + elo.superiority(counts[::-1]) == pytest.approx(1, abs=1e-4)


@given(COUNTS, st.sampled_from(["logistic", "normalized"]))
def test_the_test_is_finite_and_turns_around_with_the_hypotheses(counts, model):
    state = sprt_state(counts, SprtConfig(-10, 30, 0.05, 0.1, model))
    mirrored = sprt_state(counts[::-1], SprtConfig(-30, 10, 0.05, 0.1, model))
    assert math.isfinite(state.llr)
    assert state.llr == pytest.approx(-mirrored.llr, abs=1e-5 * (1 + sum(counts)))
    expected = Decision.H1 if state.llr >= state.upper else Decision.H0 if state.llr <= state.lower else Decision.OPEN
    assert state.decision == expected


@pytest.mark.parametrize("value", [-200, 200])
@pytest.mark.parametrize(
    "counts", [(10**7, 0, 0), (0, 10**7, 0), (10**7, 0, 0, 0, 0), (0, 0, 10**7, 0, 0), (1, 0, 10**7, 0, 0)]
)
def test_a_strength_is_met_up_to_the_largest_that_a_configuration_allows(counts, value):
    strength = value * math.sqrt(2) / 347.43558552260146
    mean, variance = likelihood.moments(likelihood.with_strength(likelihood.filled(counts), strength))
    assert (mean - 0.5) / math.sqrt(variance) == pytest.approx(strength, abs=1e-6)


def test_before_the_first_game_nothing_is_decided():
    for empty in ([0] * 3, [0] * 5):
        assert sprt_state(empty, SprtConfig(0, 5))[::3] == (0.0, Decision.OPEN)


def test_one_sided_results_decide_soon():
    assert sprt_state((0, 0, 0, 0, 30), SprtConfig(0, 50)).decision == Decision.H1
    assert sprt_state((30, 0, 0, 0, 0), SprtConfig(0, 50)).decision == Decision.H0


def test_all_won_and_all_lost():
    won = elo.difference((0, 0, 4))
    assert won.value == won.high == pytest.approx(elo.LIMIT)
    assert won.low == pytest.approx(elo.elo(math.exp(-(stats.NORMAL**2) / 8)), abs=1)
    assert elo.difference((4, 0, 0)).high == pytest.approx(-won.low)


def test_equal_results_do_not_make_an_interval_of_nothing():
    found = elo.difference((0, 0, 2, 0, 0))
    assert found.value == pytest.approx(0)
    assert found.high == pytest.approx(250.9, abs=0.5)


def test_the_scale_is_elos():
    assert elo.share(400) == pytest.approx(10 / 11)
    assert elo.elo(10 / 11) == pytest.approx(400)
    assert (elo.share(-1e9), elo.share(1e9)) == pytest.approx((0, 1))
    assert elo.elo(0) == pytest.approx(-1200)


def test_the_error_rates_of_the_test_are_kept():
    # 150 runs under each hypothesis, of pairs without draws; 19 errors are more than four deviations off
    random = np.random.default_rng(5)
    config = SprtConfig(0, 150)
    for difference, wrong in ((0, Decision.H1), (150, Decision.H0)):
        share = elo.share(difference)
        errors = 0
        for _ in range(150):
            counts = [0] * 5
            decision = Decision.OPEN
            while decision == Decision.OPEN:
                counts[2 * random.binomial(2, share)] += 1
                decision = sprt_state(counts, config).decision if sum(counts) >= 4 else decision
            errors += decision == wrong
        assert errors < 19


# -- ratings


def test_an_anchor_moves_the_scale():
    meetings = [Meeting("a", "b", 6, 10), Meeting("b", "c", 6, 10)]
    free, fixed = ratings(meetings), ratings(meetings, Anchor("c", 1000.0))
    assert sum(rating.elo.value for rating in free) == pytest.approx(0, abs=1e-6)
    assert fixed[-1].elo == pytest.approx((1000, 1000, 1000))
    assert [r.player for r in free] == [r.player for r in fixed] == ["a", "b", "c"]
    gaps = [[one.elo.value - other.elo.value for one, other in pairwise(r)] for r in (free, fixed)]
    assert gaps[0] == pytest.approx(gaps[1])
    assert ratings(meetings, Anchor("nobody", 1000.0)) == free


def test_ratings_are_finite_for_the_undefeated_and_for_strangers():
    found = ratings([Meeting("a", "b", 10**6, 10**6), Meeting("c", "d", 0, 5)])
    assert [rating.player for rating in found] == ["a", "d", "c", "b"]
    assert all(math.isfinite(bound) for rating in found for bound in rating.elo)
    assert [(rating.points, rating.games) for rating in found] == [(10**6, 10**6), (5, 5), (0, 5), (0, 10**6)]


def test_ratings_of_nobody():
    assert ratings([]) == []
    assert ratings([Meeting("a", "a", 3, 6), Meeting("a", "b", 0, 0)]) == []


# -- pairs of games


def _results(*winners):
    """Records of games one after another between a and b, who change colors; winners by player, None is a draw."""
    listed = [task for task in tasks(make_config(games=len(winners))) if task.ruleset == "chinese"]
    return [
        make_record(task, winner=None if who is None else "B" if who == task.black else "W")
        for task, who in zip(listed, winners, strict=True)
    ]


def test_games_with_one_opening_and_both_colors_are_a_pair():
    (tally,) = tallies(_results("a", "a", "a", "b", "b", "b", None, "a", None, "b"))
    assert tally.pairs == [1, 1, 1, 1, 1]
    assert tally.counts == tally.pairs
    assert tally.elo == elo.from_rate(stats.rate(5, 10))  # too few pairs to tell their spread


def test_enough_pairs_give_the_interval():
    (tally,) = tallies(_results(*["a", "b"] * 9, "a", "a", "a"))
    assert tally.pairs == [0, 0, 9, 0, 1]
    paired = elo.expected(tally.pairs)
    assert tally.rate == (12 / 21, paired.low, paired.high)
    assert paired.high - paired.low < 0.25 < stats.rate(12, 21).high - stats.rate(12, 21).low
    assert tally.superiority == elo.superiority(tally.pairs)


def test_the_order_in_which_a_pair_comes_in_does_not_matter():
    (tally,) = tallies(_results("a", "a", "b", "a")[::-1])
    assert tally.pairs == [0, 0, 1, 0, 1]


def test_half_pairs_and_void_games_are_counted_apart():
    records = _results("a", "a", "a", "a")
    records[1] = make_record(records[1].task, winner=None, ending=Ending.INTERNAL)
    records[3] = make_record(records[3].task, winner=None, ending=Ending.INTERNAL)
    (tally,) = tallies(records)
    assert tally.pairs == [0] * 5
    assert tally.counts == [0, 0, 2]
    assert tally.elo == elo.from_rate(stats.rate(2, 2))


def test_the_statistics_need_no_other_package():
    code = "import sys, harness.elo, harness.ratings, harness.sprt, harness.likelihood, harness.report.page, harness.export; "
    code += "print(*[name for name in ('numpy', 'scipy', 'pyarrow', 'jinja2') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == []
