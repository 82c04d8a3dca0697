"""The last node: figure 4.5 of the textbook, counted by hand in section G9 of the rules notes."""

import re
from fractions import Fraction

import pytest
from sgfmill import sgf

from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import Accept, Game, Offer, Play, Propose
from gtp_rules.rules.counting import Line, ScoreSheet, Side
from gtp_rules.sgf import audit, read_game, write_game
from gtp_rules.sgf.marks import MARKS, count_table, final_marks, final_sheet

RECORD = """
J1 J2 J3 F2 E2 H1 F1 H3 F3 J4 G2 B3 F2 C6 D6 C5 H5 B2 G4 D2 F5 B6 E1 C4 G5 B9 D7 C1 E4 C9 E5 D1 D5 H4 E7 C7 E9 B8 E6 B7 J5
H2 E8 C8 G3 C3 D4 B4 E3 B5 F4 C2 D8 J8
"""


def figure(specification: str, *, settled: bool = True) -> Game:
    game = Game(rulesets.find(specification), 9, 9)
    for number, vertex in enumerate(RECORD.split()):
        game.apply(Play(BLACK if number % 2 else WHITE, game.board.geometry.point(vertex)))
    game.apply(Offer(WHITE))
    game.apply(Offer(BLACK))
    if settled:
        game.apply(Propose(WHITE, (game.board.geometry.point("J8"),)))
        game.apply(Accept(BLACK))
    return game


def marks(game: Game) -> dict[str, set[str]]:
    return {mark: set(game.board.geometry.vertices(points)) for mark, points in final_marks(game).items()}


def test_figure_4_5() -> None:
    game = figure("tang-song opening=empty dame=as_is")
    found = marks(game)
    assert found["MA"] == {"J8"}
    assert len(found["TW"]) == 16
    assert found["TB"] == {"A1", "B1", *(f"A{row}" for row in range(2, 10)), "J1", "J3"}
    assert len(found["CR"]) == 6
    assert {"J1", "J3"} <= found["CR"]
    assert len(found["TR"]) == 12 - 4
    assert len(found["SQ"]) == 16 - 2 - 1  # White's lu, one of them under the dead stone
    assert found["TR"] < found["TB"]
    assert found["SQ"] < found["TW"]
    sheet = final_sheet(game)
    assert sheet is not None
    assert sheet.result == "W+6"


def test_a_point_carries_one_mark() -> None:
    found = sgf.Sgf_game.from_bytes(write_game(figure("tang-song opening=empty"))).get_last_node()
    points = [point for mark in MARKS[2:] for point in found.get(mark)]
    assert len(points) == len(set(points)) == 6 + 8 + 13 + 1


def test_other_rulesets_mark_territory_and_dead_stones_only() -> None:
    game = figure("chinese")
    assert set(marks(game)) == {"TB", "TW", "MA"}


def test_the_count_stands_in_the_comment() -> None:
    comment = sgf.Sgf_game.from_bytes(write_game(figure("tang-song opening=empty dame=as_is"))).get_last_node().get("C")
    assert "White proposes that these chains are dead: J8." in comment
    assert re.search(r"^    basic eyes +-4 +-2$", comment, re.MULTILINE)
    assert re.search(r"^    total in lu +6 +12$", comment, re.MULTILINE)
    assert "margin: W+6" in comment


def test_a_stopped_game_is_counted_without_a_result() -> None:
    data = write_game(figure("tang-song opening=empty", settled=False))
    assert b"TB[" in data
    assert b"RE[" not in data
    assert audit(data) == []


def test_no_marks_while_play_goes_on_or_after_resignation() -> None:
    game = Game(rulesets.find("chinese"), 5, 5)
    assert final_marks(game) == {}


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (b"RE[W+6]", b"RE[B+6]", "RE is 'B+6'"),
        (b"MA[ib]", b"MA[ic]", "MA of the last node"),
        (b"XRF[finished]", b"XRF[marking]", "phase marking"),
        (b'"captured":2', b'"captured":3', "ledger"),
        (b"RE[W+6]", b"", "RE is ''"),
        (b"[propose W dead=J8][accept B]", b"", "RE is 'W+6', and the replay ends without a result"),
        (b"[accept B]", b"[accept W]", "made this proposal"),
        (b"dead=J8", b"dead=H8", "no stone stands on H8"),
        (b"(;FF", b"(FF", "no SGF game"),
    ],
)
def test_audit_finds_what_was_changed(old: bytes, new: bytes, found: str) -> None:
    data = write_game(figure("tang-song opening=empty dame=as_is"))
    assert audit(data) == []
    assert old in data
    assert any(found in line for line in audit(data.replace(old, new)))


def test_reading_up_to_a_move() -> None:
    data = write_game(figure("tang-song opening=empty"))
    assert read_game(data, move=1).log == []
    assert read_game(data, move=7).turns == 6
    assert read_game(data, move=54).phase == "play"
    assert read_game(data, move=55).phase == "finished"


def test_a_broken_off_game_may_be_counted_as_it_stands() -> None:
    game = figure("chinese", settled=False)
    result = game.score().result
    assert audit(write_game(game, root={"RE": result})) == []
    assert audit(write_game(game, root={"RE": "B+99"})) == [
        "RE is 'B+99', and the replay ends without a result, in the phase stopped"
    ]


def test_table_of_fractions_and_ties() -> None:
    sides = Side((Line("stones", Fraction(1, 3)),)), Side(())
    text = count_table(ScoreSheet("x", "point", *sides, Fraction(0), None, Fraction(1, 6)))
    assert "margin: B+0.3333, exactly 1/3" in text
    assert "margin in zi: 0.1667" in text
    tie = ScoreSheet("x", "point", Side(()), Side(()), Fraction(0), BLACK)
    assert "a tie, which black wins" in count_table(tie)
    assert all(line.startswith("    ") for line in text.splitlines())
