"""Positions of the source documents and classical cycles, as diagrams; section numbers are those of the rules dossier."""

from __future__ import annotations

from fractions import Fraction

from gtp_rules.board import BLACK, WHITE, Color, read_diagram
from gtp_rules.game import Game
from gtp_rules.rulesets import find

TRIPLE_KO = """
6 . . . . . . .
5 X X X X X X X
4 O O O O O O O
3 O X O X O . O
2 X . X . X O X
1 X X X X X X X
"""
"""Three kos in two chains of one liberty each (G7); White begins, the sixth capture restores the board."""
TRIPLE_KO_CYCLE = ("d2", "f3", "b2", "d3", "f2", "b3")

ETERNAL_LIFE = """
5 . . . . . . . .
4 . . X X X X X X
3 . . X O O O O O
2 X X O O X X X O
1 . O X . O . X .
"""
"""Eternal life 長生 (G7); White begins, the fourth move restores the board."""
ETERNAL_LIFE_CYCLE = ("f1", "d1", "e1", "c1")

SEND_TWO = """
5 . O . X .
4 O O O X X
3 O . O X .
2 O O X X X
1 . X . X .
"""
"""Send two, return one (G7); Black begins, the third move restores the board with White to move."""
SEND_TWO_CYCLE = ("a1", "c1", "b1")

FALSE_LIFE = """
7 X X X X X O .
6 X . X X X X X
5 X X O X X O X
4 O O O X X O O
3 . O O O O O O
2 O X X O . O O
1 X . X X O . O
"""
"""False life 假生 (G1) before Black takes the ko at a3."""

TEN_THOUSAND_YEARS = """
6 X . X O O O
5 . X X O O X
4 X X O O X .
3 X X O X X X
2 X O O . X .
1 X O O O O O
"""
"""Ten-thousand-year ko 万年劫 (G2), position Y: Black holds the ko; White takes with f4."""

SEKI_WITH_EYES = """
5 O O O X .
4 O . O X X
3 X X O O X
2 X X O . X
1 . X O O O
"""
"""Seki with eyes 有眼双活 (G3); one black prisoner; b4 and d2 are public."""

ONE_SIDED_DAME = """
5 O O O X .
4 . . O X O
3 X X O X X
2 X X O X .
1 . O O X .
"""
"""One-sided dame (G4); e4 is dead."""

CHINESE_NUMBERS = """
9 . . X . O O . X .
8 . O X . O O . X .
7 . . X X O O O X .
6 . . X X O . O X .
5 . O X X O . O O X
4 . . X X O . . O O
3 . . X X O . . . .
2 . O X X O . . . .
1 . . X X O . . . .
"""
"""One position for the numbers of Zhang Hu (G8); b2, b5 and b8 are dead, d8, d9, g8 and g9 dame."""

FIGURE_4_4 = """
5 . . X O O O X .
4 . . X O . O X X
3 X X X . O O X .
2 O O O O X X X X
1 . O . O X . X .
"""
"""A declared seki in which four points are surrounded (G10)."""

BENT_FOUR = """
7 X X X X X X X
6 X . X X X . X
5 X X X X X X X
4 O O X X X X X
3 . O X X X X X
2 X O O O X X X
1 X X . O X X X
"""
"""Bent four in the corner (G7); White has no ko threats anywhere."""

FOUR_LIBERTIES = """
7 O O X X O O .
6 O X . . X O .
5 O X . . X O .
4 O X O O X O .
3 O X X X X O .
2 O O O O O O .
1 . . . . . . .
"""
"""Four-liberty "seki" (G5): c6 and d6 adjoin Black only, c5 and d5 both."""

FIGURE_4_5 = (
    "W j1 B j2 W j3 B f2 W e2 B h1 W f1 B h3 W f3 B j4 W g2 B b3 W f2 B c6 W d6 B c5 W h5 B b2 W g4 B d2 W f5 B b6 W e1 "
    "B c4 W g5 B b9 W d7 B c1 W e4 B c9 W e5 B d1 W d5 B h4 W e7 B c7 W e9 B b8 W e6 B b7 W j5 B h2 W e8 B c8 W g3 B c3 "
    "W d4 B b4 W e3 B b5 W f4 B c2 W d8 B j8"
)
"""A legal record of 54 moves to figure 4.5 (c) of the textbook (G9)."""
FIGURE_4_5_B = FIGURE_4_5 + " W d9 B d3 W g1 B a1"
FIGURE_4_5_A = FIGURE_4_5_B + " W j9 B a3 W j7 B a5 W h8 B a7"

COLORS = {"B": BLACK, "W": WHITE}


def moves(text: str) -> list[tuple[Color, str]]:
    """``B c3 W pass …`` as pairs."""
    words = text.split()
    return [(COLORS[color.upper()], vertex) for color, vertex in zip(words[::2], words[1::2], strict=True)]


def setup_words(diagram: str) -> str:
    """The stones of a diagram as arguments of ``gogui-setup``."""
    board = read_diagram(diagram)
    stones = ((color, point) for color in Color for point in board.stones(color))
    return " ".join(f"{color.letter} {board.geometry.vertex(point)}" for color, point in stones)


def game_from(ruleset: str, diagram: str, to_move: Color = BLACK, komi: Fraction | None = None) -> Game:
    """A game whose initial position is the diagram."""
    board = read_diagram(diagram)
    game = Game(find(ruleset), board.geometry.width, board.geometry.height, komi=Fraction(0) if komi is None else komi)
    game.set_up(board.stones(BLACK), board.stones(WHITE), to_move)
    return game


def swapped(diagram: str) -> str:
    """The diagram with both colors exchanged."""
    return diagram.translate(str.maketrans("XO", "OX"))
