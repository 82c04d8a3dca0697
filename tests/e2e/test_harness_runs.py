"""The program as people start it: whole runs, broken off and resumed, with engines that misbehave."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

import gtp_rules

ROOT = Path(__file__).parents[2]
FAKES = ROOT / "tests" / "unit" / "harness"
ENGINE = json.dumps([sys.executable, "-S", "-E", str(FAKES / "fake_engine.py")])[1:-1]
ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(FAKES)])}


class Project:
    """A folder with one configuration."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "trial.toml"
        self.results = folder / "runs" / "trial"

    def write(self, players: str, matches: str = "", **experiment: object) -> None:
        settings = {"name": "trial", "rulesets": ["chinese"], "size": 5, "games": 2, **experiment}
        lines = [f"{key} = {json.dumps(value)}" for key, value in settings.items()]
        self.file.write_text("\n".join(["[experiment]", *lines, players, matches]))

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "harness", *arguments[:1], str(self.file), *arguments[1:]]

    def start(self, *arguments: str) -> subprocess.Popen[str]:
        # Whoever runs the tests by nohup ignores the end of the terminal, which would be handed down.
        return subprocess.Popen(self.command(*arguments), cwd=self.folder, env=ENVIRONMENT, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))  # noqa: PLW1509 # fmt: skip

    def do(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        done = subprocess.run(
            self.command(*arguments), cwd=self.folder, env=ENVIRONMENT, text=True, capture_output=True, check=False
        )
        assert "Traceback" not in done.stderr
        return done

    def rows(self, columns: str) -> list[tuple]:
        with closing(sqlite3.connect(self.results / "games.sqlite")) as connection:
            return connection.execute(f"SELECT {columns} FROM games ORDER BY key").fetchall()

    def wait_for_games(self, number: int) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if len(list(self.results.glob("games/*.sgf"))) >= number:
                return
            time.sleep(0.02)
        pytest.fail(f"there are no {number} games")


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


BOTS = '[players.a]\nbot = "fake_bots:create"\n[players.b]\nbot = "fake_bots:create"\n'


def slow_bots(pause: float) -> str:
    option = f"options = {{ pause = {pause}, moves = 4 }}\n"
    return f'[players.a]\nbot = "fake_bots:create"\n{option}[players.b]\nbot = "fake_bots:create"\n{option}'


def test_a_run_prints_the_report_and_keeps_the_games(project):
    project.write(BOTS, rulesets=["tang-song", "chinese"], counts=["japanese"], games=2, workers=2)
    done = project.do("run")
    assert done.returncode == 0
    assert done.stdout.startswith("trial: 4 of 4 games\n")
    assert "counted under" in done.stdout
    assert "4 of 4 games" in done.stderr
    assert len(list(project.results.glob("games/*.sgf"))) == 4
    assert {row[0] for row in project.rows("ending")} <= {"score", "draw", "no_result"}
    again = project.do("run")
    assert again.returncode == 0
    assert again.stdout == done.stdout
    assert project.do("report").stdout == done.stdout


def test_the_report_is_json_on_request(project):
    project.write(BOTS)
    assert project.do("run").returncode == 0
    values = json.loads(project.do("report", "--format", "json").stdout)
    assert (values["planned"], values["games"], values["results"][0]["ruleset"]) == (2, 2, "chinese")


def test_status_tells_what_is_missing(project):
    project.write(BOTS)
    before = project.do("status")
    assert (before.returncode, before.stderr) == (0, "")
    assert before.stdout == f"trial: 0 of 2 games in {project.results.absolute()}\n  chinese  a – b: 0 of 2\n"
    assert project.do("report").returncode == 2
    assert not project.results.exists()
    project.do("run")
    project.write(BOTS, games=6)
    after = project.do("status")
    assert f"trial: 2 of 6 games in {project.results.absolute()}\n  chinese  a – b: 2 of 6\n" in after.stdout
    assert after.stderr == ""


@pytest.mark.parametrize("command", ["status", "report"])
def test_games_of_another_configuration_are_told(project, command):
    project.write(BOTS, opening_moves=2)
    project.do("run")
    project.write(BOTS, opening_moves=3, komi=1)
    done = project.do(command)
    assert done.returncode == 0
    assert "2 of 2 games" in done.stdout
    assert done.stderr.count("\n") == 1
    assert "another configuration" in done.stderr
    assert "experiment.opening_moves was 2, is 3; " in done.stderr or "; experiment.opening_moves was 2, is 3" in done.stderr
    assert 'experiment.komi was not set, is "1"' in done.stderr


def test_check_starts_everybody_once(project):
    project.write(f"{BOTS}[players.c]\ncommand = [{ENGINE}]\n")
    done = project.do("check")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert [line[:7] for line in lines] == ["ok    a", "ok    b", "ok    c"]
    assert "Fake 1.0, rules unknown; black A1 in" in lines[2]


def test_check_tells_what_an_engine_refuses(project):
    project.write(f'{BOTS}[players.c]\ncommand = [{ENGINE}, "--refuse", "komi"]\n')
    done = project.do("check")
    assert done.returncode == 1
    assert "FAIL  c  chinese  refuses komi 7.5: refused" in done.stdout


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ('command = ["sh", "-c", "echo >> {}; sleep 1000"]', "no reply to 'name' in 0.5 s"),
        ('command = ["sh", "-c", "echo >> {}; exit 3"]', "has ended: exit code 3"),
        ('command = ["/no/such/engine"]', "/no/such/engine does not exist"),
        (
            f'command = [{ENGINE}, "--note", "{{}}", "--refuse", "kgs-rules"]\nstartup = ["kgs-rules x"]',
            "refuses kgs-rules x: refused",
        ),
        ('bot = "fake_bots:nobody"', "bot 'fake_bots:nobody' cannot be loaded"),
    ],
)
def test_a_player_that_does_not_start_is_started_once(project, tmp_path, options, reason):
    starts = tmp_path / "starts"
    timeouts = "" if "bot" in options else "timeouts = { start = 0.5, quit = 0.1 }\n"
    project.write(f"{BOTS}[players.c]\n{options.format(starts)}\n{timeouts}", rulesets=["chinese", "tang-song", "japanese"])
    done = project.do("check")
    assert done.returncode == 1
    failed, skipped = [line for line in done.stdout.splitlines() if "  c  " in line]
    assert failed.startswith(f"FAIL  c  chinese  {reason}")
    assert skipped == "skip  c  tang-song, japanese  not tried, as it does not start"
    assert not starts.exists() or sum("pid" in line or not line for line in starts.read_text().splitlines()) == 1


