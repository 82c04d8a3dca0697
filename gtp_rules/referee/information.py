"""Commands that ask about the position."""

from __future__ import annotations

from gtp_rules.board import BLACK, WHITE, Color, diagram
from gtp_rules.game import Action, Play, Virtual
from gtp_rules.referee.commands import Point, TurnText, read_point, registry
from gtp_rules.referee.referee import Referee


@registry.command("showboard")
def showboard(referee: Referee) -> str:
    """The board as text."""
    game = referee.game
    lost = {color: game.ledger.tally(color).captured for color in (BLACK, WHITE)}
    return "\n".join(
        [
            diagram(game.board),
            f"{game.ruleset.specification}, {game.phase.value}, {game.to_move.word} to move",
            f"prisoners: Black has taken {lost[WHITE]}, White {lost[BLACK]}",
        ]
    )


@registry.command("is_legal")
def is_legal(referee: Referee, color: Color, vertex: TurnText) -> str:
    """Whether a move may be made: 1 or 0."""
    return rules_is_legal(referee, color, vertex)


@registry.command("all_legal")
def all_legal(referee: Referee, color: Color) -> str:
    """All points on which a side may play."""
    return " ".join(referee.game.board.geometry.vertices(referee.game.legal_points(color)))


@registry.command("captures")
def captures(referee: Referee, color: Color) -> str:
    """The number of stones that a side has taken."""
    return str(referee.game.ledger.tally(color.opponent).captured)


@registry.command("color")
def color_(referee: Referee, vertex: Point) -> str:
    """What stands on a point: black, white or empty."""
    return ("empty", "black", "white")[referee.game.board.colors[vertex]]


def action_of(referee: Referee, color: Color, text: str) -> Action:
    """The action that a vertex, ``pass`` or ``virtual`` means for a side."""
    if text == "pass":
        return referee.pass_action(color)
    return Virtual(color) if text == "virtual" else Play(color, read_point(referee, text))


@registry.command("rules-is_legal")
def rules_is_legal(referee: Referee, color: Color, turn: TurnText) -> str:
    """Whether a vertex, pass or virtual move is possible: 1 or 0."""
    return "0" if referee.game.refusal(action_of(referee, color, turn)) else "1"


@registry.command("rules-why")
def rules_why(referee: Referee, color: Color, turn: TurnText) -> str:
    """Why a vertex, pass or virtual move is not possible, in one sentence."""
    action = action_of(referee, color, turn)
    reason = referee.game.refusal(action)
    return f"{color.word} may play {turn.upper() if isinstance(action, Play) else turn}" if reason is None else reason


@registry.command("rules-legal_moves")
def rules_legal_moves(referee: Referee, color: Color) -> str:
    """All vertices on which a side may play, and virtual and pass where they are possible."""
    words = referee.game.board.geometry.vertices(referee.game.legal_points(color))
    words += [word for word in ("virtual", "pass") if not referee.game.refusal(action_of(referee, color, word))]
    return " ".join(words)
