"""docs/katago.md says what KataGo is told, and describes the command."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from gtp_rules.rulesets import registered
from harness.estimate import command
from harness.estimate.questions import told_rules

PAGE = (Path(__file__).parents[3] / "docs" / "katago.md").read_text(encoding="utf-8")
COLUMNS = ("scoring", "tax", "ko", "suicide", "friendlyPassOk")


def mapping() -> str:
    """The table that stands in the page."""
    rows = [("ruleset", *(f"`{name}`" for name in COLUMNS)), ("---",) * (len(COLUMNS) + 1)]
    for ruleset in registered():
        values, _ = told_rules(ruleset)
        cells = (str(values[name]) for name in COLUMNS)
        rows.append((f"`{ruleset.name}`", *(cell.lower() if cell in {"True", "False"} else cell for cell in cells)))
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def first_cells(head: str) -> list[str]:
    rows = PAGE.split(f"\n| {head} |", 1)[1].split("\n\n", 1)[0]
    return [row.split("|")[1].strip() for row in rows.splitlines()[2:]]


def test_the_mapping_is_that_of_the_code() -> None:
    printed = PAGE.split("<!-- mapping:begin -->\n", 1)[1].split("\n<!-- mapping:end -->", 1)[0]
    assert printed == mapping()


def test_fields_that_have_no_column_are_the_same_for_all() -> None:
    others = [{name: value for name, value in told_rules(each)[0].items() if name not in COLUMNS} for each in registered()]
    assert all(each == {"hasButton": False, "whiteHandicapBonus": "0"} for each in others)


def test_every_difference_is_explained() -> None:
    explained = ", ".join(first_cells("difference"))
    for ruleset in registered():
        for difference in told_rules(ruleset)[1]:
            assert difference in explained


def test_options_and_exit_codes_are_those_of_the_command() -> None:
    parser = argparse.ArgumentParser()
    command.add_parser(parser.add_subparsers())
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    options = [text for action in commands.choices["estimate"]._actions for text in action.option_strings]
    assert [cell.strip("`") for cell in first_cells("option")] == [text for text in options if text not in {"-h", "--help"}]
    assert first_cells("exit code") == re.findall(r"^  (\d+) ", command._EPILOG, flags=re.MULTILINE)
