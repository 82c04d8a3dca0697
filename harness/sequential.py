"""Sequential tests while an experiment runs: each pairing under each ruleset and size until its test is decided.

Games are looked at in the order of their numbers, whatever the order in which they end, and a test that is decided stays so.
The decision is therefore the same for any number of workers, though games that were in play at the time are stored beyond it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from harness.config import Config
from harness.endings import Record
from harness.schedule import Task, pairings
from harness.sprt import Decision, SprtConfig, SprtState, sprt_state
from harness.tally import Tally, half_points

Meeting = tuple[str, str, str, str]


class Outcome(NamedTuple):
    """Where a test stands.

    Attributes:
        state: at the game that decided, or at the last one.
        games: how many games were looked at up to there.
    """

    state: SprtState
    games: int


class Course:
    """The games of one meeting as they come in.

    Args:
        sprt: the hypotheses.
        size: games that are looked at together: 2 where each second one has the opening of the one before with the other
            colors, else 1.
    """

    def __init__(self, sprt: SprtConfig, size: int) -> None:
        self._sprt, self._size = sprt, size
        self._waiting: dict[int, Record] = {}
        self._next = 0
        self._counts = [0] * (2 * size + 1)
        self.outcome = Outcome(sprt_state(self._counts, sprt), 0)

    @property
    def decided(self) -> bool:
        """Whether more games would tell nothing."""
        return self.outcome.state.decision != Decision.OPEN

    def add(self, record: Record) -> None:
        """Takes a game in, and looks at it as soon as all earlier ones are there."""
        self._waiting[record.task.index] = record
        while not self.decided and all(self._next + place in self._waiting for place in range(self._size)):
            halves = [half_points(self._waiting.pop(self._next + place)) for place in range(self._size)]
            self._next += self._size
            if None not in halves:  # with a void game, the other one tells nothing
                self._counts[sum(filter(None, halves))] += 1
            self.outcome = Outcome(sprt_state(self._counts, self._sprt), self._next)


class Tests:
    """All tests of an experiment.

    Args:
        config: the experiment; if it wants no test, nothing is ever decided.
        records: the games that are there already.
    """

    __test__ = False  # for pytest

    def __init__(self, config: Config, records: Iterable[Record] = ()) -> None:
        self._sprt = config.experiment.sprt
        self._sizes = {pairing[:2]: 1 + pairing.alternate for pairing in pairings(config)}
        self._courses: dict[Meeting, Course] = {}
        if self._sprt is not None:
            for record in records:
                self.add(record)

    def add(self, record: Record) -> str | None:
        """Takes note of a game. Returns a line for people if it has decided a test."""
        task = record.task
        if self._sprt is None or task.first == task.second:
            return None
        course = self._courses.setdefault(meeting(task), Course(self._sprt, self._sizes.get((task.first, task.second), 1)))
        before = course.decided
        course.add(record)
        if before or not course.decided:
            return None
        state, games = course.outcome
        where = f"{task.first} against {task.second} under {task.ruleset}, {task.size}"
        return f"{where}: {state.decision} is accepted after {games} games (LLR {state.llr:+.2f})"

    def undecided(self, listed: Iterable[Task]) -> Iterator[Task]:
        """Those of these games that are still to be begun when their turn comes."""
        for task in listed:
            course = self._courses.get(meeting(task))
            if course is None or not course.decided:
                yield task

    def outcomes(self) -> dict[Meeting, Outcome]:
        """Where each test stands."""
        return {key: course.outcome for key, course in self._courses.items()}


class Tested(NamedTuple):
    """The tests of an experiment, for its report.

    Attributes:
        sprt: the hypotheses.
        outcomes: where each test stands.
    """

    sprt: SprtConfig
    outcomes: Mapping[Meeting, Outcome]

    def state(self, tally: Tally) -> SprtState:
        """Where the test of these games stands; undecided if there is none."""
        outcome = self.outcomes.get((tally.ruleset, tally.size, tally.first, tally.second))
        return sprt_state([0] * 3, self.sprt) if outcome is None else outcome.state


def tested(config: Config, records: Iterable[Record]) -> Tested | None:
    """The tests of an experiment after these games, or None if it wants none."""
    sprt = config.experiment.sprt
    return None if sprt is None else Tested(sprt, Tests(config, records).outcomes())


def meeting(task: Task) -> Meeting:
    """What has a test of its own."""
    return task.ruleset, task.size, task.first, task.second
