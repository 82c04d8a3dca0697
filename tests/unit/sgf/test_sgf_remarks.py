"""What is said about a game in the comments."""

import pytest
from sgfmill import sgf

from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import (
    Abandon,
    Accept,
    Action,
    Chips,
    Dispute,
    Game,
    Offer,
    Pass,
    Phase,
    Play,
    Propose,
    Resign,
    Resume,
    Virtual,
)
from gtp_rules.rules import Ending, PassMeans, Ruleset, Turns
from gtp_rules.sgf import write_game
from gtp_rules.sgf.remarks import remarks

CHINESE = rulesets.find("chinese")
VIRTUAL = CHINESE.variant(turns=Turns(PassMeans.ABANDON, virtual=True, abandon=True), ending=Ending(disputes=0, move_limit=9))


def last_comment(ruleset: Ruleset, *actions: Action) -> str:
    game = Game(ruleset, 5, 5)
    for action in actions:
        game.apply(action)
    node = sgf.Sgf_game.from_bytes(write_game(game)).get_last_node()
    return str(node.get("C")) if node.has_property("C") else ""


STOP = (Play(BLACK, 6), Pass(WHITE), Pass(BLACK))


@pytest.mark.parametrize(
    ("actions", "said"),
    [
        ((Pass(BLACK),), "Black passes."),
        ((Offer(WHITE),), "White offers to stop."),
        ((Resign(WHITE),), "White resigns.\n\nResult: B+R"),
        (STOP, "Black passes.\n\nPlay has stopped.\n\n    Count"),
        ((*STOP, Resume(BLACK)), "Black withdraws the stop.\n\nPlay goes on; white is to move."),
        ((*STOP, Play(WHITE, 0)), "The stop is withdrawn: play goes on."),
        ((*STOP, Propose(WHITE)), "White proposes that all is alive."),
        ((*STOP, Propose(WHITE, (), ())), "White proposes that all is alive; nothing is in seki."),
        ((*STOP, Propose(WHITE, (), (6,))), "White proposes that all is alive; in seki: B2."),
        ((*STOP, Propose(WHITE, (6,)), Accept(BLACK)), "these chains are dead: B2.\n\nBlack accepts.\n\nResult: "),
        (
            (*STOP, Propose(WHITE, (6,)), Dispute(BLACK, (6, 0))),
            "Black disputes the proposal over B2, A1.\n\nPlay goes on; white",
        ),
        ((*STOP, Propose(WHITE, (6,)), Dispute(BLACK)), "Black disputes the proposal.\n\nPlay goes on; white"),
    ],
)
def test_remarks(actions: tuple[Action, ...], said: str) -> None:
    assert said in last_comment(CHINESE, *actions)


def test_other_turns() -> None:
    assert "White makes a virtual move, a stone outside the board." in last_comment(VIRTUAL, Virtual(WHITE))
    assert "Black abandons the turn, an offer to stop." in last_comment(VIRTUAL, Abandon(BLACK))
    assert "a move, which is owed if play goes on." in last_comment(rulesets.find("tang-song"), Pass(BLACK))
    stone = CHINESE.variant(turns=Turns(PassMeans.STONE))
    assert "hands over a prisoner." in last_comment(stone, Pass(BLACK))


def test_ends() -> None:
    stop = Play(BLACK, 6), Abandon(WHITE), Abandon(BLACK)
    assert "No dispute is left, so nothing is dead." in last_comment(VIRTUAL, *stop, Propose(WHITE, (6,)), Dispute(BLACK))
    limit = [Play(BLACK if point % 2 else WHITE, point) for point in range(9)]
    assert "The limit of moves is reached" in last_comment(VIRTUAL, *limit)


def test_chips() -> None:
    game = Game(CHINESE, 5, 5)
    game.state.phase = Phase.CHIPS
    assert remarks(game, Chips(BLACK, (0, 2)), Phase.CHIPS) == ["Black puts chips on A1, C1."]
    assert remarks(game, Chips(BLACK, ()), Phase.CHIPS) == ["Black puts no chip."]
    assert remarks(game, Accept(BLACK), Phase.CHIPS) == ["Black wants to count now."]
    assert remarks(game, Accept(BLACK), Phase.MARKING)[1:] == ["The chips begin."]
