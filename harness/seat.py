"""A worker process that is started by hand, for places where `multiprocessing` may start none: inside a worker of a cluster.

It is the same `harness.worker` as in the local pool, at the other end of a socket. It ends, and its engines with it, when the
process that started it does, or when it gets no task for a while.
"""

from __future__ import annotations

import contextlib
import socket
import subprocess
import sys
from multiprocessing.connection import Connection

from harness.worker import die_with_parent, work

_IDLE = 60.0
"""Seconds without a task after which a process ends: whoever gave it tasks may be gone without a word."""
_GRACE = 10.0
"""Seconds that a process gets to end its engines."""
_FAREWELL = 0.2
"""Seconds in which a process ends by itself when nothing hinders it; a signal before would hide what became of it."""


class Seat:
    """A process that plays one game at a time. Used by one thread, but for `stop`."""

    def __init__(self, config_pack: bytes, slot: int, idle: float = _IDLE) -> None:
        """Starts the process.

        Args:
            config_pack: the experiment, as msgpack.
            slot: its number among those of the same parent.
            idle: seconds after which it ends if it gets no task.

        Raises:
            OSError: the system starts no more processes.
        """
        self.slot, self.games = slot, 0
        self._told = False
        ours, theirs = socket.socketpair()
        with theirs, contextlib.closing(ours):
            number = theirs.fileno()
            command = [sys.executable, "-P", "-m", "harness.seat", str(number), str(slot), str(idle)]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL, pass_fds=[number])  # noqa: S603 - our own
            self._line = Connection(ours.detach())
        with contextlib.suppress(OSError):  # if it is dead, `play` finds out
            self._line.send_bytes(config_pack)

    @property
    def alive(self) -> bool:
        """Whether the process runs."""
        return self._process.poll() is None

    def play(self, task_pack: bytes) -> bytes | None:
        """Plays a game: from the task to the record, both msgpack. None if the process has ended instead."""
        try:
            self._line.send_bytes(task_pack)
            record = self._line.recv_bytes()
        except (EOFError, OSError):
            return None
        self.games += 1
        return record

    def terminate(self) -> None:
        """Tells the process to end at once, with its engines; does not wait. May be called while another thread plays."""
        if not self._told:  # a second signal would meet it in the midst of its end
            self._told = True
            self._process.terminate()

    def stop(self, grace: float = _GRACE) -> int:
        """Ends the process with its engines; its exit code, or minus a signal. May be called while another thread plays."""
        self.terminate()
        try:
            return self._process.wait(grace)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()

    def hang_up(self) -> None:
        """No task will come any more: the process ends by itself, unless an engine does not quit."""
        self._line.close()

    def end(self) -> int:
        """Takes leave of the process, which has ended by itself or is ended now. Returns what `stop` does."""
        self.hang_up()
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(_FAREWELL)
        return self.stop()


class _Line(Connection):
    """A connection on which only so many seconds are waited for a task."""

    patience = _IDLE

    def recv_bytes(self, maxlength: int | None = None) -> bytes:
        if not self.poll(self.patience):
            raise EOFError
        return super().recv_bytes(maxlength)


def main(arguments: list[str]) -> None:
    """The process: takes the experiment, then tasks, from the socket of this number.

    Args:
        arguments: number of the socket, of the slot, and the seconds to wait for a task.
    """
    die_with_parent()
    number, slot, patience = arguments
    line = _Line(int(number))
    line.patience = float(patience)
    with contextlib.suppress(EOFError, OSError):
        work(line, line.recv_bytes(), int(slot), frozenset())


if __name__ == "__main__":
    main(sys.argv[1:])
