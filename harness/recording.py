"""From a task to the record of its game."""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable
from fractions import Fraction
from hashlib import blake2b
from typing import cast

import msgspec

from gtp_rules.board import Color
from gtp_rules.errors import UnavailablePlayer
from gtp_rules.game import Game, Play
from gtp_rules.player import Player
from gtp_rules.sgf import write_game
from harness import clock
from harness.cast import Cast
from harness.config import Config
from harness.endings import Ending, Record, Recount, Side
from harness.openings import lay_handicap, opening
from harness.players import Witness
from harness.rules import resolve, specifications
from harness.runner import Contest, Policy, Verdict
from harness.schedule import Task
from harness.timing import Timing

_FORFEIT_MARKS = {Ending.TIMEOUT: "T", Ending.TIME: "T", Ending.RESIGNATION: "R"}
_ERRORS_KEPT = 1 << 16


class Orphaned(Exception):
    """Nobody is left who would take the record; raised by what `play` gets as `alive`."""


def play(config: Config, task: Task, alive: Callable[[], None] = lambda: None, cast: Cast | None = None) -> Record:
    """Plays one game and records it, again where the configuration wants trouble to be played again.

    An error of the harness's own makes the game void; its traceback goes where Black's standard error goes.

    Args:
        config: the experiment.
        task: one of its games.
        alive: called before every action; may raise `Orphaned`, which goes through.
        cast: keeps programs running from game to game; without it all are ended with this one.
    """
    own = Cast(config.players, 0) if cast is None else cast
    try:
        record = _attempt(config, task, alive, own)
        if config.experiment.trouble == "replay":
            while record.ending.trouble and record.attempts < config.experiment.attempts:
                record = _after(record, _attempt(config, task, alive, own))
        return record
    finally:
        if cast is None:
            own.close()


def _after(failed: Record, record: Record) -> Record:
    """The record of a game that was played again, with what became of it before."""
    before = f"attempt {failed.attempts} ended by {failed.ending.value}: {failed.detail}"
    detail = f"{record.detail} ({before})" if record.detail else before
    return msgspec.structs.replace(record, attempts=failed.attempts + 1, detail=detail)


def _attempt(config: Config, task: Task, alive: Callable[[], None], cast: Cast) -> Record:
    started = now()
    try:
        return _play(config, task, started, alive, cast)
    except Orphaned:
        raise
    except Exception as error:
        return void(task, started, f"{type(error).__name__}: {error}", traceback.format_exc())


def void(task: Task, started: str, detail: str, errors: str = "") -> Record:
    """The record of a game that came to nothing through no fault of a player's."""
    return Record(
        task=task,
        size=task.size,
        komi=task.komi,
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
    return time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime())


def _play(config: Config, task: Task, started: str, alive: Callable[[], None], cast: Cast) -> Record:
    game = Game(resolve(config, task.ruleset), *task.board, komi=Fraction(task.komi), keeps_steps=False)
    first_moves = begin(config, task, game)
    experiment = config.experiment
    policy = Policy(
        experiment.limit(*task.board),
        experiment.disputes,
        experiment.forced,
        "forfeit" if experiment.trouble == "forfeit" else "void",
        clock.parse(task.clock) if task.clock else None,
        experiment.clock_margin,
    )
    with cast.playing(task) as (black, white):
        contest = Contest(game, black, white, policy)
        verdict, errors = _run(contest, first_moves, alive)
        witnesses = [_witness(player) for player in (black, white)]
        scores = [_opinion(witness) if verdict.ending is Ending.SCORE else None for witness in witnesses]
        cast.dismiss(restart=verdict.ending.trouble)
    # What is not needed for the next game is closed now: what it wrote to the very end is in its record.
    sides = [
        _side(witness, contest.timing, color, score)
        for color, witness, score in zip(contest.players, witnesses, scores, strict=True)
    ]
    if errors:
        sides[0] = msgspec.structs.replace(sides[0], errors=f"{sides[0].errors}{errors}")
    return _record(config, task, started, contest, verdict, sides)


