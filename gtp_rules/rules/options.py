"""Options of rulesets: ``key=value`` texts that choose among the readings which the sources leave open.

An option names one field of the ruleset; its values are those of the field's type. A ruleset lists the options that it has
and refuses all others.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from gtp_rules.errors import BadRuleset
from gtp_rules.rules.repetition import BanName, SimpleKo, ban
from gtp_rules.rules.ruleset import Ruleset


class Option(NamedTuple):
    """An option.

    Attributes:
        path: the axis, and the field inside its value if it is not the axis itself.
        meaning: what it chooses, in words.
    """

    path: tuple[str, ...]
    meaning: str


OPTIONS = {
    "opening": Option(("opening", "stones"), "seat stones 座子 before the first move"),
    "first": Option(("opening", "first"), "who moves first"),
    "suicide": Option(("suicide",), "whether a move may remove its own chain"),
    "repetition": Option(("repetition",), "which repetitions are forbidden"),
    "dame": Option(("counting", "dame"), "two-sided dame played out before the count, or left open"),
    "seki": Option(("counting", "seki"), "what private points in seki are worth"),
}
_BANS: tuple[BanName, ...] = get_args(BanName)


def choices(ruleset: Ruleset, key: str) -> list[str]:
    """The values that an option takes in a ruleset; empty for numbers."""
    if key == "repetition":
        return list(_BANS)
    kind = _kind(ruleset, OPTIONS[key].path)
    return [str(member.value) for member in kind] if isinstance(kind, type) and issubclass(kind, Enum) else []


def configure(ruleset: Ruleset, options: Iterable[tuple[str, str]]) -> Ruleset:
    """The ruleset with these options chosen; a later choice of the same option wins.

    Raises:
        BadRuleset: an option that the ruleset does not have, or a value that the option does not take.
    """
    for key, value in options:
        if key not in ruleset.options:
            has = ", ".join(ruleset.options) or "none"
            raise BadRuleset(f"{ruleset.name} has no option {key!r}; it has: {has}")
        chosen = {**ruleset.chosen, key: value}
        ruleset = _set(ruleset, key, value).variant(chosen=chosen)
    return ruleset


def _set(ruleset: Ruleset, key: str, value: str) -> Ruleset:
    path = OPTIONS[key].path
    if key == "repetition":
        if value not in _BANS:
            raise _bad_value(ruleset, key, value)
        return ruleset.variant(repetition=_ban(ruleset, value))
    try:
        new = msgspec.convert(value, _kind(ruleset, path), strict=False)
    except msgspec.ValidationError as error:
        raise _bad_value(ruleset, key, value) from error
    if len(path) == 1:
        return ruleset.variant(**{path[0]: new})
    axis = msgspec.structs.replace(getattr(ruleset, path[0]), **{path[1]: new})
    return ruleset.variant(**{path[0]: axis})


def _ban(ruleset: Ruleset, name: BanName) -> object:
    own = ruleset.repetition
    return ban(name, skip_is_progress=isinstance(own, SimpleKo) and own.skip_is_progress)


def _kind(ruleset: Ruleset, path: tuple[str, ...]) -> Any:
    owner: object = ruleset
    for name in path[:-1]:
        owner = getattr(owner, name)
    return get_type_hints(type(owner))[path[-1]]


def _bad_value(ruleset: Ruleset, key: str, value: str) -> BadRuleset:
    takes = ", ".join(choices(ruleset, key)) or "a whole number"
    return BadRuleset(f"{ruleset.name}: {key} takes {takes}, not {value!r}")
