"""The file of a store, whatever is in it: making it, looking whether it is ours, and what SQLite says about it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from harness.errors import DamagedStore, ForeignStore, HarnessError, NoStore, Unreadable
from harness.whole_files import read_beginning

APPLICATION: Final = 0x47545052  # "GTPR"
SUFFIXES: Final = ("", "-journal", "-wal", "-shm")
"""What follows on the name of the file in the names of all that belongs to it."""

_MAGIC = b"SQLite format 3\0"
_HEAD = 100
_MARK = slice(68, 72)
"""Where the head of an SQLite file has the number of the program that it belongs to (fileformat2.html, 1.3)."""
_PASSING = frozenset(
    {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_READONLY,
    }
)


def create(path: Path, script: str) -> None:
    """Makes a file with what a script puts into it, elsewhere, and renames it, so that no half-made one is ever found.

    Raises:
        OSError, sqlite3.Error: the disk refuses.
    """
    partial = path.with_name(f".{path.name}.partial")
    for suffix in SUFFIXES:
        partial.with_name(partial.name + suffix).unlink(missing_ok=True)
        path.with_name(path.name + suffix).unlink(missing_ok=True)  # a log of another store would be played into this one
    with closing(sqlite3.connect(partial)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.executescript(script)
        # Before it gets its name, for whoever is killed while this is done leaves a journal to be rolled back; and last, for
        # what stands in the log is brought into the file when that is closed, and nobody is told if the disk is full then.
        connection.execute("PRAGMA journal_mode = WAL")
    left = [suffix for suffix in SUFFIXES[1:] if partial.with_name(partial.name + suffix).exists()]
    if left:
        raise sqlite3.OperationalError(f"{partial.name}{left[0]} was left")
    partial.replace(path)


def open_for_reading(path: Path, newest: int) -> tuple[sqlite3.Connection, int]:
    """A connection that changes nothing that was stored, and the version of the schema.

    Args:
        path: the file.
        newest: the newest version that can be read.

    Raises:
        NoStore, ForeignStore, DamagedStore: it is missing, not ours or newer, or not as we wrote it.
        HarnessError: the system refuses to read it.
    """
    _examine(path)
    try:
        connection, version = _connect(path, "ro")
    except sqlite3.Error as error:
        if not _passes(error):
            raise trouble(path, error) from error
        try:  # somebody was killed while writing it, and what was half done is to be taken back
            connection, version = _connect(path, "rw")
        except sqlite3.Error as final:
            raise trouble(path, final) from final
    if version > newest:
        connection.close()
        raise ForeignStore(f"{path} was written by a newer gtp-harness (schema {version}, this one knows {newest})")
    return connection, version


def _connect(path: Path, mode: str) -> tuple[sqlite3.Connection, int]:
    """A connection that changes nothing that was stored, and the version of the schema."""
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True)
    try:
        connection.execute("PRAGMA query_only = ON")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        connection.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()
    except sqlite3.Error:
        connection.close()
        raise
    return connection, int(version)


def _examine(path: Path) -> None:
    """Looks whether a file is ours, without SQLite, which might repair one that is not.

    This process may not have the file open already: to close it here would free the locks that SQLite holds on it.

    Raises:
        NoStore, ForeignStore, DamagedStore: it is missing, not ours, or empty.
        HarnessError: it cannot be read.
    """
    try:
        head = read_beginning(path, _HEAD)
    except FileNotFoundError:
        raise NoStore(f"{path.parent} holds no games yet (no {path.name})") from None
    except Unreadable as error:
        raise ForeignStore(f"{error}, so it is not a store of gtp-harness") from None
    except OSError as error:
        raise HarnessError(f"{path}: {error.strerror or error}") from None
    if not head:
        raise DamagedStore(f"{path} is empty; reset --yes removes it")
    if not head.startswith(_MAGIC) or head[_MARK] != APPLICATION.to_bytes(4, "big"):
        raise ForeignStore(f"{path} is not a store of gtp-harness; it was not touched")


def _passes(error: sqlite3.Error) -> bool:
    """Whether the system stands in the way of reading, and not the file."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _PASSING


def trouble(path: Path, error: sqlite3.Error) -> HarnessError:
    """What an error of SQLite means for a person."""
    if _passes(error):
        return HarnessError(f"{path} cannot be read: {error}")
    return DamagedStore(f"{path} is damaged ({error}); reset --yes removes it")
