/* A Halma agent: it lists the legal moves and plays one of them.
 *
 *     ./agent                        answer input.txt in this folder by output.txt
 *     ./agent --moves < input.txt    print the legal moves of each input on a line
 *
 * A square is its number, 16 * y + x: x to the right, y down from the top left corner. A move is
 * its path: the square of the man and then every square on which it lands.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 16, SQUARES = SIZE * SIZE, NOWHERE = -1 };
enum { MAX_MOVES = 19 * SQUARES };

static const int CAMP_WIDTHS[] = {5, 5, 4, 3, 2};
static const int ACROSS[] = {-1, 0, 1, -1, 1, -1, 0, 1};
static const int DOWN[] = {-1, -1, -1, 0, 0, 1, 1, 1};

/* What input.txt asks: seconds for one move (SINGLE) or for the rest of the game (GAME). */
typedef struct {
    char mode[8];
    char side; /* B or W */
    double seconds;
    char board[SQUARES + 1]; /* B, W or a dot */
} Task;

typedef struct {
    int length;
    short path[SQUARES];
} Move;

/* Room for all moves of a position. */
typedef struct {
    int count;
    Move moves[MAX_MOVES];
} Moves;

/* Reads a task; false at the end of the input. */
static bool read_task(FILE *input, Task *task) {
    char colour[8];
    if (fscanf(input, "%7s %7s %lf", task->mode, colour, &task->seconds) != 3) return false;
    task->side = colour[0];
    for (int y = 0; y < SIZE; y++) {
        if (fscanf(input, "%16s", task->board + SIZE * y) != 1) return false;
    }
    return true;
}

/* The square so many steps away, or NOWHERE. */
static int beyond(int square, int direction, int steps) {
    int x = square % SIZE + steps * ACROSS[direction];
    int y = square / SIZE + steps * DOWN[direction];
    return 0 <= x && x < SIZE && 0 <= y && y < SIZE ? SIZE * y + x : NOWHERE;
}

static bool is_in_camp(int square, char side) {
    int mirrored = side == 'B' ? square : SQUARES - 1 - square;
    int x = mirrored % SIZE, y = mirrored / SIZE;
    return y < 5 && x < CAMP_WIDTHS[y];
}

static int start_of(const Move *move) { return move->path[0]; }

static int end_of(const Move *move) { return move->path[move->length - 1]; }

/* Adds every step and every chain of jumps of a man: one for each square that it can end on. */
static void add_moves_of_man(const Task *task, int man, Moves *moves) {
    int before[SQUARES]; /* where a chain came from to land on a square; NOWHERE: it did not */
    int landed[SQUARES], count = 0;
    bool is_step[SQUARES] = {false};
    for (int square = 0; square < SQUARES; square++) before[square] = NOWHERE;
    for (int direction = 0; direction < 8; direction++) {
        int end = beyond(man, direction, 1);
        if (end == NOWHERE || task->board[end] != '.') continue;
        Move *move = &moves->moves[moves->count++];
        is_step[end] = true;
        move->length = 2;
        move->path[0] = (short)man;
        move->path[1] = (short)end;
    }
    landed[count++] = man;
    for (int i = 0; i < count; i++) { /* the list grows: shorter chains come first */
        for (int direction = 0; direction < 8; direction++) {
            int over = beyond(landed[i], direction, 1);
            int land = beyond(landed[i], direction, 2);
            /* The man itself is in the air: its own square is empty. */
            if (land == NOWHERE || over == man || task->board[over] == '.') continue;
            if (task->board[land] != '.' || before[land] != NOWHERE) continue;
            before[land] = landed[i];
            landed[count++] = land;
        }
    }
    for (int i = 1; i < count; i++) {
        if (is_step[landed[i]]) continue;
        Move *move = &moves->moves[moves->count++];
        move->length = 1;
        for (int at = landed[i]; at != man; at = before[at]) move->length++;
        int place = move->length - 1;
        for (int at = landed[i]; place > 0; at = before[at]) move->path[place--] = (short)at;
        move->path[0] = (short)man;
    }
}

/* How much further right and down a move leads, or left and up for White. */
static int gain_across(const Move *move, char side) {
    return (side == 'B' ? 1 : -1) * (end_of(move) % SIZE - start_of(move) % SIZE);
}

static int gain_down(const Move *move, char side) {
    return (side == 'B' ? 1 : -1) * (end_of(move) / SIZE - start_of(move) / SIZE);
}

