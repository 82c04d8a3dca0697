"""Programs that stay from game to game, and those that do not; what the system holds them to."""

import sys
from contextlib import closing
from pathlib import Path

import pytest
from fake_config import BotConfig, EngineConfig, make_config

from gtp_rules.engines.settings import Limits, Timeouts
from gtp_rules.errors import UnavailablePlayer
from harness.cast import Cast
from harness.config import MatchConfig
from harness.endings import Ending
from harness.recording import play
from harness.schedule import tasks

ENGINE = [sys.executable, "-S", "-E", str(Path(__file__).with_name("fake_engine.py"))]


def engine(note, *options, **more):
    return EngineConfig([*ENGINE, "--note", str(note), *options], timeouts=Timeouts(genmove=20, quit=2), **more)


def started(note):
    return [line for line in note.read_text().splitlines() if line.startswith("pid")]


def play_all(config, keep=2, games=None):
    with closing(Cast(config.players, keep)) as cast:
        return [play(config, task, cast=cast) for task in list(tasks(config))[:games]]


def trial(players, matches=(), games=4, **more):
    return make_config(players=players, matches=list(matches), rulesets=["chinese"], games=games, size=5, **more)


def test_a_program_stays_for_all_games_and_hears_each_begin(tmp_path):
    note = tmp_path / "note"
    records = play_all(trial({"e": engine(note), "b": BotConfig("fake_bots:create")}))
    assert [record.ending for record in records] == [Ending.SCORE] * 4
    assert len(started(note)) == 1
    assert note.read_text().count("clear_board") == note.read_text().count("boardsize 5") == 4
    assert note.read_text().count("quit") == 1
    assert {record.black.title or record.white.title for record in records} == {"Fake 1.0"}


@pytest.mark.parametrize(
    ("options", "more"), [((), {"restart": True}), (("--at", "{seed}"), {}), ((), {"cpu": 100})], ids=["restart", "seed", "cpu"]
)
def test_a_program_is_started_anew_where_it_must(tmp_path, options, more):
    note = tmp_path / "note"
    play_all(trial({"e": engine(note, *options, **more), "b": BotConfig("fake_bots:create")}))
    assert len(started(note)) == 4


def test_nobody_stays_where_nobody_is_to_be_kept(tmp_path):
    note = tmp_path / "note"
    play_all(trial({"e": engine(note), "b": BotConfig("fake_bots:create")}), keep=0)
    assert len(started(note)) == 4


def test_a_player_against_itself_is_two_programs_that_stay(tmp_path):
    note = tmp_path / "note"
    play_all(trial({"e": engine(note)}, [MatchConfig(players=["e", "e"])]))
    assert len(started(note)) == 2


def test_trouble_starts_both_anew(tmp_path):
    good, bad = tmp_path / "good", tmp_path / "bad"
    players = {"g": engine(good), "x": engine(bad, "--fault", "illegal", "--at", "2")}
    records = play_all(trial(players, games=3))
    assert {record.ending for record in records} == {Ending.ILLEGAL_MOVE}
    assert (len(started(good)), len(started(bad))) == (3, 3)


def test_those_that_played_last_are_kept(tmp_path):
    notes = {name: tmp_path / name for name in "abc"}
    config = trial({name: engine(note) for name, note in notes.items()}, games=1)
    assert [(task.black, task.white) for task in tasks(config)] == [("a", "b"), ("a", "c"), ("b", "c")]
    for keep, starts in ((1, [2, 2, 1]), (2, [1, 2, 1]), (3, [1, 1, 1])):
        for note in notes.values():
            note.unlink(missing_ok=True)
        play_all(config, keep)
        assert [len(started(note)) for note in notes.values()] == starts, keep


def test_each_game_has_its_own_error_output(tmp_path):
    config = trial({"e": engine(tmp_path / "note", "--fault", "garbage"), "b": BotConfig("fake_bots:create")}, games=2)
    first, second = play_all(config)
    assert "2 lines outside replies" in first.black.errors
    assert second.white.errors == ""  # its third genmove is not garbage any more


def test_an_error_of_the_harness_leaves_no_program_behind(tmp_path):
    note = tmp_path / "note"
    config = trial({"e": engine(note), "b": BotConfig("fake_bots:create")})
    cast = Cast(config.players, 2)

    def fail():
        with cast.playing(next(tasks(config))) as seated:
            next(player for player in seated if player.name == "e").start()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert note.read_text().endswith("quit\n")


def test_a_player_that_cannot_be_had_leaves_nobody_behind(tmp_path):
    config = trial({"e": engine(tmp_path / "note"), "n": BotConfig("no_such_module:create")})
    cast = Cast(config.players, 2)
    with pytest.raises(UnavailablePlayer), cast.playing(next(tasks(config))):
        pass
    assert not cast._seated


def test_limits_come_from_the_configuration():
    assert EngineConfig(["x"]).limits == Limits()
    assert EngineConfig(["x"], memory=5, cpu=6, nice=7).limits == Limits(5, 6, 7)


def test_the_system_holds_a_program_to_its_limits(tmp_path):
    script = tmp_path / "limits.py"
    script.write_text(
        "import os, resource, sys\n"
        "for line in sys.stdin:\n"
        "    values = [resource.getrlimit(kind)[0] for kind in (resource.RLIMIT_AS, resource.RLIMIT_CPU)]\n"
        "    print('=', *values, os.nice(0), end='\\n\\n', flush=True)\n"
        "    if line.strip() == 'quit': break\n"
    )
    from gtp_rules.engines.transport import Transport

    transport = Transport([sys.executable, "-S", str(script)], limits=Limits(memory=300, cpu=50, nice=3))
    with closing(ClosingQuickly(transport)):
        assert transport.exchange(["name"], 20)[0].text == f"{300 << 20} 50 {3 + here()}"


class ClosingQuickly:
    def __init__(self, transport):
        self.close = lambda: transport.close(5)


def here():
    import os

    return os.nice(0)


def test_a_program_that_takes_too_much_cpu_time_is_ended_by_the_system(tmp_path):
    script = tmp_path / "busy.py"
    script.write_text("while True:\n    pass\n")
    config = EngineConfig([sys.executable, "-S", str(script)], cpu=1, timeouts=Timeouts(start=60, quit=0.1))
    record = play_all(trial({"e": config, "b": BotConfig("fake_bots:create")}), games=1)[0]
    assert record.ending is Ending.ENGINE_DIED
    assert "SIG" in record.detail


def test_a_program_may_have_other_names_for_commands(tmp_path):
    note = tmp_path / "note"
    config = engine(note, aliases={"genmove": "kgs-genmove_cleanup", "komi": "set_komi", "undo": "takeback"})
    record = play_all(trial({"e": config, "b": BotConfig("fake_bots:create")}), games=1)[0]
    assert record.ending is Ending.SCORE
    told = [line.split()[0] for line in note.read_text().splitlines()]
    assert "kgs-genmove_cleanup" in told
    assert "set_komi" in told
    assert not {"genmove", "komi"} & set(told)
