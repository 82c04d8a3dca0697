"""Yan Lai's two modern reconstructions, with virtual moves.

Documents: *Yan Lai 2007* is the "Axioms of the weiqi rules of counting by points" (计枰点围棋规则的公理体系, revised in
April 2007); *Yan Lai 2015* the short text of the art version of scientific counting by mu (科学计目法艺术版简写本, February
to March 2015).
"""

from __future__ import annotations

from fractions import Fraction

from gtp_rules.rules import Ending, FacedBan, GlobalShapeBan, Opening, PassMeans, Ruleset, Suicide, Turns
from gtp_rules.rules.counting import Exclusive, LastMove, MuCount, PointCount

_MOVE_LIMIT = 2000  # far beyond any real game; the ban of 2007 alone does not end every game

YAN_LAI_2007_A = Ruleset(
    name="yan-lai-2007-a",
    title="Yan Lai 2007, Black gives a point for the last move",
    chinese="计枰点围棋规则（选项1，A类负着）",
    summary=(
        "A player who does not like to move on the board puts a stone outside it (虚着). No board may recur with the same "
        "numbers of stones outside. Stones, their liberties and half of the public points are counted."
    ),
    opening=Opening(),
    suicide=Suicide.ALLOWED,
    repetition=GlobalShapeBan(),
    turns=Turns(PassMeans.VIRTUAL, virtual=True),
    ending=Ending(virtual_stop=4, move_limit=_MOVE_LIMIT),
    counting=PointCount(LastMove.BORDER),
    komi=Fraction(13, 2),
    options=("public", "exclusive", "move_limit", "disputes"),
    sources={
        "opening": "Yan Lai 2007, axiom 3: empty board, the sides alternate",
        "suicide": "Yan Lai 2007, axiom 11 (1)(c), last sentence, speaks of single stones that perish; decision 6",
        "repetition": "Yan Lai 2007, axioms 9 and 10, inference 4",
        "cycle": "no global shape recurs, but boards may: decision 6 sets a move limit",
        "turns": "Yan Lai 2007, axiom 4 and inference 3: virtual moves; there is no pass",
        "ending": "Yan Lai 2007, axiom 11 (2): four virtual moves; inference 5: agreement; axiom 12: disputes by play",
        "counting": "Yan Lai 2007, axioms 8 and 14, inferences 2, 6 and 12; public points: decision 7",
        "komi": "not stated; a companion text gives 6.5 with this option; decision 6",
    },
)

YAN_LAI_2007_B = YAN_LAI_2007_A.variant(
    name="yan-lai-2007-b",
    title="Yan Lai 2007, the last move is Black's gain",
    chinese="计枰点围棋规则（选项2，B类负着）",
    counting=PointCount(LastMove.TERRITORY),
    komi=Fraction(15, 2),
    sources={
        **YAN_LAI_2007_A.sources,
        "counting": "Yan Lai 2007, axioms 8 and 15, inferences 2, 6 and 13; public points: decision 7",
        "komi": "not stated; a companion text gives 7.5 with this option; decision 6",
    },
)

YAN_LAI_2015 = Ruleset(
    name="yan-lai-2015",
    title="Yan Lai 2015, art version",
    chinese="科学计目法艺术版",
    summary=(
        "Board moves (实着), virtual moves (虚着) and abandonments (弃着); two abandonments stop play. Mu are counted as in "
        "the Tang, without the eye tax; more moves before the stop are compensated, more moves in a dispute are not."
    ),
    opening=Opening(),
    suicide=Suicide.ALLOWED,
    repetition=FacedBan(),
    turns=Turns(PassMeans.ABANDON, virtual=True, abandon=True),
    ending=Ending(disputes=1, names_object=True, idle_dispute_ends=True),
    counting=MuCount(Exclusive.SEKI),
    komi=Fraction(13, 2),
    options=("facing", "legal_dame", "exclusive", "disputes", "suicide"),
    sources={
        "opening": "Yan Lai 2015, counting procedure 4: Black first; empty board",
        "suicide": "Yan Lai 2015, §4: suicide of one or more stones is allowed",
        "repetition": "Yan Lai 2015, §3: generalised superko; decision 1",
        "cycle": "none can arise under §3",
        "turns": "Yan Lai 2015, §2: board move, virtual move, abandonment",
        "ending": "Yan Lai 2015, §2, §6 and §9: two abandonments, agreement, disputes by play; decision 2",
        "counting": "Yan Lai 2015, §5 to §9; exclusive liberties: decision 3; claims: decision 4; dame: decisions 2 and 5",
        "komi": "Yan Lai 2015, §10: 6.5",
    },
)

RULESETS = (YAN_LAI_2007_A, YAN_LAI_2007_B, YAN_LAI_2015)
