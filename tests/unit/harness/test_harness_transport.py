"""A program behind pipes, and everything that programs do wrong."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from gtp_rules.engines import processes
from gtp_rules.engines.framing import Reply
from gtp_rules.engines.transport import Transport
from gtp_rules.errors import EngineDied, EngineTimeout, InvalidReply, UnavailablePlayer

ENGINE = [sys.executable, "-S", "-E", str(Path(__file__).with_name("fake_engine.py"))]


@pytest.fixture
def launch():
    started = []

    def start(*arguments: str) -> Transport:
        started.append(Transport([*ENGINE, *arguments]))
        return started[-1]

    yield start
    for transport in started:
        transport.close(0)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z" if Path("/proc").is_dir() else True


def test_several_commands_go_out_at_once_and_their_replies_come_in_order(launch):
    engine = launch()
    replies = engine.exchange(["name", "nonsense", "version", "genmove b"], 10)
    assert replies == [Reply(True, "Fake"), Reply(True, ""), Reply(True, "1.0"), Reply(True, "a1")]


def test_thousands_of_commands_do_not_block_either_side(launch):
    replies = launch().exchange(["list_commands"] * 20_000, 60)
    assert len(replies) == 20_000
    assert {reply.ok for reply in replies} == {True}


@pytest.mark.parametrize("fault", ["crlf", "nospace"])
def test_odd_line_ends_and_missing_blanks_are_accepted(launch, fault):
    engine = launch("--fault", fault)
    assert engine.exchange(["genmove b", "genmove w"], 10) == [Reply(True, "a1"), Reply(True, "b1")]
    assert engine.framer.junk == 0


def test_garbage_before_a_reply_is_skipped_and_counted(launch):
    engine = launch("--fault", "garbage")
    assert engine.exchange(["genmove b"], 10) == [Reply(True, "a1")]
    assert (engine.framer.junk, engine.framer.first_junk) == (2, "GTP ready")


def test_a_flood_beside_the_replies_is_not_read_to_the_end_of_time(launch):
    with pytest.raises(InvalidReply, match="more than 1048576 lines that are no reply to 'genmove b'"):
        launch("--fault", "babbles").exchange(["genmove b"], 600)


def test_a_flood_on_standard_error_is_drained_and_cut(launch):
    engine = launch("--fault", "floods")
    assert engine.exchange(["genmove b"], 60) == [Reply(True, "a1")]
    engine.close(10)
    text = engine.errors.text()
    assert len(text) < 100_000
    assert text.startswith("xxx")
    assert text.endswith("the last line\n")
    assert engine.errors.dropped > 10_000_000


def test_the_end_of_the_program_is_told_with_code_and_last_words(launch):
    engine = launch("--fault", "dies")
    with pytest.raises(EngineDied, match="exit code 3; last on standard error: out of luck"):
        engine.exchange(["genmove b"], 10)
    with pytest.raises(EngineDied, match="exit code 3"):
        engine.exchange(["name"], 10)


def test_a_signal_is_told_by_name(launch):
    with pytest.raises(EngineDied, match="SIGSEGV"):
        launch("--fault", "crashes").exchange(["genmove b"], 10)


def test_closed_output_is_the_end_even_if_the_program_runs_on(launch):
    engine = launch("--fault", "closes")
    with pytest.raises(EngineDied, match="closed its output"):
        engine.exchange(["genmove b"], 10)
    assert not is_alive(engine.pid)


@pytest.mark.parametrize(
    ("fault", "hint"),
    [("hangs", "no reply to 'genmove b' in 0.5 s"), ("unflushed", "flush"), ("halfway", "without an empty line")],
)
def test_no_reply_is_a_timeout_with_a_hint(launch, fault, hint):
    engine = launch("--fault", fault)
    if fault == "hangs":
        engine.exchange(["name"], 10)
    with pytest.raises(EngineTimeout, match=hint):
        engine.exchange(["genmove b"], 0.5)


def test_commands_sent_ahead_have_a_limit_of_their_own(launch):
    engine = launch("--fault", "hangs")
    with pytest.raises(EngineTimeout, match=r"no reply to 'genmove b' in 0\.5 s"):
        engine.exchange(["name", "version", "genmove b"], 0.5, 2, 600)


def test_a_limit_for_each_command_begins_with_the_reply_before_it():
    slow = "import sys, time\nfor line in sys.stdin: time.sleep(0.3); print('=', line, flush=True)"
    engine = Transport([sys.executable, "-S", "-E", "-c", slow])
    try:
        assert engine.exchange_each(list("abcde"), 1.2) == [Reply(True, letter) for letter in "abcde"]
        with pytest.raises(EngineTimeout, match=r"no reply to 'a' in 0\.05 s"):
            engine.exchange_each(list("ab"), 0.05)
    finally:
        engine.close(0)


def test_a_reply_that_is_there_already_is_taken_without_waiting():
    engine = Transport([sys.executable, "-S", "-E", "-c", "import time; print('= D4\\n', flush=True); time.sleep(600)"])
    try:
        engine._poll.poll(30_000)
        engine._poll = None  # to wait would be an error
        assert engine.exchange(["genmove b"], 10) == [Reply(True, "D4")]
    finally:
        engine._process.kill()
        engine.close(0)


def test_a_program_has_a_process_group_of_its_own_and_no_terminal(launch):
    engine = launch()
    assert os.getpgid(engine.pid) == engine.pid
    if processes._has_terminal():
        assert os.getsid(engine.pid) == engine.pid


def test_who_has_left_his_terminal_keeps_programs_in_his_session():
    code = """
