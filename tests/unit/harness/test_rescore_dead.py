"""Which stones are dead, and by whose word."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from positions import CHINESE_NUMBERS, TRIPLE_KO, TRIPLE_KO_CYCLE, game_from
from rescore_games import agreed, one, plain_sgf, played

from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import EngineDied, RulesError
from gtp_rules.game import Game, Play
from gtp_rules.rules.counting import Settlement
from gtp_rules.rulesets import find
from gtp_rules.sgf import write_game
from harness.rescore.dead import Judge, pockets
from harness.rescore.ends import End
from harness.rescore.judges import guesser, judge_of
from harness.rescore.rows import Plan, Row, Trouble, rows

DEAD = ["B2", "B5", "B8"]


class Says(NamedTuple):
    """A judge that always says the same."""

    vertices: tuple[str, ...]
    name: str = "somebody"

    def dead(self, end: End) -> frozenset[int]:
        return frozenset(map(end.position.board.geometry.point, self.vertices))


class Fails(NamedTuple):
    name: str = "nobody"

    def dead(self, _: End) -> frozenset[int]:
        raise EngineDied("has died")


def numbers() -> Game:
    """The position G8, three white stones of which are dead in Black's territory, played stone by stone."""
    position = game_from("chinese", CHINESE_NUMBERS).board
    game = Game(find("chinese"), 9, 9)
    for color in (BLACK, WHITE):
        for point in position.stones(color):
            game.apply(Play(color, point))
    assert game.board.colors == position.colors
    return game


def counted(data: bytes, guess: Judge | None = None, judge: Judge | None = None) -> Row:
    (row,) = rows("x.sgf", data, Plan((find("chinese"),)), guess, judge)
    assert isinstance(row, Row), row
    return row


def result_with(game: Game, *vertices: str) -> str:
    return game.score(settlement=Settlement(frozenset(map(game.board.geometry.point, vertices)))).result


def verdict(row: Row) -> tuple[list[str], str, bool | None]:
    return list(row.dead), row.source, row.agrees


def test_what_the_players_agreed_on() -> None:
    game = numbers()
    data = write_game(agreed(game, game.board.geometry.point("b5")))
    assert verdict(counted(data, judge=Says(("B2",)))) == (["B5"], "record", True)


def test_marks_of_the_last_node() -> None:
    """B2 and B5 lie in Black's territory, B8 is crossed out."""
    marks = "TB[bh][be]TW[ee]MA[bb]"
    data = plain_sgf(numbers(), RE="B+R").replace(b")", f";{marks})".encode())
    assert verdict(counted(data)) == (DEAD, "marks", None)
    wrong = data.replace(b"RE[B+R]", b"RE[W+3]")
    assert verdict(counted(wrong)) == (DEAD, "marks", False)


def test_a_whole_chain_is_dead() -> None:
    data = b"(;SZ[5]KM[0]AB[aa][ba]AW[ac][bc][cc][cb][ca];W[ee]TW[aa])"
    assert verdict(counted(data))[0] == ["A5", "B5"]


def test_a_cross_alone_may_only_show_a_move() -> None:
    game = numbers()
    plain = plain_sgf(game, RE="B+R").replace(b")", b";MA[be])")
    assert verdict(counted(plain)) == ([], "none", None)
    confirmed = plain.replace(b"B+R", result_with(game, "b5").encode())
    assert verdict(counted(confirmed)) == (["B5"], "marks", True)


def test_marks_that_cannot_be_read_are_none() -> None:
    data = plain_sgf(numbers(), RE="B+R").replace(b")", b";TB[zz]MA[q])")
    assert verdict(counted(data)) == ([], "none", None)


def test_the_stated_result_with_nothing_dead() -> None:
    game = played("chinese", 3)
    assert verdict(counted(plain_sgf(game, RE=game.score().result), Says(("A1",)))) == ([], "result", True)


