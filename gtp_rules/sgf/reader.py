"""Reading records: our own back to the same game, other people's as sensibly as they allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from gtp_rules.board import Color
from gtp_rules.errors import BadRecord, BadSetup, RefusedAction
from gtp_rules.game import Abandon, Action, Entry, Game, Pass, Phase, Play, Virtual
from gtp_rules.rules import Ruleset
from gtp_rules.sgf.head import SETTERS, SIDES, Head, opening_nodes, read_head, set_stones, value
from gtp_rules.sgf.points import read_move
from gtp_rules.sgf.start import start_game
from gtp_rules.sgf.statements import read_statement
from gtp_rules.sgf.tree import Node, load

_KINDS: Final[dict[str, type[Pass | Virtual | Abandon]]] = {"pass": Pass, "virtual": Virtual, "abandon": Abandon}


class Record(NamedTuple):
    """A file that was read.

    Attributes:
        game: the game.
        info: the text properties of the root with one value (``PB``, ``PW``, ``RE``, ``EV`` …), as the file has them.
        encoding: the encoding of the file, as declared or guessed.
    """

    game: Game
    info: dict[str, str]
    encoding: str


def read_game(data: bytes, *, ruleset: Ruleset | None = None, move: int | None = None, index: int = 0) -> Game:
    """The game of a record; see `read_record`."""
    return read_record(data, ruleset=ruleset, move=move, index=index).game


def read_record(data: bytes, *, ruleset: Ruleset | None = None, move: int | None = None, index: int = 0) -> Record:
    """Reads the main line of a record.

    Our own records give back exactly the game that was written. Of others, ``RE`` is not believed: a game in which nobody
    resigned or agreed by a statement of ours ends where its moves do.

    Args:
        data: the file.
        ruleset: the rules to read it under; by default those that the record names, else ``chinese``. Under other rules
            than the recorded ones a pass means what these say.
        move: read up to the position before this move, the first being 1; by default everything.
        index: which game of a collection.

    Raises:
        BadRecord: the file is no SGF, or not of a game that can be replayed; the text says why, and at which move.
    """
    tree = load(data, index)
    head = read_head(tree.nodes, ruleset)
    game = begin(head)
    for _ in replay(game, tree.nodes, head, move):
        pass
    info = {name: values[0] for name, values in tree.nodes[0].items() if len(values) == 1 and not name.startswith("XR")}
    return Record(game, info, tree.encoding)


def begin(head: Head) -> Game:
    """The game before its first action.

    Raises:
        BadRecord: the stones cannot stand like this.
    """
    try:
        return start_game(head.ruleset, head.geometry, head.komi, head.initial)
    except BadSetup as error:
        raise BadRecord(f"the stones at the start cannot stand like this: {error}") from error


def replay(game: Game, nodes: list[Node], head: Head, move: int | None = None) -> Iterator[Node]:
    """Carries out what the nodes say, and yields each node once that is done.

    Raises:
        BadRecord: something in a node cannot be carried out.
    """
    opening = len(opening_nodes(nodes))
    for number, node in enumerate(nodes):
        if number >= opening:
            _check_set_up(game, node)
        for entry in _entries(game, node, head):
            if move is not None and isinstance(entry.action, (Play, *_KINDS.values())) and game.turns + 1 >= move:
                return
            if not head.is_own and game.phase is Phase.FINISHED and isinstance(entry.action, Pass):
                continue  # one pass more than the rules need
            _apply(game, entry)
        yield node


def _apply(game: Game, entry: Entry) -> None:
    try:
        game.apply(entry.action, counted=entry.counted)
    except RefusedAction as error:
        raise BadRecord(f"{_name(game, entry.action)} is not possible under {game.ruleset.name}: {error}") from error


def _name(game: Game, action: Action) -> str:
    kind, side = type(action).__name__.lower(), action.color.letter
    if isinstance(action, Play):
        return f"move {game.turns + 1}, {side} {game.board.geometry.vertex(action.point)},"
    if isinstance(action, (Pass, Virtual, Abandon)):
        return f"move {game.turns + 1}, {side} {kind},"
    return f"after move {game.turns}, {kind} of {action.color.word}"


def _entries(game: Game, node: Node, head: Head) -> Iterable[Entry]:
    """The actions of a node, each made only after the one before was carried out."""
    for name, values in node.items():
        if name in SIDES:
            if len(values) > 1:
                raise BadRecord(f"move {game.turns + 1} is two moves in one")
            yield _turn(game, node, SIDES[name], head)
    for line in node.get("XRS", []):
        yield read_statement(head.geometry, line)


def _turn(game: Game, node: Node, color: Color, head: Head) -> Entry:
    counted = "XRU" not in node
    try:
        point = read_move(head.geometry, node[color.letter][0])
    except BadRecord as error:
        raise BadRecord(f"move {game.turns + 1}: {error}") from error
    if point is not None:
        return Entry(Play(color, point), counted)
    kind = value(node, "XRP")
    if kind and kind not in _KINDS:
        raise BadRecord(f"move {game.turns + 1} is of an unknown kind, {kind[:20]!r}")
    if not kind or (counted and not head.is_own):
        return Entry(game.pass_action(color), counted)
    return Entry(_KINDS[kind](color), counted)


def _check_set_up(game: Game, node: Node) -> None:
    """Refuses stones set up after the first move, unless they change nothing.

    Raises:
        BadRecord: they change the board.
    """
    if node.keys().isdisjoint(SETTERS):
        return
    standing = {point: Color(color) for point, color in enumerate(game.board.colors) if color}
    wanted = dict(standing)
    set_stones(game.board.geometry, node, wanted)
    if wanted != standing:
        raise BadRecord(f"after move {game.turns} stones are set up or taken off, which no game can replay")
