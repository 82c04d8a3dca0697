"""Figures: what they show, in numbers; that nothing from outside becomes a part of them; the command that writes them."""

import json
import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import msgspec
import pytest
from fake_config import make_config, make_record
from hypothesis import given
from hypothesis import strategies as st

from harness import fair, stats
from harness.cli import run_command
from harness.drawing.axes import Plot, Scale, number, rounded, ticks
from harness.drawing.komi import STYLES, Curve, komi_svg, told_fair
from harness.drawing.openings import First, Solved, openings_svg
from harness.drawing.scatter import Pairs, scatter_svg
from harness.drawing.sheet import shortened
from harness.endings import Ending, Recount
from harness.figures import formats
from harness.figures.lines import BadLine, read
from harness.figures.pictures import of_games, of_lines
from harness.figures.sources import alike, most_changed, pairs_of, played, recounted
from harness.rescore.waterfall import Explained, mean_waterfall_svg
from harness.schedule import tasks
from harness.tally import comparisons

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = [
    "<script>alert(1)</script>",
    '"><path onload=x>',
    "]]>",
    "&lt;",
    "\u202eevil",
    "nul\x00\x1b[2J",
    "\ud800",
    "a" * 3000,
    "",
]
DOCS = Path(__file__).parents[3] / "docs"


def fractions(*numbers):
    return [Fraction(number) for number in numbers]


def texts(svg):
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter(f"{SVG}text")]


def circles(svg):
    return [
        {k: float(v) for k, v in e.attrib.items() if k in ("cx", "cy", "r")} for e in ET.fromstring(svg).iter(f"{SVG}circle")
    ]


# -- the fair komi


@pytest.mark.parametrize(
    ("margins", "value"),
    [
        ([5], 5),
        ([1, 2, 3], 2),
        ([1, 2, 3, 4], Fraction(5, 2)),
        ([3, 3, 7, 7], 5),
        ([1, 1, 1, 5, 9, 9], 3),
        ([4, 4, 4, 9], 4),
        ([-81, 81], 0),
        ([Fraction(1, 3)] * 3, Fraction(1, 3)),
    ],
)
def test_the_fair_komi_is_the_median(margins, value):
    found = fair.fair(fair.steps(fractions(*margins)))
    assert found is not None
    assert found.value == value


def test_a_tie_is_half_a_win():
    curve = fair.steps(fractions(1, 3, 3, 5))
    assert [(step.komi, step.before.value, step.at.value, step.after.value) for step in curve] == [
        (1, 1.0, 0.875, 0.75),
        (3, 0.75, 0.5, 0.25),
        (5, 0.25, 0.125, 0.0),
    ]
    shares = [fair.share(curve, komi) for komi in fractions(0, 1, 2, 3, "7/2", 6)]
    assert [each.value for each in shares if each] == [1.0, 0.875, 0.75, 0.5, 0.25, 0.0]


def test_the_band_is_wilsons():
    step = fair.steps(fractions(*range(100)))[30]
    assert step.before == stats.rate(Fraction(70), 100)
    assert step.at == stats.rate(Fraction(139, 2), 100)
    assert step.after == stats.rate(Fraction(69), 100)


def test_the_interval_holds_what_wilsons_interval_does_not_rule_out():
    # of 100 games Wilson's interval leaves one half out from 60 wins on
    found = fair.fair(fair.steps(fractions(*range(1, 101))))
    assert found is not None
    wins = next(wins for wins in range(50, 101) if stats.rate(Fraction(wins), 100).low > 0.5)
    assert wins == 60
    assert found == (Fraction(101, 2), 101 - wins, wins)


def test_few_games_have_no_bounds():
    assert fair.fair(fair.steps(fractions(1, 2, 3))) == (2, None, None)
    assert fair.fair(fair.steps([])) is None
    assert fair.share([], Fraction(0)) is None
    assert [told_fair(fair.fair(fair.steps(fractions(*margins)))) for margins in ([], [1, 2, 3], [1, 2, 3, 4])] == [
        "–",
        "2 [–, –]",
        "2.5 [1, 4]",
    ]


