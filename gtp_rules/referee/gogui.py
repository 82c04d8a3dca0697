"""The GoGui extensions that a controller needs to play."""

from __future__ import annotations

from gtp_rules.board import Color, diagram
from gtp_rules.game import Phase
from gtp_rules.referee.commands import Word, registry
from gtp_rules.referee.counting import rules_result
from gtp_rules.referee.information import turn
from gtp_rules.referee.referee import Referee


@registry.command("gogui-version")
def gogui_version(_: Referee, version: Word = Word("")) -> str:  # noqa: ARG001 - GoGui says its own; all are served
    """Takes note of the version of GoGui."""
    return ""


@registry.command("gogui-title")
def title(referee: Referee) -> str:
    """The title of the window."""
    return f"{referee.ruleset.title}, {referee.game.phase.value}"


@registry.command("gogui-rules_game_id")
def game_id(_: Referee) -> str:
    """The game that is played."""
    return "Go"


@registry.command("gogui-rules_board")
def board(referee: Referee) -> str:
    """The board, the top row first."""
    return diagram(referee.game.board, border=False)


@registry.command("gogui-rules_board_size")
def board_size(referee: Referee) -> str:
    """The number of lines of the board."""
    shape = referee.game.board.geometry
    return str(max(shape.width, shape.height))


@registry.command("gogui-rules_side_to_move")
def side_to_move(referee: Referee) -> str:
    """The side to move."""
    return referee.game.to_move.word


@registry.command("gogui-rules_captured_count")
def captured_count(referee: Referee) -> str:
    """Stones taken by Black, and by White."""
    return " ".join(str(referee.game.ledger.tally(color.opponent).captured) for color in Color)


@registry.command("gogui-rules_legal_moves")
def legal_moves(referee: Referee) -> str:
    """What the side to move may play; nothing once the game is over."""
    game = referee.game
    if game.phase is Phase.FINISHED:
        return ""
    words = game.board.geometry.vertices(game.legal_points(game.to_move))
    return " ".join(words + ["pass"] * (game.refusal(turn(referee, game.to_move, "pass")) is None))


@registry.command("gogui-rules_final_result")
def final_result(referee: Referee) -> str:
    """The result, for people."""
    return rules_result(referee)
