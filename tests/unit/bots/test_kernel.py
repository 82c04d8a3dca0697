"""The compiled kernel against the referee; bulk forms are in tests/benchmarks/agreement.py."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

pytest.importorskip("numba")

import kernel_agreement as agreement

from gtp_rules import rulesets

VARIANTS = [
    *(ruleset.name for ruleset in rulesets.registered()),
    "tang-song dame=as_is",
    "tang-song seki=zero",
    "tang-song seki=played",
    "dunhuang-chips zi=stones",
    "natural-ending ending=annihilation",
    "yan-lai-2007-a public=neighbors",
    "yan-lai-2007-b exclusive=seki",
    "yan-lai-2015 exclusive=all",
]


def test_boards_agree_after_every_move():
    assert agreement.replayed_moves(6000, seed=1) >= 6000


@pytest.fixture(scope="module")
def positions():
    return list(agreement.finished_positions(140, seed=2))


@pytest.mark.parametrize("text", VARIANTS)
def test_counts_agree(text, positions):
    ruleset = rulesets.find(text)
    assert [number for number, each in enumerate(positions) if not agreement.counted_alike(ruleset, each)] == []


def test_positions_are_worth_comparing(positions):
    """Half of them at least have public points, groups that enclose something, and captures."""
    from gtp_rules.board import survey

    views = [survey(each.position.board) for each in positions]
    assert sum(bool(view.public) for view in views) > 40
    assert sum(any(group.enclosed for group in view.groups) for view in views) > 100
    assert sum(each.position.black.captured > 0 for each in positions) > 70


PLAIN = """
import sys
from bots.kernel.compiling import COMPILED
import kernel_agreement as agreement
from gtp_rules import rulesets
assert not COMPILED
agreement.replayed_moves(1000, 3, agreement.SIZES[:3])
for each in agreement.finished_positions(12, 4, agreement.SIZES[:3]):
    assert all(agreement.counted_alike(ruleset, each) for ruleset in rulesets.registered())
print("alike")
"""


def test_plain_python_agrees_too():
    """Without numba the same code runs as it is written."""
    environment = {**os.environ, "GTP_RULES_PLAIN": "1", "PYTHONPATH": os.pathsep.join(["tests", *sys.path])}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAIN], env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert (done.stdout.strip(), done.returncode) == ("alike", 0), done.stderr