def test_the_stated_result_with_the_only_choice_that_fits() -> None:
    game = numbers()
    assert DEAD in [game.board.geometry.vertices(each.stones) for each in pockets(game.board)]
    data = plain_sgf(game, RE=result_with(game, *DEAD))
    assert verdict(counted(data)) == (DEAD, "result", True)


def test_a_stated_result_that_nothing_gives() -> None:
    data = plain_sgf(numbers(), RE="W+60.5")
    assert verdict(counted(data, Says(("B2",)))) == ([], "none", False)
    assert verdict(counted(data, Says(("B2",)), Says(("B8",)))) == (["B8"], "somebody", False)


def test_a_guess_counts_only_if_the_result_confirms_it() -> None:
    """Only two of the three stones in one space are taken as dead, which no choice of whole spaces gives."""
    game = numbers()
    some = ("B2", "B5")
    data = plain_sgf(game, RE=result_with(game, *some))
    assert result_with(game, *some) not in {result_with(game, *DEAD), game.score().result}
    assert verdict(counted(data)) == ([], "none", False)
    assert verdict(counted(data, Says(some))) == (list(some), "result", True)
    assert verdict(counted(data, Says(("B2",)))) == ([], "none", False)


def test_no_guess_where_the_game_was_broken_off() -> None:
    data = "(;SZ[9]KM[0]RE[B+40];B[aa];W[cc];B[ee])"
    assert verdict(counted(data.encode(), Says(("C7",)))) == ([], "none", False)


def test_winners_without_a_margin() -> None:
    game = numbers()
    assert counted(plain_sgf(game, RE="B+")).agrees is (game.score().result[0] == "B")
    assert counted(plain_sgf(game, RE="?")).agrees is None


def test_a_judge_that_fails_costs_its_game_only() -> None:
    data = plain_sgf(numbers(), RE="B+R")
    both = list(rows("x.sgf", data + plain_sgf(played("chinese", 1), RE="?"), Plan((find("chinese"),)), None, Fails()))
    assert [type(each) for each in both] == [Trouble, Trouble]
    assert "the judge of dead stones failed: has died" in both[0].reason  # type: ignore[union-attr]


def test_our_own_player_as_a_judge() -> None:
    judge = judge_of("simple")
    assert verdict(counted(plain_sgf(numbers(), RE="B+R"), judge=judge)) == (DEAD, "simple", None)
    judge.close()
    assert guesser() is not None


ENGINE = """
import sys
for line in sys.stdin:
    words = line.split()
    known = "list_commands name version boardsize clear_board komi gogui-setup final_status_list quit".split()
    said = {"list_commands": "\\n".join(known), "final_status_list": "B5" if words[1:] == ["dead"] else ""}.get(words[0], "")
    print(("= " if words[0] in known else "? ") + said + "\\n", flush=True)
"""


def test_a_program_as_a_judge(tmp_path: Path) -> None:
    script = tmp_path / "engine.py"
    script.write_text(ENGINE, encoding="utf-8")
    judge = judge_of(shlex.join([sys.executable, str(script)]))
    try:
        for _ in range(2):
            assert verdict(counted(plain_sgf(numbers(), RE="B+R"), judge=judge))[0] == ["B5"]
    finally:
        judge.close()


@pytest.mark.parametrize(
    ("text", "part"), [("", "needs a command"), ("no-such-program-here", "no-such"), ("'", "cannot be read")]
)
def test_judges_that_are_none(text: str, part: str) -> None:
    with pytest.raises(RulesError, match=part):
        judge_of(text)


def test_a_draw_by_repetition_is_no_count() -> None:
    """A stated tie of a record of ours that did not end by a count says nothing of the count."""
    game = game_from("tang-song", TRIPLE_KO, WHITE)
    while game.outcome is None:
        for vertex in TRIPLE_KO_CYCLE:
            if game.outcome is None:
                game.apply(Play(game.to_move, game.board.geometry.point(vertex)))
    row = counted(write_game(game))
    assert (row.stated, row.agrees) == (game.outcome.result, None)
    assert one("(;SZ[5]KM[0]RE[0];B[cc])").agrees is False
