"""What was done and said, in plain English for the comments of a record.

The sentences survive Markdown: no line begins with ``#`` or a number, nothing comes in pairs of stars or underscores, and
points stand between commas, since ``B D4 E5`` reads as a variation in some programs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from gtp_rules.board import Geometry
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
    Propose,
    Resign,
    Resume,
    Termination,
    Virtual,
)
from gtp_rules.rules import PassMeans


def remarks(game: Game, action: Action, before: Phase) -> list[str]:
    """Sentences on an action that `game` has just accepted; `before` is the phase in which it was made."""
    side = action.color.word.capitalize()
    say = _WORDS.get(type(action))
    said = [f"{side} {say(game, action)}."] if say is not None else []
    if isinstance(action, Accept) and before is Phase.CHIPS:
        said = [f"{side} wants to count now."]
    return said + _change(game, action, before)


def _change(game: Game, action: Action, before: Phase) -> list[str]:
    phase = game.phase
    if phase is Phase.FINISHED:
        return _end(game, action)
    if phase is before or phase is Phase.MARKING:
        return []
    if phase is Phase.STOPPED:
        return ["Play has stopped."]
    if phase is Phase.CHIPS:
        return ["The chips begin."]
    if isinstance(action, (Dispute, Resume)):
        return [f"Play goes on; {game.to_move.word} is to move."]
    return ["The stop is withdrawn: play goes on."]


def _end(game: Game, action: Action) -> list[str]:
    outcome = game.outcome
    if outcome is None or outcome.termination is Termination.RESIGNATION:
        return []
    why = {
        Termination.DRAW: "The position has come up for the third time, which is a draw.",
        Termination.NO_RESULT: "The position has come up for the third time: the game has no result.",
        Termination.MOVE_LIMIT: "The limit of moves is reached and the position is counted as it stands.",
    }.get(outcome.termination)
    if why is None and isinstance(action, Dispute):
        why = "No dispute is left, so nothing is dead."
    return [why] if why else []


def _pass(game: Game, _: Pass) -> str:
    if game.ruleset.turns.pass_means is PassMeans.OFFER:
        return "offers to stop and leaves out a move, which is owed if play goes on"
    if game.ruleset.turns.pass_means is PassMeans.STONE:
        return "passes and hands over a prisoner"
    return "passes"


def _propose(game: Game, action: Propose) -> str:
    geometry = game.board.geometry
    parts = [
        f"proposes that these chains are dead: {_list(geometry, action.dead)}" if action.dead else "proposes that all is alive"
    ]
    if action.seki:
        parts.append(f"in seki: {_list(geometry, action.seki)}")
    elif action.seki is not None:
        parts.append("nothing is in seki")
    parts += [f"{color.word} claims {_list(geometry, points)}" for color, points in action.claims if points]
    return "; ".join(parts)


def _dispute(game: Game, action: Dispute) -> str:
    about = f" over {_list(game.board.geometry, action.points)}" if action.points else ""
    return f"disputes the proposal{about}"


def _chips(game: Game, action: Chips) -> str:
    if not action.points:
        return "puts no chip"
    handed = game.state.chips.handed[action.color.opponent - 1]
    said = f"; {action.color.opponent.word} has handed over {handed} prisoners so far" if handed else ""
    return f"puts chips on {_list(game.board.geometry, action.points)}{said}"


def _list(geometry: Geometry, points: Iterable[int]) -> str:
    return ", ".join(map(geometry.vertex, points))


_WORDS: Final[dict[type[Action], Callable[[Game, Any], str]]] = {
    Pass: _pass,
    Virtual: lambda _, __: "makes a virtual move, a stone outside the board",
    Abandon: lambda _, __: "abandons the turn, an offer to stop",
    Offer: lambda _, __: "offers to stop",
    Resign: lambda _, __: "resigns",
    Propose: _propose,
    Accept: lambda _, __: "accepts",
    Dispute: _dispute,
    Resume: lambda _, __: "withdraws the stop",
    Chips: _chips,
}
