"""The GoGui extensions: the ruler, the analyze commands, titles."""

from __future__ import annotations

from gtp_rules.board import Color, diagram
from gtp_rules.errors import BadRuleset
from gtp_rules.game import Phase
from gtp_rules.gtp import GtpError
from gtp_rules.referee.commands import Word, read_point, registry
from gtp_rules.referee.counting import rules_result
from gtp_rules.referee.information import action_of
from gtp_rules.referee.referee import Referee
from gtp_rules.referee.rulings import rules_dead
from gtp_rules.referee.view import rules_view, summary
from gtp_rules.rules import configure
from gtp_rules.rules.options import choices
from gtp_rules.rulesets import find, names

ANALYZE = (
    "gfx/Rules View/rules-view",
    "hstring/Rules Score Sheet/rules-sheet",
    "hstring/Rules Commands/help",
    "string/Rules Status Line/rules-line",
    "string/Rules Result/rules-result",
    "string/Rules Why Illegal/rules-why %c %p",
    "plist/Rules Legal Moves/all_legal %c",
    "param/Rules Settings/rules-param",
    "gfx/Rules Virtual Move/rules-play_virtual %c %p",
    "none/Rules Next Pass Is Virtual/rules-pass_means virtual",
    "none/Rules Offer Stop/rules-abandon %c",
    "eplist/Rules Dead Stones/rules-mark_dead",
    "none/Rules Seki Groups/rules-seki %c %P",
    "none/Rules Claim Dame/rules-claim %c %P",
    "none/Rules Accept/rules-accept %c",
    "none/Rules Dispute/rules-dispute %c %p",
    "none/Rules Resume/rules-resume %c",
    "none/Rules Put Chips/rules-chips %c %P",
    "none/Rules Play Out Chips/rules-chips auto",
    "none/Rules Resign/rules-resign %c",
    "none/Rules Take Back Statement/rules-retract",
    "none/Rules Save Record/rules-sgf %w",
    "none/Rules Load Record/loadsgf %r",
)
"""Lines of ``gogui-analyze_commands``: type, label, command. A slash in a label or command would spoil the whole list."""


@registry.command("gogui-analyze_commands")
def analyze_commands(_: Referee) -> str:
    """The commands that GoGui offers in its dialog."""
    return "\n".join(ANALYZE)


@registry.command("gogui-version")
def gogui_version(_: Referee, version: Word = Word("")) -> str:  # noqa: ARG001 - GoGui says its own; all are served
    """Takes note of the version of GoGui."""
    return ""


@registry.command("gogui-interrupt")
def interrupt(_: Referee) -> str:
    """Says that the comment line ``# interrupt`` may be sent during a command."""
    return ""


@registry.command("gogui-title")
def title(referee: Referee) -> str:
    """The title of the window."""
    return f"{referee.ruleset.title}, {referee.game.phase.value}"


@registry.command("gogui-rules_game_id")
def game_id(_: Referee) -> str:
    """The game that is played."""
    return "Go"


@registry.command("gogui-rules_board")
def board(referee: Referee) -> str:
    """The board, the top row first. Only a GUI that lets this program rule the game asks, so moves must alternate now."""
    referee.is_ruler = True
    return diagram(referee.game.board, border=False)


@registry.command("gogui-rules_board_gfx")
def board_gfx(referee: Referee) -> str:
    """What GoGui draws over the board: the count once play has stopped, else nothing."""
    if referee.game.phase in {Phase.PLAY, Phase.RESUMED}:
        return f"TEXT {summary(referee)}"
    return rules_view(referee)


@registry.command("gogui-rules_board_size")
def board_size(referee: Referee) -> str:
    """The number of lines of the board."""
    shape = referee.game.board.geometry
    return str(max(shape.width, shape.height))


@registry.command("gogui-rules_side_to_move")
def side_to_move(referee: Referee) -> str:
    """The side to move."""
    return referee.game.to_move.word


@registry.command("gogui-rules_captured_count")
def captured_count(referee: Referee) -> str:
    """Stones taken by Black, and by White."""
    return " ".join(str(referee.game.ledger.tally(color.opponent).captured) for color in Color)


@registry.command("gogui-rules_legal_moves")
def legal_moves(referee: Referee) -> str:
    """What the side to move may play; nothing once the game is over."""
    game = referee.game
    if game.phase is Phase.FINISHED:
        return ""
    words = game.board.geometry.vertices(game.legal_points(game.to_move))
    return " ".join(words + ["pass"] * (game.refusal(action_of(referee, game.to_move, "pass")) is None))


@registry.command("gogui-rules_final_result")
def final_result(referee: Referee) -> str:
    """The result, for people."""
    return rules_result(referee)


@registry.command("rules-line")
def line(referee: Referee) -> str:
    """One line on how things stand."""
    return summary(referee)


@registry.command("rules-play_virtual")
def play_virtual(referee: Referee, color: Color, vertex: Word = Word("")) -> str:  # noqa: ARG001 - any click will do
    """Makes a virtual move by a click anywhere; returns GoGui gfx."""
    from gtp_rules.referee.rulings import rules_virtual

    rules_virtual(referee, color)
    return f"TEXT {color.word} makes a virtual move; press Clear before the next move"


@registry.command("rules-mark_dead")
def mark_dead(referee: Referee, *points: Word) -> str | None:
    """Dead stones as an editable list: show, or the points that the side to move proposes, none for no dead stones."""
    if points == ("show",):
        return " ".join(referee.game.board.geometry.vertices(referee.settlement.dead))
    rules_dead(referee, referee.game.to_move, *(read_point(referee, word) for word in points))  # type: ignore[arg-type]
    return None


@registry.command("rules-param")
def param(referee: Referee, key: Word = Word(""), *value: Word) -> str | None:
    """The ruleset and its options as GoGui parameters, or sets one."""
    ruleset = referee.ruleset
    if not key:
        lines = [f"[list/{'/'.join(names())}] ruleset {ruleset.name}"] if ruleset.name in names() else []
        for option in ruleset.options:
            taken = choices(ruleset, option)
            kind = f"[list/{'/'.join(taken)}]" if taken else "[string]"
            lines.append(f"{kind} {option} {current(referee, option)}")
        return "\n".join(lines)
    if len(value) != 1:
        raise GtpError("syntax error: rules-param [KEY VALUE]")
    if key == "ruleset":
        referee.set_ruleset(find(value[0]))
    else:
        try:
            referee.set_ruleset(configure(ruleset, [(key, value[0])]))
        except BadRuleset as error:
            raise GtpError(str(error)) from error
    return None


def current(referee: Referee, option: str) -> str:
    """The value of an option in force: the chosen one, or the first choice that changes nothing."""
    ruleset = referee.ruleset
    if option in ruleset.chosen:
        return ruleset.chosen[option]
    for value in choices(ruleset, option):
        if configure(ruleset, [(option, value)]).variant(chosen=ruleset.chosen) == ruleset:
            return value
    number = {"disputes": ruleset.ending.disputes, "move_limit": ruleset.ending.move_limit}[option]
    return "null" if number is None else str(number)
