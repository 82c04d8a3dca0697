"""Where compiled code is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from gtp_rules.compiled_cache import OVERRIDE, prepare_cache

NUMBA = "NUMBA_CACHE_DIR"


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "kernel.py"
    path.write_text("one = 1\n", encoding="utf-8")
    return path


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(OVERRIDE, str(tmp_path / "cache"))
    monkeypatch.setenv(NUMBA, "")
    for name in [name for name in sys.modules if name == "numba"]:
        monkeypatch.delitem(sys.modules, name)


def test_the_folder_exists_and_numba_is_pointed_to_it(source: Path, tmp_path: Path) -> None:
    folder = prepare_cache("solve", [source])
    assert folder.is_dir()
    assert folder.parent == tmp_path / "cache"
    assert folder.name.startswith("solve-")
    assert os.environ[NUMBA] == str(folder)


def test_the_folder_depends_on_the_code(source: Path) -> None:
    first = prepare_cache("solve", [source])
    assert prepare_cache("solve", [source]) == first
    source.write_text("one = 2\n", encoding="utf-8")
    assert prepare_cache("solve", [source]) != first
    assert os.environ[NUMBA] != str(first)


def test_the_folder_depends_on_the_versions(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = prepare_cache("solve", [source])
    monkeypatch.setattr("gtp_rules.compiled_cache._version", lambda package: "other")
    assert prepare_cache("solve", [source]) != first


def test_once_numba_is_there_its_folder_stays(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", sys)
    assert prepare_cache("solve", [source]).is_dir()
    assert os.environ[NUMBA] == ""


def test_a_folder_that_the_user_gave_numba_stays(source: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(NUMBA, str(tmp_path))
    assert prepare_cache("solve", [source]) == tmp_path
    assert os.environ[NUMBA] == str(tmp_path)


def test_a_place_that_cannot_be_written_to_is_replaced(source: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder can be made below a file", encoding="utf-8")
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv(OVERRIDE, str(blocked))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    folder = prepare_cache("solve", [source])
    assert folder.is_dir()
    assert tmp_path / "temporary" in folder.parents


def test_it_needs_no_home_and_imports_no_numba(source: Path, tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from gtp_rules.compiled_cache import prepare_cache;"
        f"print(prepare_cache('solve', [Path({str(source)!r})])); print('numba' in sys.modules)"
    )
    bare = {"PATH": os.environ.get("PATH", ""), "TMPDIR": str(tmp_path), "XDG_CACHE_HOME": "relative", "HOME": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=bare, timeout=60, check=True)
    folder, loaded = done.stdout.split()
    assert tmp_path in Path(folder).parents
    assert loaded == "False"
