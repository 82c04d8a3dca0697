"""The games as a table: every field, exact, and harmless in a spreadsheet."""

import csv
import io
import json
import sys
from fractions import Fraction

import msgspec
import pyarrow.parquet
import pytest
from fake_config import make_config, make_record
from hypothesis import given, settings
from hypothesis import strategies as st

from harness import export
from harness.cli import run_command
from harness.endings import Ending, Record, Recount, Side
from harness.errors import HarnessError
from harness.filenames import stem
from harness.schedule import Task, tasks
from harness.store import open_store

TASKS = [task for task in tasks(make_config()) if task.ruleset == "chinese"]


def table(records, form="jsonl", which="games"):
    stream = io.BytesIO()
    rows = export.export(iter(records), which, form, stream)
    return rows, stream.getvalue()


def lines(records, which="games"):
    return [json.loads(line) for line in table(records, which=which)[1].splitlines()]


def cells(records, which="games"):
    return list(csv.DictReader(io.StringIO(table(records, "csv", which)[1].decode(), newline="")))


def test_a_game_is_a_row_with_exact_numbers_and_floats():
    (row,) = lines([make_record(TASKS[1], margin="-10/3", result="W+10/3", winner="W")])
    task = TASKS[1]
    expected = {
        "key": task.key,
        "first": "a",
        "second": "b",
        "black": "b",
        "white": "a",
        "game": 2,
        "opening_seed": task.opening_seed,
    }
    expected |= {"komi": "15/2", "komi_value": 7.5, "margin": "-10/3", "margin_value": -10 / 3, "result": "W+10/3"}
    expected |= {"winner": "W", "winner_name": "a", "first_points": 1.0, "ending": "score", "trouble": False}
    expected |= {"black_seconds": 1.5, "black_title": "Fake 1.0", "white_score": None, "sgf_file": f"games/{stem(task)}.sgf"}
    assert {key: row[key] for key in expected} == expected


def test_games_without_a_result():
    records = [
        make_record(TASKS[0], winner=None, margin=None, ending=Ending.REFUSED_SETUP, turns=0, recounts=()),
        make_record(TASKS[2], winner=None, result="0", margin="0"),
    ]
    void, draw = lines(records)
    fields = ("winner_name", "first_points", "margin", "margin_value", "trouble", "sgf_file")
    assert [void[field] for field in fields] == [None, None, None, None, True, None]
    assert [draw[field] for field in fields[:4]] == [None, 0.5, "0", 0.0]
    assert lines(records, "recounts") == lines(records[1:], "recounts")


def test_every_field_of_a_record_is_in_the_table():
    names = {column.name for column in export.TABLES["games"]}
    own = {field.name for struct in (Record, Task) for field in msgspec.structs.fields(struct)}
    sides = {f"{color}_{field.name}" for color in ("black", "white") for field in msgspec.structs.fields(Side)}
    left_out = {"task", "recounts", "sgf", "thoughts", "black_errors", "white_errors", "index"}
    assert (own | sides) - names == left_out
    assert len(names) == len(export.TABLES["games"])


def test_recounts_are_a_table_of_their_own():
    others = (Recount("japanese", "5/2", "B+2.5"), Recount("aga", "-1/3", "W+1/3"))
    first, second = lines([make_record(TASKS[0], recounts=others)], "recounts")
    assert (first["counted"], first["difference"], first["difference_value"], first["changed"]) == (
        "japanese",
        "-1",
        -1.0,
        False,
    )
    assert second == {
        "key": TASKS[0].key,
        "ruleset": "chinese",
        "counted": "aga",
        "result": "B+3.5",
        "margin": "7/2",
        "margin_value": 3.5,
        "counted_result": "W+1/3",
        "counted_margin": "-1/3",
        "counted_margin_value": -1 / 3,
        "difference": "-23/6",
        "difference_value": float(Fraction(-23, 6)),
        "changed": True,
    }


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "|x", "＝1", " =1", "\t=1", "\n@x", "\ufeff=1", "\u200b=1"])
def test_no_name_is_a_formula(text):
    (row,) = cells([make_record(TASKS[0], black=Side(title=text), detail=text)])
    assert row["black_title"] == row["detail"] == f"'{text}"
    (row,) = lines([make_record(TASKS[0], black=Side(title=text))])
    assert row["black_title"] == text


