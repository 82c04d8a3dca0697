"""Reading a configuration file. Whatever is wrong with it becomes one line: file, key, reason."""

from __future__ import annotations

import re
import tomllib
import typing
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from gtp_rules.engines.settings import EngineConfig
from gtp_rules.errors import BadRuleset
from harness.config import (
    VERSUS,
    BotConfig,
    Config,
    ExperimentConfig,
    FindingConfig,
    MatchConfig,
    PlayerConfig,
)
from harness.consistency import WrongKey, check_beginnings, check_clock, check_experiment, check_opponents
from harness.errors import BadConfig, Unreadable
from harness.nearest import nearest
from harness.opening_files import read_openings
from harness.openings import Opening
from harness.rules import declare
from harness.whole_files import read_whole
from harness.wording import kind, reason, shown

S = TypeVar("S", bound=msgspec.Struct)

_LARGEST = 1 << 24
"""Bytes of a file."""

SECTIONS = ("experiment", "players", "matches", "rulesets", "finding")


def load(path: Path) -> Config:
    """The configuration in this file. Programs and bots that it names are not looked for.

    Raises:
        BadConfig: the file cannot be read, is no TOML, or a key or value is wrong; the text is one line.
    """
    try:
        return parse(_document(read_whole(path, _LARGEST)), path.parent)
    except Unreadable as error:
        raise BadConfig(str(error)) from None
    except (WrongKey, tomllib.TOMLDecodeError) as error:
        raise BadConfig(f"{path}: {error}") from None
    except UnicodeDecodeError:
        raise BadConfig(f"{path}: is not UTF-8 text") from None


