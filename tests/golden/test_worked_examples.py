"""The worked examples of the source documents, with every number and alternative line; G1 … are sections of the dossier."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from asking import Session
from positions import (
    CHINESE_NUMBERS,
    FALSE_LIFE,
    FIGURE_4_4,
    FIGURE_4_5,
    FIGURE_4_5_A,
    FIGURE_4_5_B,
    FOUR_LIBERTIES,
    ONE_SIDED_DAME,
    SEKI_WITH_EYES,
    TEN_THOUSAND_YEARS,
)

from gtp_rules.board import BLACK, WHITE, Board, Color, read_diagram
from gtp_rules.rulesets import names

AREA = ("chinese", "aga", "ing", "new-zealand", "tromp-taylor", "ikeda-2", "ikeda-3")
LU = ("tang-song", "song-captives")
YAN_LAI_2007 = ("yan-lai-2007-a", "yan-lai-2007-b")
BANS = ("simple", "positional", "situational", "natural-situational", "capture-positional")
SEATS = {"natural-ending", "tang-song", "song-captives", "dunhuang-chips", "ming-qing"}


def start(ruleset: str, diagram: str, to_move: str = "B", prisoners: str = "") -> Session:
    seats = ruleset.partition(" ")[0] in SEATS and "opening" not in ruleset
    session = Session(f"{ruleset} opening=empty" if seats else ruleset)
    session.set_up(diagram, to_move)
    if prisoners:
        session.ok(f"rules-prisoners {prisoners}")
    return session


def settle(session: Session, *proposal: str) -> None:
    """Black proposes, White accepts."""
    session.ok(*(proposal or ("rules-dead B",)), "rules-accept W")


def totals(session: Session, ruleset: str = "") -> tuple[Fraction, Fraction]:
    found = session.json(f"rules-score {ruleset}".strip())
    return Fraction(found["black"]["total"]), Fraction(found["white"]["total"])


def margin(session: Session, ruleset: str = "") -> Fraction:
    return Fraction(session.json(f"rules-score {ruleset}".strip())["margin"])


def public(session: Session) -> int:
    """The number of public points, from the lines of an area count."""
    lines = session.json("rules-score tromp-taylor")["black"]["lines"]
    return next((len(line["points"]) for line in lines if line["item"].startswith("public")), 0)


def area(session: Session) -> tuple[int, int, int]:
    black, white = totals(session, "tromp-taylor")
    return int(black), int(white), public(session)


def points(session: Session, side: str, item: str, ruleset: str = "") -> list[str]:
    lines = session.json(f"rules-score {ruleset}".strip())[side]["lines"]
    return [point for line in lines if line["item"] == item for point in line["points"]]


def legal(session: Session, color: str, turn: str) -> bool:
    return session.ok(f"rules-is_legal {color} {turn}") == "1"


# -- G1 false life -------------------------------------------------------------------------------------------------------


def false_life(ruleset: str) -> Session:
    session = start(ruleset, FALSE_LIFE)
    session.ok("play B a3")
    return session


@pytest.mark.parametrize("ruleset", [*names(), *(f"tromp-taylor repetition={ban}" for ban in BANS)])
def test_g1_the_ko_is_never_taken_back_at_once(ruleset: str) -> None:
    session = false_life(ruleset)
    assert not legal(session, "W", "a2")
    session.fails("play W a2", "illegal move")
    assert session.ok("color a2") == "empty"
    assert area(session) == (27, 21, 1)
    assert session.ok("captures B") == "1"


@pytest.mark.parametrize("ban", BANS)
@pytest.mark.parametrize("ruleset", ["chinese", "new-zealand"])
def test_g1_what_passes_lift(ruleset: str, ban: str) -> None:
    """One pass of White changes nothing; after two passes play stops, and taking that back restores the ban."""
    session = false_life(f"{ruleset} repetition={ban}")
    session.ok("play W pass")
    assert legal(session, "W", "a2") is (ban == "simple"), "a pass lies between, so simple ko is lifted"
    session.ok("play B pass")
    assert session.phase == "stopped"
    assert not legal(session, "W", "a2")
    session.ok("rules-dead B", "rules-accept W")
    assert session.ok("final_score") == "B+6"


def test_g1_ing_takes_back_after_an_interval() -> None:
    session = false_life("ing")
    session.ok("play W pass")
    assert legal(session, "W", "a2")
    session.ok("play B pass")
    assert session.phase == "stopped"
    session.ok("play W a2", "play B pass", "play W b1")
    assert area(session) == (19, 29, 1)


def test_g2_ing_takes_back_after_passes() -> None:
    session = long_ko("ing")
    assert not legal(session, "B", "f5")
    session.ok("play B pass", "play W pass", "play B f5", "play W pass", "play B pass")
    session.ok("rules-dead W", "rules-accept B")
    assert session.ok("final_score") == "B+4"


@pytest.mark.parametrize(
    ("suicide", "moves"),
    [("allowed", "E2 F1 G7 B1 B6"), ("forbidden", "E2 F1"), ("chains", "E2 F1 G7")],
)
def test_g1_whites_only_moves_are_suicides_and_own_eyes(suicide: str, moves: str) -> None:
    ruleset = {"allowed": "new-zealand repetition=simple", "forbidden": "chinese", "chains": "ing"}[suicide]
    session = false_life(ruleset)
    assert set(session.ok("all_legal W").split()) == set(moves.split())


@pytest.mark.parametrize("facing", ["annul", "move", "turn"])
def test_g1_script_of_2015(facing: str) -> None:
    session = false_life(f"yan-lai-2015 facing={facing}")
    assert legal(session, "W", "virtual"), "legal at once"
    session.ok("rules-abandon W", "rules-abandon B", "rules-dead B", "rules-dispute W a1")
    assert session.phase == "resumed"
    assert not legal(session, "W", "a2")
    assert legal(session, "W", "virtual") is (facing != "turn")
    if facing == "turn":
        return
    session.ok("rules-virtual W")
    assert not legal(session, "B", "virtual")
    session.ok("rules-abandon B")
    session.ok("play W a2")
    assert session.ok("captures W") == "1", "a3"
    assert legal(session, "B", "a3") is (facing == "move"), "in this reading a ko can be taken back at once"
    session.ok("rules-abandon B", "play W b1")
    assert session.ok("captures W") == "6", "a1, b2, c1, c2, d1"
    assert area(session) == (19, 29, 1)
    session.ok("rules-abandon B", "rules-abandon W", "rules-dead W f7")
    assert area(session) == (21, 28, 0)
    session.ok("rules-accept B")
    assert session.ok("final_score") == "W+11"
    assert totals(session) == (-3, 8)


def test_g1_suicide_at_g7_is_a_tempo_in_2015() -> None:
    session = false_life("yan-lai-2015")
    session.ok("play W g7")
    assert session.ok("captures B") == "3"
    session.ok("play B f7")
    assert legal(session, "W", "a2")
    session.ok("play W a2")
    assert not legal(session, "B", "a3")


@pytest.mark.parametrize("ruleset", YAN_LAI_2007)
def test_g1_a_virtual_move_lifts_the_ban_of_2007(ruleset: str) -> None:
    session = false_life(ruleset)
    session.ok("rules-virtual W", "rules-virtual B")
    assert legal(session, "W", "a2")
    session.ok("play W a2", "rules-virtual B", "play W b1")
    assert area(session) == (19, 29, 1)


@pytest.mark.parametrize("ruleset", ["chinese", "japanese", "korean", "ing", "yan-lai-2007-b", "new-zealand", "aga"])
def test_g1_dead_by_agreement(ruleset: str) -> None:
    session = false_life(ruleset)
    session.ok("rules-abandon W", "rules-abandon B", "rules-dead W a1 a3 b2 f7", "rules-accept B")
    assert area(session) == (21, 28, 0)
    if ruleset in {*AREA, "yan-lai-2007-b"}:
        assert session.ok("final_score") == "W+7"


@pytest.mark.parametrize("ruleset", ["tromp-taylor", "ikeda-2"])
def test_g1_alive_where_two_passes_end_the_game(ruleset: str) -> None:
    session = false_life(ruleset)
    session.ok("play W pass", "play B pass")
    assert session.phase == "finished"
    assert session.ok("final_score") == "B+6"


@pytest.mark.parametrize("ruleset", ["tang-song", "song-captives", "equal-lu", "natural-ending"])
def test_g1_without_a_pass_the_tempo_costs_a_lu_of_each_and_white_takes(ruleset: str) -> None:
    session = false_life(ruleset)
    session.ok("play W g7", "play B f7")
    assert legal(session, "W", "a2")


def test_g1_playing_it_out_is_margin_neutral_in_lu() -> None:
    """What is agreed to be dead counts as it does once it was taken with equal numbers of moves (I6)."""
    agreed, played = false_life("tang-song"), false_life("tang-song")
    played.plays("W g7 B f7 W a2 B pass W b1")
    for session, dead in ((agreed, "a1 a3 b2 f7"), (played, "")):
        session.ok("play B pass", "play W pass", f"rules-dead W {dead}".strip(), "rules-accept B")
    assert margin(agreed) == margin(played)


# -- G2 ten-thousand-year ko ---------------------------------------------------------------------------------------------


def long_ko(ruleset: str, *, white_takes: bool = True) -> Session:
    session = start(ruleset, TEN_THOUSAND_YEARS, "W")
    if white_takes:
        session.ok("play W f4")
    return session


def test_g2_before_white_takes() -> None:
    session = long_ko("yan-lai-2015", white_takes=False)
    session.ok("rules-abandon W", "rules-abandon B")
    settle(session)
    assert totals(session) == (3, 0)
    assert session.ok("final_score") == "B+3"
    assert area(session) == (19, 15, 2)
    assert points(session, "black", "points enclosed") == ["F4", "A5", "B6"]


@pytest.mark.parametrize("ruleset", AREA)
def test_g2_two_passes_leave_the_ko_with_white(ruleset: str) -> None:
    session = long_ko(ruleset)
    assert not legal(session, "B", "f5")
    session.ok("play B pass", "play W pass")
    if session.phase != "finished":
        settle(session)
    assert area(session) == (17, 17, 2)
    assert session.ok("final_score") == "0"


@pytest.mark.parametrize("facing", ["annul", "move"])
def test_g2_the_line_of_2015(facing: str) -> None:
    session = long_ko(f"yan-lai-2015 facing={facing}")
    session.ok("rules-abandon B", "rules-abandon W", "rules-dead B", "rules-dispute W f4")
    assert session.ok("gogui-rules_side_to_move") == "black"
    assert not legal(session, "B", "f5")
    session.ok("rules-virtual B")
    assert not legal(session, "W", "virtual")
    session.ok("rules-abandon W", "play B f5")
    assert legal(session, "W", "f4") is (facing == "move")
    session.ok("rules-abandon W", "rules-abandon B", "rules-dead W", "rules-accept B")
    assert totals(session) == (3, -1)
    assert session.ok("final_score") == "B+4"
    assert area(session) == (19, 15, 2)
    assert points(session, "black", "points enclosed") == ["F4", "A5", "B6"]
    ledger = session.json("rules-ledger")
    assert [ledger["resumed"]["black"][item] for item in ("played", "virtual")] == [1, 1]
    assert [ledger["play"][side]["captured"] for side in ("black", "white")] == [1, 0]
    assert [ledger["resumed"][side]["captured"] for side in ("black", "white")] == [0, 1]


def test_g2_white_goes_on_and_black_connects() -> None:
    session = long_ko("yan-lai-2015")
    session.ok("rules-abandon B", "rules-abandon W", "rules-dead B", "rules-dispute W f4")
    session.ok("rules-virtual B", "rules-abandon W", "play B f5", "rules-virtual W")
    assert not legal(session, "B", "virtual")
    session.ok("rules-abandon B")
    assert legal(session, "W", "f4")
    trial = long_ko("yan-lai-2015")
    trial.ok("rules-abandon B", "rules-abandon W", "rules-dead B", "rules-dispute W f4")
    trial.ok("rules-virtual B", "rules-abandon W", "play B f5", "rules-virtual W", "rules-abandon B", "play W f4")
    assert not legal(trial, "B", "f5")
    connects = long_ko("yan-lai-2015")
    connects.ok("rules-abandon B", "rules-abandon W", "rules-dead B", "rules-dispute W f4")
    connects.ok("rules-virtual B", "rules-abandon W", "play B f5", "rules-virtual W", "play B f4")
    connects.ok("rules-abandon W", "rules-abandon B", "rules-dead W", "rules-accept B")
    lines = {line["item"]: line["value"] for line in connects.json("rules-score")["black"]["lines"]}
    assert (lines["points enclosed"], lines["virtual stones filled back"]) == ("2", "-1")
    # Black 2 - 1 prisoner - 1 virtual; both sides made moves in the dispute, Black 3 and White 1, which gives Black 2.
    assert connects.ok("final_score") == "B+4"
    assert margin(connects) == 4


def test_g2_endless_line_of_2007() -> None:
    """Every move is legal, and boards come back without end (decision 6: the move limit)."""
    session = long_ko("yan-lai-2007-b", white_takes=False)
    for _ in range(6):
        board = session.ok("gogui-rules_board")
        session.ok("play W f4", "rules-virtual B", "rules-virtual W", "play B f5", "rules-virtual W", "rules-virtual B")
        assert session.ok("gogui-rules_board") == board
    assert session.phase == "play"
    limited = long_ko("yan-lai-2007-b move_limit=20", white_takes=False)
    for number in range(20):
        assert limited.phase == "play", number
        color, turn = [("W", "f4"), ("B", "-"), ("W", "-"), ("B", "f5"), ("W", "-"), ("B", "-")][number % 6]
        limited.ok(f"rules-virtual {color}" if turn == "-" else f"play {color} {turn}")
    assert limited.phase == "finished"


def test_g2_the_endless_line_ends_at_its_third_move_in_2015() -> None:
    session = long_ko("yan-lai-2015")
    session.ok("rules-virtual B")
    assert not legal(session, "W", "virtual")
    session.fails("rules-virtual W", "illegal move")


@pytest.mark.parametrize("ruleset", YAN_LAI_2007)
def test_g2_black_keeps_the_ko_in_2007(ruleset: str) -> None:
    session = long_ko(ruleset)
    assert not legal(session, "B", "f5")
    session.ok("rules-virtual B", "rules-virtual W", "play B f5", "rules-abandon W", "rules-abandon B")
    settle(session)
    assert session.ok("final_score") == "B+4", "both sides have made as many moves"


def test_g2_black_may_take_in_lu_after_any_move_of_white() -> None:
    session = long_ko("tang-song")
    assert not legal(session, "B", "f5")
    session.ok("play B pass", "play W f2")
    assert legal(session, "B", "f5")


def test_g2_numbers_of_katago() -> None:
    """W - B: no tax 0, with the tax of all groups 1."""
    session = long_ko("ming-qing")
    assert -margin(session, "chinese") == 0
    assert -margin(session) == 1


# -- G3 seki with eyes ---------------------------------------------------------------------------------------------------

SEKI_TOTALS: dict[str, tuple[int, int]] = {
    **dict.fromkeys(AREA, (12, 11)),
    **dict.fromkeys(YAN_LAI_2007, (13, 12)),
    **dict.fromkeys(LU, (-1, 0)),
    "yan-lai-2015": (1, 0),
    "japanese": (0, 1),
    "korean": (0, 1),
    "ming-qing": (10, 11),
    "dunhuang-chips": (0, 1),
    "natural-ending": (10, 11),
    "equal-lu": (10, 11),
    "ikeda-1": (10, 11),
}


def test_g3_covers_every_ruleset() -> None:
    assert set(SEKI_TOTALS) == set(names())


@pytest.mark.parametrize("ruleset", names())
def test_g3_totals(ruleset: str) -> None:
    session = start(ruleset, SEKI_WITH_EYES, prisoners="B 1")
    black, white = SEKI_TOTALS[ruleset]
    for asked in ("", ruleset):
        assert totals(session, asked) == (black, white)
        assert margin(session, asked) == black - white
    session.ok("rules-abandon B", "rules-abandon W")
    if session.phase != "finished":
        settle(session)
    assert session.ok("final_score") == ("B+1" if black > white else "W+1")
    assert area(session) == (12, 11, 2)


def test_g3_return_to_area() -> None:
    """S001 §8 (2): mu, half of all moves (11 and 11), half of the public points; the sum is the board."""
    session = start("yan-lai-2015", SEKI_WITH_EYES, prisoners="B 1")
    black, white = (total + Fraction(11 + 11, 2) + Fraction(public(session), 2) for total in totals(session))
    assert (black, white) == (13, 12)
    assert black + white == 25


def test_g3_nobody_can_take_anything() -> None:
    session = start("new-zealand", SEKI_WITH_EYES)
    for color in "BW":
        for vertex in ("b4", "d2"):
            session.ok(f"play {color} {vertex}")
            assert session.ok("captures B") == session.ok("captures W") == "0"
            session.ok("undo")


# -- G4 one-sided dame ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("claim", "black", "result"), [("b4", 5, "B+6"), ("a4", 5, "B+6"), ("", 4, "B+5")])
def test_g4_in_2015(claim: str, black: int, result: str) -> None:
    session = start("yan-lai-2015", ONE_SIDED_DAME)
    session.ok("rules-abandon B", "rules-abandon W", "rules-dead B e4")
    if claim:
        session.ok(f"rules-claim B {claim}")
        assert points(session, "black", "one-sided dame claimed") == [claim.upper()]
    session.ok("rules-accept W")
    assert totals(session) == (black, -1)
    assert session.ok("final_score") == result
    assert points(session, "black", "points enclosed") == ["E1", "E2", "E4", "E5"]


def test_g4_by_area_and_territory() -> None:
    session = start("chinese", ONE_SIDED_DAME)
    session.ok("play B pass", "play W pass")
    settle(session, "rules-dead B e4")
    assert area(session) == (14, 8, 3)
    session = start("chinese", ONE_SIDED_DAME)
    session.ok("play B b4", "play W pass", "play B pass")
    settle(session, "rules-dead B e4")
    assert totals(session) == (15, 8)
    assert session.ok("final_score") == "B+7"
    for ruleset in ("japanese", "korean"):
        session = start(ruleset, ONE_SIDED_DAME)
        session.ok("play B pass", "play W pass")
        settle(session, "rules-dead B e4")
        assert totals(session) == (5, 0)
        assert session.ok("final_score") == "B+5"


KILL_DEPTH = 31


class BlackKills:
    """Whether Black can take the white chain on c4 within so many moves; both may pass, a ko is not taken back at once."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, Color, int, int], bool] = {}

    def __call__(self, board: Board, color: Color, before: int, depth: int) -> bool:
        state = (board.key, color, before, depth)
        if depth and state not in self.known:
            self.known[state] = self.reckon(board, color, before, depth)
        return depth > 0 and self.known[state]

    def reckon(self, board: Board, color: Color, before: int, depth: int) -> bool:
        target = board.geometry.point("c4")
        for point in (None, *(p for p in board.empties() if board.geometry.place(p)[0] < 4)):
            after = board.copy()
            if point is not None:
                effect = board.look(color, point)
                if effect.suicide or effect.key == before:
                    continue
                after.place(color, point, effect)
            killed = after.colors[target] != WHITE or self(after, color.opponent, board.key, depth - 1)
            if killed is (color == BLACK):
                return killed
        return color == WHITE


