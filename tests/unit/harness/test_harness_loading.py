"""A wrong file is refused in one line: file, key, reason."""

import contextlib
import json
import os
import re
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from gtp_rules import rulesets
from gtp_rules.engines.settings import EngineConfig
from harness.config import BotConfig, ExperimentConfig
from harness.errors import BadConfig
from harness.loading import load
from harness.openings import most_moves, opening

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
    assert config.experiment.boards == ["9x7"]
    assert str(config.experiment.komi_points) == "15/4"
    assert config.experiment.limit(9, 7) == 3 * 63 + 60
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
        ('name = "trial"', "name = 3", "experiment.name: a text is needed, not a whole number"),
        ('name = "trial"', 'name = "trial"\ngames = "many"', "experiment.games: a whole number is needed, not a text"),
        ('name = "trial"', 'name = "trial"\ngames = 0', "experiment.games: a whole number from 1 up is needed"),
        (
            'name = "trial"',
            'name = "trial"\nforced = "maybe"',
            'experiment.forced: "fill" or "forfeit" is needed, not \'maybe\'',
        ),
        (
            'name = "trial"',
            'name = "trial"\nforced = "fil"',
            'experiment.forced: "fill" or "forfeit" is needed, not \'fil\'; did you',
        ),
        (
            'name = "trial"',
            f'name = "trial"\nseed = {1 << 63}',
            f"experiment.seed: a whole number up to {(1 << 63) - 1} is needed",
        ),
        ('name = "trial"', 'name = "trial"\ngames = 2020-01-01', "experiment.games: a whole number is needed, not a date"),
        ('name = "trial"', 'name = ""', "experiment.name: a text that is not empty is needed"),
        ('komi = "15/4"', "komi = []", "experiment.komi: a number or a text is needed, not an array"),
        (
            "options = { moves = 5 }",
            "options = { moves = [5] }",
            "players.a.options: true or false, a number or a text is needed",
        ),
        ("timeouts = { genmove = 3 }", "timeouts = 3", "players.b.timeouts: a table is needed, not a whole number"),
        ("timeouts = { genmove = 3 }", 'komi_refused = "x"', 'players.b.komi_refused: "void" or "ignore" is needed, not \'x\''),
        ('["a", "b"]', '["a"]', "matches[0].players: two names are needed"),
        ('["a", "b"]', '"a b"', "matches[0].players: an array is needed, not a text"),
        (
            'name = "trial"',
            'name = "trial"\nopening_moves = 22',
            "experiment.opening_moves: at most 21 are possible, a third of the 63",
        ),
        ('size = "9x7"', "size = 30", "experiment.size: a number from 2 to 25"),
        ('size = "9x7"', 'size = "9×7"', "experiment.size: a number from 2 to 25"),
        ('komi = "15/4"', 'komi = "six"', "experiment.komi: a number, a text like"),
        ('komi = "15/4"', 'komi = "1/0"', "experiment.komi: a number, a text like"),
        ('komi = "15/4"', "komi = nan", "experiment.komi: a number, a text like"),
        ('"tang-song", "chinese"', '"tang-sung", "chinese"', "experiment.rulesets[0]: unknown ruleset 'tang-sung'"),
        (
            '"tang-song", "chinese"',
            '"chinese", "chinese"',
            "experiment.rulesets[1]: the same ruleset as experiment.rulesets[0]",
        ),
        ('"tang-song", "chinese"', '"chinese colour=red"', "experiment.rulesets[0]: "),
        ('"tang-song", "chinese"', "", "experiment.rulesets: at least one ruleset is needed"),
        ('bot = "fake_bots:create"', 'boot = "x"', "players.a: bot or command is needed; did you mean 'bot'?"),
        ('bot = "fake_bots:create"', 'bot = "x"\ncommand = ["y"]', "players.a: bot and command cannot both be given"),
        ("[players.b]", '[players." "]', "players. : a name is needed"),
        ("[players.b]", '[players."b – c"]', "players.b – c: a name is needed, without '–' as a word of it"),
        ("startup", "startups", "players.b.startups: unknown key; did you mean 'startup'?"),
        ("genmove = 3", "genmov = 3", "players.b.timeouts.genmov: unknown key; did you mean 'genmove'?"),
        ("genmove = 3", "genmove = 0", "players.b.timeouts.genmove: a number above 0 is needed"),
        ("genmove = 3", 'genmove = "3"', "players.b.timeouts.genmove: a number is needed, not a text"),
        ('["engine", "--option", "two words"]', '"engine --option"', "players.b.command: an array of texts is needed"),
        ('["engine", "--option", "two words"]', "[]", "players.b.command: at least the program is needed"),
        ('["engine", "--option", "two words"]', '["engine", 3]', "players.b.command[1]: a text is needed, not a whole number"),
        ('["kgs-rules chinese"]', '["one\\ntwo"]', "players.b.startup[0]: one GTP command is needed"),
        ('["a", "b"]', '["a", "c"]', "matches[0]: there is no player 'c'"),
        ('["a", "b"]', '["a", "b", "a"]', "matches[0].players: two names are needed"),
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


