"""Pages that answer an experiment's question: numbers worked out by hand, and sentences that claim no more than they carry."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec
import pytest
from fake_config import make_config, make_record

from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE, read_diagram
from gtp_rules.game import Accept, Dispute, Game, Pass, Play, Propose
from gtp_rules.sgf import read_game, write_game
from harness import changes
from harness.answer.answers import Answer, Table, different, is_shown
from harness.answer.counts import counts
from harness.answer.disputes import change, disputes, is_turned
from harness.answer.finals import final, finals
from harness.answer.first_move import first_move
from harness.answer.page import About, page
from harness.answer.players import players
from harness.answer.shape import by_tax, shape
from harness.cli import run_command
from harness.config import FindingConfig, MatchConfig
from harness.endings import Recount
from harness.loading import parse
from harness.schedule import tasks
from harness.stats import Interval

GAMES = Path(__file__).parents[3] / "docs" / "findings" / "games"
FINDING = {"title": "T", "question": "Q?", "design": "D.", "measures": ["players"]}


def games(margins, *, rulesets=("chinese",), **settings):
    """One record for each task, with these margins of Black in turn."""
    config = make_config(rulesets=rulesets, games=len(margins), **settings)
    found = []
    for task in tasks(config):
        margin = Fraction(margins[task.index])
        winner = "B" if margin > 0 else "W" if margin < 0 else None
        result = f"{winner}+{abs(margin)}" if winner else "0"
        found.append(make_record(task, margin=str(margin), winner=winner, result=result, komi="0", recounts=()))
    return found


@pytest.mark.parametrize(
    ("interval", "shown"),
    [
        (None, False),
        (Interval(1, None, None), False),
        (Interval(1, -1, 3), False),
        (Interval(1, 0.5, 2), True),
        (Interval(-1, -2, -1), True),
    ],
)
def test_an_effect_is_shown_if_the_interval_leaves_out_none(interval, shown):
    assert is_shown(interval) is shown


def test_one_win_each_decides_nothing():
    answer = players(games([5, 5], alternate=True))  # Black wins both, so that each player wins once
    assert answer.tables[0].rows == [["chinese", "a – b", "2", "50 % [9, 91]", "0 [−393, +393]", "0.0 ±63.5"]]
    assert answer.sentences == [
        "Under chinese 2 games do not decide between a and b: 50 % [9, 91] of the points for a, 0.0 ±63.5 points a game."
    ]


def test_many_wins_decide():
    (sentence,) = players(games([5] * 12, alternate=False)).sentences
    assert sentence.startswith("Under chinese a beats b in 12 games: 100 %")
    (sentence,) = players(games([-5] * 12, alternate=False)).sentences
    assert sentence.startswith("Under chinese b beats a in 12 games: 0 %")


def test_another_count_that_turns_one_of_four_games():
    records = [
        msgspec.structs.replace(record, recounts=(Recount("tang-song", str(Fraction(record.margin) - 2), result),))
        for record, result in zip(games([1, 5, 5, 9]), ["W+1", "B+3", "B+3", "B+7"], strict=True)
    ]
    answer = counts(records)
    assert answer.tables[0].rows == [["chinese", "tang-song", "4", "1: 25 % [5, 70]", "−2.00 ±0.00", "2"]]
    assert answer.sentences[0] == "In 1 of 4 recounts (25 %) another count gives another winner."
    assert "tang-song instead of chinese moves Black's margin by −2.00 ±0.00 points on average." in answer.sentences


def recounted(records, name, changes):
    """These games under one more count, which adds so much to Black's margin."""
    found = []
    for record, added in zip(records, changes, strict=True):
        margin = Fraction(record.margin) + added
        result = f"B+{margin}" if margin > 0 else f"W+{-margin}" if margin < 0 else "0"
        recounts = (*record.recounts, Recount(name, str(margin), result))
        found.append(msgspec.structs.replace(record, recounts=recounts))
    return found


def test_a_win_that_becomes_a_tie_stands_in_brackets():
    (row,) = counts(recounted(games([2, 1, 5]), "x", [-2, -3, 0])).tables[0].rows
    assert row[3].startswith("2 (1): 67 %")


def test_a_count_that_makes_most_of_the_changes_is_named():
    records = recounted(recounted(games([1, 1, 1]), "odd", [-2, -2, -2]), "calm", [-2, 0, 0])
    assert counts(records).sentences[1] == "3 of these 4 are by one count alone, odd."
    even = recounted(recounted(games([1, 1]), "x", [-2, 0]), "y", [0, -2])
    assert not any("one count alone" in sentence for sentence in counts(even).sentences)


