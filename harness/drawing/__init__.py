"""Pictures as SVG, each a pure function of values: one writer of markup for them and for the pages that show them."""
