"""Who may import whom, how long a module may be, and what the referee may load when it starts."""

from __future__ import annotations

import subprocess
import sys

import pytest
from import_graph import PACKAGES, ROOT, cycle, imports, imports_of, modules

GO = {"board", "rules", "rulesets", "game", "sgf", "gtp"}

MAY_IMPORT: dict[str, set[str]] = {
    "gtp_rules": set(),
    "errors": set(),
    "player": {"board"},
    "board": set(),
    "rules": {"board"},
    "rulesets": {"board", "rules"},
    "game": {"board", "rules"},
    "sgf": {"board", "rules", "rulesets", "game"},
    "gtp": set(),
    "players": set(),
    "compiled_cache": set(),
    "engines": {"board", "rules", "game"},
    "referee": GO | {"engines", "players"},
    "__main__": {"referee"},
    "harness": GO | {"engines", "players", "compiled_cache"},
    "bots": GO | {"compiled_cache"},
}
"""By area, the areas that it may import besides itself and `FREE`. An area is a part of `gtp_rules` or another package."""

FREE = {"gtp_rules", "errors", "player"}
"""What every area may import: the version, the errors and the interface of players."""

FOR_TYPES = {("player", "game")}
"""Further arrows that may stand under ``if TYPE_CHECKING`` only."""

STANDS_ALONE: dict[str, set[str]] = {"gtp": {"errors"}, "errors": set(), "gtp_rules": set(), "compiled_cache": set()}
"""Areas to which `FREE` does not apply, with what they may import instead."""

LONGEST_MODULE = 450

HEAVY = ("numpy", "numba", "matplotlib", "scipy", "sgfmill", "tqdm", "harness", "bots")


def _area(module: str) -> str:
    """The row of the table that a module belongs to."""
    return module.removeprefix("gtp_rules.").partition(".")[0]


def test_every_area_has_a_row_in_the_table() -> None:
    assert {_area(module) for module in modules()} <= set(MAY_IMPORT)


@pytest.mark.parametrize("area", MAY_IMPORT)
def test_imports_follow_the_table(area: str) -> None:
    allowed = {area} | MAY_IMPORT[area] | STANDS_ALONE.get(area, FREE)
    wrong = [
        f"{found.source} imports {found.target}"
        for found in imports()
        if _area(found.source) == area
        and _area(found.target) not in allowed
        and not (found.for_types and (area, _area(found.target)) in FOR_TYPES)
    ]
    assert not wrong


def test_no_module_imports_itself_through_others() -> None:
    edges: dict[str, set[str]] = {}
    for found in imports():
        if not found.for_types and found.source != found.target:
            edges.setdefault(found.source, set()).add(found.target)
    assert cycle(edges) == []


def test_modules_are_short() -> None:
    lengths = {name: len(path.read_text("utf-8").splitlines()) for name, path in modules().items()}
    assert not {name: length for name, length in lengths.items() if length > LONGEST_MODULE}


@pytest.mark.parametrize("module", ["gtp_rules.referee", "gtp_rules.__main__"])
def test_the_referee_starts_without_heavy_packages(module: str) -> None:
    if module not in modules():
        pytest.skip(f"{module} does not exist")
    code = f"import sys, {module}; print(*[name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60, check=True)
    assert done.stdout.split() == []


KNOWN = {"a", "a.b", "a.b.c", "a.d", "e"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import a", [("a", False)]),
        ("import os, a.b.c as x", [("a.b.c", False)]),
        ("from a import b, f", [("a.b", False), ("a", False)]),
        ("from a.b.c import f", [("a.b.c", False)]),
        ("from . import c", [("a.b.c", False)]),
        ("from .c import f", [("a.b.c", False)]),
        ("from .. import d", [("a.d", False)]),
        ("from ..d import f", [("a.d", False)]),
        ("import ast, abc", []),
        ("def f():\n    import e", [("e", False)]),
        ("if TYPE_CHECKING:\n    import e\nelse:\n    import a.d", [("e", True), ("a.d", False)]),
        ("if typing.TYPE_CHECKING:\n    from a import d", [("a.d", True)]),
    ],
)
def test_how_imports_are_read(text: str, expected: list[tuple[str, bool]]) -> None:
    assert imports_of(text, "a.b.module", KNOWN, is_package=False) == expected
    assert imports_of(text, "a.b", KNOWN, is_package=True) == expected


def test_how_circles_are_found() -> None:
    assert cycle({"a": {"b", "c"}, "b": {"c"}}) == []
    assert cycle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]


def test_all_packages_are_looked_at() -> None:
    assert {name.partition(".")[0] for name in modules()} <= set(PACKAGES)
    assert "gtp_rules.board.board" in modules()
