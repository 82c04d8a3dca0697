"""Other people's files: what they leave out, spell differently, encode oddly, or break."""

import random
from fractions import Fraction

import pytest
from sgf_games import random_game

from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE
from gtp_rules.errors import BadRecord
from gtp_rules.game import Game, Pass, Phase, Play
from gtp_rules.sgf import audit, read_game, read_record, write_game


def moves(game: Game) -> str:
    shape = game.board.geometry
    return " ".join(
        action.color.letter + (shape.vertex(action.point) if isinstance(action, Play) else "-")
        for action in (entry.action for entry in game.log)
    )


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("(;FF[4]SZ[9];B[aa];W[ii];B[])", "BA9 WJ1 B-"),
        ("(;SZ[9];B[tt];W[tt])", "B- W-"),
        ("(;GM[1]SZ[21];B[tt])", "BU2"),
        ("(;SZ[19:19];B[pd];W[dp])", "BQ16 WD4"),
        ("(;SZ[7:4];B[aa];W[gd])", "BA4 WG1"),
        ("(;B[pd](;W[dp];B[dd])(;W[qq]))", "BQ16 WD4 BD16"),
        ("(; SZ[9] ; B[ aa ] ; ; W[bb\n])", "BA9 WB8"),
        ("(;sz[9]ab[ee];w[aa];b[bb])", "WA9 BB8"),
        ("(;GaMe[1]SiZe[9];Black[aa];White[bb])", "BA9 WB8"),
        ("junk [ ( before\n(;SZ[9];B[aa])", "BA9"),
        ("(;SZ[9];B[aa];AE[bb]AB[aa];W[cc])", "BA9 WC7"),
        ("(;SZ[9]B[aa];W[bb])", "BA9 WB8"),
        ("(;SZ[9];B[aa];B[bb])", "BA9 BB8"),
    ],
)
def test_moves(text: str, wanted: str) -> None:
    assert moves(read_game(text.encode())) == wanted


@pytest.mark.parametrize(
    ("text", "komi"),
    [
        ("KM[6,5]", "13/2"),
        ("KM[0]", "0"),
        ("KM[-7]", "-7"),
        ("KM[.5]", "1/2"),
        ("KM[]", "15/2"),
        ("", "15/2"),
        ("KM[6.50]", "13/2"),
    ],
)
def test_komi(text: str, komi: str) -> None:
    assert read_game(f"(;SZ[9]{text};B[aa])".encode()).komi == Fraction(komi)


@pytest.mark.parametrize(
    ("text", "black", "white", "to_move"),
    [
        ("(;SZ[9]AB[aa][bb]AW[cc])", "A9 B8", "C7", BLACK),
        ("(;SZ[9]AB[aa:bb]PL[W])", "A8 A9 B8 B9", "", WHITE),
        ("(;SZ[9];AB[aa][bb];AE[bb];PL[White])", "A9", "", WHITE),
        ("(;SZ[9]AB[aa][bb]HA[2])", "A9 B8", "", WHITE),
        ("(;SZ[9]AB[aa];W[cc])", "A9", "", WHITE),
        ("(;SZ[9]HA[2])", "C3 G7", "", WHITE),
        ("(;SZ[19]HA[9];W[cc])", "D10 D16 D4 K10 K16 K4 Q10 Q16 Q4", "", WHITE),
        ("(;SZ[9]HA[2];B[aa];B[bb];W[cc])", "", "", BLACK),
        ("(;SZ[9]HA[0])", "", "", BLACK),
        ("(;SZ[9]HA[x])", "", "", BLACK),
        ("(;SZ[9]RU[tang-song])", "", "", BLACK),
        ("(;SZ[9]RU[tang-song]AB[cg][gc]AW[cc][gg];W[aa])", "C3 G7", "C7 G3", WHITE),
    ],
)
def test_set_up(text: str, black: str, white: str, to_move: int) -> None:
    game = read_game(text.encode())
    shape = game.board.geometry
    assert sorted(map(shape.vertex, game.initial.black)) == black.split()
    assert sorted(map(shape.vertex, game.initial.white)) == white.split()
    assert game.initial.to_move == to_move


