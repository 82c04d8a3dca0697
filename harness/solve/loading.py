"""Imports the compiled code, with the folder of its machine code chosen before numba is there."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from gtp_rules.compiled_cache import prepare_cache
from harness.console import talk
from harness.errors import HarnessError


class Kernel(NamedTuple):
    """The modules of `harness.solve.kernel`."""

    board: ModuleType
    table: ModuleType
    search: ModuleType


@cache
def kernel() -> Kernel:
    """The compiled code; it compiles at its first call unless an earlier run has kept it.

    Raises:
        HarnessError: numpy or numba is not installed.
    """
    folder = Path(__file__).parent / "kernel"
    kept = prepare_cache("solve", folder.glob("*.py"))
    if not any(kept.rglob("*.nbc")):
        talk("compiling the solver, which takes half a minute the first time")
    try:
        return Kernel(*(import_module(f"harness.solve.kernel.{name}") for name in Kernel._fields))
    except ImportError as error:
        raise HarnessError(f"the solver needs numpy and numba ({error}); install gtp-rules[solve]") from error
