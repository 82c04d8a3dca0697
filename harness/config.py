"""What a configuration file may say.

Every key is a field here, and docs/config.md describes each of them; a test compares the two.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from gtp_rules.engines.settings import EngineConfig
from harness.openings import Opening
from harness.sprt import SprtConfig

Count = Annotated[int, msgspec.Meta(ge=1, le=10_000_000)]
Amount = Annotated[int, msgspec.Meta(ge=0, le=10_000_000)]
Handicap = Annotated[int, msgspec.Meta(ge=0, le=9)]
Grace = Annotated[float, msgspec.Meta(ge=0, le=3600)]
Label = Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
Seed = Annotated[int, msgspec.Meta(ge=-(1 << 63), le=(1 << 63) - 1)]  # what goes through msgpack

VERSUS = "–"
"""Stands between two names, so it is no word of a name."""

LARGEST = 25
"""Columns or rows of the largest board."""

_KOMI = re.compile(r"[+-]?\d{1,6}(\.\d{0,20}|/0*[1-9]\d{0,8})?|[+-]?\.\d{1,20}", re.ASCII)

SEARCH = "search"
"""As `komi`: it is looked for."""


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
        handicap: Black's stones, instead of the experiment's.
        clock: instead of the experiment's.
    """

    players: Annotated[list[str], msgspec.Meta(min_length=2, max_length=2)] | None = None
    black: str | None = None
    white: str | None = None
    games: Count | None = None
    handicap: Handicap | None = None
    clock: str | None = None


class ExperimentConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What holds for all games.

    Attributes:
        name: a name for the experiment; also names its directory.
        rulesets: each game is played once under each of these.
        counts: further rulesets under which the finished games are counted too.
        games: games of each pairing under each ruleset.
        seed: every random choice of the experiment follows from it.
        size: points along a side, or ``"COLUMNSxROWS"``.
        sizes: several of them, instead of `size`: each game is played once on each.
        komi: points for White; without it the ruleset's own; ``"search"``: looked for, see `harness.komi`.
        komi_round: with ``"search"``, games of each pairing between two changes of the komi.
        handicap: stones that Black begins with, on the points of GTP's fixed handicap.
        alternate: change colors from game to game.
        gauntlet: players who meet everybody else, while the others do not meet; without it everybody meets everybody.
        opening_moves: random moves, the same under each ruleset and with both colors, before the players begin.
        opening_candidates: so many random openings are made, of which the most balanced one is played.
        openings: an SGF file or a folder of them, whose first moves are played before the players begin.
        opening_depth: how many of these moves; without it all.
        clock: the time of each side; see `harness.clock`.
        clock_margin: seconds by which a move may go beyond the clock.
        move_limit: turns after which a game is scored as it stands; without it 3 for each point and 60 more.
        disputes: disputes about dead stones in one game where the ruleset does not limit them.
        forced: what happens to an engine that passes where no pass exists.
        trouble: what a player that breaks off comes to.
        attempts: with ``trouble = "replay"``, how often a game is begun at most.
        workers: games at a time.
        pin: whether each worker keeps to cores of its own: a share of them, one, or no.
        keep: programs that a worker keeps running between its games.
        sprt: a sequential test that ends each pairing as soon as it is decided.
        directory: where the results go; without it ``runs/NAME``.
    """

    name: Label
    rulesets: Annotated[list[str], msgspec.Meta(min_length=1)]
    counts: list[str] = []
    games: Count = 10
    seed: Seed = 1
    size: int | str = 9
    sizes: list[int | str] = []
    komi: int | float | str | None = None
    komi_round: Count = 20
    handicap: Handicap = 0
    alternate: bool = True
    gauntlet: list[str] = []
    opening_moves: Amount = 0
    opening_candidates: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 1
    openings: str | None = None
    opening_depth: Count | None = None
    clock: str | None = None
    clock_margin: Grace = 0.0
    move_limit: Count | None = None
    disputes: Amount = 1
    forced: Literal["fill", "forfeit"] = "fill"
    trouble: Literal["forfeit", "void", "replay", "halt"] = "forfeit"
    attempts: Annotated[int, msgspec.Meta(ge=1, le=100)] = 3
    workers: Count = 1
    pin: Literal["share", "core", "off"] = "share"
    keep: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 2
    sprt: SprtConfig | None = None
    directory: str | None = None

    @property
    def boards(self) -> list[str]:
        """The boards that are played on, as ``COLUMNSxROWS``.

        Raises:
            ValueError: one of them is no board.
        """
        return ["{}x{}".format(*dimensions(size)) for size in self.sizes or [self.size]]

    @property
    def searches_komi(self) -> bool:
        """Whether the komi is looked for."""
        return self.komi == SEARCH

    @property
    def komi_points(self) -> Fraction | None:
        """The komi, exact as it is written, or None where each ruleset's own is meant, or it is looked for.

        Raises:
            ValueError: `komi` is no number, or one beyond all games.
        """
        if self.komi is None or self.searches_komi:
            return None
        text = str(self.komi)
        if not _KOMI.fullmatch(text):  # a power of ten may be beyond all measure
            raise ValueError
        return Fraction(text)

    def limit(self, width: int, height: int) -> int:
        """The number of turns after which a game on such a board is scored as it stands."""
        return self.move_limit or 3 * width * height + 60


def dimensions(size: int | str) -> tuple[int, int]:
    """Columns and rows of a board.

    Args:
        size: points along a side, or ``COLUMNSxROWS``.

    Raises:
        ValueError: that is no board.
    """
    columns, _, rows = str(size).partition("x")
    width, height = int(columns), int(rows or columns)
    if not (2 <= width <= LARGEST and 2 <= height <= LARGEST):
        raise ValueError
    return width, height


class FindingConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``gtp-harness finding`` says besides the numbers. Games do not depend on it.

    Attributes:
        title: of the page.
        question: that the experiment answers.
        design: how it does.
        measures: what is measured, in this order.
        remarks: what a reader should bear in mind.
    """

    title: Label
    question: str
    design: str
    measures: Annotated[list[Literal["players", "counts", "first-move", "shape", "disputes"]], msgspec.Meta(min_length=1)]
    remarks: list[str] = []


class Config(msgspec.Struct, frozen=True):
    """A whole file, checked.

    Attributes:
        experiment: what holds for all games.
        players: by name.
        matches: the pairings that the file lists; none means everybody against everybody, or a gauntlet.
        rulesets: the JSON of the rulesets that the file declares, by name.
        openings: what was read from the files that `ExperimentConfig.openings` names.
        finding: what a page on the experiment says, or None.
    """

    experiment: ExperimentConfig
    players: dict[str, PlayerConfig]
    matches: list[MatchConfig]
    rulesets: dict[str, str] = {}
    openings: list[Opening] = []
    finding: FindingConfig | None = None