def _document(data: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(data.decode())
    except RecursionError:
        raise tomllib.TOMLDecodeError("arrays or tables lie too deep in one another") from None
    except ValueError as error:
        if isinstance(error, (tomllib.TOMLDecodeError, UnicodeDecodeError)):
            raise
        raise tomllib.TOMLDecodeError("a number has thousands of digits") from None  # Python refuses to read it


def parse(data: Mapping[str, Any], folder: Path = Path()) -> Config:
    """The configuration in this parsed TOML document.

    Args:
        data: the document.
        folder: that from which it names files.

    Raises:
        WrongKey: a key is unknown or missing, or its value is wrong, or a file that it names cannot be read.
    """
    _check_texts(data)
    _known("", data, SECTIONS)
    if "experiment" not in data:
        raise WrongKey("experiment", "this section is missing")
    experiment = _convert("experiment", data["experiment"], ExperimentConfig)
    players = _players(data.get("players", {}))
    own = _own_rulesets(data.get("rulesets", {}))
    matches, openings = _matches(data.get("matches", []), players), _openings(experiment, folder)
    finding = _convert("finding", data["finding"], FindingConfig) if "finding" in data else None
    config = Config(experiment, players, matches, own, openings, finding)
    check_experiment(config)
    check_opponents(config)
    check_beginnings(config)
    return config


def _openings(experiment: ExperimentConfig, folder: Path) -> list[Opening]:
    if experiment.openings is None:
        return []
    try:
        return read_openings(folder / experiment.openings, experiment.opening_depth)
    except (BadConfig, Unreadable) as error:
        raise WrongKey("experiment.openings", str(error)) from None


def _check_texts(document: object) -> None:
    """Looks for a character that ends a text for the system, in keys and values of a document."""
    waiting: list[tuple[str, object]] = [("", document)]  # not by recursion: dotted keys may lie thousands deep
    while waiting:
        path, value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += [(path, key) for key in value]
            waiting += [(f"{path}.{key}" if path else str(key), part) for key, part in value.items()]
        elif isinstance(value, list):
            waiting += [(f"{path}[{index}]", part) for index, part in enumerate(value)]
        elif isinstance(value, str) and "\0" in value:
            raise WrongKey(path, "no text may hold the character U+0000")


def _own_rulesets(tables: object) -> dict[str, str]:
    if not isinstance(tables, Mapping):
        raise WrongKey("rulesets", f"a table for each ruleset is needed, not {kind(tables)}")
    own = {}
    for name, table in tables.items():
        if not isinstance(table, Mapping):
            raise WrongKey(f"rulesets.{name}", f"a table is needed, not {kind(table)}")
        try:
            own[name] = declare(name, table)
        except BadRuleset as error:
            raise WrongKey(f"rulesets.{name}", str(error)) from None
    return own


def _known(path: str, table: Mapping[str, Any], fields: Iterable[str]) -> None:
    for key in table:
        if key not in fields:
            where = f"{path}.{key}" if path else key
            raise WrongKey(where, f"unknown key{nearest(key, fields)}")


def _convert(path: str, table: object, struct: type[S]) -> S:
    if not isinstance(table, Mapping):
        raise WrongKey(path, f"a table is needed, not {kind(table)}")
    fields = msgspec.structs.fields(struct)
    _known(path, table, [field.encode_name for field in fields])
    for field in fields:
        for nested in typing.get_args(field.type) or (field.type,):  # a table may be optional
            if isinstance(nested, type) and issubclass(nested, msgspec.Struct) and field.encode_name in table:
                _convert(f"{path}.{field.encode_name}", table[field.encode_name], nested)
    try:
        return msgspec.convert(table, struct)
    except msgspec.ValidationError as error:
        raise _plain(path, str(error), {field.encode_name: field for field in fields}) from None


def _plain(path: str, message: str, fields: Mapping[str, msgspec.structs.FieldInfo]) -> WrongKey:
    """Turns msgspec's ``Expected `int`, got `str` - at `$.games``` around: the key first, then the reason."""
    complaint, _, place = message.rpartition(" - at ") if " - at `$" in message else (message, "", "")
    inside = place.strip("`").removeprefix("$").removeprefix(".")
    inside = re.sub(r"\[\.\.\.\]$", "", inside)
    missing = re.search(r"missing required field `(\w+)`", complaint)
    if missing:
        return WrongKey(".".join(filter(None, (path, inside, missing[1]))), "this key is missing")
    joint = "" if inside.startswith("[") or not inside else "."
    return WrongKey(path + joint + inside, reason(complaint, fields.get(re.split(r"\W", inside, maxsplit=1)[0])))


def _players(tables: object) -> dict[str, PlayerConfig]:
    if not isinstance(tables, Mapping):
        raise WrongKey("players", f"a table of players is needed, not {kind(tables)}")
    if not tables:
        raise WrongKey("players", "no player is named; write [players.NAME] with bot = … or command = […]")
    for name in tables:
        if not name.strip() or VERSUS in name.split():
            raise WrongKey(f"players.{name}", f"a name is needed, without {VERSUS!r} as a word of it")
    return {name: _player(f"players.{name}", table) for name, table in tables.items()}


def _player(path: str, table: object) -> PlayerConfig:
    if not isinstance(table, Mapping):
        raise WrongKey(path, f"a table is needed, not {kind(table)}")
    if ("bot" in table) == ("command" in table):
        both = "bot" in table
        raise WrongKey(path, "bot and command cannot both be given" if both else f"bot or command is needed{_typo(table)}")
    if "bot" in table:
        return _bot(path, _convert(path, table, BotConfig))
    if isinstance(table["command"], str):
        raise WrongKey(f"{path}.command", 'an array of texts is needed, as in ["gnugo", "--mode", "gtp"]')
    return _engine(path, _convert(path, table, EngineConfig))


def _engine(path: str, engine: EngineConfig) -> EngineConfig:
    if not engine.command[0]:
        raise WrongKey(f"{path}.command[0]", "the name of a program is needed")
    for name in engine.env:
        if not name or "=" in name:
            raise WrongKey(f"{path}.env", f"names of variables are needed, without =, not {shown(name)}")
    for usual, name in engine.aliases.items():
        if len(usual.split()) != 1 or len(name.split()) != 1:
            raise WrongKey(f"{path}.aliases", f"names of commands are needed, one word each, not {usual!r} = {name!r}")
    for index, line in enumerate(engine.startup):
        if not line.strip() or "\n" in line:
            raise WrongKey(f"{path}.startup[{index}]", "one GTP command is needed")
    return engine


def _bot(path: str, bot: BotConfig) -> BotConfig:
    for key, value in bot.options.items():
        if isinstance(value, int) and not -(1 << 63) <= value < 1 << 63:  # what goes through msgpack
            raise WrongKey(f"{path}.options.{key}", "a whole number of at most 64 bits is needed")
    return bot


def _typo(table: Mapping[str, Any]) -> str:
    hints = (nearest(key, ("bot", "command")) for key in table)
    return next((hint for hint in hints if hint), "")


def _matches(tables: object, players: Mapping[str, PlayerConfig]) -> list[MatchConfig]:
    if not isinstance(tables, list):
        raise WrongKey("matches", f"[[matches]] is needed, in double brackets, not {kind(tables)}")
    matches = [_convert(f"matches[{index}]", table, MatchConfig) for index, table in enumerate(tables)]
    met: dict[frozenset[str], int] = {}
    for index, match in enumerate(matches):
        path = f"matches[{index}]"
        listed = match.players is not None
        if listed == (match.black is not None or match.white is not None):
            raise WrongKey(path, "either players, or black and white, is needed")
        if not listed and (match.black is None or match.white is None):
            raise WrongKey(path, "black and white go together")
        names = match.players or [match.black or "", match.white or ""]
        for name in names:
            if name not in players:
                raise WrongKey(path, f"there is no player {name!r}{nearest(name, players)}")
        check_clock(f"{path}.clock", match.clock)
        if (first := met.setdefault(frozenset(names), index)) != index:
            raise WrongKey(path, f"these two meet in matches[{first}] already; give that one more games")
    return matches
