"""Options of rulesets: ``key=value`` texts that choose among the readings which the sources leave open.

Most options name one field of the ruleset, and their values are those of the field's type. A ruleset lists the options that it
has and refuses all others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from gtp_rules.errors import BadRuleset
from gtp_rules.rules.counting import AnnihilationCount, OverflowCount
from gtp_rules.rules.repetition import BanName, SimpleKo, ban
from gtp_rules.rules.ruleset import Ruleset
from gtp_rules.rules.suicide import Suicide
from gtp_rules.rules.turns import PassMeans


class Option(NamedTuple):
    """An option.

    Attributes:
        meaning: what it chooses, in words.
        choices: the values that it takes in a ruleset; empty for whole numbers.
        choose: the ruleset with a value chosen; raises `ValueError` for one that is not taken.
    """

    meaning: str
    choices: Callable[[Ruleset], list[str]]
    choose: Callable[[Ruleset, str], Ruleset]


def _field(meaning: str, *path: str) -> Option:
    """An option that sets one field: of the ruleset, or of the value of an axis."""

    def kind(ruleset: Ruleset) -> Any:
        owner: object = ruleset
        for name in path[:-1]:
            owner = getattr(owner, name)
        hints = get_type_hints(type(owner))
        if path[-1] not in hints:
            raise ValueError(f"{ruleset.name} has no {path[-1]} that could be chosen")
        return hints[path[-1]]

    def choices(ruleset: Ruleset) -> list[str]:
        found = kind(ruleset)
        return [str(member.value) for member in found] if isinstance(found, type) and issubclass(found, Enum) else []

    def choose(ruleset: Ruleset, value: str) -> Ruleset:
        new = msgspec.convert(value, kind(ruleset), strict=False)
        if len(path) == 1:
            return ruleset.variant(**{path[0]: new})
        axis = msgspec.structs.replace(getattr(ruleset, path[0]), **{path[1]: new})
        return ruleset.variant(**{path[0]: axis})

    return Option(meaning, choices, choose)


_BANS: tuple[BanName, ...] = get_args(BanName)


def _choose_ban(ruleset: Ruleset, value: str) -> Ruleset:
    if value not in _BANS:
        raise ValueError(value)
    own = ruleset.repetition
    skip_is_progress = isinstance(own, SimpleKo) and own.skip_is_progress
    return ruleset.variant(repetition=ban(value, skip_is_progress=skip_is_progress))


_ENDINGS = {
    "overflow": (OverflowCount(), PassMeans.EXHAUSTED, False),
    "annihilation": (AnnihilationCount(), PassMeans.NOTHING, True),
}


def _choose_ending(ruleset: Ruleset, value: str) -> Ruleset:
    if value not in _ENDINGS:
        raise ValueError(value)
    counting, pass_means, annihilation = _ENDINGS[value]
    return ruleset.variant(
        # A suicide of one stone would be the pass that does not exist here.
        suicide=Suicide.CHAINS if annihilation and ruleset.suicide is Suicide.ALLOWED else ruleset.suicide,
        counting=counting,
        turns=msgspec.structs.replace(ruleset.turns, pass_means=pass_means),
        ending=msgspec.structs.replace(ruleset.ending, annihilation=annihilation),
    )


OPTIONS = {
    "opening": _field("seat stones 座子 before the first move", "opening", "stones"),
    "first": _field("who moves first", "opening", "first"),
    "suicide": _field("whether a move may remove its own chain", "suicide"),
    "repetition": Option("which repetitions are forbidden", lambda _: list(_BANS), _choose_ban),
    "facing": _field("which positions a player has faced (decision 1)", "repetition", "facing"),
    "dame": _field("two-sided dame played out before the count, or left open (decision 9)", "counting", "dame"),
    "seki": _field("what private points in seki are worth (decision 10)", "counting", "seki"),
    "zi": _field("whether 子 are prisoners or stones on the board (decision 12)", "counting", "zi"),
    "ending": Option("how the game ends and is counted (decision 13)", lambda _: list(_ENDINGS), _choose_ending),
    "public": _field("how public points are shared (decision 7)", "counting", "public"),
    "exclusive": _field("which liberties belong to one side (decision 3)", "counting", "exclusive"),
    "legal_dame": _field("whether dame played in a dispute are worth a point (decision 2)", "counting", "legal_dame"),
    "disputes": _field("how many disputes may resume play (decision 2)", "ending", "disputes"),
    "move_limit": _field("turns after which the game is counted as it stands (decision 6)", "ending", "move_limit"),
}


def choices(ruleset: Ruleset, key: str) -> list[str]:
    """The values that an option takes in a ruleset, its default first; empty for whole numbers."""
    option = OPTIONS[key]
    return sorted(option.choices(ruleset), key=lambda value: option.choose(ruleset, value) != ruleset)


def check_options(ruleset: Ruleset) -> None:
    """Checks that the options of a ruleset that somebody wrote fit its axes, and that chosen ones are among them.

    Raises:
        BadRuleset: they do not.
    """
    for key in ruleset.options:
        if key not in OPTIONS:
            raise BadRuleset(f"not a ruleset: there is no option {key!r}")
        try:
            choices(ruleset, key)
        except ValueError as error:
            raise BadRuleset(f"not a ruleset: {error}") from error
    for key, value in ruleset.chosen.items():
        if key not in ruleset.options or value.split() != [value]:
            raise BadRuleset(f"not a ruleset: {ruleset.name} cannot have chosen {key}={value!r}")


def configure(ruleset: Ruleset, options: Iterable[tuple[str, str]]) -> Ruleset:
    """The ruleset with these options chosen; a later choice of the same option wins.

    Raises:
        BadRuleset: an option that the ruleset does not have, a value that the option does not take, or a contradiction.
    """
    for key, value in options:
        if key not in ruleset.options:
            has = ", ".join(ruleset.options) or "none"
            raise BadRuleset(f"{ruleset.name} has no option {key!r}; it has: {has}")
        try:
            changed = OPTIONS[key].choose(ruleset, value)
        except ValueError as error:
            takes = ", ".join(choices(ruleset, key)) or "a whole number"
            raise BadRuleset(f"{ruleset.name}: {key} takes {takes}, not {value!r}") from error
        ruleset = changed.variant(chosen={**ruleset.chosen, key: value})
    return ruleset
