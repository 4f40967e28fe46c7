// The input of an Awari question, to the byte: exit status 42 if it is right, 43 otherwise.
// A line: the position, the plies that the opponent looks ahead, the side of the program.

#include <iostream>
#include <iterator>
#include <regex>
#include <string>

int main() {
    std::string input{std::istreambuf_iterator<char>(std::cin), {}};
    std::regex line("((0|[1-9][0-9]{0,2})-){14}[SN] [1-9] [SN]\n");
    return std::regex_match(input, line) ? 42 : 43;
}
