"""More of the algebra of the counts, with its exact preconditions (docs/rules.md; the numbers are the dossier's).

The letters: S stones left on the board, T enclosed points, P public points, K' own stones lost (captured, dead), E basic eyes,
n board and virtual moves, H set-up stones, g groups; d(x) is Black's less White's.
"""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from gtp_rules.board import BLACK, WHITE, Board, Color, read_diagram, survey
from gtp_rules.errors import BadSetup
from gtp_rules.game import Abandon, Accept, Dispute, Game, Pass, Phase, Play, Propose, Virtual
from gtp_rules.rules import Opening
from gtp_rules.rules.counting import Dame, Position, ScoreSheet, Settlement, Tally, livings, prepare
from gtp_rules.rulesets import find

SIDES = (BLACK, WHITE)
SIZES = [(3, 3), (4, 4), (5, 5), (5, 3), (7, 4), (6, 6), (7, 7)]


def diff(of: dict[Color, int | Fraction]) -> int | Fraction:
    return of[BLACK] - of[WHITE]


def random_dead(board: Board, rng: random.Random) -> tuple[int, ...]:
    stones = [point for point, color in enumerate(board.colors) if color]
    return tuple(rng.sample(stones, min(len(stones), rng.randrange(4))))


def wander(game: Game, rng: random.Random, turns: int, *, virtual: float = 0.0, strict: bool = True) -> None:
    """Random turns of the side to move, or of either; own eyes are filled and suicides made now and then."""
    for _ in range(turns):
        if game.phase not in {Phase.PLAY, Phase.RESUMED}:
            return
        color = game.to_move if strict or rng.random() < 0.8 else rng.choice(SIDES)
        if rng.random() < virtual and game.refusal(Virtual(color)) is None:
            game.apply(Virtual(color))
            continue
        points = game.legal_points(color)
        quiet = [p for p in points if not all(game.board.colors[q] == color for q in game.board.geometry.neighbors[p])]
        points = quiet if quiet and rng.random() < 0.9 else points
        if not points:
            return
        game.apply(Play(color, rng.choice(points)))


class Letters:
    """The letters of the identities for a game under a settlement."""

    def __init__(self, game: Game, settlement: Settlement) -> None:
        found = survey(game.board, settlement.dead)
        position = game.position(settlement)
        self.size = game.board.geometry.size
        self.s = {c: found.stones(c) for c in SIDES}
        self.t = {c: len(found.territory(c)) for c in SIDES}
        self.p = len(found.public)
        self.area = {c: self.s[c] + self.t[c] for c in SIDES}
        self.lost = {c: position.tally(c).captured + len(position.dead(c)) for c in SIDES}
        self.h = {BLACK: len(game.initial.black), WHITE: len(game.initial.white)}
        self.v = {c: position.tally(c).virtual for c in SIDES}
        self.n = {c: position.tally(c).stones for c in SIDES}
        self.main = {c: position.tally(c).play.stones for c in SIDES}
        self.resumed = {c: position.tally(c).resumed.stones for c in SIDES}
        self.passes = {c: position.tally(c).abandoned for c in SIDES}
        self.alive = livings(found, settlement)
        self.e = {c: sum(len(each.eyes) for each in self.alive if each.group.color == c) for c in SIDES}
        self.g = {c: sum(each.group.color == c for each in self.alive) for c in SIDES}
        self.j = {c: self.t[c] - self.lost[c] for c in SIDES}


def line(sheet: ScoreSheet, color: Color, item: str) -> Fraction:
    return sum((each.value for each in sheet.side(color).lines if each.item == item), Fraction(0))


