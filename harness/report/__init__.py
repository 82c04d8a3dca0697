"""What an experiment has shown: as text for a terminal, as plain values, as one HTML file."""

from harness.report.data import values
from harness.report.games import Files
from harness.report.page import PICTURES, About, html
from harness.report.terminal import CAPTION, MARGIN_NOTE, WIDTH, text

__all__ = ["CAPTION", "MARGIN_NOTE", "PICTURES", "WIDTH", "About", "Files", "html", "text", "values"]
