"""The compiled search: playouts through the tree, one after the other.

Repetition: a simple ko is part of the board. Beyond it, every position on the way from the root is compared with those before
and with those of the game, in the sense of the ruleset; a move that the ruleset bans is looked at no more, and where a cycle is
a draw its first repetition counts as one.
"""

from __future__ import annotations

from bots.kernel.board import copy, place
from bots.kernel.compiling import F64, I32, I64, U, compiled, entry
from bots.kernel.counting import ENCLOSED, margin, survey
from bots.kernel.counting import EYES as FOUND_EYES
from bots.kernel.guided import PASSED, PLACED, guided_playout, note
from bots.kernel.layout import (
    BLACK,
    COLOR,
    COUNT,
    EMPTY,
    HEIGHT,
    KEY,
    KO,
    OWNER,
    PASS,
    PATH,
    SPAN,
    STRIDE,
    VIRTUAL,
    WHITE,
    WIDTH,
    ZOBRIST,
)
from bots.kernel.tree import (
    BANNED,
    DRAWN,
    MOVE,
    NODE,
    NUMBER,
    RIPE,
    SCALE,
    SCORE,
    SOUND,
    STATE,
    UNKNOWN,
    VALUE,
    VISITS,
    choose,
    grow,
    learn,
)  # fmt: skip

# -- what the rules ask of the search, in the array of aims behind what the count needs -------------------------------
TIE = 11  # who wins a tie: 0 nobody, 1 Black, 2 White, 3 whoever is not to move
PASSING = 12  # as in `grow`
PLAYED_OUT = 13  # whether a playout decides what is dead after two passes; else everything lives
REPEATS = 14  # one of the following
CAPTURES_ONLY = 15  # only captures are banned
OUTSIDE = 16  # whether stones outside the board are part of what may not repeat
FIRST_COUNTS = 17  # whether the first pass of the whole game counts, not the first of the last ones
PASS_PLACES = 18  # whether a pass puts a stone outside the board
EYES = 19  # as in `grow`
LATER_ENCLOSED = 20  # what a playout leaves open and the sides could still fill counts like this, and
LATER_EYES = 21  # like this, where only stones count
RULES = 22
FREE, DRAW, POSITIONAL, SITUATIONAL, NATURAL, FACED = 0, 1, 2, 3, 4, 5

# -- where the game stands: at the root, and behind that on the way down; int64 ---------------------------------------
ROUND = 0  # number of the last playout
USED = 1  # nodes in use
LIMIT = 2  # stones that a playout places at most
ROOT = 4  # what follows, as it is at the root
WALK = 12  # and where the walk is
TO_MOVE = 0
LAST = 1  # the last move: a point, PASS or VIRTUAL
PASSES = 2  # in a row
FIRST_PASS = 3  # who passed first
MOVES = 4  # stones that Black placed more than White since the root
OUT = 4  # + color: stones outside the board
STANDING = 20

# -- situations: those on the way, the boards on the way, and a hash table of both from the game ----------------------
DEEPEST = 512
BOARDS = DEEPEST
TABLE = 2 * DEEPEST
_MANY = 1 << 30  # more playouts than this, times 8, are not told apart
_SIDE = 0x2545F4914F6CDD1D
_BOARD = 0x1B873593CC9E2D51


@entry
def situation(k: I64, a: I64, to_move: int, black_out: int, white_out: int) -> int:
    """What the ruleset compares when it looks for a repetition, as one number that is never 0 in practice."""
    number = int(k[U(KEY)])
    if a[U(OUTSIDE)] != 0:
        number ^= int(k[U(ZOBRIST + (black_out & 255))]) ^ int(k[U(ZOBRIST + 256 + (white_out & 255))])
    if a[U(REPEATS)] != POSITIONAL and to_move == WHITE:
        number ^= _SIDE
    return number


@entry
def bare(k: I64, to_move: int) -> int:
    """The board alone that a side faces."""
    return int(k[U(KEY)]) ^ (_BOARD ^ _SIDE if to_move == WHITE else _BOARD)


@entry
def remember(h: I64, number: int) -> None:
    """Puts a situation of the game into the table, whose size is a power of two and which must have room."""
    mask = len(h) - TABLE - 1
    at = number & mask
    while h[U(TABLE + at)] != 0 and h[U(TABLE + at)] != number:
        at = (at + 1) & mask
    h[U(TABLE + at)] = number


@compiled
def _occurred(h: I64, start: int, depth: int, number: int) -> bool:
    """Whether a number stands in the first entries of the way that begins at `start`, or in the table."""
    for i in range(depth):
        if h[U(start + i)] == number:
            return True
    mask = len(h) - TABLE - 1
    at = number & mask
    while h[U(TABLE + at)] != 0:
        if h[U(TABLE + at)] == number:
            return True
        at = (at + 1) & mask
    return False


