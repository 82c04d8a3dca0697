"""The classical Chinese rulesets.

Documents: *Textbook* is the textbook's §4.2.2 on Tang–Song lu counting; *Zhang Hu* his "Research of ancient weiqi rules in 2
Chinese classic books" (2020), part 2, on the Thirteen Chapters; *Yan Lai 2007* the axioms of counting by points. "Decision
N" is a row of the table of decisions in docs/rules.md.
"""

from __future__ import annotations

from gtp_rules.rules import Cycle, Ending, First, Opening, PassMeans, Ruleset, SimpleKo, Stones, Suicide, Turns
from gtp_rules.rules.counting import ChipCount, EqualLuCount, LuCount, OverflowCount, ZiCount

_OPENING = "Textbook §4.2.2, closing remarks: seat stones; the second player is Black. Orientation: decision 15"
_DISPUTES = "agreement; a dispute is decided by play: Yan Lai 2007, axiom 12, which calls that an old axiom"
_CYCLE = "Thirteen Chapters, Liu Zhongfu on the cycling position 循环势 (Zhang Hu, part 2-3); decision 8"

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
        "opening": _OPENING,
        "suicide": "Textbook §4.2.2, characteristic 1: suicide is allowed",
        "repetition": "not stated; decision 8: simple ko",
        "cycle": _CYCLE,
        "turns": "Textbook §4.2.2, characteristic 2: there is no pass",
        "ending": f"Textbook §4.2.2: {_DISPUTES}",
        "counting": "Textbook §4.2.2, characteristics 3–5, figures 4.4 and 4.5; dame: decision 9; seki: decision 10",
        "komi": "none in the sources",
    },
)

NATURAL_ENDING = TANG_SONG.variant(
    name="natural-ending",
    title="Natural ending",
    chinese="自然终局法",
    summary=(
        "Play until both sides have only basic eyes left, and count the stones on the board (两溢). In the other reading "
        "nobody ever passes, and the side that must fill its own eyes loses."
    ),
    turns=Turns(PassMeans.EXHAUSTED),
    counting=OverflowCount(),
    options=("opening", "first", "suicide", "repetition", "ending"),
    sources={
        **TANG_SONG.sources,
        "opening": "as Tang–Song; the textbook only names the method",
        "suicide": "as Tang–Song; the textbook only names the method",
        "turns": "decision 13: a side with nothing but basic eyes left may pass",
        "ending": "decision 13: the game ends when both are exhausted, or by agreement",
        "counting": "Textbook §4.2.2, second paragraph, on what lu counting shortens; decision 13",
    },
)

SONG_CAPTIVES = TANG_SONG.variant(
    name="song-captives",
    title="Song counting with captives and chips",
    chinese="宋代计俘法（淘子、打筹）",
    summary=(
        "Lu counting, and then the phase of chips: dead stones are picked up (淘子), both sides fill in batches of at most "
        "three (打筹不得过三), and whoever runs out hands over prisoners; a prisoner is a lu."
    ),
    ending=Ending(chips=True),
    sources={
        **TANG_SONG.sources,
        "opening": "as Tang–Song; Zhang Hu's examples let Black begin (first=black)",
        "ending": f"Zhang Hu, part 2-4, steps 1 to 3; {_DISPUTES}",
        "counting": "Zhang Hu, parts 2-1 to 2-4: 胜而路多, 败而无路, 打筹不得过三, 淘子不限其数; decision 11",
    },
)

DUNHUANG_CHIPS = TANG_SONG.variant(
    name="dunhuang-chips",
    title="Chips of the Dunhuang classic",
    chinese="敦煌《碁经》计筹法",
    summary=(
        "Prisoners are never filled back: both sides fill to overflow (两溢), and the net prisoners are exchanged for chips, "
        "one for one. In Chen Zuyuan's reading the stones on the board decide."
    ),
    ending=Ending(chips=True),
    counting=ChipCount(),
    options=("opening", "first", "suicide", "repetition", "dame", "seki", "zi"),
    sources={
        **TANG_SONG.sources,
        "opening": "as Tang–Song; not stated. Orientation: decision 15",
        "suicide": "as Tang–Song; not stated",
        "turns": "as Tang–Song: equal numbers of moves (Zhang Hu, part 2-4)",
        "ending": f"Zhang Hu, part 2-4, step 1, comment 2: chips are the routine; {_DISPUTES}",
        "counting": "Zhang Hu, part 2-2 on 皆筹为溢; the Dunhuang phrase 子多为胜 is known from outside: decision 12",
    },
)

EQUAL_LU = TANG_SONG.variant(
    name="equal-lu",
    title="Equal lu, stones compared",
    chinese="等路比子",
    summary="Before the Tang: the lu of both sides are made equal by filling, and the stones on the board are compared.",
    opening=Opening(Stones.EMPTY, First.BLACK),
    counting=EqualLuCount(),
    options=("opening", "first", "suicide", "repetition"),
    sources={
        **TANG_SONG.sources,
        "opening": "Yan Lai 2007, axiom 3, note: no seat stones on the board of 17 lines before the late Han; order: option",
        "suicide": "as Tang–Song; not stated",
        "turns": "as Tang–Song; not stated",
        "counting": "Yan Lai 2007, inference 7, note: 等路比子，局子多胜",
    },
)

MING_QING = Ruleset(
    name="ming-qing",
    title="Ming–Qing stone counting with eye tax",
    chinese="明清数子法（还棋头）",
    summary=(
        "Living stones and enclosed points, less two points a group (还棋头); one side's count is held against half the board. "
        "No komi; the first player keeps the advantage of the last move."
    ),
    opening=Opening(Stones.SEAT, First.WHITE),
    suicide=Suicide.FORBIDDEN,
    repetition=SimpleKo(),
    cycle=Cycle.DRAW,
    turns=Turns(PassMeans.PASS),
    ending=Ending(),
    counting=ZiCount(),
    options=("opening", "first", "suicide", "repetition", "seki"),
    sources={
        "opening": "seat stones until modern times; orientation: decision 15",
        "suicide": "not stated; decision 14: forbidden",
        "repetition": "not stated; decision 14: simple ko",
        "cycle": "decision 14: draw",
        "turns": "decision 14: a pass is free",
        "ending": f"two passes or {_DISPUTES}",
        "counting": "Textbook §4.2.2 on 还棋头; handicap n returns n 子; eyes in seki: decision 14",
        "komi": "Yan Lai 2007, axiom 15, note: Ming and Qing gave nothing for the last move",
    },
)

RULESETS = (NATURAL_ENDING, TANG_SONG, SONG_CAPTIVES, DUNHUANG_CHIPS, EQUAL_LU, MING_QING)
