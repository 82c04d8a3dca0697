/* The algorithm of bots/kernel in plain C, as a yardstick for its speed: the board with pseudo-liberties, uniform playouts that
 * spare eyes, and the count with an eye tax. It draws the same random numbers and decides in the same order, so that it plays
 * the same playouts as the kernel, stone by stone. Built by tests/benchmarks/kernel.py:
 *
 *     gcc -O3 -march=native -shared -fPIC reference.c -o reference.so
 */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { EMPTY, BLACK, WHITE, EDGE };
enum { NO_CHAIN = 0 }; /* the head of what is no stone; its numbers are written, as a branch costs more, and mean nothing */
enum { SPAN = 704 }; /* a board of 25 x 25 with its border has 703 points */

typedef struct {
    int32_t color[SPAN];
    int32_t near[SPAN]; /* neighbors by color: black + 16 * white + 256 * empty; a border counts as black and as white */
    int32_t head[SPAN]; /* the stone that names the chain of a stone, else NO_CHAIN */
    int32_t next[SPAN]; /* by stone: the next one of its chain, in a ring */
    int32_t libs[SPAN]; /* by head: pairs of a stone and an empty neighbor */
    int32_t sum[SPAN];
    int32_t squares[SPAN];
    int32_t size[SPAN];
    int32_t place[SPAN]; /* by empty point: its index in empties */
    int32_t empties[SPAN];
    int32_t stride;
    int32_t end, ko, count;
    int32_t stones[3], chains[3];
    uint64_t key;
} Position;

typedef struct {
    int32_t mark[SPAN];
    int32_t queue[SPAN];
    int32_t root[SPAN];
    int32_t held[SPAN];
    int32_t owner[SPAN];
    int32_t stamp;
} Scratch;

typedef struct {
    Position position;
    Scratch scratch;
    uint64_t random;
    uint64_t zobrist[3][SPAN];
} State;

enum { STONES, ENCLOSED, EYES, SETTLED, WEIGHED };

typedef struct {
    int32_t by[WEIGHED][3]; /* by color */
    int32_t groups[3];
    int32_t public_points;
} Found;

/* The neighbor of a point: down, left, right, up. */
static int beside(int point, int stride, int direction)
{
    switch (direction) {
    case 0: return point - stride;
    case 1: return point - 1;
    case 2: return point + 1;
    default: return point + stride;
    }
}

/* -- the board ------------------------------------------------------------------------------------------------------------- */

static void copy(Position *to, const Position *from)
{
    const size_t bytes = (size_t)from->end * sizeof(int32_t);
    memcpy(to->color, from->color, bytes);
    memcpy(to->near, from->near, bytes);
    memcpy(to->head, from->head, bytes);
    memcpy(to->next, from->next, bytes);
    memcpy(to->libs, from->libs, bytes);
    memcpy(to->sum, from->sum, bytes);
    memcpy(to->squares, from->squares, bytes);
    memcpy(to->size, from->size, bytes);
    memcpy(to->place, from->place, bytes);
    memcpy(to->empties, from->empties, bytes);
    memcpy(&to->stride, &from->stride, sizeof(Position) - offsetof(Position, stride));
}

static int draw(State *s, int below)
{
    uint64_t x = s->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    s->random = x;
    return (int)(((x >> 32 & 0x7FFFFFFF) * (uint64_t)below) >> 31);
}

static void add_liberty(Position *b, int head, int point)
{
    b->libs[head] += 1;
    b->sum[head] += point;
    b->squares[head] += point * point;
}

static void drop_liberty(Position *b, int head, int point)
{
    b->libs[head] -= 1;
    b->sum[head] -= point;
    b->squares[head] -= point * point;
}

static bool is_suicide(const Position *b, int point, int color)
{
    if (b->near[point] >= 256)
        return false;
    int head[4], left[4], found[4];
    for (int d = 0; d < 4; d++) {
        int near = beside(point, b->stride, d);
        found[d] = b->color[near];
        head[d] = b->head[near];
        left[d] = b->libs[head[d]];
    }
    bool safe = false;
    for (int d = 0; d < 4; d++) {
        int taken = 0;
        for (int e = 0; e < 4; e++)
            taken += head[e] == head[d];
        safe |= (found[d] != EDGE) & ((left[d] > taken) == (found[d] == color));
    }
    return !safe;
}

static bool is_eye(const Position *b, int point, int color)
{
    int near = b->near[point];
    if ((color == BLACK ? near & 15 : near >> 4 & 15) < 4)
        return false;
    int bad = 0, edge = 0;
    for (int d = 0; d < 4; d++) {
        int found = b->color[point + (d > 1 ? b->stride : -b->stride) + (d & 1 ? 1 : -1)];
        bad += found == 3 - color;
        edge |= found == EDGE;
    }
    return bad + edge < 2;
}

