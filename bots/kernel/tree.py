"""The tree of the search: nodes in two flat arrays, their choice, growth and bookkeeping.

The children of a node lie side by side. A node is the position after its move; its numbers are from the view of the side that
made the move. Values begin with a prior: so many imagined playouts, part of them won (Gelly and Silver 2007).
"""

from __future__ import annotations

from math import inf

from bots.kernel.board import beside, in_atari, is_eye, liberties_after, stamp, suicide
from bots.kernel.compiling import F64, I32, U, compiled, entry
from bots.kernel.layout import (
    CLOSE,
    COLOR,
    COUNT,
    EMPTIES,
    EMPTY,
    FIRST,
    HEAD,
    HEIGHT,
    KO,
    MARK,
    NEAR,
    NEXT,
    PASS,
    QUEUE,
    SIZE,
    STRIDE,
    VIRTUAL,
    WIDTH,
)  # fmt: skip
from bots.kernel.shapes import fits

# -- a node: NODE int32 numbers, and as many float64 numbers ---------------------------------------------------------
NODE = 4
MOVE = 0  # a point, PASS or VIRTUAL
CHILDREN = 1  # the first child
NUMBER = 2  # of children; 0 before the node has grown
STATE = 3  # one of the states below, and 8 * the number of real playouts
UNKNOWN, SOUND, BANNED, DRAWN = 0, 1, 2, 3  # what the repetition rule says of the move

VISITS = 0  # playouts through the node, imagined ones included
VALUE = 1  # sum of their results
SEEN = 2  # playouts in which its move came up later
SEEN_VALUE = 3  # sum of their results

# -- tuning: float64 numbers ------------------------------------------------------------------------------------------
EQUIVALENCE = 0  # visits after which a move's own results outweigh those of playouts in which it came up later; 0: never used
EXPLORATION = 1  # weight of the square root term
RIPE = 2  # playouts through a node before it grows
SCORE = 3  # share of a result that the margin decides, not the winner
SCALE = 4  # margin in twelfths of a point at which half of that share is reached
EVEN = 5  # imagined playouts of every move, half of them won
URGENT = 6  # imagined wins of a capture or an escape
BULK = 7  # more of them for three stones and more
SHAPE = 8  # imagined wins of a shape
RISK = 9  # imagined losses of a move into atari
NEARBY = 10  # imagined wins at one, two and three steps from the last move
LINES = 13  # imagined wins on the third line of an empty area, and losses on the first two
IDLE = 14  # imagined losses of a pass
TUNING = 15


@compiled
def _approach(b: I32, last: int) -> int:
    """Fills CLOSE with steps + 1 from the last move, up to three; a chain is one step wide. Returns the stamp of MARK."""
    number = stamp(b)
    if last <= 0:
        return number
    size, at = 1, 0
    b[U(QUEUE)] = last
    b[U(MARK + last)] = number
    b[U(CLOSE + last)] = 1
    while at < size:
        point = int(b[U(QUEUE + at)])
        steps, found = int(b[U(CLOSE + point)]), int(b[U(COLOR + point)])
        at += 1
        if steps > 3:
            continue
        for d in range(4):
            near = beside(b, point, d)
            if b[U(COLOR + near)] == 3 or b[U(MARK + near)] == number:
                continue
            if b[U(COLOR + near)] == EMPTY or b[U(COLOR + near)] != found:
                size = _reach(b, near, steps + 1, size, number)
            else:
                size = _reach(b, near, steps, size, number)
    return number


@compiled
def _reach(b: I32, point: int, steps: int, size: int, number: int) -> int:
    """Queues a point, and with it the chain that it belongs to."""
    stone = point
    while True:
        if b[U(MARK + stone)] != number:
            b[U(MARK + stone)] = number
            b[U(CLOSE + stone)] = steps
            b[U(QUEUE + size)] = stone
            size += 1
        if b[U(COLOR + point)] == EMPTY:
            return size
        stone = int(b[U(NEXT + stone)])
        if stone == point:
            return size


@compiled
def _line(b: I32, point: int) -> int:
    """How far a point is from the nearest edge; 0 at the edge."""
    stride = int(b[U(STRIDE)])
    row, column = point // stride - 1, point % stride - 1
    across = min(column, int(b[U(WIDTH)]) - 1 - column)
    return min(across, row, int(b[U(HEIGHT)]) - 1 - row)


