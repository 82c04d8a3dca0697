"""The exception tree of the harness.

::

    HarnessError               everything that the harness raises on purpose; carries the exit code of the program
    ├── BadConfig        (2)   the file, a key or a value of it cannot be used
    ├── NoStore          (2)   nothing was played yet
    ├── Unreadable       (2)   a file that is named cannot be read
    ├── LostOutput       (2)   standard output is closed or full
    ├── FailingWorkers   (1)   the processes that play die one after the other
    ├── FailingPlayer    (1)   a player spoils one game after the other, and the configuration wants a halt then
    ├── StoreLocked      (3)   another harness holds the directory
    ├── ForeignStore     (3)   not a store of ours, or of a newer version
    ├── DamagedStore     (3)   a store of ours that was edited or broken
    └── ConfigChanged    (3)   the store was made under a configuration that this one contradicts

What goes wrong with a player, `gtp_rules.errors.PlayerTrouble`, is turned into the ending of one game by the runner.
"""


class HarnessError(Exception):
    """Ends the program: the text is one line for a person."""

    exit_code = 2


class BadConfig(HarnessError):
    """The configuration cannot be used; the text names file, key and reason."""


class NoStore(HarnessError):
    """There is no store: nothing was played yet."""


class Unreadable(HarnessError):
    """A file that somebody names cannot be read; the text begins with its path."""


class LostOutput(HarnessError):
    """What was asked for cannot be written: standard output is closed or full."""


class FailingWorkers(HarnessError):
    """The processes that play die one after the other, so that going on would only fill the store with void games."""

    exit_code = 1


class FailingPlayer(HarnessError):
    """A player spoils one game after the other; what was played until then is stored."""

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


class DamagedStore(HarnessError):
    """The store is ours, but somebody or something has changed it."""

    exit_code = 3
