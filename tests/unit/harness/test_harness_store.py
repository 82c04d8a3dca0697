"""What is kept, what is refused, and who may write."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from fake_config import BotConfig, EngineConfig, MatchConfig, make_config, make_record

from harness import changes, experiment, store
from harness.endings import Ending, Side
from harness.errors import DamagedStore, ForeignStore, HarnessError, StoreLocked
from harness.lock import Lock, holder
from harness.migration import ADDED
from harness.schedule import tasks
from harness.stopping import ask_to_stop, asked_to_stop


@pytest.fixture
def opened(tmp_path):
    with closing(store.open_store(tmp_path)) as found:
        yield found


TASKS = list(tasks(make_config()))


def test_a_game_comes_back_as_it_was_stored(opened):
    record = make_record(TASKS[0])
    opened.add(record)
    (found,) = opened.records()
    assert found == msgspec.structs.replace(record, sgf=b"")
    assert opened.sgf(record.task.key) == b"(;GM[1])"
    assert opened.keys() == {record.task.key}


def test_a_game_without_winner_or_count_comes_back_too(opened):
    record = make_record(TASKS[0], ending=Ending.INTERNAL, winner=None, result="Void", margin=None, recounts=(), sgf=b"")
    opened.add(record)
    assert list(opened.records()) == [record]
    assert not (opened.directory / "games").exists()


def test_the_record_lies_beside_the_store_as_a_file(opened):
    opened.add(make_record(TASKS[0], black=Side(errors="thinking…")))
    assert [path.name for path in opened.directory.glob("games/*")] == ["chinese_a_b_0001.sgf"]
    assert next(opened.directory.glob("games/*")).read_bytes() == b"(;GM[1])"
    assert next(opened.directory.glob("logs/*")).read_text(encoding="utf-8") == "thinking…"


def test_a_game_is_not_stored_twice(opened):
    opened.add(make_record(TASKS[0]))
    with pytest.raises(HarnessError, match="cannot be stored"):
        opened.add(make_record(TASKS[0], winner="W"))
    assert [record.winner for record in opened.records()] == ["B"]


def test_a_game_is_stored_whole_or_not_at_all(opened):
    twice = make_record(TASKS[0]).recounts * 2
    with pytest.raises(HarnessError):
        opened.add(make_record(TASKS[0], recounts=twice))
    assert opened.keys() == set()


def test_a_full_disk_is_told(opened):
    (opened.directory / "games").write_text("in the way")
    with pytest.raises(HarnessError, match="cannot be stored"):
        opened.add(make_record(TASKS[0]))
    assert opened.keys() == set()


def test_what_is_stored_survives_closing(tmp_path):
    with closing(store.open_store(tmp_path)) as first:
        first.add(make_record(TASKS[0]))
    with closing(store.open_store(tmp_path)) as second:
        assert second.keys() == {TASKS[0].key}
    with closing(store.read_store(tmp_path)) as third:
        assert third.keys() == {TASKS[0].key}


def test_only_trouble_is_forgotten(opened):
    for task, ending in zip(TASKS, Ending, strict=False):
        opened.add(make_record(task, ending=ending))
    kept = {record.ending for record in opened.records() if not record.ending.trouble}
    assert opened.forget_trouble() == len(TASKS) - len(kept)
    assert {record.ending for record in opened.records()} == kept
    assert all(record.recounts for record in opened.records())


@pytest.mark.parametrize("content", [b"no database at all, but long enough to look at", b"x" * 5000])
def test_a_file_that_is_no_store_is_refused_untouched(tmp_path, content):
    path = tmp_path / store.FILE
    path.write_bytes(content)
    with pytest.raises(ForeignStore):
        store.open_store(tmp_path)
    assert path.read_bytes() == content


def test_a_pipe_in_the_place_of_a_store_is_refused_and_holds_nobody_up(tmp_path):
    os.mkfifo(tmp_path / store.FILE)
    for opening in (store.open_store, store.read_store):
        with pytest.raises(ForeignStore, match="no regular file"):
            opening(tmp_path)


def test_a_new_store_is_whole_before_it_has_its_name(tmp_path, monkeypatch):
    seen = []

    def look(partial, target):
        with closing(sqlite3.connect(f"{partial.as_uri()}?mode=ro", uri=True)) as connection:
            seen.append(connection.execute("PRAGMA journal_mode").fetchone()[0])
        assert not list(tmp_path.glob("*-journal")) + list(tmp_path.glob(".*-journal"))
        return partial.rename(target)

    monkeypatch.setattr(Path, "replace", look)
    store.open_store(tmp_path).close()
    assert seen == ["wal"]


@pytest.mark.skipif(sys.platform == "win32", reason="limits of the size of a file")
@pytest.mark.parametrize("limit", range(0, 45_056, 4096))
def test_a_full_disk_leaves_a_whole_new_store_or_none(tmp_path, limit):
    code = f"""
