"""The rulesets of an experiment: registered ones, and those that its file declares."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from gtp_rules import rulesets
from gtp_rules.errors import BadRuleset
from gtp_rules.rules import Ruleset
from gtp_rules.rules.reading import from_json, from_values
from harness.config import Config


def declare(name: str, table: Mapping[str, Any]) -> str:
    """The canonical JSON of a ruleset that a file declares, in full or by what differs from another one.

    Args:
        name: its name.
        table: fields of a ruleset; with a key ``base``, a ruleset with options, only those that differ from it.

    Raises:
        BadRuleset: the name is taken, the base is unknown, or the fields make no ruleset.
    """
    if name in rulesets.names():
        raise BadRuleset(f"{name} is a registered ruleset; a changed one needs a name of its own")
    changes = {key: value for key, value in table.items() if key != "base"}
    plain: dict[str, Any] = {"title": name}
    if "base" in table:
        plain = json.loads(rulesets.find(str(table["base"])).to_json())
        plain |= {"chosen": {}, "elsewhere": {}, "chinese": "", "summary": "", "title": f"{name}, after {table['base']}"}
        plain["sources"] |= dict.fromkeys(plain["sources"].keys() & changes.keys(), "declared in the configuration")
    for key, value in changes.items():
        plain[key] = _merged(plain.get(key), value)
    return from_values({**plain, "name": name}).to_json().decode()


def _merged(old: object, new: object) -> object:
    """Fields of an axis join those of the base, unless they choose another kind of it."""
    if not isinstance(old, dict) or not isinstance(new, dict):
        return new
    other_kind = any(tag in new and new[tag] != old.get(tag) for tag in ("ban", "count"))
    return new if other_kind else {**old, **new}


def resolve(config: Config, text: str) -> Ruleset:
    """The ruleset that a text of the file means: a name, and options.

    Raises:
        BadRuleset: there is none, or it lacks an option.
    """
    name = text.split(maxsplit=1)[0] if text.split() else ""
    return _resolve(config.rulesets.get(name), text)


@cache
def _resolve(own: str | None, text: str) -> Ruleset:
    return rulesets.find(text, {} if own is None else {text.split(maxsplit=1)[0]: from_json(own)})


def specifications(config: Config, texts: list[str]) -> list[str]:
    """The full names of the rulesets that these texts mean: name and options that differ from the default."""
    return [resolve(config, text).specification for text in texts]
