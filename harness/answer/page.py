"""The page in Markdown: question, commands, design, what was found, numbers, remarks."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gtp_rules.engines.settings import EngineConfig
from harness.answer.answers import Answer, Table, different
from harness.config import Config, FindingConfig
from harness.endings import Record
from harness.rules import specifications
from harness.schedule import pairings

_CAUTION = "Intervals hold at 95 %, each by itself: where many stand side by side, one in twenty misses."


class About(NamedTuple):
    """What the page says of the games besides their numbers.

    Attributes:
        config: the experiment.
        finding: what its page says.
        source: the configuration, as it was named on the command line.
        target: the file of the page as it was named, or None.
        planned: games that the configuration asks for.
    """

    config: Config
    finding: FindingConfig
    source: str
    target: str | None
    planned: int


def page(about: About, records: Sequence[Record], answers: Sequence[Answer]) -> str:
    """The whole page, ending in a line end. Equal for equal games."""
    finding = about.finding
    parts = [f"# {_inline(finding.title)}", f"**{_inline(finding.question)}**", _commands(about)]
    parts.append(f"**Design.** {_inline(finding.design)}")
    parts.append("\n".join(f"* {line}" for line in _facts(about, records)))
    said = [sentence for answer in answers for sentence in answer.sentences]
    parts += ["## What was found", "\n".join(f"* {_inline(sentence)}" for sentence in said), _CAUTION]
    for answer in answers:
        if answer.tables:
            parts.append(f"## {answer.heading}")
            parts += [_table(table) for table in answer.tables]
    if finding.remarks:
        parts += ["## Remarks", "\n".join(f"* {_inline(remark)}" for remark in finding.remarks)]
    return "\n\n".join(parts) + "\n"


def _commands(about: About) -> str:
    source = shlex.quote(about.source)
    target = f" -o {shlex.quote(about.target)}" if about.target else ""
    return f"```\ngtp-harness run {source}\ngtp-harness finding {source}{target}\n```"


def _facts(about: About, records: Sequence[Record]) -> Iterable[str]:
    experiment = about.config.experiment
    names = {name for task in (record.task for record in records) for name in (task.first, task.second)}
    for name, player in about.config.players.items():
        if name in names:
            what = shlex.join(player.command) if isinstance(player, EngineConfig) else _bot(player.bot, player.options)
            titles = _titles(records, name)
            yield f"Player `{_code(name)}`: `{_code(what)}`{f' ({_inline(titles)})' if titles else ''}."
    boards = ", ".join(experiment.boards).replace("x", "×")
    komi = "the komi of each ruleset" if experiment.komi is None else str(experiment.komi)
    yield f"Boards: {boards}. Komi: {komi}. Seed: {experiment.seed}."
    yield f"Openings: {_openings(about.config)}."
    played = specifications(about.config, experiment.rulesets)
    yield f"Played under: {', '.join(f'`{_code(name)}`' for name in played)}."
    missing = "" if len(records) == about.planned else f" of {about.planned}; the others are not played yet"
    endings = Counter(record.ending.value for record in records)
    listed = ", ".join(f"{number} by `{ending}`" for ending, number in endings.most_common())
    yield (
        f"Games: {len(records)}{missing}. They ended {listed}." if records else f"Games: none of {about.planned} is played yet."
    )

    yield from _same(records)
    yield from _uncounted(records)


def _openings(config: Config) -> str:
    experiment = config.experiment
    if not (experiment.opening_moves or experiment.openings):
        return "none, the board of the ruleset"
    what = f"{experiment.opening_moves} random moves" if experiment.opening_moves else "from files"
    twice = {pairing.alternate and pairing.first != pairing.second for pairing in pairings(config)}
    if twice == {True}:
        return f"{what}, each opening with both colors"
    if twice == {False}:
        return f"{what}, the next opening for each game"
    return f"{what}, each with both colors where different players change colors, else the next opening for each game"


def _same(records: Sequence[Record]) -> Iterable[str]:
    again = len(records) - len(different(records))
    if again:
        often = f"{again} of the games went exactly like one before, most often under another ruleset"
        yield f"{often}: they stand in each row of a table, and once where a sentence speaks of different games."


def _uncounted(records: Sequence[Record]) -> Iterable[str]:
    all_games = Counter(record.task.ruleset for record in records)
    found = Counter(record.task.ruleset for record in records if record.margin is None)
    if found:
        listed = ", ".join(f"{number} of {all_games[name]} under `{_code(name)}`" for name, number in found.items())
        yield f"Without a count, and so in no table of margins: {listed}."


def _bot(bot: str, options: dict[str, str | int | float | bool]) -> str:
    return " ".join([bot, *(f"{key}={value}" for key, value in options.items())])


def _titles(records: Sequence[Record], name: str) -> str:
    sides = [(record.task.black, record.black.title) for record in records]
    sides += [(record.task.white, record.white.title) for record in records]
    return ", ".join(dict.fromkeys(title for player, title in sides if player == name and title))


def _table(table: Table) -> str:
    lines = ["| " + " | ".join(map(_cell, table.head)) + " |", "|" + "---|" * len(table.head)]
    lines += ["| " + " | ".join(map(_cell, row)) + " |" for row in table.rows]
    return "\n".join(lines) + (f"\n\n{_inline(table.note)}" if table.note else "")


def _cell(text: str) -> str:
    return _inline(text).replace("|", "\\|")


def _code(text: str) -> str:
    """For a span of code, in one line."""
    return " ".join(text.replace("`", "\u2019").split())


_ALWAYS = re.compile(r"[\\`*]|<(?![\d ])|(?<!\w)_|_(?!\w)|~(?=~)")
_LINK = re.compile(r"\][(\[:]")


def _inline(text: str) -> str:
    """In one line, with nothing that Markdown or HTML would act upon; an interval keeps its brackets."""
    quoted = _ALWAYS.sub(r"\\\g<0>", text)
    if _LINK.search(text):
        quoted = quoted.replace("[", "\\[").replace("]", "\\]")
    return " ".join(quoted.split())
