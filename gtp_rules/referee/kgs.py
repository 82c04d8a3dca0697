"""Commands of KGS, for the controllers that send them."""

from __future__ import annotations

from gtp_rules.gtp import GtpError
from gtp_rules.referee.commands import Word, registry
from gtp_rules.referee.referee import Referee
from gtp_rules.rulesets import registered


@registry.command("kgs-rules")
def kgs_rules(referee: Referee, name: Word) -> None:
    """Chooses the ruleset that KGS calls so; no name is taken for a similar ruleset."""
    for ruleset in registered():
        if ruleset.elsewhere.get("kgs") == name.lower():
            referee.set_ruleset(ruleset)
            return
    raise GtpError("unknown ruleset")


@registry.command("kgs-time_settings")
def kgs_time_settings(referee: Referee, system: Word, *numbers: int) -> None:
    """Sets the clock: none, absolute, canadian or byoyomi, each with its numbers of seconds and stones or periods."""
    wanted = {"none": 0, "absolute": 1, "canadian": 3, "byoyomi": 3}
    if wanted.get(system.lower()) != len(numbers) or any(number < 0 for number in numbers):
        raise GtpError("syntax error: kgs-time_settings none | absolute S | canadian S S STONES | byoyomi S S PERIODS")
    main, *rest = numbers or (0, 1, 0)
    referee.time_settings = (main, *(rest or (0, 0)))


@registry.command("kgs-game_over")
@registry.command("cgos-gameover")
def game_over(_: Referee, *words: Word) -> None:
    """Takes note that the game is over."""
