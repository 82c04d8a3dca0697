"""The referee's own commands: rulesets, phases, offers, proposals, disputes."""

from __future__ import annotations

import json

from gtp_rules.board import BLACK, WHITE, Color
from gtp_rules.errors import BadProposal, RefusedAction, WrongPhase
from gtp_rules.game import (
    ACCEPTS,
    Abandon,
    Accept,
    Chips,
    Dispute,
    Offer,
    Phase,
    Play,
    Propose,
    Resign,
    Resume,
    Settlement,
    Virtual,
)
from gtp_rules.game.chips import next_chips
from gtp_rules.gtp import Arguments, GtpError
from gtp_rules.referee.commands import Point, Word, read_color, registry
from gtp_rules.referee.counting import SCHEMA, exact
from gtp_rules.referee.referee import Referee
from gtp_rules.rules.reading import from_json
from gtp_rules.rulesets import find, registered


@registry.command("rules-list")
def rules_list(_: Referee) -> str:
    """The registered rulesets: name, two blanks, title."""
    return "\n".join(f"{ruleset.name}  {ruleset.title}" for ruleset in registered())


@registry.command("rules-get")
def rules_get(referee: Referee, name: Arguments = Arguments("")) -> str:
    """The policies in force, or those of another ruleset, as JSON."""
    return (find(name) if name else referee.ruleset).to_json().decode()


@registry.command("rules-set")
def rules_set(referee: Referee, specification: Arguments) -> None:
    """Chooses the ruleset: NAME key=value …, or a ruleset as JSON."""
    ruleset = from_json(specification) if specification.startswith("{") else find(specification)
    try:
        referee.set_ruleset(ruleset)
    except RefusedAction as error:
        raise GtpError(str(error)) from error  # which names the action; "illegal move" alone would not


@registry.command("rules-phase")
def rules_phase(referee: Referee) -> str:
    """The phase: play, stopped, marking, resumed, chips or finished."""
    return referee.game.phase.value


@registry.command("rules-status")
def rules_status(referee: Referee) -> str:
    """Ruleset, phase, side to act, size, komi, actions, and what each side may do now, as JSON."""
    game = referee.game
    shape = game.board.geometry
    return json.dumps(
        {
            "schema": SCHEMA,
            "ruleset": game.ruleset.specification,
            "phase": game.phase.value,
            "to_move": game.to_move.word,
            "size": [shape.width, shape.height],
            "komi": exact(game.komi),
            "actions": len(game.log),
            "moves": sum(entry.counted for entry in game.log),
            "offers": [color.word for color in game.state.offering] if game.outcome is None else [],
            "proposal": _proposal(referee),
            "wants_to_count": [color.word for color in Color if game.state.accepted & color],
            "result": game.outcome.result if game.outcome else None,
            "may": {color.word: _may(referee, color) for color in Color},
        },
        ensure_ascii=False,
    )


def _proposal(referee: Referee) -> dict[str, object] | None:
    game = referee.game
    if game.proposal is None or game.proposer is None or game.phase is not Phase.MARKING:
        return None
    vertices = game.board.geometry.vertices
    return {
        "by": game.proposer.word,
        "dead": vertices(game.proposal.dead),
        "seki": None if game.proposal.seki is None else vertices(game.proposal.seki),
        "claims": {color.word: vertices(game.proposal.claimed(color)) for color in Color},
    }


def _may(referee: Referee, color: Color) -> list[str]:
    game = referee.game
    first = next(iter(game.board.empties()), 0)
    trials = {
        "play": Play(color, first) if Play in ACCEPTS[game.phase] and game.legal_points(color) else None,
        "pass": referee.pass_action(color),
        "virtual": Virtual(color),
        "abandon": Abandon(color) if game.ruleset.turns.abandon else Offer(color),
        "dead": Propose(color),
        "accept": Accept(color),
        "dispute": Dispute(color, (first,)),
        "resume": Resume(color),
        "resign": Resign(color),
    }
    possible = [word for word, action in trials.items() if action and (word == "play" or not game.refusal(action))]
    return [*possible, "chips"] if game.phase is Phase.CHIPS and color == game.to_move else possible


@registry.command("rules-virtual")
def rules_virtual(referee: Referee, color: Color) -> None:
    """A virtual move 虚着: a stone outside the board."""
    referee.say(Virtual(color))


