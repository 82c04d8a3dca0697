"""SVG as other kinds of files. What makes them is an extra of the package, and loaded when it is needed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from harness.errors import HarnessError

_ZOOM: Final = 3.0
"""Pixels of a PNG for each of the SVG: about 300 to the inch."""
_SIZE: Final = re.compile(r'<svg [^>]*?width="(\d+)" height="(\d+)"')
_PAGE: Final = b"""\
#let side(name) = float(sys.inputs.at(name)) * 0.75pt
#set document(title: sys.inputs.title, date: none)
#set page(width: side("width"), height: side("height"), margin: 0pt)
#image("figure.svg", width: 100%, alt: sys.inputs.title)
"""


def svg(picture: str) -> bytes:
    """As it is."""
    return picture.encode() + b"\n"


def png(picture: str) -> bytes:
    """In pixels.

    Raises:
        HarnessError: the extra ``picture`` is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        raise HarnessError("PNG needs the extra picture: pip install 'gtp-rules[picture]'; SVG works without") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=picture, zoom=_ZOOM))


def pdf(picture: str) -> bytes:
    """One page of the picture's size, lines as lines, its fonts inside.

    Raises:
        HarnessError: the extra ``pdf`` is not installed, or the picture cannot be read.
    """
    try:
        import typst
    except ImportError:
        raise HarnessError("PDF needs the extra pdf: pip install 'gtp-rules[pdf]'; SVG works without") from None
    size = _SIZE.search(picture)
    if size is None:
        raise HarnessError("this picture has no size")
    inputs = {"width": size[1], "height": size[2], "title": _title(picture)}
    sources = {"main": _PAGE, "figure.svg": picture.encode()}
    compiler: Any = typst  # its types do not know of several sources
    return bytes(compiler.compile(sources, format="pdf", sys_inputs=inputs, timestamp=0))


def _title(picture: str) -> str:
    from html import unescape

    return unescape(picture.partition("<title>")[2].partition("</title>")[0])


FORMATS: Final[dict[str, Callable[[str], bytes]]] = {"svg": svg, "png": png, "pdf": pdf}
"""By the ending of the file."""
