"""What the classical rulesets say on each topic; the sources are those of the rules dossier (docs/rules.md).

The values are compared with what `test_conformance` finds; see the probe of each topic there.
"""

from __future__ import annotations

SEATS = "white D16 Q4, black D4 Q16, white first"
EMPTY = "no stones, black first"

LU: dict[str, object] = {
    "opening": SEATS,
    "ko": {"at once": False, "after a threat": True},
    "long cycle": {"triple ko": "draw", "eternal life": "draw", "send two": True},
    "suicide": {"one stone": True, "chain": True},
    "seki": -1,
    "dead stones": 7,
    "dispute": {"phase": "resumed", "to move": "black", "left": None},
    "end": {"two passes": "stopped", "two offers": "stopped"},
}
CHIPS = {"margin": 7, "to move": "black", "four stones": False, "opponent's lu": False}

EXPECTED: dict[str, dict[str, object]] = {
    # Only named in the textbook; decision 13: filled to two eyes, more stones win, a pass exists for the side that is full.
    "natural-ending": {**LU, "end": {"two passes": "illegal", "two offers": "stopped"}},
    # Textbook §4.2.2, points 1 to 5 and figures 4.4, 4.5; cycles: Thirteen Chapters, 循环势.
    "tang-song": LU,
    # Zhang Hu 2020, parts 2-1 to 2-4.
    "song-captives": {**LU, "chips": CHIPS},
    # Zhang Hu 2020, part 3, decision 12.
    "dunhuang-chips": {**LU, "chips": CHIPS},
    # Yan Lai 2007, inference 7, note; empty board before late Han.
    "equal-lu": {**LU, "opening": EMPTY},
    # 还棋头; decision 14: no suicide, simple ko, long cycle a draw, each needed eye is returned.
    "ming-qing": {**LU, "suicide": {"one stone": False, "chain": False}},
}
