"""docs/config.md says what the code says."""

import json
import re
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from gtp_rules.engines.settings import EngineConfig, Timeouts
from harness.config import BotConfig, ExperimentConfig, FindingConfig, MatchConfig
from harness.endings import Ending
from harness.sprt import SprtConfig

PAGE = (Path(__file__).parents[3] / "docs" / "config.md").read_text(encoding="utf-8")
SECTIONS = {
    "`[experiment]`": ExperimentConfig,
    "`sprt`": SprtConfig,
    "A bot": BotConfig,
    "A program that speaks GTP": EngineConfig,
    "`timeouts`": Timeouts,
    "`[[matches]]`": MatchConfig,
    "`[finding]`": FindingConfig,
}


def documented(heading: str) -> dict[str, str]:
    section = re.split(r"^#+ ", PAGE.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    rows = re.findall(r"^\| `(\w+)` \| (.+?) \| (.+) \|$", section, flags=re.MULTILINE)
    assert all(meaning for _, _, meaning in rows)
    return {key: default for key, default, _ in rows}


def default(field: msgspec.structs.FieldInfo) -> str:
    value = field.default if field.default is not msgspec.NODEFAULT else None
    if field.required:
        return "needed"
    if field.default_factory is not msgspec.NODEFAULT:
        value = field.default_factory()
    if value is None:
        return "not set"
    return "the table below" if isinstance(value, Timeouts) else f"`{json.dumps(value)}`"


@pytest.mark.parametrize(("heading", "struct"), SECTIONS.items())
def test_every_key_is_documented_with_its_default(heading, struct):
    assert documented(heading) == {field.encode_name: default(field) for field in msgspec.structs.fields(struct)}


def test_every_ending_is_documented():
    normal, trouble = re.findall(r"^\| (?:ending|trouble) \|.*\n\|---.*\n((?:\|.*\n)+)", PAGE, flags=re.MULTILINE)
    for rows, is_trouble in ((normal, False), (trouble, True)):
        first_cells = " ".join(row.split("|")[1] for row in rows.splitlines())
        assert set(re.findall(r"`(\w+)`", first_cells)) == {each.value for each in Ending if each.trouble == is_trouble}


def test_the_exit_codes_are_those_of_the_help():
    from harness import cli

    documented_codes = set(re.findall(r"^\| (\d+) \|", PAGE, flags=re.MULTILINE))
    assert documented_codes == set(re.findall(r"^  (\d+) ", cli._EPILOG, flags=re.MULTILINE))
    assert documented_codes == {str(code) for code in (cli.OK, cli.TROUBLE, cli.USAGE, cli.STORE, cli.INTERRUPTED)}


def test_every_command_is_documented():
    from harness import cli

    with pytest.raises(SystemExit):
        cli.run_command(["nonsense", "x"])
    for name in ("run", "check", "status", "report", "export", "stop", "reset"):
        assert f"gtp-harness {name} FILE" in PAGE
    for line in ("gtp-harness audit PATH…", "gtp-harness picture FILE.sgf"):
        assert line in PAGE


STORE_PAGE = (Path(__file__).parents[3] / "docs" / "store.md").read_text(encoding="utf-8")


def test_every_column_of_the_store_is_documented(tmp_path):
    from harness import store

    with closing(store.open_store(tmp_path)) as opened:
        for table in ("games", "recounts", "config"):
            rows = STORE_PAGE.split(f"## `{table}`\n")[1].split("\n## ")[0]
            cells = " ".join(row.split("|")[1] for row in rows.splitlines() if row.startswith("| `"))
            columns = [row[1] for row in opened._connection.execute(f"PRAGMA table_info({table})")]
            assert sorted(re.findall(r"`(\w+)`", cells)) == sorted(columns)


def test_the_marks_of_the_store_are_documented():
    from harness import database, store

    assert f"`PRAGMA application_id` is {database.APPLICATION} " in STORE_PAGE
    assert f"version of the schema, {store.VERSION}." in STORE_PAGE


def test_the_queries_in_the_page_on_the_store_work(tmp_path):
    from fake_config import make_config, make_record

    from harness import store
    from harness.schedule import tasks

    queries = re.findall(r"```sql\n(.*?)```", STORE_PAGE, flags=re.DOTALL)
    assert len(queries) == 3
    with closing(store.open_store(tmp_path)) as opened:
        opened.add(make_record(next(tasks(make_config())), thoughts=(5, 2_000_000), result="W+3.5", winner="W"))
        found = [opened._connection.execute(query).fetchall() for query in queries]
    assert found == [
        [("chinese", "b", 1)],
        [("chinese/a – b/1", 2, 2.0), ("chinese/a – b/1", 1, 5e-06)],
        [("chinese/a – b/1", "W+3.5", "japanese", "B+2.5")],
    ]