def test_the_clearest_difference_comes_before_the_largest():
    wide = recounted(games([30] * 6), "wide", [20, 1, 30, 2, 25, 40])  # 19.7 ±16.6
    both = recounted(wide, "narrow", [1, 1, 1, 1, 1, 2])  # 1.2 ±0.4
    said = [sentence for sentence in counts(both).sentences if "instead of" in sentence]
    assert [sentence.split()[0] for sentence in said] == ["narrow", "wide"]
    assert "Of 2 mean differences of Black's margin 2 leave out zero (each by itself). The clearest:" in counts(both).sentences


def test_a_game_played_alike_under_two_rulesets_is_one_course():
    first, second = games([1], rulesets=("chinese", "aga"))
    alike = [msgspec.structs.replace(record, moves="m") for record in (first, second)]
    assert different(alike) == alike[:1]
    assert len(different([alike[0], msgspec.structs.replace(second, moves="n")])) == 2
    assert len(different([msgspec.structs.replace(record, moves="") for record in (first, second)])) == 2


def test_games_under_two_rulesets_are_compared_one_by_one():
    won, lost = games([5] * 8, rulesets=("chinese",), alternate=False), games([-5] * 8, rulesets=("aga",), alternate=False)
    answer = players([*won, *lost])
    assert answer.tables[1].rows == [["a – b, 9×9", "aga", "chinese", "8", "−1.000 ±0.000"]]
    assert answer.sentences[-1] == (
        "On 9×9 a scores less against b under aga than under chinese: "
        "−1.000 ±0.000 points a game in 8 games of the same number."
    )


def test_many_counts_become_a_matrix():
    names = [f"r{number}" for number in range(41)]
    record = msgspec.structs.replace(games([1])[0], recounts=tuple(Recount(name, "-1", "W+1") for name in names))
    (table,) = counts([record]).tables
    assert len(table.rows) == 1
    assert table.rows[0] == ["chinese", *["100"] * 41]
    assert "41 r40" in table.note


def test_the_first_move_is_seen_from_who_makes_it_and_without_komi():
    black = [msgspec.structs.replace(record, komi="7") for record in games([3, 5, -7, 1])]  # 10, 12, 0 and 8 without komi
    answer = first_move(black, {"chinese": BLACK})
    assert answer.tables[0].rows[0][:5] == ["chinese, 9×9", "black", "4", "+7.50 ±8.37", "9 [0, 12]"]
    assert first_move(black, {"chinese": WHITE}).tables[0].rows[0][3] == "−7.50 ±8.37"
    assert answer.sentences == ["The games do not decide whether moving first gains or loses under chinese, 9×9."]


def test_settings_are_compared_game_by_game():
    records = games([1, 5, 9], rulesets=("chinese", "tang-song"))
    moved = [
        msgspec.structs.replace(record, margin=str(Fraction(record.margin) + 2))
        if record.task.ruleset == "tang-song"
        else record
        for record in records
    ]
    answer = first_move(moved, {"chinese": BLACK, "tang-song": BLACK})
    assert answer.tables[0].rows[1][-1] == "+2.00 ±0.00"
    assert answer.sentences[-1] == (
        "Under tang-song, 9×9 moving first is worth more than under chinese, 9×9: +2.00 ±0.00 points."
    )


def finished(name, moves, dead=(), komi=0):
    """A 5×5 game of these moves, Black first, stopped and agreed on."""
    game = Game(rulesets.find(name), 5, 5, komi=Fraction(komi))
    for vertex in moves.split():
        color = game.to_move
        game.apply(Pass(color) if vertex == "pass" else Play(color, game.board.geometry.point(vertex)))
    for color in (game.to_move, game.to_move.opponent):
        game.apply(game.pass_action(color))
    return game


# Black holds the right side, White the left.
WALL = "C1 B1 C2 B2 C3 B3 C4 B4 C5 B5"


def settled(game, dead=()):
    game.apply(Propose(BLACK, tuple(dead)))
    game.apply(Accept(WHITE))
    return game


def recorded(game, **changed):
    record = make_record(
        next(iter(tasks(make_config()))), komi=str(game.komi), margin=str(game.outcome.score.margin), recounts=()
    )
    return msgspec.structs.replace(record, sgf=write_game(game), **changed)


# Two black groups and a white one: area B+7.
GROUPS = "\n".join([". X O . O X .", "X X O O O X X"] * 3 + [". X O . O X ."])


def laid_out(name, komi):
    """The groups above, agreed on."""
    board = read_diagram(GROUPS)
    game = Game(rulesets.find(name), 7, 7, komi=Fraction(komi))
    game.set_up(board.stones(BLACK), board.stones(WHITE), BLACK)
    for color in (BLACK, WHITE):
        game.apply(game.pass_action(color))
    return settled(game)


