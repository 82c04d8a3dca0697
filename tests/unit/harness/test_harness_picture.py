"""Pictures of boards: what is drawn where."""

import xml.etree.ElementTree as ET

import pytest

from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import Accept, Game, Pass, Play, Propose
from gtp_rules.rulesets import find
from gtp_rules.sgf import write_game
from gtp_rules.sgf.marks import recorded_marks
from harness.errors import HarnessError
from harness.picture import board_svg, place
from harness.records import audit_file, files, picture

SVG = "{http://www.w3.org/2000/svg}"


def game_with_a_dead_stone():
    game = Game(find("tang-song opening=empty first=black"), 5, 5)
    point = game.board.geometry.point
    for vertices in zip(["C1", "C2", "C3", "C4", "C5"], ["D1", "D2", "D3", "D4", "D5"], strict=True):
        for color, vertex in zip((BLACK, WHITE), vertices, strict=True):
            game.apply(Play(color, point(vertex)))
    game.apply(Play(BLACK, point("E3")))
    for action in (Pass(WHITE), Pass(BLACK), Propose(WHITE, (point("E3"),)), Accept(BLACK)):
        game.apply(action)
    return game


def parse(svg):
    return ET.fromstring(svg)


def test_every_stone_is_a_disk_on_its_point():
    game = game_with_a_dead_stone()
    disks = {
        (int(circle.get("cx")), int(circle.get("cy"))): circle.get("fill")
        for circle in parse(board_svg(game.board)).iter(f"{SVG}circle")
        if circle.get("r") == "15.04"
    }
    shape = game.board.geometry
    assert {place(shape, p) for p in game.board.stones(BLACK)} == {p for p, fill in disks.items() if fill == "#111"}
    assert {place(shape, p) for p in game.board.stones(WHITE)} == {p for p, fill in disks.items() if fill == "#fafafa"}


def test_marks_of_the_record_are_those_of_the_count():
    shown = recorded_marks(write_game(game_with_a_dead_stone()))
    vertex = game_with_a_dead_stone().board.geometry.vertex
    assert [vertex(point) for point in shown.marks["MA"]] == ["E3"]
    assert {vertex(point) for point in shown.marks["TB"]} == {f"{column}{row}" for column in "AB" for row in range(1, 6)}
    assert [vertex(point) for point in shown.marks["CR"]] == ["A1", "E1", "B2"]  # White's other eye is on the dead stone


def test_the_marks_before_a_move_are_those_of_the_node_before_it():
    data = b"(;SZ[5];B[aa]LB[bb:hi]TR[cc];W[ee])"
    shown = recorded_marks(data, move=2)
    assert (shown.marks, shown.labels, shown.last) == ({"TR": [12]}, {16: "hi"}, 20)
    assert recorded_marks(data) == ({}, {}, 4)


def test_hostile_texts_cannot_leave_the_picture():
    game = game_with_a_dead_stone()
    svg = board_svg(game.board, {"XX": [0]}, {1: "<b>&"}, title="</title><script>")
    assert "<script" not in svg
    assert parse(svg).find(f"{SVG}title").text == "</title><script>"


def test_a_picture_is_written_beside_the_record(tmp_path):
    record = tmp_path / "a.sgf"
    record.write_bytes(write_game(game_with_a_dead_stone()))
    picture(record, None, tmp_path / "a.svg")
    assert parse((tmp_path / "a.svg").read_text(encoding="utf-8")).get("role") == "img"
    assert list(files([tmp_path])) == [record]
    assert audit_file(record) == []


@pytest.mark.parametrize("name", ["p.jpg", "p", "p.sgf", ".svg"])
def test_a_picture_of_another_kind_is_refused(tmp_path, name):
    record = tmp_path / "a.sgf"
    record.write_bytes(write_game(game_with_a_dead_stone()))
    with pytest.raises(HarnessError, match=r"ends in \.svg or \.png"):
        picture(record, None, tmp_path / name)
    assert list(tmp_path.iterdir()) == [record]


def test_a_move_beyond_the_end_is_refused_with_the_number_of_moves(tmp_path):
    record = tmp_path / "a.sgf"
    record.write_bytes(write_game(game_with_a_dead_stone()))
    picture(record, 13, tmp_path / "A.SVG")
    with pytest.raises(HarnessError, match="no move 14, the record has 13"):
        picture(record, 14, tmp_path / "a.svg")
    assert not (tmp_path / "a.svg").exists()


@pytest.mark.parametrize("data", [b"", b"no record", b"(;SZ[99])"])
def test_what_is_no_record_is_named(tmp_path, data):
    record = tmp_path / "a.sgf"
    record.write_bytes(data)
    with pytest.raises(HarnessError, match=r"a\.sgf: "):
        picture(record, None, tmp_path / "a.svg")
    assert audit_file(record) != []


def test_a_path_that_is_not_there_is_named(tmp_path):
    with pytest.raises(HarnessError, match="No such file"):
        list(files([tmp_path / "none"]))
