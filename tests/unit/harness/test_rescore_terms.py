"""The terms of a count add up to it, and each means what it says."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from positions import FIGURE_4_5, FIGURE_4_5_B, SEKI_WITH_EYES, game_from, moves
from rescore_games import agreed, every_count, one, plain_sgf, played, positions

from gtp_rules.board import BLACK, WHITE, Color, survey
from gtp_rules.game import Game, Pass, Phase, Play, Virtual
from gtp_rules.game.chips import next_chips
from gtp_rules.rules.counting import Life, Position, Settlement, livings
from gtp_rules.rules.counting.dame import fill_dame
from gtp_rules.rulesets import find, names, registered
from gtp_rules.sgf import write_game
from harness.rescore.rows import difference
from harness.rescore.terms import Facts, Part, terms_of

SIDES = (BLACK, WHITE)


def d(black: int, white: int) -> int:
    return black - white


def terms(position: Position, name: str) -> dict[Part, int | Fraction]:
    return terms_of(Facts(position), find(name).counting)


def parts(position: Position, base: str, other: str) -> dict[Part, Fraction]:
    return difference(terms(position, base), terms(position, other))


def check_sums(position: Position) -> None:
    """Each count is the sum of its terms, so each difference is the sum of its parts."""
    facts, counted = Facts(position), []
    for ruleset in every_count():
        black, white = ruleset.counting.count(position)
        own = terms_of(facts, ruleset.counting)
        assert facts.as_is.area + sum(own.values()) == black.total - white.total, ruleset.specification
        counted.append((black.total - white.total, own))
    for margin, base in counted[::5]:
        for other_margin, other in counted:
            split = difference(base, other, Fraction(1, 3))
            assert sum(split.values()) == other_margin - margin + Fraction(1, 3)
            assert all(split.values())


def test_the_terms_of_every_count_add_up() -> None:
    for position in positions(6):
        check_sums(position)


@pytest.mark.slow
def test_the_terms_of_every_count_add_up_over_many_games() -> None:
    number = 0
    for position in positions(60):
        check_sums(position)
        number += 1
    assert number >= 1000


def test_every_term_comes_up() -> None:
    seen = {part for position in positions(12) for name in names() for part in terms(position, name)}
    by_option = {Part.PUBLIC, Part.PRISONERS}
    tested_below = {Part.HANDICAP, Part.KOMI, Part.CLAIMS}
    chips = {Part.CHIPS}  # I7: the chips come to what they would come to, whoever puts them
    assert seen >= set(Part) - by_option - tested_below - chips


@pytest.mark.parametrize("komi", ["file", "own"])
def test_rows_add_up(komi: str) -> None:
    rulesets = ",".join(each.specification for each in every_count())
    for seed in range(12):
        game = played("chinese repetition=positional", seed, 7)
        for data in (plain_sgf(game), write_game(agreed(game))):
            row = one(data, rulesets, explain=True, own_komi=komi == "own", base=find(names()[seed % len(names())]))
            for count in row.counts:
                assert count.parts is not None
                assert row.base_margin + sum(count.parts.values()) == count.margin
                assert count.difference == count.margin - row.base_margin


def test_rows_are_what_the_game_counts() -> None:
    for seed in range(8):
        game = agreed(played("japanese", seed, 7))
        counted = one(write_game(game), ",".join(names())).counts
        for ruleset, count in zip(registered(), counted, strict=True):
            sheet = game.score(ruleset)
            assert (count.margin, count.result) == (sheet.margin, sheet.result)


# -- what the terms mean


def test_the_eye_tax_is_two_for_each_independent_group() -> None:
    """I9 and I13: where all groups live independently nothing else lies between area and stone counting."""
    alone = 0
    for position in positions(10):
        groups = livings(survey(position.board, position.settlement.dead), position.settlement)
        count = {c: sum(each.group.color == c and each.life is Life.INDEPENDENT for each in groups) for c in SIDES}
        found = parts(position, "chinese", "ming-qing")
        assert found.get(Part.TAX, 0) == -2 * d(count[BLACK], count[WHITE])
        if all(each.life is Life.INDEPENDENT for each in groups) and not position.handicap:
            assert set(found) <= {Part.TAX}
            alone += bool(found)
        eyes = {c: sum(len(each.eyes) for each in groups if each.group.color == c) for c in SIDES}
        assert sum(found.values()) == -d(eyes[BLACK], eyes[WHITE]) - 2 * position.handicap
    assert alone > 3


def test_area_and_territory_differ_by_moves_and_set_up_and_seki() -> None:
    """I1: d(S + T) = d(T − K') + d(M) + d(H), and points in seki do not count."""
    for position in positions(10):
        found = parts(position, "tromp-taylor", "japanese")
        made = {c: position.tally(c).play.played + position.tally(c).resumed.played for c in SIDES}
        moves_part = sum(found.get(part, 0) for part in (Part.PARITY, Part.PASSES, Part.VIRTUAL, Part.DISPUTE))
        assert moves_part == -d(made[BLACK], made[WHITE])
        groups = livings(survey(position.board, position.settlement.dead), position.settlement)
        seki = {c: sum(e.group.enclosed for e in groups if e.group.color == c and e.life is Life.SEKI) for c in SIDES}
        assert found.get(Part.SEKI, 0) == -d(seki[BLACK], seki[WHITE])
        assert set(found) <= {Part.SEKI, Part.PARITY, Part.PASSES, Part.VIRTUAL, Part.DISPUTE, Part.SETUP}


@pytest.mark.parametrize("seed", range(20))
def test_set_up_stones_are_those_that_stood_first(seed: int) -> None:
    """I0: the stones that no move brought, those that were lost before the set-up included."""
    chance = random.Random(seed)
    game = Game(find("new-zealand"), 6, 6)
    stones = chance.sample(range(36), 6)
    game.set_up(stones[:4], stones[4:])
    game.set_prisoners(WHITE, 3)
    for _ in range(20):
        game.apply(Play(game.to_move, chance.choice(game.legal_points(game.to_move))))
    assert Facts(game.position()).set_up == 4 - 2 - 3


def test_move_parity_is_the_last_turn_and_passes_are_free() -> None:
    game = game_from("chinese", ". . . . .\n" * 5)
    for color, action in ((BLACK, Play(BLACK, 12)), (WHITE, Pass(WHITE)), (BLACK, Play(BLACK, 6))):
        assert action.color == color
        game.apply(action)
    found = parts(game.position(), "chinese", "japanese")
    assert found == {Part.PARITY: -1, Part.PASSES: -1}


def test_art_mode_compensates_all_stones_before_the_stop() -> None:
    """I5: art mode = d(S + T) − d(n) of the play before the stop − d(H); a virtual move is a turn like any other."""
    game = Game(find("yan-lai-2015"), 5, 5)
    for action in (Play(BLACK, 12), Virtual(WHITE), Play(BLACK, 6)):
        game.apply(action)
    own = terms(game.position(), "yan-lai-2015")
    assert own == {Part.PARITY: -1}
    assert terms(game.position(), "japanese") == {Part.PARITY: -1, Part.VIRTUAL: -1}
    assert terms(game.position(), "tang-song") == {Part.TAX: -2, Part.VIRTUAL: -1}


def test_prisoners_count_nothing_where_only_free_points_do() -> None:
    """I8: the race to fill differs from lu by the prisoners."""
    for position in positions(4):
        lost = {c: position.tally(c).captured + len(position.dead(c)) for c in SIDES}
        own = terms(position, "natural-ending ending=annihilation")
        assert own.get(Part.PRISONERS, 0) == d(lost[BLACK], lost[WHITE])


def test_the_last_dame_of_figure_4_5() -> None:
    """I11: three dame with White to move bring White one point, as a further lu of Black's; S004: from 6 to 7."""
    position = _figure(FIGURE_4_5)
    as_is, strict = terms(position, "tang-song dame=as_is"), terms(position, "tang-song")
    assert difference(as_is, strict) == {Part.DAME: -1}
    fills = fill_dame(position)
    assert len(fills.white) - len(fills.black) == 1
    assert Part.DAME not in terms(_figure(FIGURE_4_5_B), "tang-song")


def _figure(text: str) -> Position:
    game = Game(find("tang-song opening=empty first=white"), 9, 9)
    for color, vertex in moves(text):
        game.apply(Play(color, game.board.geometry.point(vertex)))
    return game.position(Settlement(frozenset({game.board.geometry.point("j8")})))


def test_seki_with_eyes() -> None:
    """G3: two eyes in seki are two points of area, cost two basic eyes, and are no territory."""
    position = game_from("chinese", SEKI_WITH_EYES).position()
    assert parts(position, "chinese", "tang-song")[Part.SEKI] == -2
    assert parts(position, "chinese", "japanese")[Part.SEKI] == -2
    assert Part.SEKI not in parts(position, "chinese", "yan-lai-2015")


def test_handicap_first_pass_and_komi() -> None:
    game = Game(find("chinese"), 9, 9)
    game.set_up([20, 24, 40], [], WHITE, handicap=True)
    game.apply(Pass(WHITE))
    position = game.position()
    assert parts(position, "chinese", "aga") == {Part.HANDICAP: -2}
    assert terms(position, "ming-qing")[Part.HANDICAP] == -6
    assert parts(position, "ikeda-2", "ikeda-3") == {Part.FIRST_PASS: -1}
    row = one(plain_sgf(game), "new-zealand", own_komi=True, explain=True)
    assert row.counts[0].parts == {Part.KOMI: Fraction(1, 2)}


def test_claims_and_exclusive_liberties() -> None:
    game = game_from("yan-lai-2015", "O O O X .\n. . O X O\nX X O X X\nX X O X .\n. O O X .")
    point = game.board.geometry.point
    claimed = Settlement(frozenset({point("e4")}), None, ((point("b4"), BLACK), (point("a4"), BLACK)))
    plain = Settlement(claimed.dead)
    assert terms(game.position(claimed), "yan-lai-2015")[Part.CLAIMS] == 2
    assert Part.CLAIMS not in terms(game.position(plain), "yan-lai-2015")


def test_public_points_by_neighbors() -> None:
    """B2 lies beside two black stones and a white one, C3 beside one of each; A1 and C1 are liberties of one color."""
    position = game_from("chinese", ". X .\nX . O\n. . .").position()
    found = terms(position, "yan-lai-2007-b public=neighbors")
    assert found == {Part.PUBLIC: Fraction(1, 3)}
    assert Part.PUBLIC not in terms(position, "yan-lai-2007-b")


def test_chips_come_to_what_they_would_come_to() -> None:
    """I7: batches, order and handed-over prisoners do not change the count."""
    batches = 0
    for seed in range(6):
        game = agreed(played(("song-captives", "dunhuang-chips")[seed % 2], seed, 7))
        while game.phase is Phase.CHIPS:
            game.apply(next_chips(game))
            batches += 1
            for name in ("song-captives", "dunhuang-chips"):
                assert Part.CHIPS not in terms(game.position(), name)
    assert batches > 10


def test_a_color_is_its_own_opposite() -> None:
    """Swapping the colors of a finished position turns the signs of all terms that depend on the position alone."""
    for seed in range(10):
        game = played("chinese repetition=positional", seed, 7)
        other = Game(game.ruleset, 7, 7)
        other.set_up(game.board.stones(WHITE), game.board.stones(BLACK), Color(game.to_move).opponent)
        same = Game(game.ruleset, 7, 7)
        same.set_up(game.board.stones(BLACK), game.board.stones(WHITE), game.to_move)
        for name in names():
            one_way, other_way = terms(same.position(), name), terms(other.position(), name)
            assert {part: -value for part, value in one_way.items()} == other_way
