"""The compiled board: chains, captures, suicide, ko and keys, on the arrays of `bots.kernel.layout`.

The algorithm is the pseudo-liberty one: each chain knows how many pairs of a stone and an empty neighbor it has, their sum and
the sum of their squares, so that capture and atari are seen without a walk. Nothing here allocates, and nothing checks its
arguments: a point must be on the board and empty, a color 1 or 2.
"""

from __future__ import annotations

from bots.kernel.compiling import I32, I64, U, compiled, entry
from bots.kernel.layout import (
    BLACK,
    CHAINS,
    COLOR,
    COPIED,
    COUNT,
    EDGE,
    EMPTIES,
    EMPTY,
    END,
    HEAD,
    KEY,
    KO,
    LIBS,
    MARK,
    NEAR,
    NEXT,
    PLACE,
    RANDOM,
    ROWS,
    SINGLE,
    SIZE,
    SPAN,
    SQUARES,
    STAMP,
    STONES,
    STRIDE,
    SUICIDE,
    SUM,
    ZOBRIST,
)

NO_CHAIN = 0  # the HEAD of what is no stone; its LIBS, SUM and SQUARES are written like a chain's and mean nothing, for a
# store costs less than a branch that nobody can foretell


@compiled
def copy(b: I32, k: I64, source: I32, numbers: I64) -> None:
    """Makes the position `b` with its key `k` equal to another one; the random numbers go on."""
    end = int(source[U(END)])
    for row in range(ROWS):
        start = row * SPAN
        for i in range(end):
            b[U(start + i)] = source[U(start + i)]
    for i in range(COPIED):
        b[U(SINGLE + i)] = source[U(SINGLE + i)]
    k[U(KEY)] = numbers[U(KEY)]


@compiled
def draw(k: I64, below: int) -> int:
    """A random number from 0 to `below` - 1, for `below` up to 2 ** 31."""
    x = k[U(RANDOM)]
    x ^= x << 13
    x ^= (x >> 7) & 0x01FFFFFFFFFFFFFF
    x ^= x << 17
    k[U(RANDOM)] = x
    return int((((x >> 32) & 0x7FFFFFFF) * below) >> 31)


@compiled
def stamp(b: I32) -> int:
    """A number that no entry of MARK has."""
    number = int(b[U(STAMP)]) + 1
    if number > 2000000000:
        for i in range(SPAN):
            b[U(MARK + i)] = 0
        number = 1
    b[U(STAMP)] = number
    return number


@compiled
def in_atari(b: I32, head: int) -> bool:
    """Whether the chain of this head has one liberty; it is then SUM // LIBS."""
    libs, total = int(b[U(LIBS + head)]), int(b[U(SUM + head)])
    return libs * int(b[U(SQUARES + head)]) == total * total


@compiled
def _add(b: I32, head: int, point: int, times: int) -> None:
    b[U(LIBS + head)] += times
    b[U(SUM + head)] += times * point
    b[U(SQUARES + head)] += times * point * point


@compiled
def step(point: int, stride: int, direction: int) -> int:
    """The neighbor of a point in one of the directions 0 to 3: down, left, right, up."""
    if direction == 0:
        return point - stride
    if direction == 1:
        return point - 1
    if direction == 2:
        return point + 1
    return point + stride


@compiled
def beside(b: I32, point: int, direction: int) -> int:
    """As `step`, for code that does not keep the stride at hand."""
    return step(point, int(b[U(STRIDE)]), direction)


@compiled
def suicide(b: I32, point: int, color: int) -> int:
    """What a stone would do to its own side: 0 nothing, 1 perish alone, 2 take a chain of its own with it."""
    if b[U(NEAR + point)] >= 256:
        return 0
    stride = int(b[U(STRIDE)])
    safe, friends = False, False
    for d in range(4):
        near = step(point, stride, d)
        found, head = int(b[U(COLOR + near)]), int(b[U(HEAD + near)])
        taken = 0  # liberties that the chain loses to the stone
        for e in range(4):
            taken += 1 if b[U(HEAD + step(point, stride, e))] == head else 0
        safe |= (found != EDGE) & ((b[U(LIBS + head)] > taken) == (found == color))
        friends |= found == color
    if safe:
        return 0
    return 2 if friends else 1


