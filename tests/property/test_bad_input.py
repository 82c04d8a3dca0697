"""Bad input in every phase: a named error, the state unchanged, no traceback."""

from __future__ import annotations

import json

import pytest
from asking import Session
from playing import snapshot
from positions import CHINESE_NUMBERS

from gtp_rules.referee import registry
from gtp_rules.rulesets import find

PHASES = ("play", "stopped", "marking", "resumed", "chips", "finished")
RULESETS = ("song-captives opening=empty first=black", "yan-lai-2015", "chinese", "aga")
STANDARD = (
    "illegal move", "cannot undo", "cannot score", "unacceptable size", "syntax error", "unknown command", "board not empty",
    "invalid", "bad vertex list", "loading is not",
)  # fmt: skip


def in_phase(ruleset: str, phase: str) -> Session:
    session = Session(ruleset, 9)
    session.set_up(CHINESE_NUMBERS)
    lines = ["play B d8", "play W g8"]
    if phase != "play":
        lines += ["rules-abandon B", "rules-abandon W"]
    if phase in {"marking", "resumed", "chips", "finished"}:
        lines.append("rules-dead B b2 b5 b8")
    if phase == "resumed":
        lines.append("rules-dispute W b2")
    if phase in {"chips", "finished"}:
        lines.append("rules-accept W")
    if phase == "finished" and ruleset.startswith("song"):
        lines.append("rules-chips auto")
    session.ok(*lines)
    return session


CASES = [(r, p) for r in RULESETS for p in PHASES if p != "chips" or r.startswith("song")]

ALWAYS_BAD = {
    "play": "syntax error: play COLOR VERTEX",
    "play B": "syntax error: play COLOR VERTEX",
    "play B a1 b1": "syntax error: play COLOR VERTEX",
    "play purple a1": "invalid color 'purple'",
    "play B i5": "invalid coordinate: 'i5' is not a vertex",
    "play B a0": "invalid coordinate: 'a0' is not a vertex",
    "play B k1": "invalid coordinate: k1 lies outside the board of 9 × 9",
    "play B a10": "invalid coordinate: a10 lies outside the board of 9 × 9",
    "play B virtual": "invalid coordinate: 'virtual' is not a vertex",
    "play B c1": "illegal move",
    "play W e1": "illegal move",
    "blah": "unknown command",
    "PLAY B a1": "unknown command",
    "genmove B": "unknown command",
    "boardsize 0": "unacceptable size",
    "boardsize 26": "unacceptable size",
    "boardsize -3": "unacceptable size",
    "boardsize 99999999999999999999": "syntax error: '99999999999999999999' is not a whole number",
    "boardsize ９": "syntax error: '９' is not a whole number",
    "rectangular_boardsize 9": "syntax error: rectangular_boardsize COLUMNS ROWS",
    "komi": "syntax error: komi POINTS",
    "komi nan": "syntax error: 'nan' is not a number",
    "komi inf": "syntax error: 'inf' is not a number",
    "komi 1/0": "syntax error: '1/0' is not a number",
    "komi 1e999999999": "syntax error: '1e999999999' is not a number",
    "fixed_handicap 2": "board not empty",
    "set_free_handicap a1 a2": "board not empty",
    "gogui-setup B a1": "board not empty",
    "gogui-setup B": "syntax error: gogui-setup takes pairs of a color and a vertex",
    "gogui-setup_player W": "set-up comes before the first move",
    "rules-prisoners B 1": "set-up comes before the first move",
    "rules-prisoners B 1.5": "syntax error: '1.5' is not a whole number",
    "gogui-play_sequence B a1 W": "syntax error: gogui-play_sequence takes pairs of a color and a vertex",
    "gg-undo 1000": "cannot undo",
    "gg-undo -1": "cannot undo",
    "final_status_list": "syntax error: final_status_list STATUS",
    "final_status_list who": "syntax error: the status is alive, seki or dead",
    "rules-set": "syntax error: rules-set SPECIFICATION",
    "rules-set chinese opening=seat": "chinese has no option 'opening'; it has: repetition, suicide",
    "rules-set tang-song dame": "'dame' is not an option of the form key=value",
    "rules-set tang-song dame=maybe": "tang-song: dame takes strict, as_is, not 'maybe'",
    "rules-set yan-lai-2015 disputes=-1": None,
    "rules-set yan-lai-2015 disputes=1e400": None,
    "rules-set yan-lai-2007-a move_limit=0": None,
    "rules-set tangsong": "unknown ruleset 'tangsong'; did you mean tang-song?",
    "rules-get nothing": None,
    "rules-score nothing": None,
    "rules-pass_means maybe": "syntax error: a pass means abandon or virtual",
    "rules-is_legal B": "syntax error: rules-is_legal COLOR TURN",
    "rules-dead": None,
    "rules-dead purple": "invalid color 'purple'",
    "rules-dead B z1": "invalid coordinate: z1 lies outside the board of 9 × 9",
    "rules-virtual": None,
    "rules-chips": None,
    "time_left B 1": None,
    "time_settings 1 2 x": "syntax error: 'x' is not a whole number",
    "time_settings -1 2 3": "syntax error: times are not negative",
    "loadsgf": None,
    "loadsgf /no/such/file.sgf": None,
}


