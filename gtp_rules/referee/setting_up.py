"""Commands that set up a board before the first move."""

from __future__ import annotations

from gtp_rules.board import BLACK, WHITE, Color, handicap_points
from gtp_rules.errors import BadSetup
from gtp_rules.gtp import GtpError
from gtp_rules.referee.commands import Point, Word, read_color, read_point, registry
from gtp_rules.referee.referee import Referee


@registry.command("boardsize")
def boardsize(referee: Referee, size: int) -> None:
    """Begins a game on a square board of 1 to 25 lines."""
    rectangular_boardsize(referee, size, size)


@registry.command("rectangular_boardsize")
def rectangular_boardsize(referee: Referee, columns: int, rows: int) -> None:
    """Begins a game on a rectangle."""
    if not (1 <= columns <= 25 and 1 <= rows <= 25):
        raise GtpError("unacceptable size")
    referee.new_game(columns, rows)


@registry.command("clear_board")
def clear_board(referee: Referee) -> None:
    """Begins a game; ruleset, komi and time settings stay."""
    referee.new_game()


@registry.command("fixed_handicap")
def fixed_handicap(referee: Referee, number: int) -> str:
    """Puts 2 to 9 handicap stones on their fixed points."""
    points = handicap_points(referee.game.board.geometry, number)
    if not points:
        raise GtpError("invalid number of stones")
    return _place(referee, points)


@registry.command("place_free_handicap")
def place_free_handicap(referee: Referee, number: int) -> str:
    """Puts handicap stones where this program likes, perhaps fewer than asked, and says where."""
    geometry = referee.game.board.geometry
    points = next(filter(None, (handicap_points(geometry, fewer) for fewer in range(min(number, 9), 1, -1))), [])
    if not points:
        raise GtpError("invalid number of stones")
    return _place(referee, points)


@registry.command("set_free_handicap")
def set_free_handicap(referee: Referee, *vertices: Point) -> None:
    """Makes these stones Black's handicap."""
    size = referee.game.board.geometry.size
    if len(vertices) < 2 or len(vertices) >= size or len(set(vertices)) != len(vertices):
        raise GtpError("bad vertex list")
    if _are_seats(referee, set(vertices)):
        return  # Sabaki sends the black seat stones of a record as a handicap and plays the white ones; no move either
    _place(referee, list(vertices))


def _are_seats(referee: Referee, points: set[int]) -> bool:
    game = referee.game
    return game.is_empty and bool(game.initial.white) and points == set(game.initial.black)


def _place(referee: Referee, points: list[int]) -> str:
    referee.set_up(points, [], WHITE, handicap=True)
    return " ".join(referee.game.board.geometry.vertex(point) for point in points)


@registry.command("gogui-setup")
def setup(referee: Referee, *words: Word) -> None:
    """Makes these stones the initial position: pairs of a color and a vertex."""
    if len(words) % 2:
        raise GtpError("syntax error: gogui-setup takes pairs of a color and a vertex")
    stones: dict[Color, list[int]] = {BLACK: [], WHITE: []}
    for color, vertex in zip(words[::2], words[1::2], strict=True):
        stones[read_color(referee, color)].append(read_point(referee, vertex))
    referee.set_up(stones[BLACK], stones[WHITE])


@registry.command("gogui-setup_player")
def setup_player(referee: Referee, color: Color) -> None:
    """Says who moves first."""
    referee.game.set_player(color)
    referee.restart_players()


@registry.command("rules-prisoners")
def prisoners(referee: Referee, color: Color, number: int) -> None:
    """Says how many stones of a color had been captured before the set-up."""
    if number > 10_000:
        raise BadSetup("that is more stones than a game captures")
    referee.game.set_prisoners(color, number)
    referee.restart_players()
