"""The command ``gtp-harness figures``."""

from __future__ import annotations

import argparse
from pathlib import Path

from harness import experiment
from harness.console import talk
from harness.errors import HarnessError
from harness.figures.formats import FORMATS
from harness.figures.lines import BadLine, read
from harness.figures.pictures import Picture, of_games, of_lines
from harness.loading import load


def add_parser(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to those of the program."""
    text = "draw what games, counts and solutions show, as files for a paper"
    command = commands.add_parser("figures", help=text, description=f"{text[0].upper()}{text[1:]}. docs/figures.md says more.")
    add = command.add_argument
    add(
        "source",
        metavar="CONFIG|LINES",
        type=Path,
        help="an experiment (.toml), or lines of rescore --json or solve --json --openings",
    )
    add("-o", "--output", metavar="FOLDER", type=Path, default=Path("figures"), help="where to (default: %(default)s)")
    add("--format", choices=tuple(FORMATS), default="svg", help="of the files (default: svg)")
    command.set_defaults(action=carry_out)


def carry_out(options: argparse.Namespace) -> int:
    """Draws everything that the source has data for; returns the exit code.

    Raises:
        HarnessError: the source cannot be read or has nothing to draw, an extra is missing, or a file cannot be written.
    """
    pictures = _pictures(options.source)
    if not pictures:
        raise HarnessError(f"{options.source}: nothing to draw: no game has come to a count")
    convert = FORMATS[options.format]
    try:
        options.output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HarnessError(f"{options.output}: {error.strerror or error}") from None
    for picture in pictures:
        target = options.output / f"{picture.name}.{options.format}"
        data = convert(picture.svg)
        try:
            target.write_bytes(data)
        except OSError as error:
            raise HarnessError(f"{target}: {error.strerror or error}") from None
        talk(f"wrote {target}")
    return 0


def _pictures(source: Path) -> list[Picture]:
    if source.suffix.lower() == ".toml":
        return of_games(experiment.stored(load(source)).records)
    try:
        with source.open("rb") as lines:
            return of_lines(read(lines))
    except OSError as error:
        raise HarnessError(f"{source}: {error.strerror or error}") from None
    except BadLine as error:
        raise BadLine(f"{source}: {error}") from None