@compiled
def _is_lonely(b: I32, point: int) -> bool:
    """Whether no stone is within two steps of a point, measured along the lines of the board."""
    if b[U(NEAR + point)] & 15 != (b[U(NEAR + point)] >> 4) & 15:
        return False
    stride = int(b[U(STRIDE)])
    for row in range(-2, 3):
        for column in range(-2, 3):
            if abs(row) + abs(column) <= 2:
                at = point + row * stride + column
                if at > 0 and (b[U(COLOR + at)] == 1 or b[U(COLOR + at)] == 2):
                    return False
    return True


@compiled
def _taken(b: I32, point: int, color: int) -> int:
    """Stones that a move would capture."""
    taken = 0
    for d in range(4):
        near = beside(b, point, d)
        if b[U(COLOR + near)] == 3 - color:
            head = int(b[U(HEAD + near)])
            if in_atari(b, head):
                taken += int(b[U(SIZE + head)])
    return taken


@compiled
def _saved(b: I32, point: int, color: int) -> int:
    """Own stones in atari that a move would give a second liberty."""
    saved = 0
    for d in range(4):
        near = beside(b, point, d)
        if b[U(COLOR + near)] == color and in_atari(b, int(b[U(HEAD + near)])):
            saved += int(b[U(SIZE + b[U(HEAD + near)])])
    if saved > 0 and liberties_after(b, point, color) < 2:
        return 0
    return saved


@compiled
def _begin(ti: I32, tf: F64, node: int, move: int) -> None:
    ti[U(node * NODE + MOVE)] = move
    ti[U(node * NODE + CHILDREN)] = 0
    ti[U(node * NODE + NUMBER)] = 0
    ti[U(node * NODE + STATE)] = UNKNOWN
    for i in range(NODE):
        tf[U(node * NODE + i)] = 0.0


@compiled
def _imagine(tf: F64, node: int, playouts: float, won: float) -> None:
    tf[U(node * NODE + VISITS)] += playouts
    tf[U(node * NODE + VALUE)] += won


@compiled
def _judge(b: I32, m: I32, f: F64, tf: F64, node: int, point: int, color: int, number: int) -> None:
    """Gives a move its imagined playouts."""
    _imagine(tf, node, f[U(EVEN)], 0.5 * f[U(EVEN)])
    taken = _taken(b, point, color)
    gain = taken + _saved(b, point, color)
    if gain > 0:
        won = f[U(URGENT)] + (f[U(BULK)] if gain > 2 else 0.0)
        _imagine(tf, node, won, won)
    if fits(b, m, point):
        _imagine(tf, node, f[U(SHAPE)], f[U(SHAPE)])
    if taken == 0 and liberties_after(b, point, color) < 2:
        _imagine(tf, node, f[U(RISK)], 0.0)
    if b[U(MARK + point)] == number:
        won = f[U(NEARBY + min(2, max(0, int(b[U(CLOSE + point)]) - 2)))]
        _imagine(tf, node, won, won)
    line = _line(b, point)
    if line < 3 and min(int(b[U(WIDTH)]), int(b[U(HEIGHT)])) > 6 and _is_lonely(b, point):
        _imagine(tf, node, f[U(LINES)], f[U(LINES)] if line == 2 else 0.0)


