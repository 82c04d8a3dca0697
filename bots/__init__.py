"""Our own players: ``random`` and ``simple``.

Each is made by a factory ``create(*, seed, **options)`` that an entry point of the group ``gtp_rules.players`` names, and
plays through `gtp_rules.player.Player`: in the process of a match, or as a GTP program by ``gtp-rules --player simple``. One
object can play both sides of a game, and a side may move several times in a row.

In the order of what needs what:

- `eyes`, `options`: own eyes; the options of a player's specification
- `reading`, `playouts`: what can be captured by force; random games to their end
- `life`, `territory`: which stones are dead; who is nearer to which point
- `tactics`, `cleaning`, `stakes`: moves that save or take stones; moves for when all else is done; what the ruleset pays for
- `random_bot`, `simple`: the players
"""
