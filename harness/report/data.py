"""The report as plain values, for JSON and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from harness import stats
from harness.endings import Record
from harness.ratings import Anchor, Rating
from harness.sequential import Tested
from harness.tally import Comparison, Tally, by_setting, comparisons, rated, remarks, repeats, tallies


def values(
    name: str, planned: int, records: Sequence[Record], tested: Tested | None = None, anchor: Anchor | None = None
) -> dict[str, Any]:
    """What the report says. Estimates are numbers with the bounds of their 95 % intervals."""
    listed = tallies(records)
    return {
        "name": name,
        "planned": planned,
        "games": len(records),
        "results": [_tally_values(each) | _sprt_values(each, tested) for each in listed],
        "ratings": {
            ruleset: [_rating_values(each) for each in rated(own, anchor)] for ruleset, own in by_setting(listed).items()
        },
        "recounts": [_comparison_values(each) for each in comparisons(records)],
        "notes": repeats(listed) + remarks(records),
    }


def _tally_values(tally: Tally) -> dict[str, Any]:
    plain = {
        key: getattr(tally, key) for key in ("ruleset", "size", "first", "second", "games", "wins", "losses", "draws", "void")
    }
    return {
        **plain,
        "black_wins": tally.black_wins,
        "repeated": tally.repeated,
        "pairs": tally.pairs,
        "rate": _interval_values(tally.rate),
        "elo": _interval_values(tally.elo),
        "superiority": None if tally.superiority is None else round(tally.superiority, 6),
        "margin": _interval_values(tally.margin),
        "endings": {ending.value: count for ending, count in tally.endings.items()},
    }


def _sprt_values(tally: Tally, tested: Tested | None) -> dict[str, Any]:
    if tested is None:
        return {}
    state = tested.state(tally)
    numbers = {key: round(getattr(state, key), 6) for key in ("llr", "lower", "upper")}
    return {"sprt": {**numbers, "decision": state.decision.value}}


def _rating_values(rating: Rating) -> dict[str, Any]:
    return {**rating._asdict(), "elo": _interval_values(rating.elo)}


def _comparison_values(comparison: Comparison) -> dict[str, Any]:
    return {
        "refereed": comparison.refereed,
        "counted": comparison.counted,
        "games": len(comparison.margins),
        "margin": _interval_values(stats.mean(comparison.margins)),
        "recount": _interval_values(stats.mean(comparison.recounts)),
        "difference": _interval_values(comparison.difference),
        "changed": comparison.changed,
    }


def _interval_values(interval: stats.Interval | None) -> dict[str, float | None] | None:
    if interval is None:
        return None
    return {key: None if value is None else round(value, 6) for key, value in interval._asdict().items()}
