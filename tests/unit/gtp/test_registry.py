"""The registry: registration, typed arguments, failures."""

from __future__ import annotations

from typing import NewType

import pytest

from gtp_rules.gtp import Arguments, GtpError, Quit, Registry

Number = NewType("Number", int)


class DomainError(Exception):
    pass


class SpecialError(DomainError):
    pass


class Context:
    def __init__(self, *, open_: bool = True) -> None:
        self.open = open_
        self.seen: list[object] = []


def read_number(_: Context, word: str) -> int:
    if not word.isdigit():
        raise GtpError(f"syntax error: {word!r} is not a number")
    return int(word)


def new_registry() -> Registry[Context]:
    registry: Registry[Context] = Registry(
        converters={Number: read_number, str: lambda _, word: word},
        failures={DomainError: lambda error: f"domain: {error}"},
    )

    @registry.command("nothing")
    def nothing(_: Context) -> None:
        """Does nothing.

        More about it.
        """

    @registry.command("one")
    def one(context: Context, number: Number) -> str:
        """Takes one."""
        context.seen.append(number)
        return str(number)

    @registry.command("maybe")
    def maybe(context: Context, number: Number = Number(5)) -> str:
        """Takes one or none."""
        return str(number)

    @registry.command("many")
    def many(context: Context, word: str, *numbers: Number) -> str:
        return f"{word} {sum(numbers)}"

    @registry.command("rest")
    def rest(context: Context, text: Arguments) -> str:
        return f"<{text}>"

    @registry.command("maybe_rest")
    def maybe_rest(context: Context, text: Arguments = Arguments("none")) -> str:
        return f"<{text}>"

    @registry.command("secret", available=lambda context: context.open)
    def secret(_: Context) -> str:
        return "yes"

    @registry.command("quit")
    def quit_(_: Context) -> str:
        raise Quit

    @registry.command("fail")
    def fail(_: Context, how: str) -> str:
        raise {"domain": DomainError, "special": SpecialError, "bug": ZeroDivisionError, "gtp": GtpError}[how]("because")

    @registry.command("letters")
    @registry.command("alphabet")
    def letters(_: Context) -> str:
        return "abc"

    return registry


@pytest.mark.parametrize(
    ("line", "reply"),
    [
        ("nothing", "= "),
        ("3 nothing", "=3 "),
        ("one 7", "= 7"),
        ("1 one 7", "=1 7"),
        ("maybe", "= 5"),
        ("maybe 6", "= 6"),
        ("many a", "= a 0"),
        ("many a 1 2 3", "= a 6"),
        ("rest a  b", "= <a  b>"),
        ("maybe_rest", "= <none>"),
        ("maybe_rest x y", "= <x y>"),
        ("letters", "= abc"),
        ("alphabet", "= abc"),
        ("one", "? syntax error: one NUMBER"),
        ("one 7 8", "? syntax error: one NUMBER"),
        ("one x", "? syntax error: 'x' is not a number"),
        ("maybe 1 2", "? syntax error: maybe [NUMBER]"),
        ("many", "? syntax error: many WORD [NUMBERS …]"),
        ("many a b", "? syntax error: 'b' is not a number"),
        ("rest", "? syntax error: rest TEXT"),
        ("nothing x", "? syntax error: nothing"),
        ("NOTHING", "? unknown command"),
        ("12 what is this", "?12 unknown command"),
        ("5", "?5 unknown command"),
        ("fail gtp", "? because"),
        ("fail domain", "? domain: because"),
        ("fail special", "? domain: because"),
    ],
)
def test_replies(line: str, reply: str) -> None:
    assert new_registry().handle(Context(), line) == (reply + "\n\n", False)


def test_a_line_without_a_command_has_no_reply() -> None:
    assert new_registry().handle(Context(), b"# x\n") == ("", False)


def test_quit_answers_and_ends() -> None:
    assert new_registry().handle(Context(), "4 quit") == ("=4 \n\n", True)


def test_a_fault_is_told_to_stderr_and_the_session_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    registry = new_registry()
    assert registry.handle(Context(), "9 fail bug") == ("?9 internal error\n\n", False)
    captured = capsys.readouterr()
    assert "ZeroDivisionError: because" in captured.err
    assert captured.out == ""


def test_wrong_arguments_do_not_reach_the_handler() -> None:
    context = Context()
    new_registry().handle(context, "one x")
    new_registry().handle(context, "one 1 2")
    assert context.seen == []


def test_commands_exist_by_context() -> None:
    registry = new_registry()
    assert registry.knows(Context(), "secret")
    assert not registry.knows(Context(open_=False), "secret")
    assert registry.handle(Context(open_=False), "secret") == ("? unknown command\n\n", False)
    assert not registry.knows(Context(), "what")
    names = [entry.name for entry in registry.entries(Context(open_=False))]
    assert "secret" not in names
    assert names == sorted(names)


def test_usage_and_summary_are_derived() -> None:
    entries = {entry.name: entry for entry in new_registry().entries(Context())}
    assert entries["many"].usage == "many WORD [NUMBERS …]"
    assert entries["maybe"].usage == "maybe [NUMBER]"
    assert entries["nothing"].summary == "Does nothing."
    assert entries["secret"].summary == ""


def test_a_name_is_registered_once() -> None:
    registry = new_registry()
    with pytest.raises(ValueError, match="nothing is registered twice"):
        registry.command("nothing")(lambda _: "")