def begin(config: Config, task: Task, game: Game) -> list[Play]:
    """Lays out what stands before the first move of a game, and gives the moves of its opening.

    Raises:
        BadSetup: the board has no such handicap.
    """
    if task.opening:
        return next(each for each in config.openings if each.name == task.opening and each.size == task.size).set_up(game)
    lay_handicap(game, task.handicap)
    experiment = config.experiment
    points = opening(
        [resolve(config, text) for text in experiment.rulesets],
        task.board,
        task.opening_seed,
        experiment.opening_moves,
        handicap=task.handicap,
        candidates=experiment.opening_candidates,
    )
    colors = (game.to_move, game.to_move.opponent)
    return [Play(colors[number % 2], point) for number, point in enumerate(points)]


def _run(contest: Contest, first_moves: list[Play], alive: Callable[[], None]) -> tuple[Verdict, str]:
    """The verdict on a game, and the traceback if an error of the harness's own ended it: the moves are kept to study it."""
    try:
        return contest.run(first_moves, alive), ""
    except (Orphaned, UnavailablePlayer):
        raise
    except Exception as error:
        return Verdict(Ending.INTERNAL, None, f"{type(error).__name__}: {error}"), traceback.format_exc()


def _witness(player: Player) -> Witness | None:
    """The player, if it is of that kind. ``isinstance`` would say the same, but looks the protocol up anew each time."""
    bears = all(hasattr(type(player), name) for name in ("final_score", "error_text"))
    return cast("Witness", player) if bears and hasattr(player, "title") and hasattr(player, "rules") else None


def _opinion(witness: Witness | None) -> str | None:
    """What an engine says about the result; trouble at this point changes nothing any more."""
    if witness is None:
        return None
    try:
        return witness.final_score()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def _side(witness: Witness | None, timing: Timing, color: Color, score: str | None) -> Side:
    seconds, overshoot = timing.seconds[color], timing.overshoot[color]
    if witness is None:
        return Side(seconds, overshoot=overshoot)
    return Side(seconds, witness.title, witness.rules, score, witness.error_text[-_ERRORS_KEPT:], overshoot)


def _record(config: Config, task: Task, started: str, contest: Contest, verdict: Verdict, sides: list[Side]) -> Record:
    game = contest.game
    score = verdict.score
    result = _result(verdict, game)
    return Record(
        task=task,
        size=task.size,
        komi=task.komi,
        ending=verdict.ending,
        winner=verdict.winner.letter if verdict.winner else None,
        result=result,
        margin=str(score.margin) if score else None,
        detail=verdict.detail,
        turns=game.turns,
        disputes=contest.disputes,
        moves=_fingerprint(game),
        sgf=_sgf(config, task, started, contest, verdict, result),
        started=started,
        ended=now(),
        black=sides[0],
        white=sides[1],
        recounts=_recounts(config, task, game) if score else (),
        thoughts=tuple(contest.timing.thoughts),
    )


def _sgf(config: Config, task: Task, started: str, contest: Contest, verdict: Verdict, result: str) -> bytes:
    """The annotated record, with the ending in words where the rules alone do not tell it."""
    game, comments = contest.game, dict(contest.comments)
    if verdict.detail:
        last = f"{verdict.ending.value}: {verdict.detail}"
        comments[game.turns] = f"{comments[game.turns]}\n{last}" if game.turns in comments else last
    about = [f"{config.experiment.name}, game {task.key}", f"Seeds: Black {task.black_seed}, White {task.white_seed}."]
    if task.clock:
        about.append(f"Clock: {task.clock}.")
    if task.opening:
        about.append(f"The opening is {task.opening}.")
    elif contest.opened:
        first = "The first move was" if contest.opened == 1 else f"The first {contest.opened} moves were"
        about.append(f"{first} made at random, with the seed {task.opening_seed}.")
    return write_game(
        game,
        black=task.black,
        white=task.white,
        comments=comments,
        root={"RE": result, "EV": config.experiment.name, "GN": task.key},
        root_comment="\n".join(filter(None, [*about, comments.get(0)])),
        date=started[:10],
        scribe=contest.scribe,
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