@pytest.mark.parametrize("vertex", ["b4", "a4", "a1"])
def test_g4_black_has_one_private_move_and_white_none(vertex: str) -> None:
    board = read_diagram(ONE_SIDED_DAME)
    for color in (BLACK, WHITE):
        after = board.copy()
        after.place(color, board.geometry.point(vertex))
        assert BlackKills()(after, BLACK, board.key, KILL_DEPTH) is (color == WHITE), color


# -- G5 four-liberty seki ------------------------------------------------------------------------------------------------


def test_g5_exclusive_liberties() -> None:
    session = start("yan-lai-2015", FOUR_LIBERTIES)
    assert area(session) == (12, 33, 4)
    session.ok("rules-abandon B", "rules-abandon W")
    settle(session)
    assert totals(session) == (2, 13)
    assert points(session, "black", "exclusive liberties") == ["C6", "D6"]
    assert points(session, "white", "exclusive liberties") == []


def test_g5_real_play() -> None:
    """The diagram is no seki: c4 and d4 fall, whoever moves first."""
    session = start("chinese", FOUR_LIBERTIES)
    session.ok("play B pass", "play W pass")
    settle(session, "rules-dead B c4 d4")
    assert totals(session) == (18, 31)
    assert session.ok("final_score") == "W+13"