def test_a_player_that_fails_under_one_ruleset_is_tried_under_the_others(project):
    project.write(f'{BOTS}[players.c]\ncommand = [{ENGINE}, "--fault", "dies"]\n', rulesets=["chinese", "japanese"])
    lines = [line for line in project.do("check").stdout.splitlines() if "  c  " in line]
    assert [line.split("  ")[2] for line in lines] == ["chinese", "japanese"]
    assert all("has ended: exit code 3" in line for line in lines)


def wait_for(condition) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def pids(note: Path) -> list[int]:
    return [int(line.split()[1]) for line in note.read_text().splitlines() if line.startswith(("pid", "child"))]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize("command", ["check", "run"])
def test_a_signal_ends_all_that_was_started(project, tmp_path, command, number):
    note = tmp_path / "note"
    shell = f"trap : TERM; sleep 1000 & echo child $! >> {note}; echo pid $$ >> {note}; while true; do wait; done"
    engine = f"[players.e]\ncommand = {json.dumps(['sh', '-c', shell])}\ntimeouts = {{ quit = 600 }}\n"
    project.write(f'[players.a]\nbot = "fake_bots:create"\n{engine}')
    process = project.start(command)
    wait_for(lambda: note.exists() and "pid" in note.read_text())
    process.send_signal(number)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    wait_until_gone(pids(note))


