"""What Yan Lai's rulesets and the modern ones say on each topic; sources as in the rules dossier (docs/rules.md)."""

from __future__ import annotations

AREA: dict[str, object] = {
    "opening": "no stones, black first",
    "ko": {"at once": False, "after a threat": True},
    "long cycle": {"triple ko": "banned", "eternal life": "banned", "send two": True},
    "suicide": {"one stone": False, "chain": False},
    "seki": 1,
    "dead stones": 9,
    "dispute": {"phase": "resumed", "to move": "black", "left": None},
    "end": {"two passes": "stopped", "two offers": "stopped"},
}
YAN_LAI_2007: dict[str, object] = {
    **AREA,
    "long cycle": {"triple ko": "banned", "eternal life": "banned", "send two": False},
    "suicide": {"one stone": False, "chain": True},
    "end": {"two passes": "play", "two offers": "stopped"},
}
TERRITORY: dict[str, object] = {
    **AREA,
    "long cycle": {"triple ko": "no-result", "eternal life": "no-result", "send two": True},
    "seki": -1,
    "dispute": {"phase": "resumed", "to move": "opponent of the asker", "left": None},
}
NO_MARKING: dict[str, object] = {
    **AREA,
    "long cycle": {"triple ko": "banned", "eternal life": "banned", "send two": False},
    "suicide": {"one stone": False, "chain": True},
    "dead stones": -12,
    "dispute": {"phase": "finished"},
    "end": {"two passes": "finished", "two offers": "finished"},
}
# Rule 4 read literally bars removals only, suicides among them, so eternal life is stopped one move later.
IKEDA: dict[str, object] = {
    **NO_MARKING,
    "long cycle": {"triple ko": "banned", "eternal life": "banned later", "send two": False},
}

EXPECTED: dict[str, dict[str, object]] = {
    # Axioms 9 to 15; a pass is a virtual move; four in a row end the game; the shape counts virtual stones, not the mover.
    "yan-lai-2007-a": YAN_LAI_2007,
    "yan-lai-2007-b": YAN_LAI_2007,
    # §3: who has faced what; one dispute, which names its object; suicide allowed (§4).
    "yan-lai-2015": {
        **AREA,
        "suicide": {"one stone": True, "chain": True},
        "dispute": {"phase": "resumed", "to move": "black", "left": 0},
    },
    # Chinese rules, art. 5 to 9.
    "chinese": AREA,
    # Japanese rules 1989, art. 6, 8 to 10, 12; Korean rules alike.
    "japanese": TERRITORY,
    "korean": TERRITORY,
    # AGA rules: situational superko, agreement or resumption.
    "aga": AREA,
    # Ing's fighting ko: a cycle may be played once and is then broken by the side that would repeat it; suicide of chains.
    "ing": {
        **AREA,
        "long cycle": {"triple ko": "banned later", "eternal life": "banned later", "send two": True},
        "suicide": {"one stone": False, "chain": True},
    },
    # New Zealand rules: suicide allowed, situational superko, so one stone may die once.
    "new-zealand": {**AREA, "suicide": {"one stone": True, "chain": True}},
    # Tromp–Taylor, rules 6 to 10.
    "tromp-taylor": NO_MARKING,
    # Ikeda's area rules I to III: stones only; stones and territory; half a point if White passed first.
    "ikeda-1": {**IKEDA, "seki": -1, "dead stones": 0},
    "ikeda-2": IKEDA,
    "ikeda-3": IKEDA,
}
