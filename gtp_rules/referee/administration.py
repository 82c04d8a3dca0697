"""Commands about the protocol and the program."""

from __future__ import annotations

import time

import gtp_rules
from gtp_rules.gtp import Quit
from gtp_rules.gtp.registry import Entry
from gtp_rules.referee.commands import Number, Word, registry
from gtp_rules.referee.referee import Referee


@registry.command("protocol_version")
def protocol_version(_: Referee) -> str:
    """The version of the protocol."""
    return "2"


@registry.command("name")
def name(referee: Referee) -> str:
    """The name of the program, with the player behind it."""
    return f"gtp-rules ({referee.player.name})" if referee.player else "gtp-rules"


@registry.command("version")
def version(_: Referee) -> str:
    """The version of the program."""
    return gtp_rules.__version__


@registry.command("known_command")
def known_command(referee: Referee, command: Word = Word("")) -> str:
    """Whether a command exists."""
    return "true" if registry.knows(referee, command) else "false"


@registry.command("list_commands")
def list_commands(referee: Referee) -> str:
    """All commands, one a line."""
    return "\n".join(entry.name for entry in registry.entries(referee))


@registry.command("help")
def help_(referee: Referee) -> str:
    """All commands with their arguments and what they do."""
    return "\n".join(_help_line(entry) for entry in registry.entries(referee))


def _help_line(entry: Entry) -> str:
    # The colon stands right after the name, because Sabaki takes a line that starts with "play " for analysis.
    name, _, arguments = entry.usage.partition(" ")
    summary = entry.summary.replace("``", "")
    return f"{name}: {arguments} – {summary}" if arguments else f"{name}: {summary}"


@registry.command("quit")
def quit_(_: Referee) -> str:
    """Ends the session."""
    raise Quit


@registry.command("cputime")
@registry.command("gomill-cpu_time")
def cputime(_: Referee) -> str:
    """Processor time of this process, in seconds."""
    return f"{time.process_time():.3f}"


@registry.command("gomill-describe_engine")
def describe_engine(referee: Referee) -> str:
    """Name, version, ruleset and player."""
    lines = [f"{name(referee)} {gtp_rules.__version__}", referee.ruleset.specification, referee.player_rules]
    return "\n".join(filter(None, lines))


@registry.command("komi")
def komi(referee: Referee, points: Number) -> None:
    """Sets the points that White gets, under every ruleset."""
    referee.set_komi(points)


@registry.command("get_komi")
def get_komi(referee: Referee) -> str:
    """The komi in force."""
    from gtp_rules.rules.counting.sheet import decimal_text

    return decimal_text(referee.game.komi)