@pytest.mark.parametrize("name", ["chinese", "ming-qing"])
@pytest.mark.parametrize(("komi", "decides"), [(6, True), (4, False), (9, False)])
def test_a_group_more_costs_two_points_with_the_tax_and_nothing_without(name, komi, decides):
    game = laid_out(name, komi)
    end = final(recorded(game), game)
    assert end.groups == 3
    assert (end.taxed, end.untaxed, end.stopped) == (5 - komi, 7 - komi, None)
    assert by_tax(end) is decides


def test_the_tax_is_that_of_the_board_on_which_the_ruleset_counts():
    """Four black groups and five white ones, which dame that are played out join to equal numbers."""
    game = read_game((GAMES / "gold-petalled-bowl.sgf").read_bytes())
    dead = ["K2", "F5", "R11", "C12", "H16", "H17"]
    for color in (game.to_move, game.to_move.opponent):
        game.apply(game.pass_action(color))
    settled(game, [game.board.geometry.point(vertex) for vertex in dead])
    end = final(recorded(game), game)
    assert end.groups == 9
    assert end.taxed == end.untaxed == 1


def test_the_share_of_games_that_the_tax_decides():
    game = laid_out("chinese", 6)
    end = final(recorded(game), game)
    answer = shape([end, end._replace(taxed=Fraction(1), record=twice(end.record, moves="other"))])
    assert [row[5] for row in answer.tables[0].rows] == ["100 % [21, 100]", "0 % [0, 79]"]
    assert answer.sentences[0] == "The eye tax alone decides 1 of 2 different games, 50 % [9, 91]."


def disputed():
    """Black calls the white stone on E5 dead; White disputes; Black takes it."""
    game = finished("chinese", f"{WALL} D5 E5")
    game.apply(Propose(BLACK, (game.board.geometry.point("E5"),)))
    game.apply(Dispute(WHITE, (game.board.geometry.point("E5"),)))
    color = game.to_move
    if color == WHITE:
        game.apply(Pass(WHITE))
    game.apply(Play(BLACK, game.board.geometry.point("E4")))
    for side in (game.to_move, game.to_move.opponent):
        game.apply(game.pass_action(side))
    return settled(game)


def test_what_a_dispute_changes():
    game = disputed()
    record = recorded(game, disputes=1)
    (end,) = finals([record], lambda each: each.sgf)
    # Six stones each at the stop, E5 alive; the five points of column A are White's, and those around E5 touch both colors.
    assert end.stopped == Fraction(6 - 6 - 5)
    assert change(end) == game.outcome.score.margin - end.stopped
    assert is_turned(end)
    answer = disputes([record], [end])
    assert answer.sentences[:2] == [
        "Different games with a dispute: 1 of 1, 100 % [21, 100]; disputes: 1.",
        (
            "Of 1 different disputed games that came to a count 1 have another margin than at the first stop, "
            "1 another winner (100 % [21, 100])."
        ),
    ]
    assert answer.tables[0].rows[0][2:6] == ["1", "1: 100 % [21, 100]", "1: 100 % [21, 100]", "1: 100 % [21, 100]"]


def twice(record, **changed):
    """The same game under another ruleset."""
    task = msgspec.structs.replace(record.task, key="other", ruleset="aga")
    return msgspec.structs.replace(record, task=task, **changed)


def test_sentences_on_all_games_take_one_that_was_played_alike_once():
    game = disputed()
    record = recorded(game, disputes=1)
    end = final(record, game)
    both = [end, end._replace(record=twice(record))]
    answer = disputes([each.record for each in both], both)
    assert answer.sentences[0].startswith("Different games with a dispute: 1 of 1,")
    assert answer.sentences[1].startswith("Of 1 different disputed games")
    assert [row[2] for row in answer.tables[0].rows] == ["1", "1"]
    taxed = [each._replace(taxed=Fraction(-1), untaxed=Fraction(1)) for each in both]
    answer = shape(taxed)
    assert answer.sentences[0].startswith("The eye tax alone decides 1 of 1 different games")
    assert answer.sentences[-1] == "Ties: 0 of 1 different games, 0 % [0, 79]."
    assert [row[1] for row in answer.tables[0].rows] == ["1", "1"]


def test_a_fair_komi_below_zero_has_the_minus_of_the_other_numbers():
    black = [msgspec.structs.replace(record, komi="0") for record in games([-3] * 12)]
    assert first_move(black, {"chinese": BLACK}).tables[0].rows[0][4] == "−3 [−3, −3]"


def test_pairings_are_told_apart_by_ruleset():
    listed = [MatchConfig(players=["a", "a"]), MatchConfig(players=["b", "b"])]
    config = make_config(matches=listed, games=1)
    table = counts([make_record(task) for task in tasks(config)]).tables[1]
    assert [row[0] for row in table.rows] == [
        "a – a, 9×9, chinese",
        "a – a, 9×9, tang-song",
        "b – b, 9×9, chinese",
        "b – b, 9×9, tang-song",
    ]


