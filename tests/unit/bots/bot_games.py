"""Whole games between players, every action checked before it is applied."""

from gtp_rules.board import BLACK, WHITE
from gtp_rules.game import Accept, Action, Dispute, Game, Phase, Play
from gtp_rules.player import Player
from gtp_rules.rules import Ruleset


def finish(ruleset: Ruleset, black: Player, white: Player, width: int, height: int) -> Game:
    """Plays a game to its end, settlement and chips included. There is no move limit: the players must come to an end."""
    game = Game(ruleset, width, height)
    players = {BLACK: black, WHITE: white}
    for player in players.values():
        player.new_game(game)
    disputed_at = -1
    while game.phase is not Phase.FINISHED:
        color = game.to_move
        if game.phase in {Phase.PLAY, Phase.RESUMED}:
            act(game, players[color].choose(color))
        elif game.phase is Phase.CHIPS:
            game.apply(Accept(color))
            if game.phase is Phase.CHIPS:
                game.apply(Accept(color.opponent))
        else:
            disputed_at = _settle(game, players, disputed_at)
    return game


def act(game: Game, action: Action) -> None:
    reason = game.refusal(action)
    assert reason is None, f"{game.ruleset.name}: {action} is refused, {reason}"
    game.apply(action)


def _settle(game: Game, players: dict, disputed_at: int) -> int:
    """One proposal and its answer: a dispute where the players differ and stones were played since the last one."""
    color = game.to_move
    proposal = players[color].settlement(color)
    answer = players[color.opponent].settlement(color.opponent)
    act(game, proposal)
    stones = sum(isinstance(entry.action, Play) for entry in game.log)
    differing = tuple(sorted(set(proposal.dead) ^ set(answer.dead)))
    if not differing or stones == disputed_at:
        act(game, Accept(color.opponent))
    else:
        act(game, Dispute(color.opponent, differing))
    return stones
