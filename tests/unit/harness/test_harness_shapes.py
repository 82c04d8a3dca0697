"""What an experiment may consist of: boards, gauntlets, handicaps, openings from files."""

from fractions import Fraction

import pytest
from fake_config import MatchConfig, make_config

from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import BadSetup
from gtp_rules.game import Game, Play
from gtp_rules.sgf import read_game
from harness.endings import Ending
from harness.errors import BadConfig
from harness.filenames import stem
from harness.loading import load
from harness.opening_files import read_openings
from harness.openings import Opening, lay_handicap, lead, opening
from harness.recording import play
from harness.schedule import pairings, tasks

BASE = """[experiment]
name = "x"
rulesets = ["chinese"]
{}
[players.a]
bot = "fake_bots:create"
[players.b]
bot = "fake_bots:create"
"""


def read(folder, experiment, rest=""):
    path = folder / "x.toml"
    path.write_text(BASE.format(experiment) + rest)
    return load(path)


def complaint(folder, experiment, rest=""):
    with pytest.raises(BadConfig) as caught:
        read(folder, experiment, rest)
    return str(caught.value).removeprefix(f"{folder / 'x.toml'}: ")


def test_a_gauntlet_meets_the_others_only():
    config = make_config(players=["a", "b", "c", "d"], gauntlet=["c", "a"])
    assert [pairing[:2] for pairing in pairings(config)] == [("c", "b"), ("c", "d"), ("a", "b"), ("a", "d")]


def test_games_are_played_on_each_board(tmp_path):
    config = make_config(sizes=[5, "7x6"], games=2)
    listed = list(tasks(config))
    assert len(listed) == len({task.key for task in listed}) == len({stem(task) for task in listed}) == 8
    assert {task.size for task in listed} == {"5x5", "7x6"}
    assert listed[0].key == "chinese/5x5/a – b/1"
    record = play(config, next(task for task in listed if task.size == "7x6"))
    assert record.size == "7x6"
    assert read_game(record.sgf).board.geometry.width == 7


def test_an_experiment_with_one_board_has_the_keys_that_it_always_had():
    assert next(tasks(make_config())).key == "chinese/a – b/1"


def test_black_begins_with_a_handicap_and_white_moves_first():
    config = make_config(handicap=3, size=9, rulesets=["chinese", "tang-song"])
    for task in list(tasks(config))[:2]:
        game = read_game(play(config, task).sgf)
        assert len(game.initial.black) == game.initial.handicap == 3
        assert game.initial.white == ()
        assert game.log[0].action.color == WHITE


def test_a_match_has_its_own_handicap_and_clock():
    matches = [MatchConfig(players=["a", "b"], handicap=2, clock="absolute 1m"), MatchConfig(black="b", white="b")]
    first, second = pairings(make_config(matches=matches, handicap=4, clock="absolute 9m"))
    assert (first.handicap, first.clock, second.handicap, second.clock) == (2, "absolute 1m", 4, "absolute 9m")
    config = make_config(matches=matches[:1], size=9)
    assert b"Clock: absolute 1m." in play(config, next(tasks(config))).sgf


def test_a_board_without_a_fixed_handicap_is_told():
    with pytest.raises(BadSetup, match="no fixed handicap of 3"):
        lay_handicap(Game(rulesets.find("chinese"), 5, 5), 3)


def test_the_most_balanced_of_several_random_openings_is_taken():
    chosen = [rulesets.find("chinese")]

    def imbalance(points):
        game = Game(chosen[0], 9, 9, komi=Fraction(0))
        for point in points:
            game.apply(Play(game.to_move, point))
        return abs(lead(game))

    one = [imbalance(opening(chosen, (9, 9), seed, 4)) for seed in range(20)]
    many = [imbalance(opening(chosen, (9, 9), seed, 4, candidates=16)) for seed in range(20)]
    assert sum(many) < sum(one) / 3
    assert opening(chosen, (9, 9), 3, 4, candidates=16) == opening(chosen, (9, 9), 3, 4, candidates=16)


def test_the_lead_counts_points_by_the_nearest_stone():
    game = Game(rulesets.find("chinese"), 5, 5)
    assert lead(game) == 0
    game.apply(Play(BLACK, 0))
    assert lead(game) == 25
    game.apply(Play(WHITE, 24))
    assert lead(game) == 0
    game.apply(Play(BLACK, 12))
    assert lead(game) > 0


SGFS = {
    "b.sgf": "(;GM[1]SZ[5];B[bb];W[cc];B[dd])",
    "a.sgf": "(;GM[1]SZ[5]AB[aa][bb]AW[ee]PL[W];W[cc];B[];W[dd])(;GM[1]SZ[7];B[cc])",
    "deep/c.sgf": "(;GM[1]SZ[5])",
    "notes.txt": "no record",
}


