"""Compiled playouts of the search: the answer to the last move first, else a sensible move anywhere.

In this order (Gelly and others 2006): a capture or an escape beside the last move, a shape beside it, and a uniform move that
puts no larger chain of its own into atari.
"""

from __future__ import annotations

from bots.kernel.board import beside, draw, in_atari, is_eye, liberties_after, place, suicide
from bots.kernel.compiling import I32, I64, U, compiled
from bots.kernel.layout import CHOICE, COLOR, COUNT, EMPTIES, EMPTY, FIRST, HEAD, KO, LIBS, NEAR, NEXT, SIZE, STRIDE, SUM
from bots.kernel.playout import swap
from bots.kernel.shapes import fits

# How a playout plays, as chances of 1024.
ANSWERS = 0  # captures and escapes are looked for
SHAPES = 1  # shapes are looked for
CAUTION = 2  # a move into atari is put aside
PURSUITS = 3  # moves against and for chains with two liberties are looked for
STYLES = 4
_SACRIFICE = 5  # stones of the largest chain that a playout puts into atari by itself

# What a playout leaves in the array of results, behind what the survey finds.
PLACED = 20  # stones that Black placed more than White before the first pass
PASSED = 21  # the side that passed first


@compiled
def _offer(b: I32, number: int, point: int) -> int:
    """Adds a candidate; returns the new number of candidates."""
    for i in range(number):
        if b[U(CHOICE + i)] == point:
            return number
    b[U(CHOICE + number)] = point
    return number + 1


