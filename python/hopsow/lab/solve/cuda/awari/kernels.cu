// Awari solved layer by layer on a graphics card.
//
// A layer is all positions with n stones in the pits. With a stones in the mover's row and b in the
// opponent's, it is one matrix for each split a + b = n: a line for each row of the opponent, a
// column for each row of the mover. Only lines whose row is open (has an empty pit) are there, for
// nothing else comes about in play: the pit that a move begins from is empty after it.
//
// A move from the rows (A, B) leads to (B', A') with the other side to move. A' and the number of
// stones that cross depend on A alone, and B' is B with these stones sown from its first pit on. So a
// block of threads fixes A and lets its lanes run over B: each move then reads one line at almost
// neighbouring columns. The results are turned in shared memory before they are written.
//
// `gather` finds what captures are worth, from the layers below. `sweep` sets each value to the best
// of that and of its moves, beginning from 0, again and again until nothing changes. In which order
// does not matter: a value never leaves the interval between 0 and what it will be. A stamp says in
// which sweep a run of positions changed last, so that lines nobody has touched are passed over.
//
// A layer below is read only where a capture has just led: the mover's row is emptied there, that is,
// it has a first empty pit, and the pit before that holds neither two nor three stones. So a finished
// layer is stored as the matrices of open rows by emptied ones, packed into 64-bit words.
//
// The rules differ in two things. Under `ROMEIN_BAL` a move that leaves the opponent without a stone is
// allowed only if there is no other; under the other two a capture of everything takes nothing. When the
// mover has no move, the stones that are left count for the row they are in, except under `FORFEIT`,
// where they count for neither side.
//
// A value is that of the mover, cut to -w..w. Working formats: 0, a byte for the value and another for
// what captures are worth; 1, both in one byte; 2, both in half a byte, where w is 1.
//
// Without a card, for tests, each phase of a block is a loop over its threads.

typedef signed char i8;
typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __CUDACC__
#define DEVICE __device__ __forceinline__
#define KERNEL extern "C" __global__ void
#define SHARED __shared__
#define SYNC __syncthreads()
#define PHASE(lane)  \
    __syncthreads(); \
    if (const int lane = threadIdx.x; true)
#define EACH(i, count)                                                                      \
    for (u64 i = blockIdx.x * (u64)blockDim.x + threadIdx.x, i##_end = (count); i < i##_end; \
         i += (u64)gridDim.x * blockDim.x)
#define BLOCK blockIdx.x
#define BUFFER(name) extern __shared__ u64 name[]
#else
#define DEVICE static inline
#define KERNEL extern "C" void
#define SHARED static
#define SYNC
#define PHASE(lane) for (int lane = 0; lane < LANES; lane++)
#define EACH(i, count) for (u64 i = 0, i##_end = (count); i < i##_end; i++)
extern "C" {
u32 block;
}
#define BLOCK block
#define BUFFER(name) static u64 name[16384]
template <class T, class U> static auto max(T a, U b) -> decltype(a + b) { return a > b ? a : b; }
template <class T, class U> static auto min(T a, U b) -> decltype(a + b) { return a < b ? a : b; }
template <class T, class U> static T atomicAdd(T* at, U more) { return *at += more; }
template <class T> static T atomicOr(T* at, T more) { return *at |= more; }
template <class T> static T atomicXor(T* at, T change) { return *at ^= change; }
#endif

constexpr int ROW = 6, PITS = 12;
constexpr int SUMS = 50;               // numbers of stones, with room to spare
constexpr int COUNTS = 56;             // columns of a table of binomials
constexpr int LANES = 128, TILE = 64;  // rows of the opponent and of the mover that a block takes at once
constexpr int PITCH = LANES + 4;
constexpr int STAMPED = 8;             // 2^8 positions share a stamp
constexpr int NONE = -128, NO_MOVE = -100;
constexpr int FORFEIT = 0, ROMEIN_BAL = 1, OWARE = 2;

// A move word: the open number of A', the stones that cross, whether the last stone does.
constexpr u32 NUMBER = (1u << 24) - 1, CROSSES = 1u << 29, EMPTY_PIT = ~0u;
// A column word: the number of B', whether it is for `gather` since it captures, or is not allowed then,
// whether it is not allowed at all.
constexpr u32 CAPTURES = 1u << 31, BLOCKED = 1u << 30;

