"""The search with history: can Black get at least so much?

A depth-first proof-number search on a stack of its own. Every board that was shown is marked, and numbers are kept by the
position and the set of all marks, so that none is used after another history. The games are finite, for no board may recur.

The number `phi` of a node says how far the side to move is from proving that it gets what it wants, `delta` how far the other
side is; 0 and `NEVER` where that is settled.
"""

from __future__ import annotations

from typing import Any

from harness.solve.kernel.board import CHAINS, FORBIDDEN, compiled, connected, count, play, pop

NEVER = 1 << 40
NO, YES, PAUSED, TOO_LONG = 0, 1, -1, -2
PUBLIC_MEMORY, PASSES_SHOWN, CAPTURES_ONLY = 0, 1, 2  # of `ban`
BLACK, WHITE, SIDE, PASSED, HISTORY, MARK, MOVES, CHOSEN, NEW, PHI, DELTA, OWN_KEY, OPENED = range(13)  # of a frame


@compiled
def mix(x: int) -> int:
    """Scrambles 64 bits."""
    x = (x ^ ((x >> 30) & 0x3FFFFFFFF)) * -4658895280553007687
    x = (x ^ ((x >> 27) & 0x1FFFFFFFFF)) * -7723592293110705685
    return x ^ ((x >> 31) & 0x1FFFFFFFF)


@compiled
def shown(number: int, row: int) -> int:
    """What a board that was shown, by the side `row`, adds to the key of the history."""
    return mix(number * 2 + row + 0x1234567)


@compiled
def node_key(black: int, white: int, side: int, passed: int, goal: int, history: int, boards: int) -> int:
    """The key of a node: position, side, pass, goal, and everything that was shown before."""
    place = ((goal + 64) * 2 + passed) * 2 + side
    return history ^ mix((place * boards + black) * boards + white)


@compiled
def probe(key: int, keys: Any) -> int:
    """The place of a key in a table of pairs, or -1."""
    place: int = key & (keys.size - 2)
    if keys[place] == key:
        return place
    return place + 1 if keys[place + 1] == key else -1


@compiled
def store(key: int, phi: int, delta: int, work: int, keys: Any, data: Any) -> None:
    """Keeps numbers: in the first place of the pair if more work went into them than into what is there, else in the second."""
    place = probe(key, keys)
    if place < 0:
        place = key & (keys.size - 2)
        if data[place, 2] > work:
            place += 1
    keys[place] = key
    data[place, 0], data[place, 1], data[place, 2] = phi, delta, work


@compiled
def step(frame: Any, child: Any, move: int, ban: Any, visited: Any, rules: Any, shape: Any, points: int) -> bool:
    """Makes a move, nothing being marked yet: fills the child's frame; false if the rules forbid it. `points` is a pass."""
    nb, weights = shape[0], shape[1]
    black, white, side = frame[BLACK], frame[WHITE], frame[SIDE]
    removed = 0
    if move < points:
        m, o = (white, black) if side else (black, white)
        m, o, taken, own = play(m, o, 1 << move, nb)
        if own and (rules[2] == FORBIDDEN or (rules[2] == CHAINS and own == 1 << move)):
            return False
        black, white = (o, m) if side else (m, o)
        removed = taken | own
    number, row = weights[black] + 2 * weights[white], 0 if ban[PUBLIC_MEMORY] else side
    child[MARK] = -1
    child[HISTORY] = frame[HISTORY]
    if move < points or ban[PASSES_SHOWN]:
        if not visited[row, number]:
            child[MARK] = number
            child[HISTORY] ^= shown(number, row)
        elif move < points and (removed or not ban[CAPTURES_ONLY]):
            return False
    child[BLACK], child[WHITE], child[SIDE], child[PASSED], child[NEW] = black, white, 1 - side, move == points, 1
    return True


@compiled
def mark(frame: Any, value: int, ban: Any, visited: Any) -> None:
    """Marks the board that the move to this frame showed, or takes the mark away."""
    if frame[MARK] >= 0:
        visited[0 if ban[PUBLIC_MEMORY] else 1 - frame[SIDE], frame[MARK]] = value


@compiled
def is_won(frame: Any, first: int, goal: int, rules: Any, nb: Any) -> bool:
    """Whether the side to move has what it wants if the game stops here, `first` having passed first."""
    score = count(frame[BLACK], frame[WHITE], rules[0], rules[1], first, nb.size - 1, nb)
    wanted: bool = frame[SIDE] == 0
    return (score >= goal) == wanted


@compiled
def guess(frame: Any, child: Any, move: int, points: int, nb: Any) -> int:
    """How far a side is from its aim after a move that was not looked at yet."""
    if move == points:
        return 3
    mine, other = (child[WHITE], child[BLACK]) if frame[SIDE] else (child[BLACK], child[WHITE])
    before = frame[BLACK] if frame[SIDE] else frame[WHITE]
    if not mine >> move & 1:
        return 6
    if pop(nb[connected(1 << move, mine, nb)] & ~(mine | other)) < 2:
        return 4
    return 1 if before != other else 2


