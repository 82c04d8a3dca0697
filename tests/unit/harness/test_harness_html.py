"""The report as HTML: what it says, that it is whole, and that nothing from outside becomes a part of it."""

import math
from fractions import Fraction
from itertools import pairwise

import msgspec
import pytest
from fake_config import MatchConfig, make_config, make_record
from hypothesis import given, settings
from hypothesis import strategies as st
from page_reader import Page
from test_harness_picture import game_with_a_dead_stone

from gtp_rules.sgf import write_game
from harness import report, sequential
from harness.console import printable
from harness.drawing import numerals
from harness.drawing.markup import Markup, join, link, name, number, tag
from harness.endings import Ending, Recount, Side
from harness.paired import shifts
from harness.ratings import Anchor
from harness.report import charts, games, sections
from harness.report.findings import findings
from harness.report.page import POLICY
from harness.schedule import tasks
from harness.sprt import SprtConfig, sprt_state
from harness.stats import Interval
from harness.tally import comparisons, tallies

SGF = write_game(game_with_a_dead_stone())
NO_FILES = report.Files(lambda _: None, lambda _: SGF)
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "javascript:alert(1)",
    "</style><script>alert(1)</script>",
    "</title><b>",
    "<!--",
    "]]>",
    "&lt;b&gt;",
    "\u202eevil\u2066name",
    "nul\x00\x1b[2J\r\n\x85",
    "\ud800lone",
    "a" * 3000,
    "حافظ",
]


def games_of(players=("a", "b", "c"), rulesets=("chinese", "tang-song"), number=4, **changes):
    config = make_config(players=players, rulesets=rulesets, games=number)
    return [make_record(task, **changes) for task in tasks(config)]


def with_tests(records, elo0, elo1, model="logistic"):
    """Sequential tests of all these games, as if each pairing changed colors."""
    players = dict.fromkeys(name for record in records for name in (record.task.first, record.task.second))
    config = make_config(players=players, sprt=SprtConfig(elo0, elo1, model=model))
    return sequential.tested(config, records)


def page(records, about=None, files=NO_FILES, **options):
    return report.html(about or report.About("trial", 24), records, files, **options)


# -- the builder


@given(st.text(), st.text())
def test_whatever_is_put_in_comes_out_as_text(content, value):
    read = Page(tag("p", content, title=value))
    assert read.text == printable(content)
    assert read.elements == [("p", {"title": printable(value)})]


@given(st.text())
def test_what_is_not_printable_becomes_a_dot(text):
    assert printable(text).isprintable()
    assert len(printable(text)) == len(text)


def test_markup_is_not_escaped_twice_and_text_beside_it_is():
    assert tag("p", tag("b", "<"), "<", [1, "&"]) == "<p><b>&lt;</b>&lt;1&amp;</p>"
    assert join([Markup("<i>"), "<i>"]) == "<i>&lt;i&gt;"


def test_attributes():
    assert (
        tag("th", scope="col", class_=None, aria_label="x", hidden=True, open=False)
        == '<th scope="col" aria-label="x" hidden></th>'
    )
    assert tag("rect", x=1.0, y=-0.001, width=2.5) == '<rect x="1" y="0" width="2.5"/>'
    assert tag("meta", charset="utf-8") == '<meta charset="utf-8">'
    assert [number(value) for value in (0.0, -0.001, 1.005, 100.0, -2.25)] == ["0", "0", "1", "100", "-2.25"]


@given(st.text())
def test_links_are_relative_whatever_the_path_is(path):
    (href,) = Page(link(path, "x")).links()
    assert href.startswith("./")
    assert href.isascii()
    assert not set(href) & set(" \"'<>:?#")


def test_links_are_percent_encoded():
    assert Page(link("../games/a b#1%é.sgf", "x")).links() == ["./../games/a%20b%231%25%C3%A9.sgf"]


def test_names_keep_to_themselves():
    assert name("حافظ") == "<bdi>حافظ</bdi>"


# -- the page