// Rows by the sum of their stones; `_at` says where those of a sum begin in the lists.
struct Tables {
    const u32 *rows, *open, *emptied;           // how many there are
    const u32 *rows_at, *open_at, *emptied_at;
    const u32* binomials;                       // [j][s] is C(s + j - 1, j), of j < 6
    const u64* ranks;                           // the same of j < 12
    const u64* line_at;                         // [n][a]: where a split begins in its layer
    const u64* packed_at;                       // [n][a]: the same in the stored layer
    const u64* row;                             // the six pits, a byte each
    const u64* open_row;
    const int *open_number, *emptied_number;    // of each row, or -1
    const u32* emptied_row;                     // the number of each emptied row among all
    const u32* moves;                           // [row][pit]: a move word
};

DEVICE int stones(u64 row, int pit) { return (int)(row >> (8 * pit) & 255); }

DEVICE u32 row_number(const int* pits, const u32* binomials) {
    int sum = 0;
    u32 number = 0;
    for (int j = 1; j < ROW; j++) {
        sum += pits[ROW - j];
        number += binomials[j * COUNTS + sum];
    }
    return number;
}

// The opponent's row after `crossing` stones have been sown into it from its first pit on.
DEVICE void sow(u64 row, int crossing, int* pits) {
    for (int j = 0; j < ROW; j++) pits[j] = stones(row, j) + crossing / ROW + (j < crossing % ROW);
}

// How many stones the last of `crossing` captures, and from which pit on.
DEVICE int capture_from(const int* pits, int crossing, int& begin) {
    int taken = 0;
    bool goes_on = true;
    const int last = (crossing - 1) % ROW;
    for (int j = ROW - 1; j >= 0; j--) {
        if (j > last) continue;
        goes_on = goes_on && (pits[j] == 2 || pits[j] == 3);
        if (goes_on) {
            taken += pits[j];
            begin = j;
        }
    }
    return taken;
}

// Take what the last of `crossing` stones captures, unless that were everything.
DEVICE int capture(int* pits, int crossing, int sum) {
    int begin = ROW;
    const int taken = capture_from(pits, crossing, begin), last = (crossing - 1) % ROW;
    if (taken == 0 || taken == sum) return 0;
    for (int j = 0; j < ROW; j++)
        if (j >= begin && j <= last) pits[j] = 0;
    return taken;
}

// Whether a move may take everything, if there is no other.
DEVICE bool takes_all(int rules) { return rules == ROMEIN_BAL; }

// The value of a position without a move, with `own` of its n stones in the mover's row: all or none.
DEVICE int worth_without_moves(int rules, int own, int n) { return rules == FORFEIT ? 0 : own ? n : -n; }

DEVICE int cut(int value, int w) { return max(-w, min(w, value)); }

template <int FORMAT> DEVICE int value_at(const u8* cells, u64 i, int w) {
    if (FORMAT == 0) return (i8)cells[i];
    if (FORMAT == 1) return (int)(cells[i] & 15) - w;
    return (int)(cells[i >> 1] >> ((i & 1) * 4) & 3) - w;
}

DEVICE u32 half_byte(const u8* cells, u64 i) { return ((const u32*)cells)[i >> 3] >> ((i & 7) * 4) & 15; }

// Threads that write to the same word at once change each only what is theirs.
DEVICE void change_half_byte(u8* cells, u64 i, u32 change) {
    atomicXor((u32*)cells + (i >> 3), change << ((i & 7) * 4));
}

// Whether a value has changed for the better of `moves` and what captures are worth.
template <int FORMAT>
DEVICE bool improve(u8* cells, const i8* captures, u64 i, int w, int moves, int without_moves) {
    if (FORMAT == 0) {
        int value = max(moves, (int)captures[i]);
        if (value < NO_MOVE) value = without_moves;
        const bool is_new = (i8)cells[i] != value;
        if (is_new) cells[i] = (u8)value;
        return is_new;
    }
    constexpr u32 WIDTH = FORMAT == 1 ? 4 : 2, ALL = (1u << WIDTH) - 1;
    const u32 old = FORMAT == 1 ? cells[i] : half_byte(cells, i), captured = old >> WIDTH;
    int value = captured == ALL ? moves : max(moves, (int)captured - w);
    if (value < NO_MOVE) value = without_moves;
    const u32 now = (old & ~ALL) | (u32)(value + w);
    if (now == old) return false;
    if (FORMAT == 1) cells[i] = (u8)now;
    else change_half_byte(cells, i, now ^ old);
    return true;
}

