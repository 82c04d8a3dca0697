"""A program as a player: what it is told, and how its answers are read."""

import json
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from gtp_rules import rulesets
from gtp_rules.board import BLACK, WHITE, geometry
from gtp_rules.engines.framing import Reply
from gtp_rules.engines.gtp_player import GtpPlayer, setup_commands
from gtp_rules.engines.handshake import UNKNOWN, disagreement, handshake
from gtp_rules.engines.settings import EngineConfig, Timeouts
from gtp_rules.engines.transport import Transport
from gtp_rules.errors import FalseClaim, InvalidReply, RefusedSetup
from gtp_rules.game import Dispute, Game, Pass, Play, Propose, Resign

FAKE = str(Path(__file__).with_name("fake_engine.py"))


@pytest.fixture
def launch(tmp_path):
    """Starts a player for a game; `told()` gives the commands that its engine got."""
    players = []

    def start(game, *arguments, **config):
        note = tmp_path / "note"
        command = [sys.executable, "-S", "-E", FAKE, "--note", str(note), *arguments]
        player = GtpPlayer("fake", EngineConfig(command, timeouts=Timeouts(quit=2), **config))
        players.append(player)
        player.new_game(game)
        return player, lambda: [line for line in note.read_text().splitlines() if not line.startswith("pid")]

    yield start
    for player in players:
        player.close()


def new_game(name="chinese", width=9, height=9, komi=Fraction(15, 2)):
    return Game(rulesets.find(name), width, height, komi=komi)


OPENING = ["name", "version", "list_commands"]


def test_a_game_begins_with_board_and_komi(launch):
    player, told = launch(new_game())
    assert told() == [*OPENING, "boardsize 9", "clear_board", "komi 7.5"]
    assert (player.title, player.rules) == ("Fake 1.0", UNKNOWN)


def test_what_sets_a_game_up_goes_out_together_once_it_was_taken(launch, monkeypatch):
    sent = []
    together = Transport.exchange_each
    monkeypatch.setattr(Transport, "exchange_each", lambda self, *given: sent.append(given) or together(self, *given))
    player, told = launch(new_game())
    player._keeps_running = True
    assert not sent
    player.new_game(new_game())
    assert sent == [(["boardsize 9", "clear_board", "komi 7.5"], player._times.command)]
    player.new_game(new_game(komi=Fraction(6)))
    assert len(sent) == 1
    assert told() == [*OPENING, *["boardsize 9", "clear_board", "komi 7.5"] * 2, "boardsize 9", "clear_board", "komi 6"]
    assert player.choose(BLACK) == Play(BLACK, 0)


@pytest.mark.parametrize("refused", ["void", "ignore"])
def test_what_was_taken_once_may_be_refused_the_next_time(launch, monkeypatch, refused):
    player, _ = launch(new_game(), komi_refused=refused)
    player._keeps_running = True
    replies = [Reply(True, ""), Reply(True, ""), Reply(False, "busy")]
    monkeypatch.setattr(Transport, "exchange_each", lambda *_: replies)
    if refused == "void":
        with pytest.raises(RefusedSetup, match=r"komi 7\.5: busy"):
            player.new_game(new_game())
        assert player._accepted == []
    else:
        player.new_game(new_game())


def test_startup_commands_come_first(launch):
    _, told = launch(new_game(), startup=["kgs-rules chinese", "level 3"])
    assert told()[3:6] == ["kgs-rules chinese", "level 3", "boardsize 9"]


def test_a_refused_startup_command_breaks_the_game_off(launch):
    with pytest.raises(RefusedSetup, match="kgs-rules chinese: refused"):
        launch(new_game(), "--refuse", "kgs-rules", startup=["kgs-rules chinese"])


def test_a_rectangle_is_told_as_one(launch):
    _, told = launch(new_game(width=9, height=7))
    assert "rectangular_boardsize 9 7" in told()


