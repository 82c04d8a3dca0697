"""Sequential tests while an experiment runs: decided once, the same for any order and number of workers."""

import itertools
import random
import tomllib

import pytest
from fake_config import BotConfig, MatchConfig, make_config, make_record

from harness import changes, experiment, report, sequential
from harness.consistency import WrongKey
from harness.endings import Ending
from harness.loading import parse
from harness.schedule import tasks
from harness.sequential import Tests, meeting
from harness.sprt import Decision, SprtConfig, sprt_state

SPRT = SprtConfig(0, 150)
NEEDED = 18
"""Games that decide for a player that wins them all."""


def config(**changes):
    return make_config(rulesets=["chinese"], games=changes.pop("games", 40), sprt=SPRT, **changes)


def won_by(player, settings):
    return [make_record(task, winner="B" if task.black == player else "W") for task in tasks(settings)]


def test_a_test_is_decided_by_the_first_games_that_suffice():
    tests, lines = Tests(config()), []
    for number, record in enumerate(won_by("a", config()), 1):
        line = tests.add(record)
        lines += [(number, line)] if line else []
    states = [sprt_state([0, 0, 0, 0, pairs], SPRT) for pairs in range(21)]
    first = next(pairs for pairs, state in enumerate(states) if state.decision == Decision.H1)
    assert 2 * first == NEEDED
    assert lines == [(NEEDED, f"a against b under chinese, 9x9: H1 is accepted after 18 games (LLR {states[first].llr:+.2f})")]
    ((_, outcome),) = tests.outcomes().items()
    assert outcome == (states[first], NEEDED)


def test_what_comes_after_the_decision_does_not_undo_it():
    records = won_by("a", config())
    records[NEEDED:] = won_by("b", config())[NEEDED:]
    found = sequential.tested(config(), records)
    assert report.values("trial", 40, records, found)["results"][0]["sprt"]["decision"] == "H1"
    assert sprt_state([11, 0, 0, 0, 9], SPRT).decision != Decision.H1


def test_the_order_in_which_games_end_does_not_matter():
    records = [
        make_record(record.task, winner=winner)
        for record, winner in zip(won_by("a", config()), random.Random(3).choices(["B", "W", None], k=40), strict=True)
    ]
    records[::2] = won_by("a", config())[::2]
    expected = Tests(config(), records).outcomes()
    for seed in range(20):
        mixed = records.copy()
        random.Random(seed).shuffle(mixed)
        assert Tests(config(), mixed).outcomes() == expected


def test_decided_pairings_get_no_more_games():
    settings = make_config(players=("a", "b", "c"), rulesets=["chinese", "aga"], games=40, sprt=SPRT)
    tests = Tests(settings)
    for record in won_by("a", settings):
        if meeting(record.task) == ("chinese", "9x9", "a", "b"):
            tests.add(record)
    left = {meeting(task) for task in tests.undecided(tasks(settings))}
    everything = {meeting(task) for task in tasks(settings)}
    assert everything - left == {("chinese", "9x9", "a", "b")}


def test_tasks_are_asked_about_when_their_turn_comes():
    settings = config()
    tests = Tests(settings)
    waiting = tests.undecided(tasks(settings))
    assert len(list(itertools.islice(waiting, 5))) == 5
    for record in won_by("a", settings):
        tests.add(record)
    assert list(waiting) == []


def test_void_games_tell_nothing_and_neither_does_their_other_half():
    records = won_by("a", config())
    records[3] = make_record(records[3].task, winner=None, ending=Ending.INTERNAL)
    ((_, outcome),) = Tests(config(), records).outcomes().items()
    assert outcome.games == NEEDED + 2
    assert outcome.state.decision == Decision.H1


def test_games_without_a_change_of_colors_are_counted_one_by_one():
    settings = config(matches=[MatchConfig(black="a", white="b")])
    ((_, outcome),) = Tests(settings, won_by("b", settings)).outcomes().items()
    expected = next(n for n in range(40) if sprt_state([n, 0, 0], SPRT).decision == Decision.H0)
    assert outcome.games == expected
    assert outcome.state.decision == Decision.H0