// What captures are worth is at least `value`.
template <int FORMAT> DEVICE void raise(u8* cells, i8* captures, u64 i, int w, int value) {
    if (FORMAT == 0) {
        if (value > captures[i]) captures[i] = (i8)value;
        return;
    }
    constexpr u32 WIDTH = FORMAT == 1 ? 4 : 2, ALL = (1u << WIDTH) - 1;
    const u32 now = (u32)(cut(value, w) + w);
    const u32 old = FORMAT == 1 ? cells[i] : half_byte(cells, i), captured = old >> WIDTH;
    if (captured != ALL && now <= captured) return;
    if (FORMAT == 1) cells[i] = (u8)(now << WIDTH | (old & ALL));
    else change_half_byte(cells, i, (now ^ captured) << WIDTH);
}

KERNEL list_moves(const Tables* tables, int sum, u32* moves) {
    const Tables t = *tables;
    EACH(number, t.rows[sum]) {
        const u64 row = t.row[t.rows_at[sum] + number];
        for (int pit = 0; pit < ROW; pit++) {
            int pits[ROW], crossing = 0, at = pit;
            for (int j = 0; j < ROW; j++) pits[j] = stones(row, j);
            u32 word = EMPTY_PIT;
            if (int left = pits[pit]) {
                pits[pit] = 0;
                while (left) {
                    if (++at == PITS) at = 0;
                    if (at == pit) continue;
                    if (at < ROW) pits[at]++;
                    else crossing++;
                    left--;
                }
                const u32 own = row_number(pits, t.binomials);
                const u32 number_after = (u32)t.open_number[t.rows_at[sum - crossing] + own];
                word = number_after | (u32)crossing << 24 | (at >= ROW ? CROSSES : 0);
            }
            moves[(t.rows_at[sum] + number) * (u64)ROW + pit] = word;
        }
    }
}

// Which split of a layer a block works at, and where in it.
struct Place {
    int a;
    u32 first_line, begin, end;
};

// `plan`: for each split the blocks before it, the blocks across it, the rows of the mover a block takes.
DEVICE Place place(const Tables& t, int n, const u32* plan, u32 number) {
    int a = 0;
    while (a < n && plan[a + 1] <= number) a++;
    const u32 local = number - plan[a], across = plan[SUMS + a], chunk = plan[2 * SUMS + a];
    const u32 begin = local / across * chunk;
    return {a, local % across * LANES, begin, min(t.rows[a], begin + chunk)};
}

struct Step {
    u32 low, high, columns, refused;  // the line in the layer; a row of columns; flags that rule it out
};

