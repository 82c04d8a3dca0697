"""Configurations for tests."""

from gtp_rules.engines.settings import EngineConfig
from harness.config import BotConfig, Config, ExperimentConfig, MatchConfig, PlayerConfig
from harness.endings import Ending, Record, Recount, Side
from harness.schedule import Task


def make_config(players=("a", "b"), matches=(), rulesets=("chinese", "tang-song"), games=4, **experiment) -> Config:
    settings = ExperimentConfig(name="trial", rulesets=list(rulesets), games=games, **experiment)
    listed = dict(players) if isinstance(players, dict) else {name: BotConfig("fake_bots:create") for name in players}
    return Config(settings, listed, list(matches))


def make_record(task: Task, **changes) -> Record:
    values = {
        "size": "9x9",
        "komi": "15/2",
        "ending": Ending.SCORE,
        "winner": "B",
        "result": "B+3.5",
        "margin": "7/2",
        "detail": "",
        "turns": 50,
        "disputes": 1,
        "moves": task.key,
        "sgf": b"(;GM[1])",
        "started": "2020-01-01T00:00:00+00:00",
        "ended": "2020-01-01T00:01:00+00:00",
        "black": Side(1.5, "Fake 1.0", "rules unknown", "B+3.5", ""),
        "white": Side(2.5),
        "recounts": (Recount("japanese", "5/2", "B+2.5"),),
    }
    return Record(task=task, **{**values, **changes})


__all__ = ["BotConfig", "EngineConfig", "MatchConfig", "PlayerConfig", "make_config", "make_record"]