import resource, sys
from pathlib import Path
from harness import store
from harness.errors import HarnessError
resource.setrlimit(resource.RLIMIT_FSIZE, ({limit}, resource.RLIM_INFINITY))
try:
    store.open_store(Path({str(tmp_path)!r})).close()
except HarnessError:
    sys.exit(2)
"""
    root = Path(__file__).parents[3]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) in {(0, ""), (2, "")}
    with closing(store.open_store(tmp_path)) as opened:
        opened.add(make_record(TASKS[0]))
        assert opened.keys() == {TASKS[0].key}


def half_written(tmp_path):
    """A store with a journal that is to be rolled back, as a process leaves it that is killed in the middle of writing."""
    with closing(store.open_store(tmp_path)) as opened:
        opened.add(make_record(TASKS[0]))
    code = f"""
import os, sqlite3
connection = sqlite3.connect({str(tmp_path / store.FILE)!r}, isolation_level=None)
connection.execute("PRAGMA journal_mode = DELETE")
connection.execute("PRAGMA cache_size = 1")
connection.execute("PRAGMA cache_spill = 1")
connection.execute("BEGIN IMMEDIATE")
connection.execute("CREATE TABLE ballast (text)")
for number in range(2000):
    connection.execute("INSERT INTO ballast VALUES (?)", ("x" * 500,))
