"""What people and programs read of us: standard output is the product, standard error the talk.

Talk may be lost without harm, so nothing that goes wrong with it is ever raised. The product may not: where standard output
is closed or full, `show` says so. A reader who has had enough (``| head``) is no such trouble, and the rest is then kept back.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterator
from typing import BinaryIO, TextIO

from harness.errors import LostOutput


def open_missing() -> None:
    """Puts something in the place of each of the three standard streams that whoever started us has closed.

    A file that is opened later would else get its number, and with it what is written to a stream. What is read from or
    written to these fails.
    """
    for number, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # gets the least free number
    for name, number in (("stdout", 1), ("stderr", 2)):
        if getattr(sys, name) is None:
            setattr(sys, name, open(number, "w", encoding="utf-8", closefd=False))  # noqa: SIM115 - stays open


def printable(text: str) -> str:
    """Text without line ends, control characters, marks of direction, surrogates and the like; each becomes a dot."""
    return text if text.isprintable() else "".join(each if each.isprintable() else "·" for each in text)


def talk(text: str) -> None:
    """Says a line to people. Lost where standard error is gone."""
    say(sys.stderr, printable(text))


def show_line(text: str) -> None:
    """Writes a line to standard output, for people; raises as `show`."""
    show(printable(text))


def say(stream: TextIO, text: str) -> None:
    """Writes a line to a stream that people read; raises for no stream."""
    with contextlib.suppress(OSError, ValueError):
        print(encodable(text, stream), file=stream, flush=True)


def show(text: str, *, end: str = "\n") -> None:
    """Writes to standard output.

    Raises:
        LostOutput: it is closed or full.
        BrokenPipeError: nobody reads it any more.
    """
    with product() as stream:
        stream.write((text + end).encode(sys.stdout.encoding or "utf-8", "replace"))


def encodable(text: str, stream: TextIO) -> str:
    """The text, with marks for what the stream's encoding lacks."""
    encoding = stream.encoding or "utf-8"
    return text.encode(encoding, "replace").decode(encoding)


@contextlib.contextmanager
def product() -> Iterator[BinaryIO]:
    """Standard output for bytes; what was written is out when the ``with`` block ends.

    Raises:
        LostOutput, BrokenPipeError: as `show`.
    """
    try:
        sys.stdout.flush()
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        _silence(sys.stdout)
        raise
    except OSError as error:
        _silence(sys.stdout)
        raise LostOutput(f"standard output: {error.strerror or error}") from None


def end_talk() -> None:
    """Drops what could not be said, which would else become the exit code of the program."""
    try:
        sys.stderr.flush()
    except (OSError, ValueError):
        _silence(sys.stderr)


def _silence(stream: TextIO) -> None:
    """Lets what is still to come to a stream, and what waits there, vanish."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
