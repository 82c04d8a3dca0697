"""The command registry: one decorator registers a command, everything else is derived.

A handler is a function of a context and of arguments whose types say how they are read::

    @registry.command("play")
    def play(referee: Referee, color: Color, vertex: Vertex) -> None: ...

The annotation of each parameter is looked up in the registry's converters; a parameter with a default may be left out, and
one with a star takes all that is left. What the handler returns is the reply: text, or None for an empty one.
"""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, NewType, TypeVar, get_type_hints

from gtp_rules.gtp.wire import Command, Reply, parse

C = TypeVar("C")
Handler = Callable[..., "str | Iterator[str] | None"]
H = TypeVar("H", bound=Handler)
Arguments = NewType("Arguments", str)
"""The annotation of a parameter that takes the rest of the line as one text."""


class GtpError(Exception):
    """A command failed; the text is the failure message."""


class Quit(Exception):
    """The handler's reply is the last one of the session."""


class Parameter(NamedTuple):
    """A parameter of a command."""

    name: str
    kind: Any
    optional: bool
    variadic: bool

    @property
    def usage(self) -> str:
        """How it is written in a usage line."""
        word = self.name.upper()
        if self.variadic:
            return f"[{word} …]"
        return f"[{word}]" if self.optional else word


class Entry(NamedTuple):
    """A registered command."""

    name: str
    handler: Handler
    parameters: tuple[Parameter, ...]
    summary: str
    available: Callable[[Any], bool]

    @property
    def usage(self) -> str:
        """The command with its parameters."""
        return " ".join([self.name, *(parameter.usage for parameter in self.parameters)])


def _always(_: object) -> bool:
    return True


class Registry(Generic[C]):
    """Commands by name, and how they are run on a context of type ``C``.

    Args:
        converters: for each annotation a function of context and word that returns the value or raises `GtpError`.
        failures: for each type of domain error the text of the failure, or None to use the error's own text.
    """

    def __init__(
        self,
        converters: Mapping[Any, Callable[[C, str], object]],
        failures: Mapping[type[Exception], Callable[[Exception], str]],
    ) -> None:
        self._converters = converters
        self._failures = failures
        self._entries: dict[str, Entry] = {}

    def command(self, name: str, *, available: Callable[[C], bool] = _always) -> Callable[[H], H]:
        """Registers the decorated function under a wire name; `available` says in which contexts it exists."""

        def register(handler: H) -> H:
            if name in self._entries:
                raise ValueError(f"{name} is registered twice")
            hints = get_type_hints(handler)
            listed = list(inspect.signature(handler).parameters.values())[1:]
            parameters = tuple(
                Parameter(
                    parameter.name,
                    hints[parameter.name],
                    parameter.default is not parameter.empty,
                    parameter.kind is parameter.VAR_POSITIONAL,
                )
                for parameter in listed
            )
            summary = (handler.__doc__ or "").strip().split("\n")[0]
            self._entries[name] = Entry(name, handler, parameters, summary, available)
            return handler

        return register

    def entries(self, context: C) -> list[Entry]:
        """The commands that exist in a context, by name."""
        return [entry for _, entry in sorted(self._entries.items()) if entry.available(context)]

    def knows(self, context: C, name: str) -> bool:
        """Whether a command exists in a context."""
        return name in self._entries and self._entries[name].available(context)

    def handle(self, context: C, line: bytes | str) -> tuple[str | Iterator[str], bool]:
        """Answers one line.

        Returns:
            The reply on the wire, empty if the line holds no command, and whether the session is over. The reply of a
            handler that gives its lines one by one comes in pieces.
        """
        command = parse(line)
        if command is None:
            return "", False
        try:
            result = self._run(context, command) or ""
            return Reply(True, result).format(command.id) if isinstance(result, str) else _stream(command.id, result), False
        except Quit:
            return Reply(True, "").format(command.id), True
        except GtpError as error:
            return Reply(False, str(error)).format(command.id), False
        except Exception as error:  # a fault of ours must not end the session
            return Reply(False, self._failure(error)).format(command.id), False

    def _failure(self, error: Exception) -> str:
        for kind in type(error).__mro__:
            if kind in self._failures:
                return self._failures[kind](error)
        traceback.print_exc(file=sys.stderr)
        return "internal error"

    def _run(self, context: C, command: Command) -> str | Iterator[str] | None:
        if not self.knows(context, command.name):
            raise GtpError("unknown command")
        entry = self._entries[command.name]
        return entry.handler(context, *self._read(context, entry, command))

    def _read(self, context: C, entry: Entry, command: Command) -> list[object]:
        words = list(command.arguments)
        values: list[object] = []
        for parameter in entry.parameters:
            if parameter.kind is Arguments:
                if not command.text and not parameter.optional:
                    raise GtpError(f"syntax error: {entry.usage}")
                return [*values, command.text] if command.text else values
            taken = words if parameter.variadic else words[:1]
            if not taken and not (parameter.optional or parameter.variadic):
                raise GtpError(f"syntax error: {entry.usage}")
            convert = self._converters[parameter.kind]
            values += [convert(context, word) for word in taken]
            words = words[len(taken) :]
        if words:
            raise GtpError(f"syntax error: {entry.usage}")
        return values


def _stream(id_: str, lines: Iterator[str]) -> Iterator[str]:
    """A reply that begins before all of it is known."""
    yield f"={id_} \n"
    for line in lines:
        if line.strip():
            yield f"{line}\n"
    yield "\n"
