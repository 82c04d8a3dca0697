"""What we write, we read back to the same game, and sgfmill reads as the same moves."""

from fractions import Fraction

import pytest
from sgf_games import facts, random_game
from sgfmill import sgf

from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import BadRecord
from gtp_rules.game import Accept, Chips, Entry, Game, Offer, Pass, Play, Propose, Resign, Virtual
from gtp_rules.rules import Ending, PassMeans, Ruleset, Turns
from gtp_rules.sgf import audit, read_game, write_game
from gtp_rules.sgf.statements import read_statement, statement_line

CHINESE = rulesets.find("chinese")
WITH_VIRTUAL = CHINESE.variant(
    name="with-virtual",
    turns=Turns(PassMeans.ABANDON, virtual=True, abandon=True),
    ending=Ending(disputes=1, move_limit=60),
)
RULESETS: list[Ruleset] = [*rulesets.registered(), WITH_VIRTUAL]


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
@pytest.mark.parametrize("seed", range(12))
def test_round_trip(ruleset: Ruleset, seed: int) -> None:
    game = random_game(ruleset, seed)
    data = write_game(game, black="B", white="W", comments={1: "first"})
    assert facts(read_game(data)) == facts(game)
    assert audit(data) == []
    assert write_game(read_game(data), black="B", white="W", comments={1: "first"}) == data


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.name)
def test_sgfmill_reads_the_same(ruleset: Ruleset) -> None:
    game = random_game(ruleset, 4, 7, 7)
    found = sgf.Sgf_game.from_bytes(write_game(game, black="甲", white="乙"))
    turns = [entry.action for entry in game.log if isinstance(entry.action, (Play, *_passes()))]
    wanted = [(turn.color.letter.lower(), divmod(turn.point, 7) if isinstance(turn, Play) else None) for turn in turns]
    assert [node.get_move() for node in found.get_main_sequence()[1:]] == wanted
    assert (found.get_size(), found.get_komi()) == (7, float(game.komi))
    assert found.get_player_name("b") == "甲"
    assert found.root.get("RU") == ruleset.specification
    black, white, _ = found.root.get_setup_stones()
    assert {row * 7 + column for row, column in black} == set(game.initial.black)
    assert {row * 7 + column for row, column in white} == set(game.initial.white)
    if game.outcome is not None:
        assert found.root.get("RE") == game.outcome.result
    else:
        assert not found.root.has_property("RE")


def _passes() -> tuple[type, ...]:
    from gtp_rules.game import Abandon

    return Pass, Virtual, Abandon


def test_no_turn_is_written_as_tt() -> None:
    game = Game(CHINESE, 9, 9)
    game.apply(Pass(BLACK))
    data = write_game(game)
    assert b"tt" not in data
    assert b"B[]XRP[pass]" in data


def test_seat_stones_and_first_mover() -> None:
    game = Game(rulesets.find("tang-song"), 19, 19)
    data = write_game(game)
    assert b"PL[W]" in data
    assert b"AB[dp][pd]AW[pp][dd]" in data
    assert read_game(data).is_empty


def test_set_up_stones_that_equal_the_opening_stay_a_set_up() -> None:
    game = Game(rulesets.find("tang-song"), 9, 9)
    game.set_up(game.initial.black, game.initial.white)
    assert not read_game(write_game(game)).is_empty


def test_handicap() -> None:
    game = Game(CHINESE, 9, 9)
    game.set_up([20, 60], [], WHITE, handicap=True)
    data = write_game(game)
    assert b"HA[2]" in data
    assert facts(read_game(data)) == facts(game)


@pytest.mark.parametrize("komi", ["0", "-3", "13/2", "1/3", "-22/7", "1/1024", "123456789123456789/7", "1/1000000007"])
def test_komi_is_exact(komi: str) -> None:
    game = Game(CHINESE, 9, 9, komi=Fraction(komi))
    data = write_game(game)
    assert read_game(data).komi == Fraction(komi)
    assert sgf.Sgf_game.from_bytes(data).get_komi() == pytest.approx(float(Fraction(komi)), abs=1e-4)
    assert b"," not in data.partition(b"KM")[2].partition(b"]")[0]


def test_statement_lines() -> None:
    shape = Game(CHINESE, 9, 9).board.geometry
    entries = [
        (Propose(BLACK, (10, 3), None, ()), "propose B dead=B2,D1"),
        (Propose(WHITE, (), (), ()), "propose W seki="),
        (Propose(WHITE, (), (1,), ((BLACK, (2, 3)), (WHITE, ()))), "propose W seki=B1 claims=B:C1,D1 claims=W:"),
        (Chips(BLACK, (0, 1)), "chips B A1 B1"),
        (Accept(WHITE), "accept W"),
        (Resign(WHITE), "resign W"),
    ]
    for action, line in entries:
        assert statement_line(shape, Entry(action, False)) == line
        assert read_statement(shape, line) == Entry(action, False)
    assert read_statement(shape, "counted offer B") == Entry(Offer(BLACK), True)


@pytest.mark.parametrize(
    "line",
    ["", "offer", "offer X", "offer B A1", "propose B dead=Z9", "claim B A1", "dispute W a0", "play B A1", "propose B dogs=A1"],
)
def test_bad_statement_lines(line: str) -> None:
    with pytest.raises(BadRecord, match="not a statement"):
        read_statement(Game(CHINESE, 9, 9).board.geometry, line)


HOSTILE = [
    "a]b",
    "back\\",
    "\\]",
    "](;B[aa])",
    "colon:colon",
    "two\nlines\r\nthree",
    "nul\x00and\x1b[31mred",
    "🀄 囲碁 바둑",
    "right\u202eleft",
    "\ud800 lone",
    "x" * 500,
    " \t ",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts(name: str) -> None:
    game = Game(CHINESE, 9, 9)
    game.apply(Play(BLACK, 4))
    game.apply(Resign(WHITE))
    data = write_game(game, black=name, white=name, comments={1: name}, root={"EV": name}, root_comment=name, date=name)
    found = sgf.Sgf_game.from_bytes(data)
    shown = found.get_player_name("b") or ""
    assert len(shown) <= 80
    assert not set(shown) & set("\n\r\x00\x1b\u202e")
    if name in {"a]b", "back\\", "\\]", "](;B[aa])", "colon:colon", "🀄 囲碁 바둑"}:
        assert shown == name
        assert found.get_main_sequence()[1].get("C").startswith(name)
    assert len(found.get_main_sequence()) == 2
    assert facts(read_game(data)) == facts(game)
    assert audit(data) == []


@pytest.mark.parametrize("name", ["KM", "AB", "XRR", "B", "ev", "E V", ""])
def test_root_properties_that_cannot_be_chosen(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be chosen"):
        write_game(Game(CHINESE, 9, 9), root={name: "1"})


def test_result_by_the_clock() -> None:
    data = write_game(Game(CHINESE, 9, 9), root={"RE": "W+T"})
    assert b"RE[W+T]" in data
    assert audit(data) == []


def test_comments_are_no_markdown() -> None:
    for ruleset in RULESETS:
        for seed in range(6):
            for node in sgf.Sgf_game.from_bytes(write_game(random_game(ruleset, seed, 5, 5))).get_main_sequence():
                comment = node.get("C") if node.has_property("C") else ""
                for line in comment.splitlines():
                    if not line.startswith("    "):
                        assert not set(line) & set("#*_`<>")
                        assert not line[:1].isdigit()