# -- G8 Zhang Hu's numbers -----------------------------------------------------------------------------------------------

BLACK_LU = ["a1", "a2", "a3", "a4", "a6", "a7", "a8", "b1", "b2", "b3", "b4", "b5", "b6", "b7", "b8", "a9", "j6", "j8"]
WHITE_LU = ["f1", "g1", "h1", "j1", "f2", "g2", "h2", "j2", "f3", "g3", "h3", "j3", "f4", "f5"]
BLACK_DAME, WHITE_DAME = ["d8", "d9"], ["g8", "g9"]
PICKED_UP = CHINESE_NUMBERS.replace("8 . O", "8 . .").replace("5 . O", "5 . .").replace("2 . O", "2 . .")
FILLED_BACK = PICKED_UP.replace("3 . . X X O . . . .", "3 . . X X O O O O .")


def zhang(ruleset: str, diagram: str = PICKED_UP, prisoners: str = "W 3") -> Session:
    return start(f"{ruleset} first=black opening=empty", diagram, prisoners=prisoners)


def in_turn(session: Session, black: list[str], white: list[str]) -> int:
    """Both sides play these in turn, Black first; returns the number of turns."""
    assert 0 <= len(black) - len(white) <= 1
    for number, vertex in enumerate(black):
        session.ok(f"play B {vertex}")
        if number < len(white):
            session.ok(f"play W {white[number]}")
    return len(black) + len(white)


