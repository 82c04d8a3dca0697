"""Files of every kind: what they leave out, spell otherwise, encode oddly or break."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from many_games import many_games
from rescore_games import agreed, one, outcomes, plain_sgf, played, reason

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.rules.counting import Position
from gtp_rules.rulesets import find, names
from gtp_rules.sgf import read_record, write_game
from harness.rescore import own
from harness.rescore.encoding import decoded
from harness.rescore.ends import End
from harness.rescore.reading import finals
from harness.rescore.rows import Row, Trouble
from harness.rescore.scan import main_lines
from harness.rescore.stated import komi_of, result_of

NAMES = {
    "gb18030": "(;PB[聂卫平九段]PW[李昌镐]EV[第3届应氏杯]RE[黑中盘胜])",
    "big5": "(;PB[周俊勳 九段]PW[張栩]EV[東鋼盃]RE[黑中盤勝])",
    "cp932": "(;PB[坂田 栄男]PW[呉 清源]EV[第7期名人戦])",
    "euc_kr": "(;PB[이창호 9단]PW[조훈현]EV[국수전]RE[흑 불계승])",
    "latin-1": "(;PB[Müller Jörg]PW[Señor Ñandú])",
    "utf-8": "(;PB[聂卫平]PW[Müller])",
}


def end_of(data: bytes | str) -> End:
    (found,) = finals(data.encode() if isinstance(data, str) else data)
    assert isinstance(found, End), found
    return found


# -- text


@pytest.mark.parametrize("encoding", NAMES)
def test_undeclared_encodings(encoding: str) -> None:
    text = NAMES[encoding]
    assert decoded(text.encode(encoding)).data.decode() == text


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", "(;PB[柯洁]PW[申真谞])"),
        ("gb18030", "(;PB[马晓春])"),
        ("cp949", "(;PB[이세돌]PW[박정환])"),
        ("big5", "(;PB[林海峰]PW[王立誠])"),
        ("cp932", "(;PB[小林光一]PW[武宮正樹])"),
    ],
)
def test_a_few_names_are_enough(encoding: str, text: str) -> None:
    assert decoded(text.encode(encoding)).data.decode() == text


@pytest.mark.parametrize("encoding", NAMES)
def test_declared_encodings(encoding: str) -> None:
    name = {"cp932": "Shift_JIS", "euc_kr": "EUC-KR", "big5": "Big5"}.get(encoding, encoding)
    text = NAMES[encoding].replace("(;", f"(;CA[{name}]")
    assert decoded(text.encode(encoding)).data.decode() == text


@pytest.mark.parametrize("declared", ["GB2312", "nonsense", "UTF-8", "us-ascii"])
def test_a_broken_declaration_falls_back(declared: str) -> None:
    raw = b"(;CA[" + declared.encode() + b"]" + NAMES["cp932"].encode("cp932")[2:]
    assert one(raw).black == "坂田 栄男"


def test_second_bytes_that_look_like_brackets() -> None:
    """In Shift-JIS the second byte of ー is ``[`` and that of ソ a backslash; in Big5 that of 功 is a backslash."""
    for encoding, name in (("cp932", "ソニー 九段 棋聖戦"), ("big5", "成功盃 圍棋賽 黑勝")):
        found = end_of(f"(;SZ[5]PB[{name}];B[aa];W[bb])".encode(encoding))
        assert (found.turns, found.position.board.stones(WHITE)) == (2, [16])


def test_a_byte_order_mark_and_other_line_ends() -> None:
    text = "(;SZ[5]\r\nPB[Ä\r\nB]\r\n;B[aa]\r;W[bb]\n)"
    for raw in (b"\xef\xbb\xbf" + text.encode(), text.encode("utf-16")):
        found = end_of(raw)
        assert (found.black, found.turns) == ("Ä B", 2)


# -- the main line


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("(;SZ[9];B[aa](;W[bb];B[cc])(;W[dd]))", 3),
        ("(;SZ[9];B[aa](;W[bb](;B[cc])(;B[dd]))(;W[ee](;B[ff])))", 3),
        ("junk [ ( before (;SZ[9];B[aa])", 1),
        ("(;SZ[9];B[aa]C[a ) \\] ( ; b];W[bb])", 2),
        ("(;GaMe[1]SiZe[9];Black[aa];White[bb])", 2),
        ("(;sz[9];b[aa];w[bb])", 2),
        ("(;SZ[9]B[aa];W[ BB ])", 2),
        ("(;SZ[9];B[aa](;W[bb])(;W[cc]", 2),
        ("(;SZ[9])", 0),
    ],
)
def test_the_first_line_is_read(text: str, moves: int) -> None:
    assert end_of(text).turns == moves


def test_collections() -> None:
    data = "x (;SZ[9];B[aa]) y (;SZ[5](;B[bb];W[cc])(;B[aa])) (;SZ[9];B[aa];W[aa]) (;SZ[7]) (;SZ[3"
    found = outcomes(data)
    assert [(type(each), each.number) for each in found] == [(Row, 0), (Row, 1), (Trouble, 2), (Row, 3), (Trouble, 4)]
    assert [each.moves for each in found if isinstance(each, Row)] == [1, 2, 0]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "no SGF game"),
        ("hello", "no SGF game"),
        ("(;SZ[9];B[aa]", "ends inside a game"),
        ("(;SZ[9];B[aa", "ends inside a game"),
        ("(;GM[2])", "not of a game of Go"),
        ("(;SZ[26])", "not a board size"),
        ("(;SZ[0])", "not a board size"),
        ("(;SZ[x])", "not a board size"),
        ("(;SZ[9];B[jj])", "move 1: 'jj' is not a point"),
        ("(;SZ[9];B[aa];W[aa])", "move 2: A9 is occupied"),
        ("(;SZ[9];B[aa][bb])", "two moves in one"),
        ("(;SZ[9]AB[zz])", "outside the board"),
        ("(;SZ[2]AB[aa][ab][ba][bb])", "without a liberty"),
        ("(;SZ[5]HA[2])", "handicap of 2"),
        ("(;XRV[1]XRR[{}])", "ruleset cannot be read"),
        ("(;XRV[2])", "later version"),
    ],
)
def test_what_cannot_be_read(text: str, part: str) -> None:
    assert part in reason(text)


@pytest.mark.parametrize(
    ("text", "black", "white", "to_move"),
    [
        ("(;B[pd];W[tt])", [Color.BLACK], 0, BLACK),
        ("(;SZ[9]AB[aa][bb]AW[cc]PL[W])", [BLACK] * 2, 1, WHITE),
        ("(;SZ[9]HA[2];W[aa])", [BLACK] * 2, 1, BLACK),
        ("(;SZ[9]HA[2];B[aa];B[bb];W[cc])", [BLACK] * 2, 1, BLACK),
        ("(;SZ[9];B[aa];AW[bb]AE[aa])", [], 1, WHITE),
        ("(;SZ[9]AB[aa:cc])", [BLACK] * 9, 0, BLACK),
        ("(;SZ[7:4];B[gd];W[];B[])", [BLACK], 0, WHITE),
    ],
)
def test_stones_and_turns(text: str, black: list[Color], white: int, to_move: Color) -> None:
    position = end_of(text).position
    assert len(position.board.stones(BLACK)) == len(black)
    assert len(position.board.stones(WHITE)) == white
    assert position.to_move == to_move


def test_stones_set_up_amid_the_game_are_told() -> None:
    assert end_of("(;SZ[9]KM[0];B[aa];AW[bb])").remarks == ("stones set up after move 1",)


def test_a_move_that_breaks_the_rules_is_a_move() -> None:
    """A suicide, and a ko taken back at once."""
    assert end_of("(;SZ[3];AB[ab][ba];W[aa])").position.white.captured == 1
    ko = "(;SZ[5]AB[ba][ab][bc]AW[ca][db][cc]PL[W];W[bb];B[cb];W[bb])"
    assert end_of(ko).position.black.captured == 1


@pytest.mark.parametrize("seed", range(12))
def test_plain_moves_are_replayed_as_a_game_replays_them(seed: int) -> None:
    game = played("new-zealand", seed, 6)
    data = plain_sgf(game, RU="NZ")
    ours, theirs = end_of(data).position, read_record(data).game.position()
    assert _same(ours, theirs)


def _same(one_way: Position, other: Position) -> bool:
    return one_way.board == other.board and one_way.board.key == other.board.key and one_way[1:] == other[1:]


# -- komi, result, rules


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("6.5", "13/2"), ("375", "15/2"), ("3.75", "15/2"), ("650", "13/2"), ("65", "13/2"), ("-7", "-7"), ("6,5", "13/2"),
        ("3又3/4子", "15/2"), ("3 3/4", "15/2"), ("3¾", "15/2"), ("6目半", "13/2"), ("6집반", "13/2"), ("2.75", "11/2"),
        ("0", "0"), ("５.５", "11/2"), (".5", "1/2"), ("二目半", "5/2"), ("三又四分之三子", "15/2"), ("", None), ("six", None),
        ("1/0", None), ("1e999", None), ("7E1", None),
        ("0x10", None), ("6.5.5", None), ("1_0", None), ("9" * 15, None), ("7/2/1", None), ("-15/2", "-15/2"),
        ("6.5 points", "13/2"), ("-15/4", "-15/2"),
    ],
)  # fmt: skip
def test_komi(text: str, points: str | None) -> None:
    assert komi_of(text) == (None if points is None else Fraction(points))


def test_no_komi_is_none_and_is_told() -> None:
    assert one("(;SZ[9])").remarks == ("no komi stated, 0 taken",)
    assert one("(;SZ[9]KM[six])").remarks == ("komi 'six' not understood, 0 taken",)
    assert one("(;SZ[9]KM[0])").remarks == ()


@pytest.mark.parametrize(
    ("text", "winner", "margin"),
    [
        ("B+3.5", "B", "7/2"), ("b+3,5", "B", "7/2"), ("W+1/2", "W", "-1/2"), ("B+0.25", "B", "1/2"), ("0", "", "0"),
        ("Draw", "", "0"), ("Jigo", "", "0"), ("黑胜3又3/4子", "B", "15/2"), ("黑胜1/4子", "B", "1/2"),
        ("白半目勝ち", "W", "-1/2"),
        ("黒2目半勝", "B", "5/2"), ("흑 3집반승", "B", "7/2"), ("Black wins by 3.5 points", "B", "7/2"),
        ("W + 2 (moves)", "W", "-2"),
    ],
)  # fmt: skip
def test_results_of_a_count(text: str, winner: str, margin: str) -> None:
    found = result_of(text)
    assert found is not None
    assert (found.winner.letter if found.winner else "", found.margin) == (winner, Fraction(margin))


@pytest.mark.parametrize(
    "text", ["B+R", "B+Resign", "B+T", "黑中盘胜", "黒中押し勝ち", "흑 불계승", "Black won by resignation"]
)
def test_results_that_no_count_gives(text: str) -> None:
    found = result_of(text)
    assert found is not None
    assert (found.winner, found.margin, found.open_end) == (BLACK, None, True)


@pytest.mark.parametrize("text", ["", "?", "Void", "unknown", "+", "3.5"])
def test_no_result(text: str) -> None:
    assert result_of(text) is None


@pytest.mark.parametrize(
    ("text", "name", "is_named"),
    [
        ("Japanese", "japanese", True), ("Tromp Taylor", "tromp-taylor", True), ("AGA rules", "aga", True),
        ("GOE", "ing", True),
        ("中国规则", "chinese", True), ("日本", "japanese", True), ("tang-song dame=as_is", "tang-song dame=as_is", True),
        ("Chinese", "chinese", True), ("koPOSITIONAL", "chinese", False), ("", "chinese", False),
    ],
)  # fmt: skip
def test_rulesets(text: str, name: str, is_named: bool) -> None:
    row = one(f"(;SZ[9]RU[{text}])")
    assert (row.ruleset, row.is_named) == (name, is_named)


# -- our own records


def same_end(one_way: End, other: End) -> bool:
    return _same(one_way.position, other.position) and one_way._replace(position=other.position) == other


@pytest.mark.parametrize("name", names())
def test_plain_endings_are_read_as_the_game_reads_them(name: str) -> None:
    quick = 0
    chance = random.Random(name)
    for seed in range(6):
        game = played(name, seed, 5)
        if game.outcome is None and find(name).turns.pass_means.value not in {"virtual", "exhausted"}:
            game = agreed(game, *chance.sample([p for p, color in enumerate(game.board.colors) if color], 1))
        (line,) = main_lines(write_game(game, black="a]b", white="c\\"))
        found = own._plain(line)
        quick += found is not None
        assert found is None or same_end(found, own._replayed(line))
    chips_or_offers = {"song-captives", "dunhuang-chips", "natural-ending", "yan-lai-2007-a", "yan-lai-2007-b"}
    assert quick > 3 or name in chips_or_offers


@pytest.mark.parametrize("name", names())
def test_other_endings_too(name: str) -> None:
    for game in many_games(find(name), 12):
        (line,) = main_lines(write_game(game))
        found = own.own_end(line)
        assert _same(found.position, game.position()._replace(settlement=found.position.settlement))
        assert found.settled == (game.state.settled or game.proposal)
        assert found.ruleset == game.ruleset
        assert found.komi == game.komi
