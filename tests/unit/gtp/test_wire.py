"""The wire format: what a line holds, what a reply looks like, and the session loop."""

from __future__ import annotations

import io
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtp_rules.gtp import Command, Reply, parse, serve

FRAME = re.compile(r"^[=?]\d* .*(\n.+)*\n\n$")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("name", ("", "name", [])),
        ("name\n", ("", "name", [])),
        ("name\r\n", ("", "name", [])),
        ("\rna\rme\r\n", ("", "name", [])),
        ("  play   b\td4  \n", ("", "play", ["b", "d4"])),
        ("play\tb\td4", ("", "play", ["b", "d4"])),
        ("1 name", ("1", "name", [])),
        ("007 name", ("007", "name", [])),
        ("2147483647 name", ("2147483647", "name", [])),
        ("9" * 400 + " name", ("9" * 400, "name", [])),
        ("12name", ("", "12name", [])),
        ("-3 name", ("", "-3", ["name"])),
        ("5", ("5", "", [])),
        ("5 # nothing", ("5", "", [])),
        ("5\tname", ("5", "name", [])),
        ("name # comment", ("", "name", [])),
        ("play b d4# comment", ("", "play", ["b", "d4"])),
        ("na\x02me", ("", "name", [])),
        ("play b e6\x01", ("", "play", ["b", "e6"])),
        ("\x00\x7fname\x1f", ("", "name", [])),
        ("\ufeffname", ("", "name", [])),
        (b"\xef\xbb\xbfname\r\n", ("", "name", [])),
        (b"\xef\xbb\xbf7 name", ("7", "name", [])),
        ("PLAY B D4", ("", "PLAY", ["B", "D4"])),
        ("name name", ("", "name", ["name"])),
    ],
)
def test_parse(line: str | bytes, expected: tuple[str, str, list[str]]) -> None:
    found = parse(line)
    assert found is not None
    assert (found.id, found.name, found.arguments) == expected


@pytest.mark.parametrize(
    "line", ["", "\n", "\r\n", "   \t ", "# only a comment", "   # x", "\x01\x02", "\ufeff", b"\xef\xbb\xbf\n", "#"]
)
def test_lines_without_a_command(line: str | bytes) -> None:
    assert parse(line) is None


def test_the_text_keeps_inner_blanks() -> None:
    found = parse('loadsgf  "a  b.sgf"  7 ')
    assert found is not None
    assert found.text == '"a  b.sgf"  7'
    assert found == Command("", "loadsgf", ['"a', 'b.sgf"', "7"], '"a  b.sgf"  7')


def test_bytes_that_are_no_text_are_replaced() -> None:
    found = parse(b"play b \xff\xfe")
    assert found is not None
    assert found.arguments == ["b", "\ufffd\ufffd"]


@pytest.mark.parametrize("digits", ["\u0661", "\u0967", "\uff11", "\u00b2"])
def test_only_ascii_digits_are_an_id(digits: str) -> None:
    found = parse(f"{digits} name")
    assert found is not None
    assert found.id == ""


@given(st.binary(max_size=80))
def test_any_bytes_are_read(line: bytes) -> None:
    found = parse(line)
    if found is not None:
        assert re.fullmatch(r"[0-9]*", found.id)
        assert not re.search(r"[\x00-\x1f\x7f#]", found.name + "".join(found.arguments))


@pytest.mark.parametrize(
    ("reply", "id_", "text"),
    [
        (Reply(True, ""), "", "= \n\n"),
        (Reply(True, ""), "7", "=7 \n\n"),
        (Reply(True, "2"), "007", "=007 2\n\n"),
        (Reply(False, "illegal move"), "", "? illegal move\n\n"),
        (Reply(False, "illegal move"), "12", "?12 illegal move\n\n"),
        (Reply(True, "a\nb"), "", "= a\nb\n\n"),
        (Reply(True, "a\n\nb"), "", "= a\n \nb\n\n"),
        (Reply(True, "a\r\nb\rc"), "", "= a\nb\nc\n\n"),
        (Reply(True, "\n\na\n\n"), "", "= a\n\n"),
        (Reply(True, "a\x00\x07b\x7f"), "", "= ab\n\n"),
        (Reply(True, "\n\n\n"), "", "= \n\n"),
        (Reply(True, "唐宋"), "", "= 唐宋\n\n"),
    ],
)
def test_format(reply: Reply, id_: str, text: str) -> None:
    assert reply.format(id_) == text
    assert FRAME.match(text)


@given(st.text(), st.booleans(), st.sampled_from(["", "0", "12"]))
def test_every_reply_is_framed(text: str, ok: bool, id_: str) -> None:
    found = Reply(ok, text).format(id_)
    assert found.startswith(f"{'=' if ok else '?'}{id_} ")
    assert found.endswith("\n\n")
    assert "\n\n" not in found[:-2]
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", found)


@given(st.text())
def test_every_reply_is_one_reply_to_a_controller(text: str) -> None:
    """A controller reads lines until the first empty one."""
    read = Reply(True, text).format().split("\n")
    assert read.index("") == len(read) - 2


# -- the session ---------------------------------------------------------------------------------------------------------


def echo(line: bytes) -> tuple[str, bool]:
    command = parse(line)
    if command is None:
        return "", False
    return Reply(True, command.name).format(command.id), command.name == "quit"


def run(data: bytes) -> bytes:
    sink = io.BytesIO()
    serve(echo, io.BytesIO(data), sink)
    return sink.getvalue()


def test_replies_come_in_order_and_nothing_else() -> None:
    assert run(b"1 a\n\n# x\n2 b\n") == b"=1 a\n\n=2 b\n\n"


def test_the_last_line_needs_no_end() -> None:
    assert run(b"name") == b"= name\n\n"


def test_nothing_is_read_after_the_end() -> None:
    assert run(b"quit\nname\n") == b"= quit\n\n"


def test_end_of_input_is_a_quiet_end() -> None:
    assert run(b"") == b""


def test_text_that_cannot_be_written_is_replaced() -> None:
    sink = io.BytesIO()
    serve(lambda _: ("= \udc80\n\n", True), io.BytesIO(b"x\n"), sink)
    assert sink.getvalue() == b"= ?\n\n"


@pytest.mark.parametrize("error", [BrokenPipeError, ConnectionResetError])
def test_a_controller_that_goes_away_ends_the_session(error: type[OSError]) -> None:
    class Gone(io.BytesIO):
        def flush(self) -> None:
            raise error

    asked: list[bytes] = []

    def handle(line: bytes) -> tuple[str, bool]:
        asked.append(line)
        return "= \n\n", False

    serve(handle, io.BytesIO(b"a\nb\n"), Gone())
    assert asked == [b"a\n"]


def test_every_reply_is_flushed_before_the_next_line_is_read() -> None:
    class Counting(io.BytesIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    sink = Counting()
    seen: list[int] = []

    def handle(line: bytes) -> tuple[str, bool]:
        seen.append(sink.flushed)
        return "= \n\n", False

    serve(handle, io.BytesIO(b"a\nb\nc\n"), sink)
    assert seen == [0, 1, 2]


@pytest.mark.parametrize("seed", range(5))
def test_binary_garbage_gives_no_more_replies_than_lines(seed: int) -> None:
    rng = random.Random(seed)
    data = bytes(rng.randrange(256) for _ in range(4000))
    out = run(data.replace(b"quit", b""))
    replies = out.count(b"\n\n")
    assert replies <= data.count(b"\n") + 1
    commands = [parse(line) for line in io.BytesIO(data.replace(b"quit", b""))]
    assert replies == sum(command is not None for command in commands)