def disputed(rng: random.Random, ruleset: str = "yan-lai-2015") -> Game:
    """A game of 2015 with virtual moves and suicides, from a set-up or none, perhaps stopped, disputed and resumed."""
    game = Game(find(ruleset), *rng.choice(SIZES), komi=Fraction(0))
    if rng.random() < 0.4:
        points = rng.sample(range(game.board.geometry.size), rng.randrange(6))
        cut = rng.randrange(len(points) + 1)
        try:
            game.set_up(points[:cut], points[cut:])
        except BadSetup:  # a chain without liberties: then there is no set-up
            game = Game(game.ruleset, game.board.geometry.width, game.board.geometry.height, komi=Fraction(0))
    wander(game, rng, rng.randrange(3 * game.board.geometry.size), virtual=0.1, strict=False)
    if rng.random() < 0.6:
        game.apply(Abandon(game.to_move))
        game.apply(Abandon(game.to_move))
        game.apply(Propose(BLACK))
        game.apply(Dispute(WHITE, (0,)))
        wander(game, rng, rng.randrange(15), virtual=0.2, strict=False)
    return game


@pytest.mark.parametrize("seed", range(150))
def test_i3_i4_i5_mu(seed: int) -> None:
    rng = random.Random(seed)
    game = disputed(rng)
    settlement = Settlement(frozenset(stone for point in random_dead(game.board, rng) for stone in game.board.chain(point)))
    x, sheet = Letters(game, settlement), game.score(settlement=settlement)
    exclusive = {c: line(sheet, c, "exclusive liberties") for c in SIDES}
    more = {c: line(sheet, c, "more moves in the dispute") for c in SIDES}
    mu = {c: sheet.side(c).total - exclusive[c] - more[c] for c in SIDES}
    # I3: mu, moves and set-up stones of a side are its stones and enclosed points.
    for c in SIDES:
        assert mu[c] == x.j[c] - x.v[c]
        assert mu[c] + x.n[c] + x.h[c] == x.area[c]
    assert diff(x.area) == diff(mu) + diff(x.n) + diff(x.h)
    # I4: "return to area" sums to the board, and is area exactly where both sides made as many moves.
    half = Fraction(x.n[BLACK] + x.n[WHITE] + x.p, 2)
    back = {c: mu[c] + half for c in SIDES}
    assert sum(back.values()) == x.size - sum(x.h.values())
    assert diff(back) == diff(x.area) - diff(x.n) - diff(x.h)
    for c in SIDES:
        assert (back[c] == x.area[c] - x.h[c] + Fraction(x.p, 2)) is (x.n[BLACK] == x.n[WHITE])
        given_away = Fraction(diff(x.n), 2) * (1 if c == BLACK else -1)
        assert back[c] == x.area[c] - x.h[c] + Fraction(x.p, 2) - given_away
    # I5: the margin is area less the moves before the stop; moves of the dispute cancel.
    assert diff(more) == diff(x.resumed)
    assert sheet.margin == diff(x.area) + diff(exclusive) - diff(x.main) - diff(x.h)


@pytest.mark.parametrize("seed", range(80))
def test_i5_both_options_of_2007(seed: int) -> None:
    """Option 2 is area; option 1 is a point less for Black if he made the last move of one more: the art of 2015."""
    rng = random.Random(seed)
    game = Game(find("yan-lai-2007-a"), *rng.choice(SIZES), komi=Fraction(0))
    wander(game, rng, rng.randrange(2 * game.board.geometry.size), virtual=0.08)
    settlement = Settlement(frozenset(stone for point in random_dead(game.board, rng) for stone in game.board.chain(point)))
    x = Letters(game, settlement)
    assert diff(x.n) in {0, 1}, "the sides alternate, and every turn places a stone"
    for which in ("seki", "all"):
        first, second = (game.score(find(f"yan-lai-2007-{o} exclusive={which}"), settlement) for o in "ab")
        exclusive = {c: line(second, c, "exclusive liberties") for c in SIDES}
        assert second.margin == diff(x.area) + diff(exclusive)
        assert first.margin == second.margin - diff(x.n)
        assert first.margin == game.score(find(f"yan-lai-2015 exclusive={which}"), settlement).margin
        for sheet in (first, second):
            assert sheet.black.total + sheet.white.total == x.size


