"""A difference as a picture: from the margin under one ruleset to that under another, a step for each part."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import ceil, floor
from typing import Final, NamedTuple

from gtp_rules.rules.counting import result_text
from harness.rescore.output import signed

_WIDTH, _ROW, _TOP, _LEFT, _RIGHT = 760, 34, 72, 200, 70
_INK, _PALE, _GRID = "#222222", "#666666", "#dddddd"
_TOTAL, _BLACK, _WHITE = "#4c566a", "#2f6f9f", "#c4622d"
_LONGEST: Final = 20
_HALO: Final = 'stroke="#ffffff" stroke-width="3" paint-order="stroke"'
_FONT: Final = "DejaVu Sans, Liberation Sans, Arial, Helvetica, sans-serif"


class Bar(NamedTuple):
    """One row of the picture: from a margin to a margin."""

    label: str
    start: Fraction
    end: Fraction
    text: str
    fill: str


def waterfall_svg(base: tuple[str, Fraction], parts: Mapping[str, Fraction], other: tuple[str, Fraction], title: str) -> str:
    """The picture of a difference as SVG.

    Args:
        base: the ruleset that is compared with, and Black's margin under it.
        parts: what leads from it to the other, by name, in the order in which they are drawn.
        other: the other ruleset and its margin, which is that of `base` and the parts together.
        title: what the picture shows; names in it may hold anything.

    Raises:
        ValueError: the parts do not add up.
    """
    if base[1] + sum(parts.values(), Fraction(0)) != other[1]:
        raise ValueError("the parts do not add up to the difference")
    bars = _bars(base, parts, other)
    edges = [Fraction(0), *(edge for bar in bars for edge in (bar.start, bar.end))]
    scale = _Scale(floor(min(edges)), ceil(max(edges)))
    height = _TOP + len(bars) * _ROW + 48
    body = [
        *_legend(),
        *_grid(scale, height),
        *_links(bars, scale),
        *(_row(number, bar, scale) for number, bar in enumerate(bars)),
    ]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'role="img" font-family="{_FONT}" font-size="13" fill="{_INK}">'
    )
    name = escape(title)
    return "\n".join([head, f"<title>{name}</title>", f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
                      f'<text x="16" y="28" font-size="16" font-weight="bold">{name}</text>', *body, "</svg>\n"])  # fmt: skip


def _bars(base: tuple[str, Fraction], parts: Mapping[str, Fraction], other: tuple[str, Fraction]) -> list[Bar]:
    zero = Fraction(0)
    edges = list(accumulate(parts.values(), initial=base[1]))
    steps = [
        Bar(name, start, end, signed(value), _BLACK if value > 0 else _WHITE)
        for (name, value), start, end in zip(parts.items(), edges, edges[1:], strict=False)
    ]
    first, last = (Bar(name, zero, margin, result_text(margin), _TOTAL) for name, margin in (base, other))
    return [first, *steps, last]


class _Scale(NamedTuple):
    """Margins to places from the left."""

    low: int
    high: int

    def x(self, margin: Fraction | int) -> float:
        """The place of a margin."""
        span = max(1, self.high - self.low)
        return _LEFT + float((margin - self.low) / Fraction(span)) * (_WIDTH - _LEFT - _RIGHT)

    def ticks(self) -> list[int]:
        """Margins with a line: at most about ten, 0 among them."""
        step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 10**6) if (self.high - self.low) / s <= 10)
        return list(range(-(-self.low // step) * step, self.high + 1, step))


def _grid(scale: _Scale, height: int) -> list[str]:
    bottom = height - 40
    found = []
    for tick in scale.ticks():
        x = scale.x(tick)
        color = _PALE if tick == 0 else _GRID
        found.append(f'<path d="M{x:.1f} {_TOP - 8}V{bottom}" stroke="{color}"/>')
        found.append(f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle" font-size="11">{_tick(tick)}</text>')
    ends = (("White wins", _LEFT, "start"), ("Black wins", _WIDTH - _RIGHT, "end"))
    for (text, x, anchor), shown in zip(ends, (scale.low < 0, scale.high > 0), strict=True):
        if shown:
            found.append(f'<text x="{x}" y="{bottom + 32}" text-anchor="{anchor}" font-size="11" fill="{_PALE}">{text}</text>')
    return found


def _tick(margin: int) -> str:
    return "0" if not margin else f"{'B' if margin > 0 else 'W'}+{abs(margin)}"


def _links(bars: list[Bar], scale: _Scale) -> list[str]:
    """Thin lines from the end of a bar to the start of the next."""
    return [
        f'<path d="M{scale.x(bar.end):.1f} {_TOP + number * _ROW + 24}v{_ROW - 24}" stroke="{_PALE}" stroke-dasharray="2 2"/>'
        for number, bar in enumerate(bars[:-1])
    ]


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else f"{label[: _LONGEST - 1]}…"


def _legend() -> list[str]:
    found = []
    for x, fill, text in ((_LEFT, _BLACK, "for Black"), (_LEFT + 90, _WHITE, "for White")):
        found.append(f'<rect x="{x}" y="38" width="10" height="10" fill="{fill}"/>')
        found.append(f'<text x="{x + 15}" y="47" font-size="11" fill="{_PALE}">{text}</text>')
    return found


def _row(number: int, bar: Bar, scale: _Scale) -> str:
    y = _TOP + number * _ROW
    left, right = sorted((scale.x(bar.start), scale.x(bar.end)))
    weight = ' font-weight="bold"' if bar.fill == _TOTAL else ""
    return (
        f'<text x="{_LEFT - 14}" y="{y + 17}" text-anchor="end"{weight}>{escape(_short(bar.label))}</text>'
        f'<rect x="{left:.1f}" y="{y}" width="{max(1.5, right - left):.1f}" height="24" rx="2" fill="{bar.fill}"/>'
        f'<text x="{right + 6:.1f}" y="{y + 17}"{weight} {_HALO}>{escape(bar.text)}</text>'
    )
