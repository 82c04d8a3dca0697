"""Records: a game to annotated SGF and back.

What we write, every SGF program opens: the stones that stood before the first move as ``AB``/``AW`` of the root, each turn as a
node (``B[]`` or ``W[]`` where it placed no stone), what was said as a comment of the turn before it, and on the last node the
marks and the table of the count. Everything that plain SGF cannot say stands in private properties, which `read_game` reads
back to exactly the same game.

Schema 1 of the private properties:

========  ====  =========================================================================================================
property  node  value
========  ====  =========================================================================================================
``XRV``   root  the schema: ``1``
``XRR``   root  the ruleset as JSON
``XRI``   root  ``1``: the stones were set up; without it stones that equal the ruleset's opening are that opening
``XRK``   root  two values: black and white stones that had been captured before the set-up
``XRC``   root  the komi as a fraction, where ``KM`` cannot hold it exactly
``XRP``   turn  ``pass``, ``virtual`` or ``abandon``: what a turn without a stone is
``XRU``   turn  ``1``: GTP ``undo`` does not count the turn
``XRS``   any   what was said after the turn, one value a statement, see `gtp_rules.sgf.statements`
``XRF``   any   the phase that the node leaves the game in, where it differs from the node before (the root: from ``play``)
``XRL``   last  the ledger as JSON
========  ====  =========================================================================================================

``XRF`` and ``XRL`` are for `audit` alone; reading a game computes both anew.
"""

from gtp_rules.sgf.audit import audit
from gtp_rules.sgf.reader import Record, read_game, read_record
from gtp_rules.sgf.writer import Scribe, write_game

__all__ = ["Record", "Scribe", "audit", "read_game", "read_record", "write_game"]
