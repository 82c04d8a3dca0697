"""A ruleset in words, for people."""

from __future__ import annotations

import textwrap

import msgspec

from gtp_rules.rules import Ruleset
from gtp_rules.rules.counting.sheet import decimal_text
from gtp_rules.rules.options import OPTIONS, choices
from gtp_rules.rules.ruleset import AXES


def describe(ruleset: Ruleset) -> str:
    """Title, axes with their sources, and options of a ruleset, as lines of text."""
    title = f"{ruleset.specification}: {ruleset.title} {ruleset.chinese}".rstrip()
    lines = [title, *textwrap.wrap(ruleset.summary, 100), ""]
    for axis in AXES:
        lines.append(f"{axis:12}{_value(ruleset, axis)}")
        lines.append(f"{'':12}source: {ruleset.sources.get(axis, 'none given')}")
    lines += ["", "options (default first)" if ruleset.options else "no options"]
    for key in ruleset.options:
        lines.append(f"  {key:12}{OPTIONS[key].meaning}: {', '.join(choices(ruleset, key)) or 'a whole number'}")
    return "\n".join(lines)


def _value(ruleset: Ruleset, axis: str) -> str:
    value = getattr(ruleset, axis)
    if axis == "komi":
        return decimal_text(value)
    plain = msgspec.to_builtins(value, enc_hook=str)
    if isinstance(plain, dict):
        return ", ".join(f"{key} {_word(inner)}" for key, inner in plain.items())
    return str(plain)


def _word(value: object) -> str:
    if value is None:
        return "none"
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
