"""What breaks engines and harnesses elsewhere, and the test that shows what happens here.

The left column is a scenario that trackers of Go programs tell of. `test_the_table_names_tests_that_exist` holds the
table against the tests.

=======================================================  ==================================================================
scenario                                                 test
=======================================================  ==================================================================
 1 lines on stdout before a reply                        test_garbage_before_a_reply_is_skipped_and_counted
 2 an empty line right behind the sign, then the text    test_what_came_before_a_command_is_not_its_reply
 3 no blank behind the sign, tabs, CRLF                  test_odd_line_ends_and_missing_blanks_are_accepted
 4 a flood on stderr before the first reply              test_a_flood_on_standard_error_is_drained_and_cut
 5 thousands of commands at once                         test_thousands_of_commands_do_not_block_either_side
 6 output that is not flushed                            test_no_reply_is_a_timeout_with_a_hint
 7 closed stdout                                         test_closed_output_is_the_end_even_if_the_program_runs_on
 8 a program that is not there, or exits at once         test_a_player_that_does_not_start_is_started_once
 9 death in mid-game                                     test_the_game_of_a_program_that_died_is_played_again
10 hanging in genmove, in final_score, at quit           test_an_engine_that_hangs_over_the_score_changes_nothing
11 minutes of tuning at the first start                  test_a_slow_start_is_not_charged_to_the_clock
12 two programs that write one file at the start         test_a_program_stays_for_all_games_and_hears_each_begin
13 occupied points, ko, suicide, superko                 test_an_illegal_move_loses_and_the_opponent_is_not_told
14 "illegal move" to a legal one                         test_a_refused_play_is_a_false_claim
15 a refused play that nobody looks at                   test_a_refused_play_is_found_when_play_has_stopped_too
16 i5, Z99, "D4 extra", nothing                          test_anything_else_is_an_invalid_reply
17 passing for ever, or never                            test_the_move_limit_counts_the_position_as_it_stands
18 three passes, play after two                          test_a_dispute_that_play_settles_leads_to_agreement
19 resignation with either color                         test_a_resignation_loses_with_either_color_and_is_told_to_nobody
20 colors that alternate                                 test_wins_go_to_players_not_to_colors
21 draws                                                 test_a_draw_is_a_result_like_another
22 the same game again and again                         test_deterministic_engines_are_told_of
23 scores that disagree                                  test_engines_that_count_otherwise_do_not_change_the_result
24 handicap by plays                                     test_stones_are_set_up_by_what_is_listed
25 komi that is refused                                  test_a_refused_komi_breaks_the_game_off_unless_it_is_ignored
26 komi that is no number                                test_a_wrong_file_is_one_line_and_code_2
27 time_settings each move, time_left, lag               test_within_the_margin_nobody_loses_and_the_overshoot_is_kept
28 one text instead of arguments                         test_a_command_is_never_given_to_a_shell
29 Ctrl-C with many programs running                     test_a_signal_ends_all_that_was_started
30 only wins, only losses                                test_all_wins_and_all_losses_have_a_finite_interval
31 SGF in other encodings, in openings                   test_openings_are_played_in_turn_each_with_both_colors
32 hostile names                                         test_hostile_names_do_no_harm
33 a store that was edited, or of another configuration  test_a_store_that_was_edited_is_named_and_can_be_removed
34 superko cycles under rules with a simple ko           test_games_end_under_every_ruleset
35 clicks in GoGui, commands typed in Sabaki             no harness: tests/e2e/test_sabaki.py
=======================================================  ==================================================================
"""

import ast
import json
import os
import re
import resource
import signal
import subprocess
import sys
import time

import pytest
from test_harness_runs import (
    BOTS,
    ENGINE,
    ENVIRONMENT,
    FAKES,
    ROOT,
    Project,
    assert_all_gone,
    children,
    slow_bots,
    wait_until_gone,
)


@pytest.fixture
def project(tmp_path):
    return Project(tmp_path)


def engine(*options: str, more: str = "", name: str = "e") -> str:
    command = json.dumps([sys.executable, "-S", "-E", str(FAKES / "fake_engine.py"), *options])
    return f'[players.a]\nbot = "fake_bots:create"\n[players.{name}]\ncommand = {command}\n{more}\n'


