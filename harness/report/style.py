"""The style sheet of the report, which stands inside the file."""

from __future__ import annotations

from importlib.resources import files

from harness.drawing.markup import Markup, raw


def style_sheet() -> Markup:
    """The text of ``style.css``. It is ours, and holds nothing that could end the element around it."""
    return raw(files(__package__).joinpath("style.css").read_text(encoding="utf-8"))