@entry
def grow(b: I32, m: I32, f: F64, ti: I32, tf: F64, node: int, free: int, color: int, last: int, passing: int, eyes: int) -> int:
    """Gives a node its children: every point that is no ko, no suicide and no own eye; a pass; a virtual move.

    Args:
        b: the position of the node.
        m: the table of shapes.
        f: the tuning.
        ti: the nodes.
        tf: their numbers.
        node: which grows; it has no children yet.
        free: the first unused node. There must be room for a child on every empty point and two more.
        color: the side to move.
        last: the move of the node.
        passing: 0: a pass only where there is no point to play; 1: a pass always; 2: a pass and a virtual move.
        eyes: whether own eyes may be filled: 0: never; 1: where nothing else is left; 2: always.

    Returns:
        The first unused node afterwards.
    """
    number, start = _approach(b, last), free
    for i in range(int(b[U(COUNT)])):
        point = int(b[U(EMPTIES + i)])
        eye = is_eye(b, point, color)
        if point == b[U(KO)] or (eye and eyes < 2) or suicide(b, point, color) != 0:
            continue
        _begin(ti, tf, free, point)
        _judge(b, m, f, tf, free, point, color, number)
        if eye:
            _imagine(tf, free, f[U(RISK)] + f[U(IDLE)], 0.0)
        free += 1
    if free == start and eyes == 1:
        for i in range(int(b[U(COUNT)])):
            point = int(b[U(EMPTIES + i)])
            if point != b[U(KO)] and suicide(b, point, color) == 0:
                _begin(ti, tf, free, point)
                _imagine(tf, free, f[U(EVEN)] + 1, 0.5 * f[U(EVEN)] + 0.5)
                free += 1
    if free == start or passing > 0:
        _begin(ti, tf, free, PASS)
        _imagine(tf, free, f[U(EVEN)] + 1 + (0.0 if last == PASS else f[U(IDLE)]), 0.5 * f[U(EVEN)] + 0.5)
        free += 1
    if passing == 2:
        _begin(ti, tf, free, VIRTUAL)
        _imagine(tf, free, f[U(EVEN)] + 1 + f[U(IDLE)], 0.5 * f[U(EVEN)] + 0.5)
        free += 1
    ti[U(node * NODE + CHILDREN)] = start
    ti[U(node * NODE + NUMBER)] = free - start
    return free


@compiled
def choose(f: F64, ti: I32, tf: F64, node: int) -> int:
    """The child that is looked at next, or -1 if every one is banned."""
    best, found = -inf, -1
    start = int(ti[U(node * NODE + CHILDREN)])
    explore = f[U(EXPLORATION)] ** 2 * tf[U(node * NODE + VISITS)] ** 0.5 if f[U(EXPLORATION)] > 0 else 0.0
    for child in range(start, start + int(ti[U(node * NODE + NUMBER)])):
        if ti[U(child * NODE + STATE)] & 7 == BANNED:
            continue
        visits, seen = tf[U(child * NODE + VISITS)], tf[U(child * NODE + SEEN)]
        value = tf[U(child * NODE + VALUE)] / visits
        if seen > 0 and f[U(EQUIVALENCE)] > 0:
            share = seen / (seen + visits + seen * visits / f[U(EQUIVALENCE)])
            value += share * (tf[U(child * NODE + SEEN_VALUE)] / seen - value)
        if explore > 0:
            value += (explore / visits) ** 0.5
        if value > best:
            best, found = value, child
    return found


@compiled
def learn(b: I32, ti: I32, tf: F64, node: int, color: int, number: int, result: float) -> None:
    """Tells the children of a node, where `color` is to move, of a playout in which it played on their points first.

    Args:
        b: holds FIRST.
        ti: the nodes.
        tf: their numbers.
        node: whose children.
        color: the side to move there.
        number: of the playout.
        result: for `color`.
    """
    start = int(ti[U(node * NODE + CHILDREN)])
    mark = 4 * number + color
    for child in range(start, start + int(ti[U(node * NODE + NUMBER)])):
        move = int(ti[U(child * NODE + MOVE)])
        if move > 0 and b[U(FIRST + move)] == mark:
            tf[U(child * NODE + SEEN)] += 1.0
            tf[U(child * NODE + SEEN_VALUE)] += result


@entry
def keep(ti: I32, tf: F64, root: int, to_i: I32, to_f: F64) -> int:
    """Copies the tree below a node into other arrays, where it becomes the root. Returns the first unused node there."""
    free = 1
    for i in range(NODE):
        to_i[U(i)] = ti[U(root * NODE + i)]
        to_f[U(i)] = tf[U(root * NODE + i)]
    at = 0
    while at < free:  # the children of copied nodes are copied behind them, in the order in which they are met
        start, number = int(to_i[U(at * NODE + CHILDREN)]), int(to_i[U(at * NODE + NUMBER)])
        if number > 0:
            to_i[U(at * NODE + CHILDREN)] = free
            for i in range(number * NODE):
                to_i[U(free * NODE + i)] = ti[U(start * NODE + i)]
                to_f[U(free * NODE + i)] = tf[U(start * NODE + i)]
            free += number
        at += 1
    return free