def test_g8_2_1_count_by_lu() -> None:
    session = start("tang-song first=black opening=empty", CHINESE_NUMBERS)
    session.ok("play B pass", "play W pass")
    settle(session, "rules-dead B b2 b5 b8")
    assert totals(session) == (18, 11)
    assert session.ok("final_score") == "B+7"
    assert len(points(session, "black", "points enclosed")) == 18 + 4
    assert len(points(session, "white", "points enclosed")) == 16
    assert len(points(session, "black", "basic eyes")) == 4
    assert len(points(session, "white", "basic eyes")) == 2


@pytest.mark.parametrize(("fills", "handed", "lu"), [(15, 1, 3), (18, 4, 0)])
def test_g8_2_1_second_and_third_count(fills: int, handed: int, lu: int) -> None:
    """White fills 14 and hands over prisoners for the moves that it has no more: passes that are owed."""
    session = zhang("tang-song dame=as_is")
    in_turn(session, BLACK_LU[:fills], WHITE_LU + ["pass"] * handed)
    assert totals(session) == (lu, -3 - handed)
    assert margin(session) == 7
    assert lu + 3 + handed == 7, "lu and prisoners of Black"


def test_g8_2_2_forty_two_moves() -> None:
    session = zhang("tang-song dame=as_is")
    black = BLACK_DAME + BLACK_LU + ["pass"]
    white = WHITE_DAME + WHITE_LU + ["pass"] * 5
    assert len(black) == len(white) == 21
    assert in_turn(session, black, white) == 42
    assert session.phase == "stopped"
    settle(session)
    assert totals(session) == (0, -7)
    assert session.ok("final_score") == "B+7"
    for ruleset in ("ming-qing", "dunhuang-chips", "dunhuang-chips zi=stones", "natural-ending", "equal-lu"):
        assert margin(session, ruleset) == 7
    assert (3 + 5) - 1 == 7, "prisoners of Black and White once those for passes have been handed over"