@entry
def legal(b: I32, point: int, color: int) -> bool:
    """Whether the side to move may play on an empty point, repetition beyond a simple ko apart."""
    if point == b[U(KO)]:
        return False
    how = suicide(b, point, color)
    return how == 0 or b[U(SUICIDE)] == 1 or (how == 2 and b[U(SUICIDE)] == 2)


@compiled
def _lift(b: I32, k: I64, head: int) -> int:
    """Takes a chain off the board. Returns the number of its stones."""
    color, stone, stride = int(b[U(COLOR + head)]), head, int(b[U(STRIDE)])
    gone = 256 - (1 if color == BLACK else 16)
    key, count = k[U(KEY)], int(b[U(COUNT)])
    before = count
    while True:
        b[U(COLOR + stone)] = EMPTY
        key ^= k[U(ZOBRIST + color * SPAN + stone)]
        b[U(EMPTIES + count)] = stone
        b[U(PLACE + stone)] = count
        count += 1
        for d in range(4):
            near = step(stone, stride, d)
            b[U(NEAR + near)] += gone
            _add(b, int(b[U(HEAD + near)]), stone, 1)
        b[U(HEAD + stone)] = NO_CHAIN
        stone = int(b[U(NEXT + stone)])
        if stone == head:
            break
    k[U(KEY)] = key
    b[U(COUNT)] = count
    b[U(STONES + color)] -= count - before
    b[U(CHAINS + color)] -= 1
    return count - before


@compiled
def _join(b: I32, one: int, other: int) -> int:
    """Joins two chains; returns the head that remains."""
    if b[U(SIZE + one)] < b[U(SIZE + other)]:
        one, other = other, one
    stone = other
    while True:
        b[U(HEAD + stone)] = one
        stone = int(b[U(NEXT + stone)])
        if stone == other:
            break
    following = int(b[U(NEXT + one)])
    b[U(NEXT + one)] = b[U(NEXT + other)]
    b[U(NEXT + other)] = following
    b[U(LIBS + one)] += b[U(LIBS + other)]
    b[U(SUM + one)] += b[U(SUM + other)]
    b[U(SQUARES + one)] += b[U(SQUARES + other)]
    b[U(SIZE + one)] += b[U(SIZE + other)]
    b[U(CHAINS + b[U(COLOR + one)])] -= 1
    return one


@compiled
def _set(b: I32, k: I64, point: int, color: int) -> None:
    """Puts a stone on the board as a chain of its own; the liberties of all chains beside it are brought up to date."""
    b[U(COLOR + point)] = color
    k[U(KEY)] ^= k[U(ZOBRIST + color * SPAN + point)]
    count, at, stride = int(b[U(COUNT)]) - 1, int(b[U(PLACE + point)]), int(b[U(STRIDE)])
    moved = int(b[U(EMPTIES + count)])
    b[U(EMPTIES + at)] = moved
    b[U(PLACE + moved)] = at
    b[U(COUNT)] = count
    b[U(LIBS + NO_CHAIN)] = b[U(SUM + NO_CHAIN)] = b[U(SQUARES + NO_CHAIN)] = 0
    change = (1 if color == BLACK else 16) - 256
    total, squares = 0, 0
    for d in range(4):
        near = step(point, stride, d)
        liberty = near if b[U(COLOR + near)] == EMPTY else 0
        total += liberty
        squares += liberty * liberty
        b[U(NEAR + near)] += change
        _add(b, int(b[U(HEAD + near)]), point, -1)
    b[U(HEAD + point)] = point
    b[U(NEXT + point)] = point
    b[U(LIBS + point)] = b[U(NEAR + point)] >> 8
    b[U(SUM + point)] = total
    b[U(SQUARES + point)] = squares
    b[U(SIZE + point)] = 1
    b[U(STONES + color)] += 1
    b[U(CHAINS + color)] += 1


