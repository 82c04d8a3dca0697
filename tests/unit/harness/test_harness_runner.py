"""One game: the referee decides, trouble has a name, dead stones are agreed on or disputed."""

from fractions import Fraction

import pytest
from fake_bots import Lottery, Scripted

from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import EngineDied, EngineTimeout, FalseClaim, InvalidReply, RefusedSetup
from gtp_rules.game import Accept, Dispute, Game, Phase, Play, Propose, Resign, Termination
from harness.endings import Ending
from harness.runner import Contest, Policy, Verdict

POLICY = Policy(200)
WALLS = (["C1", "C2", "C3", "C4", "C5"], ["D1", "D2", "D3", "D4", "D5"])
"""On 5×5: Black owns the two columns on the left, White the one on the right."""


def contest(black, white, name="chinese", komi=0, policy=POLICY, size=5):
    game = Game(rulesets.find(name), size, size, komi=Fraction(komi))
    return Contest(
        game,
        Scripted(black) if isinstance(black, list) else black,
        Scripted(white) if isinstance(white, list) else white,
        policy,
    )


def test_two_passes_and_agreement_end_in_a_score():
    played = contest(*WALLS)
    verdict = played.run()
    assert verdict.ending is Ending.SCORE
    assert verdict.winner == BLACK
    assert verdict.score.margin == 5
    assert played.game.phase is Phase.FINISHED
    assert played.disputes == 0


def test_every_accepted_action_is_told_to_both():
    played = contest(*WALLS)
    played.run()
    done = [entry.action for entry in played.game.log]
    assert played.players[BLACK].seen == played.players[WHITE].seen == done


def test_opening_moves_come_before_the_players():
    played = contest([], [])
    played.run(opening=(Play(BLACK, 12), Play(WHITE, 7)))
    assert [entry.action for entry in played.game.log][:2] == [Play(BLACK, 12), Play(WHITE, 7)]


def test_an_illegal_move_loses_and_the_opponent_is_not_told():
    played = contest(["A1"], ["A1"])
    verdict = played.run()
    assert verdict[:2] == (Ending.ILLEGAL_MOVE, BLACK)
    assert verdict.detail == "white (scripted): A1: A1 is occupied by a black stone"
    assert played.players[BLACK].seen == [Play(BLACK, 0)]


def test_trouble_is_void_where_the_policy_says_so():
    verdict = contest(["A1"], ["A1"], policy=Policy(200, trouble="void")).run()
    assert verdict[:2] == (Ending.ILLEGAL_MOVE, None)


def raising(error):
    def choose(color):
        raise error

    return choose


@pytest.mark.parametrize(
    ("error", "ending", "winner"),
    [
        (EngineDied("exit code 3"), Ending.ENGINE_DIED, WHITE),
        (EngineTimeout("no reply"), Ending.TIMEOUT, WHITE),
        (InvalidReply("nonsense"), Ending.INVALID_REPLY, WHITE),
        (FalseClaim("illegal move"), Ending.FALSE_CLAIM, WHITE),
        (RefusedSetup("komi"), Ending.REFUSED_SETUP, None),
        (ZeroDivisionError("by zero"), Ending.ENGINE_DIED, WHITE),
    ],
)
def test_trouble_ends_the_game_by_its_name(error, ending, winner):
    verdict = contest([raising(error)], []).run()
    assert verdict[:2] == (ending, winner)
    assert str(error) in verdict.detail


def test_what_is_no_trouble_of_a_player_goes_through():
    with pytest.raises(KeyboardInterrupt):
        contest([raising(KeyboardInterrupt())], []).run()


def test_an_action_of_the_wrong_color_is_invalid():
    verdict = contest([lambda color: Play(color.opponent, 0)], []).run()
    assert verdict[:2] == (Ending.INVALID_REPLY, WHITE)


def test_a_statement_out_of_turn_is_illegal():
    verdict = contest([Accept], []).run()
    assert verdict[:2] == (Ending.ILLEGAL_MOVE, WHITE)


def test_resignation_wins_for_the_other_side():
    verdict = contest(["A1"], [Resign]).run()
    assert verdict[:2] == (Ending.RESIGNATION, BLACK)


def test_the_move_limit_counts_the_position_as_it_stands():
    played = contest(["A1", "B1", "C1"], ["E5", "D5"], policy=Policy(3))
    verdict = played.run()
    assert (verdict.ending, verdict.winner, played.game.turns) == (Ending.MOVE_LIMIT, BLACK, 3)
    assert verdict.score.margin == 1


def test_stones_that_both_call_dead_are_dead():
    black, white = Scripted([*WALLS[0], "E3"], dead=["E3"]), Scripted(WALLS[1], dead=["E3"])
    verdict = contest(black, white).run()
    assert verdict.ending is Ending.SCORE
    assert verdict.score.margin == 5


DEAD_TO_WHITE_ONLY = (["C1", "C2", "C3", "C4", "C5", "E3"], WALLS[1])


def test_a_disagreement_resumes_play_once_then_what_both_say_holds():
    black, white = Scripted(DEAD_TO_WHITE_ONLY[0]), Scripted(DEAD_TO_WHITE_ONLY[1], dead=["E3"])
    played = contest(black, white)
    verdict = played.run()
    assert played.disputes == 1
    assert [type(action) for action in black.seen if isinstance(action, (Propose, Dispute, Accept))] == [
        Propose,
        Dispute,
        Propose,
        Accept,
    ]
    assert [action for action in black.seen if isinstance(action, Dispute)] == [Dispute(BLACK, (14,))]
    assert verdict.ending is Ending.SCORE
    assert verdict.score.margin == 11  # E3 stays, so White's column is public
    assert any("Dispute 1" in text for text in played.comments.values())
    assert any("no dispute is left" in text for text in played.comments.values())