def test_g8_2_4_by_hand_with_prisoners_filled_in() -> None:
    """Step 2: three at a time until White has one left, then one each, 13:13; step 3: 3, 3, 1 for 3, 3, 1 prisoners."""
    session = zhang("song-captives", FILLED_BACK, "W 0")
    session.ok("play B pass", "play W pass")
    settle(session)
    assert session.phase == "chips"
    black = BLACK_DAME + BLACK_LU
    white = WHITE_DAME + [point for point in WHITE_LU if point not in {"f3", "g3", "h3"}]
    assert (len(black), len(white)) == (20, 13)
    for batch in (3, 3, 3, 3, 1):
        if batch == 1:
            assert "black may put 1 now" in session.fails(f"rules-chips B {' '.join(black[:2])}")
        session.ok(f"rules-chips B {' '.join(black[:batch])}", f"rules-chips W {' '.join(white[:batch])}")
        del black[:batch], white[:batch]
    ledger = session.json("rules-ledger")
    assert ledger["chips"] == {"black": 13, "white": 13}
    assert ledger["handed_over"] == {"black": 0, "white": 0}
    for batch, handed in ((3, 3), (3, 6), (1, 7)):
        assert session.phase == "chips"
        session.ok(f"rules-chips B {' '.join(black[:batch])}")
        del black[:batch]
        assert session.json("rules-ledger")["handed_over"] == {"black": 0, "white": handed}
    assert session.phase == "finished"
    assert totals(session) == (7, 0)
    assert session.ok("final_score") == "B+7"