def test_the_end_of_the_terminal_is_left_to_nohup(project):
    project.write(slow_bots(0.03))
    run = subprocess.Popen(["nohup", *project.command("run")], cwd=project.folder, env=ENVIRONMENT, text=True,
                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)  # fmt: skip
    project.wait_for_games(1)
    run.send_signal(signal.SIGHUP)
    run.communicate(timeout=60)
    assert run.returncode == 0
    assert len(project.rows("key")) == 2


def test_an_engine_has_a_standard_input_of_its_own_that_ends_with_the_program(project, tmp_path):
    note = tmp_path / "note"
    shell = f"echo pid $$ >> {note}; cat >> {note}; echo end >> {note}"
    project.write(f"{BOTS}[players.e]\ncommand = {json.dumps(['sh', '-c', shell])}\n")
    check = subprocess.Popen(project.command("check"), cwd=project.folder, env=ENVIRONMENT,
                             stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)  # fmt: skip
    check.stdin.write(b"not for the engine\n")
    check.stdin.flush()
    wait_for(lambda: note.exists() and "list_commands" in note.read_text())
    check.kill()
    check.communicate()
    wait_for(lambda: note.read_text().endswith("end\n"))
    assert "not for the engine" not in note.read_text()


def test_version():
    command = [sys.executable, "-m", "harness", "--version"]
    done = subprocess.run(command, env=ENVIRONMENT, text=True, capture_output=True, check=False)
    assert (done.returncode, done.stdout) == (0, f"{gtp_rules.__version__}\n")


def test_a_folder_without_records_is_no_success(project, tmp_path):
    def audit(*paths: object) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "harness", "audit", *map(str, paths)]
        return subprocess.run(command, env=ENVIRONMENT, text=True, capture_output=True, check=False)

    (tmp_path / "empty").mkdir()
    done = audit(tmp_path / "empty")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"gtp-harness: no record (*.sgf) is in {tmp_path / 'empty'}\n"
    project.write(BOTS)
    project.do("run")
    assert audit(tmp_path / "empty", project.results).stdout == "2 of 2 records confirmed\n"


def test_a_wrong_file_is_one_line_and_code_2(project):
    project.write(BOTS, gamez=3)
    done = project.do("run")
    assert done.returncode == 2
    assert done.stderr == f"gtp-harness: {project.file}: experiment.gamez: unknown key; did you mean 'games'?\n"
    assert not project.results.exists()


def test_a_missing_engine_is_told_before_the_first_game(project):
    project.write(f'{BOTS}[players.c]\ncommand = ["no-such-engine"]\n')
    done = project.do("run")
    assert done.returncode == 2
    assert done.stderr.startswith("gtp-harness: players.c.command: program 'no-such-engine' is neither on the PATH")
    assert done.stderr.count("\n") == 1
    assert not project.results.exists()


def test_wrong_arguments_are_code_2(project):
    project.write(BOTS)
    assert project.do("run", "--workers", "0").returncode == 2
    assert project.do("play").returncode == 2


FAULTS = {
    "dies": ("engine_died", "exit code 3; last on standard error: out of luck"),
    "crashes": ("engine_died", "SIGSEGV"),
    "closes": ("engine_died", "closed its output"),
    "hangs": ("timeout", "no reply to 'genmove"),
    "invalid": ("invalid_reply", "genmove answered 'Z99'"),
    "illegal": ("illegal_move", "is occupied"),
    "claim": ("false_claim", "answers 'illegal move' to the legal move"),
}
HARMLESS = ["crlf", "nospace", "garbage", "late", "floods", "staying", "stubborn"]


