"""Many games at a time: the same ones for any number of workers, and one worker's death is one game's."""

import multiprocessing
import os
import signal

import msgspec
import pytest
from fake_config import BotConfig, make_config

from gtp_rules.sgf import read_game
from harness.endings import Ending
from harness.errors import FailingWorkers
from harness.pool import play_all
from harness.recording import play
from harness.schedule import tasks
from harness.signals import ENDING
from harness.worker import serve

TIMES = ("started", "ended", "sgf", "black", "white", "thoughts")


def essence(record):
    """Everything about a game but when it was played."""
    return {key: value for key, value in msgspec.to_builtins(record).items() if key not in TIMES}


def test_any_number_of_workers_plays_the_same_games():
    config = make_config(size=5, opening_moves=2, counts=["japanese"])
    by_number = {}
    for number in (1, 3):
        records = list(play_all(config, tasks(config), number))
        assert len(records) == 8
        by_number[number] = sorted((essence(record) for record in records), key=lambda each: each["task"]["key"])
    alone = sorted((essence(play(config, task)) for task in tasks(config)), key=lambda each: each["task"]["key"])
    assert by_number[1] == by_number[3] == alone
    assert len({each["moves"] for each in alone}) == 8


def test_a_worker_that_dies_takes_only_its_game_with_it():
    config = make_config(players={"a": BotConfig("fake_bots:create"), "b": BotConfig("fake_bots:faulty", {"fault": "exits"})},
                         rulesets=["chinese"], matches=[])  # fmt: skip
    listed = list(tasks(config))
    good = [msgspec.structs.replace(task, black="a", white="a") for task in listed]
    mixed = [good[0], listed[0], good[1], good[2], listed[3], good[3]]
    records = list(play_all(config, mixed, 1))
    assert [record.ending for record in records].count(Ending.SCORE) == 4
    lost = [record for record in records if record.ending is Ending.INTERNAL]
    assert [record.detail for record in lost] == ["its worker died: exit code 9"] * 2
    assert [(record.winner, record.result) for record in lost] == [(None, "Void")] * 2


def test_workers_that_all_die_end_the_run():
    config = make_config(players={"a": BotConfig("fake_bots:faulty", {"fault": "exits"}), "b": BotConfig("fake_bots:create")})
    with pytest.raises(FailingWorkers, match="3 workers died one after the other"):
        list(play_all(config, tasks(config), 1))


def test_it_is_told_how_many_games_are_in_play():
    told = []
    list(play_all(make_config(size=5), list(tasks(make_config(size=5)))[:3], 2, look=told.append))
    assert told[0] == 2
    assert set(told) <= {1, 2}


def test_the_record_says_what_was_made_at_random():
    config = make_config(size=7, opening_moves=3)
    task = next(tasks(config))
    comment = play(config, task).sgf.decode()
    assert f"The first 3 moves were made at random, with the seed {task.opening_seed}." in comment
    assert f"Seeds: Black {task.black_seed}, White {task.white_seed}." in comment
    assert b"at random" not in play(make_config(size=7), task).sgf


def test_a_worker_at_its_end_has_no_handler_left():
    ours, theirs = multiprocessing.Pipe()
    ours.close()
    before = {number: signal.getsignal(number) for number in ENDING}
    try:
        serve(theirs, msgspec.msgpack.encode(make_config()))
        assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def test_stopping_drops_the_games_at_hand():
    config = make_config(players={name: BotConfig("fake_bots:create", {"pause": 60}) for name in "ab"})
    asked = []

    def stopping():
        asked.append(True)
        return len(asked) > 1

    assert list(play_all(config, tasks(config), 2, stopping)) == []


def test_a_bot_that_raises_loses_its_game():
    config = make_config(players={"a": BotConfig("fake_bots:create"), "b": BotConfig("fake_bots:faulty", {"fault": "raises"})})
    record = play(config, next(tasks(config)))
    assert (record.ending, record.winner) == (Ending.ENGINE_DIED, "B")
    assert record.detail == "white (b): raised ZeroDivisionError: by zero"
    assert record.margin is None
    assert record.recounts == ()


def test_an_error_of_the_harness_makes_the_game_void(monkeypatch):
    config = make_config()
    task = msgspec.structs.replace(next(tasks(config)), black="nobody")
    record = play(config, task)
    assert (record.ending, record.winner, record.detail) == (Ending.INTERNAL, None, "KeyError: 'nobody'")
    assert "Traceback" in record.black.errors


def test_the_record_reads_back_to_the_same_game():
    config = make_config(size=7, opening_moves=3, rulesets=["tang-song", "chinese", "japanese"])
    for task in tasks(config):
        record = play(config, task)
        game = read_game(record.sgf)
        assert game.turns == record.turns
        assert game.outcome.result == record.result
        assert str(game.outcome.score.margin) == record.margin
        assert {each.ruleset: each.margin for each in record.recounts} == {
            text: str(game.score(under).margin) for text, under in others(config, task)
        }


def others(config, task):
    from gtp_rules import rulesets

    return [(text, rulesets.find(text)) for text in config.experiment.rulesets if text != task.ruleset]


def test_a_killed_worker_is_told_by_its_signal():
    config = make_config(
        players={name: BotConfig("fake_bots:create", {"pause": 1}) for name in "ab"}, games=1, rulesets=["chinese"]
    )
    killed = []

    def stopping():
        if not killed:
            (child,) = multiprocessing.active_children()
            os.kill(child.pid, signal.SIGKILL)
            killed.append(child)
        return False

    (record,) = play_all(config, tasks(config), 1, stopping)
    assert record.detail == "its worker died: signal 9 (SIGKILL)"