@pytest.mark.parametrize("ruleset", ["song-captives", "dunhuang-chips"])
@pytest.mark.parametrize("batch", [1, 2, 3])
def test_g8_2_1_third_by_chips_with_prisoners_kept(ruleset: str, batch: int) -> None:
    """20 chips of Black, 16 of White and 4 prisoners handed over: 3 + 4 = 7, whatever the batches."""
    session = start(f"{ruleset} first=black opening=empty", CHINESE_NUMBERS)
    session.ok("play B pass", "play W pass")
    settle(session, "rules-dead B b2 b5 b8")
    left = {"B": BLACK_DAME + BLACK_LU, "W": WHITE_DAME + WHITE_LU}
    while session.phase == "chips":
        side = session.ok("gogui-rules_side_to_move")[0].upper()
        size = next(n for n in (batch, 1) if session.ask(f"rules-chips {side} {' '.join(left[side][:n])}")[0])
        del left[side][:size]
    assert left == {"B": [], "W": []}
    ledger = session.json("rules-ledger")
    assert ledger["chips"] == {"black": 20, "white": 16}
    assert ledger["handed_over"] == {"black": 0, "white": 4}
    assert totals(session) == (7, 0)
    assert session.ok("final_score") == "B+7"


def test_g8_every_classical_count_gives_seven() -> None:
    session = start("tang-song first=black opening=empty", CHINESE_NUMBERS)
    session.ok("play B pass", "play W pass")
    settle(session, "rules-dead B b2 b5 b8")
    for ruleset in ("tang-song", "song-captives", "dunhuang-chips", "dunhuang-chips zi=stones", "natural-ending", "ming-qing"):
        assert margin(session, ruleset) == 7, ruleset


