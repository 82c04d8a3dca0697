"""What a configuration may change between two runs of one experiment.

Games that are stored stay what they are, so only what adds to them may change: more games of a pairing, new pairings, new
players, and how the work is done.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Any, NamedTuple

import msgspec

from harness.config import Config, ExperimentConfig, PlayerConfig
from harness.openings import Opening
from harness.rules import specifications
from harness.schedule import pairings

_FREE = ("workers", "directory", "pin", "keep")  # how the work is done; the games do not depend on it


_IN_PAIRINGS = ("games", "alternate", "gauntlet", "handicap", "clock")
_BEFORE_PAIRINGS = {"handicap": 0, "clock": ""}
"""What pairings had before they could have something else."""


class Changes(NamedTuple):
    """How two configurations of an experiment differ.

    Attributes:
        allowed: one line for each change that only adds games.
        refused: one line for each change that contradicts the games that are stored.
    """

    allowed: list[str]
    refused: list[str]


def snapshot(config: Config) -> dict[str, Any]:
    """The settings on which the games depend, as plain values in a canonical form."""
    experiment = msgspec.to_builtins(config.experiment)
    for key in (*_FREE, *_IN_PAIRINGS, "sizes"):
        del experiment[key]
    experiment["rulesets"] = specifications(config, config.experiment.rulesets)
    experiment["counts"] = specifications(config, config.experiment.counts)
    experiment["size"] = " ".join(config.experiment.boards)
    if not config.experiment.searches_komi:
        experiment["komi"] = None if config.experiment.komi is None else str(config.experiment.komi_points)
    experiment["openings"] = _digest(config.openings)
    meetings = {
        pairing.label: {key: value for key, value in pairing._asdict().items() if key not in ("first", "second")}
        for pairing in pairings(config)
    }
    players = msgspec.to_builtins(config.players)
    return {"experiment": experiment, "players": players, "pairings": meetings, "rulesets": dict(config.rulesets)}


def _digest(openings: list[Opening]) -> str | None:
    """Equal for equal openings; the files themselves may move."""
    return blake2b(msgspec.json.encode(openings), digest_size=12).hexdigest() if openings else None


def compare(before: dict[str, Any], after: dict[str, Any]) -> Changes:
    """Sorts the differences between two snapshots, of which the first may be an earlier version's."""
    changes = Changes([], [])
    before = {**before, "experiment": {**_defaults(), **before["experiment"]}}
    before["players"] = {name: _completed(player) for name, player in before["players"].items()}
    for section in ("experiment", "players"):
        _compare_section(section, before[section], after[section], changes)
    _compare_rulesets(before.get("rulesets", {}), after["rulesets"], changes)
    _compare_pairings(before["pairings"], after["pairings"], changes)
    return changes


def _defaults() -> dict[str, Any]:
    """The fields of an experiment that a snapshot of an earlier version may lack."""
    plain: dict[str, Any] = msgspec.to_builtins(ExperimentConfig("", []))
    return {key: value for key, value in plain.items() if key not in (*_FREE, *_IN_PAIRINGS, "sizes", "name", "rulesets")}


def _completed(player: object) -> object:
    """A player with the fields that a snapshot of an earlier version lacks."""
    try:
        return msgspec.to_builtins(msgspec.convert(player, type=PlayerConfig))
    except msgspec.ValidationError:
        return player


def _compare_section(section: str, before: dict[str, Any], after: dict[str, Any], changes: Changes) -> None:
    for key in dict.fromkeys([*before, *after]):
        path = f"{section}.{key}"
        if key not in before:
            changes.allowed.append(f"{path} is new")
        elif key not in after:
            changes.refused.append(f"{path} is gone")
        elif before[key] != after[key]:
            changes.refused.append(f"{path} was {_text(before[key])}, is {_text(after[key])}")


def _compare_rulesets(before: dict[str, Any], after: dict[str, Any], changes: Changes) -> None:
    for name in dict.fromkeys([*before, *after]):
        if name not in before:
            changes.allowed.append(f"rulesets.{name} is new")
        elif before[name] != after.get(name):
            changes.refused.append(f"rulesets.{name} is {'gone' if name not in after else 'not what it was'}")


def _compare_pairings(before: dict[str, Any], after: dict[str, Any], changes: Changes) -> None:
    for label in dict.fromkeys([*before, *after]):
        if label not in before:
            changes.allowed.append(f"pairing {label} is new, with {after[label]['games']} games")
        elif label not in after:
            changes.refused.append(f"pairing {label} is gone")
        elif before[label]["alternate"] != after[label]["alternate"]:
            changes.refused.append(f"pairing {label} changes colors otherwise than before")
        elif other := [key for key, usual in _BEFORE_PAIRINGS.items() if before[label].get(key, usual) != after[label][key]]:
            changes.refused.append(f"pairing {label} has another {' and '.join(other)} than before")
        elif before[label]["games"] != after[label]["games"]:
            more = after[label]["games"] > before[label]["games"]
            line = f"pairing {label} had {before[label]['games']} games, has {after[label]['games']}"
            (changes.allowed if more else changes.refused).append(line)


def _text(value: object) -> str:
    return "not set" if value is None else msgspec.json.encode(value).decode()
