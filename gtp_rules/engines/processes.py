"""Programs of our own: finding, starting and ending them so that none stays behind.

Each program leads a process group of its own. The group is ended before its leader is reaped: until then its number cannot
belong to anybody else. Where we have a terminal, which no program may reach, each leads a session too; where we have none,
it stays in ours, for Linux shares the time out by sessions and goes from one to another less readily. POSIX only.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import FrameType

from gtp_rules.engines.settings import Limits
from gtp_rules.errors import RulesError, UnavailablePlayer

GAMES_FOLDER = "/usr/games"
"""Debian puts engines here, and it is missing from the PATH of many users and services."""

TERMINATION_GRACE = 1.0
"""Seconds from SIGTERM to SIGKILL."""

NO_LIMITS = Limits()

_running: set[subprocess.Popen[bytes]] = set()


class _Departure:
    """Whether leaving on a signal must wait.

    A program that is just being started is not known to `end_all` yet, and one that is just being reaped cannot be waited
    for a second time.

    Attributes:
        busy: it must wait.
        asked: the signal that waits, or 0.
    """

    busy = False
    asked = 0


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    _Departure.busy = True
    try:
        yield
    finally:
        _Departure.busy = False
    if _Departure.asked:
        leave(_Departure.asked, None)


def leave(number: int, _: FrameType | None) -> None:
    """A signal handler: ends all programs without asking them to quit, then this process by ``SystemExit``."""
    if _Departure.busy:
        _Departure.asked = number
        return
    _Departure.asked = 0
    end_all()
    sys.exit(128 + number)


def read_command(text: str) -> list[str]:
    """Program and arguments from one text, quoted as in a shell, though none reads it; the program is there.

    Raises:
        RulesError: the text cannot be read, or there is no such program.
    """
    try:
        command = shlex.split(text)
    except ValueError as error:
        raise RulesError(f"the command {text!r} cannot be read: {error}") from error
    if not command:
        raise RulesError("an engine needs a command")
    find_program(command[0])  # says now what is missing, not at the first move
    return command


def find_program(program: str, cwd: str | None = None) -> str:
    """The path of a program: as it is if it names a folder (relative to `cwd`), else from PATH, else from /usr/games.

    Raises:
        UnavailablePlayer: there is no such file, or it may not be executed.
    """
    try:
        return _found(program, cwd)
    except (OSError, RuntimeError, ValueError) as error:  # a name that is too long, ~ of nobody, U+0000
        raise UnavailablePlayer(f"program {program[:80]!r} cannot be looked for: {error}") from None


def _found(program: str, cwd: str | None) -> str:
    if os.sep in program:
        path = Path(cwd or ".", Path(program).expanduser())
        if path.is_file() and os.access(path, os.X_OK):
            return str(path.absolute())
        reason = "may not be executed" if path.is_file() else "is a folder" if path.is_dir() else "does not exist"
        raise UnavailablePlayer(f"{path} {reason}")
    found = shutil.which(program) or shutil.which(program, path=GAMES_FOLDER)
    if not found:
        raise UnavailablePlayer(f"program {program!r} is neither on the PATH nor in {GAMES_FOLDER}")
    return found


def start(
    command: Sequence[str], cwd: str | None, env: Mapping[str, str], limits: Limits = NO_LIMITS
) -> subprocess.Popen[bytes]:
    """Starts a program with pipes for its three streams, in a process group of its own.

    Args:
        command: program and arguments.
        cwd: the folder it runs in, or None for ours.
        env: variables added to our environment.
        limits: what the system shall hold it to.

    Raises:
        UnavailablePlayer: it cannot be started; the text says why.
    """
    if sys.platform == "win32":
        raise UnavailablePlayer("engines need process groups and poll(), which Windows lacks; local bots work, or use WSL")
    program = find_program(command[0], cwd)
    try:
        terminal = _has_terminal()
        with _undisturbed():
            process = subprocess.Popen(  # noqa: S603 - the command is the user's own, and no shell reads it
                [program, *command[1:]],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=cwd,
                env={**os.environ, **env},
                start_new_session=terminal,
                process_group=None if terminal else 0,
                preexec_fn=None if limits == NO_LIMITS else partial(_restrain, limits),  # noqa: PLW1509 - we have no threads
            )
            _running.add(process)
    except subprocess.SubprocessError:
        raise UnavailablePlayer(f"{command[0]} cannot be started: the system refuses its limits") from None
    except OSError as error:
        raise UnavailablePlayer(f"{command[0]} cannot be started: {error.strerror or error}") from None
    return process


def leave_terminal() -> None:
    """Gives up our terminal for good, with its signals, unless we lead a process group that has it."""
    with contextlib.suppress(AttributeError, OSError):
        os.setsid()


def _has_terminal() -> bool:
    """Whether a program in our session could open our terminal."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def _restrain(limits: Limits) -> None:
    """Sets limits of this process; run between fork and exec. A limit that the system sets lower stays."""
    import resource

    for kind, wanted in ((resource.RLIMIT_AS, (limits.memory or 0) << 20), (resource.RLIMIT_CPU, limits.cpu or 0)):
        if wanted:
            hard = resource.getrlimit(kind)[1]
            most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(kind, (most, most))
    if limits.nice:
        os.nice(limits.nice)


def ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether the program has ended. Does not reap it."""
    if process.returncode is not None:
        return True
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def wait(process: subprocess.Popen[bytes], seconds: float) -> bool:
    """Waits for the end of the program, without reaping it; False if it still runs after so many seconds."""
    deadline = time.monotonic() + seconds
    pause = 0.0005
    while not ended(process):
        if time.monotonic() >= deadline:
            return False
        time.sleep(pause)
        pause = min(pause * 2, 0.02)
    return True


def end(process: subprocess.Popen[bytes]) -> int:
    """Ends the program and its whole group, politely first, and reaps it. Returns its exit code, or minus a signal."""
    if not ended(process):
        _signal_group(process, signal.SIGTERM)
        wait(process, TERMINATION_GRACE)
    with _undisturbed():
        if process.returncode is None:
            _signal_group(process, signal.SIGKILL)
        code = process.wait()
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    _running.discard(process)
    return code


def _signal_group(process: subprocess.Popen[bytes], number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, number)


def describe_exit(code: int) -> str:
    """How a program ended, from its return code: ``exit code 3`` or ``signal 11 (SIGSEGV)``."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {-code} ({signal.Signals(-code).name})"
    except ValueError:
        return f"signal {-code}"


@atexit.register
def end_all() -> None:
    """Ends every program that was started and not ended yet, without asking it to quit."""
    for process in _running:
        if not ended(process):
            _signal_group(process, signal.SIGTERM)
    for process in list(_running):
        end(process)