# -- G9 figure 4.5 -------------------------------------------------------------------------------------------------------


def figure(record: str, ruleset: str = "tang-song") -> Session:
    session = Session(f"{ruleset} opening=empty", 9)
    session.ok("komi 0")
    session.plays(record)
    return session


FIGURES: list[Any] = [
    # record, dead, moves, T of White, T of Black, lost stones, lu of White and Black as it lies, and with dame played out
    pytest.param(FIGURE_4_5, "j8", 54, 16, 12, (1, 2), (12, 6), -7, id="c"),
    pytest.param(FIGURE_4_5_B, "j8", 58, 16, 11, (1, 2), (12, 5), -7, id="b"),
    pytest.param(FIGURE_4_5_A, "", 64, 13, 8, (2, 2), (9, 2), -7, id="a"),
]


@pytest.mark.parametrize(("record", "dead", "moves", "white_t", "black_t", "lost", "lu", "strict"), FIGURES)
def test_g9_readings(
    record: str, dead: str, moves: int, white_t: int, black_t: int, lost: tuple[int, int], lu: tuple[int, int], strict: int
) -> None:
    session = figure(record)
    assert session.json("rules-status")["moves"] == moves
    assert (session.ok("captures W"), session.ok("captures B")) == (str(lost[0]), str(lost[1]))
    session.ok("play W pass", "play B pass", f"rules-dead W {dead}".strip(), "rules-accept B")
    white, black = lu
    assert totals(session, "tang-song dame=as_is") == (black, white)
    assert len(points(session, "white", "points enclosed", "tang-song dame=as_is")) == white_t
    assert len(points(session, "black", "points enclosed", "tang-song dame=as_is")) == black_t
    assert margin(session, "tang-song dame=as_is") == black - white
    for ruleset in ("tang-song", "song-captives", "dunhuang-chips", "natural-ending"):
        assert margin(session, ruleset) == strict, ruleset
    assert session.ok("final_score") == "W+7"


