"""Modern rulesets, to compare with."""

from __future__ import annotations

from fractions import Fraction

from gtp_rules.rules import (
    Cycle,
    Ending,
    Marking,
    Mover,
    PassMeans,
    Ruleset,
    Scope,
    SimpleKo,
    Suicide,
    Superko,
    TolerantKo,
    Turns,
)
from gtp_rules.rules.counting import AreaCount, HandicapPoints, StoneCount, TerritoryCount

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
    elsewhere={"kgs": "chinese"},
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
    cycle=Cycle.DRAW,
    ending=Ending(marking=Marking.NONE),
    counting=AreaCount(),
    options=("repetition", "suicide"),
    sources={
        "opening": "Tromp–Taylor, rules 1 and 5",
        "suicide": "Tromp–Taylor, rule 7: own stones are cleared after the opponent's",
        "repetition": "Tromp–Taylor, rule 6: positional superko",
        "cycle": "nothing to rule: no position repeats; a draw where repetition=simple is chosen",
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
    elsewhere={"kgs": "japanese"},
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

KOREAN = JAPANESE.variant(
    name="korean",
    elsewhere={},
    title="Korean rules",
    chinese="韩国围棋规则",
    summary="As the Japanese rules, as far as a referee decides: territory and prisoners, none in seki.",
    sources={
        **{axis: source.replace("Japanese rules 1989", "as Japanese") for axis, source in JAPANESE.sources.items()},
        "komi": "Korean Baduk Association, competition practice: 6.5",
    },
)

AGA = Ruleset(
    name="aga",
    title="AGA rules",
    summary="A pass hands over a stone, so that counting area and counting territory agree; situational superko.",
    suicide=Suicide.FORBIDDEN,
    repetition=Superko(Scope.SITUATIONAL),
    cycle=Cycle.DRAW,
    turns=Turns(PassMeans.STONE),
    ending=Ending(pass_end=4),
    counting=AreaCount(handicap=HandicapPoints.LESS_ONE),
    komi=Fraction(15, 2),
    options=("repetition", "suicide"),
    elsewhere={"kgs": "aga"},
    sources={
        "opening": "AGA rules, 1 and 4: empty board, Black first",
        "suicide": "AGA rules, 5: illegal",
        "repetition": "AGA rules, 6: no position may be repeated with the same player to move",
        "cycle": "nothing to rule under the text; a draw where repetition=simple is chosen",
        "turns": "AGA rules, 7: a pass hands over a stone",
        "ending": "AGA rules, 9 and 10: two passes stop, four end; disputes by play",
        "counting": "AGA rules, 12: area, which pass stones make equal to territory; rule 4: handicap, a point a stone but one",
        "komi": "AGA rules, 4 (since 2004): 7.5",
    },
)

ING = Ruleset(
    name="ing",
    title="Ing's rules",
    chinese="应氏围棋规则",
    summary="Filled-in area; komi 8 and Black wins ties; hot stones as far as a referee can decide them.",
    suicide=Suicide.CHAINS,
    repetition=TolerantKo(),
    ending=Ending(pass_end=4),
    counting=AreaCount(black_wins_ties=True),
    komi=Fraction(8),
    sources={
        "opening": "Ing 1996: empty board, Black first",
        "suicide": "Ing 1996: allowed for more than one stone",
        "repetition": "Ing 1996, fighting and disturbing ko; decision 19",
        "cycle": "decision 19: a cycle is run through once",
        "turns": "Ing 1996: a pass is free",
        "ending": "Ing 1996: two passes stop play, two more end it",
        "counting": "Ing 1996, filling in, which equals area",
        "komi": "Ing 1996: 8 points, Black wins ties",
    },
)

NEW_ZEALAND = Ruleset(
    name="new-zealand",
    title="New Zealand rules",
    summary="Area with situational superko; suicide is allowed.",
    suicide=Suicide.ALLOWED,
    repetition=Superko(Scope.SITUATIONAL),
    cycle=Cycle.DRAW,
    counting=AreaCount(),
    komi=Fraction(7),
    options=("repetition", "suicide"),
    elsewhere={"kgs": "new_zealand"},
    sources={
        "opening": "New Zealand rules, 1 and 4: empty board, Black first",
        "suicide": "New Zealand rules, 6: own stones are removed after the opponent's",
        "repetition": "New Zealand rules, 7: situational",
        "cycle": "nothing to rule under the text; a draw where repetition=simple is chosen",
        "turns": "New Zealand rules, 5: a pass is free",
        "ending": "New Zealand rules, 8 and 9: two passes, agreement, else play goes on",
        "counting": "New Zealand rules, 10: area",
        "komi": "New Zealand rules, 11: 7",
    },
)

IKEDA_1 = Ruleset(
    name="ikeda-1",
    title="Ikeda's area rules I",
    chinese="池田敏雄 地域方式 I",
    summary="Stones on the board and nothing else; superko for captures only, as written.",
    suicide=Suicide.ALLOWED,
    repetition=Superko(Scope.POSITIONAL, captures_only=True),
    cycle=Cycle.DRAW,
    ending=Ending(marking=Marking.NONE),
    counting=StoneCount(),
    options=("repetition", "suicide"),
    sources={
        "opening": "Ikeda, area rules: empty board, Black first",
        "suicide": "Ikeda states only what is removed; allowed",
        "repetition": "Ikeda, rule 4 as written: captures; in Davies' footnote all moves (repetition=positional)",
        "cycle": "nothing to rule under rule 4, suicides being removals too; a draw where repetition=simple is chosen",
        "turns": "Ikeda, area rules: a pass is free",
        "ending": "Ikeda, area rules: two passes; everything on the board lives",
        "counting": "Ikeda, area rules I: stones",
        "komi": "none stated",
    },
)

IKEDA_2 = IKEDA_1.variant(
    name="ikeda-2",
    title="Ikeda's area rules II",
    chinese="池田敏雄 地域方式 II",
    summary="Stones and territory; superko for captures only, as written.",
    counting=AreaCount(),
    sources={**IKEDA_1.sources, "counting": "Ikeda, area rules II: stones and territory"},
)

IKEDA_3 = IKEDA_1.variant(
    name="ikeda-3",
    title="Ikeda's area rules III",
    chinese="池田敏雄 地域方式 III",
    summary="Stones and territory, and half a point from Black to White if White passed first in the game.",
    counting=AreaCount(first_pass=Fraction(1, 2)),
    sources={**IKEDA_1.sources, "counting": "Ikeda, area rules III: II, with the first pass of the game"},
)

RULESETS = (
    CHINESE,
    JAPANESE,
    KOREAN,
    AGA,
    ING,
    NEW_ZEALAND,
    TROMP_TAYLOR,
    IKEDA_1,
    IKEDA_2,
    IKEDA_3,
)
