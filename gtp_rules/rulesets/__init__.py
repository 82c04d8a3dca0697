"""The registered rulesets, declared as data; `find` reads ``NAME key=value …``."""

from __future__ import annotations

import difflib

from gtp_rules.errors import BadRuleset
from gtp_rules.rules import Ruleset, configure
from gtp_rules.rulesets import classical, modern, yan_lai

_REGISTERED = {ruleset.name: ruleset for ruleset in (*classical.RULESETS, *yan_lai.RULESETS, *modern.RULESETS)}


def names() -> list[str]:
    """The names of the registered rulesets, the historical ones first."""
    return list(_REGISTERED)


def registered() -> list[Ruleset]:
    """The registered rulesets with their default options, in the order of `names`."""
    return list(_REGISTERED.values())


def find(text: str) -> Ruleset:
    """The ruleset that a text like ``tang-song dame=as_is`` names.

    Raises:
        BadRuleset: an unknown name, an option that the ruleset lacks, or a value that the option does not take.
    """
    words = text.split()
    if not words:
        raise BadRuleset("a ruleset needs a name; rules-list shows them")
    name = words[0].lower()
    if name not in _REGISTERED:
        near = difflib.get_close_matches(name, _REGISTERED, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; the rulesets are {', '.join(_REGISTERED)}"
        raise BadRuleset(f"unknown ruleset {words[0]!r}{hint}")
    options = []
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadRuleset(f"{word!r} is not an option of the form key=value")
        options.append((key, value))
    return configure(_REGISTERED[name], options)