@compiled
def open_node(turn: int, work: Any, goal: int, ban: Any, rules: Any, memory: Any, shape: Any) -> None:
    """Writes the moves of a node with the numbers of what they lead to, as the table has them or by guess."""
    frames, moves, phis, deltas = work
    visited, keys, data = memory
    frame, child, nb = frames[turn], frames[turn + 1], shape[0]
    points, n = moves.shape[1] - 1, 0
    side, occupied = frame[SIDE], frame[BLACK] | frame[WHITE]
    for move in range(points + 1):
        if move < points and occupied >> move & 1:
            continue
        phi, delta = 1, 1
        if move == points and frame[PASSED]:
            won = is_won(frame, 1 - side, goal, rules, nb)
            phi, delta = (NEVER, 0) if won else (0, NEVER)
        elif not step(frame, child, move, ban, visited, rules, shape, points):
            continue
        elif move == points and is_won(child, side, goal, rules, nb):
            phi, delta = 0, NEVER  # the other side passes too
        else:
            key = node_key(child[BLACK], child[WHITE], 1 - side, move == points, goal, child[HISTORY], nb.size)
            place = probe(key, keys)
            if place >= 0:
                phi, delta = data[place, 0], data[place, 1]
            else:
                delta = guess(frame, child, move, points, nb)
        moves[turn, n], phis[turn, n], deltas[turn, n] = move, phi, delta
        n += 1
    frame[MOVES], frame[NEW] = n, 0


@compiled
def numbers(turn: int, frames: Any, phis: Any, deltas: Any) -> tuple[int, int, int, int]:
    """The numbers of an open node, the move with the smallest `delta`, and the second smallest."""
    phi, second, delta, chosen = NEVER, NEVER, 0, 0
    for i in range(frames[turn, MOVES]):
        delta = min(NEVER, delta + phis[turn, i])
        if deltas[turn, i] < phi:
            phi, second, chosen = deltas[turn, i], phi, i
        elif deltas[turn, i] < second:
            second = deltas[turn, i]
    return phi, NEVER if phi == 0 else delta, chosen, second


@compiled
def search(state: Any, work: Any, goal: int, budget: int, ban: Any, rules: Any, memory: Any, shape: Any) -> int:
    """Whether Black gets at least `goal` from the first frame on: `YES`, `NO`, or `PAUSED` or `TOO_LONG`.

    Args:
        state: the turn that it stands at, and the number of nodes opened so far.
        work: frames by turn; moves, phis and deltas by turn and move.
        goal: what Black wants.
        budget: nodes after which it pauses; it goes on if it is called again with nothing changed.
        ban: the repetition ban: whether both sides' moves go into one memory, whether a pass shows the board, whether only
            captures and suicides are barred.
        rules: kind of count, dame, suicide.
        memory: boards shown, by row and number; keys and data of the table of results.
        shape: neighbors by mask, weights by mask.
    """
    frames, moves, phis, deltas = work
    visited, keys, data = memory
    turn, opened = state[0], 0
    while True:
        frame = frames[turn]
        if frame[NEW]:
            if opened >= budget:
                state[0] = turn
                return PAUSED
            if turn + 2 >= frames.shape[0]:
                return TOO_LONG
            opened += 1
            state[1] += 1
            frame[OWN_KEY] = node_key(
                frame[BLACK], frame[WHITE], frame[SIDE], frame[PASSED], goal, frame[HISTORY], shape[0].size
            )
            frame[OPENED] = state[1]
            open_node(turn, work, goal, ban, rules, memory, shape)
        phi, delta, chosen, second = numbers(turn, frames, phis, deltas)
        if phi >= frame[PHI] or delta >= frame[DELTA]:
            store(frame[OWN_KEY], phi, delta, state[1] - frame[OPENED], keys, data)
            if turn == 0:
                return (YES if phi == 0 else NO) if frame[SIDE] == 0 else (NO if phi == 0 else YES)
            mark(frame, 0, ban, visited)
            turn -= 1
            phis[turn, frames[turn, CHOSEN]], deltas[turn, frames[turn, CHOSEN]] = phi, delta
            continue
        frame[CHOSEN] = chosen
        step(frame, frames[turn + 1], moves[turn, chosen], ban, visited, rules, shape, moves.shape[1] - 1)
        child = frames[turn + 1]
        mark(child, 1, ban, visited)
        child[PHI] = min(NEVER, frame[DELTA] - (delta - phis[turn, chosen]))
        child[DELTA] = min(frame[PHI], second + second // 4 + 1)
        turn += 1
