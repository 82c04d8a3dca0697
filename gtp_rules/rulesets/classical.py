"""The classical Chinese rulesets.

Documents: *Textbook* is the textbook's §4.2.2 on Tang–Song lu counting; *Zhang Hu* his "Research of ancient weiqi rules in 2
Chinese classic books" (2020), part 2, on the Thirteen Chapters; *Yan Lai 2007* the axioms of counting by points. "Decision N"
is a row of the table of decisions in docs/rules.md.
"""

from __future__ import annotations

from gtp_rules.rules import Cycle, Ending, First, Opening, PassMeans, Ruleset, SimpleKo, Stones, Suicide, Turns
from gtp_rules.rules.counting import LuCount

TANG_SONG = Ruleset(
    name="tang-song",
    title="Tang–Song lu counting",
    chinese="唐宋数路法",
    summary=(
        "Enclosed points less two basic eyes a group (还棋头), prisoners and dead stones filled back, equal numbers of "
        "moves, no pass: a pass is an offer to stop and owes a move if play goes on."
    ),
    opening=Opening(Stones.SEAT, First.WHITE),
    suicide=Suicide.ALLOWED,
    repetition=SimpleKo(skip_is_progress=True),
    cycle=Cycle.DRAW,
    turns=Turns(PassMeans.OFFER),
    ending=Ending(),
    counting=LuCount(),
    options=("opening", "first", "suicide", "repetition", "dame", "seki"),
    sources={
        "opening": "Textbook §4.2.2, closing remarks: seat stones; the second player is Black. Orientation: decision 15",
        "suicide": "Textbook §4.2.2, characteristic 1: suicide is allowed",
        "repetition": "not stated; decision 8: simple ko",
        "cycle": "Thirteen Chapters with Liu Zhongfu's note on the cycling position 循环势 (Zhang Hu, part 2-3); decision 8",
        "turns": "Textbook §4.2.2, characteristic 2: there is no pass",
        "ending": "Textbook §4.2.2: the game ends by agreement; disputes: Yan Lai 2007, axiom 12, real play decides",
        "counting": "Textbook §4.2.2, characteristics 3–5, figures 4.4 and 4.5; dame: decision 9; seki: decision 10",
        "komi": "none in the sources",
    },
)

RULESETS = (TANG_SONG,)
