"""The exception tree of the harness.

::

    HarnessError               everything that the harness raises on purpose; carries the exit code of the program
    ├── BadConfig        (2)   the file, a key or a value of it cannot be used
    ├── UnavailablePlayer(2)   a program or a bot that the configuration names is not there
    ├── FailingWorkers   (1)   the processes that play die one after the other
    ├── StoreLocked      (3)   another harness holds the directory
    ├── ForeignStore     (3)   not a store of ours, or of a newer version
    └── ConfigChanged    (3)   the store was made under a configuration that this one contradicts
    PlayerTrouble              a player broke off its game; the runner turns it into the ending of that one game
    ├── EngineDied             its process ended, or a local bot raised
    ├── EngineTimeout          no reply in time
    ├── InvalidReply           a reply that is none
    ├── RefusedSetup           it refuses the board, the komi or a start-up command
    └── FalseClaim             it answers ``illegal move`` to a legal move
"""


class HarnessError(Exception):
    """Ends the program: the text is one line for a person."""

    exit_code = 2


class BadConfig(HarnessError):
    """The configuration cannot be used; the text names file, key and reason."""


class UnavailablePlayer(HarnessError):
    """A program or a bot that the configuration names is not there, or does not accept its options."""


class FailingWorkers(HarnessError):
    """The processes that play die one after the other, so that going on would only fill the store with void games."""

    exit_code = 1


class StoreLocked(HarnessError):
    """Another harness is at work in this directory."""

    exit_code = 3


class ForeignStore(HarnessError):
    """The file is no store of this program, or of a newer version of it. It was not touched."""

    exit_code = 3


class ConfigChanged(HarnessError):
    """The store was made under other settings than the configuration has now."""

    exit_code = 3


class PlayerTrouble(Exception):
    """A player cannot go on; ends its game and no other."""


class EngineDied(PlayerTrouble):
    """The process has ended, or closed its output, or a local bot raised an exception."""


class EngineTimeout(PlayerTrouble):
    """No complete reply within the limit."""


class InvalidReply(PlayerTrouble):
    """The reply is not one that the command may have; the text quotes it."""


class RefusedSetup(PlayerTrouble):
    """The engine refuses the conditions of the game."""


class FalseClaim(PlayerTrouble):
    """The engine calls a move illegal that the referee accepted."""
