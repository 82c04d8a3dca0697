"""Modern rulesets, to compare with."""

from __future__ import annotations

from fractions import Fraction

from gtp_rules.rules import Cycle, Ending, Marking, Mover, Ruleset, Scope, SimpleKo, Suicide, Superko
from gtp_rules.rules.counting import AreaCount, TerritoryCount

CHINESE = Ruleset(
    name="chinese",
    title="Chinese rules",
    chinese="中国围棋规则",
    summary="Area; a move may not put the opponent before a position that he has faced already (禁止全局同形再现).",
    suicide=Suicide.FORBIDDEN,
    repetition=Superko(Scope.SITUATIONAL),
    cycle=Cycle.DRAW,
    ending=Ending(),
    counting=AreaCount(),
    komi=Fraction(15, 2),
    options=("repetition", "suicide"),
    sources={
        "opening": "Chinese rules, art. 3: empty board, Black first",
        "suicide": "Chinese rules, art. 5: points without liberties are forbidden",
        "repetition": "Chinese rules, art. 6 as text: situational; decision 16 on practice",
        "cycle": "Chinese competition rules, art. 20, where repetition=simple is chosen: draw or replay",
        "turns": "Chinese rules, art. 7: a pass is free",
        "ending": "Chinese rules, art. 7–8: two passes or agreement, disputes by play",
        "counting": "Chinese rules, art. 9: living stones and enclosed points",
        "komi": "Chinese competition rules: 3¾ zi, 7.5 points",
    },
)

TROMP_TAYLOR = Ruleset(
    name="tromp-taylor",
    title="Tromp–Taylor rules",
    summary="Area with positional superko; two passes end the game and everything on the board lives.",
    suicide=Suicide.ALLOWED,
    repetition=Superko(Scope.POSITIONAL),
    ending=Ending(marking=Marking.NONE),
    counting=AreaCount(),
    options=("repetition", "suicide"),
    sources={
        "opening": "Tromp–Taylor, rules 1 and 5",
        "suicide": "Tromp–Taylor, rule 7: own stones are cleared after the opponent's",
        "repetition": "Tromp–Taylor, rule 6: positional superko",
        "cycle": "nothing to rule: no position repeats (decision 8 for other options)",
        "turns": "Tromp–Taylor, rule 5: a turn is a pass or a move",
        "ending": "Tromp–Taylor, rule 9: two consecutive passes",
        "counting": "Tromp–Taylor, rule 10: points of a color and points that reach only that color",
        "komi": "free; none by default",
    },
)

JAPANESE = Ruleset(
    name="japanese",
    title="Japanese rules",
    chinese="日本围棋规约",
    summary="Territory and prisoners, none in seki; life and death by agreement, disputes by resuming play.",
    suicide=Suicide.FORBIDDEN,
    repetition=SimpleKo(),
    cycle=Cycle.NO_RESULT,
    ending=Ending(resumes=Mover.OPPONENT),
    counting=TerritoryCount(),
    komi=Fraction(13, 2),
    options=("repetition",),
    sources={
        "opening": "Japanese rules 1989, art. 1–3",
        "suicide": "Japanese rules 1989, art. 5–6: a stone without liberties cannot exist",
        "repetition": "Japanese rules 1989, art. 6: ko",
        "cycle": "Japanese rules 1989, art. 12: no result",
        "turns": "Japanese rules 1989, art. 9: a pass is free",
        "ending": "Japanese rules 1989, art. 9: two passes stop, the opponent of the side that asks moves first",
        "counting": "Japanese rules 1989, art. 8 and 10: territory is eye points of groups that are not in seki",
        "komi": "Nihon Ki-in competition practice: 6.5",
    },
)

RULESETS = (CHINESE, TROMP_TAYLOR, JAPANESE)
