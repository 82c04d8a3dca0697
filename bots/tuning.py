"""The numbers that make the search strong, apart from its rules. Which of them matter how much is in docs/strength.md."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bots.kernel import guided, tree
from bots.kernel.compiling import F64, I64

_FULL = 1024  # chances of the kernel are parts of this
_STEPS = (1.0, 22 / 24, 8 / 24)  # how the bonus for being near falls with each step


class Tuning(NamedTuple):
    """How the tree is searched and how playouts play.

    Attributes:
        equivalence: visits at which a move's own results weigh as much as those of playouts in which it came up later; 0:
            those are never looked at.
        exploration: weight of the square root term of UCT.
        ripe: playouts through a node before it grows.
        score: share of a result that the margin decides.
        scale: margin in points at which half of that share is reached.
        decided: winning chance below which, or distance from a sure win within which, a game counts as decided.
        spoils: share of a result that the margin decides in a decided game, so that it is not played out carelessly.
        even: imagined playouts of every move, half of them won.
        urgent: imagined wins of captures and escapes.
        bulk: more of them for three stones and more.
        shape: imagined wins of a shape.
        risk: imagined losses of a move into atari.
        nearby: imagined wins at one step from the last move; at two and three steps they are fewer.
        lines: imagined wins on the third line and losses below it, away from all stones.
        idle: imagined losses of a pass.
        answers: chance that a playout looks for captures and escapes.
        shapes: chance that it looks for shapes.
        caution: chance that it puts a move into atari aside.
        pursuits: chance that it looks for moves against and for chains with two liberties.
    """

    equivalence: float = 1500
    exploration: float = 0
    ripe: float = 4
    score: float = 0.1
    scale: float = 10
    decided: float = 0.12
    spoils: float = 0.5
    even: float = 10
    urgent: float = 15
    bulk: float = 15
    shape: float = 10
    risk: float = 10
    nearby: float = 0
    lines: float = 0
    idle: float = 10
    answers: float = 0.9
    shapes: float = 0.9
    caution: float = 0
    pursuits: float = 0.5

    def share(self, value: float) -> float:
        """The share of a result that the margin decides, where a side expects this result."""
        return self.spoils if min(value, 1 - value) < self.decided else self.score

    def array(self, unit: int) -> F64:
        """As the tree wants it; `unit` is how many parts of a point the aims count in."""
        f = np.zeros(tree.TUNING)
        f[tree.EQUIVALENCE], f[tree.EXPLORATION], f[tree.RIPE] = self.equivalence, self.exploration, self.ripe
        f[tree.SCORE], f[tree.SCALE], f[tree.EVEN] = self.score, self.scale * unit, self.even
        f[tree.URGENT], f[tree.BULK], f[tree.SHAPE], f[tree.RISK] = self.urgent, self.bulk, self.shape, self.risk
        f[tree.NEARBY : tree.NEARBY + 3] = [self.nearby * share for share in _STEPS]
        f[tree.LINES], f[tree.IDLE] = self.lines, self.idle
        return f

    def style(self) -> I64:
        """As playouts want it."""
        s = np.zeros(guided.STYLES, np.int64)
        chances = {
            guided.ANSWERS: self.answers,
            guided.SHAPES: self.shapes,
            guided.CAUTION: self.caution,
            guided.PURSUITS: self.pursuits,
        }
        for place, chance in chances.items():
            s[place] = round(_FULL * chance)
        return s


TUNED = tuple(Tuning._fields)
"""The names of the numbers."""
LEAST = {"scale": 0.1, "even": 1.0, "ripe": 1.0}
"""The least values of those that divide; the others may be 0."""
