"""Boards as bit masks: moves and counts.

A side's stones are an integer with a bit for each point, in the order A1, B1, …; `m` are the stones of the side to move and
`o` those of the other. ``nb[mask]`` are all neighbors of the points of a mask.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

from numba import njit

_Function = TypeVar("_Function", bound=Callable[..., Any])

ILLEGAL = -100
STONES, AREA, TAXED = 0, 1, 2
FORBIDDEN, ALLOWED, CHAINS = 0, 1, 2


def compiled(function: _Function) -> _Function:
    """Compiles a function at its first call, and keeps the machine code for later runs."""
    return cast("_Function", njit(cache=True)(function))


@compiled
def pop(x: int) -> int:
    """The number of points of a mask below 2^32."""
    x = x - ((x >> 1) & 0x55555555)
    x = (x & 0x33333333) + ((x >> 2) & 0x33333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F
    return ((x * 0x01010101) & 0xFFFFFFFF) >> 24


@compiled
def connected(seed: int, within: int, nb: Any) -> int:
    """The points of `within` that are connected with the mask `seed`, which lies in it. ``nb[mask]``: all neighbors."""
    found = seed
    while True:
        wider = (found | nb[found]) & within
        if wider == found:
            return found
        found = wider


@compiled
def captures(m: int, o: int, bit: int, nb: Any) -> int:
    """The stones of `o` that a stone of `m` on the empty point `bit` takes."""
    taken = 0
    seeds = nb[bit] & o
    while seeds:
        chain = connected(seeds & -seeds, o, nb)
        seeds &= ~chain
        if nb[chain] & ~(m | o) == bit:
            taken |= chain
    return taken


@compiled
def play(m: int, o: int, bit: int, nb: Any) -> tuple[int, int, int, int]:
    """Both sides' stones after a stone of `m` on the empty point `bit`, what it takes, and its own chain if it is suicide."""
    taken = captures(m, o, bit, nb)
    m, o = m | bit, o & ~taken
    if taken or nb[bit] & ~(m | o):
        return m, o, taken, 0
    chain = connected(bit, m, nb)
    if nb[chain] & ~(m | o):
        return m, o, 0, 0
    return m & ~chain, o, 0, chain


@compiled
def is_legal(m: int, o: int, nb: Any) -> bool:
    """Whether every chain has a liberty."""
    for side in range(2):
        rest = o if side else m
        stones = rest
        while rest:
            chain = connected(rest & -rest, stones, nb)
            if not nb[chain] & ~(m | o):
                return False
            rest &= ~chain
    return True


# -- counts


@compiled
def territories(m: int, o: int, full: int, nb: Any) -> tuple[int, int]:
    """The points of the empty regions that touch `m` only, and of those that touch `o` only."""
    empty = full & ~(m | o)
    mine = other = 0
    rest = empty
    while rest:
        region = connected(rest & -rest, empty, nb)
        rest &= ~region
        if nb[region] & m:
            if not nb[region] & o:
                mine |= region
        elif nb[region] & o:
            other |= region
    return mine, other


@compiled
def after_tax(stones: int, own: int, nb: Any) -> int:
    """Stones and enclosed points, less the basic eyes: the first two enclosed points of each group."""
    total, rest = pop(stones), stones
    while rest:
        group = connected(rest & -rest, stones | own, nb)
        rest &= ~group
        total += max(0, pop(group & own) - 2)
    return total


@compiled
def independent(stones: int, own: int, nb: Any) -> int:
    """The points of the groups that enclose two points or more."""
    found, rest = 0, stones
    while rest:
        group = connected(rest & -rest, stones | own, nb)
        rest &= ~group
        if pop(group & own) >= 2:
            found |= group
    return found


@compiled
def is_quiet(m: int, o: int, bit: int, nb: Any) -> bool:
    """Whether a stone of `m` on an empty point takes nothing and leaves no chain beside it with fewer than two liberties."""
    if captures(m, o, bit, nb):
        return False
    m |= bit
    if pop(nb[connected(bit, m, nb)] & ~(m | o)) < 2:
        return False
    seeds = nb[bit] & o
    while seeds:
        chain = connected(seeds & -seeds, o, nb)
        seeds &= ~chain
        if pop(nb[chain] & ~(m | o)) < 2:
            return False
    return True


@compiled
def next_fill(m: int, o: int, full: int, nb: Any) -> int:
    """The two-sided dame that `m` fills next, or 0."""
    mine, other = territories(m, o, full, nb)
    rest = full & ~(m | o | mine | other)
    if not rest:
        return 0
    alive = independent(m, mine, nb) | independent(o, other, nb)
    second = 0
    while rest:
        bit = rest & -rest
        rest &= ~bit
        beside = nb[bit] & (m | o)
        if not beside or beside & ~alive or not is_quiet(m, o, bit, nb):
            continue
        near = nb[bit] & m
        if near and near & ~connected(near & -near, m | mine, nb):
            return bit
        if not second:
            second = bit
    return second


@compiled
def count(m: int, o: int, kind: int, dame: int, first: int, full: int, nb: Any) -> int:
    """The margin of `m` once play has stopped with everything on the board alive.

    Args:
        m: stones of one side.
        o: stones of the other.
        kind: `STONES`, `AREA` or `TAXED`.
        dame: whether two-sided dame are played out first.
        first: 0 if `m` begins with that, 1 if `o` does.
        full: mask of the board.
        nb: neighbors by mask.
    """
    if dame:
        skipped, turn = 0, first
        while skipped < 2:
            bit = next_fill(o, m, full, nb) if turn else next_fill(m, o, full, nb)
            skipped = 0 if bit else skipped + 1
            if turn:
                o |= bit
            else:
                m |= bit
            turn = 1 - turn
    if kind == STONES:
        return pop(m) - pop(o)
    mine, other = territories(m, o, full, nb)
    if kind == AREA:
        return pop(m | mine) - pop(o | other)
    return after_tax(m, mine, nb) - after_tax(o, other, nb)


@compiled
def may_pass(m: int, o: int, suicide: int, full: int, nb: Any) -> bool:
    """Whether `m` has nothing left to fill: no quiet public point, and no enclosed point beyond its basic eyes."""
    mine, other = territories(m, o, full, nb)
    rest = full & ~(m | o | mine | other)
    while rest:
        bit = rest & -rest
        rest &= ~bit
        if is_quiet(m, o, bit, nb):
            return False
    stones = m
    while stones:
        group = connected(stones & -stones, m | mine, nb)
        stones &= ~group
        inside = group & mine
        if pop(inside) < 3:
            continue
        if suicide != FORBIDDEN or nb[inside] & inside:  # an eye of two points or more can always be played in
            return False
        inside &= inside - 1
        inside &= inside - 1  # the two lowest points are the basic eyes
        while inside:
            if not play(m, o, inside & -inside, nb)[3]:
                return False
            inside &= inside - 1
    return True