@pytest.mark.parametrize(("ruleset", "phase"), CASES)
def test_what_is_wrong_in_every_phase(ruleset: str, phase: str, capfd: pytest.CaptureFixture[str]) -> None:
    session = in_phase(ruleset, phase)
    assert session.phase == phase
    shown, before = session.status(), snapshot(session.referee.game)
    for line, wanted in ALWAYS_BAD.items():
        said = session.fails(line)
        assert said
        assert said != "internal error"
        assert "\n" not in said
        assert wanted is None or said == wanted, line
        assert snapshot(session.referee.game) == before, line
    assert session.status() == shown
    assert "Traceback" not in capfd.readouterr().err


# What each statement is refused with, by phase; phases that are not named accept it.
BY_PHASE: dict[str, tuple[str, ...]] = {
    "rules-dead B a1": PHASES,  # no stone stands there, or the wrong phase
    "rules-dead W": ("play", "resumed", "chips", "finished"),
    "rules-seki W a1 a2": PHASES,
    "rules-claim B e1": PHASES,
    "rules-accept B": ("play", "stopped", "marking", "resumed", "finished"),
    "rules-accept W": ("play", "stopped", "resumed", "finished"),
    "rules-dispute B b2": PHASES,
    "rules-dispute W": ("play", "stopped", "resumed", "chips", "finished"),
    "rules-resume B": ("play", "resumed", "chips", "finished"),
    "rules-chips B e1": PHASES,
    "rules-chips auto": ("play", "stopped", "marking", "resumed", "finished"),
    "rules-virtual B": ("chips", "finished"),
    "rules-abandon B": ("chips", "finished"),
    "play B a1": ("chips", "finished"),
    "play W pass": ("chips", "finished"),
    "rules-resign B": ("finished",),
    "final_score": ("play", "resumed"),
    "final_status_list dead": ("play", "resumed"),
}


@pytest.mark.parametrize(("ruleset", "phase"), CASES)
def test_statements_in_the_wrong_phase(ruleset: str, phase: str, capfd: pytest.CaptureFixture[str]) -> None:
    session = in_phase(ruleset, phase)
    shown, before = session.status(), snapshot(session.referee.game)
    for line in (line for line, phases in BY_PHASE.items() if phase in phases):
        ok, said = session.ask(line)
        assert not ok, line
        assert said
        assert said != "internal error"
        assert said == "illegal move" or not line.startswith("play")
        assert said == "cannot score" or not line.startswith("final")
        assert snapshot(session.referee.game) == before, line
    assert session.status() == shown
    assert "Traceback" not in capfd.readouterr().err


def test_named_errors_of_proposals() -> None:
    session = in_phase("yan-lai-2015", "stopped")
    assert session.fails("rules-claim B e1") == "E1 is occupied and cannot be claimed"
    assert session.fails("rules-dead B a1") == "no stone stands on A1, so none is dead there"
    assert session.fails("rules-seki B a1") == "no stone stands on A1, so none is in seki there"
    assert session.fails("rules-accept W") == "no proposal stands; rules-dead makes one"
    session.ok("rules-dead B b2", "rules-claim B g9")
    assert session.fails("rules-claim W g9") == "the other side claims G9"
    assert session.fails("rules-seki B b2") == "B2 cannot be both dead and in seki"
    assert session.fails("rules-accept B") == "black made this proposal; the other side accepts it"
    assert session.fails("rules-dispute B b2") == "black made this proposal; the other side disputes it"
    assert session.fails("rules-dispute W") == "yan-lai-2015: a dispute names the points that it is about"
    other = in_phase("chinese", "stopped")
    assert other.fails("rules-claim B g9") == "chinese has no claims of one-sided dame"
    assert other.phase == "stopped"


# -- rulesets that somebody wrote ----------------------------------------------------------------------------------------


def written(name: str, *changes: tuple[str, str]) -> str:
    text = find(name).to_json().decode()
    for old, new in changes:
        assert old in text, (old, text)
        text = text.replace(old, new)
    return text


