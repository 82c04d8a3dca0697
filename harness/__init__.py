"""Matches between players under historical rules.

Modules in the order in which they depend on each other: ``errors``; ``config`` (what a file may say) and ``loading``
(reading one); ``schedule`` and ``openings`` (which games there are); ``engines`` (GTP programs behind pipes); ``players``
(from a configuration to a `gtp_rules.player.Player`); ``endings``, ``filling``, ``settling``, ``runner`` and ``recording``
(one game); ``worker`` and ``pool`` (many); ``seat``, ``cluster`` and ``venue`` (many, on many machines); ``lock``,
``filenames``, ``changes`` and ``store`` (what is kept); ``stats``, ``tally`` and ``report`` (what it says); ``checking`` (a
rehearsal), ``progress``, ``experiment`` (a run from beginning to end) and ``cli``.
"""
