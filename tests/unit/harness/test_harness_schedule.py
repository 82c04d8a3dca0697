"""Which games there are, and with which seeds."""

from collections import Counter

from fake_config import make_config

from gtp_rules import rulesets
from gtp_rules.game import Game, Play
from harness.config import MatchConfig
from harness.filenames import stem
from harness.openings import opening
from harness.schedule import Pairing, derive, pairings, tasks


def test_without_matches_everybody_meets_everybody():
    config = make_config(players=["a", "b", "c"], games=6)
    assert pairings(config) == [Pairing("a", "b", 6, True), Pairing("a", "c", 6, True), Pairing("b", "c", 6, True)]


def test_listed_matches_keep_colors_if_they_name_them():
    config = make_config(matches=[MatchConfig(players=["a", "b"], games=2), MatchConfig(black="b", white="b")])
    assert pairings(config) == [Pairing("a", "b", 2, True), Pairing("b", "b", 4, False)]


def test_every_game_has_a_key_and_a_file_of_its_own():
    listed = list(tasks(make_config(players=["a", "b", "c"], matches=[])))
    assert len({task.key for task in listed}) == len(listed) == 3 * 4 * 2
    assert len({stem(task) for task in listed}) == len(listed)


def test_colors_alternate():
    listed = [task for task in tasks(make_config()) if task.ruleset == "chinese"]
    assert [(task.black, task.white) for task in listed] == [("a", "b"), ("b", "a")] * 2
    assert [task.first_is_black for task in listed] == [True, False] * 2


def test_a_player_that_meets_itself_changes_seats_too():
    config = make_config(matches=[MatchConfig(players=["a", "a"])])
    listed = [task for task in tasks(config) if task.ruleset == "chinese"]
    assert [task.first_is_black for task in listed] == [True, False, True, False]
    assert all(task.black_seed != task.white_seed for task in listed)
    assert len({task.opening_seed for task in listed}) == 4


def test_a_game_has_the_same_seeds_and_colors_under_each_ruleset():
    seen = {}
    for task in tasks(make_config()):
        plan = (task.black, task.white, task.black_seed, task.white_seed, task.opening_seed)
        seen.setdefault(task.index, set()).add(plan)
    assert [len(plans) for plans in seen.values()] == [1, 1, 1, 1]


def test_an_opening_is_played_with_both_colors():
    counts = Counter(task.opening_seed for task in tasks(make_config()) if task.ruleset == "chinese")
    assert sorted(counts.values()) == [2, 2]


def test_more_games_leave_the_first_ones_as_they_were():
    few, many = list(tasks(make_config(games=2))), list(tasks(make_config(games=6)))
    assert few == many[: len(few)]


def test_another_seed_gives_other_games():
    first, second = list(tasks(make_config(seed=1))), list(tasks(make_config(seed=2)))
    assert not {task.black_seed for task in first} & {task.black_seed for task in second}


def test_seeds_fit_a_database_and_differ_by_each_part():
    seeds = {derive(seed, "player", label, index) for seed in (1, 2) for label in ("a", "b") for index in range(100)}
    assert len(seeds) == 400
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert derive(1, "1", 2) != derive(1, 1, 2)


def test_opening_moves_are_legal_and_equal_under_all_rulesets():
    chosen = [rulesets.find(name) for name in ("tang-song", "chinese", "japanese")]
    for seed in range(20):
        points = opening(chosen, (9, 9), seed, 6)
        assert len(points) == 6
        for ruleset in chosen:
            game = Game(ruleset, 9, 9)
            stones = sum(map(bool, game.board.colors))
            for point in points:
                game.apply(Play(game.to_move, point))
            assert sum(map(bool, game.board.colors)) == stones + 6
    assert opening(chosen, (9, 9), 1, 6) != opening(chosen, (9, 9), 2, 6)
    assert opening(chosen, (9, 9), 1, 6)[:3] == opening(chosen, (9, 9), 1, 3)


def test_an_opening_ends_when_the_board_is_full():
    assert len(opening([rulesets.find("chinese")], (3, 3), 1, 100)) < 9


def test_file_names_are_safe_and_distinct_for_hostile_names():
    names = ["../../etc/passwd", "a]b", "a/b", "a\nb", "x" * 100, "x" * 99 + "y", "囲碁", "🙂", "a b", "a_b", "CON."]
    stems = set()
    for name in names:
        config = make_config(players=[name, "b"], games=1)
        stems.update(stem(task) for task in tasks(config))
    assert len(stems) == 2 * len(names)
    for text in stems:
        assert text.isascii()
        assert len(text) < 200
        assert not set(text) & set('/\\:*?"<>|\n ]')
        assert not text.startswith(".")