@entry
def lay(b: I32, k: I64, point: int, color: int) -> None:
    """Puts a stone down as part of a set-up: nothing is captured."""
    _set(b, k, point, color)
    head = point
    for d in range(4):
        near = beside(b, point, d)
        if b[U(COLOR + near)] == color and b[U(HEAD + near)] != head:
            head = _join(b, head, int(b[U(HEAD + near)]))


@entry
def place(b: I32, k: I64, point: int, color: int) -> int:
    """Plays a stone: captures, or suicide, and the ko that may follow.

    Returns:
        The number of stones that left the board: captured ones, or minus the own ones.
    """
    _set(b, k, point, color)
    head, stride, own, dead = point, int(b[U(STRIDE)]), 0, 0
    for d in range(3, -1, -1):  # lists of points, 10 bits each: one branch for their end costs less than one for each point
        near = step(point, stride, d)
        found = int(b[U(COLOR + near)])
        own = own << 10 | near if found == color else own
        dead = dead << 10 | near if (found == 3 - color) & (b[U(LIBS + b[U(HEAD + near)])] == 0) else dead
    while own:
        other = int(b[U(HEAD + (own & 1023))])
        if other != head:
            head = _join(b, head, other)
        own >>= 10
    taken, where = 0, 0
    while dead:
        where = dead & 1023
        if b[U(COLOR + where)] != EMPTY:
            taken += _lift(b, k, int(b[U(HEAD + where)]))
        dead >>= 10
    b[U(KO)] = 0
    if taken == 1 and b[U(SIZE + head)] == 1 and b[U(LIBS + head)] == 1:
        b[U(KO)] = where
    elif taken == 0 and b[U(LIBS + head)] == 0:
        return -_lift(b, k, head)
    return taken


@compiled
def other_liberties(b: I32, head: int, point: int, known: int) -> int:
    """Liberties of a chain besides `point` and `known`: 0 if there is none, the only one, or -1 for two or more."""
    stone, seen = head, 0
    while True:
        if b[U(NEAR + stone)] >= 256:
            for d in range(4):
                near = beside(b, stone, d)
                if b[U(COLOR + near)] == EMPTY and near != point and near != known and near != seen:
                    if seen:
                        return -1
                    seen = near
        stone = int(b[U(NEXT + stone)])
        if stone == head:
            return seen


@compiled
def liberties_after(b: I32, point: int, color: int) -> int:
    """How many liberties the chain of a stone here would have, 2 standing for more; captures are not looked at."""
    if b[U(NEAR + point)] >= 512:
        return 2
    known = 0
    for d in range(4):
        near = beside(b, point, d)
        found = int(b[U(COLOR + near)])
        other = 0
        if found == EMPTY:
            other = near if near != known else 0
        elif found == color:
            other = other_liberties(b, int(b[U(HEAD + near)]), point, known)
        if other < 0 or (other > 0 and known > 0):
            return 2
        if other > 0:
            known = other
    return 1 if known > 0 else 0


@compiled
def is_eye(b: I32, point: int, color: int) -> bool:
    """Whether an empty point has only own stones beside it and not too many others at its corners."""
    near = int(b[U(NEAR + point)])
    if (near & 15 if color == BLACK else (near >> 4) & 15) < 4:
        return False
    stride, other, edge, bad = int(b[U(STRIDE)]), 3 - color, 0, 0
    for d in range(4):
        corner = point + (stride if d > 1 else -stride) + (1 if d & 1 else -1)
        found = int(b[U(COLOR + corner)])
        if found == other:
            bad += 1
        elif found == 3:
            edge = 1
    return bad + edge < 2
