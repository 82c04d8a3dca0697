"""One harness per directory."""

from __future__ import annotations

import os
import re
import socket
import sys
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from harness.errors import HarnessError, StoreLocked

if sys.platform != "win32":
    import fcntl

FILE = "lock"


class Lock:
    """Holds a directory as long as the ``with`` block runs; the system frees it even if the process is killed.

    The lock file names process and host for the message to the next one; its text is no lock.
    """

    def __init__(self, directory: Path) -> None:
        self._path = directory / FILE
        self._file: IO[str] | None = None

    def __enter__(self) -> Self:
        """Takes the lock.

        Raises:
            StoreLocked: another process has it.
            HarnessError: the system has no such locks, or the file cannot be opened.
        """
        if sys.platform == "win32":
            raise HarnessError("this system has no flock(), without which two runs could write one store; use WSL")
        try:
            file = self._path.open("a+", encoding="utf-8")
        except OSError as error:
            raise HarnessError(f"{self._path}: {error.strerror or error}") from None
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.seek(0)
            holder = file.read().strip() or "an unknown process"
            file.close()
            raise StoreLocked(f"{self._path.parent} is in use by {holder}") from None
        file.seek(0)
        file.truncate()
        file.write(f"process {os.getpid()} on {socket.gethostname()}\n")
        file.flush()
        self._file = file
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self._file is not None:
            self._file.truncate(0)
            self._file.close()
            self._file = None


def holder(directory: Path) -> str | None:
    """Who holds the directory, as the lock file names it, or None if nobody does."""
    if sys.platform == "win32":
        return None
    try:
        with (directory / FILE).open("r", encoding="utf-8") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except OSError:
                return file.read().strip() or "an unknown process"
    except OSError:
        return None
    return None


def holder_number(text: str) -> int | None:
    """The number of the process that `holder` names, or None if it names none."""
    found = re.match(r"process (\d+) on ", text)
    return int(found[1]) if found else None
