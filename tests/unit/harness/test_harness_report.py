"""Sums, intervals and the table."""

import io
import json
import math
from fractions import Fraction

import pytest
from fake_config import MatchConfig, make_config, make_record

from harness import report, stats
from harness.endings import Ending, Recount, Side
from harness.experiment import in_order
from harness.progress import Progress
from harness.schedule import tasks
from harness.tally import comparisons, remarks, tallies

TASKS = [task for task in tasks(make_config()) if task.ruleset == "chinese"]
OTHERS = [task for task in tasks(make_config()) if task.ruleset == "tang-song"]


def test_students_quantile_is_right_on_both_sides_of_the_table():
    assert stats.student(1) == pytest.approx(12.7062, abs=1e-4)
    assert stats.student(30) == pytest.approx(2.0423, abs=1e-4)
    assert stats.student(31) == pytest.approx(2.0395, abs=1e-4)
    assert stats.student(100) == pytest.approx(1.98397, abs=1e-4)
    assert stats.student(10**9) == pytest.approx(1.959964, abs=1e-6)


def test_the_mean_has_students_interval():
    found = stats.mean([Fraction(value) for value in (1, 2, 3, 4)])
    half = 3.182446 * math.sqrt(5 / 3 / 4)
    assert found == pytest.approx((2.5, 2.5 - half, 2.5 + half))


def test_means_of_fractions_are_exact_to_the_last():
    values = [Fraction(1, 3), Fraction(-7, 4), Fraction(10**12 + 1, 7), Fraction(10**12, 7)]
    middle = sum(values) / 4
    half = stats.student(3) * math.sqrt(float(sum((value - middle) ** 2 for value in values) / 3) / 4)
    assert stats.mean(values) == (float(middle), float(middle) - half, float(middle) + half)


def test_means_of_little_are_finite():
    assert stats.mean([]) is None
    assert stats.mean([Fraction(7, 2)]) == (3.5, None, None)
    assert stats.mean([Fraction(2)] * 5) == (2, 2, 2)


def test_rates_have_wilsons_interval():
    assert stats.rate(Fraction(5), 10) == pytest.approx((0.5, 0.2366, 0.7634), abs=1e-4)
    assert stats.rate(Fraction(0), 0) is None


@pytest.mark.parametrize("points", [0, 10])
def test_all_wins_and_all_losses_have_a_finite_interval(points):
    found = stats.rate(Fraction(points), 10)
    assert found.value == points / 10
    assert 0 <= found.low < found.high <= 1
    assert found.high - found.low == pytest.approx(0.2775, abs=1e-3)


def test_wins_go_to_players_not_to_colors():
    records = [
        make_record(TASKS[0], winner="B", margin="3"),  # a is Black
        make_record(TASKS[1], winner="B", margin="1"),  # b is Black
        make_record(TASKS[2], winner=None, result="0", margin="0"),
        make_record(TASKS[3], winner=None, ending=Ending.REFUSED_SETUP, margin=None, moves=""),
    ]
    (tally,) = tallies(records)
    assert (tally.wins, tally.losses, tally.draws, tally.void, tally.games) == (1, 1, 1, 1, 4)
    assert tally.margins == [3, -1, 0]
    assert tally.black_wins == 2
    assert tally.rate.value == 0.5
    assert tally.endings == {Ending.SCORE: 3, Ending.REFUSED_SETUP: 1}


def test_a_player_against_itself_is_counted_by_seats():
    config = make_config(matches=[MatchConfig(players=["a", "a"])], rulesets=["chinese"])
    records = [make_record(task, winner="B", margin="5") for task in tasks(config)]
    (tally,) = tallies(records)
    assert (tally.wins, tally.losses) == (2, 2)
    assert tally.margins == [5, -5, 5, -5]


def test_games_that_went_the_same_way_are_counted():
    records = [make_record(task, moves="same" if task.index < 3 else "other") for task in TASKS]
    (tally,) = tallies(records)
    assert tally.repeated == 2
    note = "note: a – b: games that went exactly like another one and add nothing: 2 of 4 games under chinese"
    assert note in report.text("x", 4, records)


def test_other_winners_are_counted():
    outcomes = [("B+3.5", "7/2", "B+1", "1"), ("B+0.5", "1/2", "W+2", "-2"), ("B+1", "1", "0", "0"), ("0", "0", "0", "0")]
    records = [
        make_record(task, result=result, margin=margin, recounts=(Recount("japanese", other, text),))
        for task, (result, margin, text, other) in zip(TASKS, outcomes, strict=True)
    ]
    (found,) = comparisons(records)
    assert (found.refereed, found.counted, found.changed) == ("chinese", "japanese", 2)
    assert found.margins == [Fraction(7, 2), Fraction(1, 2), 1, 0]
    assert found.recounts == [1, -2, 0, 0]
    assert found.difference == stats.mean([Fraction(-5, 2), Fraction(-5, 2), Fraction(-1), Fraction(0)])


def test_engines_that_do_not_know_the_rules_or_count_otherwise_are_named():
    records = [
        make_record(TASKS[0], black=Side(rules="rules unknown", score="B+3.50"), white=Side(rules="", score=None)),
        make_record(TASKS[2], black=Side(rules="rules unknown", score="W+3.5")),
        make_record(OTHERS[0], black=Side(rules="rules unknown", score="W+1"), white=Side(rules="kgs-rules x; refused: no")),
    ]
    assert remarks(records) == [
        "a: rules unknown: chinese (2 games), tang-song (1 game)",
        "b: kgs-rules x; refused: no: tang-song (1 game)",
        "a counted otherwise than the referee: 1 of 2 games under chinese, 1 of 1 game under tang-song",
    ]


