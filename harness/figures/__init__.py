"""Figures for papers: drawings from the store of an experiment, from counts and from solutions, as SVG, PNG or PDF files."""