def test_a_page_is_whole_and_without_any_help_from_outside():
    read = Page(page(games_of()))
    assert read.all("html") == [{"lang": "en"}]
    assert {"http-equiv": "Content-Security-Policy", "content": POLICY} in read.all("meta")
    assert POLICY == "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in read.all("meta")
    known = {
        "html",
        "head",
        "meta",
        "title",
        "style",
        "body",
        "header",
        "main",
        "section",
        "footer",
        "nav",
        "h1",
        "h2",
        "h3",
        "p",
    }
    known |= {"ul", "li", "a", "bdi", "strong", "small", "span", "div", "details", "summary", "figure", "figcaption"}
    known |= {"table", "caption", "thead", "tbody", "tr", "th", "td", "svg", "path", "rect", "circle", "text", "g", "title"}
    assert {element for element, _ in read.elements} <= known
    for _, attributes in read.elements:
        assert not [key for key in attributes if key.startswith("on") or key in ("src", "srcset", "action", "xlink:href")]
        assert "url(" not in (attributes.get("style") or "")
    assert all(href.startswith(("#", "./")) for href in read.links())


def test_the_style_sheet_asks_for_nothing():
    style = page([]).split("<style>")[1].split("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style
    assert "<" not in style
    assert style.count("{") == style.count("}")
    for condition in ("@media print", "(prefers-color-scheme:dark)", "(max-width:"):
        assert condition in style


def test_tables_and_pictures_are_told_to_those_who_cannot_see_them():
    read = Page(page(games_of()))
    assert all(attributes.get("scope") in ("col", "row", "rowgroup") for attributes in read.all("th"))
    assert len(read.all("caption")) >= 6
    pictures = [index for index, (element, _) in enumerate(read.elements) if element == "svg"]
    assert len(pictures) > 20
    for index in pictures:
        attributes = read.elements[index][1]
        assert attributes["role"] == "img"
        assert attributes.get("aria-label") or read.elements[index + 1][0] == "title"
    scrolling = [attributes for attributes in read.all("div") if attributes.get("class") == "scroll"]
    assert all(each["tabindex"] == "0" and each["aria-label"] for each in scrolling)
    headings = [int(element[1]) for element, _ in read.elements if element in ("h1", "h2", "h3")]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(headings))


def test_identifiers_are_unique_and_links_within_the_page_arrive():
    read = Page(page(games_of()))
    identifiers = [attributes["id"] for _, attributes in read.elements if "id" in attributes]
    assert len(set(identifiers)) == len(identifiers)
    assert {href[1:] for href in read.links() if href.startswith("#")} == set(identifiers)


def test_the_same_games_give_the_same_bytes():
    assert page(games_of()) == page(games_of())


def called(task, name):
    """The task with its player x under another name."""
    fields = {field: getattr(task, field) for field in ("first", "second", "black", "white", "key", "ruleset")}
    renamed = {field: name for field, value in fields.items() if value == "x" or field in ("key", "ruleset")}
    return msgspec.structs.replace(task, **renamed)


@pytest.mark.parametrize("evil", HOSTILE)
def test_hostile_names_are_text(evil):
    side = Side(1.0, evil, f"{evil} refused", evil)
    records = [
        make_record(
            called(record.task, evil),
            black=side,
            detail=evil,
            ending=list(Ending)[record.task.index * 7],
            recounts=(Recount(evil, "1", "B+1"),),
        )
        for record in games_of(["x", "b", "c"], ["chinese"], 2)
    ]
    files = report.Files(lambda _: evil, lambda _: SGF)
    source = page(records, report.About(evil, 12, [evil], with_tests(records, 0, 5), evil), files, pictures=1)
    source.encode()
    read = Page(source)
    plain = Page(page(games_of(), report.About("x", 12, ["x"], with_tests(games_of(), 0, 5), "x"), pictures=1))
    assert {element for element, _ in read.elements} <= {element for element, _ in plain.elements} | {"span"}
    assert {key for _, attributes in read.elements for key in attributes} <= {key for _, a in plain.elements for key in a}
    assert all(href.startswith(("#", "./")) for href in read.links())
    assert printable(evil) in read.words
    assert all(character.isprintable() or character == "\n" for character in source)


def test_a_store_without_games_makes_a_page():
    read = Page(page([]))
    assert "No game has been played yet." in read.text
    assert "0 of 24 games" in read.text