import os, pty, sys
from gtp_rules.engines import processes
child, line = pty.fork()  # a process with a terminal
if child:
    os.read(line, 1 << 12)
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
def session():
    process = processes.start(["sleep", "600"], None, {})
    try:
        assert os.getpgid(process.pid) == process.pid
        return os.getsid(process.pid)
    finally:
        processes.end(process)
before = processes._has_terminal(), session() != os.getsid(0)
if os.fork() == 0:
    processes.leave_terminal()
    after = processes._has_terminal(), session() != os.getsid(0)
    os._exit(0 if (before, after) == ((True, True), (False, False)) else 1)
status = os.waitstatus_to_exitcode(os.wait()[1])
print("done", flush=True)
os._exit(status)
"""
    done = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, timeout=60, check=False)
    assert done.returncode == 0


def test_nothing_to_ask_is_nothing_to_wait_for(launch):
    assert launch("--fault", "unflushed").exchange([], 600) == []


def test_an_endless_reply_is_broken_off(launch):
    with pytest.raises(InvalidReply, match="more than 1048576 bytes"):
        launch("--fault", "endless").exchange(["genmove b"], 60)


def test_a_late_reply_within_the_limit_counts(launch):
    assert launch("--fault", "late").exchange(["genmove b"], 10) == [Reply(True, "a1")]


def test_quit_lets_the_program_end_by_itself(launch):
    engine = launch()
    assert engine.close(10) == 0
    assert engine.close(10) == 0


@pytest.mark.parametrize(("fault", "code"), [("staying", -15), ("stubborn", -9)])
def test_a_program_that_stays_is_terminated_then_killed(launch, fault, code):
    engine = launch("--fault", fault)
    engine.exchange(["name"], 10)
    assert engine.close(0.1) == code
    assert not is_alive(engine.pid)


def test_its_children_end_with_it(launch, tmp_path):
    note = tmp_path / "note"
    engine = launch("--fault", "child", "--note", str(note))
    engine.exchange(["name"], 10)
    child = int(note.read_text().split()[1])
    assert is_alive(child)
    engine.close(10)
    for _ in range(200):  # the kernel ends it in its own time
        if not is_alive(child):
            break
        time.sleep(0.01)
    assert not is_alive(child)


def test_no_shell_reads_the_arguments():
    words = ["two words", "$HOME", "a;b", "*"]
    code = "import sys; sys.stdin.readline(); print('= ' + '|'.join(sys.argv[1:]) + '\\n')"
    engine = Transport([sys.executable, "-c", code, *words])
    assert engine.exchange(["x"], 10) == [Reply(True, "two words|$HOME|a;b|*")]
    engine.close(1)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("no-such-engine", "program 'no-such-engine' is neither on the PATH nor in /usr/games"),
        ("/no/such/engine", "/no/such/engine does not exist"),
        ("/", "/ is a folder"),
    ],
)
def test_a_missing_program_is_told_plainly(program, reason):
    with pytest.raises(UnavailablePlayer) as caught:
        processes.start([program], None, {})
    assert str(caught.value) == reason


def test_a_file_that_is_no_program_is_told_plainly(tmp_path):
    plain = tmp_path / "plain"
    plain.write_text("no program")
    with pytest.raises(UnavailablePlayer, match="may not be executed"):
        processes.start([str(plain)], None, {})
    plain.chmod(0o755)
    with pytest.raises(UnavailablePlayer, match="cannot be started: Exec format error"):
        processes.start([str(plain)], None, {})


def test_a_path_is_relative_to_the_folder_it_runs_in(tmp_path):
    script = tmp_path / "my engine"
    script.write_text("#!/bin/sh\nread line; printf '= here\\n\\n'; cat\n")
    script.chmod(0o755)
    engine = Transport(["./my engine"], cwd=str(tmp_path))
    assert engine.exchange(["x"], 10) == [Reply(True, "here")]
    engine.close(1)


def test_the_games_folder_is_tried_after_the_path(monkeypatch, tmp_path):
    script = tmp_path / "rare-engine"
    script.write_text("#!/bin/sh\n")
    script.chmod(0o755)
    monkeypatch.setattr(processes, "GAMES_FOLDER", str(tmp_path))
    assert processes.find_program("rare-engine") == str(script)


def test_variables_are_added_to_the_environment():
    code = "import os, sys; sys.stdin.readline(); print('= ' + os.environ['GO'] + str('PATH' in os.environ) + '\\n')"
    engine = Transport([sys.executable, "-c", code], env={"GO": "baduk"})
    assert engine.exchange(["x"], 10) == [Reply(True, "baduk" + "True")]
    engine.close(1)


def test_leaving_on_a_signal_ends_the_programs_without_asking(launch):
    engine = launch("--fault", "hangs")
    engine.exchange(["name"], 10)
    with pytest.raises(SystemExit) as caught:
        processes.leave(15, None)
    assert caught.value.code == 143
    assert not is_alive(engine.pid)


def test_leaving_waits_until_a_program_that_is_being_started_is_known(monkeypatch):
    started = []

    class Signalled(subprocess.Popen):
        def __init__(self, *arguments, **keywords):
            super().__init__(*arguments, **keywords)
            started.append(self.pid)
            processes.leave(15, None)

    monkeypatch.setattr(subprocess, "Popen", Signalled)
    with pytest.raises(SystemExit):
        processes.start(ENGINE, None, {})
    assert len(started) == 1
    assert not is_alive(started[0])