@pytest.fixture
def book(tmp_path):
    folder = tmp_path / "book"
    for name, text in SGFS.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_every_game_of_every_record_is_an_opening(book):
    first, second, third, fourth = read_openings(book, None)
    point = Game(rulesets.find("chinese"), 5, 5).board.geometry.point
    assert (first.name, first.size, first.to_move, first.handicap) == ("a.sgf", "5x5", WHITE, 0)
    assert (set(first.black), first.white) == ({point("A5"), point("B4")}, (point("E1"),))
    assert first.moves == ((2, point("C3")),)  # it ends before the pass
    assert (second.name, second.size) == ("a.sgf#2", "7x7")
    assert third == Opening("b.sgf", "5x5", moves=((1, point("B4")), (2, point("C3")), (1, point("D2"))))
    assert fourth == Opening("deep/c.sgf", "5x5")
    assert [each.moves for each in read_openings(book, 1)][2] == ((1, point("B4")),)
    assert read_openings(book / "b.sgf", None)[0].name == "b.sgf"


def test_openings_are_played_in_turn_each_with_both_colors(book, tmp_path):
    config = read(tmp_path, 'openings = "book"\nsize = 5\ngames = 8')
    listed = list(tasks(config))
    assert [task.opening for task in listed] == [name for name in ("a.sgf", "b.sgf", "deep/c.sgf", "a.sgf") for _ in range(2)]
    for task in listed[:4]:
        record = play(config, task)
        assert record.ending is Ending.SCORE
        game = read_game(record.sgf)
        wanted = next(each for each in config.openings if each.name == task.opening)
        assert tuple((int(entry.action.color), entry.action.point) for entry in game.log[: len(wanted.moves)]) == wanted.moves
        assert set(game.initial.black) == set(wanted.black)
        assert f"The opening is {task.opening}.".encode() in record.sgf


@pytest.mark.parametrize(
    ("experiment", "reason"),
    [
        ('openings = "nothing"', "experiment.openings: {folder}/nothing: No such file or directory"),
        ('openings = "book/notes.txt"', "experiment.openings: {folder}/book/notes.txt: the file holds no SGF game"),
        ('openings = "book"\nsize = 9', "experiment.openings: none of them is on a board of 9x9"),
        ('openings = "book"\nsize = 5\nopening_moves = 2', "experiment.openings: cannot be given together with"),
        ("handicap = 5\nsize = 5", "experiment.handicap: a board of this size has no fixed handicap of 5 stones (5x5)"),
        ("handicap = 10", "experiment.handicap: a whole number up to 9 is needed"),
        ('sizes = [9, "9x9"]', "experiment.sizes[1]: the same board as experiment.sizes[0]"),
        ("sizes = [9, 1]", "experiment.sizes[1]: a number from 2 to 25"),
        ('gauntlet = ["c"]', "experiment.gauntlet[0]: there is no player 'c'"),
        ('gauntlet = ["a", "a"]', "experiment.gauntlet[1]: named twice"),
        ('gauntlet = ["a", "b"]', "experiment.gauntlet: names every player"),
        ('clock = "10m"', "experiment.clock: a clock such as"),
        ("clock_margin = -1", "experiment.clock_margin: a number from 0 up is needed"),
        ('trouble = "ignore"', 'experiment.trouble: "forfeit" or "void" or "replay" or "halt" is needed'),
    ],
)
def test_what_cannot_be_played_is_refused_before_it_is(book, tmp_path, experiment, reason):
    assert complaint(tmp_path, experiment).startswith(reason.format(folder=tmp_path))


def test_an_opening_that_a_ruleset_forbids_is_named(tmp_path):
    (tmp_path / "x.sgf").write_text("(;GM[1]SZ[5];B[bb];W[bb])")
    assert "experiment.openings: " in complaint(tmp_path, 'openings = "x.sgf"\nsize = 5')
    (tmp_path / "x.sgf").write_text("(;GM[1]SZ[9];B[cc])")
    text = BASE.format('openings = "x.sgf"').replace('"chinese"', '"chinese", "tang-song"')
    (tmp_path / "x.toml").write_text(text)
    with pytest.raises(BadConfig, match=r"experiment\.openings: x\.sgf, move 1, under tang-song: C7 is occupied"):
        load(tmp_path / "x.toml")


@pytest.mark.parametrize(
    ("rest", "reason"),
    [
        ('[[matches]]\nplayers = ["a", "b"]\nclock = "fast"\n', "matches[0].clock: a clock such as"),
        ('[players.e]\ncommand = ["x"]\naliases = { genmove = "gen move" }\n', "players.e.aliases: names of commands"),
        ('[players.e]\ncommand = ["x"]\nnice = 20\n', "players.e.nice: a whole number up to 19 is needed"),
        ('[players.e]\ncommand = ["x"]\nmemory = 0\n', "players.e.memory: a whole number from 1 up is needed"),
    ],
)
def test_wrong_values_elsewhere_are_refused(tmp_path, rest, reason):
    assert complaint(tmp_path, "", rest).startswith(reason)
