"""Plays every transcript of this folder against the referee, in process.

A transcript is a text file ``*.gtp``::

    # a comment; the first one says what is shown and in which document and section it stands
    ! flag …             about the whole file, see below
    > command            is sent
    = text               … must succeed with exactly this text (blanks folded); = alone: succeed
    ? text               … must fail with exactly this text; ? alone: fail
    ~ a.b value          … succeeds with JSON whose value at this path is this (numbers as fractions, null, true, lists as JSON)
    ~set A B             … succeeds with exactly these words, in any order
    ~has words           … answers with a text that contains these
    ~lacks words         … answers with a text that does not contain these

Several expectations may follow a command; one without any must succeed. ``{NAME}`` in a command stands for the stones of that
diagram in ``positions``, as arguments of ``gogui-setup``;

Each transcript is also played reflected, turned and with the colors exchanged, as far as possible: vertices, colors,
results and komi of commands and expectations are transformed. Flags take variants out: ``fixed`` (seat stones or an order of
points matters: no reflections), ``one-sided`` (the ruleset treats the colors differently: no exchange).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import positions
import pytest
from asking import Session
from positions import setup_words

from gtp_rules.board.geometry import COLUMNS

FILES = sorted(Path(__file__).parent.rglob("*.gtp"))
SYMMETRIES = ("", "left-right", "up-down", "turned", "diagonal", "colors", "colors turned")


class Step(NamedTuple):
    """A command with its expectations."""

    line: int
    command: str
    expected: list[str]


class Transcript(NamedTuple):
    """A file, read."""

    name: str
    source: str
    flags: set[str]
    steps: list[Step]


def read(path: Path) -> Transcript:
    flags: set[str] = set()
    steps: list[Step] = []
    source = ""
    for number, raw in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = raw.split("#", 1)[0].strip()
        source = source or raw.partition("#")[2].strip()
        if not line:
            continue
        kind, rest = line[0], line[1:].strip()
        if kind == "!":
            flags.update(rest.split())
        elif kind == ">":
            steps.append(Step(number, fill_in(rest), []))
        elif kind in "=?~" and steps:
            steps[-1].expected.append(line)
        else:
            raise ValueError(f"{path.name}:{number}: {line!r} is no line of a transcript")
    return Transcript(path.stem, source, flags, steps)


def fill_in(command: str) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: setup_words(getattr(positions, found[1])), command)


# -- expectations --------------------------------------------------------------------------------------------------------


def same(got: object, want: str) -> bool:
    text = got if isinstance(got, str) else json.dumps(got)
    try:
        return Fraction(text) == Fraction(want)
    except (ValueError, ZeroDivisionError):
        return text.lower() == want.lower() or (isinstance(got, list) and want[:1] == "[" and got == json.loads(want))


def holds(expected: str, ok: bool, text: str) -> bool:
    word, _, rest = expected.partition(" ")
    if word in {"=", "?"}:
        return ok is (word == "=") and (not rest or text.split() == rest.split())
    if word == "~set":
        return ok and {w.upper() for w in text.split()} == {w.upper() for w in rest.split()}
    if word in {"~has", "~lacks"}:
        return (rest.lower() in text.lower()) is (word == "~has")
    path, want = rest.split(None, 1)
    value: object = json.loads(text) if ok else None
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return ok and same(value, want)


# -- symmetries ----------------------------------------------------------------------------------------------------------

VERTEX = re.compile(r"\b([A-HJ-Za-hj-z])([1-9]|1\d|2[0-5])\b")
EXCHANGED = {"B": "W", "W": "B", "b": "w", "w": "b", "black": "white", "white": "black"}
RESULT = re.compile(r"^([BW])\+(.+)$")


class Variant:
    """A transformation of the words of a transcript; it knows the size of the board from the commands that it has seen."""

    def __init__(self, name: str, width: int = 19, height: int = 19) -> None:
        self.exchanges = "colors" in name
        self.shape = name.removeprefix("colors").strip()
        self.width, self.height = width, height

    def command(self, command: str) -> str:
        words = command.split()
        if words[0] in {"boardsize", "rectangular_boardsize"}:
            sizes = [int(word) for word in words[1:]]
            self.width, self.height = sizes[0], sizes[-1]
            return f"rectangular_boardsize {self.height} {self.width}" if self.shape == "diagonal" else command
        if words[0] == "komi" and self.exchanges:
            return f"komi {-Fraction(words[1])}"
        if words[0] == "rules-set":
            return " ".join(words[:1] + [self._option(word) for word in words[1:]])
        return " ".join([words[0], *(self._word(word) for word in words[1:])])

    def expectation(self, line: str) -> str:
        word, _, rest = line.partition(" ")
        if word == "~" and self.exchanges:
            path, value = rest.split(None, 1)
            path = ".".join(EXCHANGED.get(key, key) if len(key) > 1 else key for key in path.split("."))
            if path in {"margin", "komi", "zi_margin"}:
                value = str(-Fraction(value))
            return f"~ {path} {self._text(value)}"
        return f"{word} {self._text(rest)}".strip()

    def _option(self, word: str) -> str:
        if not self.exchanges or not word.startswith("first="):
            return word
        return f"first={EXCHANGED[word.removeprefix('first=')]}"

    def _text(self, text: str) -> str:
        return " ".join(self._word(word) for word in text.split())

    def _word(self, word: str) -> str:
        if self.exchanges:
            if word in EXCHANGED:
                return EXCHANGED[word]
            found = RESULT.match(word)
            if found:
                return f"{EXCHANGED[found[1]]}+{found[2]}"
        return VERTEX.sub(self._vertex, word)

    def _vertex(self, found: re.Match[str]) -> str:
        column, row = COLUMNS.index(found[1].upper()), int(found[2]) - 1
        if column >= self.width or row >= self.height:
            return found[0]
        moved: Callable[[int, int], tuple[int, int]] = {
            "": lambda x, y: (x, y),
            "left-right": lambda x, y: (self.width - 1 - x, y),
            "up-down": lambda x, y: (x, self.height - 1 - y),
            "turned": lambda x, y: (self.width - 1 - x, self.height - 1 - y),
            "diagonal": lambda x, y: (y, x),
        }[self.shape]
        column, row = moved(column, row)
        return f"{COLUMNS[column]}{row + 1}"


def variants() -> Iterator[object]:
    for path in FILES:
        flags = read(path).flags
        for name in SYMMETRIES:
            shape = name.removeprefix("colors").strip()
            if (shape and "fixed" in flags) or ("colors" in name and "one-sided" in flags):
                continue
            yield pytest.param(path, name, id=f"{path.relative_to(Path(__file__).parent).with_suffix('')}-{name or 'plain'}")


@pytest.mark.parametrize(("path", "symmetry"), list(variants()))
def test_transcript(path: Path, symmetry: str) -> None:
    transcript, variant = read(path), Variant(symmetry)
    session = Session("tang-song")
    for step in transcript.steps:
        command = variant.command(step.command)
        ok, text = session.ask(command)
        assert ok or step.expected, f"{path.name}:{step.line}: {command!r} failed: {text}"
        for line in step.expected:
            wanted = variant.expectation(line)
            assert holds(wanted, ok, text), (
                f"{path.name}:{step.line}: {command!r} wanted {wanted!r}, got {'=?'[not ok]} {text[:500]}"
            )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_transcript_names_its_source_and_expects_something(path: Path) -> None:
    transcript = read(path)
    assert len(transcript.source) > 10, "the first comment says what is shown and where it stands"
    assert transcript.flags <= {"fixed", "one-sided"}
    assert any(len(line) > 1 for step in transcript.steps for line in step.expected)


def test_there_are_transcripts() -> None:
    assert len(FILES) >= 20


# -- the runner itself can fail ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "ok", "text", "good"),
    [
        ("=", True, "x", True),
        ("=", False, "x", False),
        ("= a b", True, "a  b", True),
        ("= a b", True, "a c", False),
        ("?", False, "x", True),
        ("? illegal move", False, "illegal move", True),
        ("? illegal move", True, "illegal move", False),
        ("~ a.b 7", True, '{"a": {"b": "14/2"}}', True),
        ("~ a.b 7", True, '{"a": {"b": 8}}', False),
        ("~ a.c 7", True, '{"a": {"b": 7}}', False),
        ("~ a null", True, '{"a": null}', True),
        ('~ a ["X"]', True, '{"a": ["X"]}', True),
        ("~set B a", True, "A B", True),
        ("~set A", True, "A B", False),
        ("~has suicide", True, "it is suicide", True),
        ("~lacks suicide", True, "it is suicide", False),
    ],
)
def test_expectations(expected: str, ok: bool, text: str, good: bool) -> None:
    assert holds(expected, ok, text) is good


@pytest.mark.parametrize(
    ("symmetry", "command", "expected"),
    [
        ("", "play B c3", "play B C3"),
        ("left-right", "play B c3", "play B E3"),
        ("up-down", "play B c3", "play B C5"),
        ("turned", "gogui-setup B A1 W B1", "gogui-setup B G7 W F7"),
        ("diagonal", "play W b5", "play W E2"),
        ("colors", "play W pass", "play B pass"),
        ("colors", "komi 6.5", "komi -13/2"),
        ("colors", "rules-set tang-song first=black opening=empty", "rules-set tang-song first=white opening=empty"),
        ("colors turned", "rules-claim B b4", "rules-claim W F4"),
        ("diagonal", "rectangular_boardsize 8 5", "rectangular_boardsize 5 8"),
    ],
)
def test_transformed_commands(symmetry: str, command: str, expected: str) -> None:
    assert Variant(symmetry, 7, 7).command(command) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("= B+3.5", "= W+3.5"),
        ("~ black.total 5", "~ white.total 5"),
        ("~ margin 7/2", "~ margin -7/2"),
        ("~ resumed.black.virtual 1", "~ resumed.white.virtual 1"),
        ("~ result W+4", "~ result B+4"),
        ("=", "="),
        ("? illegal move", "? illegal move"),
        ("~ unit lu", "~ unit lu"),
    ],
)
def test_transformed_expectations(line: str, expected: str) -> None:
    assert Variant("colors", 7, 7).expectation(line) == expected