os.kill(os.getpid(), 9)
"""
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == -9
    assert (tmp_path / f"{store.FILE}-journal").stat().st_size > 0


@pytest.mark.parametrize("opening", [store.read_store, store.open_store])
def test_what_a_killed_process_left_half_written_is_taken_back(tmp_path, opening):
    half_written(tmp_path)
    with closing(opening(tmp_path)) as opened:
        assert opened.keys() == {TASKS[0].key}


def test_reading_changes_nothing_that_was_stored(tmp_path):
    half_written(tmp_path)
    with closing(store.read_store(tmp_path)) as opened, pytest.raises(sqlite3.OperationalError, match="readonly"):
        opened.forget_trouble()


def test_a_log_that_was_left_by_a_removed_store_is_not_played_into_a_new_one(tmp_path):
    with closing(store.open_store(tmp_path)) as opened:
        opened.add(make_record(TASKS[0]))
        log = (tmp_path / f"{store.FILE}-wal").read_bytes()
    (tmp_path / store.FILE).unlink()
    (tmp_path / f"{store.FILE}-wal").write_bytes(log)
    with closing(store.open_store(tmp_path)) as opened:
        assert opened.keys() == set()


@pytest.mark.parametrize("left", [0, 3000])
def test_a_store_that_was_cut_off_is_ours_and_can_be_removed(tmp_path, left):
    with closing(store.open_store(tmp_path)) as opened:
        for task in TASKS:
            opened.add(make_record(task, sgf=b"(;GM[1])" * 500))
    path = tmp_path / store.FILE
    os.truncate(path, left)
    with pytest.raises(DamagedStore, match=r"reset --yes removes it"):
        store.read_store(tmp_path).keys()
    assert store.FILE in store.erase(tmp_path)
    assert not path.exists()
    store.open_store(tmp_path).close()


def test_a_store_that_is_in_use_is_not_called_damaged(tmp_path):
    store.open_store(tmp_path).close()
    path = tmp_path / store.FILE
    with closing(sqlite3.connect(path, isolation_level=None)) as other, closing(store.read_store(tmp_path)) as opened:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")
        opened._connection.execute("PRAGMA busy_timeout = 1")
        opened._connection.close()
        other.execute("PRAGMA journal_mode = DELETE")
        other.execute("BEGIN EXCLUSIVE")
        opened._connection = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=0.01)
        with pytest.raises(HarnessError, match="cannot be read: database is locked") as caught:
            opened.keys()
        assert not isinstance(caught.value, DamagedStore)


def test_records_that_somebody_removed_are_written_again(opened):
    for task in TASKS:
        opened.add(make_record(task))
    files = sorted((opened.directory / store.GAMES).iterdir())
    assert opened.restore_files() == 0
    files[0].unlink()
    assert opened.restore_files() == 1
    for file in files:
        file.unlink()
    files[0].parent.rmdir()
    assert opened.restore_files() == len(TASKS)
    assert [file.read_bytes() for file in files] == [b"(;GM[1])"] * len(TASKS)


def test_a_folder_of_records_that_is_removed_during_a_run_comes_back(opened):
    opened.add(make_record(TASKS[0]))
    for file in (opened.directory / store.GAMES).iterdir():
        file.unlink()
    (opened.directory / store.GAMES).rmdir()
    opened.add(make_record(TASKS[1]))
    assert len(list((opened.directory / store.GAMES).iterdir())) == 1


@pytest.mark.parametrize("name", ["games/../../elsewhere.sgf", "/tmp/x.sgf", "a\0b.sgf", "x" * 300 + ".sgf", b"\xff", 5, None])
def test_a_name_in_an_edited_store_leads_nowhere_and_loses_no_record(opened, name):
    opened.add(make_record(TASKS[0]))
    (file,) = (opened.directory / store.GAMES).iterdir()
    with opened._connection as connection:
        connection.execute("UPDATE games SET sgf_file = ?", (name,))
    file.unlink()
    assert opened.restore_files() == 1
    assert file.read_bytes() == b"(;GM[1])"
    assert not (opened.directory.parent / "elsewhere.sgf").exists()


@pytest.mark.parametrize(
    ("pragma", "reason"),
    [("user_version = 99", "newer gtp-harness"), ("application_id = 7", "not a store of gtp-harness; it was not touched")],
)
def test_a_store_of_another_kind_is_refused_untouched(tmp_path, pragma, reason):
    store.open_store(tmp_path).close()
    path = tmp_path / store.FILE
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"PRAGMA {pragma}")
    before = path.read_bytes()
    for opening in (store.open_store, store.read_store):
        with pytest.raises(ForeignStore, match=reason):
            opening(tmp_path)
    assert path.read_bytes() == before


def test_no_store_is_no_error_of_the_store(tmp_path):
    with pytest.raises(HarnessError, match="holds no games yet"):
        store.read_store(tmp_path)


def test_erasing_leaves_what_is_not_ours(tmp_path):
    with closing(store.open_store(tmp_path)) as opened:
        opened.add(make_record(TASKS[0], black=Side(errors="x")))
    (tmp_path / "notes.txt").write_text("mine")
    removed = store.erase(tmp_path)
    assert sorted(name for name in removed if "sqlite-" not in name) == [
        "games.sqlite",
        "games/chinese_a_b_0001.sgf",
        "logs/chinese_a_b_0001.black.txt",
    ]
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


def test_a_second_harness_is_told_who_is_at_work(tmp_path):
    with Lock(tmp_path):
        code = f"""
from pathlib import Path
from harness.lock import Lock
from harness.errors import StoreLocked
try:
    Lock(Path({str(tmp_path)!r})).__enter__()
except StoreLocked as error:
    print(error)
