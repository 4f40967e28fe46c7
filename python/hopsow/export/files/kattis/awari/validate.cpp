// Plays a game of Awari against a program: validate INPUT ANSWER FEEDBACK_DIR, with the program's
// output on standard input and its input on standard output.
//
// The opponent looks some plies ahead by plain minimax and counts the stores. A win is worth ten
// points and a draw five.

#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>

#include "rules.h"

const int ACCEPTED = 42, WRONG = 43;
const int MAX_PLIES = 2000;
const int MAX_LINES = 10000;
const int MOVE_MS = 1000;

int refuse(const std::string& folder, const std::string& reason) {
    std::ofstream(folder + "judgemessage.txt") << reason << '\n';
    std::ofstream(folder + "teammessage.txt") << reason << '\n';
    return WRONG;
}

std::string text_of(const Position& position) {
    std::ostringstream text;
    for (int stones : position.pits) text << stones << '-';
    text << position.stores[SOUTH] << '-' << position.stores[NORTH] << '-';
    text << (position.side == SOUTH ? 'S' : 'N');
    return text.str();
}

// Pits and side to move: what makes two positions the same.
std::string key_of(const Position& position) {
    Position without = position;
    without.stores = {0, 0};
    return text_of(without);
}

// How many stones the side to move will be ahead.
int value(const Position& position, int depth) {
    int lead = position.stores[position.side] - position.stores[1 - position.side];
    std::vector<int> moves = legal_moves(position);
    if (depth == 0 || moves.empty()) return lead;
    int best = -1000;
    for (int pit : moves) best = std::max(best, -value(position.play(pit), depth - 1));
    return best;
}

int best_move(const Position& position, int depth) {
    std::vector<int> moves = legal_moves(position);
    int chosen = moves[0], best = -1000;
    for (int pit : moves) {
        int worth = -value(position.play(pit), depth - 1);
        if (worth > best) best = worth, chosen = pit;
    }
    return chosen;
}

// The rest of the line that begins with a word; false if there is none.
bool hear(const std::string& word, std::string& rest) {
    std::string line, first;
    for (int count = 0; count < MAX_LINES && std::getline(std::cin, line); count++) {
        std::istringstream words(line.substr(0, 1000));
        if (words >> first && first == word) {
            rest.clear();
            words >> rest;
            return true;
        }
    }
    return false;
}

int main(int count, char** arguments) {
    if (count < 4) return 1;
    std::string folder = arguments[3], text, rest;
    std::ifstream input(arguments[1]);
    int depth;
    char program;
    if (!(input >> text >> depth >> program)) return 1;
    Position position = parse(text);
    std::cout << "ugi" << std::endl;
    if (!hear("ugiok", rest)) return refuse(folder, "no ugiok");
    std::cout << "setoption name Game value awari\nisready" << std::endl;
    if (!hear("readyok", rest)) return refuse(folder, "no readyok");
    std::cout << "uginewgame" << std::endl;

    std::string moves;
    std::set<std::string> seen = {key_of(position)};
    for (int ply = 0; ply < MAX_PLIES && !legal_moves(position).empty(); ply++) {
        int pit = -1;
        if (position.side == (program == 'S' ? SOUTH : NORTH)) {
            std::cout << "position fen " << text << (moves.empty() ? "" : " moves" + moves)
                      << "\ngo cputime " << MOVE_MS << std::endl;
            if (!hear("bestmove", rest)) return refuse(folder, "no bestmove");
            for (int legal : legal_moves(position)) {
                if (rest == LETTERS.substr(legal, 1)) pit = legal;
            }
            if (pit < 0) return refuse(folder, "bestmove names no legal move");
        } else {
            pit = best_move(position, depth);
        }
        position = position.play(pit);
        moves += " " + LETTERS.substr(pit, 1);
        if (!seen.insert(key_of(position)).second) break;  // a position that comes back ends it
    }
    std::cout << "quit" << std::endl;
    int own = program == 'S' ? SOUTH : NORTH;
    int lead = position.stores[own] - position.stores[1 - own];
    std::string result = "position fen " + text + " moves" + moves + ": ";
    if (lead < 0) return refuse(folder, result + "lost");
    std::ofstream(folder + "score.txt") << (lead > 0 ? 10 : 5) << '\n';
    std::ofstream(folder + "judgemessage.txt") << result << (lead > 0 ? "won" : "drawn") << '\n';
    return ACCEPTED;
}
