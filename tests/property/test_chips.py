"""The chip phase 打筹: however it is played, it leads to the count by lu at its start (I7); what may not be put is refused."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from asking import Session
from playing import refused, stop
from positions import CHINESE_NUMBERS, FIGURE_4_4, game_from

from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import Accept, Chips, Game, Phase, Play, Propose
from gtp_rules.game.chips import MOST, next_chips
from gtp_rules.rulesets import find

RULESETS = [
    "song-captives",
    "song-captives dame=as_is",
    "song-captives seki=zero",
    "song-captives seki=played",
    "dunhuang-chips",
    "dunhuang-chips seki=zero",
    "dunhuang-chips zi=stones",
    "dunhuang-chips dame=as_is",
]
SIZES = [(4, 4), (5, 5), (6, 5), (7, 7), (3, 9)]


def stopped(ruleset: str, rng: random.Random) -> Game:
    """A random game, stopped at random, with a random settlement of whole chains, up to the chip phase."""
    game = Game(find(f"{ruleset} opening=empty"), *rng.choice(SIZES))
    board = game.board
    for _ in range(rng.randrange(1, 2 * board.geometry.size)):
        color = game.to_move if rng.random() < 0.9 else rng.choice((BLACK, WHITE))
        points = [
            p for p in game.legal_points(color) if not all(board.colors[near] == color for near in board.geometry.neighbors[p])
        ]
        if not points or game.phase is not Phase.PLAY:
            break
        game.apply(Play(color, rng.choice(points)))
    if game.phase is Phase.PLAY:
        stop(game, rng.choice((BLACK, WHITE)))
        stones = [p for p, color in enumerate(board.colors) if color]
        dead = tuple(rng.sample(stones, min(len(stones), rng.randrange(4))))
        alive = [p for p in stones if not any(p in board.chain(d) for d in dead)]
        seki = tuple(rng.sample(alive, min(len(alive), rng.randrange(3)))) if rng.random() < 0.4 else None
        game.apply(Propose(BLACK, dead, seki))
    return game


def batch(game: Game, rng: random.Random, most: int) -> Chips:
    """A random batch that the game accepts, of `most` stones where so many may be put."""
    color = game.to_move
    empties = [p for p, owner in enumerate(game.board.colors) if not owner or p in game.settlement.dead]
    for size in range(most, 0, -1):
        for _ in range(60 if size > 1 else 0):
            action = Chips(color, tuple(rng.sample(empties, min(size, len(empties)))))
            if game.refusal(action) is None:
                return action
    rng.shuffle(empties)
    single = next((Chips(color, (p,)) for p in empties if game.refusal(Chips(color, (p,))) is None), None)
    assert single is not None, "the side to move can put at least one chip"
    return single


@pytest.mark.parametrize("most", [1, 2, 3, 0], ids=["one at a time", "two", "three", "mixed"])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_way_of_playing_chips_gives_the_count_at_their_start(ruleset: str, most: int) -> None:
    phases = 0
    for seed in range(12):
        rng = random.Random(f"{most} {seed}")
        game = stopped(ruleset, rng)
        if game.phase is not Phase.MARKING:
            continue
        options = " ".join(word for word in ruleset.split()[1:] if not word.startswith("zi="))
        lu = game.score(find(f"tang-song {options}".strip())).margin
        expected = game.score().margin
        if "zi=stones" not in ruleset:
            assert expected == lu
        game.apply(Accept(WHITE))
        auto = game.copy()
        phases += game.phase is Phase.CHIPS
        while game.phase is Phase.CHIPS:
            assert game.score().margin == expected, "counted early it is the same"
            game.apply(batch(game, rng, most or rng.randint(1, MOST)))
        while auto.phase is Phase.CHIPS:
            auto.apply(next_chips(auto))
        assert game.score().margin == auto.score().margin == expected
        for one in (game, auto):
            assert one.outcome is not None
            assert one.outcome.score is not None
            assert one.outcome.score.margin == expected
        assert [len(game.state.chips.of(c)) for c in (BLACK, WHITE)] == [len(auto.state.chips.of(c)) for c in (BLACK, WHITE)]
        assert game.state.chips.handed == auto.state.chips.handed
    assert phases >= 3


def test_undo_in_the_chip_phase_takes_one_batch_back() -> None:
    rng = random.Random(3)
    game = stopped("song-captives", rng)
    while game.phase is not Phase.MARKING:
        game = stopped("song-captives", rng)
    game.apply(Accept(WHITE))
    seen = []
    while game.phase is Phase.CHIPS:
        seen.append((game.state.chips, game.to_move))
        game.apply(batch(game, rng, MOST))
    for chips, mover in reversed(seen):
        game.retract()
        assert (game.state.chips, game.to_move, game.phase) == (chips, mover, Phase.CHIPS)


# -- what may not be put -------------------------------------------------------------------------------------------------


def zhang() -> Game:
    game = game_from("song-captives opening=empty first=black", CHINESE_NUMBERS)
    stop(game)
    game.apply(Propose(BLACK, tuple(map(game.board.geometry.point, ("b2", "b5", "b8")))))
    game.apply(Accept(WHITE))
    assert game.phase is Phase.CHIPS
    return game


def chips(game: Game, color: int, text: str) -> Chips:
    return Chips(BLACK if color == BLACK else WHITE, tuple(game.board.geometry.point(word) for word in text.split()))


@pytest.mark.parametrize(
    ("color", "text", "reason"),
    [
        (BLACK, "a1 b1 a2 a3", "one to three"),
        (BLACK, "", "one to three"),
        (BLACK, "f1", "F1 is neither an empty lu of black nor open dame"),
        (BLACK, "a1 f6", "F6 is neither an empty lu of black nor open dame"),
        (BLACK, "e4", "E4 is neither an empty lu of black nor open dame"),
        (BLACK, "c1", "C1 is neither an empty lu of black nor open dame"),
        (BLACK, "a1 a1", "twice"),
        (BLACK, "j6 j7 j8", "basic eye"),
        (BLACK, "d8 d9 g8", "share of the dame"),
        (WHITE, "f1", "black is to put chips"),
    ],
)
def test_named_errors(color: int, text: str, reason: str) -> None:
    game = zhang()
    assert reason in refused(game, chips(game, color, text))


def test_a_point_that_has_a_chip_is_taken() -> None:
    game = zhang()
    game.apply(chips(game, BLACK, "a1 d8"))
    game.apply(chips(game, WHITE, "f1 g8"))
    for taken in ("a1", "d8", "g8"):
        assert "a chip lies on" in refused(game, chips(game, BLACK, taken))


def test_the_other_side_puts_as_many_and_no_more() -> None:
    game = zhang()
    game.apply(chips(game, BLACK, "a1 a2"))
    assert "white may put 2 now" in refused(game, chips(game, WHITE, "f1 g1 h1"))
    assert "white is to put chips" in refused(game, chips(game, BLACK, "a3"))
    game.apply(chips(game, WHITE, "f1"))
    assert game.to_move == WHITE, "one is still owed"
    assert "white may put 1 now" in refused(game, chips(game, WHITE, "g1 h1"))


def test_basic_eyes_are_kept_whatever_the_order() -> None:
    """The black group on the right has four points: two may be filled, and then none, whichever they are."""
    for pair in ("j6 j7", "j6 j8", "j6 j9", "j7 j9", "j8 j9"):
        game = zhang()
        first = chips(game, BLACK, pair)
        rest = {"j6", "j7", "j8", "j9"} - set(pair.split())
        apart = abs(int(min(rest)[1]) - int(max(rest)[1])) > 1
        if not apart:
            assert "basic eye" in refused(game, first), "two points side by side are one eye"
            continue
        game.apply(first)
        game.apply(chips(game, WHITE, "f1 g1"))
        for point in sorted(rest):
            assert "basic eye" in refused(game, chips(game, BLACK, point))


def test_seki_points_are_chips_only_where_they_count() -> None:
    for reading, filled in (("effective", True), ("zero", False)):
        game = game_from(f"song-captives opening=empty first=black seki={reading}", FIGURE_4_4)
        stop(game)
        geometry = game.board.geometry
        game.apply(Propose(BLACK, (), (geometry.point("a3"), geometry.point("d5"))))
        game.apply(Accept(WHITE))
        assert game.phase is Phase.CHIPS
        assert (game.refusal(Chips(BLACK, (geometry.point("a4"),))) is None) is filled


@pytest.mark.parametrize("phase", ["play", "stopped", "marking", "finished"])
def test_chips_in_another_phase(phase: str) -> None:
    session = Session("song-captives opening=empty first=black", 9)
    session.set_up(CHINESE_NUMBERS)
    if phase != "play":
        session.ok("play B pass", "play W pass")
    if phase in {"marking", "finished"}:
        session.ok("rules-dead B b2 b5 b8")
    if phase == "finished":
        session.ok("rules-accept W", "rules-chips auto")
    assert session.phase == phase
    before = session.status()
    for line in ("rules-chips B a1", "rules-chips auto", "rules-chips W f1 g1", "rules-chips purple a1"):
        assert session.fails(line) == f"chips are not possible in the phase {phase}"
    assert session.status() == before


BAD_LINES = {
    "rules-chips": "syntax error: rules-chips COLOR_OR_AUTO [VERTICES …]",
    "rules-chips B": "a batch is one to three stones 打筹不得过三",
    "rules-chips B a1 b1 a2 a3": "a batch is one to three stones 打筹不得过三",
    "rules-chips W f1": "black is to put chips",
    "rules-chips B j6 j7 j8": "J6 is a basic eye: the group would be killed 将杀则止",
    "rules-chips B f1": "a chip lies on F1 already",
    "rules-chips B g1": "G1 is neither an empty lu of black nor open dame",
    "rules-chips B z9": "invalid coordinate: Z9 lies outside the board of 9 × 9",
    "rules-chips B pass": "invalid coordinate: 'pass' is not a vertex",
    "rules-chips purple a1": "invalid color 'purple'",
    "rules-chips auto a1": "syntax error: rules-chips auto takes no vertices",
    "play B a1": "illegal move",
    "play B pass": "illegal move",
    "rules-virtual B": "virtual is not possible in the phase chips",
    "rules-abandon B": "offer is not possible in the phase chips",
    "rules-dead B a1": "a proposal is possible only once play has stopped",
    "rules-dispute B a1": "no proposal stands",
    "rules-resume B": "there is no stop to take back",
}


@pytest.mark.parametrize("line", BAD_LINES)
def test_refused_commands_leave_no_trace(line: str, capfd: pytest.CaptureFixture[str]) -> None:
    session = Session("song-captives opening=empty first=black", 9)
    session.set_up(CHINESE_NUMBERS)
    session.ok("play B pass", "play W pass", "rules-dead B b2 b5 b8", "rules-accept W", "rules-chips B a1", "rules-chips W f1")
    before = session.status()
    said = session.fails(line)
    assert said.lower() == BAD_LINES[line].lower()
    assert session.status() == before
    assert "Traceback" not in capfd.readouterr().err


def test_both_sides_may_count_early() -> None:
    session = Session("song-captives opening=empty first=black", 9)
    session.set_up(CHINESE_NUMBERS)
    session.ok("play B pass", "play W pass", "rules-dead B b2 b5 b8", "rules-accept W", "rules-chips B a1 a2 a3")
    session.ok("rules-accept B")
    assert session.fails("rules-accept B") == "black has agreed to count already"
    assert session.phase == "chips"
    session.ok("rules-accept W")
    assert session.phase == "finished"
    assert session.ok("final_score") == "B+7"
    assert Fraction(session.json("rules-score")["margin"]) == 7
