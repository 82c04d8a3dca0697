"""How an engine is started and how long it may take."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import msgspec

Seconds = Annotated[float, msgspec.Meta(gt=0, le=10_000_000)]

SEED_MARK = "{seed}"
"""In an argument of a command, this becomes the seed of the game."""


class Limits(NamedTuple):
    """What the system holds a program to.

    Attributes:
        memory: address space of each process, in MiB, or None.
        cpu: CPU time of each process, in seconds, or None.
        nice: added to its niceness.
    """

    memory: int | None = None
    cpu: int | None = None
    nice: int = 0


class Timeouts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long an engine may take for a reply, in seconds of wall-clock.

    Attributes:
        start: for everything from the start of the process to its first reply.
        command: for any command that is not below.
        genmove: for a move.
        score: for ``final_score`` and each ``final_status_list``.
        quit: from ``quit`` to the end of the process.
    """

    start: Seconds = 60.0
    command: Seconds = 10.0
    genmove: Seconds = 120.0
    score: Seconds = 30.0
    quit: Seconds = 5.0


class EngineConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="engine"):
    """A player that is a program speaking GTP.

    Attributes:
        command: program and arguments; never given to a shell. ``{seed}`` in an argument becomes the seed of the game.
        cwd: the folder that it runs in.
        env: variables added to the environment.
        startup: GTP commands sent before the first ``boardsize``; a refusal makes the game void.
        aliases: what this engine calls a command, by the command's usual name.
        timeouts: limits for its replies.
        komi_refused: whether a refused ``komi`` makes the game void or is ignored.
        restart: whether it is started anew for each game; see also `keeps_running`.
        memory: address space that each of its processes may take, in MiB.
        cpu: CPU time that each of its processes may take, in seconds.
        nice: how much is added to its niceness.
    """

    command: Annotated[list[str], msgspec.Meta(min_length=1)]
    cwd: str | None = None
    env: dict[str, str] = {}
    startup: list[str] = []
    aliases: dict[str, str] = {}
    timeouts: Timeouts = Timeouts()
    komi_refused: Literal["void", "ignore"] = "void"
    restart: bool = False
    memory: Annotated[int, msgspec.Meta(ge=1, le=1 << 30)] | None = None
    cpu: Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)] | None = None
    nice: Annotated[int, msgspec.Meta(ge=0, le=19)] = 0

    @property
    def keeps_running(self) -> bool:
        """Whether one process may play game after game: nothing in its command or its limits is for one game."""
        seeded = any(SEED_MARK in part for part in self.command)
        return not (self.restart or self.cpu is not None or seeded)

    @property
    def limits(self) -> Limits:
        """What the system holds it to."""
        return Limits(self.memory, self.cpu, self.nice)