def test_the_table_names_tests_that_exist():
    rows = re.findall(r"^ ?(\d+) .*?  +(test_\w+)$", __doc__, flags=re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 35))
    functions = {
        node.name
        for path in (ROOT / "tests").rglob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    assert {name for _, name in rows} <= functions


# -- what becomes of a game that trouble ended


def test_the_game_of_a_program_that_died_is_played_again(project, tmp_path):
    # It dies at its third genmove and leaves a mark, so that it does not die the next time.
    script = tmp_path / "once.py"
    script.write_text(
        "import sys, pathlib\n"
        f"sys.argv[1:1] = [] if pathlib.Path({str(tmp_path / 'mark')!r}).exists() else ['--fault', 'dies', '--at', '3']\n"
        f"pathlib.Path({str(tmp_path / 'mark')!r}).touch()\n"
        f"sys.path.insert(0, {str(FAKES)!r})\n"
        "import fake_engine\nfake_engine.main()\n"
    )
    command = json.dumps([sys.executable, "-S", "-E", str(script), "--note", str(tmp_path / "note")])
    project.write(f'[players.a]\nbot = "fake_bots:create"\n[players.e]\ncommand = {command}\n', trouble="replay", games=1)
    done = project.do("run")
    assert done.returncode == 0
    ((ending, attempts, detail),) = project.rows("ending, attempts, detail")
    assert (ending, attempts) == ("score", 2)
    assert detail == "attempt 1 ended by engine_died: white (e): exit code 3; last on standard error: out of luck"
    told = (tmp_path / "note").read_text().split("pid ")[2]
    assert told.index("boardsize 5") < told.index("clear_board") < told.index("komi") < told.index("genmove")


def test_a_game_that_fails_each_time_is_void_after_the_last_attempt(project):
    project.write(engine("--fault", "dies"), trouble="replay", attempts=4, games=1)
    assert project.do("run").returncode == 1
    ((ending, winner, result, attempts, detail),) = project.rows("ending, winner, result, attempts, detail")
    assert (ending, winner, result, attempts) == ("engine_died", None, "Void", 4)
    assert detail.count("exit code 3") == 4


def test_the_run_halts_after_two_games_that_one_player_spoilt(project):
    project.write(engine("--fault", "dies"), trouble="halt", games=9)
    done = project.do("run")
    assert done.returncode == 1
    assert "gtp-harness: e has spoilt 2 games in a row, the last at chinese/a – e/2 (engine_died" in done.stderr
    assert project.rows("ending, winner") == [("engine_died", None)] * 2
    again = project.do("run")
    assert again.returncode == 1
    assert len(project.rows("key")) == 4


def test_a_game_that_went_well_lets_the_run_go_on(project, tmp_path):
    # It fails whenever it has Black: every other game.
    script = tmp_path / "black.py"
    script.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    words = line.split() or ['']\n"
        "    answer = {'list_commands': 'genmove', 'genmove': 'pass'}.get(words[0], '')\n"
        "    if words == ['genmove', 'B']: answer = 'nonsense'\n"
        "    print('=', answer, end='\\n\\n', flush=True)\n"
        "    if words[0] == 'quit': break\n"
    )
    command = json.dumps([sys.executable, "-S", str(script)])
    players = f'[players.a]\nbot = "fake_bots:create"\n[players.e]\ncommand = {command}\n'
    project.write(players, trouble="halt", games=6)
    assert project.do("run").returncode == 1
    assert sorted(ending for (ending,) in project.rows("ending")) == ["invalid_reply"] * 3 + ["score"] * 3


# -- hanging, slowness, opinions


def test_an_engine_that_hangs_over_the_score_changes_nothing(project, tmp_path):
    script = tmp_path / "slow_score.py"
    script.write_text(
        "import sys, time\n"
        "for line in sys.stdin:\n"
        "    word = (line.split() or [''])[0]\n"
        "    if word == 'final_score': time.sleep(600)\n"
        "    answers = {'list_commands': 'genmove\\nfinal_score', 'genmove': 'pass'}\n"
        "    print('=', answers.get(word, ''), end='\\n\\n', flush=True)\n"
    )
    command = json.dumps([sys.executable, "-S", str(script)])
    timeouts = "timeouts = { score = 0.3, quit = 0.2 }"
    project.write(f'[players.a]\nbot = "fake_bots:create"\n[players.e]\ncommand = {command}\n{timeouts}\n', games=2)
    assert project.do("run").returncode == 0
    scores = project.rows("coalesce(black_score, white_score)")
    assert all("EngineTimeout: no reply to 'final_score' in 0.3 s" in score for (score,) in scores)
    assert len(scores) == 2