@compiled
def _offer_captures(b: I32, head: int, number: int) -> int:
    """Adds the captures of chains in atari that touch this chain."""
    other, stone = 3 - int(b[U(COLOR + head)]), head
    while True:
        for d in range(4):
            near = beside(b, stone, d)
            if b[U(COLOR + near)] == other:
                chain = int(b[U(HEAD + near)])
                if in_atari(b, chain) and number < 64:
                    number = _offer(b, number, int(b[U(SUM + chain)]) // int(b[U(LIBS + chain)]))
        stone = int(b[U(NEXT + stone)])
        if stone == head:
            return number


@compiled
def answers(b: I32, color: int, last: int) -> int:
    """Puts captures and escapes beside the opponent's last move into CHOICE; returns their number."""
    number = 0
    if b[U(COLOR + last)] == 3 - color:
        chain = int(b[U(HEAD + last)])
        if in_atari(b, chain):
            number = _offer(b, number, int(b[U(SUM + chain)]) // int(b[U(LIBS + chain)]))
    for d in range(4):
        near = beside(b, last, d)
        if b[U(COLOR + near)] == color:
            chain = int(b[U(HEAD + near)])
            if in_atari(b, chain):
                number = _offer_captures(b, chain, number)
                exit_point = int(b[U(SUM + chain)]) // int(b[U(LIBS + chain)])
                if liberties_after(b, exit_point, color) > 1:
                    number = _offer(b, number, exit_point)
    return number


@compiled
def _two_liberties(b: I32, head: int) -> int:
    """The two liberties of a chain as first + 1024 * second, or 0 if it has not just two."""
    one = two = 0
    stone = head
    while True:
        if b[U(NEAR + stone)] >= 256:
            for d in range(4):
                near = beside(b, stone, d)
                if b[U(COLOR + near)] == EMPTY and near != one and near != two:
                    if two:
                        return 0
                    one, two = near, one
        stone = int(b[U(NEXT + stone)])
        if stone == head:
            return one + 1024 * two if two else 0


@compiled
def pursuits(b: I32, color: int, last: int) -> int:
    """Puts moves on the liberties of chains with two of them, beside the opponent's last move, into CHOICE.

    Ataris that put no own chain into atari, and extensions to a point with two empty neighbors; returns their number.
    """
    number = 0
    if b[U(COLOR + last)] == 3 - color:
        pair = _two_liberties(b, int(b[U(HEAD + last)]))
        while pair:
            if liberties_after(b, pair & 1023, color) > 1:
                number = _offer(b, number, pair & 1023)
            pair >>= 10
    for d in range(4):
        near = beside(b, last, d)
        if b[U(COLOR + near)] == color:
            pair = _two_liberties(b, int(b[U(HEAD + near)]))
            while pair:
                if b[U(NEAR + (pair & 1023))] >= 512:
                    number = _offer(b, number, pair & 1023)
                pair >>= 10
    return number


@compiled
def _pick(b: I32, k: I64, color: int, number: int) -> int:
    """One of the candidates in CHOICE that may be played, or 0."""
    while number > 0:
        at = draw(k, number)
        point = int(b[U(CHOICE + at)])
        if point != b[U(KO)] and suicide(b, point, color) == 0:
            return point
        number -= 1
        b[U(CHOICE + at)] = b[U(CHOICE + number)]
    return 0


@compiled
def around(b: I32, point: int, number: int) -> int:
    """One of the eight points around a point, by a number from 0 to 7."""
    stride = int(b[U(STRIDE)])
    if number < 3:
        return point - stride + number - 1
    if number < 5:
        return point - 1 if number == 3 else point + 1
    return point + stride + number - 6


@compiled
def _shape_move(b: I32, k: I64, m: I32, color: int, last: int) -> int:
    """A point around the last move that fits a shape and is no move into atari, or 0."""
    start = draw(k, 8)
    for i in range(8):
        point = around(b, last, (start + i) & 7)
        if b[U(COLOR + point)] != EMPTY or point == b[U(KO)] or not fits(b, m, point):
            continue
        if suicide(b, point, color) == 0 and liberties_after(b, point, color) > 1:
            return point
    return 0


@compiled
def _dares(b: I32, k: I64, point: int, color: int, caution: int) -> bool:
    """Whether a playout makes a move into atari: a few stones may be thrown in, a bigger chain would spoil a seki."""
    stones = 1
    for d in range(4):
        near = beside(b, point, d)
        if b[U(COLOR + near)] == color:
            stones += int(b[U(SIZE + b[U(HEAD + near)])])
    return stones <= _SACRIFICE and draw(k, 1024) >= caution


@compiled
def _careful_move(b: I32, k: I64, color: int, caution: int) -> int:
    """A point that is no own eye, no ko, no suicide and, with that chance of 1024, no move into atari; or 0."""
    left = int(b[U(COUNT)])
    while left > 0:
        at = draw(k, left)
        point = int(b[U(EMPTIES + at)])
        fits_rules = point != b[U(KO)] and not is_eye(b, point, color) and suicide(b, point, color) == 0
        if fits_rules and (liberties_after(b, point, color) > 1 or _dares(b, k, point, color, caution)):
            return point
        left -= 1
        swap(b, at, left)
    return 0


@compiled
def _move(b: I32, k: I64, m: I32, s: I64, color: int, last: int) -> int:
    """The next move of a playout after the opponent's `last` (0 for none); 0 for a pass."""
    if last > 0:
        if draw(k, 1024) < s[U(ANSWERS)]:
            number = answers(b, color, last)
            if number > 0:
                point = _pick(b, k, color, number)
                if point > 0:
                    return point
        if draw(k, 1024) < s[U(PURSUITS)]:
            number = pursuits(b, color, last)
            if number > 0:
                point = _pick(b, k, color, number)
                if point > 0:
                    return point
        if draw(k, 1024) < s[U(SHAPES)]:
            point = _shape_move(b, k, m, color, last)
            if point > 0:
                return point
    return _careful_move(b, k, color, int(s[U(CAUTION)]))


@compiled
def note(b: I32, point: int, color: int, number: int) -> None:
    """Notes who played first on a point in the playout of this number."""
    if b[U(FIRST + point)] >> 2 != number:
        b[U(FIRST + point)] = 4 * number + color


@compiled
def guided_playout(b: I32, k: I64, m: I32, s: I64, t: I64, color: int, last: int, limit: int, number: int) -> None:
    """Plays until both sides pass, or until the limit.

    Args:
        b: the position, which changes.
        k: its keys and the random numbers.
        m: the table of shapes.
        s: `STYLES` numbers.
        t: gets PLACED and PASSED; stones after the first pass count no more, since nobody has to answer a move that a
            player makes in a settled position.
        color: the side to move.
        last: the move before, or 0.
        limit: of stones.
        number: of the playout, for `note`.
    """
    placed = passes = passed = difference = 0
    while passes < 2 and placed < limit:
        point = _move(b, k, m, s, color, last)
        if point == 0:
            passes += 1
            b[U(KO)] = 0
            if passed == 0:
                passed = color
        else:
            passes = 0
            placed += 1
            if passed == 0:
                difference += 3 - 2 * color
            note(b, point, color, number)
            place(b, k, point, color)
        last = point
        color = 3 - color
    t[U(PLACED)] = difference
    t[U(PASSED)] = passed
