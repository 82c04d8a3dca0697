"""One decorator for all compiled code, and what must be in place before numba is imported.

Compiled functions work without numba too, as plain Python some hundred times slower: so they can be read, tested and stepped
through, and a machine without numba still has a player. ``GTP_RULES_PLAIN=1`` in the environment asks for that.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from gtp_rules.compiled_cache import prepare_cache

I32 = npt.NDArray[np.int32]
I64 = npt.NDArray[np.int64]
F64 = npt.NDArray[np.float64]
U = np.uintp  # an unsigned index is not tested for being negative, which is worth 10 to 20 % of the time

_Function = TypeVar("_Function", bound=Callable[..., Any])
PLAIN = os.environ.get("GTP_RULES_PLAIN", "") not in {"", "0"}


@contextmanager
def _without(*names: str) -> Iterator[None]:
    """Lets the import of these modules fail for a while, those apart that are imported already."""
    hidden = [name for name in names if name not in sys.modules]
    sys.modules.update(dict.fromkeys(hidden))  # type: ignore[arg-type]  # None: an import of it raises ImportError
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


def _numba() -> Any:
    """The module numba; None where it is not installed or not wanted.

    It loads coverage, and at its first use scipy for matrices, where they are installed: a quarter of a second that nothing
    here has any use for.
    """
    if PLAIN:
        return None
    try:
        with _without("scipy", "coverage"):
            found = importlib.import_module("numba")
            importlib.import_module("numba.np.arraymath")
    except ImportError:
        return None
    return found


_CACHE = prepare_cache("kernel", sorted(Path(__file__).parent.glob("*.py")))  # before numba is imported
_NUMBA = _numba()
COMPILED = _NUMBA is not None
"""Whether the functions are compiled."""


@cache
def announce() -> None:
    """Says on standard error, once, what the first use of the search will cost: a compilation, or a hundredth of the speed."""
    if not COMPILED:
        _say("numba is not in use: the search runs as plain Python, some hundred times slower (pip install 'gtp-rules[mcts]')")
    elif not any(_CACHE.rglob("*.nbi")):
        _say("the search is compiled for this machine now, once; that may take half a minute (gtp-rules warm-up does it ahead)")


def _say(text: str) -> None:
    sys.stderr.write(f"gtp-rules: {text}\n")
    sys.stderr.flush()


def compiled(function: _Function) -> _Function:
    """Compiles a function for the use of other compiled ones; the machine code is kept on disk.

    Without reference counts on arrays, which cost a factor of six in the inner loops (``_nrt=False``: no slices and no new
    arrays inside), without the lock of the interpreter, and without the wrappers that Python would call, which take as long
    to compile as the function itself.
    """
    return _compile(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def entry(function: _Function) -> _Function:
    """As `compiled`, for a function that Python calls too."""
    return _compile(function, no_cfunc_wrapper=True)


def _compile(function: _Function, **options: bool) -> _Function:
    if _NUMBA is None:
        return function
    made: _Function = _NUMBA.njit(_nrt=False, nogil=True, cache=True, error_model="numpy", **options)(function)
    return made
