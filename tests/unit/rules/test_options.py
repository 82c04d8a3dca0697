"""Options: every choice is read, changes what it names and nothing else, survives both round trips; bad ones are refused."""

from __future__ import annotations

import json
from fractions import Fraction

import msgspec
import pytest

from gtp_rules.errors import BadRuleset
from gtp_rules.rules import Ruleset, Stones, Suicide, Turns
from gtp_rules.rules.counting import AreaCount, LuCount
from gtp_rules.rules.options import OPTIONS, choices, configure
from gtp_rules.rules.reading import from_json, from_values
from gtp_rules.rules.ruleset import AXES
from gtp_rules.rulesets import find, names, registered

NUMBERS = ["1", "7"]
AXES_OF = {
    "opening": {"opening"},
    "first": {"opening"},
    "suicide": {"suicide"},
    "repetition": {"repetition"},
    "facing": {"repetition"},
    "dame": {"counting"},
    "seki": {"counting"},
    "zi": {"counting"},
    "public": {"counting"},
    "exclusive": {"counting"},
    "legal_dame": {"counting"},
    "disputes": {"ending"},
    "move_limit": {"ending"},
    "ending": {"ending", "counting", "turns", "suicide"},
}
"""What each option may change."""


def values(ruleset: Ruleset, key: str) -> list[str]:
    return choices(ruleset, key) or NUMBERS


EVERY = [(ruleset.name, key) for ruleset in registered() for key in ruleset.options]
EVERY_CHOICE = [(name, key, value) for name, key in EVERY for value in values(find(name), key)]


def axes(ruleset: Ruleset) -> dict[str, object]:
    return {axis: getattr(ruleset, axis) for axis in AXES}


@pytest.mark.parametrize("name", names())
def test_a_registered_name_finds_its_ruleset(name: str) -> None:
    found = find(name)
    assert found.name == name
    assert found.specification == name
    assert found in registered()
    assert find(name.upper()) == found


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_every_option_listed_is_known_and_has_a_meaning(ruleset: Ruleset) -> None:
    assert len(set(ruleset.options)) == len(ruleset.options)
    for key in ruleset.options:
        assert OPTIONS[key].meaning


@pytest.mark.parametrize(("name", "key"), EVERY)
def test_choices_of_an_option_differ_from_each_other(name: str, key: str) -> None:
    found = [axes(find(f"{name} {key}={value}")) for value in values(find(name), key)]
    assert len(found) > 1
    for index, one in enumerate(found):
        assert all(one != other for other in found[index + 1 :])


@pytest.mark.parametrize(("name", "key"), [pair for pair in EVERY if choices(find(pair[0]), pair[1])])
def test_exactly_one_choice_is_the_default(name: str, key: str) -> None:
    base = axes(find(name))
    same = [value for value in values(find(name), key) if axes(find(f"{name} {key}={value}")) == base]
    assert len(same) == 1
    assert choices(find(name), key)[0] == same[0], "the default is listed first"


@pytest.mark.parametrize(("name", "key", "value"), EVERY_CHOICE)
def test_a_choice_changes_its_axis_only_and_is_remembered(name: str, key: str, value: str) -> None:
    base, chosen = find(name), find(f"{name} {key}={value}")
    assert chosen != base
    assert chosen.chosen == {key: value}
    changed = {axis for axis in AXES if getattr(base, axis) != getattr(chosen, axis)}
    assert changed <= AXES_OF[key]


@pytest.mark.parametrize(("name", "key", "value"), EVERY_CHOICE)
def test_round_trips(name: str, key: str, value: str) -> None:
    chosen = find(f"{name} {key}={value}")
    assert chosen.specification == f"{name} {key}={value}"
    assert find(chosen.specification) == chosen
    assert from_json(chosen.to_json()) == chosen
    assert from_values(json.loads(chosen.to_json())) == chosen
    assert hash(chosen.counting) == hash(from_json(chosen.to_json()).counting)


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_all_options_at_once_round_trip(ruleset: Ruleset) -> None:
    text = " ".join([ruleset.name, *(f"{key}={values(ruleset, key)[-1]}" for key in ruleset.options)])
    found = find(text)
    assert found.specification == text
    assert find(found.specification) == found
    assert from_json(found.to_json()) == found


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_options_that_a_ruleset_lacks_are_refused_by_name(ruleset: Ruleset) -> None:
    for key in set(OPTIONS) - set(ruleset.options):
        with pytest.raises(BadRuleset, match=rf"{ruleset.name} has no option '{key}'"):
            find(f"{ruleset.name} {key}=1")