def test_a_dispute_that_play_settles_leads_to_agreement():
    black = Scripted([*DEAD_TO_WHITE_ONLY[0], "pass", "pass"])
    white = Scripted([*DEAD_TO_WHITE_ONLY[1], "pass", "E2", "E4"], dead=["E3", "E3", ""])
    played = contest(black, white, policy=Policy(200, disputes=5))
    verdict = played.run()
    assert verdict.ending is Ending.SCORE
    assert played.disputes == 1
    assert verdict.score.margin == 5


@pytest.mark.parametrize("disputes", [0, 3])
def test_the_same_disagreement_without_a_stone_in_between_is_not_disputed_again(disputes):
    black, white = Scripted(DEAD_TO_WHITE_ONLY[0]), Scripted(DEAD_TO_WHITE_ONLY[1], dead=["E3"])
    played = contest(black, white, policy=Policy(200, disputes=disputes))
    assert played.run().ending is Ending.SCORE
    assert played.disputes == min(disputes, 1)


def test_a_settlement_that_names_empty_points_names_nothing_there():
    verdict = contest(Scripted(WALLS[0], dead=["A1"]), Scripted(WALLS[1])).run()
    assert verdict.ending is Ending.SCORE


def test_a_settlement_that_is_none_is_invalid():
    black = Scripted(WALLS[0])
    black.settlement = lambda color: "everything"
    assert contest(black, WALLS[1]).run()[:2] == (Ending.INVALID_REPLY, WHITE)


@pytest.mark.parametrize("name", [ruleset.name for ruleset in rulesets.registered()])
def test_games_end_under_every_ruleset(name):
    for seed in range(3):
        played = contest(Lottery(seed, 20), Lottery(seed + 100, 20), name=name, size=7)
        verdict = played.run()
        assert not verdict.ending.trouble, verdict
        assert verdict.ending in {Ending.SCORE, Ending.DRAW, Ending.NO_RESULT}


def test_thought_is_timed_by_color():
    played = contest(Lottery(1, 3, pause=0.02), [])
    played.run()
    assert played.timing.seconds[BLACK] >= 0.06
    assert played.timing.seconds[BLACK] > played.timing.seconds[WHITE] > 0


def test_the_caller_can_break_in_before_every_action():
    calls = []

    def alive():
        calls.append(1)
        if len(calls) == 3:
            raise KeyboardInterrupt

    played = contest(["A1", "B1"], ["A5", "B5"])
    with pytest.raises(KeyboardInterrupt):
        played.run(alive=alive)
    assert played.game.turns == 2


def test_a_verdict_without_a_count_has_no_score():
    assert Verdict(Ending.TIMEOUT, None).score is None


def test_every_termination_of_a_game_is_an_ending():
    assert {each.name for each in Termination} <= {each.name for each in Ending if not each.trouble}


def test_a_pass_where_none_exists_is_filled_by_the_referee():
    played = contest([], [], name="natural-ending opening=empty first=black")
    verdict = played.run(
        opening=[
            Play(color, played.game.board.geometry.point(text))
            for pair in zip(*WALLS, strict=True)
            for color, text in zip((BLACK, WHITE), pair, strict=True)
        ]
    )
    assert verdict.ending is Ending.SCORE
    assert verdict.score.margin == 5
    filled = [entry.action for entry in played.game.log][10:]
    assert [type(action) for action in filled].count(Play) == 8 + 3  # all but two eyes of each side
    assert all("was filled for it" in text for text in played.comments.values())
    assert len(played.comments) == 11


def test_a_pass_where_none_exists_loses_where_the_policy_says_so():
    policy = Policy(200, forced="forfeit")
    verdict = contest(*WALLS, name="natural-ending opening=empty first=black", policy=policy).run()
    assert verdict[:2] == (Ending.ILLEGAL_MOVE, WHITE)
    assert "may pass only when" in verdict.detail


def test_two_passes_that_mean_virtual_moves_are_taken_as_offers_to_stop():
    played = contest(*WALLS, name="yan-lai-2007-b")
    verdict = played.run()
    assert verdict.ending is Ending.SCORE
    assert verdict.score.margin == 5
    kinds = [type(entry.action).__name__ for entry in played.game.log][10:]
    assert kinds == ["Virtual", "Virtual", "Offer", "Offer", "Propose", "Accept"]


@pytest.mark.parametrize("name", ["song-captives opening=empty", "dunhuang-chips opening=empty"])
def test_the_chip_phase_is_played_out_and_brings_what_was_counted(name):
    match = contest(Scripted(["C1", "C2", "C3", "C4", "C5"]), Scripted(["D1", "D2", "D3", "D4", "D5"]), name)
    verdict = match.run()
    assert verdict.ending is Ending.SCORE
    assert match.game.state.chips.complete
    # Black encloses ten points and White five: eight against three beyond the eyes.
    assert verdict.score.margin == 5
    assert match.game.state.chips.handed == (0, 5)


def test_chips_that_bring_something_else_are_a_fault_of_ours(monkeypatch):
    match = contest(
        Scripted(["C1", "C2", "C3", "C4", "C5"]), Scripted(["D1", "D2", "D3", "D4", "D5"]), "song-captives opening=empty"
    )
    monkeypatch.setattr(Contest, "_margin", lambda self: Fraction(self.game.phase is Phase.CHIPS))
    verdict = match.run()
    assert verdict.ending is Ending.INTERNAL
    assert verdict.winner is None
    assert "the chips bring 0, but 1 was counted before them" in verdict.detail
