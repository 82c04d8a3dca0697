"""The referee for historical rules of Go: rules as values, games as histories, GTP as one adapter.

Packages in the order in which they depend on each other: ``board`` (what is on the board), ``rules`` (the vocabulary of
rules), ``rulesets`` (the declarations), ``game`` (rules over time), ``sgf`` (records), ``gtp`` (the protocol, without
Go), ``referee`` (a game behind GTP).
"""

__version__ = "0.1.0"
