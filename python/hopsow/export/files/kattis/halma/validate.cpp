// Judges the answer to a Halma question: validate INPUT ANSWER FEEDBACK_DIR < OUTPUT.
//
// Any legal move is right, or only those whose two ends the answer file lists. Every hop is followed on the board, because a chain may be longer than
// necessary; the camp rules look at its two ends only.

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <regex>
#include <string>

#include "rules.h"

const int ACCEPTED = 42, WRONG = 43;
const int MAX_LINES = 1000;

[[noreturn]] void refuse(const std::string& folder, const std::string& reason) {
    std::ofstream(folder + "judgemessage.txt") << reason << '\n';
    std::ofstream(folder + "teammessage.txt") << reason << '\n';
    std::exit(WRONG);
}

// Why a man on its way cannot hop; nothing if it can. Its own square is empty meanwhile.
std::string problem(const Task& task, Square man, Square from, Square to, bool is_step) {
    int dx = to.x - from.x, dy = to.y - from.y, steps = is_step ? 1 : 2;
    bool is_straight = std::abs(dx) <= steps && std::abs(dy) <= steps && dx % steps == 0 &&
                       dy % steps == 0 && (dx != 0 || dy != 0);
    if (!is_straight) return is_step ? "not a step" : "not a jump";
    if (task.at(to) != '.' && !(to == man)) return "a man stands there, or it is off the board";
    if (is_step) return "";
    Square over = {from.x + dx / 2, from.y + dy / 2};
    return task.at(over) == '.' || over == man ? "there is no man to jump over" : "";
}

// Whether a move is among those of an answer file, if it lists any.
bool is_right(const char* file, const Move& path) {
    std::ifstream answers(file);
    std::string line;
    std::getline(answers, line);
    if (line != "the right answers:") return true;
    char comma;
    Square from, to;
    while (answers >> from.x >> comma >> from.y >> to.x >> comma >> to.y) {
        if (from == path.front() && to == path.back()) return true;
    }
    return false;
}

int main(int count, char** arguments) {
    if (count < 4) return 1;
    std::string folder = arguments[3];
    std::ifstream input(arguments[1]);
    Task task;
    if (!read(input, task)) return 1;
    std::regex hop("([EJ]) ([0-9]{1,2}),([0-9]{1,2}) ([0-9]{1,2}),([0-9]{1,2})[ \t\r]*");
    Move path;
    bool is_step = false;
    for (std::string line; std::getline(std::cin, line);) {
        std::string where = "line " + std::to_string(path.empty() ? 1 : path.size()) + ": ";
        std::smatch words;
        if (line.find_first_not_of(" \t\r") == std::string::npos) {
            if (std::cin.peek() == EOF) break;
            refuse(folder, where + "empty");
        }
        if (line.size() > 100 || !std::regex_match(line, words, hop)) {
            refuse(folder, where + "expected E or J and two squares, such as E 4,0 5,0");
        }
        auto number = [&](int i) { return std::stoi(words[i]); };
        Square from = {number(2), number(3)}, to = {number(4), number(5)};
        if (path.empty()) path.push_back(from);
        if (is_step || (words[1] == "E" && path.size() > 1)) {
            refuse(folder, where + "a step is a whole move");
        }
        if (!(from == path.back())) refuse(folder, where + "the man is not on that square");
        is_step = words[1] == "E";
        std::string reason = problem(task, path.front(), from, to, is_step);
        if (!reason.empty()) refuse(folder, where + reason);
        path.push_back(to);
        if (path.size() > MAX_LINES) refuse(folder, "more than 1000 lines");
    }
    if (path.empty()) refuse(folder, "no move");
    for (const Move& move : legal_moves(task)) {
        if (!(move.front() == path.front() && move.back() == path.back())) continue;
        if (is_right(arguments[2], path)) return ACCEPTED;
        refuse(folder, "a better move was there");
    }
    refuse(folder, "the rules of the camps forbid this move, or the man is not yours");
}
