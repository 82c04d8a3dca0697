"""Elo ratings of many players at once, by the model of Bradley and Terry.

A player expects 1 / (1 + 10 ** (−difference / 400)) of the points against another; a draw is half a win and half a loss. Each
player has drawn one more game against an imaginary player in the middle: without that, somebody who won everything would have
no finite rating, and players who never met, not even through others, no common scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import exp, log, sqrt
from typing import Final, NamedTuple

from harness.stats import NORMAL, Interval

SCALE: Final = 400 / log(10)
"""Elo of one unit on the scale of the logistic function."""
_PRIOR: Final = 1.0
"""Drawn games against the imaginary player."""
_ROUNDS: Final = 100
_CLOSE: Final = 1e-10
_LONGEST: Final = 3.0
"""The longest step of one round in one rating, in units of `SCALE`."""

Matrix = list[list[float]]


class Anchor(NamedTuple):
    """A player, and the rating that it is given."""

    player: str
    elo: float


class Meeting(NamedTuple):
    """What two players made of their games against each other.

    Attributes:
        first: one of them.
        second: the other.
        points: of the first, draws as half.
        games: how many games that were.
    """

    first: str
    second: str
    points: float
    games: int


class Rating(NamedTuple):
    """A player's place on the scale.

    Attributes:
        player: who.
        elo: above the mean of all players, or as the anchor puts it; with the 95 % interval.
        points: in all games, draws as half.
        games: how many.
    """

    player: str
    elo: Interval
    points: float
    games: int


def ratings(meetings: Iterable[Meeting], anchor: Anchor | None = None) -> list[Rating]:
    """The ratings of all players who have played, the strongest first; equal ones in the order in which they come.

    Args:
        meetings: any number for the same two players; those of a player with itself say nothing and are left out.
        anchor: sets the scale; without one, or if its player has not played, the mean of all is 0.
    """
    listed = [meeting for meeting in meetings if meeting.games and meeting.first != meeting.second]
    names = list(dict.fromkeys(name for meeting in listed for name in meeting[:2]))
    if not names:
        return []
    places = {name: place for place, name in enumerate(names)}
    strengths, information = _fit(len(names), [(places[m.first], places[m.second], m.points, m.games) for m in listed])
    fixed = places.get(anchor.player) if anchor else None
    origin = 0.0 if fixed is None or anchor is None else anchor.elo
    weights = [1 / len(names)] * len(names) if fixed is None else [float(place == fixed) for place in range(len(names))]
    zero = sum(weight * strength for weight, strength in zip(weights, strengths, strict=True))
    errors = _errors(inverse(information), weights)
    played = _played(listed)
    found = [
        Rating(name, _interval(origin + SCALE * (strength - zero), SCALE * error), *played[name])
        for name, strength, error in zip(names, strengths, errors, strict=True)
    ]
    return sorted(found, key=lambda rating: -rating.elo.value)


def _interval(value: float, error: float) -> Interval:
    return Interval(value, value - NORMAL * error, value + NORMAL * error)


def _played(meetings: Sequence[Meeting]) -> Mapping[str, tuple[float, int]]:
    found: dict[str, tuple[float, int]] = {}
    for first, second, points, games in meetings:
        for name, own in ((first, points), (second, games - points)):
            before = found.get(name, (0.0, 0))
            found[name] = (before[0] + own, before[1] + games)
    return found


def _fit(number: int, meetings: Sequence[tuple[int, int, float, int]]) -> tuple[list[float], Matrix]:
    """The likeliest strengths and the information about them, by Newton's method; there is one maximum, by the prior."""
    strengths = [0.0] * number
    for _ in range(_ROUNDS):
        slopes, information = _derivatives(strengths, meetings)
        step = [sum(map(float.__mul__, row, slopes)) for row in inverse(information)]
        longest = max(map(abs, step))
        scale = min(1.0, _LONGEST / longest) if longest else 1.0
        strengths = [old + scale * change for old, change in zip(strengths, step, strict=True)]
        if longest < _CLOSE:
            break
    return strengths, _derivatives(strengths, meetings)[1]


def _derivatives(strengths: Sequence[float], meetings: Sequence[tuple[int, int, float, int]]) -> tuple[list[float], Matrix]:
    """The gradient of the log likelihood, and its second derivatives with the sign turned: Fisher's information."""
    expected = [_logistic(strength) for strength in strengths]
    slopes = [_PRIOR * (0.5 - share) for share in expected]
    information = [[0.0] * len(strengths) for _ in strengths]
    for place, share in enumerate(expected):
        information[place][place] = _PRIOR * share * (1 - share)
    for first, second, points, games in meetings:
        share = _logistic(strengths[first] - strengths[second])
        slopes[first] += points - games * share
        slopes[second] -= points - games * share
        weight = games * share * (1 - share)
        information[first][first] += weight
        information[second][second] += weight
        information[first][second] -= weight
        information[second][first] -= weight
    return slopes, information


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value)) if value >= 0 else 1 - 1 / (1 + exp(value))


def _errors(covariance: Matrix, weights: Sequence[float]) -> list[float]:
    """The standard errors of the strengths beside the weighted mean of all, from their covariances."""
    with_mean = [sum(map(float.__mul__, row, weights)) for row in covariance]
    of_mean = sum(map(float.__mul__, with_mean, weights))
    own = (covariance[place][place] for place in range(len(weights)))
    return [sqrt(max(0.0, value - 2 * shared + of_mean)) for value, shared in zip(own, with_mean, strict=True)]


def inverse(matrix: Matrix) -> Matrix:
    """The inverse of a symmetric positive definite matrix; that it is one is not checked."""
    size = len(matrix)
    rows = [[*map(float, row), *(float(place == other) for other in range(size))] for place, row in enumerate(matrix)]
    for place, row in enumerate(rows):
        pivot = row[place]
        row[:] = [value / pivot for value in row]
        for other in range(size):
            factor = rows[other][place]
            if other != place and factor:
                rows[other] = [value - factor * own for value, own in zip(rows[other], row, strict=True)]
    return [row[size:] for row in rows]