template <int FORMAT>
DEVICE void sweep(const Tables* tables, int n, int w, int crossings, u32 first, const u32* plan, u8* cells,
                  const i8* captures, int number, u8* stamps, int rules, u64* changes) {
    BUFFER(buffer);
    const Tables t = *tables;
    Step* steps = (Step*)buffer;
    u32* columns = (u32*)(steps + TILE * ROW);
    i8* tile = (i8*)(columns + (crossings + 2) * LANES);
    SHARED u32 binomials[ROW * COUNTS];
    SHARED int is_active[TILE];
    SHARED int is_any;
    SHARED u32 changed;
    const Place here = place(t, n, plan, first + BLOCK);
    const int a = here.a, b = n - a, no_pit = crossings + 1;
    const u32 width = t.rows[a], lines = t.open[b];
    const int without_moves = cut(worth_without_moves(rules, a, n), w);
    PHASE(lane) {
        for (int i = lane; i < ROW * COUNTS; i += LANES) binomials[i] = t.binomials[i];
        if (lane == 0) changed = 0;
    }
    PHASE(lane) {
        const bool is_line = here.first_line + lane < lines;
        const u64 row = t.open_row[t.open_at[b] + (is_line ? here.first_line + lane : lines - 1)];
        for (int crossing = 0; crossing <= crossings; crossing++) {
            int pits[ROW];
            sow(row, crossing, pits);
            u32 word = row_number(pits, binomials);
            if (!is_line || (crossing == 0 && b == 0)) word |= BLOCKED;
            int begin = ROW;
            const int taken = crossing > 0 ? capture_from(pits, crossing, begin) : 0;
            if (taken && (takes_all(rules) || taken != b + crossing)) word |= CAPTURES;
            columns[crossing * LANES + lane] = word;
        }
        columns[no_pit * LANES + lane] = BLOCKED;
    }
    for (u32 own = here.begin; own < here.end; own += TILE) {
        const int rows = min((u32)TILE, here.end - own);
        PHASE(lane) {
            if (lane < TILE) is_active[lane] = number == 1;
            if (lane == 0) is_any = number == 1;
        }
        PHASE(lane) {
            for (int i = lane; i < rows * ROW; i += LANES) {
                const u32 move = t.moves[(t.rows_at[a] + own) * (u64)ROW + i];
                if (move == EMPTY_PIT) {
                    steps[i] = {0, 0, (u32)no_pit * LANES, BLOCKED};
                    continue;
                }
                const int crossing = move >> 24 & 31;
                const u64 line =
                    t.line_at[n * SUMS + b + crossing] + (u64)(move & NUMBER) * t.rows[b + crossing];
                if (number > 1) {
                    const u32* reached = columns + crossing * LANES;
                    const u64 last = (line + (reached[LANES - 1] & NUMBER)) >> STAMPED;
                    for (u64 s = (line + (reached[0] & NUMBER)) >> STAMPED; s <= last; s++)
                        if (stamps[s] >= number - 1) {
                            is_active[i / ROW] = 1;
                            is_any = 1;
                            break;
                        }
                }
                steps[i] = {(u32)line, (u32)(line >> 32), (u32)crossing * LANES,
                            move & CROSSES ? BLOCKED | CAPTURES : BLOCKED};
            }
        }
        SYNC;
        if (!is_any) continue;
        PHASE(lane) {
#pragma unroll 2
            for (int j = 0; j < rows; j++) {
                if (!is_active[j]) continue;
                int reply = 127;
#pragma unroll
                for (int pit = 0; pit < ROW; pit++) {
                    const Step step = steps[j * ROW + pit];
                    const u32 column = columns[step.columns + lane];
                    if (!(column & step.refused)) {
                        const u64 line = (u64)step.high << 32 | step.low;
                        reply = min(reply, value_at<FORMAT>(cells, line + (column & NUMBER), w));
                    }
                }
                tile[j * PITCH + lane] = (i8)-reply;
            }
        }
        PHASE(lane) {
            u32 mine = 0;
            for (int line = lane >> 5; line < LANES && here.first_line + line < lines; line += LANES / 32) {
                const u64 at = t.line_at[n * SUMS + a] + (u64)(here.first_line + line) * width + own;
                for (int j = lane & 31; j < rows; j += 32) {
                    if (!is_active[j]) continue;
                    if (improve<FORMAT>(cells, captures, at + j, w, tile[j * PITCH + line], without_moves)) {
                        stamps[(at + j) >> STAMPED] = (u8)number;
                        mine++;
                    }
                }
            }
            if (mine) atomicAdd(&changed, mine);
        }
    }
    PHASE(lane) {
        if (lane == 0 && changed) atomicAdd(changes, (u64)changed);
    }
}

// `below`: for each number of captured stones where the splits lo to hi of that layer are, lo, hi.
struct Below {
    u64 at, low, high;
};