@pytest.mark.parametrize("seed", range(120))
def test_i8_natural_ending(seed: int) -> None:
    """Stones after filling: d(S') = d(S+T) - d(E). The other reading compares the free fills, which is lu and prisoners."""
    rng = random.Random(seed)
    game = Game(find("natural-ending opening=empty"), *rng.choice(SIZES))
    wander(game, rng, rng.randrange(3 * game.board.geometry.size), strict=False)
    if game.phase is not Phase.PLAY:
        pytest.skip("a cycle has ended the game")
    settlement = Settlement(frozenset(stone for point in random_dead(game.board, rng) for stone in game.board.chain(point)))
    position = game.position(settlement)
    field = prepare(position, Dame.STRICT)
    found = survey(field.board)
    eyes = {c: sum(len(each.eyes) for each in field.alive if each.group.color == c) for c in SIDES}
    area = {c: found.stones(c) + len(found.territory(c)) for c in SIDES}
    sheet = game.score(settlement=settlement)
    for c in SIDES:
        assert sheet.side(c).total == area[c] - eyes[c]
    assert sheet.margin == diff(area) - diff(eyes)
    free = game.score(find("natural-ending ending=annihilation"), settlement)
    lu = game.score(find("tang-song"), settlement)
    x = Letters(game, settlement)
    for c in SIDES:
        owed = line(lu, c, "moves owed, played into own lu")
        assert free.side(c).total == lu.side(c).total - owed + x.lost[c]
    if diff(x.lost) == 0 and not any(line(lu, c, "moves owed, played into own lu") for c in SIDES):
        assert free.margin == lu.margin


@pytest.mark.parametrize("seed", range(80))
def test_i10_pass_stones(seed: int) -> None:
    """AGA: if both sides have placed and handed over as many stones, territory with them is area."""
    rng = random.Random(seed)
    game = Game(find("aga"), *rng.choice(SIZES), komi=Fraction(0))
    for _ in range(rng.randrange(3 * game.board.geometry.size)):
        points = game.legal_points(game.to_move)
        passes = not points or rng.random() < 0.08
        game.apply(Pass(game.to_move) if passes else Play(game.to_move, rng.choice(points)))
        if game.phase is not Phase.PLAY:
            break
    else:
        game.apply(Pass(game.to_move))
        if game.phase is Phase.PLAY:
            game.apply(Pass(game.to_move))
    assert game.phase is Phase.STOPPED
    if game.log[-1].action.color == BLACK:
        game.apply(Pass(WHITE))  # White makes the last pass
    settlement = Settlement(frozenset(stone for point in random_dead(game.board, rng) for stone in game.board.chain(point)))
    x, sheet = Letters(game, settlement), game.score(settlement=settlement)
    assert x.n[BLACK] + x.passes[BLACK] == x.n[WHITE] + x.passes[WHITE]
    assert diff(x.j) - diff(x.passes) == diff(x.area) == sheet.margin


def test_i10_handicap_gives_white_a_point_a_stone_but_one() -> None:
    for number in (2, 5, 9):
        game = Game(find("aga"), 9, 9, komi=Fraction(0))
        game.set_up(range(0, 2 * number, 2), (), WHITE, handicap=True)
        assert game.score().margin == 81 - (number - 1)


# -- I11: dame between two groups that live anyway -----------------------------------------------------------------------


def front(rng: random.Random) -> tuple[Board, int]:
    """Two living groups side by side, with dame in the column between them; returns their number too."""
    rows = rng.randint(4, 8)
    lines, dame = [], 0
    eyes = {side: rng.sample(range(rows), rng.randint(2, rows - 1)) for side in "XO"}
    for row in range(rows):
        between = rng.choice("XO..")
        dame += between == "."
        left = ("." if row in eyes["X"] else "X") + "X X"
        right = "O O" + ("." if row in eyes["O"] else "O")
        lines.append(" ".join(f"{left[0]}X{'X'}{between}{right[0]}O{right[-1]}"))
    return read_diagram("\n".join(lines)), dame


def lu_margin(board: Board, mover: Color, dame: str) -> Fraction:
    position = Position(board, Settlement(), Tally(), Tally(), mover, None, None)
    return find(f"tang-song dame={dame}").score(position, Fraction(0)).margin