@given(st.lists(st.fractions(-400, 400, max_denominator=4), min_size=1, max_size=60))
def test_a_curve_falls_from_one_to_zero_around_the_median(margins):
    curve = fair.steps(margins)
    shares = [share for step in curve for share in (step.before.value, step.at.value, step.after.value)]
    assert shares == sorted(shares, reverse=True)
    assert (shares[0], shares[-1]) == (1.0, 0.0)
    found = fair.fair(curve)
    ordered = sorted(margins)
    assert found.value == (ordered[(len(ordered) - 1) // 2] + ordered[len(ordered) // 2]) / 2
    assert found.low is None or found.low <= found.value
    assert found.high is None or found.value <= found.high


# -- scales


@given(st.floats(-1000, 1000), st.floats(0.01, 1000))
def test_round_ends_hold_what_is_inside(low, width):
    start, end = rounded(low, low + width, 8)
    assert start <= low + 1e-6
    assert low + width <= end + 1e-6
    marks = ticks(start, end, 8)
    assert 2 <= len(marks) <= 12
    assert start - 1e-6 <= marks[0] <= marks[-1] <= end + 1e-6


def test_numbers_have_a_true_minus_and_zero_no_sign():
    assert [number(value, signed=True) for value in (-1.5, 0.0, 2.0)] == ["−1.5", "0", "+2"]


def test_what_is_beyond_a_scale_is_put_at_its_end():
    scale = Scale(0, 10, 100, 200)
    assert [scale.place(value) for value in (-5, 0, 5, 10, 15)] == [100, 100, 150, 200, 200]
    assert shortened("abcdef", 4) == "abc…"
    assert Plot(scale, scale).x.holds(10)


# -- scatter


def test_a_scatter_puts_every_game_at_its_margins():
    games = [(Fraction(-10), Fraction(-10))] * 4 + [(Fraction(1), Fraction(-1)), (Fraction(10), Fraction(5))]
    svg = scatter_svg(Pairs("chinese", "tang-song", games, 1, "9×9"))
    found = circles(svg)
    assert len(found) == 3  # games with the same margins are one dot
    largest, small, third = found
    assert largest["r"] == pytest.approx(2 * small["r"], abs=0.01)  # the area is the number of games
    # the same scale on both axes: ten to the right is ten upward
    wide, high = third["cx"] - largest["cx"], largest["cy"] - third["cy"]
    assert high / wide == pytest.approx(15 / 20, abs=0.001)
    shown = texts(svg)
    assert "9×9 · n = 6 games · other winner: 1 (17 % [3, 56])" in shown
    assert "mean difference −1.17 ±2.14 points · 95 % intervals" in shown
    assert "Black ahead only by chinese: 1" in shown
    assert not [text for text in shown if "only by tang-song" in text]
    assert "margin under chinese, points (Black − White)" in shown


def test_the_shade_lies_where_the_winner_is_another():
    svg = scatter_svg(Pairs("a", "b", [(Fraction(-5), Fraction(5)), (Fraction(5), Fraction(-5))], 2))
    shades = [e for e in ET.fromstring(svg).iter(f"{SVG}rect") if e.get("fill") == "#f1f1f1"]
    assert len(shades) == 2
    for dot in circles(svg):
        inside = [
            rect
            for rect in shades
            if 0 <= dot["cx"] - float(rect.get("x")) <= float(rect.get("width"))
            and 0 <= dot["cy"] - float(rect.get("y")) <= float(rect.get("height"))
        ]
        assert len(inside) == 1


def test_a_scatter_without_games_is_a_picture():
    assert "n = 0 games" in " ".join(texts(scatter_svg(Pairs("a", "b", [], 0))))


def test_scatters_that_change_most_winners_come_first():
    still = Pairs("a", "still", fractions_pairs((1, 1)), 0)
    moved = Pairs("a", "moved", fractions_pairs((1, 9)), 0)
    changed = Pairs("a", "changed", fractions_pairs((1, -1)), 1)
    assert most_changed([still, moved, changed]) == [changed, moved, still]


def fractions_pairs(*pairs):
    return [(Fraction(a), Fraction(b)) for a, b in pairs]


# -- komi


def curve_points(svg, style):
    """The corners of the curve of a style: the longest path in its color without filling."""
    paths = [
        e for e in ET.fromstring(svg).iter(f"{SVG}path") if e.get("stroke") == STYLES[style][0] and e.get("fill") == "none"
    ]
    path = max(paths, key=lambda e: e.get("d").count("V")).get("d")
    start = re.match(r"M([\d.]+) ([\d.]+)", path)
    return [float(start[1])], [float(start[2])], re.findall(r"H([\d.]+)V([\d.]+)", path)


def test_a_curve_falls_at_each_margin():
    svg = komi_svg([Curve("chinese", fractions(0, 4, 8, 10))], "Win rate", "9×9")
    _, start, corners = curve_points(svg, 0)
    steps = [(float(x), float(y)) for x, y in corners]
    assert len(steps) == 4
    heights = [start[0], *(y for _, y in steps)]
    drops = [after - before for before, after in pairwise(heights)]
    assert drops == pytest.approx([75, 75, 75, 75], abs=0.2)
    places = [x for x, _ in steps]
    scale = (places[3] - places[0]) / 10
    assert [(x - places[0]) / scale for x in places] == pytest.approx([0, 4, 8, 10], abs=0.05)
    dot = circles(svg)[-1]
    assert (dot["cx"] - places[0]) / scale == pytest.approx(6, abs=0.05)  # the fair komi
    assert "6 [0, 10]" in texts(svg)
    assert "9×9 · n = 4 games · bands and lines: 95 % intervals" in texts(svg)


def test_curves_have_dashes_of_their_own():
    assert len(set(STYLES)) == len(STYLES)
    assert len({dashes for _, dashes in STYLES}) == len(STYLES)


def test_too_many_curves_and_none():
    one = Curve("a", fractions(1))
    with pytest.raises(ValueError, match="room for 6"):
        komi_svg([one] * 7, "")
    assert "n = 0 games" in " ".join(texts(komi_svg([], "Nothing")))
    assert not circles(komi_svg([Curve("a", [])], "Nothing"))


def test_rulesets_that_give_the_same_margins_share_a_curve():
    found = alike({"a": fractions(1, 2), "b": fractions(2, 1), "c": fractions(1, 2), "none": []})
    assert [(curve.name, curve.alike) for curve in found] == [("a", ("c",)), ("b", ())]
    assert "a: the same with c" in texts(komi_svg(found, ""))


# -- waterfalls


def test_the_mean_waterfall_adds_up():
    parts = [{"eye tax": Fraction(2), "komi": Fraction(-1)}, {"komi": Fraction(-1)}, {"eye tax": Fraction(1)}]
    margins = fractions(0, 10, -4)
    others = [own + sum(each.values()) for own, each in zip(margins, parts, strict=True)]
    svg = mean_waterfall_svg(Explained("a", "b", margins, others, parts, "9×9"), ["komi", "eye tax"])
    bars = [e for e in ET.fromstring(svg).iter(f"{SVG}rect") if e.get("height") == "24"]
    left = [float(bar.get("x")) for bar in bars]
    right = [x + float(bar.get("width")) for x, bar in zip(left, bars, strict=True)]
    # −2/3, then +1, in all +1/3
    assert left[0] == pytest.approx(left[1], abs=0.1)
    assert right[0] == pytest.approx(left[2], abs=0.1)
    assert right[1] == pytest.approx(right[2], abs=0.1)
    assert right[1] - left[1] == pytest.approx(1.5 * (right[0] - left[0]), abs=0.2)
    shown = texts(svg)
    assert shown[1:3] == [
        "9×9 · n = 3 games · means with 95 % intervals",
        "mean margin +2.00 ±17.91 under a, +2.33 ±15.18 under b",
    ]
    assert {"komi", "−0.67 ±1.43", "eye tax", "+1.00 ±2.48", "in all", "+0.33 ±2.87"} <= set(shown)


def test_a_mean_waterfall_of_nothing_or_of_wrong_parts_is_not_drawn():
    with pytest.raises(ValueError, match="no game"):
        mean_waterfall_svg(Explained("a", "b", [], [], []))
    with pytest.raises(ValueError, match="add up"):
        mean_waterfall_svg(Explained("a", "b", fractions(0), fractions(1), [{}]))


# -- openings


def solved(**changes):
    openings = [First("A1", 0, 0, 0), First("B1", -3, -3, -3), First("pass", 2, 2, 2)]
    values = {"ruleset": "chinese", "size": "3x1", "black": [], "white": ["C1"], "to_move": "white", "value": -3, "lower": -3}
    return Solved(**{**values, "upper": -3, "exact": True, "repetition": "none", "openings": openings, **changes})


def test_each_first_move_has_its_value_on_its_point():
    svg = openings_svg(solved())
    shown = texts(svg)
    assert shown[0] == "chinese on 3×1, White to move: W+3"
    assert "framed: best · pass: +2" in shown
    places = {
        text.text: (float(text.get("x")), text.get("font-weight"))
        for text in ET.fromstring(svg).iter(f"{SVG}text")
        if text.text in ("0", "−3")
    }
    assert places["−3"][0] - places["0"][0] == pytest.approx(54)
    assert (places["0"][1], places["−3"][1]) == (None, "bold")
    assert len(circles(svg)) == 1  # the white stone
    framed = [e for e in ET.fromstring(svg).iter(f"{SVG}rect") if e.get("stroke-width") == "2.4"]
    assert len(framed) == 1


def test_bounds_are_shown_as_such_and_forbidden_points_named():
    openings = [First("A1", None, -3, 3), First("pass", None, 0, 3)]
    svg = openings_svg(solved(value=None, lower=-3, upper=3, openings=openings, exact=False))
    shown = texts(svg)
    assert {"−3", "…+3"} <= set(shown)
    assert "framed: no bound given up · pass: 0…+3 · no number: not allowed" in shown
    assert shown[0].endswith("W+3 to B+3")


@pytest.mark.parametrize(
    "changes", [{"size": "0x3"}, {"size": "3"}, {"size": "99x99"}, {"black": ["C1"]}, {"black": ["Z9"]}, {"size": "axb"}]
)
def test_what_is_no_board_is_refused(changes):
    line = msgspec.json.encode(solved(**changes))
    with pytest.raises(BadLine):
        of_lines(read([line]))


# -- sources


def records_of(number=6, rulesets=("chinese", "tang-song"), **changes):
    config = make_config(rulesets=rulesets, games=number)
    return [make_record(task, **changes) for task in tasks(config)]


def test_komi_is_taken_out_of_margins():
    (found,) = played(records_of(margin="7/2", komi="15/2"))
    assert [(curve.name, set(curve.margins), curve.alike) for curve in found.listed] == [
        ("chinese", {Fraction(11)}, ("tang-song",))
    ]
    counted = recounted(records_of(margin="7/2", komi="15/2"))
    assert [[(curve.name, set(curve.margins)) for curve in each.listed] for each in counted] == [
        [(name, {Fraction(11)}), ("japanese", {Fraction(10)})] for name in ("chinese", "tang-song")
    ]


def test_games_without_a_count_are_no_part_of_a_curve():
    assert played(records_of(margin=None)) == []
    assert played(records_of(ending=Ending.TIMEOUT)) == []
    assert recounted(records_of(recounts=())) == []
    assert of_games(records_of(margin=None, recounts=())) == []
    assert of_games([]) == []


def test_curves_of_one_picture_come_from_the_same_games():
    records = records_of(2, ["chinese"])
    records[0] = msgspec.structs.replace(records[0], recounts=(Recount("japanese", "1", "B+1"), Recount("aga", "2", "B+2")))
    (found,) = recounted(records)
    assert [len(curve.margins) for curve in found.listed] == [1, 1, 1]


def test_boards_and_handicaps_are_told_apart():
    records = records_of(2, ["chinese"])
    records += [make_record(record.task, size="13x13") for record in records]
    task = msgspec.structs.replace(records[0].task, handicap=2)
    assert [each.where for each in played([*records, make_record(task)])] == ["9×9", "13×13", "9×9, handicap 2"]
    assert [name for name, _ in of_games(records) if name.startswith("scatter")] == [
        "scatter-9x9-japanese-chinese",
        "scatter-13x13-japanese-chinese",
    ]


def test_a_scatter_is_a_comparison():
    (first, second) = pairs_of(comparisons(records_of(3)), "9×9")
    assert (first.base, first.other, first.changed, first.where) == ("chinese", "japanese", 0, "9×9")
    assert first.margins == [(Fraction(7, 2), Fraction(5, 2))] * 3
    assert second.base == "tang-song"


# -- lines


def line(**changes):
    counts = [{"ruleset": "b", "komi": "7", "margin": "-1.5", "result": "W+1.5", "parts": {"eye tax": "-2"}}]
    base = {"ruleset": "a", "komi": "7", "margin": "0.5", "result": "B+0.5"}
    return json.dumps({"schema": 1, "size": [9, 9], "compared_with": base, "counts": counts, **changes}).encode()


def test_lines_of_counts_are_summed_up():
    found = read([line(), b"", line()])
    assert found.games == 2
    (pairs,) = found.pairs()
    assert (pairs.base, pairs.other, pairs.changed, pairs.where) == ("a", "b", 2, "9×9")
    assert pairs.margins == [(Fraction(1, 2), Fraction(-3, 2))] * 2
    assert found.bare == {"9×9": {"a": fractions("15/2", "15/2"), "b": fractions("11/2", "11/2")}}
    assert [picture.name for picture in of_lines(found)] == ["scatter-9x9-b-a", "komi-9x9", "waterfall-9x9-b-a"]


def test_without_parts_there_is_no_waterfall_and_without_komi_no_curve():
    count = {"ruleset": "b", "margin": "-1", "result": "W+1"}
    base = {"ruleset": "a", "margin": "1/3", "result": "B+1/3"}
    found = of_lines(read([line(counts=[count], compared_with=base)]))
    assert [picture.name for picture in found] == ["scatter-9x9-b-a"]


@pytest.mark.parametrize(
    "bad",
    [
        b"{",
        b"[1]",
        b"{}",
        b"\xff",
        b"[" * 10000,
        b'{"openings": null}',
        line(size=[9]),
        line(counts=[{"ruleset": "b", "margin": "1e999999999", "result": "B"}]),
        line(counts=[{"ruleset": "b", "margin": "1/0", "result": "B"}]),
        line(counts=[{"ruleset": "b", "margin": "1", "result": "B+1", "parts": {"x": "9"}}]),
    ],
)
def test_bad_lines_are_named(bad):
    with pytest.raises(BadLine, match="line 2: "):
        read([line(), bad])


# -- hostile names


@pytest.mark.parametrize("evil", HOSTILE)
def test_hostile_names_are_text_in_every_picture(evil):
    pictures = [
        scatter_svg(Pairs(evil, evil, fractions_pairs((1, -1), (-1, 1)), 2, evil)),
        komi_svg([Curve(evil, fractions(1, 2), (evil,))], evil, evil),
        mean_waterfall_svg(Explained(evil, evil, fractions(0), fractions(1), [{evil: Fraction(1)}], evil)),
        openings_svg(solved(ruleset=evil, repetition=evil)),
    ]
    for svg in pictures:
        root = ET.fromstring(svg)
        assert {element.tag for element in root.iter()} <= {
            SVG + name for name in ("svg", "title", "rect", "text", "path", "circle")
        }
        assert not [key for element in root.iter() for key in element.attrib if key.startswith("on") or "href" in key]
        assert all(character.isprintable() for character in svg)
        assert len(svg) < 40_000


def test_names_of_files_are_safe_and_no_two_are_one():
    records = [make_record(msgspec.structs.replace(task, ruleset=name), recounts=()) for name in ("../x", "A", "a")
               for task in tasks(make_config(rulesets=["chinese"]))]  # fmt: skip
    records = [msgspec.structs.replace(r, recounts=(Recount("/etc\\..:", "1", "B+1"),)) for r in records]
    names = [picture.name for picture in of_games(records)]
    assert all(re.fullmatch(r"[A-Za-z0-9_.+-]+", name) for name in names)
    assert len({name.lower() for name in names}) == len(names)


# -- the command and its formats


def run(capsys, *arguments):
    code = run_command(["figures", *map(str, arguments)])
    return code, capsys.readouterr().err


def test_the_command_writes_a_file_for_each_picture(tmp_path, capsys):
    source = tmp_path / "r.json"
    source.write_bytes(b"\n".join([line(), line(), msgspec.json.encode(solved())]))
    code, told = run(capsys, source, "-o", tmp_path / "deep" / "figures")
    assert code == 0
    names = sorted(path.name for path in (tmp_path / "deep" / "figures").iterdir())
    assert names == ["komi-9x9.svg", "openings-3x1-chinese-white.svg", "scatter-9x9-b-a.svg", "waterfall-9x9-b-a.svg"]
    assert told.count("wrote ") == 4
    for path in (tmp_path / "deep" / "figures").iterdir():
        assert ET.fromstring(path.read_text("utf-8")).get("role") == "img"


@pytest.mark.parametrize(("data", "said"), [(b"", "nothing to draw"), (b"{}", "line 1: neither"), (None, "No such file")])
def test_what_cannot_be_drawn_is_said(tmp_path, capsys, data, said):
    source = tmp_path / "r.json"
    if data is not None:
        source.write_bytes(data)
    code, told = run(capsys, source, "-o", tmp_path / "figures")
    assert code == 2
    assert said in told
    assert not (tmp_path / "figures").exists()


def test_a_folder_that_cannot_be_made_is_said(tmp_path, capsys):
    (tmp_path / "taken").write_text("")
    source = tmp_path / "r.json"
    source.write_bytes(line())
    assert run(capsys, source, "-o", tmp_path / "taken")[0] == 2


@pytest.mark.parametrize(("form", "module"), [("png", "resvg_py"), ("pdf", "typst")])
def test_a_missing_extra_is_named(form, module, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, module, None)
    with pytest.raises(formats.HarnessError, match=r"needs the extra .*SVG works without"):
        formats.FORMATS[form](scatter_svg(Pairs("a", "b", [], 0)))


def test_png_has_three_pixels_for_one():
    pytest.importorskip("resvg_py")
    data = formats.png(scatter_svg(Pairs("a", "b", fractions_pairs((1, 1)), 0)))
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (1560, 1740)


@pytest.mark.parametrize("name", ["chinese", '#"]<script> \\ $x$', "棋"])
def test_pdf_is_one_page_of_the_same_size_whatever_the_title(name):
    pytest.importorskip("typst")
    svg = scatter_svg(Pairs(name, "b", fractions_pairs((1, 1)), 0))
    data = formats.pdf(svg)
    assert data[:5] == b"%PDF-"
    assert re.search(rb"/MediaBox ?\[0 0 390 435\]", data)
    assert formats.pdf(svg) == data


# -- the page


def test_the_page_names_every_kind_format_and_option():
    page = (DOCS / "figures.md").read_text("utf-8")
    for kind in ("scatter", "komi", "komi-counted", "waterfall", "openings"):
        assert f"`{kind}" in page
    for form in formats.FORMATS:
        assert f"`{form}`" in page
    for picture in re.findall(r"\]\((figures/[^)]*)\)", page):
        assert ET.fromstring((DOCS / picture).read_text("utf-8")).tag == f"{SVG}svg"
    assert len(re.findall(r"!\[[^\]]+\]\(figures/", page)) >= 4