def test_a_refused_komi_breaks_the_game_off_unless_it_is_ignored(launch):
    with pytest.raises(RefusedSetup, match=r"komi 7\.5: refused"):
        launch(new_game(), "--refuse", "komi")
    player, _ = launch(new_game(), "--refuse", "komi", komi_refused="ignore")
    assert player.choose(BLACK) == Play(BLACK, 0)


def test_rules_are_told_by_the_best_command_that_is_listed(launch):
    player, told = launch(new_game(), "--list", "kgs-rules", "--list", "kata-set-rules")
    (command,) = [line for line in told() if "rules " in line]
    assert command == player.rules
    assert json.loads(command.removeprefix("kata-set-rules ")) == {
        "ko": "SITUATIONAL",
        "scoring": "AREA",
        "tax": "NONE",
        "suicide": False,
        "hasButton": False,
        "whiteHandicapBonus": "0",
        "friendlyPassOk": True,
    }


def test_refused_rules_are_recorded(launch):
    player, _ = launch(new_game(), "--list", "kgs-rules", "--refuse", "kgs-rules")
    assert player.rules == "kgs-rules chinese; refused: refused"


def test_no_similar_ruleset_is_told_for_a_historical_one_where_there_are_names_only():
    tang_song = rulesets.find("tang-song dame=as_is")
    assert handshake(tang_song, {"kgs-rules"}).command is None
    assert handshake(tang_song, {"rules-set"}).command == "rules-set tang-song dame=as_is"


def test_the_nearest_rules_of_katago_come_with_a_note_on_what_they_lack():
    command, note = handshake(rulesets.find("tang-song"), {"kgs-rules", "kata-set-rules"})
    assert json.loads(command.removeprefix("kata-set-rules "))["tax"] == "ALL"
    assert "a pass owes a move" in note


def test_seat_stones_are_laid_out_stone_by_stone_without_a_better_command(launch):
    game = new_game("tang-song")
    _, told = launch(game)
    shape = game.board.geometry
    black = [f"play B {shape.vertex(point)}" for point in game.board.stones(BLACK)]
    white = [f"play W {shape.vertex(point)}" for point in game.board.stones(WHITE)]
    assert len(black) == len(white) == 2
    assert told()[6:] == black + white


@pytest.mark.parametrize(
    ("black", "white", "listed", "expected"),
    [
        ([], [], {"gogui-setup"}, []),
        ([0], [8], {"gogui-setup", "set_free_handicap"}, ["gogui-setup B A1 W J1"]),
        ([0, 8], [], {"set_free_handicap"}, ["set_free_handicap A1 J1"]),
        ([0], [], {"set_free_handicap"}, ["play B A1"]),
        ([0, 8], [9], {"set_free_handicap"}, ["play B A1", "play B J1", "play W A2"]),
    ],
)
def test_stones_are_set_up_by_what_is_listed(black, white, listed, expected):
    assert setup_commands(geometry(9, 9), black, white, frozenset(listed)) == expected


def test_the_opponents_move_is_sent_with_the_next_question(launch):
    player, told = launch(new_game())
    before = len(told())
    player.observe(Play(BLACK, 40))
    assert len(told()) == before
    assert player.choose(WHITE) == Play(WHITE, 0)
    assert told()[before:] == ["play B E5", "genmove W"]


def test_its_own_move_is_not_sent_back(launch):
    player, told = launch(new_game())
    player.observe(player.choose(BLACK))
    player.observe(Play(WHITE, 40))
    player.choose(BLACK)
    assert told()[6:] == ["genmove B", "play W E5", "genmove B"]


def test_the_referees_move_replaces_its_own(launch):
    player, told = launch(new_game(), "--passes-after", "0", "--list", "undo")
    assert player.choose(BLACK) == Pass(BLACK)
    player.observe(Play(BLACK, 0))
    player.choose(WHITE)
    assert told()[6:] == ["genmove B", "undo", "play B A1", "genmove W"]