static int gain(const Move *move, char side) {
    return gain_across(move, side) + gain_down(move, side);
}

typedef bool Condition(const Move *move, char side);

static bool keeps_to_camps(const Move *move, char side) {
    char other = side == 'B' ? 'W' : 'B';
    bool leaves_other = is_in_camp(start_of(move), other) && !is_in_camp(end_of(move), other);
    bool returns_home = !is_in_camp(start_of(move), side) && is_in_camp(end_of(move), side);
    return !leaves_other && !returns_home;
}

static bool leaves_camp(const Move *move, char side) {
    return is_in_camp(start_of(move), side) && !is_in_camp(end_of(move), side);
}

/* From inside the camp away from the corner on one axis, and on neither towards it. */
static bool moves_up(const Move *move, char side) {
    int across = gain_across(move, side), down = gain_down(move, side);
    return is_in_camp(start_of(move), side) && across >= 0 && down >= 0 && across + down > 0;
}

static bool starts_outside(const Move *move, char side) {
    return !is_in_camp(start_of(move), side);
}

/* Drops all moves but those that fulfil a condition; if none does, all stay, and it is false. */
static bool keep(Moves *moves, Condition *holds, char side) {
    int count = 0;
    for (int i = 0; i < moves->count; i++) {
        if (holds(&moves->moves[i], side)) moves->moves[count++] = moves->moves[i];
    }
    if (count > 0) moves->count = count;
    return count > 0;
}

/* The moves that the rules allow; only the two ends of a move count for the camps. */
static void legal_moves(const Task *task, Moves *moves) {
    bool has_men_in_camp = false;
    moves->count = 0;
    for (int square = 0; square < SQUARES; square++) {
        if (task->board[square] != task->side) continue;
        has_men_in_camp |= is_in_camp(square, task->side);
        add_moves_of_man(task, square, moves);
    }
    if (!keep(moves, keeps_to_camps, task->side)) moves->count = 0;
    if (!has_men_in_camp) return;
    /* A man has to leave the camp; if none can, one has to move away from its corner. */
    bool has_moves = keep(moves, leaves_camp, task->side) || keep(moves, moves_up, task->side) ||
                     keep(moves, starts_outside, task->side);
    if (!has_moves) moves->count = 0;
}

/* Your idea goes here. This one gets as far as it can towards the other corner. */
static const Move *choose(const Task *task, const Moves *moves) {
    const Move *best = &moves->moves[0];
    for (int i = 1; i < moves->count; i++) {
        const Move *move = &moves->moves[i];
        if (gain(move, task->side) > gain(best, task->side)) best = move;
    }
    return best;
}

/* Writes output.txt: one step, or each jump of a chain. */
static void write_answer(FILE *output, const Move *move) {
    int across = abs(move->path[1] % SIZE - move->path[0] % SIZE);
    int down = abs(move->path[1] / SIZE - move->path[0] / SIZE);
    char letter = across < 2 && down < 2 ? 'E' : 'J';
    for (int i = 1; i < move->length; i++) {
        int from = move->path[i - 1], to = move->path[i];
        fprintf(output, "%c %d,%d %d,%d\n", letter, from % SIZE, from / SIZE, to % SIZE, to / SIZE);
    }
}

static void list(const Moves *moves) {
    for (int i = 0; i < moves->count; i++) {
        const Move *move = &moves->moves[i];
        for (int j = 0; j < move->length; j++) {
            const char *between = j > 0 ? "-" : i > 0 ? " " : "";
            printf("%s%d,%d", between, move->path[j] % SIZE, move->path[j] / SIZE);
        }
    }
    printf("\n");
}

int main(int count, char **arguments) {
    static Moves moves; /* too large for the stack */
    Task task;
    if (count > 1 && strcmp(arguments[1], "--moves") == 0) {
        while (read_task(stdin, &task)) {
            legal_moves(&task, &moves);
            list(&moves);
        }
        return 0;
    }
    FILE *input = fopen("input.txt", "r");
    if (input == NULL || !read_task(input, &task)) return 1;
    fclose(input);
    legal_moves(&task, &moves);
    if (moves.count == 0) return 1;
    FILE *output = fopen("output.txt", "w");
    if (output == NULL) return 1;
    write_answer(output, choose(&task, &moves));
    return fclose(output) == 0 ? 0 : 1;
}
