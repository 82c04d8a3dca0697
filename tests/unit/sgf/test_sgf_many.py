"""Many random games of every ruleset, written, read back, audited, and read by sgfmill."""

import pytest
from many_games import SHAPES, many_games
from playing import ALL_KINDS
from sgf_games import facts
from sgfmill import sgf

from gtp_rules.game import Abandon, Game, Pass, Phase, Play, Virtual
from gtp_rules.rules import Ruleset
from gtp_rules.rulesets import registered
from gtp_rules.sgf import audit, read_game, write_game

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("ruleset", registered(), ids=lambda ruleset: ruleset.name)
def test_two_hundred_games_survive_their_records(ruleset: Ruleset) -> None:
    for seed, game in enumerate(many_games(ruleset, 200)):
        data = write_game(game, black="甲 [x]", white="b\\")
        copy = read_game(data)
        assert facts(copy) == facts(game), seed
        assert copy.phase is game.phase, seed
        assert audit(data) == [], seed
        if game.board.geometry.width == game.board.geometry.height:  # sgfmill opens nothing else
            by_sgfmill(data, game, seed)


def by_sgfmill(data: bytes, game: Game, seed: int) -> None:
    found, width = sgf.Sgf_game.from_bytes(data), game.board.geometry.width
    turns = [entry.action for entry in game.log if isinstance(entry.action, (Play, Pass, Virtual, Abandon))]
    wanted = [(turn.color.letter.lower(), divmod(turn.point, width) if isinstance(turn, Play) else None) for turn in turns]
    assert [node.get_move() for node in found.get_main_sequence()[1:]] == wanted, seed
    assert found.get_size() == width
    black, white, _ = found.root.get_setup_stones()
    assert {row * width + column for row, column in black} == set(game.initial.black), seed
    assert {row * width + column for row, column in white} == set(game.initial.white), seed
    result = found.root.get("RE") if found.root.has_property("RE") else None
    assert result == (None if game.outcome is None else game.outcome.result), seed


def test_the_games_have_everything_that_a_record_may_have() -> None:
    games = [game for ruleset in registered() for game in many_games(ruleset, 60)]
    assert {type(entry.action) for game in games for entry in game.log} == set(ALL_KINDS)
    assert {game.phase for game in games} == set(Phase)
    assert {(game.board.geometry.width, game.board.geometry.height) for game in games} == set(SHAPES)
    assert sum(game.outcome is not None for game in games) > len(games) / 4
    assert sum(bool(game.settlement.dead) for game in games) > 10
    assert any(game.settlement.claims for game in games)
    assert any(game.initial.is_opening for game in games)
    assert any(not game.initial.is_opening and game.initial.white for game in games)
    assert any(game.is_empty for game in games)
