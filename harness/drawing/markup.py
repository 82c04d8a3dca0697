"""HTML and SVG from nested calls. Everything is escaped unless it was made here; nothing else makes `Markup`."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final
from urllib.parse import quote

from harness.console import printable

_EMPTY: Final = frozenset({"br", "circle", "col", "line", "meta", "path", "rect"})
_SAFE_IN_PATHS: Final = "/-_.~"

Value = str | int | float | bool | None


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Content = str | int | Iterable["Content"]


def tag(name: str, *content: Content, **attributes: Value) -> Markup:
    """An element.

    Args:
        name: a literal of the program, never from outside.
        content: texts, which are escaped, `Markup`, and nested lists of both.
        attributes: by name; a final underscore is dropped and others become hyphens (``class_``, ``aria_label``). None and
            False leave one out, True writes its name alone.
    """
    head = f"<{name}{''.join(_attribute(key, value) for key, value in attributes.items())}"
    if name in _EMPTY:
        return Markup(head + ("/>" if name not in ("br", "col", "meta") else ">"))
    return Markup(f"{head}>{join(content)}</{name}>")


def join(content: Content) -> Markup:
    """Content after one another."""
    if isinstance(content, Markup):
        return content
    if isinstance(content, str | int):
        return Markup(escape(printable(str(content))))
    return Markup("".join(map(join, content)))


def raw(text: str) -> Markup:
    """A literal of the program or a picture of our own that is markup already. Never text from outside."""
    return Markup(text)


def name(text: str) -> Markup:
    """A name from outside, whose letters may run from right to left without taking their surroundings along."""
    return tag("bdi", text)


def link(path: str, text: Content) -> Markup:
    """A link to a file at a relative path: percent-encoded, and behind ``./`` so that nothing in it is taken for a scheme."""
    return tag("a", text, href="./" + quote(path.encode(errors="replace"), safe=_SAFE_IN_PATHS))


def number(value: float) -> str:
    """A coordinate, short."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _attribute(key: str, value: Value) -> str:
    if value is None or value is False:
        return ""
    plain = key.rstrip("_").replace("_", "-")
    if value is True:
        return f" {plain}"
    text = number(value) if isinstance(value, float) else printable(str(value))
    return f' {plain}="{escape(text)}"'