@compiled
def _verdict(a: I64, h: I64, depth: int, move: int, taken: int) -> int:
    """What the repetition rule says of the move that led to this depth."""
    rule = a[U(REPEATS)]
    if rule == FREE or move == PASS:
        return SOUND
    if move == VIRTUAL:  # nobody may be made to face a board again by a virtual move, whatever lay outside it
        repeats = rule == FACED and _occurred(h, BOARDS, depth, int(h[U(BOARDS + depth)]))
    else:
        repeats = (taken > 0 or a[U(CAPTURES_ONLY)] == 0) and _occurred(h, 0, depth, int(h[U(depth)]))
    if not repeats:
        return SOUND
    return DRAWN if rule == DRAW else BANNED


@compiled
def _arrive(k: I64, a: I64, g: I64, h: I64, depth: int) -> None:
    """Enters where the walk is into the way."""
    color = int(g[U(WALK + TO_MOVE)])
    h[U(depth)] = situation(k, a, color, int(g[U(WALK + OUT + 1)]), int(g[U(WALK + OUT + 2)]))
    h[U(BOARDS + depth)] = bare(k, color)


@compiled
def _step(b: I32, k: I64, a: I64, g: I64, move: int) -> int:
    """Makes a move of the walk. Returns the stones that it took off the board."""
    color, taken = int(g[U(WALK + TO_MOVE)]), 0
    if move > 0:
        note(b, move, color, int(g[U(ROUND)]))
        taken = place(b, k, move, color)
        g[U(WALK + MOVES)] += 3 - 2 * color
        if a[U(FIRST_COUNTS)] == 0:
            g[U(WALK + FIRST_PASS)] = 0
    else:
        b[U(KO)] = 0
        if move == VIRTUAL or a[U(PASS_PLACES)] != 0:
            g[U(WALK + MOVES)] += 3 - 2 * color
            g[U(WALK + OUT + color)] += 1
        if move == PASS and g[U(WALK + FIRST_PASS)] == 0:
            g[U(WALK + FIRST_PASS)] = color
    g[U(WALK + PASSES)] = g[U(WALK + PASSES)] + 1 if move == PASS else 0
    g[U(WALK + LAST)] = move
    g[U(WALK + TO_MOVE)] = 3 - color
    return taken


@compiled
def _ripen(b: I32, m: I32, f: F64, a: I64, g: I64, ti: I32, tf: F64, node: int, depth: int) -> bool:
    """Lets a node grow if enough playouts went through it; whether it has children then."""
    if ti[U(node * NODE + NUMBER)] > 0:
        return True
    used = int(g[U(USED)])
    if depth > 0 and (ti[U(node * NODE + STATE)] >> 3) < f[U(RIPE)]:
        return False
    if (used + b[U(COUNT)] + 2) * NODE > len(ti):
        return False
    color, last = int(g[U(WALK + TO_MOVE)]), int(g[U(WALK + LAST)])
    g[U(USED)] = grow(b, m, f, ti, tf, node, used, color, last, int(a[U(PASSING)]), int(a[U(EYES)]))
    return True


@compiled
def _descend(b: I32, k: I64, m: I32, f: F64, a: I64, g: I64, h: I64, ti: I32, tf: F64) -> int:
    """Walks from the root to where a playout begins.

    Returns:
        The number of moves made; -1 if one of them turned out to be banned; or -2 less their number if the last one
        makes a draw by repetition.
    """
    node, depth = 0, 0
    b[U(PATH)] = 0
    _arrive(k, a, g, h, 0)
    while g[U(WALK + PASSES)] < 2 and depth < DEEPEST - 1 and _ripen(b, m, f, a, g, ti, tf, node, depth):
        child = choose(f, ti, tf, node)
        if child < 0:
            break
        move = int(ti[U(child * NODE + MOVE)])
        taken = _step(b, k, a, g, move)
        depth += 1
        _arrive(k, a, g, h, depth)
        b[U(PATH + depth)] = child
        if ti[U(child * NODE + STATE)] & 7 == UNKNOWN:
            ti[U(child * NODE + STATE)] += _verdict(a, h, depth, move, taken)
        state = ti[U(child * NODE + STATE)] & 7
        if state == BANNED:
            return -1
        if state == DRAWN:
            return -2 - depth
        node = child
    return depth


@compiled
def result(f: F64, a: I64, count: int, to_move: int) -> float:
    """A margin in twelfths of a point as Black's result: 0 to 1, mostly by the winner and a little by the margin."""
    won = 0.5
    if count > 0:
        won = 1.0
    elif count < 0:
        won = 0.0
    elif a[U(TIE)] != 0:
        winner = a[U(TIE)] if a[U(TIE)] < 3 else 3 - to_move
        won = 1.0 if winner == BLACK else 0.0
    size = float(count)
    return float((1.0 - f[U(SCORE)]) * won + f[U(SCORE)] * (0.5 + 0.5 * size / (abs(size) + f[U(SCALE)])))


