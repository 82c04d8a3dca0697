"""Which games an experiment consists of. Pure: the same configuration gives the same games with the same seeds."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations
from typing import NamedTuple

import msgspec

from harness.config import VERSUS, Config, MatchConfig
from harness.rules import specifications

_SEED_BYTES = 8
_SEED_MASK = (1 << 63) - 1  # what an SQLite integer holds


class Pairing(NamedTuple):
    """Two players who meet.

    Attributes:
        first: Black in the first game.
        second: the other one; may be the same player.
        games: how many games under each ruleset.
        alternate: whether they change colors from game to game.
    """

    first: str
    second: str
    games: int
    alternate: bool

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

    @property
    def first_is_black(self) -> bool:
        """Whether the pairing's first player has Black. The second has it in odd games of pairings that alternate."""
        return self.black == self.first and (self.first != self.second or self.index % 2 == 0)


def derive(seed: int, *parts: str | int) -> int:
    """A seed that follows from the experiment's seed and these parts, in no other way related to its siblings."""
    digest = blake2b(msgspec.json.encode([seed, *parts]), digest_size=_SEED_BYTES)
    return int.from_bytes(digest.digest(), "big") & _SEED_MASK


def pairings(config: Config) -> list[Pairing]:
    """The pairings that the file lists, or everybody against everybody in the order of the file."""
    experiment = config.experiment
    if config.matches:
        return [_listed(match, experiment.games, experiment.alternate) for match in config.matches]
    names = combinations(config.players, 2)
    return [Pairing(first, second, experiment.games, experiment.alternate) for first, second in names]


def _listed(match: MatchConfig, games: int, alternate: bool) -> Pairing:  # noqa: FBT001
    if match.players is not None:
        first, second = match.players
    else:
        first, second, alternate = match.black or "", match.white or "", False
    return Pairing(first, second, match.games or games, alternate)


def tasks(config: Config) -> Iterator[Task]:
    """All games, in the order in which they are begun: all pairings and rulesets advance together."""
    chosen = specifications(config, config.experiment.rulesets)
    listed = pairings(config)
    for index in range(max(pairing.games for pairing in listed)):
        for pairing in listed:
            if index < pairing.games:
                for ruleset in chosen:
                    yield _task(config.experiment.seed, ruleset, pairing, index)


def _task(seed: int, ruleset: str, pairing: Pairing, index: int) -> Task:
    swapped = pairing.alternate and index % 2 == 1
    # An opening comes twice, once with each color; a player against itself would only repeat the game.
    opening = index // 2 if pairing.alternate and pairing.first != pairing.second else index
    seats = [(name, derive(seed, "player", pairing.label, index, seat)) for seat, name in enumerate(pairing[:2])]
    (black, black_seed), (white, white_seed) = reversed(seats) if swapped else seats
    return Task(
        key=f"{ruleset}/{pairing.label}/{index + 1}",
        ruleset=ruleset,
        first=pairing.first,
        second=pairing.second,
        index=index,
        black=black,
        white=white,
        black_seed=black_seed,
        white_seed=white_seed,
        opening_seed=derive(seed, "opening", opening),
    )