def test_g9_cross_check_by_stones() -> None:
    session = figure(FIGURE_4_5_A)
    assert area(session) == (38, 43, 0)
    assert totals(session, "ming-qing") == (38 - 2 * 2, 43 - 2)
    assert margin(session, "ming-qing") == -5 - 2 * (2 - 1) == -7
    assert Fraction(session.json("rules-score ming-qing")["zi_margin"]) == Fraction(-7, 2)
    for ruleset in ("equal-lu", "natural-ending", "dunhuang-chips zi=stones"):
        assert margin(session, ruleset) == -7


def test_g9_every_move_is_in_turn_and_legal() -> None:
    session = figure(FIGURE_4_5_A, "ming-qing")
    ledger = session.json("rules-ledger")
    assert ledger["play"]["black"]["played"] == ledger["play"]["white"]["played"] == 32


# -- G10 figure 4.4 ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "black", "white", "result"), [("zero", 2, 0, "B+2"), ("effective", 5, 0, "B+5"), ("played", 2, -3, "B+5")]
)
@pytest.mark.parametrize("ruleset", LU)
def test_g10_private_points_in_seki(ruleset: str, reading: str, black: int, white: int, result: str) -> None:
    session = start(f"{ruleset} seki={reading}", FIGURE_4_4)
    session.ok("play B pass", "play W pass", "rules-dead B", "rules-seki B a3 d5")
    assert totals(session) == (black, white)
    session.ok("rules-accept W")
    if session.phase == "chips":
        session.ok("rules-chips auto")
    assert session.ok("final_score") == result


@pytest.mark.parametrize(("reading", "expected"), [("effective", 5), ("zero", 2), ("played", 5)])
@pytest.mark.parametrize("ruleset", ["dunhuang-chips", "ming-qing"])
def test_g10_by_prisoners_and_by_stones(ruleset: str, reading: str, expected: int) -> None:
    session = start(f"{ruleset} seki={reading}", FIGURE_4_4)
    session.ok("play B pass", "play W pass", "rules-dead B", "rules-seki B a3 d5")
    stones = [session.ok("gogui-rules_board").count(letter) for letter in "XO"]
    difference = (stones[0] - stones[1]) if ruleset == "ming-qing" else 0
    assert margin(session) == expected + difference


# -- G11 a test vector of KataGo -----------------------------------------------------------------------------------------

KATAGO = """
9 . X . X O . O . X
8 . . . X O O O X .
7 . X X X X X X O O
6 X O O O O O X O .
5 X O . O . O X O O
4 X O O O O O X X X
3 X X X O . . . O O
2 . X X X O O O O .
1 . X . X O . O . O
"""
"""From KataGo's tests of group tax in seki (MIT license; the position and the numbers)."""


def test_g11_no_tax() -> None:
    session = start("chinese", KATAGO)
    session.ok("komi 0.5")
    assert margin(session) == Fraction(-9, 2)


def test_g11_tax() -> None:
    """KataGo finds every group in seki, where only stones count, with a tax of seki groups and with one of all groups."""
    session = start("ming-qing seki=zero", KATAGO)
    session.ok("komi 0.5", "play B pass", "play W pass")
    board = session.referee.game.board
    session.ok(f"rules-seki B {' '.join(board.geometry.vertices([*board.stones(1), *board.stones(2)]))}")
    assert margin(session) == Fraction(-13, 2)
    assert margin(session, "ikeda-1") == Fraction(-13, 2)
