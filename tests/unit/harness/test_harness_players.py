"""From a configuration to a player, or to one line that says why there is none."""

import sys
from importlib import metadata

import pytest

import gtp_rules.players
from gtp_rules.engines.gtp_player import GtpPlayer
from gtp_rules.engines.settings import EngineConfig
from gtp_rules.errors import UnavailablePlayer
from harness.config import BotConfig
from harness.players import Witness, build, probe


def test_a_bot_gets_its_seed_and_its_options_as_texts():
    bot = build("tim", BotConfig("fake_bots:create", {"moves": 3}), 5)
    assert bot.name == "tim"
    assert bot._left == 3
    assert not isinstance(bot, Witness)


def test_an_installed_bot_is_found_by_its_entry_point(monkeypatch):
    point = metadata.EntryPoint("lottery", "fake_bots:create", gtp_rules.players.GROUP)
    monkeypatch.setattr(gtp_rules.players, "entry_points", lambda group: [point] if group == gtp_rules.players.GROUP else [])
    assert build("tim", BotConfig("lottery"), 1).name == "tim"
    with pytest.raises(
        UnavailablePlayer,
        match=r"no bot 'lotery' is installed \(there are: lottery, [a-z, ]*random, simple\); did you mean 'lottery'\?",
    ):
        build("tim", BotConfig("lotery"), 1)


def test_a_program_gets_the_seed_where_its_command_asks():
    engine = build("gnu", EngineConfig([sys.executable, "--seed={seed}", "{other}"]), (5 << 31) + 7)
    assert isinstance(engine, GtpPlayer)
    assert isinstance(engine, Witness)
    assert engine._config.command == [sys.executable, "--seed=7", "{other}"]


@pytest.mark.parametrize(
    ("config", "reason"),
    [
        (
            BotConfig("no_such_module:create"),
            "players.x.bot: bot 'no_such_module:create' cannot be loaded: No module named 'no_such_module'",
        ),
        (
            BotConfig("fake_bots:nobody"),
            "players.x.bot: bot 'fake_bots:nobody' cannot be loaded: module 'fake_bots' has no attribute 'nobody'",
        ),
        (BotConfig("fake_bots:create", {"colour": "red"}), "players.x.bot: fake_bots:create does not accept its options: "),
        (BotConfig("fake_bots:create", {"moves": "few"}), "players.x.bot: fake_bots:create does not accept its options: "),
        (EngineConfig(["no-such-engine"]), "players.x.command: program 'no-such-engine' is neither on the PATH nor in "),
        (EngineConfig([sys.executable], cwd="/no/such"), "players.x.cwd: folder /no/such does not exist"),
    ],
)
def test_a_player_that_cannot_be_had_is_named_with_its_key(config, reason):
    with pytest.raises(UnavailablePlayer) as caught:
        probe("x", config)
    assert str(caught.value).startswith(reason)
