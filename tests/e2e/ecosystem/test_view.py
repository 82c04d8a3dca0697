"""What GoGui draws over a counted position: figure 4.5 (c) of the textbook."""

from __future__ import annotations

import pytest
from gtp_pipe import Referee
from positions import FIGURE_4_5


@pytest.fixture
def referee():
    with Referee("--ruleset", "tang-song opening=empty", "--size", "9") as process:
        process.plays(FIGURE_4_5)
        process.do("rules-abandon w", "rules-abandon b", "rules-dead w J8")
        yield process


def drawn(referee: Referee) -> dict[str, list[str]]:
    """The points of each word of the answer."""
    lines = [line.split() for line in referee.ask("rules-view").split("\n")]
    assert len({line[0] for line in lines}) == len(lines)
    return {word: points for word, *points in lines}


def around(vertex: str) -> set[str]:
    x, y = "ABCDEFGHJ".index(vertex[0]), int(vertex[1:])
    near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return {f"{'ABCDEFGHJ'[a]}{b}" for a, b in near if 0 <= a < 9 and 1 <= b <= 9}


def test_the_view_of_figure_4_5_shows_lu_eyes_and_dead(referee):
    # Captured: two white stones, one black; dead: J8. White encloses 16 points, Black 10 and 2; dame are d3, d9, g1.
    view = drawn(referee)
    assert view["MARK"] == ["J8"]
    assert set(view["TEXT"]) >= {"black", "accepts", "or", "disputes"}
    rows = referee.board()
    color = {f"{'ABCDEFGHJ'[x]}{9 - y}": rows[y][x] for y in range(9) for x in range(9)}
    empty = {vertex for vertex, stone in color.items() if stone == "."} | {"J8"}
    dame = {"D3", "D9", "G1"}
    eyes, black, white = set(view["CIRCLE"]), set(view.get("BLACK", [])), set(view["WHITE"])
    assert eyes | black | white == empty - dame
    assert len(eyes) + len(black) + len(white) == 16 + 10 + 2
    # Two basic eyes for each of one white and two black groups.
    assert len(eyes) == 6
    assert (len(white), len(black)) == (16 - 2, 10 - 2)
    assert "SQUARE" not in view
    assert "VAR" not in view
    regions = {"X": set(), "O": set()}
    for start in empty - dame:
        region, waiting, walls = set(), [start], set()
        while waiting:
            point = waiting.pop()
            if point in region:
                continue
            region.add(point)
            for beside in around(point):
                if beside in empty - dame:
                    waiting.append(beside)
                elif beside not in dame:
                    walls.add(color[beside])
        assert len(walls) == 1, start
        regions[walls.pop()] |= region
    assert white <= regions["O"]
    assert black <= regions["X"]
    assert len(regions["O"] & eyes) == 2
    assert len(regions["X"] & eyes) == 4


def test_the_count_of_figure_4_5_is_that_of_the_textbook(referee):
    assert referee.ask("final_score") == "W+7"  # with the dame played out, as in figure (b)
    referee.do("clear_board", "rules-set tang-song opening=empty dame=as_is")
    referee.plays(FIGURE_4_5)
    referee.do("rules-abandon w", "rules-abandon b", "rules-dead w J8")
    assert referee.ask("final_score") == "W+6"
