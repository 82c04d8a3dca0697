"""Where everything lies in the flat arrays of the kernel.

A position is one int32 array, `SPAN` numbers a row, with one row for each thing that is known about a point. Points have a
border of one line around the board: the point in column x and row y, both counted from 0 at the lower left, is
``(y + 1) * stride + x + 1`` with ``stride = width + 1``, so that the right border of one row is the left border of the next.
The rows have a constant length, whatever the size of the board, so that the compiler knows every offset.

The numbers that do not fit, keys and the state of the random numbers, are in an int64 array beside it.
"""

from __future__ import annotations

from typing import Final

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2
EDGE: Final = 3

SPAN: Final = 704  # numbers in a row: the points of a board of 25 × 25 with its border need 703

# -- rows of the position, int32 --------------------------------------------------------------------------------------
COLOR: Final = 0 * SPAN  # EMPTY, BLACK, WHITE or EDGE
NEAR: Final = 1 * SPAN  # neighbors by color: black + 16 * white + 256 * empty; a border counts as black and as white
HEAD: Final = 2 * SPAN  # the stone by which the chain of a stone is named
NEXT: Final = 3 * SPAN  # the next stone of the chain, in a ring
LIBS: Final = 4 * SPAN  # by head: number of pseudo-liberties, pairs of a stone and an empty neighbor
SUM: Final = 5 * SPAN  # by head: sum of the pseudo-liberties' points
SQUARES: Final = 6 * SPAN  # by head: sum of their squares; they are all one point if LIBS * SQUARES == SUM ** 2
SIZE: Final = 7 * SPAN  # by head: number of stones
PLACE: Final = 8 * SPAN  # by empty point: its index in EMPTIES
EMPTIES: Final = 9 * SPAN  # the empty points, in any order
ROWS: Final = 10  # rows that make up a position, and are copied with it

MARK: Final = 10 * SPAN  # scratch: by point or head, the stamp of the walk that saw it last
QUEUE: Final = 11 * SPAN  # scratch: points of a walk
ROOT: Final = 12 * SPAN  # scratch: by head, the union-find parent while counting
HELD: Final = 13 * SPAN  # scratch: by root, points that the group encloses
OWNER: Final = 14 * SPAN  # scratch: by empty point, whose it is after a count: EMPTY (public), BLACK or WHITE
CHOICE: Final = 15 * SPAN  # scratch: candidate moves
FIRST: Final = 16 * SPAN  # scratch: by point, 4 * playout + the color that played there first in it
PATH: Final = 17 * SPAN  # scratch: nodes from the root to where a playout began
CLOSE: Final = 18 * SPAN  # scratch: by point, steps from the last move, 0 for far away

# -- single numbers, behind the rows; the first ones are copied with the position -------------------------------------
SINGLE: Final = 19 * SPAN
STRIDE: Final = SINGLE + 0
WIDTH: Final = SINGLE + 1
HEIGHT: Final = SINGLE + 2
END: Final = SINGLE + 3  # one more than the last index in a row that the board uses
SUICIDE: Final = SINGLE + 4  # 0: forbidden; 1: allowed; 2: allowed to chains of two stones and more
KO: Final = SINGLE + 5  # the point where the side to move may not take back a ko, or 0
COUNT: Final = SINGLE + 6  # number of empty points
STONES: Final = SINGLE + 6  # + color: stones on the board
CHAINS: Final = SINGLE + 8  # + color: chains on the board
COPIED: Final = 11  # single numbers that belong to the position
STAMP: Final = SINGLE + 12  # scratch: the last stamp given out
LENGTH: Final = SINGLE + 16  # of the whole array

# -- the int64 array --------------------------------------------------------------------------------------------------
KEY: Final = 0  # xor of the numbers of all stones
RANDOM: Final = 1  # state of the random numbers, never 0
ZOBRIST: Final = 8  # + color * SPAN + point: the number of a stone; row 0 holds the numbers of virtual stones
WIDE: Final = ZOBRIST + 3 * SPAN

# -- moves that are no points -----------------------------------------------------------------------------------------
PASS: Final = 0
VIRTUAL: Final = -1
