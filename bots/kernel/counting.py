"""The compiled count: what every ruleset's count needs of a position on which everything lives.

`survey` finds regions, their owners, and groups, as `gtp_rules.board.regions` does; `margin` weighs what it found by the aims
of a ruleset (`bots.aims`). Groups are found by joining the chains beside each region that they own: a group without a region of
its own has no basic eye and is not looked for, which makes the eye tax all but free.
"""

from __future__ import annotations

from bots.kernel.board import beside, liberties_after, other_liberties, place, stamp, step, suicide
from bots.kernel.compiling import I32, I64, U, compiled, entry
from bots.kernel.layout import (
    BLACK,
    CHAINS,
    COLOR,
    COUNT,
    EMPTIES,
    EMPTY,
    HEAD,
    HEIGHT,
    HELD,
    MARK,
    NEAR,
    OWNER,
    QUEUE,
    ROOT,
    STONES,
    STRIDE,
    WHITE,
    WIDTH,
)

# What `survey` finds, Black's number first and White's behind it; the first seven are weighed by the aims in this order.
STONES_FOUND = 0  # stones on the board
ENCLOSED = 2  # points of regions that touch one color only
EYES = 4  # basic eyes: two for each group that encloses two points, one for a group that encloses one
SETTLED = 6  # points enclosed by groups that enclose two or more
LONELY = 8  # public points beside one color only
LONELY_IN_SEKI = 10  # those of them that only touch groups which enclose fewer than two points
SHARE = 12  # by 12: the share of the public points by the numbers of stones beside them
WEIGHED = 7
GROUPS = 14  # groups
PUBLIC = 16  # public points
FOUND = 17

# Aims: how `margin` weighs what was found, in twelfths of a point, and what else it does.
BY_STONES = 0  # the first seven in the order of what is found
BY_ENCLOSED = 1
BY_EYES = 2
BY_SETTLED = 3
BY_LONELY = 4
BY_LONELY_IN_SEKI = 5
BY_SHARE = 6
BY_MOVES = 7  # for each stone that Black has placed more than White
BY_FIRST_PASS = 8  # if White was the first to pass
CONSTANT = 9  # what does not change any more, komi included
FILLS = 10  # whether two-sided dame are played out before the count
AIMS = 11


@compiled
def _find(b: I32, head: int) -> int:
    while b[U(ROOT + head)] != head:
        parent = int(b[U(ROOT + head)])
        b[U(ROOT + head)] = b[U(ROOT + parent)]
        head = parent
    return head


@compiled
def _enter(b: I32, head: int, number: int) -> int:
    """The root of a chain, which becomes one of its own if this survey has not met it yet."""
    if b[U(MARK + head)] != number:
        b[U(MARK + head)] = number
        b[U(ROOT + head)] = head
        b[U(HELD + head)] = 0
    return _find(b, head)


@compiled
def _lone(b: I32, point: int) -> int:
    """As `_flood` for a point without an empty neighbor, the most frequent region by far."""
    near = int(b[U(NEAR + point)])
    touched = (0 if (near >> 4) & 15 == 4 else BLACK) | (0 if near & 15 == 4 else WHITE)
    b[U(QUEUE)] = point
    return 4 + touched


@compiled
def _flood(b: I32, start: int, number: int) -> int:
    """Puts the region of an empty point into QUEUE. Returns 4 * its size + the colors that it touches (1, 2 or 3)."""
    if b[U(NEAR + start)] < 256:
        return _lone(b, start)
    size, touched, at, stride = 1, 0, 0, int(b[U(STRIDE)])
    b[U(QUEUE)] = start
    b[U(MARK + start)] = number
    while at < size:
        point = int(b[U(QUEUE + at)])
        at += 1
        for d in range(4):
            near = step(point, stride, d)
            found = int(b[U(COLOR + near)])
            if found == EMPTY:
                if b[U(MARK + near)] != number:
                    b[U(MARK + near)] = number
                    b[U(QUEUE + size)] = near
                    size += 1
            elif found < 3:
                touched |= found
    return 4 * size + touched


@compiled
def _weigh(t: I64, owner: int, held: int, times: int) -> None:
    """Adds, or takes back, what a group that encloses so many points has: basic eyes and settled points."""
    t[U(EYES + owner - 1)] += times * min(held, 2)
    t[U(SETTLED + owner - 1)] += times * held if held > 1 else 0


@compiled
def _join_around(b: I32, t: I64, size: int, owner: int, number: int) -> None:
    """Joins all chains beside the region in QUEUE, which they own, to one group that encloses it."""
    root, held, stride = 0, size, int(b[U(STRIDE)])
    for i in range(size):
        point = int(b[U(QUEUE + i)])
        for d in range(4):
            near = step(point, stride, d)
            if b[U(COLOR + near)] != owner:
                continue
            other = _enter(b, int(b[U(HEAD + near)]), number)
            if other == root:
                continue
            _weigh(t, owner, int(b[U(HELD + other)]), -1)
            held += int(b[U(HELD + other)])
            if root == 0:
                root = other
            else:
                b[U(ROOT + other)] = root
                t[U(GROUPS + owner - 1)] -= 1
    b[U(HELD + root)] = held
    _weigh(t, owner, held, 1)