@pytest.mark.parametrize(
    "score",
    ["B+1/0", "B+1e999999999", "B+R", "B+.", "B+-3.5", "B+٣", "B", "", "b+3.50", "B+" + "9" * 5000],
    ids=lambda text: text[:9],
)
def test_whatever_an_engine_says_about_the_result_can_be_compared(score):
    records = [make_record(TASKS[0], black=Side(score=score), white=Side())]
    expected = [] if score == "b+3.50" else ["a counted otherwise than the referee: 1 of 1 game under chinese"]
    assert remarks(records) == expected


def test_one_game_has_a_margin_but_no_interval():
    records = [make_record(TASKS[0], margin="79", recounts=(Recount("japanese", "80", "B+80"),))]
    text = report.text("trial", 4, records)
    assert "+79.00 –" in text
    assert "+80.00 –" in text
    assert "±" not in text.replace(report.MARGIN_NOTE, "")
    values = json.loads(json.dumps(report.values("trial", 4, records)))
    assert values["results"][0]["margin"] == {"value": 79, "low": None, "high": None}
    assert values["recounts"][0]["difference"] == {"value": 1, "low": None, "high": None}


def test_everything_comes_in_the_order_of_the_file():
    config = make_config(players=["z", "b", "a"], rulesets=["tang-song", "chinese", "aga"], counts=["japanese", "ing"], games=2)
    counted = ["aga", "chinese", "ing", "japanese", "tang-song"]  # as they come from the store
    records = [
        make_record(task, recounts=tuple(Recount(each, "1", "B+1") for each in counted if each != task.ruleset))
        for task in sorted(tasks(config), key=lambda task: task.key)
    ]
    values = report.values("trial", 18, in_order(config, records))
    rows = [(row["ruleset"], row["first"], row["second"]) for row in values["results"]]
    pairs = [("z", "b"), ("z", "a"), ("b", "a")]
    assert rows == [(ruleset, *pair) for ruleset in ("tang-song", "chinese", "aga") for pair in pairs]
    listed = ["tang-song", "chinese", "aga", "japanese", "ing"]
    refereed = [(row["refereed"], row["counted"]) for row in values["recounts"]]
    assert refereed == [(own, other) for own in listed[:3] for other in listed if other != own]


def test_lines_are_no_wider_than_a_terminal():
    config = make_config(players=["gnugo", "careful"], rulesets=["tang-song", "chinese", "japanese"], games=11)
    endings = [*Ending]
    records = [
        make_record(
            task, ending=endings[number % len(endings)], margin=str(number * 13 - 100), black=Side(rules="rules unknown")
        )
        for number, task in enumerate(tasks(config))
    ]
    text = report.text("trial", len(records), in_order(config, records))
    assert max(map(len, text.splitlines())) <= report.WIDTH
    assert all(ending.value in text for ending in endings)


def test_a_game_in_words():
    assert remarks([make_record(TASKS[0])]) == ["a: rules unknown: chinese (1 game)"]


def test_the_table_says_what_the_values_say():
    records = [make_record(task) for task in TASKS]
    text = report.text("trial", 8, records)
    assert text.startswith("trial: 4 of 8 games\n")
    assert report.CAPTION in text
    assert "the komi of the game is kept" in report.CAPTION
    values = json.loads(json.dumps(report.values("trial", 8, records)))
    assert values["results"][0]["wins"] == 2
    assert values["recounts"][0]["recount"]["value"] == 2.5
    row = next(line for line in text.splitlines() if line.startswith("chinese  a – b"))
    assert row.split()[4:9] == ["4", "2", "2", "0", "0"]
    assert "+2.50 ±0.00" in text


def test_a_table_without_games_is_one_line():
    assert report.text("trial", 8, []) == "trial: 0 of 8 games\n"


def test_names_from_outside_do_not_reach_the_terminal_raw():
    config = make_config(players=["evil\x1b[2J\nname", "b"], rulesets=["chinese"])
    text = report.text("trial", 4, [make_record(task) for task in tasks(config)])
    assert "\x1b" not in text
    assert "evil·[2J·name" in text


def test_progress_elsewhere_than_on_a_terminal_is_a_line_now_and_then():
    stream = io.StringIO()
    progress = Progress(40, 0, stream)
    for _ in range(40):
        progress.add(make_record(TASKS[0]))
    progress.close()
    assert stream.getvalue().splitlines() == [f"{done} of 40 games" for done in range(4, 41, 4)]


def test_progress_tells_trouble_at_once():
    stream = io.StringIO()
    Progress(40, 0, stream).add(make_record(TASKS[0], ending=Ending.TIMEOUT, detail="no reply\x1b"))
    assert stream.getvalue() == f"{TASKS[0].key}: timeout: no reply·\n"


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_progress_on_a_terminal_is_a_bar_with_trouble_above_it():
    stream = Terminal()
    progress = Progress(2, 0, stream)
    progress.add(make_record(TASKS[0], ending=Ending.TIMEOUT, detail="no reply"))
    progress.add(make_record(TASKS[1]))
    progress.close()
    assert "timeout: no reply\n" in stream.getvalue()
    assert "2/2" in stream.getvalue()


def test_a_bar_without_news_shows_that_time_goes_by(monkeypatch):
    clock = [0.0]
    monkeypatch.setattr("harness.progress.time.monotonic", lambda: clock[0])
    stream = Terminal()
    progress = Progress(270, 0, stream)
    before = stream.getvalue().count("0/270")
    for _ in range(50):
        clock[0] += 0.2
        progress.look(2)
    assert stream.getvalue().count("0/270") - before in (9, 10)
    assert "2 in play" in stream.getvalue()
    progress.close()


def test_a_look_leaves_plain_lines_alone():
    stream = io.StringIO()
    Progress(270, 0, stream).look(2)
    assert stream.getvalue() == ""
