"""Whether a worker can play an experiment: the same code as ours, and every player there."""

from __future__ import annotations

import socket
from functools import cache
from hashlib import blake2b
from pathlib import Path

import msgspec

import gtp_rules
from gtp_rules.errors import UnavailablePlayer
from harness.config import Config
from harness.players import probe

_PACKAGES = ("gtp_rules", "harness", "bots")


@cache
def code() -> str:
    """Names the code of this process: the version, and a hash of the modules, for a version may be worked on."""
    home = Path(gtp_rules.__file__).parents[1]
    digest = blake2b(digest_size=4)
    for package in _PACKAGES:
        for path in sorted((home / package).rglob("*.py")):
            digest.update(f"{path.relative_to(home)}\0".encode() + path.read_bytes())
    return f"gtp-rules {gtp_rules.__version__} (code {digest.hexdigest()})"


def examine(config_pack: bytes, wanted: str) -> str | None:
    """What keeps this worker from playing, as a line that begins with its host; None if nothing does.

    Args:
        config_pack: the experiment, as msgpack. It is not read if the code is another.
        wanted: the `code` that is needed.
    """
    host = socket.gethostname()
    if code() != wanted:
        return f"{host}: runs {code()}, not {wanted}: install the same one"
    config = msgspec.msgpack.decode(config_pack, type=Config)
    for name, player in config.players.items():
        try:
            probe(name, player)
        except UnavailablePlayer as error:
            return f"{host}: {error}"
    return None
