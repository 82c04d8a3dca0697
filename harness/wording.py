"""What msgspec says about a value, in words for people."""

from __future__ import annotations

import re
import typing
from typing import Final

import msgspec

from harness.nearest import nearest

_KINDS: Final = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "true or false",
    "array": "an array",
    "object": "a table",
    "date": "a date",
    "datetime": "a date",
    "time": "a time",
}
"""By msgspec's names. Python's own of the same things are `list` and `dict`."""
_PYTHON: Final = {"list": "array", "dict": "object"}
_LONG: Final = 60
_LENGTHS: Final = {
    "players": "two names are needed",
    "rulesets": "at least one ruleset is needed",
    "command": "at least the program is needed",
}
"""By field: what an array of the wrong length lacks."""


def kind(value: object) -> str:
    """What a value of a TOML document is."""
    name = type(value).__name__
    return _KINDS.get(_PYTHON.get(name, name), name)


def shown(value: object) -> str:
    """A value of a file for a line of text, cut where it is long."""
    try:
        text = repr(value)
    except ValueError:  # a number of thousands of digits
        return "such a number"
    return text if len(text) <= _LONG else f"{text[:_LONG]}…"


def reason(message: str, field: msgspec.structs.FieldInfo | None) -> str:
    """A reason of msgspec's, without its path.

    Args:
        message: such as ``Expected `int`, got `str```.
        field: the one that holds the value.
    """
    if match := re.fullmatch(r"Invalid enum value '?(.*?)'?", message, flags=re.DOTALL):
        return _choice(match[1], field)
    if match := re.fullmatch(r"Expected `(.+)`, got `(\w+)`", message):
        return f"{_kinds(match[1])} is needed, not {_KINDS.get(match[2], match[2])}"
    if match := re.fullmatch(r"Expected `(\w+)` of length (>=|<=) (\d+)", message):
        return _length(match[1], match[2], int(match[3]), "" if field is None else field.encode_name)
    if match := re.fullmatch(r"Expected `(\w+)` (>=|<=|>|<) (\S+)", message):
        return f"{_KINDS.get(match[1], match[1])} {_bound(match[2], float(match[3]), match[3])} is needed"
    return message.replace("`", "")


def _choice(given: str, field: msgspec.structs.FieldInfo | None) -> str:
    known = [] if field is None else _known(field.type)
    listed = " or ".join(f'"{each}"' for each in known)
    return f"{listed or 'another value'} is needed, not {given!r}{nearest(given, known)}"


def _known(kind: object) -> list[str]:
    """The values that a type allows, those of an array's elements too."""
    if typing.get_origin(kind) is typing.Literal:
        return [str(each) for each in typing.get_args(kind)]
    return [found for part in typing.get_args(kind) for found in _known(part)]


def _kinds(names: str) -> str:
    """The alternatives, without what another one includes and without ``null``, which no file can say."""
    listed = [name for name in names.split(" | ") if name != "null"]
    words = [_KINDS.get(name, name) for name in listed if not (name == "int" and "float" in listed)]
    return ", ".join([*words[:-2], " or ".join(words[-2:])])


def _length(name: str, sign: str, number: int, field: str) -> str:
    if name == "array":
        return _LENGTHS.get(field, f"an array of {'at least' if sign == '>=' else 'at most'} {number} is needed")
    if sign == ">=" and number == 1:
        return "a text that is not empty is needed"
    return f"a text of {'at least' if sign == '>=' else 'at most'} {number} characters is needed"


def _bound(sign: str, number: float, text: str) -> str:
    shown = f"{number:g}" if number == float(f"{number:g}") else text
    return {">=": f"from {shown} up", "<=": f"up to {shown}", ">": f"above {shown}", "<": f"below {shown}"}[sign]
