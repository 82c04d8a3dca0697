"""Commands of the player behind the referee; they exist only where there is one."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gtp_rules.board import Color
from gtp_rules.errors import PlayerTrouble, RefusedAction, UnavailablePlayer
from gtp_rules.game import Action, Offer, Phase, Play, Resign, Virtual
from gtp_rules.game.forced import forced_point
from gtp_rules.gtp import Arguments, GtpError
from gtp_rules.player import Analyst, Explaining
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


@registry.command("gomill-explain_last_move", available=lambda referee: isinstance(referee.player, Explaining))
def explain_last_move(referee: Referee) -> str:
    """Why the player made its last move; nothing before the first one."""
    player: object = referee.player
    assert isinstance(player, Explaining)
    return player.explain()


def _choice(referee: Referee, color: Color) -> Action:
    if referee.game.outcome is not None:
        raise GtpError("the game is over")
    if referee.game.phase is Phase.CHIPS:
        raise GtpError("the chips are put by rules-chips, or by rules-chips auto")
    try:
        return referee.ask_player(color)
    except (PlayerTrouble, UnavailablePlayer) as trouble:
        raise GtpError(f"the player failed: {trouble}") from trouble


def _vertex(referee: Referee, action: Action) -> str:
    return referee.game.board.geometry.vertex(action.point) if isinstance(action, Play) else "pass"


def _analyzes(command: str) -> Callable[[Referee], bool]:
    def knows(referee: Referee) -> bool:
        player: object = referee.player
        return isinstance(player, Analyst) and command in player.listed

    return knows


@registry.command("lz-analyze", available=_analyzes("lz-analyze"))
def lz_analyze(referee: Referee, arguments: Arguments = Arguments("")) -> Iterator[str]:
    """The analysis of the player behind, passed on until more input comes."""
    return _analysis(referee, "lz-analyze", arguments)


@registry.command("kata-analyze", available=_analyzes("kata-analyze"))
def kata_analyze(referee: Referee, arguments: Arguments = Arguments("")) -> Iterator[str]:
    """The analysis of the player behind, passed on until more input comes."""
    return _analysis(referee, "kata-analyze", arguments)


def _analysis(referee: Referee, command: str, arguments: str) -> Iterator[str]:
    if referee.game.outcome is not None:
        raise GtpError("the game is over")
    try:
        lines = referee.analyze(f"{command} {arguments}".strip())
    except (PlayerTrouble, UnavailablePlayer) as trouble:
        raise GtpError(f"the player failed: {trouble}") from trouble
    return _guarded(referee, lines)


def _guarded(referee: Referee, lines: Iterator[str]) -> Iterator[str]:
    """The reply has begun when the player fails, in whatever way, so that no failure can be answered any more."""
    try:
        yield from lines
    except PlayerTrouble as trouble:
        referee.distrust(str(trouble))
    except Exception as error:
        referee.distrust(f"the analysis failed: {type(error).__name__}: {error}")
