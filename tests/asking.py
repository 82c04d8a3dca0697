"""Asking the referee in process, as a controller would."""

from __future__ import annotations

import json
import re
from typing import Any

from positions import setup_words

from gtp_rules.board import read_diagram
from gtp_rules.referee import Referee, registry
from gtp_rules.rulesets import find

FRAME = re.compile(r"[=?]\d* .*(\n.+)*\n\n")


class Session:
    """A referee and what it answered last; every answer is checked to be one well-framed reply."""

    def __init__(self, ruleset: str = "tang-song", width: int = 19, height: int | None = None, **more: Any) -> None:
        self.referee = Referee(find(ruleset), width, height or width, **more)
        self.over = False

    def ask(self, line: str | bytes) -> tuple[bool, str]:
        """Whether the command succeeded, and the text of the answer."""
        reply, self.over = registry.handle(self.referee, line)
        assert FRAME.fullmatch(reply), (line, reply)
        return reply[0] == "=", reply[1:].split(" ", 1)[1][:-2]

    def ok(self, *lines: str) -> str:
        """Asks commands that must succeed; the text of the last answer."""
        text = ""
        for line in lines:
            good, text = self.ask(line)
            assert good, (line, text)
        return text

    def fails(self, line: str, text: str | None = None) -> str:
        """Asks a command that must fail, with this text."""
        good, said = self.ask(line)
        assert not good, (line, said)
        assert text is None or said == text, (line, said)
        return said

    def json(self, line: str) -> Any:
        return json.loads(self.ok(line))

    def status(self) -> dict[str, Any]:
        """Everything that a controller can see, to compare before and after."""
        return {
            line: self.ask(line)
            for line in ("rules-status", "rules-ledger", "showboard", "rules-score", "final_score", "rules-result", "get_komi")
        }

    def set_up(self, diagram: str, to_move: str = "B") -> None:
        shape = read_diagram(diagram).geometry
        self.ok(f"rectangular_boardsize {shape.width} {shape.height}", "clear_board", "komi 0")
        self.ok(f"gogui-setup {setup_words(diagram)}", f"gogui-setup_player {to_move}")

    def plays(self, text: str) -> None:
        """``B c3 W pass …``, one command each."""
        words = text.split()
        for color, vertex in zip(words[::2], words[1::2], strict=True):
            self.ok(f"play {color} {vertex}")

    @property
    def phase(self) -> str:
        return self.ok("rules-phase")
