"""Commands that make moves and take them back."""

from __future__ import annotations

from gtp_rules.board import Color
from gtp_rules.errors import IllegalMove, RefusedAction, WrongPhase
from gtp_rules.gtp import GtpError
from gtp_rules.referee.commands import Vertex, Word, read_color, read_vertex, registry
from gtp_rules.referee.referee import Referee


@registry.command("play")
def play(referee: Referee, color: Color, vertex: Vertex) -> None:
    """Makes a move; a pass means what the ruleset says."""
    play_one(referee, color, vertex)


def play_one(referee: Referee, color: Color, point: object) -> None:
    """Makes a move; a move after the end is as illegal as any other to a controller."""
    try:
        referee.play(color, point if isinstance(point, int) else None)
    except WrongPhase as error:
        raise IllegalMove(str(error)) from error


@registry.command("gogui-play_sequence")
def play_sequence(referee: Referee, *words: Word) -> None:
    """Makes all of these moves or none: pairs of a color and a vertex."""
    if len(words) % 2:
        raise GtpError("syntax error: gogui-play_sequence takes pairs of a color and a vertex")
    moves = [
        (read_color(referee, color), read_vertex(referee, vertex))
        for color, vertex in zip(words[::2], words[1::2], strict=True)
    ]
    memory, next_pass, made = referee.memory.snapshot(), referee.next_pass, sum(e.counted for e in referee.game.log)
    try:
        for color, point in moves:
            play_one(referee, color, point)
    except RefusedAction:
        for _ in range(sum(e.counted for e in referee.game.log) - made):
            referee.undo()
        referee.memory.restore(memory)
        referee.next_pass = next_pass
        raise


@registry.command("undo")
def undo(referee: Referee) -> None:
    """Takes the last move back, with all that was said after it."""
    referee.undo()


@registry.command("gg-undo")
def gg_undo(referee: Referee, number: int = 1) -> None:
    """Takes several moves back, all or none."""
    moves = sum(entry.counted for entry in referee.game.log)
    if not 0 <= number <= moves:
        raise GtpError("cannot undo")
    for _ in range(number):
        referee.undo()


@registry.command("time_settings")
def time_settings(referee: Referee, main_time: int, byo_yomi_time: int, byo_yomi_stones: int) -> None:
    """Sets main time, byo-yomi time in seconds and stones; they outlive games."""
    if min(main_time, byo_yomi_time, byo_yomi_stones) < 0:
        raise GtpError("syntax error: times are not negative")
    referee.time_settings = (main_time, byo_yomi_time, byo_yomi_stones)


@registry.command("time_left")
def time_left(referee: Referee, color: Color, time: int, stones: int) -> None:
    """Says how many seconds are left to a side, for how many stones."""
    referee.clocks[color] = (time, stones)