HUGE = "9" * 5000


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('komi = "15/4"', "komi = 1e308", "experiment.komi: a number, a text like"),
        ('komi = "15/4"', f"komi = {1 << 64}", "experiment.komi: a number, a text like"),
        ('komi = "15/4"', 'komi = "1e4000"', "experiment.komi: a number, a text like"),
        ('komi = "15/4"', 'komi = "1e999999999"', "experiment.komi: a number, a text like"),
        ('komi = "15/4"', f'komi = "{HUGE}"', "experiment.komi: a number, a text like"),
        ('komi = "15/4"', "komi = inf", "experiment.komi: a number, a text like"),
        ('komi = "15/4"', f"komi = {HUGE}", "a number has thousands of digits"),
        ('size = "9x7"', f"size = {1 << 80}", "experiment.size: a number from 2 to 25"),
        ('name = "trial"', f'name = "trial"\ndisputes = {1 << 64}', "experiment.disputes: a whole number up to"),
        ('name = "trial"', f'name = "trial"\nmove_limit = {1 << 64}', "experiment.move_limit: a whole number up to"),
        ("genmove = 3 }", f"genmove = 3 }}\nmemory = {1 << 64}", "players.b.memory: a whole number up to"),
        ("genmove = 3 }", f"genmove = 3 }}\ncpu = {1 << 64}", "players.b.cpu: a whole number up to"),
        ("moves = 5", f"moves = {1 << 63}", "players.a.options.moves: a whole number of at most 64 bits is needed"),
        ("genmove = 3", "genmove = inf", "players.b.timeouts.genmove: a number up to"),
        ("genmove = 3", "genmove = 1e300", "players.b.timeouts.genmove: a number up to"),
        ("genmove = 3", "genmove = nan", "players.b.timeouts.genmove: a number above 0"),
        ("genmove = 3 }", 'genmove = 3 }\nenv = { "A=B" = "c" }', "players.b.env: names of variables are needed"),
        ("genmove = 3 }", 'genmove = 3 }\nenv = { "" = "c" }', "players.b.env: names of variables are needed"),
        ("genmove = 3 }", 'genmove = 3 }\nenv = { A = "c\\u0000" }', "players.b.env.A: no text may hold the character U+0000"),
        ("genmove = 3 }", 'genmove = 3 }\ncwd = "a\\u0000"', "players.b.cwd: no text may hold the character U+0000"),
        ('"two words"', '"two\\u0000words"', "players.b.command[2]: no text may hold the character U+0000"),
        ('["engine", "--option", "two words"]', '[""]', "players.b.command[0]: the name of a program is needed"),
        ('name = "trial"', 'name = "trial"\ndirectory = "a\\u0000b"', "experiment.directory: no text may hold the character"),
        ('name = "trial"', 'name = "trial"\nopenings = "/dev/zero"', "experiment.openings: /dev/zero: is no regular file"),
        ('name = "trial"', f'name = "trial"\nopenings = "{"x" * 5000}"', "experiment.openings: "),
        ("[experiment]", f"{'x.' * 1200}x = 1\n[experiment]", "x: unknown key"),
        ("moves = 5", f"{'x.' * 1200}x = 1", "players.a.options: "),
        ('name = "trial"', f'name = "trial"\ncounts = {"[" * 3000}{"]" * 3000}', "arrays or tables lie too deep"),
    ],
)
def test_values_beyond_all_measure_are_refused_at_once(tmp_path, old, new, expected):
    assert old in GOOD
    message = complaint(tmp_path, GOOD.replace(old, new))
    assert message.startswith(expected)
    assert len(message) < 6000


@pytest.mark.parametrize("komi", ["7", "-7.5", '"15/2"', '".5"', '"0"', "6.5", '"+3."'])
def test_usual_komi_is_taken_as_it_is_written(tmp_path, komi):
    assert load(write(tmp_path, GOOD.replace('"15/4"', komi))).experiment.komi_points == Fraction(komi.strip('"'))


def test_a_pipe_is_no_configuration_and_holds_nobody_up(tmp_path):
    os.mkfifo(tmp_path / "pipe.toml")
    with pytest.raises(BadConfig, match="is no regular file"):
        load(tmp_path / "pipe.toml")


def test_no_complaint_speaks_of_the_types_of_a_programming_language(tmp_path):
    values = ["3", "-1", '"x"', '""', "true", "1.5", "nan", "[]", "[1]", "{}", "2020-01-01", "00:00:00"]
    for struct, head in ((ExperimentConfig, "[experiment]"), (BotConfig, "[players.a]"), (EngineConfig, "[players.b]")):
        for field in msgspec.structs.fields(struct):
            kept = [line for line in GOOD.splitlines() if not line.startswith(f"{field.encode_name} =")]
            for value in values:
                text = "\n".join(kept).replace(head, f"{head}\n{field.encode_name} = {value}")
                with contextlib.suppress(BadConfig):
                    load(write(tmp_path, text))
                    continue
                error = complaint(tmp_path, text)
                assert not re.search(r"\b(int|str|float|bool|of length|object|null|list|dict|enum)\b|`", error), error


@pytest.mark.parametrize("name", ["../mine2", "a/b", "a\\b", ".hidden", "a\nb", "a\x1bb", "a\x85b", "a\u2028b", " "])
def test_a_name_that_leads_elsewhere_is_refused(tmp_path, name):
    text = GOOD.replace('"trial"', json.dumps(name))
    assert complaint(tmp_path, text).startswith("experiment.name: a name without slashes")


@pytest.mark.parametrize("name", ["first try", "a.b", "唐宋 規則", "a\N{IDEOGRAPHIC SPACE}b", "…"])
def test_other_names_are_as_they_are(tmp_path, name):
    assert load(write(tmp_path, GOOD.replace('"trial"', json.dumps(name)))).experiment.name == name


@pytest.mark.parametrize(("width", "height"), [(2, 2), (4, 5), (5, 5), (6, 6), (9, 9), (5, 25)])
def test_an_opening_that_is_allowed_is_never_cut(width, height):
    every = rulesets.registered()
    length = most_moves(width, height)
    for seed in range(10):
        assert len(opening(every, (width, height), seed, length)) == length


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
