"""What a configuration file may say.

Every key is a field here, and docs/config.md describes each of them; a test compares the two.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from gtp_rules.engines.settings import EngineConfig

Count = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Amount = Annotated[int, msgspec.Meta(ge=0)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Seed = Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]  # what goes through msgpack

VERSUS = "–"
"""Stands between two names, so it is no word of a name."""

LARGEST = 25
"""Columns or rows of the largest board."""


class BotConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="bot"):
    """A player inside the harness's own process.

    Attributes:
        bot: an entry point of the group ``gtp_rules.players``, or ``package.module:factory``.
        options: what the factory is called with, besides the seed.
    """

    bot: Label
    options: dict[str, str | int | float | bool] = {}


PlayerConfig = BotConfig | EngineConfig


class MatchConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One pairing: either `players`, or `black` and `white` (checked when the file is read).

    Attributes:
        players: two names; they change colors from game to game.
        black: who is Black in every game.
        white: who is White in every game.
        games: how many games under each ruleset, instead of the experiment's number.
    """

    players: Annotated[list[str], msgspec.Meta(min_length=2, max_length=2)] | None = None
    black: str | None = None
    white: str | None = None
    games: Count | None = None


class ExperimentConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What holds for all games.

    Attributes:
        name: a name for the experiment; also names its directory.
        rulesets: each game is played once under each of these.
        counts: further rulesets under which the finished games are counted too.
        games: games of each pairing under each ruleset.
        seed: every random choice of the experiment follows from it.
        size: points along a side, or ``"COLUMNSxROWS"``.
        komi: points for White; without it the ruleset's own.
        alternate: change colors from game to game.
        opening_moves: random moves, the same under each ruleset and with both colors, before the players begin.
        move_limit: turns after which a game is scored as it stands; without it 3 for each point and 60 more.
        disputes: disputes about dead stones in one game where the ruleset does not limit them.
        forced: what happens to an engine that passes where no pass exists.
        trouble: whether a player that breaks off loses the game, or it is void.
        workers: games at a time.
        directory: where the results go; without it ``runs/NAME``.
    """

    name: Label
    rulesets: Annotated[list[str], msgspec.Meta(min_length=1)]
    counts: list[str] = []
    games: Count = 10
    seed: Seed = 1
    size: int | str = 9
    komi: int | float | str | None = None
    alternate: bool = True
    opening_moves: Amount = 0
    move_limit: Count | None = None
    disputes: Amount = 1
    forced: Literal["fill", "forfeit"] = "fill"
    trouble: Literal["forfeit", "void"] = "forfeit"
    workers: Count = 1
    directory: str | None = None

    @property
    def dimensions(self) -> tuple[int, int]:
        """Columns and rows.

        Raises:
            ValueError: `size` is no board.
        """
        columns, _, rows = str(self.size).partition("x")
        width, height = int(columns), int(rows or columns)
        if not (2 <= width <= LARGEST and 2 <= height <= LARGEST):
            raise ValueError
        return width, height

    @property
    def komi_points(self) -> Fraction | None:
        """The komi, exact as it is written, or None.

        Raises:
            ValueError: `komi` is no number.
        """
        return None if self.komi is None else Fraction(str(self.komi))

    @property
    def limit(self) -> int:
        """The number of turns after which a game is scored as it stands."""
        width, height = self.dimensions
        return self.move_limit or 3 * width * height + 60


class Config(msgspec.Struct, frozen=True):
    """A whole file, checked.

    Attributes:
        experiment: what holds for all games.
        players: by name.
        matches: the pairings that the file lists; none means everybody against everybody.
        rulesets: the JSON of the rulesets that the file declares, by name.
    """

    experiment: ExperimentConfig
    players: dict[str, PlayerConfig]
    matches: list[MatchConfig]
    rulesets: dict[str, str] = {}