@compiled
def survey(b: I32, t: I64) -> int:
    """Surveys a position: fills `t` (`FOUND` numbers) and the row OWNER, and leaves roots in ROOT and HELD.

    Every chain counts as living. The numbers about public points are left 0 for `look_at_public`.

    Returns:
        The stamp of the chains that have a root.
    """
    for i in range(FOUND):
        t[U(i)] = 0
    number = stamp(b)
    for color in range(1, 3):
        t[U(STONES_FOUND + color - 1)] = b[U(STONES + color)]
        t[U(GROUPS + color - 1)] = b[U(CHAINS + color)]
    for i in range(int(b[U(COUNT)])):
        start = int(b[U(EMPTIES + i)])
        if b[U(MARK + start)] == number:
            continue
        region = _flood(b, start, number)
        size, owner = region >> 2, region & 3
        if owner == 3:
            owner = 0
        for j in range(size):
            b[U(OWNER + b[U(QUEUE + j)])] = owner
        if owner == 0:
            t[U(PUBLIC)] += size
        else:
            t[U(ENCLOSED + owner - 1)] += size
            _join_around(b, t, size, owner, number)
    return number


@compiled
def _is_independent(b: I32, head: int, number: int) -> bool:
    """Whether the last survey, whose stamp this is, found the group of a chain to enclose two points or more."""
    return bool(b[U(MARK + head)] == number and b[U(HELD + _find(b, head))] > 1)


@compiled
def look_at_public(b: I32, t: I64, number: int) -> None:
    """Fills the numbers about public points, after the survey that gave this stamp."""
    for i in range(int(b[U(COUNT)])):
        point = int(b[U(EMPTIES + i)])
        if b[U(OWNER + point)] != 0:
            continue
        black = white = 0
        seki = True
        for d in range(4):
            near = beside(b, point, d)
            found = int(b[U(COLOR + near)])
            if found == 1 or found == 2:
                black += 2 - found
                white += found - 1
                seki = seki and not _is_independent(b, int(b[U(HEAD + near)]), number)
        if black + white == 0:
            continue
        t[U(SHARE)] += 12 * black // (black + white)
        t[U(SHARE + 1)] += 12 * white // (black + white)
        if black == 0 or white == 0:
            side = 0 if white == 0 else 1
            t[U(LONELY + side)] += 1
            if seki:
                t[U(LONELY_IN_SEKI + side)] += 1


@compiled
def _is_quiet(b: I32, point: int, color: int) -> bool:
    """Whether a stone here would capture nothing and leave no chain, nor itself, with a single liberty."""
    if suicide(b, point, color) != 0 or liberties_after(b, point, color) < 2:
        return False
    for d in range(4):
        near = beside(b, point, d)
        if b[U(COLOR + near)] == 3 - color and other_liberties(b, int(b[U(HEAD + near)]), point, 0) >= 0:
            return False
    return True


@compiled
def _joins(b: I32, point: int, color: int) -> bool:
    """Whether groups of this color, of which none lacks a root, meet at a point."""
    root = 0
    for d in range(4):
        near = beside(b, point, d)
        if b[U(COLOR + near)] == color:
            other = _find(b, int(b[U(HEAD + near)]))
            if root != 0 and other != root:
                return True
            root = other
    return False


@compiled
def _is_two_sided(b: I32, point: int, number: int) -> bool:
    """Whether an empty point is public, beside a group, and beside independent groups only."""
    if b[U(COLOR + point)] != EMPTY or b[U(OWNER + point)] != 0:
        return False
    beside_one = False
    for d in range(4):
        near = beside(b, point, d)
        if b[U(COLOR + near)] == 1 or b[U(COLOR + near)] == 2:
            if not _is_independent(b, int(b[U(HEAD + near)]), number):
                return False
            beside_one = True
    return beside_one


@compiled
def _next_fill(b: I32, color: int, number: int) -> int:
    """The two-sided dame that a side fills next, or 0: one that joins two of its groups first, else the lowest."""
    lowest = 0
    stride = int(b[U(STRIDE)])
    for y in range(int(b[U(HEIGHT)])):
        for x in range(int(b[U(WIDTH)])):
            point = (y + 1) * stride + x + 1
            if _is_two_sided(b, point, number) and _is_quiet(b, point, color):
                if _joins(b, point, color):
                    return point
                if lowest == 0:
                    lowest = point
    return lowest


@compiled
def fill_dame(b: I32, k: I64, t: I64, color: int, number: int) -> int:
    """Plays two-sided dame out, `color` first, after the survey that gave this stamp (decision 9 in docs/rules.md).

    Returns:
        The stamp of the last survey.
    """
    skipped = 0
    while skipped < 2 and t[U(PUBLIC)] > 0:
        point = _next_fill(b, color, number)
        if point == 0:
            skipped += 1
        else:
            skipped = 0
            place(b, k, point, color)
            number = survey(b, t)
        color = 3 - color
    return number


@entry
def margin(b: I32, k: I64, t: I64, a: I64, color: int, moves: int, first: int) -> int:
    """The count of a position by the aims `a`, Black minus White, in twelfths of a point.

    Args:
        b: the position; two-sided dame are filled in it if the aims want that.
        k: its keys.
        t: room for `FOUND` numbers.
        a: `AIMS` numbers.
        color: the side to move.
        moves: stones that Black placed more than White since the aims were made.
        first: the side that passed first, 0 if none did.
    """
    number = survey(b, t)
    if t[U(PUBLIC)] > 0:
        if a[U(FILLS)] != 0:
            number = fill_dame(b, k, t, color, number)
        if a[U(BY_LONELY)] != 0 or a[U(BY_LONELY_IN_SEKI)] != 0 or a[U(BY_SHARE)] != 0:
            look_at_public(b, t, number)
    total = int(a[U(CONSTANT)] + a[U(BY_MOVES)] * moves)
    if first == WHITE:
        total += int(a[U(BY_FIRST_PASS)])
    for i in range(WEIGHED):
        total += int(a[U(i)] * (t[U(2 * i)] - t[U(2 * i + 1)]))
    return total
