"""All compiled code of the solver: moves and counts, the sweeps of the table, the search with history.

Nothing here knows a ruleset; see `harness.solve.treatment` for the numbers that stand for one. Arrays are arguments, nothing
big is allocated and nothing raises; wrong arguments are not noticed. The modules are imported through
`harness.solve.loading`, which first says where the machine code is kept: the folder depends on all files here.
"""