def test_a_pass_means_what_the_ruleset_says(launch):
    game = new_game("tang-song")
    player, _ = launch(game, "--passes-after", "0")
    assert player.choose(WHITE) == game.pass_action(WHITE)


def test_resign_counts_in_any_case(launch):
    player, _ = launch(new_game(), "--fault", "resign")
    assert player.choose(WHITE) == Resign(WHITE)


@pytest.mark.parametrize(("fault", "shown"), [("invalid", "'Z99'"), ("extra", "'D4 extra'"), ("empty", "''")])
def test_anything_else_is_an_invalid_reply(launch, fault, shown):
    player, _ = launch(new_game(), "--fault", fault)
    with pytest.raises(InvalidReply, match=f"genmove answered {shown}"):
        player.choose(BLACK)


def test_a_failed_genmove_is_an_invalid_reply(launch):
    player, _ = launch(new_game(), "--refuse", "genmove")
    with pytest.raises(InvalidReply, match="genmove failed: refused"):
        player.choose(BLACK)


def test_a_refused_play_is_a_false_claim(launch):
    player, _ = launch(new_game(), "--fault", "claim", "--at", "0")
    player.observe(Play(BLACK, 40))
    with pytest.raises(FalseClaim, match="answers 'illegal move' to the legal move 'play B E5'"):
        player.choose(WHITE)


def test_a_refused_play_is_found_when_play_has_stopped_too(launch):
    player, _ = launch(new_game(), "--fault", "claim", "--at", "0")
    player.observe(Pass(BLACK))
    with pytest.raises(FalseClaim):
        player.settlement(WHITE)


def test_a_dispute_takes_the_stopping_passes_back_and_asks_for_a_cleanup(launch):
    game = new_game()
    listed = ["--list", "undo", "--list", "kgs-genmove_cleanup"]
    player, told = launch(game, "--passes-after", "1", *listed)
    first = player.choose(BLACK)
    script = [first, Pass(WHITE), Pass(BLACK), Propose(WHITE, (0,)), Dispute(BLACK, (0,))]
    for action in script:
        game.apply(action)
        player.observe(action)
    player.choose(WHITE)
    assert told()[6:] == ["genmove B", "play W pass", "play B pass", "undo", "undo", "kgs-genmove_cleanup W"]


def test_dead_stones_and_seki_are_read(launch):
    player, told = launch(new_game())
    assert player.settlement(BLACK) == Propose(BLACK, (), ())
    assert told()[6:] == ["final_status_list dead", "final_status_list seki"]


def test_a_refused_status_list_says_nothing(launch):
    player, _ = launch(new_game(), "--refuse", "final_status_list")
    assert player.settlement(BLACK) == Propose(BLACK, (), None)


def test_its_opinion_of_the_result_is_text(launch):
    player, _ = launch(new_game())
    assert player.final_score() == "B+3.0"


def test_junk_lines_go_to_its_error_text(launch):
    player, _ = launch(new_game(), "--fault", "garbage")
    player.choose(BLACK)
    player.close()
    assert player.error_text == "[2 lines outside replies, the first: GTP ready]\n"


@pytest.mark.parametrize(
    ("komi", "text"),
    [(Fraction(0), "0"), (Fraction(15, 4), "3.75"), (Fraction(-1, 2), "-0.5"), (Fraction(1, 3), "0.3333")],
)
def test_komi_is_told_as_a_decimal(launch, komi, text):
    _, told = launch(new_game(komi=komi))
    assert told()[5] == f"komi {text}"


@pytest.mark.parametrize(
    ("answer", "note"),
    [
        ('{"ko": "SIMPLE", "tax": "NONE", "friendlyPassOk": false}', "it says tax NONE"),
        ('{"ko": "SIMPLE", "tax": "ALL"}', ""),
        ("no JSON", ""),
        ("[1]", ""),
    ],
)
def test_rules_that_katago_did_not_take_are_noted(answer, note):
    assert disagreement('kata-set-rules {"ko":"SIMPLE","tax":"ALL"}', answer) == note
