/* An Awari agent that speaks the engine protocol: it lists the legal moves and plays one of them.
 *
 *     ./agent    answer lines of standard input: ugi, isready, position …, go, query
 *                legalmoves, quit
 *
 * Pits 0 to 5 are South's from left to right, written A to F; 6 to 11 are North's, a to f, on the
 * way round. A move is a pit.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PITS = 12, ROW = 6, SOUTH = 0, NORTH = 1 };
enum { MAX_LINE = 1 << 16 }; /* a long game is a long line */

static const char START[] = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
static const char LETTERS[] = "ABCDEFabcdef";

/* Stones in the pits and stores, and the side to move. */
typedef struct {
    int pits[PITS];
    int stores[2];
    int side;
} Position;

typedef struct {
    int count;
    int pits[ROW];
} Moves;

/* A position from a text such as START. */
static Position parse(const char *text) {
    Position position;
    char *rest;
    for (int i = 0; i < PITS + 2; i++) {
        int *place = i < PITS ? &position.pits[i] : &position.stores[i - PITS];
        *place = (int)strtol(text, &rest, 10);
        text = rest + 1; /* behind the dash */
    }
    position.side = *text == 'S' ? SOUTH : NORTH;
    return position;
}

/* How many stones lie in the pits of a side. */
static int stones_of(const Position *position, int side) {
    int stones = 0;
    for (int pit = ROW * side; pit < ROW * side + ROW; pit++) stones += position->pits[pit];
    return stones;
}

/* The position after a move. */
static Position play(const Position *position, int pit) {
    Position after = *position;
    int at = pit, won = 0;
    after.side = 1 - position->side;
    after.pits[pit] = 0;
    for (int left = position->pits[pit]; left > 0; left--) {
        at = (at + 1) % PITS;
        if (at == pit) at = (at + 1) % PITS; /* skipped on every lap */
        after.pits[at]++;
    }
    Position captured = after;
    for (int first = ROW * after.side; first <= at && at < first + ROW; at--) {
        if (after.pits[at] != 2 && after.pits[at] != 3) break;
        won += after.pits[at];
        captured.pits[at] = 0;
    }
    captured.stores[position->side] += won;
    bool is_grand_slam = stones_of(&captured, after.side) == 0; /* which captures nothing */
    return is_grand_slam ? after : captured;
}

/* Whether a store holds more than half of all stones. */
static bool is_over(const Position *position) {
    int south = position->stores[SOUTH], north = position->stores[NORTH];
    int everything = stones_of(position, SOUTH) + stones_of(position, NORTH) + south + north;
    return 2 * south > everything || 2 * north > everything;
}

/* The pits that may be sown: an opponent without stones has to be given some. */
static Moves legal_moves(const Position *position) {
    Moves moves = {0, {0}};
    int other = 1 - position->side, first = ROW * position->side;
    bool must_feed = stones_of(position, other) == 0;
    for (int pit = first; !is_over(position) && pit < first + ROW; pit++) {
        if (position->pits[pit] == 0) continue;
        Position after = play(position, pit);
        if (!must_feed || stones_of(&after, other) > 0) moves.pits[moves.count++] = pit;
    }
    return moves;
}

/* Your idea goes here. This one captures as much as it can. */
static int choose(const Position *position, const Moves *moves) {
    int best = moves->pits[0], most = -1;
    for (int i = 0; i < moves->count; i++) {
        Position after = play(position, moves->pits[i]);
        if (after.stores[position->side] <= most) continue;
        most = after.stores[position->side];
        best = moves->pits[i];
    }
    return best;
}

/* What a line says after `position`: startpos or fen TEXT, then moves A f … */
static Position read_position(void) {
    const char *blanks = " \r\n";
    const char *word = strtok(NULL, blanks);
    if (word != NULL && strcmp(word, "fen") == 0) word = strtok(NULL, blanks);
    Position position = parse(word == NULL || strcmp(word, "startpos") == 0 ? START : word);
    while ((word = strtok(NULL, blanks)) != NULL) {
        const char *letter = strchr(LETTERS, word[0]);
        if (strlen(word) != 1 || letter == NULL) continue; /* the word `moves` */
        position = play(&position, (int)(letter - LETTERS));
    }
    return position;
}

int main(void) {
    static char line[MAX_LINE];
    Position position = parse(START);
    setvbuf(stdout, NULL, _IOLBF, 0); /* the other side waits for every line */
    while (fgets(line, sizeof line, stdin) != NULL) {
        const char *command = strtok(line, " \r\n");
        if (command == NULL) continue;
        if (strcmp(command, "ugi") == 0) {
            printf("id name starter\nid author you\n");
            printf("option name Game type combo default awari var awari\nugiok\n");
        } else if (strcmp(command, "isready") == 0) {
            printf("readyok\n");
        } else if (strcmp(command, "uginewgame") == 0) {
            position = parse(START);
        } else if (strcmp(command, "position") == 0) {
            position = read_position();
        } else if (strcmp(command, "go") == 0) {
            Moves moves = legal_moves(&position);
            printf("bestmove %c\n", LETTERS[choose(&position, &moves)]);
        } else if (strcmp(command, "query") == 0) {
            const char *what = strtok(NULL, " \r\n");
            if (what == NULL || strcmp(what, "legalmoves") != 0) continue;
            Moves moves = legal_moves(&position);
            printf("response");
            for (int i = 0; i < moves.count; i++) printf(" %c", LETTERS[moves.pits[i]]);
            printf("\n");
        } else if (strcmp(command, "quit") == 0) {
            break;
        }
    }
    return 0;
}
