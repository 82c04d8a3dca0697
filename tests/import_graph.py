"""Which module of the project imports which, read from the source with `ast`; nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("gtp_rules", "harness", "bots")


class Import(NamedTuple):
    """One import of one module of the project by another.

    Attributes:
        source: the module that imports.
        target: the module that is imported.
        for_types: whether the import stands under ``if TYPE_CHECKING``.
    """

    source: str
    target: str
    for_types: bool


def modules() -> dict[str, Path]:
    """All modules of the project by their dotted names; a package goes by the name of its folder."""
    files = (path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py")))
    return {_name(path.relative_to(ROOT)): path for path in files}


def imports() -> list[Import]:
    """All imports between modules of the project, those inside functions included."""
    known = modules()
    return [
        Import(source, target, for_types)
        for source, path in known.items()
        for target, for_types in imports_of(path.read_text("utf-8"), source, known, is_package=path.stem == "__init__")
    ]


def imports_of(text: str, source: str, known: Container[str], *, is_package: bool) -> list[tuple[str, bool]]:
    """What the module `source` with this text imports of the `known` names, and whether only for types."""
    package = source if is_package else source.rpartition(".")[0]
    found = [
        (_known(name, known), for_types)
        for node, for_types in _statements(ast.parse(text), for_types=False)
        for name in _names(node, package)
    ]
    return [(target, for_types) for target, for_types in dict.fromkeys(found) if target]


def cycle(edges: dict[str, set[str]]) -> list[str]:
    """One circle of names along the edges, its first name repeated at the end; empty if there is none."""
    done: set[str] = set()
    path: list[str] = []

    def walk(name: str) -> list[str]:
        if name in path:
            return [*path[path.index(name) :], name]
        if name in done:
            return []
        path.append(name)
        for target in sorted(edges.get(name, ())):
            if circle := walk(target):
                return circle
        done.add(path.pop())
        return []

    return next((circle for name in sorted(edges) if (circle := walk(name))), [])


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _statements(node: ast.AST, *, for_types: bool) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield node, for_types
    elif isinstance(node, ast.If) and "TYPE_CHECKING" in {getattr(node.test, "id", ""), getattr(node.test, "attr", "")}:
        for child in node.body:
            yield from _statements(child, for_types=True)
        for child in node.orelse:
            yield from _statements(child, for_types=for_types)
    else:
        for child in ast.iter_child_nodes(node):
            yield from _statements(child, for_types=for_types)


def _names(node: ast.Import | ast.ImportFrom, package: str) -> list[str]:
    """The dotted names that a statement imports; for ``from a import b`` it is ``a.b``, whatever b is."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
    start = ".".join([*above, *([node.module] if node.module else [])])
    return [f"{start}.{alias.name}" for alias in node.names]


def _known(name: str, known: Container[str]) -> str:
    """The module that a dotted name means: the longest beginning of it that is a module of the project."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name
