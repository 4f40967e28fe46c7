// A checkers agent: it lists the legal moves and plays one of them.
//
//     ./agent            answer each line of standard input with one on standard output
//     ./agent init       the same, but print the start line first, and play white
//     ./agent verbose    the same, and draw every position on standard error
//     ./agent --moves    print the legal moves of each line instead
//
// A line is BOARD LASTMOVE NEXT COUNTER. The board has 32 cells, four in each row from the top; red
// moves down. A move is its path: the cell of the piece and then every cell on which it lands.

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

const std::string START = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50";
const std::string RED_WINS = "-2", WHITE_WINS = "-3", DRAW = "-4";
const int PLIES_TO_DRAW = 50;
const int NOWHERE = -1;

using Move = std::vector<int>;

struct Direction {
    int down, right;
};

// What a line says; the counter is the number of plies until the draw.
struct State {
    std::string board, last;
    char next;
    int counter;

    bool is_over() const { return last == RED_WINS || last == WHITE_WINS || last == DRAW; }
};

State parse(const std::string& line) {
    State state;
    std::istringstream(line) >> state.board >> state.last >> state.next >> state.counter;
    return state;
}

int row(int cell) { return cell / 4; }

int column(int cell) { return 2 * (cell % 4) + (row(cell) + 1) % 2; }

// The cell of a dark square, or NOWHERE.
int cell_at(int row, int column) {
    bool is_on_board = 0 <= row && row < 8 && 0 <= column && column < 8;
    return is_on_board ? row * 4 + column / 2 : NOWHERE;
}

char lower(char piece) { return static_cast<char>(std::tolower(piece)); }

char other(char side) { return side == 'r' ? 'w' : 'r'; }

// Men move forward, kings both ways.
std::vector<Direction> directions(char piece) {
    if (piece == 'r') return {{1, -1}, {1, 1}};
    if (piece == 'w') return {{-1, -1}, {-1, 1}};
    return {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
}

// Whether this piece, a man until now, becomes a king on a cell.
bool is_crowned(char piece, int cell) {
    return (piece == 'r' && row(cell) == 7) || (piece == 'w' && row(cell) == 0);
}

// Adds every finished capture that begins with a path. The piece itself is not on the board.
void add_captures(const std::string& board, char piece, const Move& path,
                  std::vector<Move>& captures) {
    int at = path.back();
    for (Direction way : directions(piece)) {
        int over = cell_at(row(at) + way.down, column(at) + way.right);
        int land = cell_at(row(at) + 2 * way.down, column(at) + 2 * way.right);
        if (land == NOWHERE || board[land] != '.') continue;
        if (lower(board[over]) != other(lower(piece))) continue;
        Move longer = path;
        longer.push_back(land);
        std::string after = board;
        after[over] = '.';
        size_t before = captures.size();
        if (!is_crowned(piece, land)) add_captures(after, piece, longer, captures);
        if (captures.size() == before) captures.push_back(longer);  // nothing more to jump
    }
}

// All captures, or all steps where there is nothing to capture; none once the game is drawn.
std::vector<Move> legal_moves(const State& state) {
    std::vector<Move> captures, steps;
    if (state.counter == 0) return {};
    for (int cell = 0; cell < 32; cell++) {
        char piece = state.board[cell];
        if (lower(piece) != state.next) continue;
        std::string lifted = state.board;
        lifted[cell] = '.';
        add_captures(lifted, piece, {cell}, captures);
        for (Direction way : directions(piece)) {
            int land = cell_at(row(cell) + way.down, column(cell) + way.right);
            if (land != NOWHERE && state.board[land] == '.') steps.push_back({cell, land});
        }
    }
    return captures.empty() ? steps : captures;
}

bool is_capture(const Move& move) { return std::abs(row(move[1]) - row(move[0])) == 2; }

// A move as the pipe writes it: the number of jumps, then the path.
std::string text_of(const Move& move) {
    std::string text = std::to_string(is_capture(move) ? move.size() - 1 : 0);
    for (int cell : move) text += "_" + std::to_string(cell);
    return text;
}

// The state after a move.
State play(const State& state, const Move& move) {
    std::string board = state.board;
    char piece = board[move.front()];
    board[move.front()] = '.';
    for (size_t i = 1; is_capture(move) && i < move.size(); i++) {
        int a = move[i - 1], b = move[i];
        board[cell_at((row(a) + row(b)) / 2, (column(a) + column(b)) / 2)] = '.';
    }
    bool is_king = is_crowned(piece, move.back());
    board[move.back()] = is_king ? static_cast<char>(std::toupper(piece)) : piece;
    int counter = is_capture(move) ? PLIES_TO_DRAW : state.counter - 1;
    return {board, text_of(move), other(state.next), counter};
}

// Your idea goes here. This one captures as much as it can.
Move choose(const State&, const std::vector<Move>& moves) {
    return *std::max_element(moves.begin(), moves.end(), [](const Move& a, const Move& b) {
        return a.size() < b.size();
    });
}

// The state after this side's turn, which may be to say that the game is over.
State answer(const State& state) {
    std::vector<Move> moves = legal_moves(state);
    if (!moves.empty()) return play(state, choose(state, moves));
    std::string how = state.next == 'r' ? WHITE_WINS : RED_WINS;
    if (state.counter == 0) how = DRAW;
    return {state.board, how, other(state.next), state.counter};
}

// A character of a drawing.
const char* sign(char piece) {
    switch (piece) {
        case 'r': return "●";
        case 'R': return "◉";
        case 'w': return "○";
        case 'W': return "◎";
        default: return "·";
    }
}

// Draws a state on standard error, and says who has won.
void show(const State& state) {
    std::ostringstream text;
    text << state.last << ' ' << state.next << ' ' << state.counter << '\n';
    for (int cell = 0; cell < 32; cell++) {
        const char* indent = row(cell) % 2 == 0 ? "    " : "  ";
        if (cell % 4 == 0) text << (cell < 10 ? " " : "") << cell << indent;
        text << sign(state.board[cell]) << (cell % 4 == 3 ? "\n" : "   ");
    }
    if (state.last == RED_WINS) text << "red wins\n";
    if (state.last == WHITE_WINS) text << "white wins\n";
    if (state.last == DRAW) text << "draw\n";
    std::cerr << text.str() << std::endl;
}

int main(int count, char** arguments) {
    std::vector<std::string> words(arguments + 1, arguments + count);
    auto has = [&](const char* word) {
        return std::find(words.begin(), words.end(), word) != words.end();
    };
    bool lists_moves = has("--moves"), is_verbose = has("verbose");
    if (has("init")) {
        std::cout << START << std::endl;
        if (is_verbose) show(parse(START));
    }
    for (std::string line; std::getline(std::cin, line);) {
        State state = parse(line);
        if (lists_moves) {
            std::string texts;
            for (const Move& move : legal_moves(state)) texts += " " + text_of(move);
            std::cout << texts.substr(texts.empty() ? 0 : 1) << std::endl;
            continue;
        }
        if (is_verbose) show(state);
        if (state.is_over()) break;
        State after = answer(state);
        std::cout << after.board << ' ' << after.last << ' ' << after.next << ' ' << after.counter
                  << std::endl;  // which also flushes
        if (is_verbose) show(after);
        if (after.is_over()) break;
    }
}
