"""Commands on records: auditing SGF files, and pictures of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from gtp_rules.errors import BadRecord
from gtp_rules.sgf import audit, read_record
from gtp_rules.sgf.marks import recorded_marks
from gtp_rules.sgf.tree import load
from harness.errors import HarnessError, Unreadable
from harness.picture import board_svg, png
from harness.whole_files import read_whole

_PICTURES = (".svg", ".png")


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """The SGF files among these paths and below those that are folders, in order.

    Raises:
        HarnessError: a path does not exist.
    """
    for path in paths:
        if path.is_dir():
            yield from sorted(found for found in path.rglob("*") if found.suffix.lower() == ".sgf" and found.is_file())
        elif path.exists():
            yield path
        else:
            raise HarnessError(f"{path}: No such file or directory")


def audit_file(path: Path) -> list[str]:
    """What the replay of a record does not confirm; empty if all of it is."""
    try:
        return audit(read_whole(path))
    except Unreadable as error:
        return [str(error).removeprefix(f"{path}: ")]


def picture(path: Path, move: int | None, target: Path) -> None:
    """Draws the last position of a record, or the one before a move, as SVG or PNG by the ending of `target`.

    Raises:
        HarnessError: the record cannot be read or has no such move, or the picture cannot be written.
        RulesError: PNG is wanted and the extra for it is not installed.
    """
    kind = target.suffix.lower()
    if kind not in _PICTURES:
        raise HarnessError(f"{target}: a picture is a file that ends in {' or '.join(_PICTURES)}")
    try:
        data = read_whole(path)
        moves = sum(not node.keys().isdisjoint(("B", "W")) for node in load(data).nodes)
        if move is not None and move > moves:
            raise HarnessError(f"{path}: there is no move {move}, the record has {moves}; without --move the end is drawn")
        game = read_record(data, move=move).game
        shown = recorded_marks(data, move=move)
    except BadRecord as error:
        raise HarnessError(f"{path}: {error}") from None
    where = f"before move {move}" if move is not None else "at the end"
    svg = board_svg(game.board, shown.marks, shown.labels, title=f"{path.name}, {where}", last=shown.last)
    try:
        if kind == ".png":
            target.write_bytes(png(svg))
        else:
            target.write_text(svg, encoding="utf-8")
    except OSError as error:
        raise HarnessError(f"{target}: {error.strerror}") from None
