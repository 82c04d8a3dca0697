"""docs/tutorial.md: its sessions run as printed, its records and pictures are what they give.

``python tests/unit/test_tutorial.py`` writes answers, records and pictures anew; look at the changes before committing.
"""

from __future__ import annotations

import os
import re
import shlex
import tempfile
from pathlib import Path

import pytest

from gtp_rules.referee import Referee, registry
from gtp_rules.referee.gogui import ANALYZE
from gtp_rules.rulesets import find
from gtp_rules.sgf.tree import load
from harness.records import picture

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "tutorial.md"
PICTURES = DOCS / "pictures"
_BLOCK = re.compile(r"^(```gtp(?: aside)?\n)(.*?)(?=^```)", flags=re.MULTILINE | re.DOTALL)
Block = list[tuple[str, str]]


def text() -> str:
    return PAGE.read_text(encoding="utf-8")


def blocks(page: str) -> list[Block]:
    """The commands of each block with the answers below them."""
    parts = [re.split(r"^> (.*)\n", block, flags=re.MULTILINE)[1:] for _, block in _BLOCK.findall(page)]
    return [list(zip(block[::2], (answer.strip() for answer in block[1::2]), strict=True)) for block in parts]


def run(page: str) -> list[Block]:
    """The blocks with the referee's answers.

    A block goes on where the one before has ended, unless it begins with a board size. An aside is a session of its own,
    after which the game goes on.
    """
    done = []
    game = Referee(find("tang-song"), 19, 19)
    for (head, _), block in zip(_BLOCK.findall(page), blocks(page), strict=True):
        referee = game
        if block[0][0].startswith("boardsize"):
            referee = Referee(find("tang-song"), 19, 19)
        if "aside" not in head:
            game = referee
        done.append([(command, registry.handle(referee, command)[0].strip()) for command, _ in block])
    return done


def lines(answer: str) -> list[str]:
    return [line.rstrip() for line in answer.strip().split("\n")]


def test_the_sessions_run_as_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    printed = blocks(text())
    assert len(printed) >= 10
    for block, given in zip(printed, run(text()), strict=True):
        for (command, answer), (_, real) in zip(block, given, strict=True):
            assert lines(answer) == lines(real), command


def content(data: bytes) -> list[dict[str, list[str]]]:
    """The nodes of a record without the version of the program and the texts of the ruleset."""
    return [{name: values for name, values in node.items() if name not in {"AP", "XRR"}} for node in nodes(data)]


def nodes(data: bytes) -> list[dict[str, list[str]]]:
    return [dict(node) for node in load(data).nodes]


def test_the_records_are_those_that_the_sessions_save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    run(text())
    saved = {path.name for path in tmp_path.glob("*.sgf")}
    assert saved == {path.name for path in PICTURES.glob("*.sgf")}
    for name in saved:
        assert content((tmp_path / name).read_bytes()) == content((PICTURES / name).read_bytes()), name


def drawn(page: str) -> list[tuple[str, int | None, str]]:
    """Record, move and picture of each drawing command on the page."""
    found = []
    for line in re.findall(r"^gtp-harness picture (.*)$", page, flags=re.MULTILINE):
        words = shlex.split(line)
        move = int(words[words.index("--move") + 1]) if "--move" in words else None
        found.append((Path(words[0]).name, move, Path(words[words.index("-o") + 1]).name))
    return found


@pytest.mark.parametrize(("record", "move", "name"), drawn(text()))
def test_a_picture_is_what_its_record_gives(record: str, move: int | None, name: str, tmp_path: Path) -> None:
    picture(PICTURES / record, move, tmp_path / name)
    assert (tmp_path / name).read_text("utf-8") == (PICTURES / name).read_text("utf-8")


def test_every_picture_is_drawn_and_shown_with_a_text_for_those_who_do_not_see_it() -> None:
    shown = re.findall(r"^!\[([^\]]+)\]\(pictures/([\w-]+\.svg)\)$", text(), flags=re.MULTILINE)
    names = [name for _, name in shown]
    assert sorted(names) == sorted(path.name for path in PICTURES.glob("*.svg")) == sorted(name for _, _, name in drawn(text()))
    assert all(len(words) > 20 for words, _ in shown)


def test_the_moves_of_the_table_are_those_of_the_session() -> None:
    rows = re.findall(r"^\| (\d+\. .*) \|$", text(), flags=re.MULTILINE)
    cells = [cell.split(". ")[1] for row in rows for cell in row.split(" | ")]
    sequence = next(command for block in blocks(text()) for command, _ in block if command.startswith("gogui-play_sequence"))
    words = sequence.split()[1:]
    assert [f"{color} {vertex}" for color, vertex in zip(words[::2], words[1::2], strict=True)] == cells


def test_the_names_of_commands_in_gogui_are_those_that_it_offers() -> None:
    labels = {line.split("/")[1] for line in ANALYZE}
    named = {" ".join(name.split()) for name in re.findall(r"\*(Rules [A-Z][^*→]*)\*", text())}
    assert named
    assert named <= labels


def test_links_and_commands_exist() -> None:
    page = text()
    for link in re.findall(r"\]\((?!https?:|#)([^)#]*)(?:#[^)]*)?\)", page):
        assert (DOCS / link).exists(), link
    heads = {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in re.findall(r"^## (.*)$", page, re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]*)\)", page)) == heads
    known = registry.handle(Referee(find("tang-song"), 9, 9), "list_commands")[0].split()
    assert {name for name in re.findall(r"`(rules-\w+)", page) if name not in known} == set()


def main() -> None:
    """Writes the answers into the page, and its records and pictures beside it."""
    page = text()
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        here = Path.cwd()
        os.chdir(folder)
        try:
            answers = iter(run(page))
        finally:
            os.chdir(here)
        for path in Path(folder).glob("*.sgf"):
            (PICTURES / path.name).write_bytes(path.read_bytes())

    def filled(block: re.Match[str]) -> str:
        return block[1] + "".join(f"> {command}\n" + "\n".join(lines(answer)) + "\n" for command, answer in next(answers))

    PAGE.write_text(_BLOCK.sub(filled, page), encoding="utf-8")
    for record, move, name in drawn(page):
        picture(PICTURES / record, move, PICTURES / name)


if __name__ == "__main__":
    main()
