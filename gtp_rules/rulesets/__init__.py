"""The registered rulesets, declared as data; `find` reads ``NAME key=value …``."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

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


def find(text: str, others: Mapping[str, Ruleset] = {}) -> Ruleset:
    """The ruleset that a text like ``tang-song dame=as_is`` names.

    Args:
        text: a name, and options.
        others: rulesets by name, beside the registered ones.

    Raises:
        BadRuleset: an unknown name, an option that the ruleset lacks, or a value that the option does not take.
    """
    words = text.split()
    if not words:
        raise BadRuleset("a ruleset needs a name; rules-list shows them")
    name = words[0].lower()
    known = {**others, **_REGISTERED}
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"; did you mean {near[0]}?" if near else f"; the rulesets are {', '.join(known)}"
        raise BadRuleset(f"unknown ruleset {words[0]!r}{hint}")
    options = []
    for word in words[1:]:
        key, equals, value = word.partition("=")
        if not equals:
            raise BadRuleset(f"{word!r} is not an option of the form key=value")
        options.append((key, value))
    return configure(known[name], options)
