/* A checkers agent: it lists the legal moves and plays one of them.
 *
 *     ./agent            answer each line of standard input with one on standard output
 *     ./agent init       the same, but print the start line first, and play white
 *     ./agent verbose    the same, and draw every position on standard error
 *     ./agent --moves    print the legal moves of each line instead
 *
 * A line is BOARD LASTMOVE NEXT COUNTER. The board has 32 cells, four in each row from the top; red
 * moves down. A move is its path: the cell of the piece and then every cell on which it lands.
 */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS = 32, MAX_PATH = 16, MAX_MOVES = 1024, PLIES_TO_DRAW = 50, NOWHERE = -1 };

static const char START[] = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50";
static const char RED_WINS[] = "-2", WHITE_WINS[] = "-3", DRAW[] = "-4";
static const int DOWN[] = {-1, -1, 1, 1};
static const int RIGHT[] = {-1, 1, -1, 1};

/* What a line says; the counter is the number of plies until the draw. */
typedef struct {
    char board[CELLS + 1];
    char last[64];
    char next;
    int counter;
} State;

typedef struct {
    int length;
    int path[MAX_PATH];
} Move;

typedef struct {
    int count;
    Move moves[MAX_MOVES];
} Moves;

static bool parse(const char *line, State *state) {
    const char *format = "%32s %63s %c %d";
    return sscanf(line, format, state->board, state->last, &state->next, &state->counter) == 4;
}

static bool is_over(const State *state) {
    const char *last = state->last;
    return !strcmp(last, RED_WINS) || !strcmp(last, WHITE_WINS) || !strcmp(last, DRAW);
}

static int row(int cell) { return cell / 4; }

static int column(int cell) { return 2 * (cell % 4) + (row(cell) + 1) % 2; }

/* The cell of a dark square, or NOWHERE. */
static int cell_at(int row, int column) {
    return 0 <= row && row < 8 && 0 <= column && column < 8 ? row * 4 + column / 2 : NOWHERE;
}

/* The cell so far away in one of the four directions, or NOWHERE. */
static int beyond(int cell, int direction, int steps) {
    return cell_at(row(cell) + steps * DOWN[direction], column(cell) + steps * RIGHT[direction]);
}

/* Men move forward, kings both ways. */
static bool may_go(char piece, int direction) {
    return (piece != 'r' || DOWN[direction] == 1) && (piece != 'w' || DOWN[direction] == -1);
}

static char other(char side) { return side == 'r' ? 'w' : 'r'; }

/* Whether this piece, a man until now, becomes a king on a cell. */
static bool is_crowned(char piece, int cell) {
    return (piece == 'r' && row(cell) == 7) || (piece == 'w' && row(cell) == 0);
}

static Move longer(const Move *move, int cell) {
    Move copy = *move;
    copy.path[copy.length++] = cell;
    return copy;
}

static void add(Moves *moves, Move move) {
    if (moves->count < MAX_MOVES) moves->moves[moves->count++] = move;
}

/* Adds every finished capture that begins with a path. The piece itself is not on the board. */
static void add_captures(const char *board, char piece, const Move *path, Moves *captures) {
    int at = path->path[path->length - 1];
    for (int direction = 0; direction < 4; direction++) {
        int over = beyond(at, direction, 1), land = beyond(at, direction, 2);
        if (!may_go(piece, direction) || land == NOWHERE || board[land] != '.') continue;
        if (tolower(board[over]) != other((char)tolower(piece))) continue;
        Move jumped = longer(path, land);
        char after[CELLS];
        memcpy(after, board, CELLS);
        after[over] = '.';
        int before = captures->count;
        if (!is_crowned(piece, land)) add_captures(after, piece, &jumped, captures);
        if (captures->count == before) add(captures, jumped); /* nothing more to jump */
    }
}

/* All captures, or all steps where there is nothing to capture; none once the game is drawn. */
static void legal_moves(const State *state, Moves *moves) {
    static Moves steps;
    moves->count = steps.count = 0;
    for (int cell = 0; state->counter > 0 && cell < CELLS; cell++) {
        char piece = state->board[cell], lifted[CELLS];
        if (tolower(piece) != state->next) continue;
        Move start = {1, {cell}};
        memcpy(lifted, state->board, CELLS);
        lifted[cell] = '.';
        add_captures(lifted, piece, &start, moves);
        for (int direction = 0; direction < 4; direction++) {
            int land = beyond(cell, direction, 1);
            if (!may_go(piece, direction) || land == NOWHERE) continue;
            if (state->board[land] == '.') add(&steps, longer(&start, land));
        }
    }
    if (moves->count == 0) *moves = steps;
}

