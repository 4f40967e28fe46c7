#include <map>

const int WIN = 10000;

// What tables have proven: a position, and a move that keeps its value.
const std::map<std::string, std::string> PROVEN = {
};

// What a side has: kings count more than men, men more the further they are.
int material(const State& state, char side) {
    int worth = 0;
    for (int cell = 0; cell < 32; cell++) {
        char piece = state.board[cell];
        if (lower(piece) != side) continue;
        int advanced = side == 'r' ? row(cell) : 7 - row(cell);
        worth += piece == side ? 100 + 4 * advanced : 150;
    }
    return worth;
}

// How far the pieces of the two sides are from each other, all together.
int distance(const State& state) {
    int sum = 0;
    for (int a = 0; a < 32; a++) {
        for (int b = 0; b < 32; b++) {
            if (lower(state.board[a]) != 'r' || lower(state.board[b]) != 'w') continue;
            sum += std::max(std::abs(row(a) - row(b)), std::abs(column(a) - column(b)));
        }
    }
    return sum;
}

// The value of a state for the side to move, by alpha-beta. Whoever is ahead wants to get near.
int value(const State& state, int depth, int ply, int alpha, int beta) {
    if (state.counter == 0) return 0;
    std::vector<Move> moves = legal_moves(state);
    if (moves.empty()) return ply - WIN;
    if (depth <= 0 && !is_capture(moves[0])) {
        int lead = material(state, state.next) - material(state, other(state.next));
        if (std::abs(lead) < 30) return lead;
        return lead + (lead > 0 ? -distance(state) : distance(state));
    }
    for (const Move& move : moves) {
        alpha = std::max(alpha, -value(play(state, move), depth - 1, ply + 1, -beta, -alpha));
        if (alpha >= beta) break;
    }
    return alpha;
}

// Looks nine plies ahead, and further until nothing can be captured; what is proven comes first.
Move choose(const State& state, const std::vector<Move>& moves) {
    Move best = moves[0];
    int alpha = -WIN;
    for (const Move& move : moves) {
        int worth = -value(play(state, move), 8, 1, -WIN, -alpha);
        if (worth > alpha) alpha = worth, best = move;
    }
    std::string asked = state.board + " " + state.next + " " + std::to_string(state.counter);
    auto proven = PROVEN.find(asked);
    for (const Move& move : moves) {
        if (proven != PROVEN.end() && text_of(move) == proven->second) best = move;
    }
    return best;
}