def test_a_slow_start_is_not_charged_to_the_clock(project, tmp_path):
    script = tmp_path / "tunes.py"
    script.write_text(
        "import sys, time\n"
        "time.sleep(1.5)\n"
        "for line in sys.stdin:\n"
        "    word = (line.split() or [''])[0]\n"
        "    if word == 'clear_board': time.sleep(1.5)\n"
        "    print('=', {'list_commands': 'genmove', 'genmove': 'pass'}.get(word, ''), end='\\n\\n', flush=True)\n"
        "    if word == 'quit': break\n"
    )
    command = json.dumps([sys.executable, "-S", str(script)])
    players = f'[players.a]\nbot = "fake_bots:create"\n[players.e]\ncommand = {command}\n'
    project.write(players, clock="absolute 1s", games=1)
    assert project.do("run").returncode == 0
    assert project.rows("ending, clock") == [("score", "absolute 1s")]


def test_engines_that_count_otherwise_do_not_change_the_result(project):
    project.write(engine(), games=2)
    done = project.do("run")
    assert done.returncode == 0
    rows = project.rows("result, black_score, white_score")
    assert {"B+3.0"} == {score for row in rows for score in row[1:] if score}
    assert "B+3.0" not in {row[0] for row in rows}
    assert "note: e counted otherwise than the referee: 2 of 2 games under chinese" in done.stdout


def test_a_resignation_loses_with_either_color_and_is_told_to_nobody(project, tmp_path):
    note = tmp_path / "note"
    other = json.dumps([sys.executable, "-S", "-E", str(FAKES / "fake_engine.py"), "--note", str(note)])
    project.write(engine("--fault", "resign", "--at", "2", more=f"restart = true\n[players.o]\ncommand = {other}"),
                  '[[matches]]\nplayers = ["e", "o"]\n')  # fmt: skip
    assert project.do("run").returncode == 0
    assert project.rows("black, winner, result") == [("e", "W", "W+R"), ("o", "B", "B+R")]
    assert "resign" not in note.read_text()


def test_a_draw_is_a_result_like_another(project):
    passing = (
        f'[players.p]\ncommand = [{ENGINE}, "--passes-after", "0"]\n[players.q]\ncommand = [{ENGINE}, "--passes-after", "0"]\n'
    )
    project.write(passing, komi=0)
    done = project.do("run")
    assert done.returncode == 0
    assert project.rows("winner, result, ending") == [(None, "0", "score")] * 2


def test_deterministic_engines_are_told_of(project):
    twins = f"[players.p]\ncommand = [{ENGINE}]\n[players.q]\ncommand = [{ENGINE}]\n"
    project.write(twins, games=6)
    done = project.do("run")
    assert done.returncode == 0
    assert len(set(project.rows("moves"))) == 2
    assert "games that went exactly like another one and add nothing: 4 of 6 games" in done.stdout


def test_a_command_is_never_given_to_a_shell(project, tmp_path):
    players = BOTS.replace('[players.b]\nbot = "fake_bots:create"', f'[players.b]\ncommand = ["sh;touch {tmp_path}/harm"]')
    project.write(players)
    assert project.do("run").returncode == 2
    assert not (tmp_path / "harm").exists()


# -- the store under bad luck


