"""Openings from SGF files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from gtp_rules.errors import BadRecord
from gtp_rules.game import Game, Play
from gtp_rules.sgf import read_game
from harness.errors import BadConfig, Unreadable
from harness.openings import Opening
from harness.whole_files import read_whole

_MOST = 100_000


def read_openings(path: Path, depth: int | None) -> list[Opening]:
    """The openings in a file, or in all files ``*.sgf`` of a folder and the folders in it, by the order of their names.

    Args:
        path: the file or folder. Of a collection, every game is an opening.
        depth: number of moves that are read; None: all. An opening ends before a pass in any case.

    Raises:
        BadConfig: there is none, or one of them is no record.
        Unreadable: one of them cannot be read.
    """
    try:
        files = sorted(path.rglob("*.sgf")) if path.is_dir() else [path]
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None
    found = [opening for file in files for opening in _read_file(file, _name(file, path), depth)]
    if not found:
        raise BadConfig(f"{path} holds no record (*.sgf)")
    return found


def _name(file: Path, path: Path) -> str:
    return file.relative_to(path).as_posix() if file != path else file.name


def _read_file(file: Path, name: str, depth: int | None) -> Iterator[Opening]:
    data = read_whole(file)
    for index in range(_MOST):
        try:
            game = read_game(data, move=None if depth is None else depth + 1, index=index)
        except BadRecord as error:
            if str(error).startswith("the file holds only"):
                return
            raise BadConfig(f"{file}: {error}") from None
        yield _opening(f"{name}#{index + 1}" if index else name, game)


def _opening(name: str, game: Game) -> Opening:
    shape, initial = game.board.geometry, game.initial
    moves = []
    for entry in game.log:
        if not isinstance(entry.action, Play):
            break
        moves.append((int(entry.action.color), entry.action.point))
    own = initial.black or initial.white
    return Opening(
        name=name,
        size=f"{shape.width}x{shape.height}",
        black=initial.black if own else (),
        white=initial.white if own else (),
        to_move=int(initial.to_move),
        handicap=initial.handicap,
        moves=tuple(moves),
    )
