"""Players for tests: random ones that need nothing else, scripted ones, and one with faults."""

import os
import random
import time

from gtp_rules.board import Color
from gtp_rules.game import Action, Game, Play, Propose


class Lottery:
    """Plays random legal points for a while, then passes; calls nothing dead."""

    def __init__(self, seed: int, moves: int = 12, pause: float = 0.0) -> None:
        self.name = "lottery"
        self._numbers = random.Random(seed)
        self._left, self._pause = moves, pause

    def new_game(self, game: Game) -> None:
        self.game = game

    def choose(self, color: Color) -> Action:
        time.sleep(self._pause)
        self._left -= 1
        points = self.game.legal_points(color)
        if self._left < 0 or not points:
            return self.game.pass_action(color)
        return Play(color, self._numbers.choice(points))

    def observe(self, action: Action) -> None:
        pass

    def settlement(self, color: Color) -> Propose:
        return Propose(color)

    def close(self) -> None:
        pass


class Faulty(Lottery):
    """Raises, kills its own process, or opens a file at its first move."""

    def __init__(self, seed: int, fault: str) -> None:
        super().__init__(seed)
        self._fault = fault

    def choose(self, color: Color) -> Action:
        if self._fault == "raises":
            raise ZeroDivisionError("by zero")
        os._exit(9)


class Scripted:
    """Plays what a list says, a vertex, an action or a function of the color at a time; then passes."""

    def __init__(self, script=(), dead=(), seki=None, name="scripted") -> None:
        self.name, self._script, self._dead, self._seki = name, list(script), list(dead), seki
        self.seen: list[Action] = []
        self.asked = 0

    def new_game(self, game: Game) -> None:
        self.game, self._point = game, game.board.geometry.point

    def choose(self, color: Color) -> Action:
        what = self._script.pop(0) if self._script else "pass"
        if callable(what):
            return what(color)
        return self.game.pass_action(color) if what == "pass" else Play(color, self._point(what))

    def observe(self, action: Action) -> None:
        self.seen.append(action)

    def settlement(self, color: Color) -> Propose:
        dead = self._dead[min(self.asked, len(self._dead) - 1)] if self._dead else ""
        self.asked += 1
        seki = None if self._seki is None else tuple(map(self._point, self._seki.split()))
        return Propose(color, tuple(map(self._point, dead.split())), seki)

    def close(self) -> None:
        pass


def create(*, seed: int, moves: str = "12", pause: str = "0") -> Lottery:
    return Lottery(seed, int(moves), float(pause))


def faulty(*, seed: int, fault: str) -> Faulty:
    return Faulty(seed, fault)
