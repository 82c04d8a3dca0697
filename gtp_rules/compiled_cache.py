"""Where compiled code is kept between runs, so that numba compiles a kernel once and not at every start.

numba notices a change of the file that holds a function, but not of the versions around it nor of values that it froze, and
beside an installed package it may not write. So each kernel gets a folder of the user's, named by a hash of its files and of
the versions that shape its code. Plain standard library: nothing here imports numba.
"""

from __future__ import annotations

import hashlib
import os
import platform
import sys
import tempfile
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

OVERRIDE = "GTP_RULES_CACHE"
"""The environment variable that names another folder for all caches."""

_NUMBA = "NUMBA_CACHE_DIR"


def prepare_cache(name: str, sources: Iterable[Path]) -> Path:
    """Makes the folder for the compiled code of a kernel and points numba to it.

    Call it before numba is imported; once that has happened numba's folder stays as it is. A folder that the user gave numba
    himself stays too.

    Args:
        name: of the kernel, a word.
        sources: the files that hold its code.

    Returns:
        The folder, which exists and can be written to: below ``GTP_RULES_CACHE`` or the user's cache, else a temporary one.

    Raises:
        OSError: a source cannot be read, or not even a temporary folder can be made.
    """
    given = os.environ.get(_NUMBA)
    if given and not _is_ours(Path(given)):
        return Path(given)
    leaf = f"{name}-{_fingerprint(sources)}"
    folder = _usable(_root() / leaf) or _usable(_temporary_root() / leaf) or Path(tempfile.mkdtemp(prefix=f"gtp-rules-{name}-"))
    if "numba" not in sys.modules:
        (folder / _MARK).touch()
        os.environ[_NUMBA] = str(folder)
    return folder


_MARK = "gtp-rules-cache"  # tells a folder of ours, inherited from a parent process, from one that the user chose


def _is_ours(folder: Path) -> bool:
    return (folder / _MARK).exists()


def _fingerprint(sources: Iterable[Path]) -> str:
    """Sixteen hexadecimal digits that differ when the code, or what compiles it, does."""
    found = hashlib.sha256()
    for path in sorted(sources):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    versions = [f"{package} {_version(package)}" for package in ("numba", "llvmlite", "numpy")]
    found.update("\n".join([platform.python_version(), platform.machine(), *versions]).encode())
    return found.hexdigest()[:16]


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "none"


def _root() -> Path:
    """The folder for all caches: the one that the environment names, else the usual place of the platform."""
    override = os.environ.get(OVERRIDE)
    if override:
        return Path(override)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
    elif sys.platform == "darwin":
        base = os.path.expanduser("~/Library/Caches")  # noqa: PTH111 - Path.home() raises where there is no home
    else:
        base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")  # noqa: PTH111
    return Path(base) / "gtp-rules" if base and Path(base).is_absolute() else _temporary_root()


def _temporary_root() -> Path:
    user = os.getuid() if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")
    return Path(tempfile.gettempdir()) / f"gtp-rules-{user}"


def _usable(folder: Path) -> Path | None:
    """The folder, made if need be, or None if it cannot be written to or could belong to somebody else.

    Compiled code is loaded from it, so on a system with users it must be this user's own.
    """
    try:
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        folder.mkdir(exist_ok=True, mode=0o700)
        if hasattr(os, "getuid") and any(place.stat().st_uid != os.getuid() for place in (folder, folder.parent)):
            return None
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None
