// Judges the answer to a checkers question: validate INPUT ANSWER FEEDBACK_DIR < OUTPUT.
//
// The answer file lists every line that keeps the value of the position, as tables of all endings
// of this size prove.

#include <fstream>
#include <iostream>
#include <set>
#include <sstream>
#include <string>

#include "rules.h"

const int ACCEPTED = 42, WRONG = 43;

int refuse(const std::string& folder, const std::string& reason) {
    std::ofstream(folder + "judgemessage.txt") << reason << '\n';
    std::ofstream(folder + "teammessage.txt") << reason << '\n';
    return WRONG;
}

// The words of a line with single blanks between them.
std::string words_of(const std::string& line) {
    std::istringstream input(line.substr(0, 200));
    std::string text, word;
    while (input >> word) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string text_of(const State& state) {
    std::ostringstream text;
    text << state.board << ' ' << state.last << ' ' << state.next << ' ' << state.counter;
    return text.str();
}

int main(int count, char** arguments) {
    if (count < 4) return 1;
    std::string folder = arguments[3], line, more;
    std::ifstream input(arguments[1]), answers(arguments[2]);
    if (!std::getline(input, line)) return 1;
    State question = parse(line);
    std::set<std::string> right;
    while (std::getline(answers, line)) right.insert(line);

    if (!std::getline(std::cin, line)) return refuse(folder, "no answer");
    while (std::getline(std::cin, more)) {
        if (!words_of(more).empty()) return refuse(folder, "more than one line");
    }
    std::string answer = words_of(line);
    for (const Move& move : legal_moves(question)) {
        if (text_of(play(question, move)) != answer) continue;
        return right.count(answer) ? ACCEPTED : refuse(folder, "a better move was there");
    }
    return refuse(folder, "no legal move and the state after it");
}
