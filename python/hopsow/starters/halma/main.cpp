// A Halma agent: it lists the legal moves and plays one of them.
//
//     ./agent                        answer input.txt in this folder by output.txt
//     ./agent --moves < input.txt    print the legal moves of each input on a line
//
// A move is its path: the square of the man and then every square on which it lands.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

const int SIZE = 16;
const std::vector<int> CAMP_WIDTHS = {5, 5, 4, 3, 2};

// x to the right, y down from the top left corner; it may be off the board.
struct Square {
    int x, y;
    bool operator==(const Square& other) const { return x == other.x && y == other.y; }
};

const std::vector<Square> DIRECTIONS = {{-1, -1}, {0, -1}, {1, -1}, {-1, 0},
                                        {1, 0},   {-1, 1}, {0, 1},  {1, 1}};

using Move = std::vector<Square>;

// What input.txt asks: seconds for one move (SINGLE) or for the rest of the game (GAME).
struct Task {
    std::string mode;
    char side;  // B or W
    double seconds;
    std::vector<std::string> board;

    // B, W or a dot; a blank off the board.
    char at(Square s) const {
        bool is_on_board = 0 <= s.x && s.x < SIZE && 0 <= s.y && s.y < SIZE;
        return is_on_board ? board[s.y][s.x] : ' ';
    }
};

// Reads a task; false at the end of the input.
bool read(std::istream& input, Task& task) {
    std::string colour;
    if (!(input >> task.mode >> colour >> task.seconds)) return false;
    task.side = colour[0];
    task.board.resize(SIZE);
    for (std::string& row : task.board) input >> row;
    return true;
}

Square beyond(Square from, Square direction, int steps) {
    return {from.x + steps * direction.x, from.y + steps * direction.y};
}

bool is_in_camp(Square square, char side) {
    int x = side == 'B' ? square.x : SIZE - 1 - square.x;
    int y = side == 'B' ? square.y : SIZE - 1 - square.y;
    return y < static_cast<int>(CAMP_WIDTHS.size()) && x < CAMP_WIDTHS[y];
}

bool ends_on(const std::vector<Move>& moves, Square square) {
    return std::any_of(moves.begin(), moves.end(),
                       [&](const Move& move) { return move.back() == square; });
}

// Every step and every chain of jumps of a man: one move for each square it can end on.
std::vector<Move> moves_of_man(const Task& task, Square man) {
    std::vector<Move> moves;
    for (Square direction : DIRECTIONS) {
        Square end = beyond(man, direction, 1);
        if (task.at(end) == '.') moves.push_back({man, end});
    }
    std::vector<Move> chains = {{man}};
    for (size_t i = 0; i < chains.size(); i++) {  // the list grows: shorter chains come first
        for (Square direction : DIRECTIONS) {
            Square over = beyond(chains[i].back(), direction, 1);
            Square land = beyond(chains[i].back(), direction, 2);
            // The man itself is in the air: its own square is empty.
            bool is_man = (task.at(over) == 'B' || task.at(over) == 'W') && !(over == man);
            if (!is_man || task.at(land) != '.' || ends_on(chains, land)) continue;
            Move chain = chains[i];
            chain.push_back(land);
            chains.push_back(chain);
            if (!ends_on(moves, land)) moves.push_back(chain);
        }
    }
    return moves;
}

template <typename Condition>
std::vector<Move> only(const std::vector<Move>& moves, Condition condition) {
    std::vector<Move> chosen;
    std::copy_if(moves.begin(), moves.end(), std::back_inserter(chosen), condition);
    return chosen;
}

// How much further right and down a move leads, or left and up for White.
Square gain(const Move& move, char side) {
    int sign = side == 'B' ? 1 : -1;
    return {sign * (move.back().x - move.front().x), sign * (move.back().y - move.front().y)};
}

// Whether a move leads away from the own corner on one axis, and on neither towards it.
bool is_further(const Move& move, char side) {
    Square far = gain(move, side);
    return far.x >= 0 && far.y >= 0 && far.x + far.y > 0;
}

// The moves that the rules allow; only the two ends of a move count for the camps.
std::vector<Move> legal_moves(const Task& task) {
    char own = task.side, other = own == 'B' ? 'W' : 'B';
    bool has_men_in_camp = false;
    std::vector<Move> moves;
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            Square man = {x, y};
            if (task.at(man) != own) continue;
            has_men_in_camp |= is_in_camp(man, own);
            for (const Move& move : moves_of_man(task, man)) {
                Square end = move.back();
                bool leaves_other = is_in_camp(man, other) && !is_in_camp(end, other);
                bool returns_home = !is_in_camp(man, own) && is_in_camp(end, own);
                if (!leaves_other && !returns_home) moves.push_back(move);
            }
        }
    }
    if (!has_men_in_camp) return moves;
    // A man has to leave the camp; if none can, one has to move away from its corner.
    auto inside = only(moves, [&](const Move& move) { return is_in_camp(move.front(), own); });
    auto leaving = only(inside, [&](const Move& move) { return !is_in_camp(move.back(), own); });
    if (!leaving.empty()) return leaving;
    auto moving_up = only(inside, [&](const Move& move) { return is_further(move, own); });
    if (!moving_up.empty()) return moving_up;
    return only(moves, [&](const Move& move) { return !is_in_camp(move.front(), own); });
}

// Your idea goes here. This one gets as far as it can towards the other corner.
Move choose(const Task& task, const std::vector<Move>& moves) {
    return *std::max_element(moves.begin(), moves.end(), [&](const Move& a, const Move& b) {
        Square one = gain(a, task.side), other = gain(b, task.side);
        return one.x + one.y < other.x + other.y;
    });
}

// Writes output.txt: one step, or each jump of a chain.
void write(std::ostream& output, const Move& move) {
    int across = std::abs(move[1].x - move[0].x), down = std::abs(move[1].y - move[0].y);
    char letter = std::max(across, down) == 1 ? 'E' : 'J';
    for (size_t i = 1; i < move.size(); i++) {
        output << letter << ' ' << move[i - 1].x << ',' << move[i - 1].y << ' ' << move[i].x << ','
               << move[i].y << '\n';
    }
}

void list(const std::vector<Move>& moves) {
    for (const Move& move : moves) {
        for (size_t i = 0; i < move.size(); i++) {
            std::cout << (i ? "-" : &move == &moves[0] ? "" : " ") << move[i].x << ',' << move[i].y;
        }
    }
    std::cout << '\n';
}

int main(int count, char** arguments) {
    Task task;
    if (count > 1 && std::string(arguments[1]) == "--moves") {
        while (read(std::cin, task)) list(legal_moves(task));
        return 0;
    }
    std::ifstream input("input.txt");
    if (!read(input, task)) return 1;
    std::ofstream output("output.txt");
    write(output, choose(task, legal_moves(task)));
}
