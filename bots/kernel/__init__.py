r"""Compiled players\x27 kernel."""
