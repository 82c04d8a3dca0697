"""The options of a player's specification: texts that are checked before anything is played."""

from __future__ import annotations

import math
from collections.abc import Mapping


def refuse_unknown(player: str, options: Mapping[str, str], known: tuple[str, ...] = ()) -> None:
    """Checks the names of options.

    Raises:
        ValueError: one of `options` is not among `known`; the text says which, and what there is.
    """
    unknown = sorted(set(options) - set(known))
    if unknown:
        has = f"has only {', '.join(known)}" if known else "has no options"
        raise ValueError(f"the player {player} does not know {', '.join(unknown)}: it {has}")


def whole(player: str, options: Mapping[str, str], name: str, default: int, *, least: int, most: int) -> int:
    """The option `name` as a whole number, or `default` where it is not given.

    Raises:
        ValueError: it is no whole number from `least` to `most`.
    """
    text = options.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and least <= int(text) <= most):
        raise ValueError(f"{name} of the player {player} is a whole number from {least} to {most}, not {text!r}")
    return int(text)


def amount(player: str, options: Mapping[str, str], name: str, *, least: float, most: float) -> float:
    """The option `name`, which is given, as a decimal number.

    Raises:
        ValueError: it is no number from `least` to `most`.
    """
    text = options[name]
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not least <= value <= most:
        raise ValueError(f"{name} of the player {player} is a number from {least:g} to {most:g}, not {text!r}")
    return value
