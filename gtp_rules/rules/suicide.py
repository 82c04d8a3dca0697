"""Whether a move may remove its own chain."""

from enum import StrEnum

from gtp_rules.board import Effect


class Suicide(StrEnum):
    """The suicide axis."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"
    CHAINS = "chains"  # of two stones and more

    def forbids(self, effect: Effect) -> bool:
        """Whether a move with this effect is a suicide that may not be played."""
        if not effect.suicide or self is Suicide.ALLOWED:
            return False
        return self is Suicide.FORBIDDEN or effect.lone
