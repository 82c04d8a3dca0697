"""What an experiment has played: an SQLite file, one row for each finished game.

A game is written in one transaction right after it ended, its SGF file before that and by renaming: whenever the program is
killed, a game is either stored whole or will be played again, and playing it again overwrites nothing but its own files.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sqlite3
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec

from harness import database
from harness.endings import Ending, Record, Recount, Side
from harness.errors import DamagedStore, HarnessError, NoStore
from harness.filenames import stem
from harness.migration import ADDED, migrate, selection
from harness.schedule import Task

FILE = "games.sqlite"
GAMES = "games"
LOGS = "logs"
VERSION = 2
_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_SECURED_EVERY = 1.0
"""Seconds."""

_GAME = {
    "key": "TEXT PRIMARY KEY",
    "ruleset": "TEXT NOT NULL",
    "first": "TEXT NOT NULL",
    "second": "TEXT NOT NULL",
    "number": "INTEGER NOT NULL",
    "black": "TEXT NOT NULL",
    "white": "TEXT NOT NULL",
    "black_seed": "INTEGER NOT NULL",
    "white_seed": "INTEGER NOT NULL",
    "opening_seed": "INTEGER NOT NULL",
    "size": "TEXT NOT NULL",
    "komi": "TEXT NOT NULL",
    "ending": "TEXT NOT NULL",
    "winner": "TEXT",
    "result": "TEXT NOT NULL",
    "margin": "TEXT",
    "detail": "TEXT NOT NULL",
    "turns": "INTEGER NOT NULL",
    "disputes": "INTEGER NOT NULL",
    "moves": "TEXT NOT NULL",
    "sgf": "BLOB NOT NULL",
    "sgf_file": "TEXT",
    "started": "TEXT NOT NULL",
    "ended": "TEXT NOT NULL",
    "black_seconds": "REAL NOT NULL",
    "white_seconds": "REAL NOT NULL",
    "black_title": "TEXT NOT NULL",
    "white_title": "TEXT NOT NULL",
    "black_rules": "TEXT NOT NULL",
    "white_rules": "TEXT NOT NULL",
    "black_score": "TEXT",
    "white_score": "TEXT",
    **ADDED,
}
"""The columns of a game, in the order in which `_row` gives them."""
_COLUMNS = list(_GAME)
_TASK = (*_COLUMNS[:12], "opening", "handicap", "clock")
"""The columns that make a `Task`."""
_UNREAD = ("sgf", "thoughts")
"""The columns that are left out where many records are read: they are long."""
_SCHEMA = f"""
CREATE TABLE config (number INTEGER PRIMARY KEY, stored TEXT NOT NULL, hash TEXT NOT NULL, snapshot TEXT NOT NULL);
CREATE TABLE games ({", ".join(f"{name} {kind}" for name, kind in _GAME.items())}) WITHOUT ROWID;
CREATE TABLE recounts (
    key TEXT NOT NULL REFERENCES games (key) ON DELETE CASCADE, ruleset TEXT NOT NULL, margin TEXT NOT NULL,
    result TEXT NOT NULL, PRIMARY KEY (key, ruleset)
) WITHOUT ROWID;
"""
_PLAIN = ("size", "komi", "winner", "result", "margin", "detail", "turns", "disputes", "moves", "started", "ended", "attempts")
_INSERT = f"INSERT INTO games ({', '.join(_COLUMNS)}) VALUES ({', '.join('?' * len(_COLUMNS))})"  # noqa: S608 - constants


class Store:
    """The games of one directory. Open it with `open_store` or `read_store`."""

    def __init__(self, directory: Path, connection: sqlite3.Connection, version: int = VERSION) -> None:
        self.directory = directory
        self._connection, self._version = connection, version
        self._folders: dict[str, str] = {}  # that are known to exist, and where
        self._secured = 0.0

    def close(self) -> None:
        """Closes the file."""
        self._connection.close()

    def _secure(self) -> None:
        """Has the system write to the disk, now and then, what it keeps in memory.

        The end of our process, however it comes, loses nothing in any case; the end of the machine's power would.
        """
        now = time.monotonic()
        if now - self._secured >= _SECURED_EVERY:
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
            self._secured = now

    # -- the configuration

    @property
    def snapshot(self) -> dict[str, Any] | None:
        """The settings under which games were played last, or None in a new store.

        Raises:
            DamagedStore: they cannot be read.
        """
        with self._sound():
            row = self._connection.execute("SELECT snapshot FROM config ORDER BY number DESC LIMIT 1").fetchone()
            return msgspec.json.decode(row[0], type=dict[str, dict[str, Any]]) if row else None

    def keep_snapshot(self, snapshot: dict[str, Any], stored: str) -> None:
        """Adds the settings that hold from now on, if they differ from the last ones."""
        if snapshot == self.snapshot:
            return
        text = json.dumps(snapshot, ensure_ascii=False, sort_keys=True)
        digest = hashlib.sha256(text.encode()).hexdigest()
        try:
            with self._connection:
                self._connection.execute("INSERT INTO config (stored, hash, snapshot) VALUES (?, ?, ?)", (stored, digest, text))
        except sqlite3.Error as error:
            raise HarnessError(f"{self.directory / FILE} cannot be written: {error}") from error

    # -- games

    def keys(self) -> set[str]:
        """The keys of all stored games.

        Raises:
            DamagedStore: they cannot be read.
        """
        with self._sound():
            return {key for (key,) in self._connection.execute("SELECT key FROM games")}

    @contextlib.contextmanager
    def _sound(self) -> Iterator[None]:
        """Whatever reading may raise means that the store is not as we wrote it, or that the system refuses to read it now."""
        try:
            yield
        except sqlite3.Error as error:
            raise database.trouble(self.directory / FILE, error) from error
        except (ValueError, TypeError, KeyError, msgspec.MsgspecError) as error:
            what = f"{self.directory / FILE} is damaged ({error}); reset --yes removes it"
            raise DamagedStore(what) from error

    def add(self, record: Record) -> None:
        """Stores a finished game and writes its files.

        Raises:
            HarnessError: it is stored already, or the disk refuses.
        """
        try:
            name = self._write_files(record)
            with self._connection:
                self._connection.execute(_INSERT, _row(record, name))
                if record.recounts:
                    rows = [(record.task.key, each.ruleset, each.margin, each.result) for each in record.recounts]
                    self._connection.executemany("INSERT INTO recounts VALUES (?, ?, ?, ?)", rows)
            self._secure()
        except (OSError, sqlite3.Error) as error:
            raise HarnessError(f"{record.task.key} cannot be stored: {error}") from error

    def _write_files(self, record: Record) -> str | None:
        name = stem(record.task)
        for side, text in (("black", record.black.errors), ("white", record.white.errors)):
            if text:
                self._write(LOGS, f"{name}.{side}.txt", text.encode(errors="replace"))
        if not record.sgf:
            return None
        self._write(GAMES, f"{name}.sgf", record.sgf)
        return f"{GAMES}/{name}.sgf"

    def _write(self, folder: str, name: str, data: bytes) -> None:
        """Writes a file so that it is there whole or not at all."""
        try:
            _write_whole(self._folders.get(folder) or self._folder(folder), name, data)
        except FileNotFoundError:  # somebody has removed the folder
            _write_whole(self._folder(folder), name, data)

    def _folder(self, folder: str) -> str:
        path = self.directory / folder
        path.mkdir(parents=True, exist_ok=True)
        self._folders[folder] = str(path.absolute())
        return self._folders[folder]

    def restore_files(self) -> int:
        """Writes the records again that somebody has removed from the folder of records. Returns how many there were.

        Raises:
            HarnessError: the disk refuses.
        """
        folder = self.directory / GAMES
        restored = 0
        query = f"SELECT {', '.join(selection(column, self._version) for column in _TASK)} FROM games WHERE length(sgf)"  # noqa: S608
        with self._sound():
            tasks = [Task(*row) for row in self._connection.execute(query)]
            try:
                there = set(os.listdir(folder)) if folder.is_dir() else set()  # noqa: PTH208 - a `Path` for each takes long
                for task in tasks:
                    if (name := f"{stem(task)}.sgf") not in there:
                        self._write(GAMES, name, self.sgf(task.key))
                        restored += 1
            except OSError as error:
                raise HarnessError(f"{folder}: {error.strerror or error}") from error
        return restored

    def sgf(self, key: str) -> bytes:
        """The annotated record of a stored game; empty for one that was never played.

        Raises:
            KeyError: the game is not stored.
        """
        row = self._connection.execute("SELECT sgf FROM games WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise KeyError(key)
        return bytes(row[0])

    def records(self) -> Iterator[Record]:
        """All stored games, by pairing, ruleset and number; without SGF, standard error, and the time of each turn.

        Raises:
            DamagedStore: they cannot be read.
        """
        with self._sound():
            yield from self._records()

    def _records(self) -> Iterator[Record]:
        recounts: dict[str, list[Recount]] = {}
        for key, *rest in self._connection.execute("SELECT key, ruleset, margin, result FROM recounts ORDER BY ruleset"):
            recounts.setdefault(key, []).append(Recount(*rest))
            Fraction(recounts[key][-1].margin)  # raises what nobody could reckon with
        names = [column for column in _COLUMNS if column not in _UNREAD]
        columns = ", ".join(selection(column, self._version) for column in names)
        order = "ORDER BY first, second, ruleset, number"
        for values in self._connection.execute(f"SELECT {columns} FROM games {order}"):  # noqa: S608 - constants
            row = dict(zip(names, values, strict=True))  # a `sqlite3.Row` looks each name up along all of its columns
            yield _read(row, tuple(recounts.get(row["key"], ())))

    def forget_trouble(self) -> int:
        """Removes the games that ended by trouble, so that they are played again. Returns how many there were."""
        marks = [ending.value for ending in Ending if ending.trouble]
        places = ", ".join("?" * len(marks))
        with self._connection:
            return self._connection.execute(f"DELETE FROM games WHERE ending IN ({places})", marks).rowcount  # noqa: S608


def _row(record: Record, sgf_file: str | None) -> tuple[object, ...]:
    task, black, white = record.task, record.black, record.white
    game = (*msgspec.structs.astuple(task)[:10], record.size, record.komi)
    end = (record.ending.value, record.winner, record.result, record.margin, record.detail)
    course = (record.turns, record.disputes, record.moves, record.sgf, sgf_file, record.started, record.ended)
    sides = (black.seconds, white.seconds, black.title, white.title, black.rules, white.rules, black.score, white.score)
    given = (task.opening, task.handicap, task.clock, record.attempts, black.overshoot, white.overshoot)
    return (*game, *end, *course, *sides, *given, msgspec.json.encode(record.thoughts).decode())


def _read(row: Mapping[str, Any], recounts: tuple[Recount, ...]) -> Record:
    if row["margin"] is not None:
        Fraction(row["margin"])  # as above
    return Record(
        task=Task(*(row[column] for column in _TASK)),
        ending=Ending(row["ending"]),
        black=_side(row, "black"),
        white=_side(row, "white"),
        sgf=b"",
        recounts=recounts,
        **{field: row[field] for field in _PLAIN},
    )


def _side(row: Mapping[str, Any], color: str) -> Side:
    seconds, title, rules, score = (row[f"{color}_{what}"] for what in ("seconds", "title", "rules", "score"))
    return Side(seconds, title, rules, score, overshoot=row[f"{color}_overshoot"])


def _write_whole(place: str, name: str, data: bytes) -> None:
    # Plain strings and numbers: a `Path` for each name of each game takes as long as the writing, and so does a file object.
    partial = f"{place}{os.sep}.{name}.partial"
    try:
        descriptor = os.open(partial, _NEW, 0o666)
        try:
            while data:
                data = data[os.write(descriptor, data) :]
        finally:
            os.close(descriptor)
        os.replace(partial, f"{place}{os.sep}{name}")  # noqa: PTH105 - as above
    except OSError:
        Path(partial).unlink(missing_ok=True)
        raise


def open_store(directory: Path) -> Store:
    """The store of a directory, made if there is none; one of an earlier version is brought up to this one.

    The directory must be locked by the caller.

    Raises:
        ForeignStore: there is a file that is no store of ours, or of a newer version; it was not touched.
        HarnessError: the disk refuses.
    """
    path = directory / FILE
    connection = None
    try:
        with contextlib.suppress(NoStore):
            read_store(directory).close()
        if not path.exists():
            marks = f"PRAGMA user_version = {VERSION};"
            database.create(path, f"{marks} BEGIN; {_SCHEMA} COMMIT;")
        connection = sqlite3.connect(path)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = NORMAL")  # what that leaves to be done, `Store._secure` does
        migrate(connection)
    except (OSError, sqlite3.Error) as error:
        if connection is not None:
            connection.close()
        raise HarnessError(f"{path} cannot be written: {error}") from error
    return Store(directory, connection)


def read_store(directory: Path) -> Store:
    """The store of a directory, for reading only. It may be in use by a running harness.

    Raises:
        ForeignStore: as `open_store`.
        DamagedStore: it is ours, or empty, and not as we wrote it.
        NoStore: there is none.
        HarnessError: the system refuses to read it.
    """
    return Store(directory, *database.open_for_reading(directory / FILE, VERSION))


def erase(directory: Path) -> list[str]:
    """Removes the store and its files, and nothing else that may lie in the directory. The caller holds the lock.

    Returns:
        The names of what was removed, relative to the directory.

    Raises:
        ForeignStore: the file is not ours.
    """
    try:
        with closing(read_store(directory)) as store:
            names = [stem(record.task) for record in store.records()]
    except DamagedStore:
        names = []  # its games cannot be listed, so that their records stay
    files = [Path(GAMES, f"{name}.sgf") for name in names]
    files += [Path(LOGS, f"{name}.{side}.txt") for name in names for side in ("black", "white")]
    files += [file.with_name(f".{file.name}.partial") for file in files]
    files += [Path(name + suffix) for name in (FILE, f".{FILE}.partial") for suffix in database.SUFFIXES]
    removed = [str(file) for file in files if (directory / file).exists()]
    for file in removed:
        (directory / file).unlink()
    for folder in (GAMES, LOGS):
        if (directory / folder).is_dir() and not any((directory / folder).iterdir()):
            (directory / folder).rmdir()
    return removed