template <int FORMAT>
DEVICE void gather(const Tables* tables, int n, int w, int crossings, u32 first, const u32* plan, u8* cells,
                   i8* captures, const Below* below) {
    BUFFER(buffer);
    const Tables t = *tables;
    u64* bases = buffer;
    u32* widths = (u32*)(bases + (crossings + 1) * LANES);
    u32* moves = widths + (crossings + 1) * LANES;
    i8* tile = (i8*)(moves + TILE * ROW);
    SHARED u32 binomials[ROW * COUNTS];
    SHARED int is_any;
    SHARED u32 crossings_that_capture;
    const Place here = place(t, n, plan, first + BLOCK);
    const int a = here.a, b = n - a;
    const u32 lines = t.open[b];
    PHASE(lane) {
        for (int i = lane; i < ROW * COUNTS; i += LANES) binomials[i] = t.binomials[i];
        if (lane == 0) crossings_that_capture = 0;
    }
    PHASE(lane) {
        u32 mine = 0;
        const bool is_line = here.first_line + lane < lines;
        const u64 row = t.open_row[t.open_at[b] + (is_line ? here.first_line + lane : lines - 1)];
        for (int crossing = 1; crossing <= crossings; crossing++) {
            int pits[ROW];
            sow(row, crossing, pits);
            const int taken = is_line ? capture(pits, crossing, b + crossing) : 0;
            const int split = b + crossing - taken;
            u64 base = 0;
            if (taken && below[taken].at && (u64)split >= below[taken].low && (u64)split <= below[taken].high) {
                const u64* at = t.packed_at + (n - taken) * SUMS;
                const int column = t.emptied_number[t.rows_at[split] + row_number(pits, binomials)];
                base = below[taken].at + at[split] - at[below[taken].low] + (u64)column;
                mine |= 1u << crossing;
                widths[crossing * LANES + lane] = t.emptied[split] << 4 | (u32)taken;
            }
            bases[crossing * LANES + lane] = base;
        }
        if (mine) atomicOr(&crossings_that_capture, mine);
    }
    SYNC;
    if (!crossings_that_capture) return;
    for (u32 own = here.begin; own < here.end; own += TILE) {
        const int rows = min((u32)TILE, here.end - own);
        PHASE(lane) {
            if (lane == 0) is_any = 0;
        }
        PHASE(lane) {
            for (int i = lane; i < rows * ROW; i += LANES) {
                u32 move = t.moves[(t.rows_at[a] + own) * (u64)ROW + i];
                const bool may_capture = move != EMPTY_PIT && (move & CROSSES) &&
                                         (crossings_that_capture >> (move >> 24 & 31) & 1);
                moves[i] = may_capture ? move : EMPTY_PIT;
                if (may_capture) is_any = 1;
            }
        }
        SYNC;
        if (!is_any) continue;
        PHASE(lane) {
            for (int j = 0; j < rows; j++) {
                int best = NONE;
                for (int pit = 0; pit < ROW; pit++) {
                    const u32 move = moves[j * ROW + pit];
                    if (move == EMPTY_PIT) continue;
                    const int at = (int)(move >> 24 & 31) * LANES + lane;
                    if (!bases[at]) continue;
                    const i8* line = (const i8*)(bases[at] + (u64)(move & NUMBER) * (widths[at] >> 4));
                    best = max(best, (int)(widths[at] & 15) - *line);
                }
                tile[j * PITCH + lane] = (i8)best;
            }
        }
        PHASE(lane) {
            for (int line = lane >> 5; line < LANES && here.first_line + line < lines; line += LANES / 32) {
                const u64 at = t.line_at[n * SUMS + a] + (u64)(here.first_line + line) * t.rows[a] + own;
                for (int j = lane & 31; j < rows; j += 32)
                    if (tile[j * PITCH + line] != NONE)
                        raise<FORMAT>(cells, captures, at + j, w, tile[j * PITCH + line]);
            }
        }
    }
}