static int lift(State *s, int head)
{
    Position *b = &s->position;
    int color = b->color[head], stone = head, number = 0;
    int gone = 256 - (color == BLACK ? 1 : 16);
    do {
        b->color[stone] = EMPTY;
        b->key ^= s->zobrist[color][stone];
        b->place[stone] = b->count;
        b->empties[b->count++] = stone;
        for (int d = 0; d < 4; d++) {
            int near = beside(stone, b->stride, d);
            b->near[near] += gone;
            add_liberty(b, b->head[near], stone);
        }
        b->head[stone] = NO_CHAIN;
        number++;
        stone = b->next[stone];
    } while (stone != head);
    b->stones[color] -= number;
    b->chains[color] -= 1;
    return number;
}

static int join(Position *b, int one, int other)
{
    if (b->size[one] < b->size[other]) {
        int swap = one;
        one = other;
        other = swap;
    }
    int stone = other;
    do {
        b->head[stone] = one;
        stone = b->next[stone];
    } while (stone != other);
    int following = b->next[one];
    b->next[one] = b->next[other];
    b->next[other] = following;
    b->libs[one] += b->libs[other];
    b->sum[one] += b->sum[other];
    b->squares[one] += b->squares[other];
    b->size[one] += b->size[other];
    b->chains[b->color[one]] -= 1;
    return one;
}

static void set_stone(State *s, int point, int color)
{
    Position *b = &s->position;
    b->color[point] = color;
    b->key ^= s->zobrist[color][point];
    int last = b->empties[--b->count], at = b->place[point];
    b->empties[at] = last;
    b->place[last] = at;
    int change = (color == BLACK ? 1 : 16) - 256;
    b->libs[NO_CHAIN] = b->sum[NO_CHAIN] = b->squares[NO_CHAIN] = 0;
    int sum = 0, squares = 0;
    for (int d = 0; d < 4; d++) {
        int near = beside(point, b->stride, d), liberty = b->color[near] == EMPTY ? near : 0;
        b->near[near] += change;
        sum += liberty;
        squares += liberty * liberty;
        drop_liberty(b, b->head[near], point);
    }
    b->head[point] = b->next[point] = point;
    b->libs[point] = b->near[point] >> 8;
    b->sum[point] = sum;
    b->squares[point] = squares;
    b->size[point] = 1;
    b->stones[color] += 1;
    b->chains[color] += 1;
}

static int play(State *s, int point, int color)
{
    Position *b = &s->position;
    set_stone(s, point, color);
    int head = point, where = 0, taken = 0;
    uint64_t own = 0, dead = 0; /* lists of points, 10 bits each */
    for (int d = 3; d >= 0; d--) {
        int near = beside(point, b->stride, d), found = b->color[near];
        own = found == color ? own << 10 | (uint64_t)near : own;
        dead = (found == 3 - color) & (b->libs[b->head[near]] == 0) ? dead << 10 | (uint64_t)near : dead;
    }
    for (; own; own >>= 10) {
        int other = b->head[own & 1023];
        if (other != head)
            head = join(b, head, other);
    }
    for (; dead; dead >>= 10) {
        where = dead & 1023;
        if (b->color[where] != EMPTY)
            taken += lift(s, b->head[where]);
    }
    b->ko = 0;
    if (taken == 1 && b->size[head] == 1 && b->libs[head] == 1)
        b->ko = where;
    else if (taken == 0 && b->libs[head] == 0)
        return -lift(s, head);
    return taken;
}

/* -- playouts -------------------------------------------------------------------------------------------------------------- */

static int choose(State *s, int color)
{
    Position *b = &s->position;
    int left = b->count;
    while (left > 0) {
        int at = draw(s, left), point = b->empties[at];
        if (point != b->ko && !is_eye(b, point, color) && !is_suicide(b, point, color))
            return point;
        int last = b->empties[--left];
        b->empties[at] = last;
        b->place[last] = at;
        b->empties[left] = point;
        b->place[point] = left;
    }
    return 0;
}

static int playout(State *s, int color, int limit)
{
    int placed = 0, passes = 0;
    while (passes < 2 && placed < limit) {
        int point = choose(s, color);
        if (point) {
            passes = 0;
            placed++;
            play(s, point, color);
        } else {
            passes++;
            s->position.ko = 0;
        }
        color = 3 - color;
    }
    return placed;
}

/* -- the count ------------------------------------------------------------------------------------------------------------- */

static int find(Scratch *w, int head)
{
    while (w->root[head] != head)
        head = w->root[head] = w->root[w->root[head]];
    return head;
}

static int enter(Scratch *w, int head)
{
    if (w->mark[head] != w->stamp) {
        w->mark[head] = w->stamp;
        w->root[head] = head;
        w->held[head] = 0;
    }
    return find(w, head);
}

/* As flood, for a point without an empty neighbor, the most frequent region by far. */
static int lone(const Position *b, Scratch *w, int point, int *touched)
{
    int near = b->near[point];
    *touched = ((near >> 4 & 15) == 4 ? 0 : BLACK) | ((near & 15) == 4 ? 0 : WHITE);
    w->queue[0] = point;
    return 1;
}

