"""The rehearsal: every player is started once under every ruleset, on every board, and makes one move."""

from __future__ import annotations

from collections.abc import Iterator
from time import perf_counter
from typing import Final, Literal, NamedTuple

from gtp_rules.board import Geometry
from gtp_rules.errors import EngineDied, PlayerTrouble, RefusedSetup, UnavailablePlayer
from gtp_rules.game import Action, Game, Play
from gtp_rules.player import Player
from gtp_rules.rules import Ruleset
from harness.config import BotConfig, Config, PlayerConfig, dimensions
from harness.errors import HarnessError
from harness.players import Witness, build
from harness.rules import resolve
from harness.schedule import derive

_WHAT_HAPPENED: Final[dict[type[Exception], str]] = {RefusedSetup: "refuses ", EngineDied: "has ended: "}
"""Words before the texts of errors that do not say themselves what happened."""


class Finding(NamedTuple):
    """What one player did under one ruleset.

    Attributes:
        player: its name.
        ruleset: specification, with the board where there are several; several of them where it was skipped.
        mark: whether it made a move that the ruleset allows, or was not tried again as it does not start.
        text: one line: what it is, what it was told, what it played; or what went wrong.
    """

    player: str
    ruleset: str
    mark: Literal["ok", "FAIL", "skip"]
    text: str


class _Condition(NamedTuple):
    """Under what a player is tried."""

    ruleset: Ruleset
    board: str
    one_of_many: bool

    @property
    def text(self) -> str:
        return f"{self.ruleset.specification} {self.board}" if self.one_of_many else self.ruleset.specification


class _NotStarted(Exception):
    """The player did not come as far as a ruleset; the text says why."""


def check(config: Config) -> Iterator[Finding]:
    """Starts each player under each ruleset, tells it the conditions, asks for one move and ends it."""
    boards = config.experiment.boards
    chosen = [
        _Condition(resolve(config, text), board, len(boards) > 1) for text in config.experiment.rulesets for board in boards
    ]
    for name in config.players:
        yield from _check_player(config, name, chosen)


def _check_player(config: Config, name: str, chosen: list[_Condition]) -> Iterator[Finding]:
    for index, condition in enumerate(chosen):
        try:
            mark, text = _rehearse(config, name, condition)
        except _NotStarted as error:
            yield Finding(name, condition.text, "FAIL", str(error))
            others = ", ".join(other.text for other in chosen[index + 1 :])
            if others:
                yield Finding(name, others, "skip", "not tried, as it does not start")
            return
        except Exception as error:
            yield Finding(name, condition.text, "FAIL", _reason(error))
        else:
            yield Finding(name, condition.text, mark, text)


def _reason(error: Exception) -> str:
    if isinstance(error, (PlayerTrouble, UnavailablePlayer, HarnessError)):
        return f"{_WHAT_HAPPENED.get(type(error), '')}{error}"
    return f"raised {type(error).__name__}: {error}"


def _rehearse(config: Config, name: str, condition: _Condition) -> tuple[Literal["ok", "FAIL"], str]:
    game = Game(condition.ruleset, *dimensions(condition.board), komi=config.experiment.komi_points)
    player = _build(config, name)
    try:
        _start(player, config.players[name])
        player.new_game(game)
        began = perf_counter()
        action = player.choose(game.to_move)
        seconds = perf_counter() - began
        about = f"{player.title}, {player.rules}; " if isinstance(player, Witness) else ""
        refusal = game.refusal(action)
        text = f"{about}{_describe(action, game.board.geometry)} in {seconds:.2f} s"
        return ("ok", text) if refusal is None else ("FAIL", f"{text}: {refusal}")
    finally:
        player.close()


def _build(config: Config, name: str) -> Player:
    seed = derive(config.experiment.seed, "check", name)
    try:
        return build(name, config.players[name], seed, keeps_running=True)
    except Exception as error:
        raise _NotStarted(_reason(error)) from error


def _start(player: Player, config: PlayerConfig) -> None:
    if isinstance(config, BotConfig):
        return
    from gtp_rules.engines.gtp_player import GtpPlayer

    assert isinstance(player, GtpPlayer)
    try:
        player.start()
    except Exception as error:
        raise _NotStarted(_reason(error)) from error


def _describe(action: Action, shape: Geometry) -> str:
    what = shape.vertex(action.point) if isinstance(action, Play) else type(action).__name__.lower()
    return f"{action.color.word} {what}"
