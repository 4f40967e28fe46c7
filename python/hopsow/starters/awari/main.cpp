// An Awari agent that speaks the engine protocol: it lists the legal moves and plays one of them.
//
//     ./agent    answer lines of standard input: ugi, isready, position …, go, query
//                legalmoves, quit
//
// Pits 0 to 5 are South's from left to right, written A to F; 6 to 11 are North's, a to f, on the
// way round. A move is a pit.

#include <algorithm>
#include <array>
#include <iostream>
#include <numeric>
#include <sstream>
#include <string>
#include <vector>

const std::string START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
const std::string LETTERS = "ABCDEFabcdef";
const int SOUTH = 0, NORTH = 1;

// Stones in the pits and stores, and the side to move.
struct Position {
    std::array<int, 12> pits;
    std::array<int, 2> stores;
    int side;

    // How many stones lie in the pits of a side.
    int stones_of(int whose) const {
        auto first = pits.begin() + 6 * whose;
        return std::accumulate(first, first + 6, 0);
    }

    // The position after a move.
    Position play(int pit) const {
        Position after = *this;
        after.side = 1 - side;
        after.pits[pit] = 0;
        int at = pit;
        for (int left = pits[pit]; left > 0; left--) {
            at = (at + 1) % 12;
            if (at == pit) at = (at + 1) % 12;  // skipped on every lap
            after.pits[at]++;
        }
        int first = 6 * after.side, won = 0;
        std::vector<int> captured;
        for (; first <= at && at < first + 6; at--) {
            if (after.pits[at] != 2 && after.pits[at] != 3) break;
            captured.push_back(at);
            won += after.pits[at];
        }
        if (won < after.stones_of(after.side)) {  // a grand slam captures nothing
            after.stores[side] += won;
            for (int each : captured) after.pits[each] = 0;
        }
        return after;
    }

    // Whether a store holds more than half of all stones.
    bool is_over() const {
        int everything = stones_of(SOUTH) + stones_of(NORTH) + stores[SOUTH] + stores[NORTH];
        return 2 * std::max(stores[SOUTH], stores[NORTH]) > everything;
    }
};

// A position from a text such as START.
Position parse(const std::string& text) {
    Position position;
    std::istringstream words(text);
    std::string word;
    for (int& stones : position.pits) {
        std::getline(words, word, '-');
        stones = std::stoi(word);
    }
    for (int& stones : position.stores) {
        std::getline(words, word, '-');
        stones = std::stoi(word);
    }
    std::getline(words, word, '-');
    position.side = word == "S" ? SOUTH : NORTH;
    return position;
}

// The pits that may be sown: an opponent without stones has to be given some.
std::vector<int> legal_moves(const Position& position) {
    std::vector<int> moves;
    if (position.is_over()) return moves;
    int other = 1 - position.side;
    bool must_feed = position.stones_of(other) == 0;
    for (int pit = 6 * position.side; pit < 6 * position.side + 6; pit++) {
        if (position.pits[pit] == 0) continue;
        if (!must_feed || position.play(pit).stones_of(other) > 0) moves.push_back(pit);
    }
    return moves;
}

// Your idea goes here. This one captures as much as it can.
int choose(const Position& position, const std::vector<int>& moves) {
    return *std::max_element(moves.begin(), moves.end(), [&](int a, int b) {
        int side = position.side;
        return position.play(a).stores[side] < position.play(b).stores[side];
    });
}

// What a line says after `position`: startpos or fen TEXT, then moves A f …
Position position_of(std::istream& words) {
    std::string word;
    words >> word;
    if (word == "fen") words >> word;
    Position position = parse(word == "startpos" ? START : word);
    while (words >> word) {
        if (word != "moves") position = position.play(static_cast<int>(LETTERS.find(word)));
    }
    return position;
}

int main() {
    Position position = parse(START);
    for (std::string line; std::getline(std::cin, line);) {
        std::istringstream words(line);
        std::string command, what;
        words >> command;
        if (command == "ugi") {
            std::cout << "id name starter\nid author you\n"
                      << "option name Game type combo default awari var awari\nugiok\n";
        } else if (command == "isready") {
            std::cout << "readyok\n";
        } else if (command == "uginewgame") {
            position = parse(START);
        } else if (command == "position") {
            position = position_of(words);
        } else if (command == "go") {
            std::cout << "bestmove " << LETTERS[choose(position, legal_moves(position))] << '\n';
        } else if (command == "query" && words >> what && what == "legalmoves") {
            std::cout << "response";
            for (int pit : legal_moves(position)) std::cout << ' ' << LETTERS[pit];
            std::cout << '\n';
        } else if (command == "quit") {
            break;
        }
        std::cout.flush();
    }
}
