// The input of a checkers question, to the byte: exit status 42 if it is right, 43 otherwise.

#include <iostream>
#include <iterator>
#include <regex>
#include <string>

int main() {
    std::string input{std::istreambuf_iterator<char>(std::cin), {}};
    std::regex line("[.rwRW]{32} -5 [rw] ([1-9]|[1-4][0-9]|50)\n");
    return std::regex_match(input, line) ? 42 : 43;
}