@registry.command("rules-abandon")
def rules_abandon(referee: Referee, color: Color) -> None:
    """An offer to stop, or agreement to it; a turn where the ruleset has that turn 弃着."""
    referee.say(Abandon(color) if referee.ruleset.turns.abandon else Offer(color))


@registry.command("rules-pass_means")
def rules_pass_means(referee: Referee, meaning: Word = Word("")) -> str | None:
    """Says, or asks, what the next pass of either side means: abandon or virtual."""
    turns = referee.ruleset.turns
    if not meaning:
        return type(referee.pass_action(referee.game.to_move)).__name__.lower()
    if meaning not in {"abandon", "virtual"}:
        raise GtpError("syntax error: a pass means abandon or virtual")
    if not turns.virtual or not turns.abandon:
        raise GtpError(f"{referee.ruleset.name} has one meaning of a pass only")
    referee.next_pass = (Virtual if meaning == "virtual" else Abandon), referee.memory.here
    return None


def _standing(referee: Referee) -> Settlement:
    return referee.game.proposal or Settlement()


def _propose(referee: Referee, color: Color, part: Settlement) -> None:
    claims = tuple((side, tuple(sorted(part.claimed(side)))) for side in (BLACK, WHITE) if part.claimed(side))
    seki = None if part.seki is None else tuple(sorted(part.seki))
    referee.say(Propose(color, tuple(sorted(part.dead)), seki, claims))


@registry.command("rules-dead")
def rules_dead(referee: Referee, color: Color, *vertices: Point) -> None:
    """Proposes that the chains on these points are dead; none: that all live."""
    old = _standing(referee)
    _propose(referee, color, Settlement(frozenset(vertices), old.seki, old.claims))


@registry.command("rules-seki")
def rules_seki(referee: Referee, color: Color, *vertices: Point) -> None:
    """Proposes that the groups on these points live in seki and all others independently."""
    old = _standing(referee)
    _propose(referee, color, Settlement(old.dead, frozenset(vertices), old.claims))


@registry.command("rules-claim")
def rules_claim(referee: Referee, color: Color, *vertices: Point) -> None:
    """Claims one-sided dame as own points, where the ruleset has claims."""
    old = _standing(referee)
    others = tuple(claim for claim in old.claims if claim[1] != color)
    both = {point for point, _ in others} & set(vertices)
    if both:
        raise BadProposal(f"the other side claims {referee.game.board.geometry.vertex(min(both))}")
    claims = (*others, *((point, color) for point in sorted(set(vertices))))
    _propose(referee, color, Settlement(old.dead, old.seki, claims))


@registry.command("rules-accept")
def rules_accept(referee: Referee, color: Color) -> None:
    """Agrees to the other side's proposal."""
    if referee.game.phase is Phase.STOPPED:
        raise WrongPhase("no proposal stands; rules-dead makes one")
    referee.say(Accept(color))


@registry.command("rules-dispute")
def rules_dispute(referee: Referee, color: Color, *vertices: Point) -> None:
    """Refuses the other side's proposal and resumes play; the points name what is disputed."""
    referee.say(Dispute(color, tuple(vertices)))


@registry.command("rules-resume")
def rules_resume(referee: Referee, color: Color) -> None:
    """Goes back to play without a dispute."""
    referee.say(Resume(color))


@registry.command("rules-chips")
def rules_chips(referee: Referee, color_or_auto: Word, *vertices: Point) -> None:
    """Puts one to three chips 打筹 into own lu or on dame; auto plays the phase out."""
    if referee.game.phase is not Phase.CHIPS:
        raise WrongPhase(f"chips are not possible in the phase {referee.game.phase.value}")
    if color_or_auto.lower() != "auto":
        referee.say(Chips(read_color(referee, color_or_auto), tuple(vertices)))
        return
    if vertices:
        raise GtpError("syntax error: rules-chips auto takes no vertices")
    while referee.game.phase is Phase.CHIPS:
        referee.say(next_chips(referee.game))


@registry.command("rules-resign")
def rules_resign(referee: Referee, color: Color) -> None:
    """Gives the game up."""
    referee.say(Resign(color))


@registry.command("rules-retract")
def rules_retract(referee: Referee) -> None:
    """Takes back the last statement since the last move."""
    referee.retract()
