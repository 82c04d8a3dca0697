"""What the versions of the store's schema have added to it; docs/store.md describes the schema as a whole."""

from __future__ import annotations

import sqlite3
from typing import Final

ADDED: Final = {
    "opening": "TEXT NOT NULL DEFAULT ''",
    "handicap": "INTEGER NOT NULL DEFAULT 0",
    "clock": "TEXT NOT NULL DEFAULT ''",
    "attempts": "INTEGER NOT NULL DEFAULT 1",
    "black_overshoot": "REAL NOT NULL DEFAULT 0",
    "white_overshoot": "REAL NOT NULL DEFAULT 0",
    "thoughts": "TEXT NOT NULL DEFAULT '[]'",
}
"""The columns of a game that version 1 lacked. Each has the value that says: there was no such thing."""


def selection(column: str, version: int) -> str:
    """What to select for a column from a store of this version, which may lack it."""
    if version >= 2 or column not in ADDED:
        return column
    return f"{ADDED[column].rpartition(' ')[2]} AS {column}"


def migrate(connection: sqlite3.Connection) -> None:
    """Brings a store of version 1 up to version 2, in one transaction; another one is left alone."""
    if connection.execute("PRAGMA user_version").fetchone()[0] != 1:
        return
    steps = [f"ALTER TABLE games ADD COLUMN {name} {kind};" for name, kind in ADDED.items()]
    connection.executescript("\n".join(["BEGIN IMMEDIATE;", *steps, "PRAGMA user_version = 2;", "COMMIT;"]))
