"""Reading files that somebody names: never one that does not end, nor one that waits for somebody to write it."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

from harness.errors import Unreadable

LARGEST: Final = 1 << 28
"""The largest record that is read, in bytes."""


def read_whole(path: Path, most: int = LARGEST) -> bytes:
    """The bytes of a regular file.

    Args:
        path: of the file.
        most: the largest number of bytes that is read.

    Raises:
        Unreadable: there is no such file, it may not be read, it is a folder, a pipe or a device, or larger than `most`.
    """
    try:
        with _regular(path) as file:
            data = file.read(most + 1)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from None
    except ValueError:
        raise Unreadable(f"{str(path)!r}: is no name of a file") from None
    if len(data) > most:
        raise Unreadable(f"{path}: is larger than {most >> 20} MiB" if most >> 20 else f"{path}: is too large")
    return data


def read_beginning(path: Path, number: int) -> bytes:
    """At most so many bytes from the beginning of a regular file.

    Raises:
        FileNotFoundError: there is none.
        OSError: it cannot be read.
        Unreadable: it is no regular file.
    """
    with _regular(path) as file:
        return file.read(number)


def _regular(path: Path) -> BinaryIO:
    # Without waiting, since a pipe that nobody writes would be waited for in vain.
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise Unreadable(f"{path}: is no regular file")
    return os.fdopen(descriptor, "rb")