@pytest.mark.parametrize("ending", list(Ending))
@pytest.mark.parametrize("winner", ["B", "W", None])
def test_every_ending_and_winner_makes_a_page(ending, winner):
    records = games_of(ending=ending, winner=winner, margin=None, recounts=(), result="?")
    about = report.About("trial", 24, tested=with_tests(records, -5, 5, "normalized"))
    assert ending.value.replace("_", " ") in Page(page(records, about, pictures=0)).text


def test_a_player_against_itself_has_results_but_no_strength():
    config = make_config(players=["a"], matches=[MatchConfig(players=["a", "a"])], rulesets=["chinese"])
    read = Page(page([make_record(task) for task in tasks(config)]))
    titles = {attributes["id"] for attributes in read.all("h2")}
    assert "results" in titles
    assert not titles & {"strength", "cross-tables", "the-same-games--played-otherwise"}


def test_two_players_need_no_cross_table():
    titles = {attributes["id"] for attributes in Page(page(games_of(["a", "b"]))).all("h2")}
    assert {"results", "margins", "final-positions", "games"} <= titles
    assert not titles & {"strength", "cross-tables", "trouble"}


def test_boards_of_several_sizes_are_told_apart():
    records = games_of(["a", "b"], ["chinese"])
    records += [make_record(record.task, size="13x13") for record in records]
    text = Page(page(records)).text
    assert "chinese, 9x9" in text
    assert "chinese, 13x13" in text


def test_rulesets_are_compared_on_boards_of_one_size():
    records = won_by("c")
    records += [make_record(record.task, size="13x13", winner=record.winner) for record in records]
    text = Page(page(records)).text
    assert "c is rated highest in all 4 pairs of ruleset and size" in text
    assert text.count("tang-song for chinese, 9x9") == text.count("tang-song for chinese, 13x13") == 3


def test_long_lists_are_cut_and_say_so():
    records = games_of(["a", "b"], ["chinese"], number=400, ending=Ending.TIMEOUT)
    text = Page(page(records)).text
    assert "The first 300 of 400 games." in text
    assert "The first 50 of 400." in text


def test_tables_with_too_many_rows_are_cut_and_say_so(monkeypatch):
    monkeypatch.setattr(sections, "MOST_ROWS", 5)
    monkeypatch.setattr(games, "MOST_CHARTS", 1)
    text = Page(page(games_of(), pictures=0)).text
    assert text.count("The first 2 of 3 groups; the JSON report has all.") == 2  # players and pairings, two rulesets each
    assert text.count("The first 1 of 3 groups; the JSON report has all.") == 1  # the histograms


def test_an_anchor_is_told():
    about = report.About("trial", 24, anchor=Anchor("b", 1500.0))
    text = Page(page(games_of(), about, pictures=0)).text
    assert "b is at 1500." in text
    assert "+1500 ±0" in text


def test_a_warning_comes_first():
    read = Page(page(games_of(), report.About("trial", 24, warning="Mind <this>.")))
    assert read.words[read.words.index("Mind <this>.") :]
    assert read.text.index("Mind <this>.") < read.text.index("Rated highest")


# -- final positions and links


def test_final_positions_are_drawn_with_their_count():
    read = Page(page(games_of(["a", "b"], ["chinese"]), pictures=2))
    assert read.text.count("Final position of ") == 2
    assert "points enclosed" in read.text
    assert "under japanese" in read.text


def test_records_that_cannot_be_read_are_left_out():
    files = report.Files(lambda _: None, lambda record: SGF if record.task.index == 1 else b"(;broken")
    assert Page(page(games_of(["a", "b"], ["chinese"]), files=files)).text.count("Final position of ") == 1
    without = report.Files(lambda _: None, lambda _: b"")
    assert "final-positions" not in {attributes["id"] for attributes in Page(page(games_of(), files=without)).all("h2")}


def test_positions_that_are_counted_otherwise_are_chosen_first():
    records = games_of(["a", "b"], ["chinese"], number=8)
    records[5] = make_record(records[5].task, recounts=(Recount("japanese", "-1", "W+1"),))
    records[6] = make_record(records[6].task, margin=None, ending=Ending.RESIGNATION)
    assert [record.task.index for record in games.chosen(records, 3)] == [0, 1, 5]
    assert games.chosen(records, 0) == []