static bool is_capture(const Move *move) {
    return abs(row(move->path[1]) - row(move->path[0])) == 2;
}

/* Writes a move as the pipe does: the number of jumps, then the path. */
static void write_move(char *text, const Move *move) {
    text += sprintf(text, "%d", is_capture(move) ? move->length - 1 : 0);
    for (int i = 0; i < move->length; i++) text += sprintf(text, "_%d", move->path[i]);
}

/* Changes a state into the one after a move. */
static void play(State *state, const Move *move) {
    int start = move->path[0], end = move->path[move->length - 1];
    char piece = state->board[start];
    state->board[start] = '.';
    for (int i = 1; is_capture(move) && i < move->length; i++) {
        int a = move->path[i - 1], b = move->path[i];
        state->board[cell_at((row(a) + row(b)) / 2, (column(a) + column(b)) / 2)] = '.';
    }
    state->board[end] = is_crowned(piece, end) ? (char)toupper(piece) : piece;
    write_move(state->last, move);
    state->next = other(state->next);
    state->counter = is_capture(move) ? PLIES_TO_DRAW : state->counter - 1;
}

/* Your idea goes here. This one captures as much as it can. */
static const Move *choose(const State *state, const Moves *moves) {
    (void)state;
    const Move *best = &moves->moves[0];
    for (int i = 1; i < moves->count; i++) {
        if (moves->moves[i].length > best->length) best = &moves->moves[i];
    }
    return best;
}

/* Changes a state by this side's turn, which may be to say that the game is over. */
static void answer(State *state) {
    static Moves moves;
    legal_moves(state, &moves);
    if (moves.count > 0) {
        play(state, choose(state, &moves));
        return;
    }
    const char *lost = state->next == 'r' ? WHITE_WINS : RED_WINS;
    strcpy(state->last, state->counter == 0 ? DRAW : lost);
    state->next = other(state->next);
}

static void list(const State *state) {
    static Moves moves;
    char text[64];
    legal_moves(state, &moves);
    for (int i = 0; i < moves.count; i++) {
        write_move(text, &moves.moves[i]);
        printf("%s%s", i > 0 ? " " : "", text);
    }
    printf("\n");
}

/* A character of a drawing. */
static const char *sign(char piece) {
    switch (piece) {
        case 'r': return "●";
        case 'R': return "◉";
        case 'w': return "○";
        case 'W': return "◎";
        default: return "·";
    }
}

/* Draws a state on standard error, and says who has won. */
static void show(const State *state) {
    fprintf(stderr, "%s %c %d\n", state->last, state->next, state->counter);
    for (int cell = 0; cell < CELLS; cell++) {
        if (cell % 4 == 0) fprintf(stderr, "%2d%s", cell, row(cell) % 2 == 0 ? "    " : "  ");
        fprintf(stderr, "%s%s", sign(state->board[cell]), cell % 4 == 3 ? "\n" : "   ");
    }
    if (!strcmp(state->last, RED_WINS)) fprintf(stderr, "red wins\n");
    if (!strcmp(state->last, WHITE_WINS)) fprintf(stderr, "white wins\n");
    if (!strcmp(state->last, DRAW)) fprintf(stderr, "draw\n");
    fprintf(stderr, "\n");
}

int main(int count, char **arguments) {
    char line[256];
    State state;
    bool lists_moves = false, begins = false, is_verbose = false;
    setvbuf(stdout, NULL, _IOLBF, 0); /* the other side waits for every line */
    for (int i = 1; i < count; i++) {
        lists_moves |= strcmp(arguments[i], "--moves") == 0;
        begins |= strcmp(arguments[i], "init") == 0;
        is_verbose |= strcmp(arguments[i], "verbose") == 0;
    }
    if (begins) printf("%s\n", START);
    if (begins && is_verbose && parse(START, &state)) show(&state);
    while (fgets(line, sizeof line, stdin) != NULL && parse(line, &state)) {
        if (lists_moves) {
            list(&state);
            continue;
        }
        if (is_verbose) show(&state);
        if (is_over(&state)) break;
        answer(&state);
        printf("%s %s %c %d\n", state.board, state.last, state.next, state.counter);
        if (is_verbose) show(&state);
        if (is_over(&state)) break;
    }
    return 0;
}