@pytest.mark.parametrize("text", ["", "GNU Go 3.8", "a=b", "'", " ", "\n", "–1"])
def test_other_names_are_left_alone(text):
    assert export.harmless(text) == text


def test_our_own_numbers_are_no_names():
    (row,) = cells([make_record(TASKS[0], margin="-7/2", result="W+3.5", winner="W")])
    assert (row["margin"], row["margin_value"], row["trouble"], row["white_score"]) == ("-7/2", "-3.5", "false", "")


@settings(max_examples=40)
@given(st.text())
def test_any_text_comes_back(text):
    record = make_record(TASKS[0], detail=text, black=Side(title=text))
    sound = text.encode(errors="replace").decode()
    (row,) = lines([record])
    assert row["detail"] == sound
    (row,) = cells([record])
    assert row["detail"] in (sound, f"'{sound}")
    stream = io.BytesIO()
    export.export([record], "games", "parquet", stream)
    assert pyarrow.parquet.read_table(stream)["detail"].to_pylist() == [sound]


@pytest.mark.parametrize("which", ["games", "recounts"])
def test_the_formats_have_the_same_rows(which):
    records = [make_record(task) for task in TASKS]
    rows, data = table(records, "parquet", which)
    assert rows == 4
    assert pyarrow.parquet.read_table(io.BytesIO(data)).to_pylist() == lines(records, which)
    assert [row["key"] for row in cells(records, which)] == [task.key for task in TASKS]
    assert table(records, "csv", which)[0] == table(records, "jsonl", which)[0] == 4


@pytest.mark.parametrize("form", export.FORMATS)
def test_a_table_without_rows_has_its_columns(form):
    rows, data = table([], form)
    assert rows == 0
    names = [column.name for column in export.TABLES["games"]]
    if form == "csv":
        assert data.decode() == ",".join(names) + "\n"
    elif form == "parquet":
        assert pyarrow.parquet.read_table(io.BytesIO(data)).column_names == names
    else:
        assert data == b""


def test_types_do_not_depend_on_the_rows():
    kinds = {
        name: pyarrow.parquet.read_schema(io.BytesIO(table([], "parquet")[1])).field(name).type for name in ("turns", "margin")
    }
    full = pyarrow.parquet.read_schema(io.BytesIO(table([make_record(TASKS[0])], "parquet")[1]))
    assert all(full.field(name).type == kind for name, kind in kinds.items())


def test_parquet_comes_in_batches(monkeypatch):
    monkeypatch.setattr(export, "_BATCH", 3)
    data = io.BytesIO(table([make_record(task) for task in TASKS], "parquet")[1])
    assert pyarrow.parquet.ParquetFile(data).metadata.num_row_groups == 2


def test_rows_are_written_as_they_come():
    stream = io.BytesIO()
    sizes = []

    def records():
        for task in TASKS:
            sizes.append(len(stream.getvalue()))
            yield make_record(task)

    export.export(records(), "games", "jsonl", stream)
    assert sizes == sorted(set(sizes))
    sizes.clear()
    export.export(records(), "games", "csv", stream)
    assert sizes == sorted(set(sizes))