def test_positions_are_taken_from_all_pairings_and_rulesets():
    chosen = games.chosen(games_of(number=8), 6)
    assert [(record.task.ruleset, record.task.first, record.task.second, record.task.index) for record in chosen] == [
        (ruleset, first, second, 0)
        for first, second in (("a", "b"), ("a", "c"), ("b", "c"))
        for ruleset in ("chinese", "tang-song")
    ]


def test_games_are_linked_to_their_records():
    files = report.Files(lambda record: f"games/{record.task.index} {record.task.ruleset}.sgf", lambda _: b"")
    links = Page(page(games_of(["a", "b"], ["chinese"]), files=files)).links()
    assert [href for href in links if href.startswith("./")] == [f"./games/{index}%20chinese.sgf" for index in range(4)]


# -- what it says


def said(records, *sprt):
    tests = with_tests(records, *sprt) if sprt else None
    found = findings(records, tallies(records), comparisons(records), shifts(records), tests)
    return [Page(f"<p>{each.text}</p>").text for each in found]


def won_by(player, **options):
    records = games_of(**options)
    return [
        make_record(r.task, winner="B" if r.task.black == player else "W" if r.task.white == player else "B") for r in records
    ]


def test_two_players_are_compared():
    lines = said(won_by("b", players=("a", "b"), rulesets=("chinese",)))
    assert lines[0] == "Under chinese b beats a: 100 % of the points, 4 games."
    lines = said(games_of(players=("a", "b"), rulesets=("chinese",)))
    assert lines[0] == "Under chinese neither is shown to be stronger: 50 % [15, 85] of the points for a against b, 4 games."


def test_the_strongest_of_many_is_named():
    (first, *_) = said(won_by("c"))
    assert first.startswith("c is rated highest under all 2 rulesets, ")
    assert " Elo above " in first
    by_rules = won_by("a")[::2] + won_by("c")[1::2]  # rulesets alternate
    assert said(by_rules)[0] == "Rated highest: a under chinese; c under tang-song."
    assert said(games_of(rulesets=("chinese",)))[0] == "Rated highest: nobody, all are equal, under chinese."


def test_equal_leaders_are_named_together():
    records = []
    for record in games_of(rulesets=("chinese",)):
        black, white = record.task.black, record.task.white
        loser = "c" if "c" in (black, white) else white  # a and b win two each of their four games
        records.append(make_record(record.task, winner="W" if loser == black else "B"))
    assert said(records)[0] == "Rated highest: a and b under chinese."


def test_the_count_that_changes_most_is_named():
    records = games_of(["a", "b"], ["chinese"])
    assert "Counted under the other rulesets, every game keeps its winner." in said(records)
    records[0] = make_record(records[0].task, recounts=(Recount("japanese", "-1", "W+1"),))
    expected = "Counted under japanese instead of chinese, 1 of 4 games (25 %) has another winner; "
    assert any(line.startswith(f"{expected}the margin moves by −1.9 ±2.8 points for Black.") for line in said(records))


def test_what_the_rules_change_for_a_player_is_named():
    records = won_by("a", players=("a", "b"), number=20)
    turned = [
        make_record(r.task, winner="B" if r.task.black == "b" else "W") if r.task.ruleset == "tang-song" else r for r in records
    ]
    assert "a scores 100 points in 100 less against b under tang-song than under chinese, in the same games." in said(turned)
    assert "No pairing is shown to score otherwise under one ruleset than under another." in said(records)


def test_the_same_games_are_compared_one_by_one():
    records = won_by("a", players=("a", "b"), number=3)
    records = [r for r in records if not (r.task.ruleset == "chinese" and r.task.index == 1)]
    records[-1] = make_record(records[-1].task, winner=None, ending=Ending.DRAW)
    (shift,) = shifts(records)
    assert (shift.base, shift.other, shift.first, shift.second) == ("chinese", "tang-song", "a", "b")
    assert shift.points == [Fraction(0), Fraction(-1, 2)]
    assert not shift.shown