def limited(project, size: int) -> subprocess.CompletedProcess[str]:
    """A run in which no file may grow beyond so many bytes: what a full disk looks like."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return subprocess.run(project.command("run"), cwd=project.folder, env=ENVIRONMENT, text=True, capture_output=True,
                          check=False, preexec_fn=limit)  # fmt: skip


@pytest.mark.parametrize("size", [40_000, 100_000])
def test_a_full_disk_ends_the_run_cleanly_and_the_next_one_goes_on(project, tmp_path, size):
    notes = tmp_path / "notes"
    notes.mkdir()
    project.write(engine("--note", str(notes / "e")), games=40, workers=2)
    full = limited(project, size)
    assert full.returncode == 2
    assert "Traceback" not in full.stderr
    assert "cannot be stored" in full.stderr or "cannot be written" in full.stderr
    assert_all_gone(notes)
    kept = dict(project.rows("key, ended")) if (project.results / "games.sqlite").exists() else {}
    assert len(kept) < 40
    assert not list(project.results.glob("games/.*"))
    done = project.do("run")
    assert done.returncode == 0
    rows = dict(project.rows("key, ended"))
    assert len(rows) == 40
    assert {key: ended for key, ended in rows.items() if key in kept} == kept


@pytest.mark.slow
def test_a_run_that_is_killed_at_any_moment_goes_on(project):
    """Kills the run again and again, a little later each time, until all games are there."""
    project.write(slow_bots(0.002), games=300, workers=2)
    stored: dict[str, str] = {}
    for attempt in range(12):
        run = project.start("run")
        deadline = time.monotonic() + 30
        wanted = len(stored) + 1 + 2 * attempt
        while run.poll() is None and time.monotonic() < deadline:
            if len(list(project.results.glob("games/*.sgf"))) >= min(wanted, 300):
                break
            time.sleep(0.001)
        workers = children(run.pid)
        run.kill()
        run.communicate()
        wait_until_gone(workers)
        now = dict(project.rows("key, ended"))
        assert stored.items() <= now.items()
        stored = now
    assert project.do("run").returncode == 0
    rows = project.rows("key, ended, sgf_file, sgf")
    assert len(rows) == 300
    assert stored.items() <= {(key, ended) for key, ended, *_ in rows}
    assert {(project.results / file).read_bytes() == sgf for _, _, file, sgf in rows} == {True}


# -- asking it to stop


def test_a_run_that_is_asked_to_stop_finishes_the_games_at_hand(project, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    players = slow_bots(0.05) + f'[players.e]\ncommand = [{ENGINE}, "--note", "{notes}/e"]\n'
    project.write(players, games=200, workers=2)
    run = project.start("run")
    project.wait_for_games(2)
    asked = project.do("stop")
    assert asked.returncode == 0
    assert f"process {run.pid} on" in asked.stderr
    _, err = run.communicate(timeout=120)
    assert run.returncode == 130
    assert f"To go on: gtp-harness run {project.file}" in err
    stored = project.rows("key, ending")
    assert 2 <= len(stored) < 600
    assert {ending for _, ending in stored} == {"score"}
    assert_all_gone(notes) if (notes / "e").exists() else None
    assert not (project.results / "stop").exists()


def test_nobody_can_be_asked_to_stop_where_nobody_is_at_work(project):
    project.write(BOTS)
    done = project.do("stop")
    assert done.returncode == 2
    assert "nobody is at work" in done.stderr


def test_each_worker_tells_its_programs_its_number_and_keeps_to_its_cores(project, tmp_path):
    script = tmp_path / "where.py"
    script.write_text(
        "import os, sys\n"
        f"open({str(tmp_path / 'where')!r}, 'a').write("
        "f\"{os.environ['GTP_HARNESS_SLOT']} {sorted(os.sched_getaffinity(0))}\\n\")\n"
        "for line in sys.stdin:\n"
        "    word = (line.split() or [''])[0]\n"
        "    print('=', {'list_commands': 'genmove', 'genmove': 'pass'}.get(word, ''), end='\\n\\n', flush=True)\n"
        "    if word == 'quit': break\n"
    )
    command = json.dumps([sys.executable, "-S", str(script)])
    players = f'[players.a]\nbot = "fake_bots:create"\n[players.e]\ncommand = {command}\n'
    project.write(players, pin="core", games=4)
    assert project.do("run").returncode == 0
    assert (tmp_path / "where").read_text() == f"0 [{min(os.sched_getaffinity(0))}]\n"


def test_status_tells_where_the_search_for_a_komi_stands(project):
    project.write(BOTS, komi="search", komi_round=2, games=4, sizes=[5, 6])
    assert project.do("run").returncode == 0
    told = project.do("status").stdout
    assert "chinese  a – b: 8 of 8" in told
    assert re.search(r"komi of chinese on 5x5: \S+ after 2 rounds", told)
    assert re.search(r"komi of chinese on 6x6: \S+ after 2 rounds", told)
    assert len({komi for (komi,) in project.rows("komi")}) > 1


def test_a_hanging_engine_does_not_keep_the_others_from_being_ended(project, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    hanging = engine("--fault", "hangs", "--note", str(notes / "e"), more="timeouts = { genmove = 600, quit = 0.1 }")
    project.write(hanging, games=1)
    run = project.start("run")
    deadline = time.monotonic() + 60
    while not ((notes / "e").exists() and "genmove" in (notes / "e").read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    workers = children(run.pid)
    run.send_signal(signal.SIGKILL)
    run.communicate()
    wait_until_gone(workers)
    wait_until_gone([int(line.split()[1]) for line in (notes / "e").read_text().splitlines() if line.startswith("pid")])