def written_page(**changed):
    finding = FindingConfig(**{**FINDING, **changed})
    config = msgspec.structs.replace(
        make_config(players={"<b>x</b>|": make_config().players["a"], "b": make_config().players["b"]}), finding=finding
    )
    records = [make_record(task) for task in tasks(config)]
    answers = [Answer("Heading", ["said *this*"], [Table(("name", "n"), [["a|b", "1 [0, 2]"]], "note")])]
    return page(About(config, finding, "my file.toml", "out.md", 99), records, answers)


def test_a_page_quotes_what_others_wrote():
    text = written_page(title="<script>", question="[a](http://x)", remarks=["_em_ and legal_dame"])
    assert "# \\<script>" in text
    assert "**\\[a\\](http://x)**" in text
    assert "* \\_em\\_ and legal_dame" in text
    assert "| a\\|b | 1 [0, 2] |" in text
    assert "said \\*this\\*" in text
    assert "gtp-harness run 'my file.toml'\ngtp-harness finding 'my file.toml' -o out.md" in text


def test_a_page_says_how_much_is_played():
    assert "Games: 8 of 99; the others are not played yet. They ended 8 by `score`." in written_page()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"opening_moves": 2}, "2 random moves, each opening with both colors."),
        ({"opening_moves": 2, "alternate": False}, "2 random moves, the next opening for each game."),
        ({"opening_moves": 2, "matches": [MatchConfig(players=["a", "a"])]}, "2 random moves, the next opening for each game."),
        ({}, "none, the board of the ruleset."),
    ],
)
def test_a_page_says_what_openings_there_were(settings, said):
    matches = settings.pop("matches", [])
    config = msgspec.structs.replace(make_config(**settings), finding=FindingConfig(**FINDING), matches=matches)
    records = [make_record(task) for task in tasks(config)]
    assert f"Openings: {said}" in page(About(config, config.finding, "c", None, len(records)), records, [])


def test_a_page_says_what_has_no_count_and_what_was_played_twice():
    config = msgspec.structs.replace(make_config(), finding=FindingConfig(**FINDING))
    first, second, *_ = [make_record(task) for task in tasks(config)]
    records = [msgspec.structs.replace(first, moves="m"), msgspec.structs.replace(second, moves="m", margin=None)]
    text = page(About(config, config.finding, "c", None, 2), records, [])
    assert "1 of the games went exactly like one before" in text
    assert "Without a count, and so in no table of margins: 1 of 1 under `tang-song`." in text


def test_the_question_is_no_part_of_what_games_depend_on():
    config = make_config()
    other = msgspec.structs.replace(config, finding=FindingConfig(**FINDING))
    assert changes.snapshot(config) == changes.snapshot(other)


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"measures": ["elo"]}, r'finding.measures\[0\]: "players" or .* is needed, not .elo'),
        ({"measures": []}, "finding.measures"),
        ({"titel": "x"}, "finding.titel"),
    ],
)
def test_a_wrong_finding_is_named(changed, complaint):
    data = {"experiment": {"name": "x", "rulesets": ["chinese"]}, "players": {"a": {"bot": "random"}, "b": {"bot": "random"}}}
    with pytest.raises(Exception, match=complaint):
        parse({**data, "finding": {**FINDING, **changed}})


CONFIG = """
[experiment]
name = "e"
directory = "{folder}"
rulesets = ["tang-song", "chinese"]
counts = ["japanese"]
games = 2
size = 5

[players.a]
bot = "random"

[players.b]
bot = "simple"
"""


def test_the_command(tmp_path, capsys):
    config = tmp_path / "e.toml"
    config.write_text(CONFIG.format(folder=tmp_path / "out"))
    assert run_command(["run", str(config)]) == 0
    assert run_command(["finding", str(config)]) == 2
    assert "there is no [finding]" in capsys.readouterr().err
    with config.open("a") as file:
        file.write('[finding]\ntitle = "T"\nquestion = "Q?"\ndesign = "D."\n')
        file.write('measures = ["players", "counts", "first-move", "shape", "disputes"]\n')
    assert run_command(["finding", str(config)]) == 0
    text = capsys.readouterr().out
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# T",
        "## What was found",
        "## Who wins",
        "## The same games under other counts",
        "## The first move",
        "## How the games look",
        "## Disputes",
    ]
    assert run_command(["finding", str(config), "-o", str(tmp_path / "f.md")]) == 0
    assert (tmp_path / "f.md").read_text().replace(f" -o {tmp_path / 'f.md'}", "") == text
    config.write_text(config.read_text().replace("size = 5", "size = 7"))
    capsys.readouterr()
    assert run_command(["finding", str(config)]) == 3
    assert "another configuration" in capsys.readouterr().err