def test_rulesets() -> None:
    def name(text: str) -> str:
        return read_game(f"(;SZ[9]RU[{text}])".encode()).ruleset.name

    assert name("Japanese") == "japanese"
    assert name("Tromp Taylor") == "tromp-taylor"
    assert name("tang-song dame=as_is") == "tang-song"
    assert name("koPOSITIONALscoreAREA") == name("") == "chinese"
    given = rulesets.find("japanese")
    assert read_game(b"(;SZ[9]RU[Chinese])", ruleset=given).komi == Fraction(13, 2)


def test_our_record_under_other_rules() -> None:
    game = random_game(rulesets.find("chinese"), 1)
    data = write_game(game, comments={})
    read = read_game(data, ruleset=rulesets.find("chinese suicide=allowed"))
    assert read.log == game.log


def test_one_pass_too_many_is_no_error() -> None:
    game = read_game(b"(;SZ[5]RU[Tromp-Taylor];B[aa];W[];B[];W[])")
    assert game.phase is Phase.FINISHED
    assert len(game.log) == 3
    assert isinstance(game.log[-1].action, Pass)


def test_collections() -> None:
    data = b"hello (;SZ[9];B[aa]) between (;SZ[5];B[bb]) after"
    assert moves(read_game(data)) == "BA9"
    assert moves(read_game(data, index=1)) == "BB4"
    with pytest.raises(BadRecord, match="only 2 games"):
        read_game(data, index=2)
    assert moves(read_game(b"(;SZ[9];B[aa]) (;SZ[")) == "BA9"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no SGF"),
        ("(;", "not SGF"),
        ("(;SZ[9];B[aa]", "not SGF"),
        ("(;GM[2])", "not of a game of Go"),
        ("(;SZ[26])", "1 to 25"),
        ("(;SZ[0])", "1 to 25"),
        ("(;SZ[x])", "not a board size"),
        ("(;KM[six])", "not a komi"),
        ("(;KM[1e999999999])", "not a komi"),
        ("(;XRV[1]XRC[1/0])", "not a komi"),
        ("(;XRV[2])", "later version"),
        ("(;XRV[1]XRR[{}])", "ruleset cannot be read"),
        ('(;XRV[1]XRR[{"komi":"1e999999999"}])', "power of ten"),
        ('(;XRV[1]XRR[{"x":["\\\\u0031e99999999"\\]}])', "power of ten"),
        ("(;XRV[1]XRR[" + '{"x":' * 5000 + ")", "not SGF|cannot be read"),
        ("(;XRV[1]XRR[" + '{"x":' * 5000 + "])", "cannot be read"),
        ("(;SZ[9];B[jj])", "move 1: 'jj' lies outside the board of 9 × 9"),
        ("(;SZ[9];B[AA])", "move 1: 'AA' is not a point"),
        ("(;SZ[9];B[aa];W[aa])", "move 2, W A9, is not possible under chinese: A9 is occupied by a black stone"),
        ("(;SZ[9];B[aa]B[bb])", "two moves in one"),
        ("(;SZ[9];B[aa];AW[bb])", "after move 1 stones are set up"),
        ("(;SZ[9];B[aa];AE[aa])", "after move 1 stones are set up"),
        ("(;SZ[9]AB[zz])", "outside the board"),
        ("(;SZ[9]AB[bb:aa])", "rectangle"),
        ("(;SZ[2]AB[aa][ab][ba][bb])", "without a liberty"),
        ("(;SZ[5]HA[2])", "handicap of 2"),
        ("(;SZ[9]XRS[dance B])", "not a statement"),
        ("(;SZ[9]XRS[accept B])", "after move 0, accept of black is not possible"),
        ("(;SZ[9]XRK[1])", "prisoners"),
        ("(;XRV[1]SZ[9];B[]XRP[nap])", "unknown kind"),
    ],
)
def test_bad_records(text: str, reason: str) -> None:
    with pytest.raises(BadRecord, match=reason):
        read_game(text.encode())
    assert audit(text.encode())


