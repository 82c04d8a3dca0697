"""A worker process: plays one game after another for the pool."""

from __future__ import annotations

import contextlib
import ctypes
import gc
import os
import signal
import sys
from contextlib import closing
from multiprocessing.connection import Connection

import msgspec

from gtp_rules.engines.processes import leave, leave_terminal
from harness.cast import Cast
from harness.config import Config
from harness.recording import Orphaned, play
from harness.schedule import Task
from harness.signals import FROM_TERMINAL

_PR_SET_PDEATHSIG = 1
_COLLECT = (20_000, 20, 20)
"""Games make many objects and no cycles, so that looking for those seldom is enough."""
SLOT = "GTP_HARNESS_SLOT"
"""The environment variable that tells a program which of the games at a time it plays in, from 0: to choose a GPU by."""


def die_with_parent() -> bool:
    """Asks the system to send us SIGTERM when the process that started us ends, even if it is killed.

    Only Linux can; elsewhere an orphan finds out before its next action.

    Returns:
        Whether the system will do so.
    """
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            return bool(ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0) == 0)
    return False


def work(connection: Connection, config_pack: bytes, slot: int, cores: frozenset[int]) -> None:
    """What a worker process does: settles in, then `serve`.

    Args:
        connection: the line to the parent.
        config_pack: the experiment, as msgpack.
        slot: number of this worker.
        cores: what it and its programs run on; empty: anywhere.
    """
    is_told = die_with_parent()
    leave_terminal()
    os.environ[SLOT] = str(slot)
    if cores and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, cores)
    gc.freeze()  # what is there now stays to the end
    gc.set_threshold(*_COLLECT)
    serve(connection, config_pack, is_told=is_told)


def serve(connection: Connection, config_pack: bytes, *, is_told: bool = False) -> None:
    """Takes tasks and sends records, each as msgpack, until the other end closes.

    Ctrl-C and the end of the terminal are left to the parent; SIGTERM ends the process at once, and its engines with it. If
    the parent is gone, the game at hand is dropped: nobody would store it.

    Args:
        connection: the line to the parent.
        config_pack: the experiment, as msgpack.
        is_told: whether SIGTERM comes when the parent ends; else that is looked for before every action.
    """
    for number in FROM_TERMINAL:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)  # at once: a hanging engine would not answer to ``quit``
    if hasattr(signal, "pthread_sigmask"):  # the parent started us with these held back
        signal.pthread_sigmask(signal.SIG_UNBLOCK, FROM_TERMINAL)
    config = msgspec.msgpack.decode(config_pack, type=Config)
    parent = os.getppid()

    def alive() -> None:
        if not is_told and os.getppid() != parent:
            raise Orphaned

    with closing(Cast(config.players, config.experiment.keep)) as cast:
        while True:
            try:
                task = msgspec.msgpack.decode(connection.recv_bytes(), type=Task)
                connection.send_bytes(msgspec.msgpack.encode(play(config, task, alive, cast)))
            except (EOFError, OSError, Orphaned):
                break
    _leave_no_handler()


def _leave_no_handler() -> None:
    """SIGTERM ends the process by itself from now on: no engine is left, and our handler would be noisy at the very end.

    It is held back meanwhile, for one that came in the midst of this would be noisy too.
    """
    held = hasattr(signal, "pthread_sigmask")
    if held:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if held:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])