@pytest.mark.parametrize(("name", "key"), EVERY)
def test_values_that_an_option_lacks_are_refused_with_those_it_takes(name: str, key: str) -> None:
    with pytest.raises(BadRuleset) as caught:
        find(f"{name} {key}=nonsense")
    text = str(caught.value)
    assert key in text
    assert "'nonsense'" in text
    assert all(value in text for value in choices(find(name), key))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "needs a name"),
        ("   ", "needs a name"),
        ("tang-sung", "did you mean tang-song"),
        ("go", "the rulesets are"),
        ("tang-song dame", "not an option of the form key=value"),
        ("tang-song dame=", "dame takes strict, as_is, not ''"),
        ("tang-song =strict", "no option ''"),
        ("tang-song komi=5", "no option 'komi'"),
        ("tang-song DAME=strict", "no option 'DAME'"),
        ("chinese dame=strict", "no option 'dame'"),
        ("japanese suicide=allowed", "japanese has no option 'suicide'"),
    ],
)
def test_refused_texts(text: str, says: str) -> None:
    with pytest.raises(BadRuleset, match=says):
        find(text)


def test_the_later_choice_of_the_same_option_wins() -> None:
    assert find("tang-song dame=as_is dame=strict") == find("tang-song dame=strict")


def test_configure_starts_from_any_ruleset() -> None:
    ruleset = find("tang-song").variant(name="our-own")
    assert configure(ruleset, [("opening", "empty")]).opening.stones is Stones.EMPTY


def test_tang_song_keeps_its_declined_offers_as_progress_when_simple_is_chosen() -> None:
    assert find("tang-song repetition=simple").repetition == find("tang-song").repetition


CONTRADICTIONS = [
    ({"turns": {"pass_means": "virtual"}}, "cannot mean a virtual move"),
    ({"turns": {"pass_means": "abandon"}}, "cannot mean the turn of abandoning"),
    ({"ending": {"disputes": -1}}, "disputes cannot be negative"),
    ({"ending": {"move_limit": 0}}, "a move limit is at least 1"),
    ({"ending": {"marking": "none", "chips": True}}, "a chip phase needs a settlement"),
    ({"name": "Our Own"}, "lower case with hyphens"),
    ({"name": ""}, "lower case with hyphens"),
    ({"suicide": "perhaps"}, "suicide"),
    ({"komi": "lots"}, "'lots' is not a number"),
    ({"komi": "1/0"}, "not a number"),
    ({"colour": "red"}, "colour"),
    ({"opening": {"stone": "seat"}}, "stone"),
    ({"counting": {"count": "moon"}}, "moon"),
    ({"counting": {"count": "area", "dame": "strict"}}, "dame"),
    ({"repetition": {"ban": "superko"}}, "scope"),
]


@pytest.mark.parametrize(("changes", "says"), CONTRADICTIONS)
def test_contradictory_and_unknown_values_are_refused(changes: dict[str, object], says: str) -> None:
    plain = {**json.loads(find("chinese").to_json()), **changes}
    with pytest.raises(BadRuleset, match=says):
        from_json(json.dumps(plain))
    with pytest.raises(BadRuleset, match=says):
        from_values(plain)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "7", '"tang-song"', "{}", b"\xff\xfe", "[" * 100_000])
def test_what_is_no_ruleset_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadRuleset, match="not a ruleset"):
        from_json(text)


def test_a_ruleset_of_ones_own() -> None:
    own = from_json(
        '{"name": "our-own", "title": "Our own", "suicide": "chains", "komi": "15/4",'
        ' "repetition": {"ban": "superko", "scope": "situational"}, "counting": {"count": "lu", "dame": "as_is"}}'
    )
    assert own.komi == Fraction(15, 4)
    assert own.suicide is Suicide.CHAINS
    assert isinstance(own.counting, LuCount)
    assert from_json(own.to_json()) == own


def test_a_variant_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(BadRuleset, match="lower case"):
        find("chinese").variant(name="NO")
    with pytest.raises(BadRuleset):
        find("chinese").variant(no_such_field=1)
    assert find("chinese").variant(counting=LuCount()).counting == LuCount()
    assert find("chinese").counting == AreaCount(), "a ruleset is never changed in place"


def test_rulesets_are_frozen() -> None:
    with pytest.raises(AttributeError):
        find("chinese").komi = Fraction(1)
    assert msgspec.structs.asdict(Turns())["virtual"] is False


@pytest.mark.parametrize("ruleset", registered(), ids=names())
def test_every_axis_has_a_source(ruleset: Ruleset) -> None:
    assert set(ruleset.sources) == set(AXES)
    for axis in AXES:
        assert ruleset.sources[axis].strip(), axis
    assert ruleset.title
    assert ruleset.summary
