"""The exception tree.

::

    RulesError                 everything that this package raises on purpose
    ├── BadVertex              text that names no point of the board
    ├── BadRuleset             an unknown ruleset, an option it lacks, a contradiction in its values
    ├── BadSetup               stones that cannot be set up
    ├── BadRecord              an SGF file that cannot be read
    ├── UnavailablePlayer      a program or a bot that is not there, or does not accept its options
    └── RefusedAction          an action that the game does not accept; the game is unchanged
        ├── WrongPhase         not in this phase
        ├── IllegalMove        a turn that the ruleset forbids (occupied, suicide, repetition …)
        ├── BadProposal        a settlement that cannot be (a dead chain on an empty point, a claim on a stone …)
        └── NothingToUndo      no move or statement is left to take back
    PlayerTrouble              a player broke off its game
    ├── EngineDied             its process ended, or a local bot raised
    ├── EngineTimeout          no reply in time
    ├── InvalidReply           a reply that is none
    ├── RefusedSetup           it refuses the board, the komi or a start-up command
    ├── FalseClaim             it answers ``illegal move`` to a legal move
    └── EngineInterrupted      the person who waits for it has asked it to stop
"""


class RulesError(Exception):
    """Everything that the package raises on purpose; the text is one English sentence for a person."""


class BadVertex(RulesError):
    """The text names no point of this board."""


class BadRuleset(RulesError):
    """The ruleset is unknown, lacks the option, or contradicts itself."""


class BadSetup(RulesError):
    """The stones cannot stand like this before the first move."""


class BadRecord(RulesError):
    """The SGF file cannot be read as a game."""


class RefusedAction(RulesError):
    """The game does not accept the action and is unchanged."""


class WrongPhase(RefusedAction):
    """The phase of the game does not accept this kind of action."""


class IllegalMove(RefusedAction):
    """The ruleset forbids this turn."""


class BadProposal(RefusedAction):
    """The proposal, claim or dispute names something that it cannot."""


class NothingToUndo(RefusedAction):
    """No move or statement is left to take back."""


class UnavailablePlayer(RulesError):
    """A program or a bot that is named is not there, or does not accept its options."""


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


class EngineInterrupted(PlayerTrouble):
    """Whoever waits for the reply has asked for an end."""
