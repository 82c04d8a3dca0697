"""The sequential probability ratio test: after how many games it may be said which of two hypotheses about Elo holds.

A pure function of counts: `sprt_state`. It is the generalised test of fishtest: the likelihoods are those of the likeliest
distributions of results under each hypothesis, over game pairs (five classes) or games (three).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from math import log, sqrt
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from harness import likelihood
from harness.elo import share

NORMALIZED: Final = 800 / 2.302585092994046  # Elo of a score that is one standard deviation of a game above even
_PAIRS, _GAMES = 5, 3
_Elo = Annotated[float, msgspec.Meta(ge=-200, le=200)]
_Risk = Annotated[float, msgspec.Meta(gt=0, lt=0.5)]


class SprtConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two hypotheses about a pairing's first player, and the risks of error.

    Attributes:
        elo0: H0: the first player is this much stronger, or less.
        elo1: H1: it is this much stronger, or more; above `elo0` (checked when the file is read).
        alpha: the risk of accepting H1 where H0 holds.
        beta: the risk of accepting H0 where H1 holds.
        model: what the two numbers are: ordinary Elo, or Elo normalized by the spread of the results.
    """

    elo0: _Elo
    elo1: _Elo
    alpha: _Risk = 0.05
    beta: _Risk = 0.05
    model: Literal["logistic", "normalized"] = "logistic"


class Decision(StrEnum):
    """What the test says."""

    H0 = "H0"
    H1 = "H1"
    OPEN = "open"


class SprtState(NamedTuple):
    """Where a test stands.

    Attributes:
        llr: the logarithm of how much likelier the results are under H1 than under H0.
        lower: at or below it, H0 is accepted.
        upper: at or above it, H1 is accepted.
        decision: what is accepted, if anything is.
    """

    llr: float
    lower: float
    upper: float
    decision: Decision


def bounds(alpha: float, beta: float) -> tuple[float, float]:
    """Wald's bounds: where H0, and where H1 is accepted."""
    return log(beta / (1 - alpha)), log((1 - beta) / alpha)


def sprt_state(counts: Sequence[int], config: SprtConfig) -> SprtState:
    """Where the test stands after these results.

    Args:
        counts: of the first player, from the worst to the best: five of game pairs (0, ½, 1, 1½ and 2 points), or three of
            games (lost, drawn, won) where they are no pairs.
        config: the hypotheses; ``elo0 < elo1`` is not checked.
    """
    lower, upper = bounds(config.alpha, config.beta)
    llr = _llr(counts, config) if sum(counts) else 0.0
    if llr >= upper:
        return SprtState(llr, lower, upper, Decision.H1)
    return SprtState(llr, lower, upper, Decision.H0 if llr <= lower else Decision.OPEN)


def _llr(counts: Sequence[int], config: SprtConfig) -> float:
    filled = likelihood.filled(counts)
    if config.model == "normalized":
        # the mean of two games spreads less than one game by the root of two
        scale = NORMALIZED / sqrt(2) if len(counts) == _PAIRS else NORMALIZED
        low, high = (likelihood.with_strength(filled, elo / scale) for elo in (config.elo0, config.elo1))
    else:
        low, high = (likelihood.with_mean(filled, share(elo)) for elo in (config.elo0, config.elo1))
    return likelihood.log_ratio(filled, high, low)
