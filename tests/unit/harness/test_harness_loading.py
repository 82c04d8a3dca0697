"""A wrong file is refused in one line: file, key, reason."""

from pathlib import Path

import pytest

from gtp_rules.engines.settings import EngineConfig
from harness.config import BotConfig
from harness.errors import BadConfig
from harness.loading import load

GOOD = """
[experiment]
name = "trial"
rulesets = ["tang-song", "chinese"]
size = "9x7"
komi = "15/4"

[players.a]
bot = "fake_bots:create"
options = { moves = 5 }

[players.b]
command = ["engine", "--option", "two words"]
startup = ["kgs-rules chinese"]
timeouts = { genmove = 3 }

[[matches]]
players = ["a", "b"]
games = 4

[[matches]]
black = "a"
white = "a"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "trial.toml"
    path.write_text(text)
    return path


def complaint(folder: Path, text: str) -> str:
    path = write(folder, text)
    with pytest.raises(BadConfig) as caught:
        load(path)
    message = str(caught.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    return message.removeprefix(f"{path}: ")


def test_a_good_file_is_read(tmp_path):
    config = load(write(tmp_path, GOOD))
    assert config.experiment.dimensions == (9, 7)
    assert str(config.experiment.komi_points) == "15/4"
    assert config.experiment.limit == 3 * 63 + 60
    assert config.players["a"] == BotConfig("fake_bots:create", {"moves": 5})
    engine = config.players["b"]
    assert isinstance(engine, EngineConfig)
    assert engine.command == ["engine", "--option", "two words"]
    assert engine.timeouts.genmove == 3
    assert [match.games for match in config.matches] == [4, None]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('name = "trial"', 'name = "trial"\ngamse = 3', "experiment.gamse: unknown key; did you mean 'games'?"),
        ("[experiment]", "[experimant]", "experimant: unknown key; did you mean 'experiment'?"),
        ('name = "trial"', "", "experiment.name: this key is missing"),
        ('name = "trial"', "name = 3", "experiment.name: expected str, got int"),
        ('name = "trial"', 'name = "trial"\ngames = "many"', "experiment.games: expected int, got str"),
        ('name = "trial"', 'name = "trial"\ngames = 0', "experiment.games: expected int >= 1"),
        ('name = "trial"', 'name = "trial"\nforced = "maybe"', "experiment.forced: Invalid enum value 'maybe'"),
        ('size = "9x7"', "size = 30", "experiment.size: a number from 2 to 25"),
        ('size = "9x7"', 'size = "9×7"', "experiment.size: a number from 2 to 25"),
        ('komi = "15/4"', 'komi = "six"', "experiment.komi: a number, or a text like"),
        ('komi = "15/4"', 'komi = "1/0"', "experiment.komi: a number, or a text like"),
        ('komi = "15/4"', "komi = nan", "experiment.komi: a number, or a text like"),
        ('"tang-song", "chinese"', '"tang-sung", "chinese"', "experiment.rulesets[0]: unknown ruleset 'tang-sung'"),
        (
            '"tang-song", "chinese"',
            '"chinese", "chinese"',
            "experiment.rulesets[1]: the same ruleset as experiment.rulesets[0]",
        ),
        ('"tang-song", "chinese"', '"chinese colour=red"', "experiment.rulesets[0]: "),
        ('"tang-song", "chinese"', "", "experiment.rulesets: expected array of length >= 1"),
        ('bot = "fake_bots:create"', 'boot = "x"', "players.a: bot or command is needed; did you mean 'bot'?"),
        ('bot = "fake_bots:create"', 'bot = "x"\ncommand = ["y"]', "players.a: bot and command cannot both be given"),
        ("[players.b]", '[players." "]', "players. : a name is needed"),
        ("[players.b]", '[players."b – c"]', "players.b – c: a name is needed, without '–' as a word of it"),
        ("startup", "startups", "players.b.startups: unknown key; did you mean 'startup'?"),
        ("genmove = 3", "genmov = 3", "players.b.timeouts.genmov: unknown key; did you mean 'genmove'?"),
        ("genmove = 3", "genmove = 0", "players.b.timeouts.genmove: expected float > 0"),
        ("genmove = 3", 'genmove = "3"', "players.b.timeouts.genmove: expected float, got str"),
        ('["engine", "--option", "two words"]', '"engine --option"', "players.b.command: an array of texts is needed"),
        ('["engine", "--option", "two words"]', "[]", "players.b.command: expected array of length >= 1"),
        ('["engine", "--option", "two words"]', '["engine", 3]', "players.b.command[1]: expected str, got int"),
        ('["kgs-rules chinese"]', '["one\\ntwo"]', "players.b.startup[0]: one GTP command is needed"),
        ('["a", "b"]', '["a", "c"]', "matches[0]: there is no player 'c'"),
        ('["a", "b"]', '["a", "b", "a"]', "matches[0].players: expected array of length <= 2"),
        ('black = "a"', 'players = ["a", "b"]\nblack = "a"', "matches[1]: either players, or black and white, is needed"),
        ('black = "a"', "", "matches[1]: black and white go together"),
        ('black = "a"\nwhite = "a"', 'black = "b"\nwhite = "a"', "matches[1]: these two meet in matches[0] already"),
        ("[[matches]]", "[matches]", "Cannot declare ('matches',) twice"),
        ("[players.b]", "[players.a]", "Cannot declare ('players', 'a') twice"),
        ("[experiment]", "[experiment", "Expected ']'"),
    ],
)
def test_a_wrong_file_is_refused_with_key_and_reason(tmp_path, old, new, expected):
    assert old in GOOD
    assert complaint(tmp_path, GOOD.replace(old, new)).startswith(expected)


def test_one_player_alone_needs_a_match_with_itself(tmp_path):
    text = '[experiment]\nname = "x"\nrulesets = ["chinese"]\n[players.a]\nbot = "b"\n'
    assert "'a' has no opponent" in complaint(tmp_path, text)


def test_no_players_section_is_refused(tmp_path):
    assert complaint(tmp_path, '[experiment]\nname = "x"\nrulesets = ["chinese"]\n').startswith("players: no player is named")


def test_a_missing_file_is_refused(tmp_path):
    with pytest.raises(BadConfig, match="No such file"):
        load(tmp_path / "none.toml")


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = tmp_path / "latin.toml"
    path.write_bytes(b'name = "\xe4"')
    with pytest.raises(BadConfig, match="not UTF-8"):
        load(path)
