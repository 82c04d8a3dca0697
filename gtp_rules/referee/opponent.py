"""Commands of the player behind the referee; they exist only where there is one."""

from __future__ import annotations

from gtp_rules.board import Color
from gtp_rules.errors import PlayerTrouble, RefusedAction, UnavailablePlayer
from gtp_rules.game import Action, Offer, Play, Resign, Virtual
from gtp_rules.game.forced import forced_point
from gtp_rules.gtp import GtpError
from gtp_rules.referee.commands import registry
from gtp_rules.referee.referee import Referee
from gtp_rules.referee.talk import say


def _has_player(referee: Referee) -> bool:
    return referee.player is not None


@registry.command("genmove", available=_has_player)
def genmove(referee: Referee, color: Color) -> str:
    """Lets the player move and says where: a vertex, pass or resign."""
    action = _choice(referee, color)
    if isinstance(action, Resign):
        referee.say(action)
        return "resign"
    if isinstance(action, Offer):
        # An offer is no turn, but genmove must answer a move: the player passes.
        action = referee.game.pass_action(color)
    if isinstance(action, Virtual) and action != referee.game.pass_action(color):
        say(f"{color.word} makes a virtual move")
    return _vertex(referee, _carry_out(referee, action))


def _carry_out(referee: Referee, action: Action) -> Action:
    """Makes the player's move, or the referee's own where the player passes and no pass exists (decision 10)."""
    reason = referee.game.refusal(action)
    if reason is not None and not isinstance(action, Play):
        point = forced_point(referee.game, action.color)
        if point is not None:
            referee.distrust()
            say(f"{action.color.word} passed, but {reason}; the referee plays {_vertex(referee, Play(action.color, point))}")
            action = Play(action.color, point)
    try:
        referee.move(action)
    except RefusedAction as error:
        referee.distrust()
        raise GtpError(f"the player chose what is not possible: {error}") from error
    return action


@registry.command("kgs-genmove_cleanup", available=_has_player)
def genmove_cleanup(referee: Referee, color: Color) -> str:
    """Lets the player move in resumed play."""
    return genmove(referee, color)


@registry.command("reg_genmove", available=_has_player)
def reg_genmove(referee: Referee, color: Color) -> str:
    """Says where the player would move, and moves nothing."""
    action = _choice(referee, color)
    referee.distrust()  # an engine behind has made the move on its own board
    if isinstance(action, Resign):
        return "resign"
    return _vertex(referee, action)


def _choice(referee: Referee, color: Color) -> Action:
    if referee.game.outcome is not None:
        raise GtpError("the game is over")
    try:
        return referee.ask_player(color)
    except (PlayerTrouble, UnavailablePlayer) as trouble:
        raise GtpError(f"the player failed: {trouble}") from trouble


def _vertex(referee: Referee, action: Action) -> str:
    return referee.game.board.geometry.vertex(action.point) if isinstance(action, Play) else "pass"
