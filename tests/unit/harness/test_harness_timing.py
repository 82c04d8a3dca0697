"""The watch over a game: who is told what, who has lost on time, what is recorded."""

import sys
from fractions import Fraction
from pathlib import Path

import pytest
from fake_bots import Scripted

from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE
from gtp_rules.engines.gtp_player import GtpPlayer
from gtp_rules.engines.settings import EngineConfig, Timeouts
from gtp_rules.errors import EngineTimeout
from gtp_rules.game import Game
from harness import timing
from harness.clock import parse
from harness.endings import Ending
from harness.runner import Contest, Policy

ENGINE = [sys.executable, "-S", "-E", str(Path(__file__).with_name("fake_engine.py"))]


@pytest.fixture
def watch(monkeypatch):
    """Time goes by as the test says: a list of how long the next thoughts take, 0 after them."""
    thoughts: list[float] = []
    state = {"now": 100.0, "asked": 0}

    def now():
        if state["asked"] % 2 and thoughts:  # every second look is the one after a thought
            state["now"] += thoughts.pop(0)
        state["asked"] += 1
        return state["now"]

    monkeypatch.setattr(timing, "perf_counter", now)
    return thoughts


def contest(black, white, clock, margin=0.0):
    game = Game(rulesets.find("chinese"), 5, 5, komi=Fraction(0))
    return Contest(game, black, white, Policy(200, clock=parse(clock), margin=margin))


class Told(Scripted):
    def set_clock(self, settings, left):
        self.told = [*getattr(self, "told", []), (settings, dict(left))]


def test_a_side_that_thinks_too_long_loses(watch):
    watch += [3, 1, 8]
    played = contest(Scripted(["A1", "B1"]), Scripted(["A5"]), "absolute 10s")
    verdict = played.run()
    assert verdict[:3] == (Ending.TIME, WHITE, "black (scripted): thought 8.000 s, with 7.000 s left")
    assert not verdict.ending.trouble
    assert played.timing.overshoot == {BLACK: 1.0, WHITE: 0.0}
    assert played.timing.seconds == {BLACK: 11.0, WHITE: 1.0}
    assert played.timing.thoughts == [3_000_000, 1_000_000, 8_000_000]
    assert played.game.turns == 2


def test_within_the_margin_nobody_loses_and_the_overshoot_is_kept(watch):
    watch += [3, 1, 7.5]
    played = contest(Scripted(["A1", "B1"]), Scripted(["A5"]), "absolute 10s", margin=0.5)
    assert played.run().ending is Ending.SCORE
    assert played.timing.overshoot == {BLACK: 0.5, WHITE: 0.0}


def test_losing_on_time_is_no_matter_of_policy(watch):
    watch += [11]
    played = contest(Scripted(["A1"]), Scripted(), "absolute 10s")
    played._policy = played._policy._replace(trouble="void")
    assert played.run()[:2] == (Ending.TIME, WHITE)


def test_an_engine_that_does_not_answer_until_its_time_is_over_has_lost_on_time(watch):
    def hangs(color):
        raise EngineTimeout("no reply to 'genmove b' in 10 s")

    watch += [10.2]
    assert contest(Scripted([hangs]), Scripted(), "absolute 10s", margin=0.1).run()[:2] == (Ending.TIME, WHITE)
    watch += [5]
    assert contest(Scripted([hangs]), Scripted(), "absolute 10s").run()[:2] == (Ending.TIMEOUT, WHITE)


def test_bots_that_know_of_time_are_told_both_clocks(watch):
    watch += [3, 1]
    black = Told(["A1", "B1"])
    contest(black, Scripted(["A5"]), "canadian 10s 5/20s").run()
    assert black.told[:2] == [
        ((10, 20, 5), {BLACK: (10, 0), WHITE: (10, 0)}),
        ((10, 20, 5), {BLACK: (7, 0), WHITE: (9, 0)}),
    ]


def test_nobody_is_told_anything_without_a_clock():
    black = Told(["A1"])
    game = Game(rulesets.find("chinese"), 5, 5, komi=Fraction(0))
    played = Contest(game, black, Scripted(), Policy(200))
    played.run()
    assert not hasattr(black, "told")
    assert len(played.timing.thoughts) == played.game.turns


def lines(note):
    return [
        line for line in note.read_text().splitlines() if line.startswith(("time", "kgs-time", "kata-time", "genmove", "play"))
    ]


@pytest.mark.parametrize(
    ("clock", "listed", "announced"),
    [
        ("absolute 10m", ["time_settings", "time_left"], ["time_settings 600 0 0"]),
        ("byo-yomi 10m 5x30s", ["time_settings", "time_left"], ["time_settings 600 30 1"]),
        ("byo-yomi 10m 5x30s", ["kgs-time_settings", "time_settings", "time_left"], ["kgs-time_settings byoyomi 600 30 5"]),
        ("fischer 5m +3s", ["kata-time_settings", "time_left"], ["kata-time_settings fischer 300 3"]),
        ("absolute 10m", ["time_left"], []),
    ],
)
def test_a_program_is_told_by_what_it_lists(tmp_path, clock, listed, announced):
    note = tmp_path / "note"
    options = [word for name in listed for word in ("--list", name)]
    engine = GtpPlayer("e", EngineConfig([*ENGINE, "--passes-after", "1", "--note", str(note), *options]))
    try:
        assert contest(engine, Scripted(["E5"]), clock).run().ending is Ending.SCORE
    finally:
        engine.close()
    seconds = 300 if "fischer" in clock else 600
    assert lines(note)[: len(announced) + 2] == [*announced, f"time_left B {seconds} 0", "genmove B"]
    assert [line for line in lines(note) if "settings" in line] == announced
    told = [line for line in lines(note) if line.startswith("time_left")]
    assert len(told) in {1, 2}  # before the second move again, if a whole second has gone by
    assert all(line.startswith("time_left B") for line in told)


def test_a_program_without_commands_for_time_plays_all_the_same(tmp_path):
    note = tmp_path / "note"
    engine = GtpPlayer("e", EngineConfig([*ENGINE, "--note", str(note)]))
    try:
        assert contest(engine, Scripted(), "absolute 10m").run().ending is Ending.SCORE
    finally:
        engine.close()
    assert not any(line.startswith("time") for line in lines(note))


def test_a_hanging_program_is_waited_for_no_longer_than_its_clock():
    config = EngineConfig([*ENGINE, "--fault", "hangs"], timeouts=Timeouts(genmove=600, quit=0.1))
    engine = GtpPlayer("e", config)
    try:
        verdict = contest(engine, Scripted(), "absolute 300ms", margin=0.1).run()
    finally:
        engine.close()
    assert verdict[:2] == (Ending.TIME, WHITE)