def test_without_the_extra_parquet_says_what_is_missing(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(HarnessError, match=r"pip install 'gtp-rules\[parquet\]'"):
        table([], "parquet")
    assert table([make_record(TASKS[0])], "csv")[0] == 1


# -- the commands

CONFIG = """
[experiment]
name = "trial"
rulesets = ["chinese", "tang-song"]
games = 4

[players.a]
bot = "fake_bots:create"

[players.b]
bot = "fake_bots:create"
"""


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A folder with a configuration and the games of it, and one game that the configuration does not ask for."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "trial.toml").write_text(CONFIG)
    place = tmp_path / "runs" / "trial"
    place.mkdir(parents=True)
    store = open_store(place)
    for task in [*tasks(make_config()), next(iter(tasks(make_config(players=("a", "c")))))]:
        store.add(make_record(task))
    store.close()
    return tmp_path


def test_export_writes_to_standard_output(stored, capfd):
    assert run_command(["export", "trial.toml"]) == 0
    out, err = capfd.readouterr()
    assert [row["second"] for row in csv.DictReader(io.StringIO(out))] == ["b"] * 8
    assert err == ""


def test_export_writes_a_file(stored, capfd):
    assert run_command(["export", "trial.toml", "--format", "jsonl", "--table", "recounts", "-o", "out.jsonl"]) == 0
    assert capfd.readouterr() == ("", "wrote 8 rows to out.jsonl\n")
    assert len((stored / "out.jsonl").read_bytes().splitlines()) == 8
    assert not list(stored.glob(".*"))


def test_parquet_needs_a_file(stored, capfd):
    assert run_command(["export", "trial.toml", "--format", "parquet"]) == 2
    assert capfd.readouterr() == ("", "gtp-harness: parquet is no text: say -o FILE\n")
    assert run_command(["export", "trial.toml", "--format", "parquet", "-o", "out.parquet"]) == 0
    assert pyarrow.parquet.read_table(stored / "out.parquet").num_rows == 8


def test_a_broken_export_leaves_what_was_there(stored, monkeypatch, capfd):
    (stored / "out.csv").write_text("before")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run_command(["export", "trial.toml", "--format", "parquet", "-o", "out.csv"]) == 2
    assert (stored / "out.csv").read_text() == "before"
    assert not list(stored.glob(".*"))
    assert run_command(["export", "trial.toml", "-o", "none/out.csv"]) == 2
    assert "gtp-harness: none/out.csv: No such file or directory\n" in capfd.readouterr().err


def test_before_the_first_game_there_is_nothing_to_export(stored, capfd):
    (stored / "other.toml").write_text(CONFIG.replace('"trial"', '"other"'))
    assert run_command(["export", "other.toml"]) == 2
    assert "holds no games yet" in capfd.readouterr().err


def test_the_report_links_to_the_records_from_where_it_is(stored, capfd):
    (stored / "deep").mkdir()
    names = ["runs/trial/report.html", "deep/report.html", "report.html"]
    for name in names:
        assert run_command(["report", "trial.toml", "--format", "html", "-o", name]) == 0
        assert f"wrote {name}" in capfd.readouterr().err
    first = stem(next(iter(tasks(make_config()))))
    for name, way in zip(names, ["./games/", "./../runs/trial/games/", "./runs/trial/games/"], strict=True):
        assert f'href="{way}{first}.sgf"' in (stored / name).read_text("utf-8")
    assert run_command(["report", "trial.toml", "--format", "html"]) == 0
    assert capfd.readouterr().out == (stored / "report.html").read_text("utf-8")


def test_records_that_are_gone_are_not_linked(stored, capfd):
    for path in (stored / "runs" / "trial" / "games").iterdir():
        path.unlink()
    assert run_command(["report", "trial.toml", "--format", "html"]) == 0
    assert ".sgf" not in capfd.readouterr().out


def test_reports_of_every_format_go_to_files(stored, capfd):
    assert run_command(["report", "trial.toml", "--format", "json", "-o", "out.json"]) == 0
    assert json.loads((stored / "out.json").read_text("utf-8"))["games"] == 8
    assert run_command(["report", "trial.toml", "-o", "out.txt"]) == 0
    capfd.readouterr()
    assert run_command(["report", "trial.toml"]) == 0
    assert capfd.readouterr().out == (stored / "out.txt").read_text("utf-8")


@pytest.mark.parametrize("number", ["-1", "x", "1001"])
def test_a_number_of_pictures_is_needed(stored, number, capfd):
    with pytest.raises(SystemExit):
        run_command(["report", "trial.toml", "--format", "html", "--pictures", number])
    assert "a number from 0 to 1000 is needed" in capfd.readouterr().err


def test_an_anchor_sets_the_scale(stored, capfd):
    assert run_command(["report", "trial.toml", "--format", "json", "--anchor", "a=1000"]) == 0
    rated = json.loads(capfd.readouterr().out)["ratings"]["chinese"]
    assert {each["player"]: each["elo"]["value"] for each in rated}["a"] == 1000
    assert run_command(["report", "trial.toml", "--anchor", "a=-7.5"]) == 0
    assert "-8 [-8, -8]" in capfd.readouterr().out
    assert run_command(["report", "trial.toml", "--anchor", "d=1"]) == 2
    assert "there is no player 'd'" in capfd.readouterr().err


@pytest.mark.parametrize("text", ["a", "a=", "a=x", "a=nan", "a=inf", "a=1e9"])
def test_an_anchor_is_a_player_and_a_number(stored, text, capfd):
    with pytest.raises(SystemExit):
        run_command(["report", "trial.toml", "--anchor", text])
    assert "a player's name, = and a number are needed" in capfd.readouterr().err
