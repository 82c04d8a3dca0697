"""How an engine is started and how long it may take."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Seconds = Annotated[float, msgspec.Meta(gt=0)]


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
        timeouts: limits for its replies.
        komi_refused: whether a refused ``komi`` makes the game void or is ignored.
    """

    command: Annotated[list[str], msgspec.Meta(min_length=1)]
    cwd: str | None = None
    env: dict[str, str] = {}
    startup: list[str] = []
    timeouts: Timeouts = Timeouts()
    komi_refused: Literal["void", "ignore"] = "void"