/* Puts the region of an empty point into the queue; returns its size. */
static int flood(const Position *b, Scratch *w, int start, int *touched)
{
    if (b->near[start] < 256)
        return lone(b, w, start, touched);
    int size = 1, colors = 0;
    w->queue[0] = start;
    w->mark[start] = w->stamp;
    for (int i = 0; i < size; i++) {
        int point = w->queue[i];
        for (int d = 0; d < 4; d++) {
            int near = beside(point, b->stride, d), found = b->color[near];
            if (found == EMPTY) {
                if (w->mark[near] != w->stamp) {
                    w->mark[near] = w->stamp;
                    w->queue[size++] = near;
                }
            } else if (found != EDGE) {
                colors |= found;
            }
        }
    }
    *touched = colors;
    return size;
}

/* Adds, or takes back, what a group that encloses so many points has: basic eyes and settled points. */
static void weigh(Found *f, int owner, int held, int times)
{
    f->by[EYES][owner] += times * (held < 2 ? held : 2);
    f->by[SETTLED][owner] += held > 1 ? times * held : 0;
}

/* Joins the chains around the region in the queue, which they own, to one group that encloses it. */
static void join_around(const Position *b, Scratch *w, Found *f, int size, int owner)
{
    int root = 0, held = size;
    for (int i = 0; i < size; i++) {
        int point = w->queue[i];
        for (int d = 0; d < 4; d++) {
            int near = beside(point, b->stride, d);
            if (b->color[near] != owner)
                continue;
            int other = enter(w, b->head[near]);
            if (other == root)
                continue;
            weigh(f, owner, w->held[other], -1);
            held += w->held[other];
            if (!root) {
                root = other;
            } else {
                w->root[other] = root;
                f->groups[owner]--;
            }
        }
    }
    w->held[root] = held;
    weigh(f, owner, held, 1);
}

static void survey(const Position *b, Scratch *w, Found *f)
{
    memset(f, 0, sizeof *f);
    w->stamp++;
    for (int color = BLACK; color <= WHITE; color++) {
        f->by[STONES][color] = b->stones[color];
        f->groups[color] = b->chains[color];
    }
    for (int i = 0; i < b->count; i++) {
        if (w->mark[b->empties[i]] == w->stamp)
            continue;
        int owner, size = flood(b, w, b->empties[i], &owner);
        if (owner == (BLACK | WHITE))
            owner = 0;
        for (int j = 0; j < size; j++)
            w->owner[w->queue[j]] = owner;
        if (owner) {
            f->by[ENCLOSED][owner] += size;
            join_around(b, w, f, size, owner);
        } else {
            f->public_points += size;
        }
    }
}

static int64_t margin(const Position *b, Scratch *w, const int64_t weights[WEIGHED])
{
    Found f;
    survey(b, w, &f);
    int64_t total = 0;
    for (int i = 0; i < WEIGHED; i++)
        total += weights[i] * (f.by[i][BLACK] - f.by[i][WHITE]);
    return total;
}

/* Stones and enclosed points, Black minus White: the count without groups. */
static int64_t area(const Position *b, Scratch *w)
{
    int64_t total = b->stones[BLACK] - b->stones[WHITE];
    w->stamp++;
    for (int i = 0; i < b->count; i++) {
        if (w->mark[b->empties[i]] == w->stamp)
            continue;
        int touched, size = flood(b, w, b->empties[i], &touched);
        total += touched == BLACK ? size : touched == WHITE ? -size : 0;
    }
    return total;
}

/* -- what the benchmark calls ---------------------------------------------------------------------------------------------- */

typedef struct {
    State state;
    Position start;
} Bench;

Bench *bench_new(int size, uint64_t seed, const uint64_t *zobrist)
{
    Bench *bench = calloc(1, sizeof *bench);
    if (!bench)
        return NULL;
    Position *b = &bench->start;
    int stride = size + 1;
    b->stride = stride;
    b->end = (size + 2) * stride + 1;
    for (int p = 0; p < SPAN; p++)
        b->color[p] = EDGE;
    for (int y = 0; y < size; y++) {
        for (int x = 0; x < size; x++) {
            int p = (y + 1) * stride + x + 1;
            b->color[p] = EMPTY;
            b->place[p] = b->count;
            b->empties[b->count++] = p;
        }
    }
    for (int i = 0; i < b->count; i++)
        for (int d = 0; d < 4; d++)
            b->near[b->empties[i]] += b->color[beside(b->empties[i], stride, d)] == EMPTY ? 256 : 17;
    memcpy(bench->state.zobrist, zobrist, sizeof bench->state.zobrist);
    bench->state.random = seed;
    return bench;
}

void bench_free(Bench *bench)
{
    free(bench);
}

/* Plays playouts from the empty board, and counts by the weights, or the area without any.
 * sums[0] += stones placed, sums[1] += wins of Black, sums[2] ^= keys of the final positions. */
void bench_run(Bench *bench, int playouts, int limit, const int64_t *weights, int64_t *sums)
{
    State *s = &bench->state;
    for (int i = 0; i < playouts; i++) {
        copy(&s->position, &bench->start);
        sums[0] += playout(s, BLACK, limit);
        sums[1] += (weights ? margin(&s->position, &s->scratch, weights) : area(&s->position, &s->scratch)) > 0;
        sums[2] ^= (int64_t)s->position.key;
    }
}
