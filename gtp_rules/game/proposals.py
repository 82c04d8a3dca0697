"""Reading a proposal: which chains it calls dead, which groups seki, which points a side claims."""

from __future__ import annotations

from gtp_rules.board import Board, Color, survey
from gtp_rules.errors import BadProposal
from gtp_rules.game.actions import Propose
from gtp_rules.rules import Ruleset
from gtp_rules.rules.counting import Settlement


def read_proposal(board: Board, ruleset: Ruleset, action: Propose) -> Settlement:
    """The settlement that a proposal means: whole chains, whoever's they are.

    Raises:
        BadProposal: a point outside the board, a dead or seki point without a stone, a seki group that is also dead, a
            claim on a stone, on an enclosed point or by both sides, or a claim where the ruleset has none.
    """
    dead = {stone for point in action.dead for stone in _chain(board, point, "dead")}
    seki = None
    if action.seki is not None:
        seki = frozenset(stone for point in action.seki for stone in _chain(board, point, "in seki"))
        both = sorted(dead & seki)
        if both:
            raise BadProposal(f"{board.geometry.vertex(both[0])} cannot be both dead and in seki")
    return Settlement(frozenset(dead), seki, _claims(board, ruleset, action, dead))


def _chain(board: Board, point: int, state: str) -> list[int]:
    if not 0 <= point < board.geometry.size:
        raise BadProposal("a proposal names points of the board")
    if not board.colors[point]:
        raise BadProposal(f"no stone stands on {board.geometry.vertex(point)}, so none is {state} there")
    return board.chain(point)


def _claims(board: Board, ruleset: Ruleset, action: Propose, dead: set[int]) -> tuple[tuple[int, Color], ...]:
    claims: dict[int, Color] = {}
    public = set(survey(board, dead).public) if action.claims else set()
    for color, points in action.claims:
        if points and not ruleset.counting.has_claims:
            raise BadProposal(f"{ruleset.name} has no claims of one-sided dame")
        for point in points:
            if not 0 <= point < board.geometry.size:
                raise BadProposal("a claim names points of the board")
            if board.colors[point]:
                raise BadProposal(f"{board.geometry.vertex(point)} is occupied and cannot be claimed")
            if point not in public:
                raise BadProposal(f"{board.geometry.vertex(point)} is enclosed by one side, and no dame that could be claimed")
            if claims.get(point, color) != color:
                raise BadProposal(f"both sides claim {board.geometry.vertex(point)}")
            claims[point] = color
    return tuple(sorted(claims.items()))
