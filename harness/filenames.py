"""File names for games, from names that may hold anything."""

from __future__ import annotations

import re
from functools import lru_cache
from hashlib import blake2b

from harness.schedule import Task

_ODD = re.compile(r"[^A-Za-z0-9_.+-]+")
_LONGEST = 40


def stem(task: Task) -> str:
    """The file name of a game without its ending: readable, safe on every system, and one for each key."""
    board = [task.size] if f"/{task.size}/" in task.key.removeprefix(task.ruleset)[: len(task.size) + 2] else []
    parts = [task.ruleset, *board, task.first, task.second]
    slugs = [_slug(part) for part in parts]
    name = "_".join([*slugs, f"{task.index + 1:04}"])
    # A name that had to be changed could meet another one that is changed to the same.
    exact = slugs == parts and not any("_" in part for part in parts)
    return name if exact else f"{name}_{blake2b(task.key.encode(errors='replace'), digest_size=4).hexdigest()}"


@lru_cache(maxsize=1024)
def _slug(text: str) -> str:
    return _ODD.sub("-", text).strip("-.")[:_LONGEST] or "x"