// One number of 64 bits made from another, by the finalizer of SplitMix64.
DEVICE u64 mixed(u64 x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

// Wins, draws and losses of the positions in a layer, and a digest of their values: a sum, so that it
// does not depend on the order of the threads.
template <int FORMAT> DEVICE void count(const u8* cells, u64 size, int w, u64* counts) {
    u64 mine[4] = {0, 0, 0, 0};
    EACH(i, size) {
        const int value = value_at<FORMAT>(cells, i, w);
        mine[value > 0 ? 0 : value == 0 ? 1 : 2]++;
        mine[3] += mixed(i << 8 | (u8)value);
    }
    for (int k = 0; k < 4; k++)
        if (mine[k]) atomicAdd(counts + k, mine[k]);
}

// Words of a stored layer: `each` values to a word, as digits to the base `radix`.
template <int FORMAT>
DEVICE void pack(const Tables* tables, int n, int w, int radix, int each, const u8* cells, u64 first, u64 words,
                 u64* packed) {
    const Tables t = *tables;
    const u64 *starts = t.packed_at + n * SUMS, end = starts[n + 1];
    EACH(k, words) {
        u64 at = (first + k) * each, word = 0, digit = 1;
        int a = 0;
        while (a < n && starts[a + 1] <= at) a++;
        u32 width = t.emptied[a];
        u64 line = (at - starts[a]) / width;
        u32 column = (u32)((at - starts[a]) - line * width);
        for (int j = 0; j < each && at < end; j++, at++, digit *= radix) {
            const u32 own = t.emptied_row[t.emptied_at[a] + column];
            const int value = value_at<FORMAT>(cells, t.line_at[n * SUMS + a] + line * t.rows[a] + own, w);
            word += digit * (u64)(cut(value, w) + w);
            if (++column < width) continue;
            column = 0;
            if (++line < t.open[n - a]) continue;
            line = 0;
            do a++;
            while (a < n && starts[a + 1] == starts[a]);
            if (a <= n) width = t.emptied[a];
        }
        packed[k] = word;
    }
}

// The values from `low` to `high` of a stored layer, as far as they are in these words.
KERNEL unpack(const u64* packed, u64 first, u64 words, int w, int radix, int each, u64 low, u64 high, i8* values) {
    EACH(k, words) {
        u64 word = packed[k], at = (first + k) * each;
        for (int j = 0; j < each; j++, at++, word /= radix)
            if (at >= low && at < high) values[at - low] = (i8)((int)(word % radix) - w);
    }
}

// The pits of the position with a rank, from the mover's first.
DEVICE void unrank(const u64* ranks, int n, u64 rank, int* pits) {
    int sum = n;
    for (int i = PITS - 1; i > 0; i--) {
        int below = sum;
        while (ranks[i * COUNTS + below] > rank) below--;
        rank -= ranks[i * COUNTS + below];
        pits[i] = sum - below;
        sum = below;
    }
    pits[0] = sum;
}

// Where the position with these rows is in its layer; the opponent's row must be open.
DEVICE u64 cell(const Tables& t, int n, const int* own, const int* others) {
    int a = 0;
    for (int j = 0; j < ROW; j++) a += own[j];
    const int line = t.open_number[t.rows_at[n - a] + row_number(others, t.binomials)];
    return t.line_at[n * SUMS + a] + (u64)line * t.rows[a] + row_number(own, t.binomials);
}

DEVICE bool is_open(const int* pits) {
    for (int j = 0; j < ROW; j++)
        if (pits[j] == 0) return true;
    return false;
}

// The value of each position from a rank on as its moves make it, stone by stone, without the tables
// of moves. Captures whose layer is not there are left out; the best so far is raised.
template <int FORMAT>
DEVICE void recompute(const Tables* tables, int n, int w, u64 first, u64 positions, const u8* cells,
                      const Below* below, int rules, int is_first, i8* values) {
    const Tables t = *tables;
    EACH(i, positions) {
        int pits[PITS], best = is_first ? NONE : values[i];
        unrank(t.ranks, n, first + i, pits);
        for (int pit = 0; pit < ROW; pit++) {
            int after[PITS], at = pit, there = 0, taken = 0;
            if (pits[pit] == 0) continue;
            for (int j = 0; j < PITS; j++) after[j] = pits[j];
            after[pit] = 0;
            for (int left = pits[pit]; left;) {
                at = (at + 1) % PITS;
                if (at == pit) continue;
                after[at]++;
                left--;
            }
            for (int j = ROW; j < PITS; j++) there += after[j];
            if (there == 0) continue;
            int begin = at + 1;
            while (begin > ROW && (after[begin - 1] == 2 || after[begin - 1] == 3)) taken += after[--begin];
            if (at < ROW) taken = 0;
            if (taken == there) {
                if (takes_all(rules)) continue;
                taken = 0;
            }
            if (taken) {
                for (int j = begin; j <= at; j++) after[j] = 0;
                const int split = there - taken;
                const Below layer = below[taken];
                if (!layer.at || (u64)split < layer.low || (u64)split > layer.high) continue;
                const u64* starts = t.packed_at + (n - taken) * SUMS;
                const int line = t.open_number[t.rows_at[n - there] + row_number(after, t.binomials)];
                const int column = t.emptied_number[t.rows_at[split] + row_number(after + ROW, t.binomials)];
                const u64 index = starts[split] - starts[layer.low] + (u64)line * t.emptied[split] + (u64)column;
                best = max(best, taken - ((const i8*)layer.at)[index]);
            } else if (is_first) {
                best = max(best, -value_at<FORMAT>(cells, cell(t, n, after + ROW, after), w));
            }
        }
        values[i] = (i8)best;
    }
}

// Positions without a move get their value; `wrong` counts those that the layer has another value for.
template <int FORMAT>
DEVICE void finish(const Tables* tables, int n, int w, u64 first, u64 positions, const u8* cells, int rules,
                   i8* values, u64* wrong) {
    const Tables t = *tables;
    EACH(i, positions) {
        int pits[PITS], own = 0;
        unrank(t.ranks, n, first + i, pits);
        for (int j = 0; j < ROW; j++) own += pits[j];
        if (values[i] == NONE) values[i] = (i8)worth_without_moves(rules, own, n);
        if (!is_open(pits + ROW)) continue;
        if (cut(values[i], w) != cut(value_at<FORMAT>(cells, cell(t, n, pits, pits + ROW), w), w))
            atomicAdd(wrong, (u64)1);
    }
}

// A layer from its values by rank; nothing is known about captures any more.
template <int FORMAT>
DEVICE void arrange(const Tables* tables, int n, int w, u64 first, u64 positions, const i8* values, u8* cells) {
    const Tables t = *tables;
    EACH(i, positions) {
        int pits[PITS];
        unrank(t.ranks, n, first + i, pits);
        if (!is_open(pits + ROW)) continue;
        const u64 at = cell(t, n, pits, pits + ROW);
        if (FORMAT == 0) cells[at] = (u8)values[i];
        else if (FORMAT == 1) cells[at] = (u8)(0xF0 | (cut(values[i], w) + w));
        else change_half_byte(cells, at, half_byte(cells, at) ^ (u32)(12 | (cut(values[i], w) + w)));
    }
}

#define KERNELS(FORMAT)                                                                                             \
    KERNEL sweep##FORMAT(const Tables* tables, int n, int w, int crossings, u32 first, const u32* plan, u8* cells,  \
                         const i8* captures, int number, u8* stamps, int rules, u64* changes) {                \
        sweep<FORMAT>(tables, n, w, crossings, first, plan, cells, captures, number, stamps, rules, changes);  \
    }                                                                                                               \
    KERNEL gather##FORMAT(const Tables* tables, int n, int w, int crossings, u32 first, const u32* plan, u8* cells, \
                          i8* captures, const Below* below) {                                                       \
        gather<FORMAT>(tables, n, w, crossings, first, plan, cells, captures, below);                               \
    }                                                                                                               \
    KERNEL count##FORMAT(const u8* cells, u64 size, int w, u64* counts) { count<FORMAT>(cells, size, w, counts); }  \
    KERNEL pack##FORMAT(const Tables* tables, int n, int w, int radix, int each, const u8* cells, u64 first,        \
                        u64 words, u64* packed) {                                                                   \
        pack<FORMAT>(tables, n, w, radix, each, cells, first, words, packed);                                       \
    }                                                                                                               \
    KERNEL recompute##FORMAT(const Tables* tables, int n, int w, u64 first, u64 positions, const u8* cells,         \
                             const Below* below, int rules, int is_first, i8* values) {                                        \
        recompute<FORMAT>(tables, n, w, first, positions, cells, below, rules, is_first, values);                          \
    }                                                                                                               \
    KERNEL finish##FORMAT(const Tables* tables, int n, int w, u64 first, u64 positions, const u8* cells,            \
                          int rules, i8* values, u64* wrong) {                                                 \
        finish<FORMAT>(tables, n, w, first, positions, cells, rules, values, wrong);                           \
    }                                                                                                               \
    KERNEL arrange##FORMAT(const Tables* tables, int n, int w, u64 first, u64 positions, const i8* values,          \
                           u8* cells) {                                                                             \
        arrange<FORMAT>(tables, n, w, first, positions, values, cells);                                             \
    }
KERNELS(0)
KERNELS(1)
KERNELS(2)
