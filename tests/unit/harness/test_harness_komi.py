"""Looking for a komi: steps, rounds, and runs that are broken off."""

import random
from contextlib import closing
from fractions import Fraction

import msgspec
import pytest
from fake_config import make_config, make_record

from harness import experiment, store
from harness.config import SEARCH
from harness.endings import Ending
from harness.komi import SMALLEST, Round, Search, estimate, next_komi, report, rounds_of, search_of, wave
from harness.schedule import tasks

START = Fraction(15, 2)


def rounds(*results, start=START, points=81):
    """The rounds that follow from how many of ten points Black made in each."""
    played = []
    for made in results:
        played.append(Round(next_komi(played, start, points), Fraction(made), 10))
    return played


def komis(*results, **more):
    played = rounds(*results, **more)
    return [
        str(each.komi)
        for each in [*played, Round(next_komi(played, more.get("start", START), more.get("points", 81)), Fraction(0), 0)]
    ]


def test_the_first_round_has_the_rulesets_komi():
    assert komis() == ["15/2"]


@pytest.mark.parametrize(
    ("results", "expected"),
    [
        ((8,), ["15/2", "25/2"]),
        ((2,), ["15/2", "5/2"]),
        ((5,), ["15/2", "15/2"]),
        ((8, 2), ["15/2", "25/2", "10"]),
        ((8, 2, 8, 2), ["15/2", "25/2", "10", "11", "21/2"]),
        ((8, 2, 8, 2, 8, 2), ["15/2", "25/2", "10", "11", "21/2", "11", "21/2"]),
        ((8, 5, 2), ["15/2", "25/2", "25/2", "10"]),  # a round that is even changes nothing
        ((9, 9, 9, 9), ["15/2", "25/2", "35/2", "45/2", "55/2"]),
        ((2, 8, 2, 8, 8, 8, 8), ["15/2", "5/2", "5", "4", "9/2", "5", "11/2", "13/2"]),  # kept for long: a longer step
    ],
)
def test_each_round_follows_from_those_before(results, expected):
    assert komis(*results) == expected


def test_on_the_smallest_boards_the_step_is_half_a_point():
    assert komis(9, points=9, start=Fraction(0)) == ["0", "1/2"]


@pytest.mark.parametrize("fair", [-3.2, 0.0, 6.6, 14.0])
def test_the_search_comes_close_to_a_komi_that_is_fair(fair):
    numbers = random.Random(4)
    played = []
    for _ in range(60):
        komi = next_komi(played, START, 81)
        won = sum(numbers.gauss(fair - float(komi), 8) > 0 for _ in range(20))
        played.append(Round(komi, Fraction(won), 20))
    assert abs(float(estimate(played)) - fair) < 1.5
    assert all(each.komi % SMALLEST == 0 for each in played)


def test_nothing_is_estimated_from_nothing():
    assert estimate([]) is None


def search_config(games=8, length=4, **more):
    return make_config(rulesets=["chinese"], size=5, games=games, komi=SEARCH, komi_round=length, **more)


def test_tasks_have_no_komi_yet():
    assert {task.komi for task in tasks(search_config())} == {SEARCH}


def test_only_the_first_round_that_lacks_games_can_be_played():
    config = search_config()
    listed = list(tasks(config))
    ready = list(wave(config, listed, []))
    assert [task.index for task in ready] == [0, 1, 2, 3]
    assert {task.komi for task in ready} == {"15/2"}
    records = [make_record(task, komi=task.komi, winner="B") for task in ready]
    ready = list(wave(config, listed[4:], records))
    assert [task.index for task in ready] == [4, 5, 6, 7]
    assert {task.komi for task in ready} == {"9"}


def test_a_round_that_was_broken_off_keeps_its_komi():
    config = search_config()
    listed = list(tasks(config))
    first = [make_record(task, komi="15/2", winner="B") for task in listed[:4]]
    second = [make_record(listed[5], komi="3", winner="W")]  # as another version may have found
    ready = list(wave(config, [listed[4], *listed[6:]], first + second))
    assert {task.komi for task in ready} == {"3"}
    assert [task.index for task in ready] == [4, 6, 7]


def test_rounds_are_those_of_each_ruleset_board_and_handicap():
    config = make_config(rulesets=["chinese", "japanese"], sizes=[5, 7], games=2, komi=SEARCH, komi_round=2)
    listed = list(tasks(config))
    assert {search_of(task) for task in listed} == {
        Search(ruleset, size, 0) for ruleset in ("chinese", "japanese") for size in ("5x5", "7x7")
    }
    ready = list(wave(config, listed, []))
    assert len(ready) == 8
    assert {(task.ruleset, task.komi) for task in ready} == {("chinese", "15/2"), ("japanese", "13/2")}


def test_void_games_are_no_evidence_and_draws_are_half():
    config = search_config()
    first, second, third, _ = list(tasks(config))[:4]
    records = [
        make_record(first, komi="1", winner="B"),
        make_record(second, komi="1", winner=None, ending=Ending.SCORE),
        make_record(third, komi="1", winner=None, ending=Ending.INTERNAL),
    ]
    assert rounds_of(records, 4) == {Search("chinese", "5x5", 0): {0: Round(Fraction(1), Fraction(3, 2), 2)}}


def test_a_fixed_komi_is_left_alone():
    config = make_config(komi=3)
    assert list(wave(config, tasks(config), [])) == list(tasks(config))
    assert list(report(config, [make_record(next(tasks(config)))])) == []


def test_a_search_that_is_broken_off_goes_on_to_the_same_end(tmp_path):
    whole = search_config(games=12, directory=str(tmp_path / "whole"))
    broken = search_config(games=12, directory=str(tmp_path / "broken"))
    experiment.run(whole, 2, lambda _: None)
    experiment.run(search_config(games=6, directory=str(tmp_path / "broken")), 1, lambda _: None)
    with closing(store.open_store(tmp_path / "broken")) as opened:
        key = msgspec.structs.replace(list(tasks(broken))[4]).key
        opened._connection.execute("DELETE FROM games WHERE key = ?", (key,))
        opened._connection.commit()
    experiment.run(broken, 1, lambda _: None)
    found = []
    for name in ("whole", "broken"):
        with closing(store.read_store(tmp_path / name)) as opened:
            found.append(sorted((record.task.index, record.komi, record.moves, record.result) for record in opened.records()))
    assert found[0] == found[1]
    assert len({komi for _, komi, _, _ in found[0]}) > 1
    lines = list(report(whole, experiment.stored(whole).records))
    assert len(lines) == 1
    assert lines[0].startswith("komi of chinese on 5x5: ")
    assert "after 3 rounds" in lines[0]