@pytest.mark.parametrize("seed", range(60))
def test_i11_an_odd_number_of_dame_is_worth_one_to_the_side_to_move(seed: int) -> None:
    board, dame = front(random.Random(seed))
    assert len(survey(board).public) == dame
    as_is = lu_margin(board, BLACK, "as_is")
    assert as_is == lu_margin(board, WHITE, "as_is")
    for mover, sign in ((BLACK, 1), (WHITE, -1)):
        position = Position(board, Settlement(), Tally(), Tally(), mover, None, None)
        fills = prepare(position, Dame.STRICT).fills
        assert (len(fills.by(mover)), len(fills.by(mover.opponent))) == ((dame + 1) // 2, dame // 2)
        assert lu_margin(board, mover, "strict") == as_is + sign * (dame % 2)
        assert not survey(fills.board).public
        assert lu_margin(fills.board, BLACK, "strict") == lu_margin(fills.board, WHITE, "strict")


# -- I12, I13: no public points ------------------------------------------------------------------------------------------


def without_public(rng: random.Random) -> tuple[Game, Settlement]:
    """A game with equal numbers of moves and a settlement that leaves no public point."""
    while True:
        game = Game(find("ming-qing").variant(opening=Opening()), *rng.choice(SIZES))
        wander(game, rng, 2 * rng.randrange(3, game.board.geometry.size))
        tally = [game.ledger.tally(c).stones for c in SIDES]
        if game.phase is not Phase.PLAY or tally[0] != tally[1]:
            continue
        for _ in range(20):
            dead = random_dead(game.board, rng)
            settlement = Settlement(frozenset(stone for point in dead for stone in game.board.chain(point)))
            if not survey(game.board, settlement.dead).public and len(settlement.dead) < len(game.board.empties()):
                return game, settlement


@pytest.mark.parametrize("seed", range(60))
def test_i12_i13_parity_and_groups(seed: int) -> None:
    game, settlement = without_public(random.Random(seed))
    x = Letters(game, settlement)
    assert (diff(x.area) - x.size) % 2 == 0
    lu = game.score(find("tang-song"), settlement)
    assert lu.margin == diff(x.area) - diff(x.e)
    if diff(x.e) == 0 and x.size % 2:
        assert lu.margin != 0, "停路 needs an odd number of public points or a move more"
    sheet = game.score(settlement=settlement)
    assert sheet.zi_margin is not None
    assert 2 * sheet.zi_margin == sheet.margin == diff(x.area) - diff(x.e)
    if all(each.group.enclosed >= 2 for each in x.alive):
        assert sheet.margin == diff(x.area) - 2 * diff(x.g)


# -- I14: Ikeda III ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(80))
def test_i14_the_first_pass_makes_area_territory(seed: int) -> None:
    rng = random.Random(seed)
    game = Game(find("ikeda-3"), *rng.choice(SIZES))
    wander(game, rng, rng.randrange(3 * game.board.geometry.size))
    if game.phase is not Phase.PLAY:
        pytest.skip("a cycle has ended the game")
    first = game.to_move
    game.apply(Pass(first))
    game.apply(Pass(first.opponent))
    assert game.phase is Phase.FINISHED
    x = Letters(game, Settlement())
    assert diff(x.n) == (first == WHITE), "whoever passes first has moved as often as the other, or Black once more"
    assert game.score().margin == diff(x.area) - (first == WHITE) == diff(x.j)


# -- I7 at the end of a game that was played -----------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_i7_net_prisoners_are_lu(seed: int) -> None:
    """tests/property/test_chips.py plays the phase in every way; here the prediction before the chips is compared."""
    rng = random.Random(seed)
    game = Game(find("song-captives opening=empty"), *rng.choice(SIZES))
    wander(game, rng, rng.randrange(2 * game.board.geometry.size), strict=False)
    if game.phase is not Phase.PLAY:
        pytest.skip("a cycle has ended the game")
    game.apply(Pass(game.to_move))
    game.apply(Pass(game.to_move))
    game.apply(Propose(BLACK, random_dead(game.board, rng)))
    margins = {
        game.score(find(name)).margin for name in ("tang-song", "song-captives", "dunhuang-chips", "dunhuang-chips zi=stones")
    }
    assert len(margins) == 1
    game.apply(Accept(WHITE))
    assert game.score().margin in margins
