"""What is wrong with an action in the state of a game, said in one English sentence. Nothing here changes a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gtp_rules.board import Color, Effect
from gtp_rules.errors import BadProposal, IllegalMove, WrongPhase
from gtp_rules.game.actions import Abandon, Accept, Action, Chips, Dispute, Offer, Pass, Play, Propose, Resume, Virtual
from gtp_rules.game.chips import check_chips
from gtp_rules.game.phases import ACCEPTS, Phase
from gtp_rules.game.proposals import read_proposal
from gtp_rules.rules import PassMeans
from gtp_rules.rules.counting import Dame, SekiLu, Settlement, fillable, prepare
from gtp_rules.rules.counting.dame import open_points

if TYPE_CHECKING:
    from gtp_rules.game.game import Game


def check(game: Game, action: Action) -> object:
    """Returns what carrying the action out needs to know: the effect of a board move, the settlement of a proposal.

    Raises:
        WrongPhase: the phase does not accept this kind of action.
        IllegalMove: the ruleset forbids this turn.
        BadProposal: a proposal, claim or dispute that cannot be.
    """
    kind = type(action)
    if kind not in ACCEPTS[game.state.phase]:
        raise WrongPhase(_out_of_phase(action, game.state.phase))
    checker = _CHECKS.get(kind)
    return checker(game, action) if checker else None


def judge(game: Game, color: Color, point: int) -> tuple[Effect, int | None] | None:
    """What a board move on an empty point would do, and the earlier turn that it would repeat.

    None if it is suicide that the ruleset forbids. Whether the point is empty is not checked.
    """
    effect = game.board.look(color, point)
    suicide = effect.suicide
    if suicide and game.ruleset.suicide.forbids(effect):
        return None
    return effect, game.memory.bars(color, effect.key, captures=suicide or effect.captured != ())


def _check_play(game: Game, action: Play) -> Effect:
    color, point, board = action.color, action.point, game.board
    if not 0 <= point < board.geometry.size:
        raise IllegalMove("the point lies outside the board")
    standing = board.colors[point]
    if standing:
        raise IllegalMove(f"{_name(game, point)} is occupied by a {Color(standing).word} stone")
    effect = board.look(color, point)  # from here on as `judge`, which would cost a call for every move
    suicide = effect.suicide
    if suicide and game.ruleset.suicide.forbids(effect):
        raise IllegalMove(f"{_name(game, point)} would be suicide, which {game.ruleset.name} forbids")
    earlier = game.memory.bars(color, effect.key, captures=suicide or effect.captured != ())
    if earlier is not None:
        rule = game.ruleset.repetition.text
        raise IllegalMove(f"{_name(game, point)} would restore the position {_after(earlier)}: {rule}")
    return effect


def _check_pass(game: Game, action: Pass) -> None:
    means = game.ruleset.turns.pass_means
    if means in {PassMeans.ABANDON, PassMeans.VIRTUAL} or (means is PassMeans.NOTHING and game.legal_points(action.color)):
        raise IllegalMove(f"{game.ruleset.name} has no pass for {action.color.word}")
    if means is PassMeans.EXHAUSTED:
        _require_exhausted(game, action.color)


def _require_exhausted(game: Game, color: Color) -> None:
    """Natural ending: only a side that has nothing but basic eyes left may pass (decision 13)."""
    free = fillable(prepare(game.position(Settlement()), Dame.AS_IS), color, SekiLu.EFFECTIVE)
    left = [*free, *open_points(game.board, color)]
    point = next((point for point in left if game.is_legal(color, point)), None)
    if point is not None and not game.state.is_stopped:
        raise IllegalMove(f"{color.word} may pass only when nothing is left to fill; {_name(game, point)} is")


def _check_virtual(game: Game, action: Virtual) -> None:
    if not game.ruleset.turns.virtual:
        raise IllegalMove(f"{game.ruleset.name} has no virtual moves")
    earlier = game.memory.bars_virtual(action.color)
    if earlier is not None:
        raise IllegalMove(f"a virtual move would put the opponent before the board {_after(earlier)} again")


def _check_abandon(game: Game, action: Abandon) -> None:
    if not game.ruleset.turns.abandon:
        raise IllegalMove(f"{game.ruleset.name} has no turn of abandoning; {action.color.word} may offer to stop")


def _check_offer(game: Game, action: Offer) -> None:
    if game.state.offers & action.color:
        raise IllegalMove(f"{action.color.word} has offered to stop already")


def _check_propose(game: Game, action: Propose) -> Settlement:
    return read_proposal(game.board, game.ruleset, action)


def _check_accept(game: Game, action: Accept) -> None:
    if game.phase is Phase.CHIPS:
        if game.state.accepted & action.color:
            raise BadProposal(f"{action.color.word} has agreed to count already")
    elif game.proposer == action.color:
        raise BadProposal(f"{action.color.word} made this proposal; the other side accepts it")


def _check_dispute(game: Game, action: Dispute) -> None:
    if game.proposer == action.color:
        raise BadProposal(f"{action.color.word} made this proposal; the other side disputes it")
    if game.ruleset.ending.names_object and not action.points:
        raise BadProposal(f"{game.ruleset.name}: a dispute names the points that it is about")
    if any(not 0 <= point < game.board.geometry.size for point in action.points):
        raise BadProposal("a dispute names points of the board")


def _name(game: Game, point: int) -> str:
    return game.board.geometry.vertex(point)


def _after(turn: int) -> str:
    return f"after move {turn}" if turn else "before the first move"


def _out_of_phase(action: Action, phase: Phase) -> str:
    if phase is Phase.FINISHED:
        return "the game is over"
    if isinstance(action, Propose):
        return "a proposal is possible only once play has stopped"
    if isinstance(action, Accept | Dispute):
        return "no proposal stands"
    if isinstance(action, Resume):
        return "there is no stop to take back"
    return f"{type(action).__name__.lower()} is not possible in the phase {phase.value}"


_CHECKS: dict[type[Action], Callable[[Any, Any], object]] = {
    Play: _check_play,
    Pass: _check_pass,
    Virtual: _check_virtual,
    Abandon: _check_abandon,
    Offer: _check_offer,
    Propose: _check_propose,
    Accept: _check_accept,
    Dispute: _check_dispute,
    Chips: check_chips,
}
