"""The table: for every position a lower and an upper bound of what the side to move can get.

A position with a side to move has the number ``Σ 3^i`` over `m` plus ``2 · 3^i`` over `o`. Bounds are improved in place, sweep
after sweep, until nothing changes: the least and the greatest solution of the equations of best play.
"""

from __future__ import annotations

from typing import Any

from harness.solve.kernel.board import FORBIDDEN, ILLEGAL, captures, compiled, count, is_legal, may_pass, play


@compiled
def image(number: int, turn: int, base: int, low: Any, high: Any) -> int:
    """The number of a position after one of the symmetries; ``low`` and ``high`` hold the images of half numbers."""
    found: int = low[turn, number % base] + high[turn, number // base]
    return found


@compiled
def list_positions(out: Any, nb: Any, halves: Any, low: Any, high: Any) -> int:
    """Writes the legal positions that have the greatest number among their images, the greatest first; returns how many.

    Nothing is written beyond the end of `out`.
    """
    base, top, found = low.shape[1], high.shape[1], 0
    for upper in range(top - 1, -1, -1):
        for lower in range(base - 1, -1, -1):
            number = upper * base + lower
            greatest = True
            for turn in range(low.shape[0]):
                if low[turn, lower] + high[turn, upper] > number:
                    greatest = False
                    break
            if greatest:
                m, o = masks(number, base, halves)
                if is_legal(m, o, nb):
                    if found < out.size:
                        out[found] = number
                    found += 1
    return found


@compiled
def masks(number: int, base: int, halves: Any) -> tuple[int, int]:
    """The stones of a position. ``halves[half, digit - 1, x]``: the points of a half number that have this digit."""
    low, high = number % base, number // base
    return halves[0, 0, low] | halves[1, 0, high], halves[0, 1, low] | halves[1, 1, high]


@compiled
def ko_key(number: int, point: int, base: int, low: Any, high: Any, points: Any) -> int:
    """The same number for a position with a forbidden point and all its images. ``points[turn, p]``: images of points."""
    best = 0
    for turn in range(0, low.shape[0], 2):  # odd ones exchange the colors
        best = max(best, image(number, turn, base, low, high) * 32 + points[turn, point] + 1)
    return best


@compiled
def slot(key: int, keys: Any) -> int:
    """Where a key stands in an open hash table, or the free place for it. The size is a power of two."""
    mixed = (key ^ (key >> 15)) * 0x2C1B3C6D
    place: int = (mixed ^ (mixed >> 17)) & (keys.size - 1)
    while keys[place] != key and keys[place] != 0:
        place = (place + 1) & (keys.size - 1)
    return place


@compiled
def retakes(m: int, o: int, bit: int, nb: Any) -> int:
    """The single stone of `o` that a stone of `m` on `bit` would take in a ko, or 0."""
    if nb[bit] & ~o:
        return 0
    taken = captures(m, o, bit, nb)
    return taken if taken and not taken & (taken - 1) else 0


@compiled
def survey_positions(active: Any, number: int, facts: Any, rules: Any, keys: Any, shape: Any, turns: Any) -> int:
    """Counts the listed positions for both sides and enters their ko states; returns how many of those there are.

    Args:
        active: the positions.
        number: how many of them.
        facts: by position: margin for m if o passed first, for o if m did, whether m and whether o may pass.
        rules: kind of count, dame, suicide, whether a lone suicide is possible, whether passes are restricted.
        keys: hash table of the ko states; of size 1 if they are only to be counted.
        shape: neighbors by mask, weights by mask, halves.
        turns: low, high, points as above.
    """
    nb, halves = shape[0], shape[2]
    low, high, points = turns
    base, full, found = low.shape[1], nb.size - 1, 0
    for i in range(number):
        m, o = masks(active[i], base, halves)
        for side in range(2):
            facts[i, side] = count(m, o, rules[0], rules[1], 1, full, nb)
            facts[i, 2 + side] = not rules[4] or may_pass(m, o, rules[2], full, nb)
            rest, point = full & ~(m | o), 0
            while rest >> point:
                if (rest >> point) & 1 and retakes(m, o, 1 << point, nb):
                    found += 1
                    if keys.size > 1:
                        key = ko_key(image(active[i], side, base, low, high), point, base, low, high, points)
                        keys[slot(key, keys)] = key
                point += 1
            m, o = o, m
    return found


@compiled
def expand(m: int, o: int, rules: Any, bounds: Any, out: Any, kos: Any, shape: Any, turns: Any) -> bool:
    """The bounds of each board move of `m`: ``out[0]`` lower, ``out[1]`` upper, by point; `ILLEGAL` where there is none.

    Returns whether a suicide of a single stone is possible, which is left out: it leads to the same board.
    """
    nb, weights = shape[0], shape[1]
    low, high, points = turns
    keys, ko_bounds = kos
    lone = False
    for point in range(out.shape[1]):
        out[0, point] = out[1, point] = ILLEGAL
        bit = 1 << point
        if (m | o) & bit:
            continue
        mine, other, taken, own = play(m, o, bit, nb)
        if own and (rules[2] == FORBIDDEN or own == bit):
            lone |= own == bit and rules[3] != 0
            continue
        after = weights[other] + 2 * weights[mine]
        if taken and not taken & (taken - 1) and retakes(other, mine, taken, nb) == bit:
            ko = 0
            while taken >> ko != 1:
                ko += 1
            place = slot(ko_key(after, ko, low.shape[1], low, high, points), keys)
            out[0, point], out[1, point] = -ko_bounds[1, place], -ko_bounds[0, place]
        else:
            out[0, point], out[1, point] = -bounds[1, after], -bounds[0, after]
    return lone


@compiled
def best(out: Any, which: int, without: int) -> int:
    """The greatest bound of all moves but one."""
    found = ILLEGAL
    for point in range(out.shape[1]):
        if point != without:
            found = max(found, out[which, point])
    return found


@compiled
def answered_pass(
    moves: tuple[int, int], other: tuple[int, int], score: int, may: tuple[bool, bool], lone: bool, most: int
) -> Any:
    """Bounds for a side whose opponent has just passed.

    Args:
        moves: lower and upper bound of its board moves.
        other: those of the other side on this board.
        score: its margin if it passes too.
        may: whether it may pass, and whether the other side may.
        lone: whether it has a suicide of a single stone. The other side cannot answer it by one, but by a pass, and this
            could go on for ever: bad for the lower bound, good for the upper.
        most: the number of points, what endless play is worth at best.
    """
    lower, upper = moves
    if may[0]:
        lower, upper = max(lower, score), max(upper, score)
    if lone:
        upper = max(upper, min(most, -other[0]))
        if not may[1]:
            lower = max(lower, -other[1])
    return lower, upper


@compiled
def unanswered(lower: int, upper: int, other: tuple[int, int], passed: Any, passed_other: Any, may: Any, lone: bool) -> Any:
    """Bounds for a side to move whose opponent made a board move.

    Args:
        lower: lower bound of its board moves, the one that a ko forbids left out.
        upper: their upper bound.
        other: bounds of the other side's board moves on this board.
        passed: its bounds if the other side has passed.
        passed_other: bounds of the other side once this one has passed.
        may: whether it may pass, and whether the other side may.
        lone: whether it has a suicide of a single stone.
    """
    if may[0]:
        lower, upper = max(lower, -passed_other[1]), max(upper, -passed_other[0])
    if lone:
        reply_lower, reply_upper = other
        if may[1]:
            reply_lower, reply_upper = max(reply_lower, -passed[1]), max(reply_upper, -passed[0])
        lower, upper = max(lower, -reply_upper), max(upper, -reply_lower)
    return lower, upper


@compiled
def sweep(active: Any, number: int, facts: Any, rules: Any, bounds: Any, out: Any, kos: Any, shape: Any, turns: Any) -> Any:
    """Improves the bounds of the listed positions once; returns how many are still open, and how many bounds changed.

    Positions whose bounds meet are taken off the list.

    Args:
        active: the positions; the open ones are moved to the front.
        number: how many of them.
        facts: as `survey_positions` made them, moved like `active`.
        rules: as there.
        bounds: ``bounds[0]`` lower, ``bounds[1]`` upper, by the number of the position, from the side to move.
        out: scratch, two sides by two bounds by points.
        kos: keys, and bounds by their places.
        shape: neighbors by mask, weights by mask, halves.
        turns: images of half numbers and of points under the symmetries, odd ones with colors exchanged.
    """
    nb, halves = shape[0], shape[2]
    low, high, points = turns
    base, kept, changed = low.shape[1], 0, 0
    for i in range(number):
        position = active[i]
        m, o = masks(position, base, halves)
        lone = expand(m, o, rules, bounds, out[0], kos, shape, turns), expand(o, m, rules, bounds, out[1], kos, shape, turns)
        moves = (best(out[0], 0, -1), best(out[0], 1, -1)), (best(out[1], 0, -1), best(out[1], 1, -1))
        may = facts[i, 2] != 0, facts[i, 3] != 0
        one = answered_pass(moves[0], moves[1], facts[i, 0], may, lone[0], out.shape[2])
        two = answered_pass(moves[1], moves[0], facts[i, 1], (may[1], may[0]), lone[1], out.shape[2])
        passed = one, two
        open_ones = 0
        for side in range(2):
            mays = may[side], may[1 - side]
            stones, others = (o, m) if side else (m, o)
            for point in range(-1, out.shape[2]):
                if point >= 0 and ((m | o) >> point & 1 or not retakes(stones, others, 1 << point, nb)):
                    continue
                lower, upper = best(out[side], 0, point), best(out[side], 1, point)
                lower, upper = unanswered(lower, upper, moves[1 - side], passed[side], passed[1 - side], mays, lone[side])
                open_ones += lower != upper
                if point >= 0:
                    number_here = image(position, side, base, low, high)
                    place = slot(ko_key(number_here, point, base, low, high, points), kos[0])
                    if kos[1][0, place] != lower or kos[1][1, place] != upper:
                        kos[1][0, place], kos[1][1, place] = lower, upper
                        changed += 1
                    continue
                here = image(position, side, base, low, high)
                if bounds[0, here] != lower or bounds[1, here] != upper:
                    changed += 1
                    for turn in range(side, low.shape[0], 2):  # odd ones exchange the colors
                        turned = image(position, turn, base, low, high)
                        bounds[0, turned], bounds[1, turned] = lower, upper
        if open_ones:
            active[kept] = position
            for j in range(facts.shape[1]):
                facts[kept, j] = facts[i, j]
            kept += 1
    return kept, changed
