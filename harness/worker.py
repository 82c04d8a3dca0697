"""A worker process: plays one game after another for the pool."""

from __future__ import annotations

import os
import signal
from multiprocessing.connection import Connection

import msgspec

from gtp_rules.engines.processes import leave
from harness.config import Config
from harness.recording import Orphaned, play
from harness.schedule import Task


def serve(connection: Connection, config_pack: bytes) -> None:
    """Takes tasks and sends records, each as msgpack, until the other end closes.

    Ctrl-C reaches the whole terminal's group and is left to the parent; SIGTERM ends the process at once, and its engines
    with it. If the parent is gone, the game at hand is dropped: nobody would store it.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, leave)  # at once: a hanging engine would not answer to ``quit``
    if hasattr(signal, "pthread_sigmask"):  # the parent started us with Ctrl-C held back
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    config = msgspec.msgpack.decode(config_pack, type=Config)
    parent = os.getppid()

    def alive() -> None:
        if os.getppid() != parent:
            raise Orphaned

    while True:
        try:
            task = msgspec.msgpack.decode(connection.recv_bytes(), type=Task)
            connection.send_bytes(msgspec.msgpack.encode(play(config, task, alive)))
        except (EOFError, OSError, Orphaned):
            return
