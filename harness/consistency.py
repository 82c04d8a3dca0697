"""Whether what a configuration file says can be played."""

from __future__ import annotations

import unicodedata

from gtp_rules.errors import BadRuleset, BadSetup, RefusedAction
from gtp_rules.game import Game
from harness import clock
from harness.config import LARGEST, Config, dimensions
from harness.nearest import nearest
from harness.openings import Opening, lay_handicap, most_moves
from harness.rules import resolve
from harness.schedule import pairings
from harness.wording import shown


class WrongKey(Exception):
    """The key at this path cannot be used, for this reason."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(f"{path}: {reason}" if path else reason)


def check_experiment(config: Config) -> None:
    """Looks at each value of the section ``experiment``.

    Raises:
        WrongKey: one cannot be used.
    """
    experiment = config.experiment
    _check_name(experiment.name)
    _check_boards(config)
    try:
        _ = experiment.komi_points
    except ValueError:
        needed = f'a number, a text like "15/4", or "search" is needed, not {shown(experiment.komi)}'
        raise WrongKey("experiment.komi", needed) from None
    for key in ("rulesets", "counts"):
        _check_rulesets(config, f"experiment.{key}", getattr(experiment, key))
    check_clock("experiment.clock", experiment.clock)
    sprt = experiment.sprt
    if sprt is not None and not sprt.elo0 < sprt.elo1:
        raise WrongKey("experiment.sprt", f"elo0 below elo1 is needed, not {sprt.elo0:g} and {sprt.elo1:g}")


def _check_name(name: str) -> None:
    """It names a folder as well, so it may not lead to another one."""
    if not name.strip() or name.startswith(".") or any(map(_is_no_part_of_a_name, name)):
        needed = "a name without slashes, backslashes and control characters is needed that begins with no dot"
        raise WrongKey("experiment.name", f"{needed}, not {name!r}")


def _is_no_part_of_a_name(character: str) -> bool:
    return character in "/\\" or unicodedata.category(character) in {"Cc", "Cs", "Zl", "Zp"}


def _check_boards(config: Config) -> None:
    experiment = config.experiment
    listed = {f"experiment.sizes[{number}]": size for number, size in enumerate(experiment.sizes)}
    seen: dict[tuple[int, int], str] = {}
    for path, size in (listed or {"experiment.size": experiment.size}).items():
        try:
            board = dimensions(size)
        except ValueError:
            needed = f'a number from 2 to {LARGEST}, or a text like "9x7", is needed, not {shown(size)}'
            raise WrongKey(path, needed) from None
        if (first := seen.setdefault(board, path)) != path:
            raise WrongKey(path, f"the same board as {first}")
        points, most = board[0] * board[1], most_moves(*board)
        if experiment.opening_moves > most:
            needed = f"at most {most} are possible, a third of the {points} points of the board"
            raise WrongKey("experiment.opening_moves", f"{needed}, not {experiment.opening_moves}")


def _check_rulesets(config: Config, path: str, texts: list[str]) -> None:
    seen: dict[str, int] = {}
    for index, text in enumerate(texts):
        try:
            specification = resolve(config, text).specification
        except BadRuleset as error:
            raise WrongKey(f"{path}[{index}]", str(error)) from None
        if (first := seen.setdefault(specification, index)) != index:
            raise WrongKey(f"{path}[{index}]", f"the same ruleset as {path}[{first}]")


def check_clock(path: str, text: str | None) -> None:
    """Looks at the text of a clock.

    Raises:
        WrongKey: it means none.
    """
    try:
        _ = None if text is None else clock.parse(text)
    except ValueError as error:
        raise WrongKey(path, str(error)) from None


def check_opponents(config: Config) -> None:
    """Looks whether somebody meets somebody.

    Raises:
        WrongKey: nobody does, or a gauntlet names no player.
    """
    gauntlet = config.experiment.gauntlet
    for index, name in enumerate(gauntlet):
        path = f"experiment.gauntlet[{index}]"
        if name not in config.players:
            raise WrongKey(path, f"there is no player {name!r}{nearest(name, config.players)}")
        if gauntlet.index(name) != index:
            raise WrongKey(path, "named twice")
    if gauntlet and config.matches:
        raise WrongKey("experiment.gauntlet", "cannot be given together with [[matches]]")
    if not config.matches and len(config.players) < 2:
        only = next(iter(config.players))
        example = f'a player against itself is [[matches]] with players = ["{only}", "{only}"]'
        raise WrongKey("players", f"{only!r} has no opponent; {example}")
    if not pairings(config):
        raise WrongKey("experiment.gauntlet", "names every player, so that nobody is left to meet")


def check_beginnings(config: Config) -> None:
    """Looks whether each handicap and each opening can be played under each ruleset on each board.

    Raises:
        WrongKey: one cannot.
    """
    handicaps = {pairing.handicap for pairing in pairings(config)} - {0}
    if config.openings and (handicaps or config.experiment.opening_moves):
        raise WrongKey("experiment.openings", "cannot be given together with a handicap or opening_moves")
    for board in config.experiment.boards:
        for handicap in handicaps:
            _check_handicap(board, handicap, config)
        listed = [opening for opening in config.openings if opening.size == board]
        if config.openings and not listed:
            raise WrongKey("experiment.openings", f"none of them is on a board of {board}")
        for opening in listed:
            _check_opening(config, opening)


def _check_handicap(board: str, handicap: int, config: Config) -> None:
    try:
        lay_handicap(Game(resolve(config, config.experiment.rulesets[0]), *dimensions(board)), handicap)
    except BadSetup as error:
        raise WrongKey("experiment.handicap", f"{error} ({board})") from None


def _check_opening(config: Config, opening: Opening) -> None:
    for text in config.experiment.rulesets:
        game = Game(resolve(config, text), *dimensions(opening.size))
        try:
            for move in opening.set_up(game):
                game.apply(move)
        except (BadSetup, RefusedAction) as error:
            where = f"{opening.name}, move {game.turns + 1}, under {text}"
            raise WrongKey("experiment.openings", f"{where}: {error}") from None
        if game.outcome is not None:
            raise WrongKey("experiment.openings", f"{opening.name} is over before it is played, under {text}")
