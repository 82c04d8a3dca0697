"""Commands of the player behind the referee; they exist only where there is one."""

from __future__ import annotations

from gtp_rules.board import Color
from gtp_rules.errors import RefusedAction
from gtp_rules.game import Action, Offer, Play, Resign, Virtual
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
    if isinstance(action, Virtual) and not isinstance(referee.game.pass_action(color), Virtual):
        say(f"{color.word} makes a virtual move")
    try:
        referee.move(action)
    except RefusedAction as error:
        raise GtpError(f"the player {_player_name(referee)} chose what is not possible: {error}") from error
    return _vertex(referee, action)


@registry.command("kgs-genmove_cleanup", available=_has_player)
def genmove_cleanup(referee: Referee, color: Color) -> str:
    """Lets the player move in resumed play."""
    return genmove(referee, color)


@registry.command("reg_genmove", available=_has_player)
def reg_genmove(referee: Referee, color: Color) -> str:
    """Says where the player would move, and moves nothing."""
    action = _choice(referee, color)
    if isinstance(action, Resign):
        return "resign"
    return _vertex(referee, action)


def _choice(referee: Referee, color: Color) -> Action:
    assert referee.player is not None
    if referee.game.outcome is not None:
        raise GtpError("the game is over")
    return referee.player.choose(color)


def _vertex(referee: Referee, action: Action) -> str:
    return referee.game.board.geometry.vertex(action.point) if isinstance(action, Play) else "pass"


def _player_name(referee: Referee) -> str:
    return referee.player.name if referee.player else ""
