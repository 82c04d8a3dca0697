"""Carrying out actions that were checked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

import msgspec

from gtp_rules.board import BLACK, WHITE, Color, Effect, survey
from gtp_rules.game.actions import (
    Abandon,
    Accept,
    Action,
    Chips,
    Dispute,
    Offer,
    Pass,
    Play,
    Propose,
    Resign,
    Resume,
    Virtual,
)
from gtp_rules.game.chips import open_chips, put_chips
from gtp_rules.game.ledger import Item
from gtp_rules.game.outcome import Outcome, Termination
from gtp_rules.game.phases import Phase
from gtp_rules.game.state import NO_STOPPING, STOPS
from gtp_rules.rules import Cycle, Marking, Mover, PassMeans
from gtp_rules.rules.counting import Settlement
from gtp_rules.rules.counting.dame import two_sided

if TYPE_CHECKING:
    from gtp_rules.game.game import Game
    from gtp_rules.game.state import State

# Looking a member up in its enumeration at every move is slow.
_PLAYED, _CAPTURED, _NO_CYCLE = int(Item.PLAYED), int(Item.CAPTURED), Cycle.NONE
_OPPONENTS = (BLACK, WHITE, BLACK)  # by the number of a color


class Placed(msgspec.Struct, frozen=True, gc=False):
    """What a board move changed on the board.

    Attributes:
        color: who moved.
        point: where.
        emptied: points that were emptied, by capture or by suicide.
        suicide: whether the mover's own stones were removed, the new one among them.
    """

    color: Color
    point: int
    emptied: list[int]
    suicide: bool


def _play(game: Game, action: Play, effect: Effect) -> Placed | None:
    color, point, state, ruleset = action.color, action.point, game.state, game.ruleset
    if state.phase in STOPS:
        _resume(game)
    emptied = game.board.place(color, point, effect)
    state.turns += 1
    game.memory.move(color, effect.key, state.turns)
    game.ledger.add(state.account, color, _PLAYED)
    if state.offers:  # from here on as `_end_offers`, which would cost a call for every move
        state.offers, state.stopping = 0, NO_STOPPING
    state.last_mover, state.to_move = color, _OPPONENTS[color]
    state.since_dispute += 1
    if state.virtual_run:
        state.virtual_run = 0
    if state.disputed_dame and point in state.disputed_dame:
        made = list(state.dame_moves)
        made[color - 1] += 1
        state.dame_moves = (made[0], made[1])
    if emptied:
        _take_off(game, color, len(emptied), suicide=effect.suicide)
    if state.outcome is None:
        if ruleset.cycle is not _NO_CYCLE and game.memory.occurrences >= 3:
            draw = ruleset.cycle is Cycle.DRAW
            _finish(game, Outcome(Termination.DRAW if draw else Termination.NO_RESULT, None))
        if ruleset.ending.move_limit is not None:
            _check_limit(game)
    return Placed(color, point, emptied, effect.suicide) if game.keeps_steps else None


def _take_off(game: Game, mover: Color, number: int, *, suicide: bool) -> None:
    """So many stones were removed by a move: they are accounted for, and may have been the last ones of their side."""
    loser = mover if suicide else mover.opponent
    game.ledger.add(game.state.account, loser, _CAPTURED, number)
    if game.ruleset.ending.annihilation and not game.board.stones(loser):
        _finish(game, Outcome(Termination.ANNIHILATION, loser.opponent))


def _virtual(game: Game, action: Virtual, _: object) -> None:
    state = game.state
    if state.phase in STOPS:
        _resume(game)
    state.turns += 1
    game.memory.virtual(action.color, state.turns)
    game.ledger.add(state.account, action.color, Item.VIRTUAL)
    alternates = not state.virtual_run or state.last_mover != action.color
    _end_offers(state, action.color)
    state.virtual_run += alternates
    if state.virtual_run == game.ruleset.ending.virtual_stop:
        _settle(game, Settlement())
    _check_limit(game)


def _end_offers(state: State, mover: Color) -> None:
    """A stone was placed: offers to stop lapse and the other side is to move."""
    if state.offers:
        state.offers, state.stopping = 0, NO_STOPPING
    state.last_mover, state.to_move = mover, _OPPONENTS[mover]
    state.since_dispute += 1


def _check_limit(game: Game) -> None:
    limit = game.ruleset.ending.move_limit
    if limit is not None and game.state.turns >= limit and game.phase in {Phase.PLAY, Phase.RESUMED}:
        score = game.score(settlement=Settlement())
        _finish(game, Outcome(Termination.MOVE_LIMIT, score.winner, score))


def _skip(game: Game, action: Pass | Abandon, _: object) -> None:
    state = game.state
    state.turns += 1
    if game.ruleset.turns.pass_means is PassMeans.NOTHING:  # accepted only from a side that has no move left
        game.memory.skip(action.color, state.turns)
        _finish(game, Outcome(Termination.ANNIHILATION, action.color.opponent))
        return
    if not state.is_stopped:
        game.memory.skip(action.color, state.turns)
    game.ledger.add(state.account, action.color, Item.ABANDONED)
    state.first_to_pass = state.first_to_pass or action.color
    state.to_move, state.virtual_run = action.color.opponent, 0
    _offer_stop(game, action.color, takes_turn=True)
    _check_limit(game)


def _offer(game: Game, action: Offer, _: object) -> None:
    _offer_stop(game, action.color, takes_turn=False)


def _offer_stop(game: Game, color: Color, *, takes_turn: bool) -> None:
    state = game.state
    state.offers |= color
    run = state.stopping = state.stopping.with_turn(color) if takes_turn else state.stopping.with_offer(color)
    if state.offers != BLACK | WHITE:
        return
    if run.in_turn:  # the stopping actions are annulled if play resumes, so the side that made the first of them is to move
        state.to_move = run.first or color
    ending = game.ruleset.ending
    if ending.pass_end is not None and run.in_turn >= ending.pass_end:
        _settle(game, Settlement())
        return
    if state.is_stopped:
        return
    idle = ending.idle_dispute_ends and state.disputes and not state.since_dispute
    if ending.marking is Marking.NONE or idle:
        _settle(game, Settlement())
    else:
        game.memory.annul(sum(run.turns))
        state.phase = Phase.STOPPED


def _resign(game: Game, action: Resign, _: object) -> None:
    _finish(game, Outcome(Termination.RESIGNATION, action.color.opponent))


def _propose(game: Game, action: Propose, settlement: Settlement) -> None:
    game.state.proposal = settlement, action.color
    game.state.phase = Phase.MARKING


def _accept(game: Game, action: Accept, _: object) -> None:
    state = game.state
    if state.phase is not Phase.CHIPS:
        _settle(game, game.settlement)
        return
    state.accepted |= action.color
    if state.accepted == BLACK | WHITE:
        _count(game)


def _chips(game: Game, action: Chips, _: object) -> None:
    put_chips(game, action)
    game.state.accepted = 0
    if game.state.chips.complete:
        _count(game)


def _dispute(game: Game, action: Dispute, _: object) -> None:
    if game.disputes_left == 0:
        _settle(game, Settlement())
        return
    _resume(game, action.color)
    state = game.state
    state.disputes += 1
    state.account, state.phase, state.since_dispute = 1, Phase.RESUMED, 0
    state.disputed_dame = frozenset(two_sided(survey(game.board), Settlement()))


def _withdraw(game: Game, action: Resume, _: object) -> None:
    _resume(game, action.color)


def _resume(game: Game, asker: Color | None = None) -> None:
    """Goes back to play. The stopping actions are annulled: no turn of them counts as a pass that was made."""
    state = game.state
    for color, turns in zip((BLACK, WHITE), state.stopping.turns, strict=True):
        if turns:
            game.ledger.add(state.account, color, Item.ABANDONED, -turns)
    state.offers, state.stopping, state.proposal, state.virtual_run = 0, NO_STOPPING, None, 0
    if asker is not None and game.ruleset.ending.resumes is Mover.OPPONENT:
        state.to_move = asker.opponent
    state.phase = Phase.RESUMED if state.account else Phase.PLAY


def _settle(game: Game, settlement: Settlement) -> None:
    game.state.settled = settlement
    if game.ruleset.ending.chips:
        game.state.phase = Phase.CHIPS
        open_chips(game)
    if game.state.phase is not Phase.CHIPS or game.state.chips.complete:
        _count(game)


def _count(game: Game) -> None:
    score = game.score()
    _finish(game, Outcome(Termination.SCORE, score.winner, score))


def _finish(game: Game, outcome: Outcome) -> None:
    game.state.outcome, game.state.phase = outcome, Phase.FINISHED


DEEDS: Final[Mapping[type[Action], Callable[[Any, Any, Any], Placed | None]]] = {
    Play: _play,
    Pass: _skip,
    Virtual: _virtual,
    Abandon: _skip,
    Offer: _offer,
    Resign: _resign,
    Propose: _propose,
    Accept: _accept,
    Dispute: _dispute,
    Resume: _withdraw,
    Chips: _chips,
}
"""Carries out an action of each kind that `gtp_rules.game.checks.check` let pass, with what that returned."""
