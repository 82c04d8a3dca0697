"""Which games an experiment consists of. Pure: the same configuration gives the same games with the same seeds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from itertools import combinations, product
from typing import NamedTuple

import msgspec

from harness.config import SEARCH, VERSUS, Config, ExperimentConfig, MatchConfig, dimensions
from harness.rules import resolve, specifications

_SEED_BYTES = 8
_SEED_MASK = (1 << 63) - 1  # what an SQLite integer holds


class Pairing(NamedTuple):
    """Two players who meet.

    Attributes:
        first: Black in the first game.
        second: the other one; may be the same player.
        games: how many games under each ruleset.
        alternate: whether they change colors from game to game.
        handicap: Black's stones.
        clock: the time of each side as the file has it, or an empty text.
    """

    first: str
    second: str
    games: int
    alternate: bool
    handicap: int = 0
    clock: str = ""

    @property
    def label(self) -> str:
        """Names the pairing in keys and tables."""
        return f"{self.first} {VERSUS} {self.second}"


class Task(msgspec.Struct, frozen=True):
    """One game that is to be played.

    Attributes:
        key: names the game within its experiment, whatever else is played.
        ruleset: specification for `gtp_rules.rulesets.find`.
        first: the pairing's first player.
        second: the pairing's second player.
        index: number of the game within pairing and ruleset, from 0.
        black: who is Black: `first` or `second`.
        white: the other one.
        black_seed: for Black, 0 ≤ seed < 2**63.
        white_seed: for White.
        opening_seed: for the opening moves; equal for two games that differ only in who is Black.
        size: ``COLUMNSxROWS``.
        komi: points for White, a fraction as text; `harness.config.SEARCH` until it is found.
        opening: the name of the opening that comes from a file, or an empty text.
        handicap: Black's stones.
        clock: the time of each side, or an empty text.
    """

    key: str
    ruleset: str
    first: str
    second: str
    index: int
    black: str
    white: str
    black_seed: int
    white_seed: int
    opening_seed: int
    size: str
    komi: str
    opening: str = ""
    handicap: int = 0
    clock: str = ""

    @property
    def board(self) -> tuple[int, int]:
        """Columns and rows."""
        return dimensions(self.size)

    @property
    def first_is_black(self) -> bool:
        """Whether the pairing's first player has Black. The second has it in odd games of pairings that alternate."""
        return self.black == self.first and (self.first != self.second or self.index % 2 == 0)


def derive(seed: int, *parts: str | int) -> int:
    """A seed that follows from the experiment's seed and these parts, in no other way related to its siblings."""
    digest = blake2b(msgspec.json.encode([seed, *parts]), digest_size=_SEED_BYTES)
    return int.from_bytes(digest.digest(), "big") & _SEED_MASK


def pairings(config: Config) -> list[Pairing]:
    """The pairings that the file lists, or those of its gauntlet, or everybody against everybody, in the file's order."""
    experiment = config.experiment
    if config.matches:
        return [_listed(match, experiment) for match in config.matches]
    names: Iterable[tuple[str, str]] = combinations(config.players, 2)
    if experiment.gauntlet:
        others = [name for name in config.players if name not in experiment.gauntlet]
        names = product(experiment.gauntlet, others)
    return [
        Pairing(first, second, experiment.games, experiment.alternate, experiment.handicap, experiment.clock or "")
        for first, second in names
    ]


def _listed(match: MatchConfig, experiment: ExperimentConfig) -> Pairing:
    alternate = experiment.alternate
    if match.players is not None:
        first, second = match.players
    else:
        first, second, alternate = match.black or "", match.white or "", False
    handicap = experiment.handicap if match.handicap is None else match.handicap
    return Pairing(first, second, match.games or experiment.games, alternate, handicap, match.clock or experiment.clock or "")


class _Plan(NamedTuple):
    """What all games of an experiment are made from: its rulesets, boards, komis, and openings by board."""

    config: Config
    rulesets: list[str]
    boards: list[str]
    komi: dict[str, str]
    openings: dict[str, list[str]]


def _plan(config: Config) -> _Plan:
    chosen = specifications(config, config.experiment.rulesets)
    boards = config.experiment.boards
    openings = {board: [each.name for each in config.openings if each.size == board] for board in boards}
    return _Plan(config, chosen, boards, {ruleset: komi(config, ruleset) for ruleset in chosen}, openings)


def komi(config: Config, ruleset: str) -> str:
    """The komi of games under a ruleset, as `Task` has it."""
    if config.experiment.searches_komi:
        return SEARCH
    points = config.experiment.komi_points
    return str(resolve(config, ruleset).komi if points is None else points)


def tasks(config: Config) -> Iterator[Task]:
    """All games, in the order in which they are begun: all pairings, boards and rulesets advance together."""
    plan, listed = _plan(config), pairings(config)
    for index in range(max(pairing.games for pairing in listed)):
        for pairing in listed:
            if index < pairing.games:
                for board in plan.boards:
                    for ruleset in plan.rulesets:
                        yield _task(plan, ruleset, board, pairing, index)


def _task(plan: _Plan, ruleset: str, board: str, pairing: Pairing, index: int) -> Task:
    seed = plan.config.experiment.seed
    swapped = pairing.alternate and index % 2 == 1
    # An opening comes twice, once with each color; a player against itself would only repeat the game.
    opening = index // 2 if pairing.alternate and pairing.first != pairing.second else index
    seats = [(name, derive(seed, "player", pairing.label, index, seat)) for seat, name in enumerate(pairing[:2])]
    (black, black_seed), (white, white_seed) = reversed(seats) if swapped else seats
    listed = plan.openings[board]
    where = f"/{board}" if plan.config.experiment.sizes else ""
    return Task(
        key=f"{ruleset}{where}/{pairing.label}/{index + 1}",
        ruleset=ruleset,
        first=pairing.first,
        second=pairing.second,
        index=index,
        black=black,
        white=white,
        black_seed=black_seed,
        white_seed=white_seed,
        opening_seed=derive(seed, "opening", opening),
        size=board,
        komi=plan.komi[ruleset],
        opening=listed[opening % len(listed)] if listed else "",
        handicap=pairing.handicap,
        clock=pairing.clock,
    )
