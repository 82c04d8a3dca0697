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
    lines += ["", "options (the value in force first)" if ruleset.options else "no options"]
    for key in ruleset.options:
        lines.append(f"  {key:12}{OPTIONS[key].meaning}: {', '.join(choices(ruleset, key)) or 'a whole number'}")
    return "\n".join(lines)


def _value(ruleset: Ruleset, axis: str) -> str:
    value = getattr(ruleset, axis)
    if axis == "komi":
        return decimal_text(value)
    plain = msgspec.to_builtins(value, enc_hook=str)
    if not isinstance(plain, dict):
        return _SAID.get(str(plain), str(plain))
    said = [_SAID.get(f"{key} {inner}", f"{key.replace('_', ' ')} {inner}") for key, inner in plain.items()]
    return ", ".join(word for word in said if word and not word.endswith((" None", " False"))) or "nothing special"


_SAID = {
    "chains": "allowed for two stones and more",
    "disputes None": "any number of disputes",
    "chips True": "then the chip phase",
    "names_object True": "a dispute names its object",
    "idle_dispute_ends True": "a dispute in which no stone is placed ends the game",
    "annihilation True": "a side without stones has lost",
    "virtual True": "virtual moves",
    "abandon True": "abandonments are turns",
    "skip_is_progress True": "a declined offer ends a cycle",
    "captures_only True": "for captures only",
    "black_wins_ties True": "Black wins ties",
    "handicap_return True": "handicap stones are returned",
    "first_pass 0": "",
    "handicap none": "",
}
