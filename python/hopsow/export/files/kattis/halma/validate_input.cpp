// The input of a Halma question, to the byte: exit status 42 if it is right, 43 otherwise.

#include <iostream>
#include <iterator>
#include <regex>
#include <string>

int main() {
    std::string input{std::istreambuf_iterator<char>(std::cin), {}};
    std::string line = "SINGLE\n(BLACK|WHITE)\n(0|[1-9][0-9]*)\\.[0-9]\n";
    for (int row = 0; row < 16; row++) line += "[BW.]{16}\n";
    return std::regex_match(input, std::regex(line)) ? 42 : 43;
}
