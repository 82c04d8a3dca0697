"""``gtp-harness rescore``: what it prints, where, and how it ends."""

from __future__ import annotations

import csv
import io
import json
import os
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rescore_games import agreed, one, plain_sgf, played

from gtp_rules.rulesets import find, names
from gtp_rules.sgf import write_game
from harness.cli import run_command
from harness.rescore.output import JsonLines, Table, exact, heading, printable, signed
from harness.rescore.rows import Plan
from harness.rescore.terms import Part
from harness.rescore.waterfall import waterfall_svg


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Records in folders of folders, one of them of ours, one a collection, one no record."""
    deep = tmp_path / "games" / "deep"
    deep.mkdir(parents=True)
    for seed in range(3):
        game = played("chinese", seed, 7, Fraction(13, 2))
        (deep / f"{seed}.sgf").write_bytes(plain_sgf(game, PB="Lee", PW="=Gu()", RE=game.score().result, RU="Chinese"))
    (tmp_path / "games" / "a.SGF").write_bytes(write_game(agreed(played("tang-song", 1, 7)), black="A", white="B"))
    (tmp_path / "games" / "two.sgf").write_bytes(plain_sgf(played("chinese", 5, 5)) + plain_sgf(played("chinese", 6, 5)))
    (tmp_path / "games" / "notes.txt").write_text("no record", "utf-8")
    return tmp_path / "games"


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = run_command(["rescore", *map(str, arguments)])
    return code, *capsys.readouterr()


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_all_rulesets_in_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, folder, "--json", "--explain")
    found = lines(out)
    assert (code, err) == (0, "")
    assert [(Path(str(each["file"])).name, each["game"]) for each in found] == [
        ("a.SGF", 1), ("0.sgf", 1), ("1.sgf", 1), ("2.sgf", 1), ("two.sgf", 1), ("two.sgf", 2),
    ]  # fmt: skip
    for game in found:
        assert [count["ruleset"] for count in game["counts"]] == names()  # type: ignore[attr-defined]
        base = Fraction(game["compared_with"]["margin"])  # type: ignore[index]
        for count in game["counts"]:  # type: ignore[attr-defined]
            assert sum(map(Fraction, count["parts"].values())) == Fraction(count["difference"])
            assert base + Fraction(count["difference"]) == Fraction(count["margin"])
    assert [each["agrees"] for each in found[:4]] == [True] * 4
    assert [each["dead_by"] for each in found] == ["record", *["result"] * 3, "none", "none"]


def test_csv(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, folder / "deep", "--csv", "--explain", "--rulesets", "ming-qing,japanese", "--komi", "own")
    rows = list(csv.DictReader(io.StringIO(out)))
    assert [row["ruleset"] for row in rows] == ["ming-qing", "japanese"] * 3
    assert {row["white"] for row in rows} == {"'=Gu()"}  # no spreadsheet takes it for a formula
    parts = [f"part_{part.replace(' ', '_').replace('-', '_')}" for part in Part]
    for row in rows:
        assert sum(Fraction(row[part]) for part in parts) == Fraction(row["difference"])
    assert {row["komi"] for row in rows} == {"6.5"}  # what the file states


def test_the_komi_part(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def parts(*komi: str) -> list[str | None]:
        _, out, _ = run(capsys, folder / "deep", "--json", "--explain", "--rulesets", "ming-qing,japanese", *komi)
        return [count["parts"].get("komi") for game in lines(out) for count in game["counts"]]  # type: ignore[attr-defined]

    assert parts("--komi", "own") == ["7.5", "1"] * 3
    assert parts("--komi", "file") == parts("--komi", "3.5") == parts() == [None] * 6


def test_the_table(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, folder / "deep" / "0.sgf", "--rulesets", "chinese,tang-song", "--from", "chinese")
    game = played("chinese", 0, 7, Fraction(13, 2))
    head, *body = out.rstrip("\n").split("\n")
    assert code == 0
    assert f"7×7, Lee – =Gu(), {game.turns} moves, komi 6.5, chinese, stated {game.score().result}" in head
    assert "which the count confirms" in head
    assert body[0].split() == ["chinese", game.score().result, "0"]
    assert body[1].split()[:2] == ["tang-song", game.score(find("tang-song")).result]


def test_the_summary(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, folder / "deep", "--rulesets", "chinese,tang-song")
    games = [played("chinese", seed, 7, Fraction(13, 2)) for seed in range(3)]
    sheets = [(game.score(), game.score(find("tang-song"))) for game in games]
    changed = sum(own.result[0] != other.result[0] for own, other in sheets)
    mean = sum((other.margin - own.margin for own, other in sheets), Fraction(0)) / 3
    last = out.rstrip("\n").split("\n")[-1].split()
    assert last == ["tang-song", str(changed), "0", f"{float(mean):+.2f}".replace("-", "−")]


def test_what_is_passed_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "b.sgf").write_bytes(b"(;SZ[9];B[aa];W[aa])")
    (folder / "c.sgf").write_bytes(b"\x00\xff(;")
    (folder / "d.sgf").write_bytes(b"(;SZ[9]) (;SZ[99])")
    code, out, err = run(capsys, folder, "--json", "--rulesets", "chinese")
    assert code == 1
    assert len(lines(out)) == 7
    told = err.splitlines()
    assert told[0].endswith("b.sgf: move 2: A9 is occupied")
    assert told[1].endswith("c.sgf: the file ends inside a game")
    assert told[2].endswith("d.sgf [2]: '99' is not a board size from 1 to 25")
    assert told[3] == "7 games counted, 3 passed over"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no pipes with names")
def test_what_is_no_file_is_not_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    code, _, err = run(capsys, tmp_path / "pipe")
    assert code == 1
    assert "pipe: is no regular file" in err


def test_a_fault_of_ours_costs_one_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("harness.rescore.rows.settle", fails)
    code, out, err = run(capsys, folder / "deep", "--json")
    assert (code, out) == (1, "")
    assert err.count("internal error, please report it: ZeroDivisionError: oh") == 3


@pytest.mark.parametrize(
    ("arguments", "part"),
    [
        (["nowhere.sgf"], "No such file"),
        ([".", "--rulesets", "no-such"], "unknown ruleset"),
        ([".", "--rulesets", ","], "at least one"),
        ([".", "--komi", "1e9"], "a number is needed"),
        ([".", "--workers", "0"], "from 1 to 1000"),
        ([".", "--from", "x"], "unknown ruleset"),
        ([".", "--json", "--csv"], "not allowed with"),
        ([".", "--waterfall", "x.svg"], "name one ruleset"),
    ],
)
def test_command_lines_that_cannot_be_used(
    arguments: list[str], part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.sgf").write_bytes(b"(;SZ[9])")
    try:
        code = run_command(["rescore", *arguments])
    except SystemExit as leaving:
        code = leaving.code  # type: ignore[assignment]
    assert code == 2
    assert part in capsys.readouterr().err


def test_a_folder_without_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, tmp_path)
    assert (code, out) == (2, "")
    assert "no record" in err


def test_dead_from_a_player_that_does_not_exist(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, folder, "--dead-from", "no-such-program-anywhere")
    assert code == 2
    assert "no-such-program-anywhere" in err


def test_any_number_of_workers_prints_the_same(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for number in range(40):
        game = plain_sgf(played("chinese", number % 5, 5)) if number % 7 else b"(;"
        (tmp_path / f"{number:02}.sgf").write_bytes(game)
    found = []
    for workers in ("1", "2"):
        code = run_command(["rescore", str(tmp_path), "--workers", workers, "--rulesets", "tang-song,aga", "--explain"])
        found.append((code, *capfd.readouterr()))
    assert found[0] == found[1]
    assert found[0][0] == 1
    assert len(found[0][1].split("\n\n")) == 35
    assert "34 games counted, 6 passed over" in found[0][2]


# -- pictures


def test_the_waterfall_of_a_game(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "w.svg"
    file = folder / "deep" / "0.sgf"
    code, out, _ = run(capsys, file, "--rulesets", "japanese", "--komi", "own", "--waterfall", target)
    assert code == 0
    assert "komi +1" in out
    texts = [element.text for element in ET.fromstring(target.read_text("utf-8")).iter("{http://www.w3.org/2000/svg}text")]
    assert "Lee – =Gu(), 7×7" in str(texts[0])
    assert {"chinese", "japanese", "komi", "+1"} <= set(texts)
    assert run(capsys, folder / "deep", "--rulesets", "japanese", "--waterfall", target)[0] == 2


def test_the_bars_of_a_waterfall() -> None:
    svg = waterfall_svg(("a<b", Fraction(2)), {"up": Fraction(3), "down": Fraction(-7)}, ("c", Fraction(-2)), "T & t")
    root = ET.fromstring(svg)
    bars = [e for e in root.iter("{http://www.w3.org/2000/svg}rect") if e.get("height") == "24"]
    left = [float(bar.attrib["x"]) for bar in bars]
    right = [x + float(bar.attrib["width"]) for x, bar in zip(left, bars, strict=True)]
    assert left[0] == pytest.approx(right[3], abs=0.2)  # 0, where the one begins and the other ends
    assert right[0] == pytest.approx(left[1], abs=0.2)
    assert right[1] == pytest.approx(right[2], abs=0.2)
    assert left[2] == pytest.approx(left[3], abs=0.2)
    assert right[1] - left[1] == pytest.approx(3 / 7 * (right[2] - left[2]), abs=0.3)


def test_parts_that_do_not_add_up_are_not_drawn() -> None:
    with pytest.raises(ValueError, match="do not add up"):
        waterfall_svg(("a", Fraction(2)), {"up": Fraction(3)}, ("c", Fraction(4)), "")


def test_pictures_of_no_difference_and_of_large_ones() -> None:
    ET.fromstring(waterfall_svg(("a", Fraction(0)), {}, ("b", Fraction(0)), ""))
    ET.fromstring(waterfall_svg(("a", Fraction(-10000)), {"x": Fraction(20000)}, ("b", Fraction(10000)), "x" * 400))


# -- texts


def test_numbers() -> None:
    assert [exact(Fraction(text)) for text in ("3", "-13/2", "1/3", "0")] == ["3", "-6.5", "1/3", "0"]
    assert [signed(Fraction(text)) for text in ("3", "-13/2", "0")] == ["+3", "−6.5", "0"]


def test_texts_from_files_do_nothing_to_a_terminal() -> None:
    row = one("(;SZ[5]KM[0]PB[\x1b[31mred\\]]PW[a\u202eb]RE[\x1b]2;x])")
    for text in (heading(row), Table(Plan(())).row(row._replace(counts=())).text, JsonLines().row(row).text):
        assert printable(text.replace("\n", "")) == text.replace("\n", "")
