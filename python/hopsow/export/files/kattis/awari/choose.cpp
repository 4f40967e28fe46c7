// The value of a position for the side to move, by alpha-beta: the lead in captured stones.
int value(const Position& position, int depth, int alpha, int beta) {
    std::vector<int> moves = legal_moves(position);
    int side = position.side;
    if (depth == 0 || moves.empty()) return position.stores[side] - position.stores[1 - side];
    for (int pit : moves) {
        alpha = std::max(alpha, -value(position.play(pit), depth - 1, -beta, -alpha));
        if (alpha >= beta) break;
    }
    return alpha;
}

// Looks nine plies ahead.
int choose(const Position& position, const std::vector<int>& moves) {
    int best = moves[0], alpha = -1000;
    for (int pit : moves) {
        int worth = -value(position.play(pit), 8, -1000, -alpha);
        if (worth > alpha) alpha = worth, best = pit;
    }
    return best;
}
