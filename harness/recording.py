"""From a task to the record of its game."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Callable
from datetime import UTC, datetime
from fractions import Fraction
from hashlib import blake2b

import msgspec

from gtp_rules.errors import UnavailablePlayer
from gtp_rules.game import Game
from gtp_rules.player import Player
from gtp_rules.rules import Ruleset
from gtp_rules.sgf import write_game
from harness.config import Config
from harness.endings import Ending, Record, Recount, Side
from harness.openings import opening
from harness.players import Witness, build
from harness.rules import resolve, specifications
from harness.runner import Contest, Policy, Verdict
from harness.schedule import Task

_FORFEIT_MARKS = {Ending.TIMEOUT: "T", Ending.RESIGNATION: "R"}
_ERRORS_KEPT = 1 << 16


class Orphaned(Exception):
    """Nobody is left who would take the record; raised by what `play` gets as `alive`."""


def play(config: Config, task: Task, alive: Callable[[], None] = lambda: None) -> Record:
    """Plays one game and records it.

    An error of the harness's own makes the game void; its traceback goes where Black's standard error goes.

    Args:
        config: the experiment.
        task: one of its games.
        alive: called before every action; may raise `Orphaned`, which goes through.
    """
    started = now()
    try:
        return _play(config, task, started, alive)
    except Orphaned:
        raise
    except Exception as error:
        return void(config, task, started, f"{type(error).__name__}: {error}", traceback.format_exc())


def void(config: Config, task: Task, started: str, detail: str, errors: str = "") -> Record:
    """The record of a game that came to nothing through no fault of a player's."""
    return Record(
        task=task,
        size="{}x{}".format(*config.experiment.dimensions),
        komi=str(_komi(config, resolve(config, task.ruleset))),
        ending=Ending.INTERNAL,
        winner=None,
        result="Void",
        margin=None,
        detail=detail,
        turns=0,
        disputes=0,
        moves="",
        sgf=b"",
        started=started,
        ended=now(),
        black=Side(errors=errors),
    )


def now() -> str:
    """The time, UTC, in ISO 8601 with seconds."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _komi(config: Config, ruleset: Ruleset) -> Fraction:
    set_for_all = config.experiment.komi_points
    return ruleset.komi if set_for_all is None else set_for_all


def _play(config: Config, task: Task, started: str, alive: Callable[[], None]) -> Record:
    experiment, ruleset = config.experiment, resolve(config, task.ruleset)
    width, height = experiment.dimensions
    game = Game(ruleset, width, height, komi=_komi(config, ruleset))
    rules = [resolve(config, text) for text in experiment.rulesets]
    first_moves = opening(rules, width, height, task.opening_seed, experiment.opening_moves)
    policy = Policy(experiment.limit, experiment.disputes, experiment.forced, experiment.trouble)
    with contextlib.ExitStack() as stack:
        black = build(task.black, config.players[task.black], task.black_seed)
        stack.callback(black.close)
        white = build(task.white, config.players[task.white], task.white_seed)
        stack.callback(white.close)
        contest = Contest(game, black, white, policy)
        verdict, errors = _run(contest, first_moves, alive)
        scores = [_opinion(player) if verdict.ending is Ending.SCORE else None for player in (black, white)]
    # The players are closed now: what they wrote to the very end is in their records.
    sides = [
        _side(player, contest.seconds[color], score)
        for (color, player), score in zip(contest.players.items(), scores, strict=True)
    ]
    if errors:
        sides[0] = msgspec.structs.replace(sides[0], errors=f"{sides[0].errors}{errors}")
    return _record(config, task, started, contest, verdict, sides)


def _run(contest: Contest, first_moves: tuple[int, ...], alive: Callable[[], None]) -> tuple[Verdict, str]:
    """The verdict on a game, and the traceback if an error of the harness's own ended it: the moves are kept to study it."""
    try:
        return contest.run(first_moves, alive), ""
    except (Orphaned, UnavailablePlayer):
        raise
    except Exception as error:
        return Verdict(Ending.INTERNAL, None, f"{type(error).__name__}: {error}"), traceback.format_exc()


def _opinion(player: Player) -> str | None:
    """What an engine says about the result; trouble at this point changes nothing any more."""
    if not isinstance(player, Witness):
        return None
    try:
        return player.final_score()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _side(player: Player, seconds: float, score: str | None) -> Side:
    if not isinstance(player, Witness):
        return Side(seconds)
    return Side(seconds, player.title, player.rules, score, player.error_text[-_ERRORS_KEPT:])


def _record(config: Config, task: Task, started: str, contest: Contest, verdict: Verdict, sides: list[Side]) -> Record:
    game = contest.game
    score = verdict.score
    result = _result(verdict, game)
    return Record(
        task=task,
        size=f"{game.board.geometry.width}x{game.board.geometry.height}",
        komi=str(game.komi),
        ending=verdict.ending,
        winner=verdict.winner.letter if verdict.winner else None,
        result=result,
        margin=str(score.margin) if score else None,
        detail=verdict.detail,
        turns=game.turns,
        disputes=contest.disputes,
        moves=_fingerprint(game),
        sgf=_sgf(config, task, started, contest, verdict),
        started=started,
        ended=now(),
        black=sides[0],
        white=sides[1],
        recounts=_recounts(config, task, game) if score else (),
    )


def _sgf(config: Config, task: Task, started: str, contest: Contest, verdict: Verdict) -> bytes:
    """The annotated record, with the ending in words where the rules alone do not tell it."""
    game, comments = contest.game, dict(contest.comments)
    if verdict.detail:
        last = f"{verdict.ending.value}: {verdict.detail}"
        comments[game.turns] = f"{comments[game.turns]}\n{last}" if game.turns in comments else last
    about = [f"{config.experiment.name}, game {task.key}", f"Seeds: Black {task.black_seed}, White {task.white_seed}."]
    if contest.opened:
        first = "The first move was" if contest.opened == 1 else f"The first {contest.opened} moves were"
        about.append(f"{first} made at random, with the seed {task.opening_seed}.")
    return write_game(
        game,
        black=task.black,
        white=task.white,
        comments=comments,
        root={"RE": _result(verdict, game), "EV": config.experiment.name, "GN": task.key},
        root_comment="\n".join(filter(None, [*about, comments.get(0)])),
        date=started[:10],
    )


def _result(verdict: Verdict, game: Game) -> str:
    if verdict.score is not None:
        return verdict.score.result
    if game.outcome is not None:
        return game.outcome.result
    return f"{verdict.winner.letter}+{_FORFEIT_MARKS.get(verdict.ending, 'F')}" if verdict.winner else "Void"


def _recounts(config: Config, task: Task, game: Game) -> tuple[Recount, ...]:
    """The final position under the experiment's other rulesets, refereed or counting only; the komi stays."""
    counted = []
    texts = dict.fromkeys(specifications(config, [*config.experiment.rulesets, *config.experiment.counts]))
    for text in texts:
        if text != task.ruleset:
            sheet = game.score(resolve(config, text))
            counted.append(Recount(text, str(sheet.margin), sheet.result))
    return tuple(counted)


def _fingerprint(game: Game) -> str:
    """Equal for two games exactly if all their actions are."""
    actions = msgspec.msgpack.encode([entry.action for entry in game.log])
    return blake2b(actions, digest_size=12).hexdigest()
