"""Pages that answer the question of an experiment, from its games: measures, and sentences that their intervals carry."""