def test_a_sequential_test_is_told():
    records = won_by("a", players=("a", "b"), rulesets=("chinese",), number=120)
    states = (sprt_state([0, 0, 0, 0, pairs], SprtConfig(0, 50)) for pairs in range(1, 61))
    llr = next(state.llr for state in states if state.decision == "H1")
    test = "Sequential test of a against b under chinese, H1 +50 against H0 0 Elo: H1 is accepted; "
    assert f"{test}LLR +{llr:.2f} between −2.94 and +2.94." in said(records, 0, 50)
    assert "Sequential tests, H1 +50 against H0 −5 Elo: H0 is accepted in 0, H1 in 0, 6 are open." in said(games_of(), -5, 50)


def test_trouble_is_told():
    records = games_of(ending=Ending.TIMEOUT)
    assert said(records)[-1] == "24 of 24 games ended by trouble and say little about the players’ Go."


def test_cross_tables_show_both_sides_of_every_meeting():
    text = Page(page(won_by("c", rulesets=("chinese",)))).words
    assert text.count("4–0") == 2
    assert text.count("0–4") == 2
    assert text.count("2–2") == 2


# -- numbers and charts


def test_numbers_as_people_read_them():
    assert [numerals.signed(value, 1) for value in (0.04, -0.04, 1.25, -3)] == ["0.0", "0.0", "+1.2", "−3.0"]
    assert [numerals.percent(share) for share in (0, 0.001, 0.5, 0.999, 1)] == ["0 %", "<1 %", "50 %", ">99 %", "100 %"]
    assert numerals.percent_interval(None) == "–"
    assert numerals.mean(Interval(1.0, None, None)) == "+1.0"
    assert numerals.mean(Interval(-1.0, -3.0, 1.0)) == "−1.0 ±2.0"
    assert numerals.difference(Interval(1200.0, 7.2, 1200.0)) == "+∞ [+7, +∞]"
    assert [numerals.points(Fraction(value, 2)) for value in (0, 1, 2, 5)] == ["0", "½", "1", "2½"]


def test_scales_hold_what_is_on_them():
    axis = charts.axis_around([Interval(100.0, -20.0, 689.0)], 50.0)
    assert (axis.low, axis.high, list(axis.ticks)) == (-800, 800, [-800, -400, 0, 400, 800])
    assert charts.axis_around([], 50.0).high == 50
    assert [axis.place(value) for value in (-9999, -800, 0, 400, 9999)] == [0, 0, 0.5, 0.75, 1]


@settings(max_examples=50)
@given(st.lists(st.integers(-4332, 4332).map(lambda number: Fraction(number, 12)), max_size=30))
def test_every_margin_is_in_one_bar(values):
    classes = charts.bins(values)
    counts = charts.counted(values, classes)
    assert sum(counts) == len(values)
    assert 1 <= classes.number <= 30
    for index, count in enumerate(counts):
        low, high = classes.low + index * classes.width, classes.low + (index + 1) * classes.width
        assert count == sum(low <= value < high for value in values)
    assert any(math.isclose(classes.low + index * classes.width, 0, abs_tol=1e-9) for index in range(classes.number + 1))


def test_a_histogram_is_as_high_as_its_counts():
    classes = charts.Bins(-2.0, 1.0, 4)
    read = Page(charts.histogram([1, 0, 4, 2], classes, 4, 0.5, 0))
    bars = [(float(a["x"]), float(a["y"]), float(a["height"])) for a in read.all("rect")]
    assert bars == [(0.5, 70.5, 23.5), (140.5, 0, 94), (210.5, 47, 47)]
    assert read.all("svg")[0]["aria-label"] == "Histogram of margins. -2 to -1: 1; 0 to 1: 4; 1 to 2: 2"
    assert [a["d"] for a in read.all("path")] == ["M0 94H280", "M140.0 0V94", "M175.0 0V94"]


def test_an_interval_lies_where_its_values_are():
    read = Page(charts.interval(charts.RATES, Interval(0.25, 0.05, 0.7), "x", 9))
    paths = {a["class"]: a["d"] for a in read.all("path")}
    assert paths["span"] == "M50 12H700"
    assert paths["dot"] == "M250 12h0"
    assert read.all("svg")[0]["class"] == "interval s1"
