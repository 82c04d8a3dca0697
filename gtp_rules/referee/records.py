"""Commands that read and write records."""

from __future__ import annotations

from pathlib import Path

from gtp_rules.errors import BadRecord
from gtp_rules.game import Phase
from gtp_rules.gtp import Arguments, GtpError
from gtp_rules.referee.commands import registry
from gtp_rules.referee.referee import Referee

_LARGEST = 50_000_000  # bytes; a record is a few kilobytes


def file_name(text: str) -> str:
    """The file that an argument names; double quotes may hold blanks, as GoGui writes them."""
    text = text.strip()
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' else text


@registry.command("loadsgf")
def loadsgf(referee: Referee, file_and_move: Arguments) -> str:
    """Loads a record, up to the position before a move if its number follows the name; size, komi and ruleset with it."""
    from gtp_rules.sgf import read_game

    name, move = _split(file_and_move)
    try:
        game = read_game(_contents(Path(name)), move=move)
    except OSError as error:
        raise GtpError(f"cannot load file: {error.strerror or error}") from error
    except (ValueError, BadRecord) as error:
        raise GtpError(f"cannot load file: {error}") from error
    referee.adopt(game)
    return game.to_move.word


def _contents(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise BadRecord("it is no file")  # a device or a pipe might never end
    with path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise BadRecord("it is too large for a record")
    return data


def _split(text: str) -> tuple[str, int | None]:
    name, _, last = text.rpartition(" ")
    if name and last.isascii() and last.isdigit():
        return file_name(name), int(last)
    return file_name(text), None


@registry.command("printsgf")
def printsgf(referee: Referee, file: Arguments = Arguments("")) -> str | None:
    """The annotated record; into a file if one is named."""
    text = record(referee)
    if not file:
        return text.decode("utf-8")
    try:
        Path(file_name(file)).write_bytes(text)
    except OSError as error:
        raise GtpError(f"cannot write file: {error.strerror or error}") from error
    except ValueError as error:
        raise GtpError(f"cannot write file: {error}") from error
    return None


@registry.command("gomill-savesgf")
def savesgf(referee: Referee, file: Arguments) -> None:
    """Writes the annotated record into a file."""
    printsgf(referee, file)


@registry.command("rules-sgf")
def rules_sgf(referee: Referee, file: Arguments = Arguments("")) -> str | None:
    """The annotated record; into a file if one is named."""
    return printsgf(referee, file)


def record(referee: Referee) -> bytes:
    """The annotated record of the game as it stands."""
    from gtp_rules.sgf import write_game

    said = filter(None, [_handshake(referee), _judgement(referee)])
    return write_game(referee.game, root_comment="\n".join(said))


def _handshake(referee: Referee) -> str:
    """What the engine behind was told about the rules."""
    if referee.player is None or not referee.player_rules:
        return ""
    return f"{referee.player.name} and the rules: {referee.player_rules}"


def _judgement(referee: Referee) -> str:
    """What the judge says of a stopped game in which nobody has proposed anything; the record itself counts all as alive."""
    game, settlement = referee.game, referee.settlement
    if referee.judge is None or game.phase is not Phase.STOPPED or not settlement.dead:
        return ""
    dead = ", ".join(game.board.geometry.vertices(settlement.dead))
    result = game.score(settlement=settlement).result
    return f"Nothing is agreed yet. By {referee.judge.name} these stones are dead: {dead}; that makes {result}."
