"""The pages in docs/ and the README's generated table say what the program does."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from positions import (
    CHINESE_NUMBERS,
    FALSE_LIFE,
    FIGURE_4_4,
    FIGURE_4_5,
    FIGURE_4_5_A,
    FIGURE_4_5_B,
    ONE_SIDED_DAME,
    SEKI_WITH_EYES,
    TEN_THOUSAND_YEARS,
    game_from,
    moves,
)

from gtp_rules.board import BLACK, WHITE, diagram
from gtp_rules.game import FOLLOWS, Game, Play, Settlement
from gtp_rules.referee import Referee, registry
from gtp_rules.rules import Ending, Opening, Repetition, Ruleset, Turns
from gtp_rules.rules.counting import Counting
from gtp_rules.rules.options import OPTIONS
from gtp_rules.rulesets import find, names, registered
from gtp_rules.rulesets.table import BEGIN, END, markdown_table

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
RULES = (DOCS / "rules.md").read_text(encoding="utf-8")
PROTOCOL = (DOCS / "protocol.md").read_text(encoding="utf-8")
GLOSSARY = (DOCS / "glossary.md").read_text(encoding="utf-8")
OUR_PAGES = {"rules.md": RULES, "protocol.md": PROTOCOL, "glossary.md": GLOSSARY}

FOUR_LIBERTIES = """
7 O O X X O O .
6 O X . . X O .
5 O X . . X O .
4 O X O O X O .
3 O X X X X O .
2 O O O O O O .
1 . . . . . . .
"""


# -- docs/protocol.md ------------------------------------------------------------------------------------------------


def usages() -> dict[str, str]:
    """What each registered command does, by its usage line. A name that ends with an underscore only avoids a builtin."""
    return {re.sub(r"_(?=\]|\s|$)", "", entry.usage): entry.summary for entry in registry._entries.values()}


def documented_usages() -> list[str]:
    section = PROTOCOL.split("\n## Commands\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `([a-z][^`]*)` \|", section, flags=re.MULTILINE)


def test_every_command_is_documented_with_its_usage() -> None:
    missing = {usage: summary for usage, summary in usages().items() if usage not in documented_usages()}
    rows = "\n".join(f"| `{usage}` | {summary} |" for usage, summary in missing.items())
    assert not missing, f"rows that docs/protocol.md lacks under 'Commands':\n{rows}"


def test_no_command_is_documented_that_does_not_exist() -> None:
    listed = documented_usages()
    assert not set(listed) - set(usages())
    assert len(listed) == len(set(listed))


def sessions() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """The GTP sessions of a page: fenced blocks of commands behind ``>``, each with its answer below."""
    for page, text in OUR_PAGES.items():
        for block in re.findall(r"^```gtp\n(.*?)^```", text, flags=re.MULTILINE | re.DOTALL):
            parts = re.split(r"^> (.*)\n", block, flags=re.MULTILINE)[1:]
            yield page, list(zip(parts[::2], (answer.strip() for answer in parts[1::2]), strict=True))


def plain(answer: str) -> object:
    """An answer as it is compared: the success mark and JSON, or words, however the page breaks its lines."""
    mark, body = answer[:1], " ".join(answer[1:].split())
    try:
        return mark, json.loads(body)
    except json.JSONDecodeError:
        return mark, body


def agrees(printed: object, given: object) -> bool:
    """Whether an answer is the printed one; objects of JSON may have keys besides, as the page says."""
    if isinstance(printed, dict) and isinstance(given, dict):
        return printed.keys() <= given.keys() and all(agrees(value, given[key]) for key, value in printed.items())
    if isinstance(printed, (list, tuple)) and isinstance(given, (list, tuple)):
        return len(printed) == len(given) and all(map(agrees, printed, given))
    return printed == given


@pytest.mark.parametrize(("page", "session"), list(sessions()))
def test_the_sessions_run_as_printed(page: str, session: list[tuple[str, str]]) -> None:
    referee = Referee(find("tang-song"), 19, 19)
    for command, printed in session:
        answer, _ = registry.handle(referee, command)
        assert agrees(plain(printed), plain(answer.strip())), f"{page}: {command}: {answer}"


def test_there_are_sessions() -> None:
    assert len(list(sessions())) >= 6


def test_the_diagram_of_phases_is_that_of_the_game() -> None:
    drawn = {(source, target) for source, target in re.findall(r"^ +(\w+) --> (\w+):", PROTOCOL, flags=re.MULTILINE)}
    assert drawn == {(source.value, target.value) for source, targets in FOLLOWS.items() for target in targets}


# -- docs/rules.md ---------------------------------------------------------------------------------------------------


def _played(record: str) -> Game:
    game = Game(find("tang-song opening=empty"), 9, 9, komi=Fraction(0))
    for color, vertex in moves(record):
        game.apply(Play(color, game.board.geometry.point(vertex)))
    return game


def examples() -> dict[str, tuple[Game, Settlement]]:
    """The positions of the table of worked examples, by the heads of its columns."""

    def points(game: Game, words: str) -> frozenset[int]:
        return frozenset(stone for word in words.split() for stone in game.board.chain(game.board.geometry.point(word)))

    figures = {"4.5 (c)": _played(FIGURE_4_5), "4.5 (b)": _played(FIGURE_4_5_B), "4.5 (a)": _played(FIGURE_4_5_A)}
    captives = game_from("tang-song", CHINESE_NUMBERS)
    eyes = game_from("tang-song", SEKI_WITH_EYES)
    eyes.set_prisoners(BLACK, 1)
    dame = game_from("tang-song", ONE_SIDED_DAME)
    liberties = game_from("tang-song", FOUR_LIBERTIES)
    figure = game_from("tang-song", FIGURE_4_4)
    return {
        "4.5 (c)": (figures["4.5 (c)"], Settlement(points(figures["4.5 (c)"], "j8"))),
        "4.5 (b)": (figures["4.5 (b)"], Settlement(points(figures["4.5 (b)"], "j8"))),
        "4.5 (a)": (figures["4.5 (a)"], Settlement()),
        "captives": (captives, Settlement(points(captives, "b2 b5 b8"))),
        "4.4": (figure, Settlement(seki=points(figure, "c5 d5"))),
        "eyes": (eyes, Settlement()),
        "one-sided": (dame, Settlement(points(dame, "e4"))),
        "four": (liberties, Settlement()),
    }


def example_table() -> str:
    """The table of worked examples."""
    columns = examples()
    rows = [("ruleset", *columns), ("---",) * (1 + len(columns))]
    rows += [
        (f"`{ruleset.name}`", *(game.score(ruleset, settlement).result for game, settlement in columns.values()))
        for ruleset in registered()
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def test_the_worked_examples_come_out_as_printed() -> None:
    assert example_table() in RULES, f"docs/rules.md, section 11, should have this table:\n{example_table()}"


def _settled(
    diagram: str, dead: str = "", seki: str | None = None, claim: str = "", moved: str = ""
) -> tuple[Game, Settlement]:
    game = game_from("tang-song", diagram)
    for color, vertex in moves(moved):
        game.apply(Play(color, game.board.geometry.point(vertex)))
    point = game.board.geometry.point
    chains = {word: frozenset(game.board.chain(point(word))) for word in [*dead.split(), *(seki or "").split()]}
    declared = None if seki is None else frozenset().union(*(chains[word] for word in seki.split()))
    claims = tuple((point(word), BLACK) for word in claim.split())
    return game, Settlement(frozenset().union(*(chains[word] for word in dead.split())), declared, claims)


CORNER = "a1 b2 a3 d1 f7"
FIGURES = examples()
TOTALS = [
    ("tang-song dame=as_is", FIGURES["4.5 (c)"], 6, 12),
    ("tang-song", FIGURES["4.5 (c)"], 5, 12),
    ("tang-song", FIGURES["4.5 (b)"], 5, 12),
    ("tang-song", FIGURES["4.5 (a)"], 2, 9),
    ("ming-qing", FIGURES["4.5 (a)"], 34, 41),
    ("chinese", FIGURES["4.5 (a)"], 38, 43),
    ("song-captives", FIGURES["captives"], 18, 11),
    ("tang-song", FIGURES["4.4"], 5, 0),
    ("tang-song seki=played", FIGURES["4.4"], 2, -3),
    ("tang-song seki=zero", FIGURES["4.4"], 2, 0),
    ("tang-song", _settled(FIGURE_4_4), 4, 0),
    ("yan-lai-2015", FIGURES["eyes"], 1, 0),
    ("yan-lai-2015", FIGURES["one-sided"], 4, -1),
    ("yan-lai-2015", _settled(ONE_SIDED_DAME, "e4", claim="b4"), 5, -1),
    ("yan-lai-2015", _settled(ONE_SIDED_DAME, "e4", moved="B b4"), 4, -1),
    ("yan-lai-2015", FIGURES["four"], 2, 13),
    ("chinese", _settled(FOUR_LIBERTIES, "c4"), 18, 31),
    ("chinese", _settled(FALSE_LIFE, moved="B a3"), 27, 21),
    ("chinese", _settled(FALSE_LIFE, CORNER, moved="B a3"), 21, 28),
    ("yan-lai-2015", _settled(FALSE_LIFE, CORNER, moved="B a3"), -3, 8),
    ("yan-lai-2015", _settled(TEN_THOUSAND_YEARS), 3, 0),
    ("chinese", _settled(TEN_THOUSAND_YEARS, moved="W f4"), 17, 17),
]


@pytest.mark.parametrize(("ruleset", "position", "black", "white"), TOTALS)
def test_the_totals_in_the_text(ruleset: str, position: tuple[Game, Settlement], black: int, white: int) -> None:
    game, settlement = position
    sheet = game.score(find(ruleset), settlement)
    assert [sheet.black.total, sheet.white.total] == [Fraction(black), Fraction(white)]


def test_the_diagrams_of_the_worked_examples_are_those_of_the_tests() -> None:
    blocks = re.findall(r"^```(\w*)\n(.*?)^```", RULES, flags=re.MULTILINE | re.DOTALL)
    shown = [text for language, text in blocks if not language]
    diagrams = (CHINESE_NUMBERS, SEKI_WITH_EYES, ONE_SIDED_DAME, FIGURE_4_4, FALSE_LIFE, TEN_THOUSAND_YEARS, FOUR_LIBERTIES)
    assert all(text.lstrip("\n") in shown for text in diagrams)
    rows = diagram(_played(FIGURE_4_5).board, border=False).split("\n")
    assert shown[0] == "".join(f"{9 - index} {row}\n" for index, row in enumerate(rows))


def test_every_ruleset_and_option_is_described() -> None:
    assert not [name for name in names() if f"`{name}`" not in RULES and f"`-{name[-1]}`" not in RULES]
    assert not [key for key in OPTIONS if f"`{key}" not in RULES]


def decisions() -> list[str]:
    section = RULES.split("\n## 8. Table of decisions\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| (\d+) \|", section, flags=re.MULTILINE)


def test_the_decisions_are_numbered_without_gaps() -> None:
    assert decisions() == [str(number) for number in range(1, 20)]


def test_every_decision_that_the_code_cites_is_in_the_table() -> None:
    for path in sorted((ROOT / "gtp_rules").rglob("*.py")):
        text = " ".join(path.read_text(encoding="utf-8").split())
        for cited, after in re.findall(r"[Dd]ecisions? (\d+(?: and \d+)*)( of the protocol)?", text):
            known = [str(number) for number in range(1, 13)] if after else decisions()
            assert set(cited.split(" and ")) <= set(known), path
        for name in re.findall(r'decision "([^"]+)" in docs/rules.md', text):
            assert f'**Decision "{name}".**' in RULES, path


@pytest.mark.parametrize("page", OUR_PAGES)
def test_files_and_links_exist(page: str) -> None:
    text = OUR_PAGES[page]
    for path in re.findall(r"`((?:gtp_rules|tests|docs|configs)/[\w/.]+)`", text):
        assert (ROOT / path).exists(), path
    for link in re.findall(r"\]\((?!https?:)([^)#]*)(?:#[^)]*)?\)", text):
        assert not link or (DOCS / link).exists(), link


# -- the README ------------------------------------------------------------------------------------------------------


def test_the_readme_holds_the_table_of_rulesets() -> None:
    path = ROOT / "README.md"
    assert path.exists(), "there is no README.md"
    text = path.read_text(encoding="utf-8")
    assert text.count(BEGIN) == 1, f"README.md needs the lines {BEGIN} and {END}, once each"
    assert text.count(END) == 1, f"README.md needs the lines {BEGIN} and {END}, once each"
    held = text.split(BEGIN, 1)[1].split(END, 1)[0].strip()
    assert held == markdown_table(), f"between the markers README.md should hold gtp_rules.rulesets.table:\n{markdown_table()}"


def test_the_table_has_a_row_for_each_ruleset() -> None:
    rows = markdown_table().split("\n")
    assert [row.split("`")[1] for row in rows[2:]] == names()
    assert len({row.count("|") for row in rows}) == 1


def test_white_moves_first_where_the_table_says_so() -> None:
    for row in markdown_table().split("\n")[2:]:
        ruleset = find(row.split("`")[1])
        assert (f", {'White' if ruleset.opening.first.color == WHITE else 'Black'} |" in row) is True


def test_every_field_of_a_ruleset_is_described() -> None:
    text = (DOCS / "own-rulesets.md").read_text(encoding="utf-8")
    axes = [Ruleset, Opening, Turns, Ending, *get_args(Repetition), *get_args(Counting)]
    names = {field.name for axis in axes for field in msgspec.structs.fields(axis)}
    tags = {str(axis.__struct_config__.tag) for axis in axes if axis.__struct_config__.tag}
    assert {name for name in names | tags if f"`{name}`" not in text} == set()
