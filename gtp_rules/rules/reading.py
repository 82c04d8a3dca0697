"""Rulesets that somebody wrote, as JSON or as plain values, read through the same constructors and checks as ours."""

from __future__ import annotations

import re
from fractions import Fraction

import msgspec

from gtp_rules.errors import BadRuleset
from gtp_rules.rules.options import check_options
from gtp_rules.rules.ruleset import Ruleset

_NUMBER = re.compile(r"[+-]?\d{1,20}(\.\d{1,20}|/0*[1-9]\d{0,20})?", re.ASCII)


def _read(kind: type, value: object) -> object:
    if kind is Fraction:
        text = str(value)
        if not _NUMBER.fullmatch(text):  # a power of ten may be beyond all measure
            raise ValueError(f"{text[:40]!r} is not a number like 7, 6.5 or 15/2")
        return Fraction(text)
    raise NotImplementedError(kind)


def _checked(ruleset: Ruleset) -> Ruleset:
    check_options(ruleset)
    return ruleset


def from_json(text: str | bytes) -> Ruleset:
    """Reads a ruleset that somebody wrote, through the same constructors and checks as ours.

    Raises:
        BadRuleset: the text is no JSON, a field is unknown, missing or of the wrong kind, or values contradict each other.
    """
    try:
        return _checked(msgspec.json.decode(text, type=Ruleset, dec_hook=_read))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadRuleset(f"not a ruleset: {error}") from error


def from_values(values: object) -> Ruleset:
    """Reads a ruleset from plain values, as a TOML file gives them.

    Raises:
        BadRuleset: as `from_json`.
    """
    try:
        return _checked(msgspec.convert(values, type=Ruleset, dec_hook=_read))
    except (msgspec.ValidationError, RecursionError) as error:
        raise BadRuleset(f"not a ruleset: {error}") from error