BAD_RULESETS = {
    "no fields": "{}",
    "cut off": "{",
    "missing field": '{"name":"x"}',
    "trailing text": written("chinese") + " x",
    "unknown field": written("chinese")[:-1] + ',"more":1}',
    "unknown field inside": written("chinese", ('"count":"area"', '"count":"area","more":1')),
    "unknown policy": written("chinese", ('"superko"', '"nothing"')),
    "unknown value": written("chinese", ('"forbidden"', '"sometimes"')),
    "wrong type": written("chinese", ('"name":"chinese"', '"name":7')),
    "bad name": written("chinese", ('"name":"chinese"', '"name":"Bad Name"')),
    "komi beyond measure": written("chinese", ('"komi":"15/2"', '"komi":"1e999999999"')),
    "komi no number": written("chinese", ('"komi":"15/2"', '"komi":"nan"')),
    "komi null": written("chinese", ('"komi":"15/2"', '"komi":null')),
    "komi over zero": written("chinese", ('"komi":"15/2"', '"komi":"1/0"')),
    "komi a float beyond measure": written("chinese", ('"komi":"15/2"', '"komi":1e308')),
    "deep arrays": '{"name":' + "[" * 100_000,
    "deep objects": '{"name":' * 50_000,
    "pass means a move that is not": written("chinese", ('"pass_means":"pass"', '"pass_means":"virtual"')),
    "pass means a turn that is not": written("chinese", ('"pass_means":"pass"', '"pass_means":"abandon"')),
    "no moves": written("yan-lai-2007-a", ('"move_limit":2000', '"move_limit":0')),
    "moves beyond measure": written("yan-lai-2007-a", ('"move_limit":2000', '"move_limit":1e400')),
    "no virtual moves end the game": written("yan-lai-2007-a", ('"virtual_stop":4', '"virtual_stop":0')),
    "negative disputes": written("yan-lai-2015", ('"disputes":1', '"disputes":-1')),
    "disputes a truth": written("yan-lai-2015", ('"disputes":1', '"disputes":true')),
    "two passes end": written("aga", ('"pass_end":4', '"pass_end":2')),
    "chips without settlement": written("song-captives", ('"marking":"agreement"', '"marking":"none"')),
    "chips that no count sees": written("chinese", ('"chips":false', '"chips":true')),
    "an option without a field": written("chinese", ('"options":["repetition","suicide"]', '"options":["zi"]')),
    "an option that is none": written("chinese", ('"options":["repetition","suicide"]', '"options":["luck"]')),
    "chosen what is no option": written("chinese", ('"chosen":{}', '"chosen":{"zi":"stones"}')),
    "chosen several words": written("chinese", ('"chosen":{}', '"chosen":{"suicide":"a b"}')),
    "surrogate": '{"name":"\\ud800"}',
}


@pytest.mark.parametrize("what", BAD_RULESETS)
def test_rulesets_that_cannot_be(what: str, capfd: pytest.CaptureFixture[str]) -> None:
    session = in_phase("chinese", "marking")
    before = snapshot(session.referee.game)
    said = session.fails(f"rules-set {BAD_RULESETS[what]}")
    assert said.startswith("not a ruleset: ")
    assert snapshot(session.referee.game) == before
    assert "Traceback" not in capfd.readouterr().err


@pytest.mark.parametrize("name", ["chinese", "song-captives", "yan-lai-2015", "yan-lai-2007-a", "japanese"])
def test_rulesets_that_somebody_wrote_and_that_can_be(name: str) -> None:
    session = in_phase("chinese", "play")
    text = written(name, (f'"name":"{name}"', '"name":"my-own"'))
    session.ok(f"rules-set {text}")
    assert session.json("rules-status")["ruleset"] == "my-own"
    assert json.loads(session.ok("rules-get")) == json.loads(text)
    assert session.ok("rules-param") is not None


def test_bytes_that_are_no_text(capfd: pytest.CaptureFixture[str]) -> None:
    session = in_phase("chinese", "play")
    before = snapshot(session.referee.game)
    for line in (
        b"\xff\xfe",
        b"play B \xc3\x28",
        b'rules-set {"name":"\xff"}',
        b"\x1b[2J",
        b"1" * 5000,
        b"play B " + b"a" * 100_000,
    ):
        reply, over = registry.handle(session.referee, line)
        assert not over
        assert reply == "" or (reply[0] == "?" and reply.endswith("\n\n"))
        assert "internal error" not in reply
    assert snapshot(session.referee.game) == before
    assert "Traceback" not in capfd.readouterr().err
