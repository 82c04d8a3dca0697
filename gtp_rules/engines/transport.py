"""Commands to a program and its replies, each exchange within a deadline.

One `poll` watches all three pipes: standard error is drained whenever we wait, and standard input is written without
blocking, so that neither side can wait for the other for ever. No thread, no event loop: a move costs one write, one poll
and one read; without the poll where the reply is there before we would wait for it.
"""

from __future__ import annotations

import contextlib
import os
import select
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import NoReturn, Protocol

from gtp_rules.engines import processes
from gtp_rules.engines.framing import Framer, Reply
from gtp_rules.engines.settings import Limits
from gtp_rules.errors import EngineDied, EngineInterrupted, EngineTimeout, InvalidReply

_CHUNK = 1 << 16
_FIRST_CHUNK = 1 << 12
_CHUNKS_AT_ONCE = 256
_ERRORS_KEPT = 1 << 15
_LAST_LINES = 5
_QUOTED = 100
_PATIENCE = 3600.0
MAX_REPLY = 1 << 20
"""Bytes of the longest reply that is waited for."""
MAX_JUNK = 1 << 20
"""Lines outside replies that are passed over in waiting for one."""


class ErrorText:
    """The beginning and the end of what a program wrote to standard error; the middle is dropped and counted.

    Attributes:
        dropped: number of bytes that were dropped.
    """

    __slots__ = ("_head", "_tail", "dropped")

    def __init__(self) -> None:
        self._head = b""
        self._tail = b""
        self.dropped = 0

    def add(self, data: bytes) -> None:
        """Adds bytes as they came."""
        room = _ERRORS_KEPT - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > 2 * _ERRORS_KEPT:
            self._cut()

    def _cut(self) -> None:
        surplus = len(self._tail) - _ERRORS_KEPT
        self._tail = self._tail[surplus:]
        self.dropped += surplus

    def text(self) -> str:
        """What was kept, with a note where something is missing."""
        if len(self._tail) > _ERRORS_KEPT:
            self._cut()
        gap = f"\n[… {self.dropped} bytes …]\n".encode() if self.dropped else b""
        return (self._head + gap + self._tail).decode("utf-8", "replace")

    def last_lines(self) -> str:
        """The last lines with something on them, joined by `` | ``."""
        lines = [line.strip() for line in self.text()[-2000:].splitlines() if line.strip()]
        return " | ".join(lines[-_LAST_LINES:])


class Watch(Protocol):
    """Something that may end the wait for a reply."""

    @property
    def interrupted(self) -> bool:
        """Whether the wait is to end at once."""

    @property
    def has_input(self) -> bool:
        """Whether somebody has something else to say, which ends an analysis."""

    def fileno(self) -> int:
        """A file number that becomes readable when there is news."""

    def acknowledge(self) -> None:
        """Takes note of the news."""