def test_a_player_is_not_tested_against_itself():
    settings = config(matches=[MatchConfig(players=["a", "a"])])
    tests = Tests(settings, won_by("a", settings))
    assert tests.outcomes() == {}
    assert len(list(tests.undecided(tasks(settings)))) == 40


def test_without_hypotheses_there_is_no_test():
    settings = make_config(games=40)
    tests = Tests(settings, won_by("a", settings))
    assert tests.outcomes() == {}
    assert sequential.tested(settings, []) is None
    assert len(list(tests.undecided(tasks(settings)))) == 80


@pytest.mark.parametrize("workers", [1, 3])
def test_a_run_ends_when_its_test_is_decided(tmp_path, workers):
    players = {"a": BotConfig("fake_bots:create"), "b": BotConfig("fake_bots:faulty", {"fault": "raises"})}
    settings = config(players=players, size=5, directory=str(tmp_path / "x"), games=4000)
    said = []
    result = experiment.run(settings, workers, said.append)
    assert not result.interrupted
    assert NEEDED <= len(result.records) < 4000  # some were in play, more where a worker was slow to start with the first one
    assert [line for line in said if "H1 is accepted after 18 games" in line] == said
    again = experiment.run(settings, workers, said.append)
    assert len(again.records) == len(result.records)
    ((_, outcome),) = Tests(settings, result.records).outcomes().items()
    assert (outcome.games, outcome.state.decision) == (NEEDED, Decision.H1)


def test_hypotheses_are_not_changed_after_the_first_game():
    before, after = (changes.snapshot(config(games=games)) for games in (40, 60))
    assert changes.compare(before, after).refused == []
    without = changes.snapshot(make_config(rulesets=["chinese"], games=40))
    (line,) = changes.compare(without, before).refused
    assert line.startswith("experiment.sprt was not set, is {")
    del without["experiment"]["sprt"]  # as an earlier version wrote it
    assert changes.compare(without, changes.snapshot(make_config(rulesets=["chinese"], games=40))).refused == []


# -- the configuration

FILE = """
[experiment]
name = "x"
rulesets = ["chinese"]
sprt = {}
[players.a]
bot = "random"
[players.b]
bot = "simple"
"""


def test_hypotheses_are_read():
    settings = parse(tomllib.loads(FILE.replace("{}", "{ elo0 = -5, elo1 = 2.5, beta = 0.1, model = 'normalized' }")))
    assert settings.experiment.sprt == SprtConfig(-5, 2.5, 0.05, 0.1, "normalized")
    assert parse(tomllib.loads(FILE.replace("sprt = {}", ""))).experiment.sprt is None


@pytest.mark.parametrize(
    ("table", "reason"),
    [
        ("{ elo0 = 0 }", "experiment.sprt.elo1: this key is missing"),
        ("{ elo0 = 5, elo1 = 5 }", "experiment.sprt: elo0 below elo1 is needed, not 5 and 5"),
        ("{ elo0 = 0, elo1 = 201 }", "experiment.sprt.elo1: a number up to 200 is needed"),
        ("{ elo0 = 0, elo1 = 5, alpha = 0.0 }", "experiment.sprt.alpha: a number above 0 is needed"),
        ("{ elo0 = 0, elo1 = 5, beta = 0.5 }", "experiment.sprt.beta: a number below 0.5 is needed"),
        ("{ elo0 = 0, elo1 = 5, model = 'x' }", 'experiment.sprt.model: "logistic" or "normalized" is needed, not \'x\''),
        ("{ elo0 = 0, elo1 = 5, alpa = 0.1 }", "experiment.sprt.alpa: unknown key; did you mean 'alpha'?"),
        ("{ elo0 = nan, elo1 = 5 }", "experiment.sprt"),
        ("{ elo0 = 0, elo1 = inf }", "experiment.sprt.elo1: a number up to 200 is needed"),
        ("3", "experiment.sprt: a table is needed, not a whole number"),
    ],
)
def test_hypotheses_that_cannot_be_used(table, reason):
    with pytest.raises(WrongKey) as caught:
        parse(tomllib.loads(FILE.replace("{}", table)))
    assert str(caught.value).startswith(reason)
