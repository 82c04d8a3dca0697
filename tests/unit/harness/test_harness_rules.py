"""Rulesets that a configuration declares."""

import pytest

from gtp_rules.rules import Scope, Superko
from gtp_rules.rulesets import find
from harness import changes
from harness.loading import WrongKey, parse
from harness.recording import play
from harness.rules import resolve
from harness.schedule import tasks

BOTS = {"one": {"bot": "fake_bots:create"}, "two": {"bot": "fake_bots:create"}}


def config(own, chosen=("own",), **experiment):
    settings = {"name": "x", "rulesets": list(chosen), "size": 5, "games": 1, **experiment}
    return parse({"experiment": settings, "players": BOTS, "rulesets": {"own": own}})


def test_a_base_gives_what_is_not_said():
    found = resolve(config({"base": "tang-song opening=empty", "repetition": {"ban": "superko", "scope": "positional"}}), "own")
    base = find("tang-song opening=empty")
    assert found.repetition == Superko(Scope.POSITIONAL)
    assert (found.counting, found.opening, found.turns) == (base.counting, base.opening, base.turns)
    assert found.specification == "own"
    assert found.sources["repetition"] == "declared in the configuration"


def test_fields_of_an_axis_join_those_of_the_base():
    found = resolve(config({"base": "tang-song", "counting": {"seki": "zero"}, "ending": {"disputes": 2}}), "own")
    assert (found.counting.seki, found.counting.dame) == ("zero", "strict")
    assert (found.ending.disputes, found.ending.marking) == (2, "agreement")


def test_options_of_the_base_can_be_chosen():
    found = resolve(config({"base": "tang-song"}, ["own dame=as_is"]), "own dame=as_is")
    assert (found.counting.dame, found.specification) == ("as_is", "own dame=as_is")


@pytest.mark.parametrize(
    ("own", "reason"),
    [
        ({"base": "tang-sing"}, r"rulesets\.own: unknown ruleset 'tang-sing'; did you mean tang-song"),
        ({"base": "tang-song", "colour": 1}, r"rulesets\.own: not a ruleset: .*unknown field `colour`"),
        ({"suicide": "allowed"}, r"rulesets\.own: not a ruleset: .*missing required field `repetition`"),
        ({"base": "chinese", "ending": {"chips": True}}, r"rulesets\.own: not a ruleset: a chip phase needs a count"),
        (3, r"rulesets\.own: a table is needed"),
    ],
)
def test_what_makes_no_ruleset_is_named(own, reason):
    with pytest.raises(WrongKey, match=reason):
        config(own)


def test_a_registered_name_cannot_be_taken():
    with pytest.raises(WrongKey, match="chinese is a registered ruleset"):
        parse({"experiment": {"name": "x", "rulesets": ["chinese"]}, "players": BOTS, "rulesets": {"chinese": {"base": "aga"}}})


def test_games_are_played_and_counted_under_it():
    own = config({"base": "chinese", "counting": {"count": "zi"}}, ["own"], counts=["chinese"])
    (task,) = tasks(own)
    record = play(own, task)
    assert (task.ruleset, record.ending) == ("own", "score")
    assert [recount.ruleset for recount in record.recounts] == ["chinese"]


def test_a_ruleset_that_has_changed_since_is_refused():
    before = changes.snapshot(config({"base": "chinese"}))
    after = changes.snapshot(config({"base": "chinese", "suicide": "allowed"}))
    assert changes.compare(before, after).refused == ["rulesets.own is not what it was"]
    del before["rulesets"]  # a store that was written before rulesets could be declared
    assert changes.compare(before, after).allowed == ["rulesets.own is new"]