class Transport:
    """A running program.

    Attributes:
        framer: counts junk lines.
        errors: what it wrote to standard error.
    """

    def __init__(
        self,
        command: Sequence[str],
        cwd: str | None = None,
        env: Mapping[str, str] | None = None,
        watch: Watch | None = None,
        limits: Limits = processes.NO_LIMITS,
    ) -> None:
        """Starts the program.

        Args:
            command: program and arguments.
            cwd: the folder that it runs in.
            env: variables added to the environment.
            watch: what may end the wait for a reply.
            limits: what the system shall hold it to.

        Raises:
            UnavailablePlayer: it cannot be started.
        """
        self._process = processes.start(command, cwd, env or {}, limits)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        for number in (self._in, self._out, self._err):
            os.set_blocking(number, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._watch = watch
        self._news = -1 if watch is None else watch.fileno()
        if watch is not None:
            self._poll.register(self._news, select.POLLIN)
        self.framer = Framer()
        self.errors = ErrorText()
        self._replied = False
        self._unsent = b""
        self._in_step = True

    @property
    def pid(self) -> int:
        """The number of the process, and of its group."""
        return self._process.pid

    @property
    def is_sound(self) -> bool:
        """Whether the program runs, and its next reply will belong to the next command."""
        return self._in_step and self._process.returncode is None and not processes.ended(self._process)

    def exchange(self, commands: Sequence[str], seconds: float, first: int = 0, first_seconds: float = 0.0) -> list[Reply]:
        """Sends commands in one go and returns their replies, in order.

        Args:
            commands: one line each, without line ends (not checked).
            seconds: the limit for all of them together, but for the first ones.
            first: so many of them have a limit of their own; the other begins when they are answered.
            first_seconds: that limit.

        Raises:
            EngineDied: the program has ended or closed its output.
            EngineTimeout: not all replies came in time.
            InvalidReply: a reply is longer than `MAX_REPLY`, or came before its command was sent, or there is more than
                `MAX_JUNK` beside the replies.
        """
        replies = self._send(commands)
        return self._collect(commands, ((first, first_seconds), (len(commands), seconds))) if replies is None else replies

    def exchange_each(self, commands: Sequence[str], seconds: float) -> list[Reply]:
        """As `exchange`, with a limit for each command, which begins when the one before it is answered."""
        replies = self._send(commands)
        limits = [(number, seconds) for number in range(1, len(commands) + 1)]
        return self._collect(commands, limits) if replies is None else replies

    def _send(self, commands: Sequence[str]) -> list[Reply] | None:
        """Sends commands in one go. All of their replies, if they are there at once; None if we must wait for some of them.

        A program that need not think, on the core that we are on, has mostly answered before our write returns.
        """
        if not commands:
            return []
        if self._process.returncode is not None:
            raise EngineDied(processes.describe_exit(self._process.returncode))
        framer = self.framer
        if framer.waiting:
            framer.discard()
        self._in_step = False
        self._write(("\n".join(commands) + "\n").encode())
        if self._watch is not None or self._unsent:  # a watch must be heard first
            return None
        try:
            data = os.read(self._out, _FIRST_CHUNK)
        except BlockingIOError:
            return None
        if not data:
            self._died()
        self._replied = True
        replies = framer.take_all(data, len(commands))
        self._in_step = replies is not None
        return replies

    def _collect(self, commands: Sequence[str], limits: Sequence[tuple[int, float]]) -> list[Reply]:
        """Waits for the replies to these commands, which were sent already.

        Args:
            commands: all that were sent.
            limits: numbers of replies, and the seconds in which each number must be reached from the one before it.
        """
        framer, wanted = self.framer, len(commands)
        junk = framer.junk
        replies = framer.take(wanted) if len(framer) else []
        target, limit, deadline = 0, 0.0, 0.0
        while (known := len(replies)) < wanted:
            if known >= target:
                target, limit = next(each for each in limits if each[0] > known)
                deadline = time.monotonic() + limit
            if len(framer) > MAX_REPLY:
                raise InvalidReply(f"a reply to {_quote(commands[known])} of more than {MAX_REPLY} bytes")
            if framer.junk - junk > MAX_JUNK:
                raise InvalidReply(f"more than {MAX_JUNK} lines that are no reply to {_quote(commands[known])}")
            if not self._wait(deadline):
                raise EngineTimeout(f"no reply to {_quote(commands[known])} in {limit:g} s{self._hint()}")
            replies += framer.take(wanted - known)
        if self._unsent:
            raise InvalidReply("it replies before it was asked")
        self._in_step = True
        return replies

    def _wait(self, deadline: float) -> bool:
        """Waits once for any of the pipes and serves it; False if the deadline came first."""
        remaining = deadline - time.monotonic()
        if remaining <= 0:
            return False
        for number, _ in self._poll.poll(remaining * 1000):
            if number == self._out:  # the first, for it is nearly always this
                self._read_output()
            elif number == self._err:
                self._read_errors()
            elif number == self._news:
                self._hear()
            else:
                self._poll.unregister(self._in)
                self._write(self._unsent)
        return True

    def _hear(self) -> None:
        assert self._watch is not None
        self._watch.acknowledge()
        if self._watch.interrupted:
            raise EngineInterrupted("interrupted")

    def stream(self, command: str, seconds: float) -> Iterator[str]:
        """Sends a command whose reply goes on until something else is sent, and gives its lines as they come.

        The reply is ended as soon as the watch has input; without a watch, by the engine itself.

        Args:
            command: one line.
            seconds: the limit for the first line, and for the end once it was asked for.

        Raises:
            InvalidReply: the engine refuses the command. As `exchange` else; all before the first line.
        """
        self.framer.discard()
        self._in_step = False
        self._write(f"{command}\n".encode())
        deadline = time.monotonic() + seconds
        while not (head := self._line(deadline, command)).startswith(("=", "?")):
            pass
        if not head.startswith("="):
            raise InvalidReply(f"{command}: {head[:_QUOTED]}")
        return self._rest(head[1:].strip(), command, seconds)

    def _rest(self, first: str, command: str, seconds: float) -> Iterator[str]:
        """The lines of a reply that has begun; leaves the engine in step."""
        if first:
            yield first
        while not (self._watch is not None and (self._watch.has_input or self._watch.interrupted)):
            line = self.framer.take_line()
            if line is None:
                self._wait(time.monotonic() + _PATIENCE)
            elif line:
                yield line
            else:
                self._in_step = True
                return
        self._write(b"protocol_version\n")
        deadline = time.monotonic() + seconds
        while self._line(deadline, command):
            pass
        self._collect(["protocol_version"], [(1, seconds)])

    def _line(self, deadline: float, command: str) -> str:
        """The next line, without waiting for the end of its reply."""
        while (line := self.framer.take_line()) is None:
            if not self._wait(deadline):
                raise EngineTimeout(f"no reply to {_quote(command)} in time{self._hint()}")
        return line

    def _hint(self) -> str:
        if len(self.framer):
            return " (a reply without an empty line at its end?)"
        return "" if self._replied else " (does it flush its output?)"

    def _write(self, data: bytes) -> None:
        """Writes what the pipe takes, keeps the rest, and asks to be told about room for it."""
        try:
            written = os.write(self._in, data)
        except BlockingIOError:
            written = 0
        except OSError:
            self._died()
        if written < len(data):
            self._poll.register(self._in, select.POLLOUT)
        self._unsent = data[written:]

    def _read_output(self) -> None:
        try:
            data = os.read(self._out, _CHUNK)
        except BlockingIOError:
            return
        if not data:
            self._died()
        self._replied = True
        self.framer.feed(data)

    def _read_errors(self) -> None:
        try:
            data = os.read(self._err, _CHUNK)
        except BlockingIOError:
            return
        if data:
            self.errors.add(data)
        else:
            self._poll.unregister(self._err)

    def _died(self) -> NoReturn:
        """Raises EngineDied with what is known about the end."""
        gone = processes.wait(self._process, processes.TERMINATION_GRACE)
        self._drain_errors()
        code = processes.end(self._process)
        how = processes.describe_exit(code) if gone else "closed its output"
        last = self.errors.last_lines()
        raise EngineDied(how + (f"; last on standard error: {last}" if last else ""))

    def begin_errors(self) -> None:
        """Forgets what was written to standard error and beside the replies until now: another game begins."""
        if self._process.returncode is None:
            self._drain_errors()
        self.errors = ErrorText()
        self.framer.junk, self.framer.first_junk = 0, ""

    def catch_up(self) -> None:
        """Reads what is there on standard error, so that `errors` holds all that was written before the last reply."""
        if self._process.returncode is None:
            self._drain_errors()

    def _drain_errors(self) -> None:
        """Takes what is there; not for ever, for a program may write faster than we read."""
        with contextlib.suppress(BlockingIOError):
            for _ in range(_CHUNKS_AT_ONCE):
                data = os.read(self._err, _CHUNK)
                if not data:
                    return
                self.errors.add(data)

    def close(self, seconds: float) -> int:
        """Asks the program to quit, waits so long, then ends its whole process group. Safe to call again.

        Returns:
            The exit code, or minus the number of the signal that ended it.
        """
        if self._process.returncode is None and seconds > 0:
            deadline = time.monotonic() + seconds
            with contextlib.suppress(EngineDied, EngineTimeout, InvalidReply):
                self.exchange(["quit"], seconds)
                self._await_end(deadline)
        if self._process.returncode is None:
            self._drain_errors()
        return processes.end(self._process)

    def _await_end(self, deadline: float) -> None:
        """Reads both outputs until the program ends, so that it is not held up by a full pipe."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        pause = 0.0005
        while not processes.ended(self._process) and time.monotonic() < deadline:
            self._drain_errors()
            with contextlib.suppress(BlockingIOError):
                os.read(self._out, _CHUNK)
            time.sleep(pause)
            pause = min(2 * pause, 0.02)


def _quote(command: str) -> str:
    return repr(command if len(command) <= 60 else command[:57] + "…")