@compiled
def _own(b: I32, o: I64) -> None:
    """Adds to `o`, by point, who holds it at the end of a playout: 1 for Black, -1 for White."""
    stride = int(b[U(STRIDE)])
    for y in range(int(b[U(HEIGHT)])):
        for x in range(int(b[U(WIDTH)])):
            point = (y + 1) * stride + x + 1
            found = int(b[U(COLOR + point)])
            if found == EMPTY:
                found = int(b[U(OWNER + point)])
            o[U(point)] += (found & 1) - (found >> 1)
    o[U(0)] += 1


@compiled
def _finish(b: I32, k: I64, m: I32, s: I64, f: F64, a: I64, g: I64, t: I64, o: I64) -> float:
    """Plays from the end of the walk to the end of the game. Returns Black's result."""
    color, moves, first = int(g[U(WALK + TO_MOVE)]), int(g[U(WALK + MOVES)]), int(g[U(WALK + FIRST_PASS)])
    if g[U(WALK + PASSES)] < 2 or a[U(PLAYED_OUT)] != 0:
        guided_playout(b, k, m, s, t, color, int(g[U(WALK + LAST)]), int(g[U(LIMIT)]), int(g[U(ROUND)]))
        moves += int(t[U(PLACED)])
        if first == 0:
            first = int(t[U(PASSED)])
    count = margin(b, k, t, a, color, moves, first)
    if g[U(WALK + PASSES)] < 2:
        count += int(a[U(LATER_ENCLOSED)] * (t[U(ENCLOSED)] - t[U(ENCLOSED + 1)]))
        count += int(a[U(LATER_EYES)] * (t[U(FOUND_EYES)] - t[U(FOUND_EYES + 1)]))
    _own(b, o)
    o[U(SPAN - 1)] += count
    return result(f, a, count, color)


@compiled
def _back_up(b: I32, g: I64, ti: I32, tf: F64, depth: int, black: float) -> None:
    """Tells all nodes of the path of a result for Black."""
    color = 3 - int(g[U(ROOT + TO_MOVE)])
    for i in range(depth + 1):
        node = int(b[U(PATH + i)])
        own = black if color == BLACK else 1.0 - black
        tf[U(node * NODE + VISITS)] += 1.0
        tf[U(node * NODE + VALUE)] += own
        if ti[U(node * NODE + STATE)] < _MANY:
            ti[U(node * NODE + STATE)] += 8
        color = 3 - color
        if ti[U(node * NODE + NUMBER)] > 0:
            learn(b, ti, tf, node, color, int(g[U(ROUND)]), 1.0 - own)


@compiled
def playout(
    b: I32, k: I64, source: I32, numbers: I64, m: I32, s: I64, f: F64, a: I64, g: I64, h: I64, ti: I32, tf: F64, t: I64, o: I64
) -> bool:
    """One playout through the tree. Returns False if it found a banned move instead, which it has marked."""
    copy(b, k, source, numbers)
    g[U(ROUND)] += 1
    for i in range(WALK - ROOT):
        g[U(WALK + i)] = g[U(ROOT + i)]
    depth = _descend(b, k, m, f, a, g, h, ti, tf)
    if depth == -1:
        return False
    if depth < -1:
        _back_up(b, g, ti, tf, -2 - depth, 0.5)
    else:
        _back_up(b, g, ti, tf, depth, _finish(b, k, m, s, f, a, g, t, o))
    return True


@entry
def search(
    b: I32, k: I64, source: I32, numbers: I64, m: I32, s: I64, f: F64, a: I64, g: I64, h: I64, ti: I32, tf: F64, t: I64, o: I64,
    times: int,
) -> int:  # fmt: skip
    """Makes that many playouts from the root. Returns their number, which is smaller only where every move is banned.

    Args:
        b: room for a position.
        k: its keys; they hold the random numbers.
        source: the position of the root.
        numbers: its keys.
        m: the table of shapes.
        s: the style of playouts.
        f: the tuning.
        a: the aims and rules.
        g: where the game stands.
        h: the situations of the game, see `remember`.
        ti: the nodes; node 0 is the root.
        tf: their numbers.
        t: room for counts.
        o: by point, the playouts that Black held it at the end less those that White did; entry 0 counts the playouts, and
            the last one sums their margins.
        times: how many playouts.
    """
    done = failed = 0
    while done < times and failed < 1024:
        if playout(b, k, source, numbers, m, s, f, a, g, h, ti, tf, t, o):
            done += 1
            failed = 0
        else:
            failed += 1
    return done


@entry
def judge(b: I32, k: I64, source: I32, numbers: I64, m: I32, s: I64, g: I64, t: I64, o: I64, times: int) -> None:
    """Playouts without a tree, each side moving first in turn; adds to `o` who holds what at their ends, as `search` does."""
    for i in range(times):
        copy(b, k, source, numbers)
        g[U(ROUND)] += 1
        guided_playout(b, k, m, s, t, 1 + (i & 1), PASS, int(g[U(LIMIT)]), int(g[U(ROUND)]))
        survey(b, t)
        _own(b, o)