NAMES = {
    "gb18030": "聂卫平",
    "gb2312": "陈祖源",
    "gbk": "李昌鎬",
    "big5": "林海峰",
    "shift_jis": "藤沢秀行のソ表",
    "euc_jp": "武宮正樹",
    "euc_kr": "이창호",
    "latin-1": "André Müller",
    "cp1252": "Zoë – “x”",
    "utf-8": "聂卫平 이창호 André",
}


@pytest.mark.parametrize("encoding", NAMES)
def test_declared_encodings(encoding: str) -> None:
    data = f"(;CA[{encoding}]SZ[9]PB[{NAMES[encoding]}]PW[x];B[aa])".encode(encoding)
    record = read_record(data)
    assert record.info["PB"] == NAMES[encoding].replace("\\", "")
    assert moves(record.game) == "BA9"


@pytest.mark.parametrize("encoding", NAMES)
@pytest.mark.parametrize("declared", ["", "CA[UTF-8]", "CA[nonsense]", "CA[zip]", "CA[../x]", "CA[]", "CA[utf-16]", "CA[idna]"])
def test_undeclared_and_wrongly_declared_encodings(encoding: str, declared: str) -> None:
    data = f"(;{declared}SZ[9]PB[{NAMES[encoding]}]PW[x];B[aa])".encode(encoding)
    assert moves(read_game(data)) == "BA9"


@pytest.mark.parametrize("encoding", ["gb18030", "gb2312", "shift_jis", "latin-1", "utf-8"])
def test_encodings_that_are_guessed_right(encoding: str) -> None:
    data = f"(;SZ[9]PB[{NAMES[encoding]}]PW[x];B[aa])".encode(encoding)
    assert read_record(data).info["PB"] == NAMES[encoding]


def test_utf8_beats_a_wrong_claim() -> None:
    data = "(;CA[GB2312]SZ[9]PB[聂卫平];B[aa])".encode()
    assert read_record(data).info["PB"] == "聂卫平"


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_byte_order_marks(encoding: str) -> None:
    assert read_record("(;SZ[9]PB[聂];B[aa])".encode(encoding)).info["PB"] == "聂"


def test_broken_utf16() -> None:
    with pytest.raises(BadRecord, match="UTF-16"):
        read_game(b"\xff\xfe(")


def reads(data: bytes) -> bool:
    """Whether the data is read as a game; the only other way is `BadRecord`."""
    try:
        return isinstance(read_game(data), Game)
    except BadRecord:
        return False


def _mutated(data: bytes, chance: random.Random) -> bytes:
    text = bytearray(data)
    for _ in range(chance.randint(1, 8)):
        start = chance.randrange(len(text) + 1)
        kind = chance.randrange(5)
        if kind == 0 and text:
            text[start % len(text)] = chance.randrange(256)
        elif kind == 1:
            del text[start : start + chance.randint(1, 12)]
        elif kind == 2:
            text[start:start] = chance.choice((b"]", b"[", b"(", b";", b")", b"\\", b"AB[aa]", b"W[]", b"\xff", b"9" * 30))
        elif kind == 3:
            text[start:start] = text[start : start + 30]
        else:
            other = chance.randrange(len(text) + 1)
            text[start:start] = text[other : other + 20]
    return bytes(text)


def test_fuzz() -> None:
    chance = random.Random(7)
    sources = [write_game(random_game(ruleset, seed)) for ruleset in rulesets.registered() for seed in range(4)]
    short = [source[:4] + b"SZ[5:4]" + source[source.index(b"}}]") + 3 :] for source in sources]
    read = 0
    for _ in range(1200):
        data = _mutated(chance.choice(sources + short), chance)
        read += reads(data)
        assert all(isinstance(line, str) for line in audit(data))
    assert read > 20


def test_noise() -> None:
    chance = random.Random(8)
    for _ in range(300):
        data = b"(;" + bytes(chance.choice(b"()[];\\BWAESZKMXR1:,a \xe9\xff") for _ in range(chance.randint(0, 60)))
        reads(data + b")")