def test_every_fault_ends_its_own_game_by_its_own_name_and_no_process_is_left(project, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    players, matches = BOTS, ""
    for fault in [*FAULTS, *HARMLESS]:
        command = f'[{ENGINE}, "--fault", "{fault}", "--at", "2", "--note", "{notes}/{fault}"]'
        players += (
            f"[players.{fault}]\ncommand = {command}\ntimeouts = {{ genmove = {2 if fault == 'hangs' else 60}, quit = 0.3 }}\n"
        )
        matches += f'[[matches]]\nblack = "a"\nwhite = "{fault}"\ngames = 1\n'
    project.write(players, matches, workers=2)
    done = project.do("run")
    assert done.returncode == 1
    found = {white: (ending, winner, detail) for white, ending, winner, detail in project.rows("white, ending, winner, detail")}
    for fault, (ending, detail) in FAULTS.items():
        assert found[fault][:2] == (ending, "B"), fault
        assert detail in found[fault][2]
        assert f"/a – {fault}/1: {ending}: white ({fault}): " in done.stderr
    for fault in HARMLESS:
        assert found[fault][0] == "score", (fault, found[fault])
    assert_all_gone(notes)
    garbage = (project.results / "logs" / "chinese_a_garbage_0001.white.txt").read_text()
    assert "2 lines outside replies" in garbage
    flood = (project.results / "logs" / "chinese_a_floods_0001.white.txt").read_text()
    assert len(flood) < 70_000
    assert flood.endswith("the last line\n")


def assert_all_gone(notes: Path) -> None:
    pids = [
        int(line.split()[1]) for note in notes.iterdir() for line in note.read_text().splitlines() if line.startswith("pid")
    ]
    assert pids
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_trouble_can_be_played_again(project):
    project.write(f'[players.a]\nbot = "fake_bots:create"\n[players.e]\ncommand = [{ENGINE}, "--fault", "dies"]\n')
    assert project.do("run").returncode == 1
    again = project.do("run", "--retry")
    assert again.returncode == 1
    assert "2 games that ended by trouble are played again" in again.stderr
    assert len(project.rows("key")) == 2


def children(pid: int) -> list[int]:
    """The processes that this one has started; Linux tells, elsewhere none are looked at."""
    listed = Path(f"/proc/{pid}/task/{pid}/children")
    return [int(text) for text in listed.read_text().split()] if listed.exists() else []


def wait_until_gone(pids: list[int]) -> None:
    """Orphans are not ours to wait for, so their end is looked for in the process table."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        states = [path.read_text().rsplit(")", 1)[1].split()[0] for pid in pids if (path := Path(f"/proc/{pid}/stat")).exists()]
        if all(state == "Z" for state in states):
            return
        time.sleep(0.05)
    pytest.fail(f"of {pids} some are left")


def test_a_killed_run_loses_no_game_and_repeats_none(project):
    project.write(slow_bots(0.03), games=6)
    run = project.start("run")
    project.wait_for_games(3)
    workers = children(run.pid)
    run.kill()
    run.communicate()
    wait_until_gone(workers)
    kept = dict(project.rows("key, ended"))
    files = {path.name: path.read_bytes() for path in project.results.glob("games/*.sgf")}
    assert 2 <= len(kept) < 6  # the third file may lie there without its row yet
    done = project.do("run")
    assert done.returncode == 0
    rows = project.rows("key, ended, sgf_file, sgf, black_seed")
    assert len(rows) == 6
    assert {key: ended for key, ended, *_ in rows if key in kept} == kept
    for key, _, file, sgf, _ in rows:
        assert (project.results / file).read_bytes() == sgf
        if key in kept:
            assert files[Path(file).name] == sgf
    assert len({row[4] for row in rows}) == 6
    assert sorted(path.name for path in project.results.glob("games/*")) == sorted(Path(row[2]).name for row in rows)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_keeps_its_games_and_says_how_to_go_on(project, tmp_path, number):
    notes = tmp_path / "notes"
    notes.mkdir()
    engine = f'[players.e]\ncommand = [{ENGINE}, "--note", "{notes}/e"]\n'
    bot = '[players.a]\nbot = "fake_bots:create"\noptions = { pause = 0.1, moves = 3 }\n'
    project.write(bot + engine, games=20, workers=2)
    run = project.start("run")
    project.wait_for_games(2)
    run.send_signal(number)
    out, err = run.communicate(timeout=60)
    assert run.returncode == 130
    assert "Traceback" not in err
    assert f"To go on: gtp-harness run {project.file}" in err
    stored = len(project.rows("key"))
    assert 2 <= stored < 20
    assert out.startswith(f"trial: {stored} of 20 games\n")
    assert_all_gone(notes)


def test_an_interrupt_does_not_wait_for_a_hanging_engine(project, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    bot = '[players.a]\nbot = "fake_bots:create"\n'
    project.write(
        f'{bot}[players.e]\ncommand = [{ENGINE}, "--fault", "hangs", "--note", "{notes}/e"]\ntimeouts = {{ quit = 600 }}\n'
    )
    run = project.start("run")
    deadline = time.monotonic() + 60
    while not ((notes / "e").exists() and "genmove" in (notes / "e").read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    run.send_signal(signal.SIGINT)
    run.communicate(timeout=60)
    assert run.returncode == 130
    assert_all_gone(notes)


def test_a_second_harness_is_refused_by_the_firsts_number(project):
    project.write(slow_bots(0.2), games=50)
    first = project.start("run")
    project.wait_for_games(1)
    for command in (["run"], ["reset", "--yes"]):
        second = project.do(*command)
        assert second.returncode == 3
        assert f"is in use by process {first.pid} on" in second.stderr
    assert f"at work: process {first.pid}" in project.do("status").stdout
    first.send_signal(signal.SIGTERM)
    first.communicate(timeout=60)
    assert first.returncode == 130
    assert project.rows("key")


def test_a_changed_file_is_refused_but_more_games_are_played(project):
    project.write(BOTS)
    project.do("run")
    before = project.rows("key, ended")
    project.write(BOTS, komi=3)
    refused = project.do("run")
    assert refused.returncode == 3
    assert 'experiment.komi was not set, is "3"' in refused.stderr
    project.write(BOTS, games=4)
    more = project.do("run")
    assert more.returncode == 0
    assert "changed since the last run: pairing a – b had 2 games, has 4" in more.stderr
    assert set(before) < set(project.rows("key, ended"))


def test_a_foreign_store_is_refused(project):
    project.write(BOTS)
    project.results.mkdir(parents=True)
    (project.results / "games.sqlite").write_text("somebody's notes")
    done = project.do("run")
    assert done.returncode == 3
    assert (project.results / "games.sqlite").read_text() == "somebody's notes"


def test_reset_asks_first(project):
    project.write(BOTS)
    project.do("run")
    asked = project.do("reset")
    assert asked.returncode == 2
    assert "say --yes" in asked.stderr
    assert len(project.rows("key")) == 2
    assert project.do("reset", "--yes").returncode == 0
    assert sorted(path.name for path in project.results.iterdir()) == ["lock"]
    assert project.do("run").returncode == 0


def test_hostile_names_do_no_harm(project):
    name = "evil]\\n../" + "x" * 60 + "\N{GAME DIE}"
    players = f'[players."{name}"]\nbot = "fake_bots:create"\n[players.b]\nbot = "fake_bots:create"\n'
    project.write(players, games=1)
    done = project.do("run")
    assert done.returncode == 0
    (path,) = project.results.glob("games/*")
    assert path.name.isascii()
    from sgfmill import sgf

    root = sgf.Sgf_game.from_bytes(path.read_bytes()).get_root()
    assert root.get("PB").replace("\n", " ").startswith("evil] ../xxx")