"""
        root = Path(__file__).parents[3]
        out = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True).stdout
        assert f"is in use by process {os.getpid()} on " in out
        assert str(os.getpid()) in (holder(tmp_path) or "")
    assert holder(tmp_path) is None
    with Lock(tmp_path):
        pass


def test_a_lock_that_a_dead_process_left_is_free(tmp_path):
    (tmp_path / "lock").write_text("process 1 on nowhere\n")
    assert holder(tmp_path) is None
    with Lock(tmp_path), pytest.raises(StoreLocked), Lock(tmp_path):
        pass


def test_settings_are_kept_once(opened):
    snapshot = changes.snapshot(make_config())
    assert opened.snapshot is None
    opened.keep_snapshot(snapshot, "now")
    opened.keep_snapshot(snapshot, "later")
    opened.keep_snapshot(changes.snapshot(make_config(games=8)), "later")
    assert opened.snapshot == changes.snapshot(make_config(games=8))
    with closing(sqlite3.connect(opened.directory / store.FILE)) as connection:
        assert connection.execute("SELECT count(*) FROM config").fetchone() == (2,)


PLAYERS = {"a": BotConfig("x"), "b": EngineConfig(["y"])}


@pytest.mark.parametrize(
    ("change", "allowed", "refused"),
    [
        ({}, [], []),
        ({"workers": 8, "directory": "/elsewhere"}, [], []),
        ({"rulesets": ["CHINESE", "tang-song"]}, [], []),
        ({"size": "9x9"}, [], []),
        ({"games": 6}, ["pairing a – b had 4 games, has 6"], []),
        ({"games": 3}, [], ["pairing a – b had 4 games, has 3"]),
        ({"seed": 2}, [], ["experiment.seed was 1, is 2"]),
        ({"komi": 7.5}, [], ['experiment.komi was not set, is "15/2"']),
        ({"size": "9x7"}, [], ['experiment.size was "9x9", is "9x7"']),
        ({"alternate": False}, [], ["pairing a – b changes colors otherwise than before"]),
        ({"counts": ["japanese"]}, [], ['experiment.counts was [], is ["japanese"]']),
        ({"players": {**PLAYERS, "c": BotConfig("z")}, "matches": [MatchConfig(players=["a", "b"])]}, ["players.c is new"], []),
        ({"players": {**PLAYERS, "a": BotConfig("z")}},
         [], ['players.a was {"type":"bot","bot":"x","options":{}}, is {"type":"bot","bot":"z","options":{}}']),
        ({"matches": [MatchConfig(players=["a", "b"]), MatchConfig(players=["a", "a"], games=2)]},
         ["pairing a – a is new, with 2 games"], []),
        ({"matches": [MatchConfig(players=["a", "a"])]},
         ["pairing a – a is new, with 4 games"], ["pairing a – b is gone"]),
    ],
)  # fmt: skip
def test_only_more_games_may_be_asked_for(change, allowed, refused):
    before = changes.snapshot(make_config(players=PLAYERS))
    after = changes.snapshot(make_config(**{"players": PLAYERS, **change}))
    assert changes.compare(before, after) == (allowed, refused)


DAMAGE = {
    "a table is gone": "DROP TABLE recounts",
    "an ending is none": "UPDATE games SET ending = 'bogus'",
    "a margin is no number": "UPDATE games SET margin = 'abc'",
    "the settings are no JSON": "UPDATE config SET snapshot = '{'",
    "the settings are another kind": "UPDATE config SET snapshot = '[]'",
}


@pytest.mark.parametrize("statement", DAMAGE.values(), ids=list(DAMAGE))
def test_a_store_that_was_edited_is_named_and_can_be_removed(tmp_path, statement):
    with closing(store.open_store(tmp_path)) as found:
        found.keep_snapshot({"experiment": {}, "players": {}, "pairings": {}}, "now")
        found.add(make_record(TASKS[0]))
    with closing(sqlite3.connect(tmp_path / store.FILE)) as connection:
        connection.executescript(statement)

    def read():
        with closing(store.read_store(tmp_path)) as found:
            return found.snapshot, list(found.records())

    with pytest.raises(DamagedStore, match="is damaged"):
        read()
    assert store.FILE in store.erase(tmp_path)
    assert not (tmp_path / store.FILE).exists()


def test_games_without_their_configuration_are_not_gone_on_with(tmp_path):
    config = make_config()
    with closing(store.open_store(tmp_path)) as found:
        found.add(make_record(TASKS[0]))
        with pytest.raises(DamagedStore, match="not the configuration"):
            experiment._accept_changes(found, config, tmp_path, print)


def test_a_disk_that_refuses_is_named(tmp_path):
    (tmp_path / f".{store.FILE}.partial").mkdir()
    with pytest.raises(HarnessError, match=r"games\.sqlite cannot be written"):
        store.open_store(tmp_path)


def version_1(folder):
    """A store as version 1 made it, with one game in it."""
    store.open_store(folder).close()
    with closing(store.open_store(folder)) as opened:
        opened.add(make_record(TASKS[0]))
    with closing(sqlite3.connect(folder / store.FILE)) as connection:
        for column in ADDED:
            connection.execute(f"ALTER TABLE games DROP COLUMN {column}")
        connection.execute("PRAGMA user_version = 1")


def test_a_store_of_version_1_is_read_as_it_is(tmp_path):
    version_1(tmp_path)
    before = (tmp_path / store.FILE).read_bytes()
    with closing(store.read_store(tmp_path)) as old:
        assert list(old.records()) == [msgspec.structs.replace(make_record(TASKS[0]), sgf=b"")]
        assert old.sgf(TASKS[0].key) == b"(;GM[1])"
    assert (tmp_path / store.FILE).read_bytes() == before


def test_a_store_of_version_1_is_brought_up_and_gone_on_with(tmp_path):
    version_1(tmp_path)
    with closing(store.open_store(tmp_path)) as opened:
        opened.add(make_record(TASKS[1], attempts=2))
        assert [record.attempts for record in opened.records()] == [1, 2]
        assert opened._connection.execute("PRAGMA user_version").fetchone() == (store.VERSION,)
        fresh = [row[1:] for row in opened._connection.execute("PRAGMA table_info(games)")]
    (tmp_path / "new").mkdir()
    with closing(store.open_store(tmp_path / "new")) as other:
        assert [row[1:] for row in other._connection.execute("PRAGMA table_info(games)")] == fresh


def test_a_migration_that_is_broken_off_leaves_version_1(tmp_path):
    version_1(tmp_path)
    with closing(sqlite3.connect(tmp_path / store.FILE)) as connection:
        connection.execute("ALTER TABLE games ADD COLUMN thoughts TEXT")  # so that the last step fails
    with pytest.raises(HarnessError):
        store.open_store(tmp_path)
    with closing(sqlite3.connect(tmp_path / store.FILE)) as connection:
        assert connection.execute("PRAGMA user_version").fetchone() == (1,)
        names = [row[1] for row in connection.execute("PRAGMA table_info(games)")]
        assert "opening" not in names


def test_the_settings_of_an_earlier_version_are_the_same_with_what_it_lacked():
    config = make_config(players={"e": EngineConfig(["x"]), "b": BotConfig("y")})
    after = changes.snapshot(config)
    before = msgspec.json.decode(msgspec.json.encode(after))
    for key in ("clock_margin", "trouble", "opening_candidates", "openings", "attempts", "komi_round"):
        before["experiment"].pop(key, None)
    for key in ("aliases", "restart", "memory", "cpu", "nice"):
        del before["players"]["e"][key]
    for pairing in before["pairings"].values():
        del pairing["handicap"], pairing["clock"]
    assert changes.compare(before, after) == ([], [])


@pytest.mark.parametrize(
    ("change", "refused"),
    [
        ({"clock": "absolute 1m"}, "pairing a – b has another clock than before"),
        ({"handicap": 2}, "pairing a – b has another handicap than before"),
        ({"sizes": [9, 13]}, 'experiment.size was "9x9", is "9x9 13x13"'),
        ({"komi": "search"}, 'experiment.komi was not set, is "search"'),
        ({"clock_margin": 1.0}, "experiment.clock_margin was 0.0, is 1.0"),
    ],
)
def test_what_the_games_depend_on_may_not_change(change, refused):
    before, after = changes.snapshot(make_config()), changes.snapshot(make_config(**change))
    assert changes.compare(before, after) == ([], [refused])
    assert refused not in str(changes.compare(after, after))


def test_how_the_work_is_done_may_change():
    before = changes.snapshot(make_config())
    assert changes.snapshot(make_config(workers=5, pin="off", keep=0, directory="x")) == before


def test_all_that_is_new_comes_back(opened):
    task = msgspec.structs.replace(TASKS[0], opening="x.sgf", handicap=2, clock="absolute 1m")
    record = make_record(task, attempts=3, thoughts=(5, 7), black=Side(overshoot=0.25))
    opened.add(record)
    (found,) = opened.records()
    assert found == msgspec.structs.replace(record, sgf=b"", thoughts=())
    assert opened._connection.execute("SELECT thoughts FROM games").fetchone() == ("[5,7]",)


def test_a_request_to_stop_is_for_one_process(tmp_path):
    assert ask_to_stop(tmp_path) is None
    with Lock(tmp_path):
        with asked_to_stop(tmp_path) as asked:
            (tmp_path / "stop").write_text("1\n")
            assert not asked()
        assert not (tmp_path / "stop").exists()
        assert f"process {os.getpid()}" in ask_to_stop(tmp_path)
        assert (tmp_path / "stop").read_text() == f"{os.getpid()}\n"
        with asked_to_stop(tmp_path) as asked:
            assert not asked()  # what was asked before is not for this run


def test_the_request_is_heeded(tmp_path):
    with Lock(tmp_path), asked_to_stop(tmp_path) as asked:
        ask_to_stop(tmp_path)
        assert asked()
        assert asked()


def test_a_lock_that_names_nobody_cannot_be_asked(tmp_path):
    with Lock(tmp_path):
        (tmp_path / "lock").write_text("")
        with pytest.raises(HarnessError, match="does not say by whom"):
            ask_to_stop(tmp_path)
