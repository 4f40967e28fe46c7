import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * A checkers agent: it lists the legal moves and plays one of them.
 *
 * <pre>
 * java Main            answer each line of standard input with one on standard output
 * java Main init       the same, but print the start line first, and play white
 * java Main verbose    the same, and draw every position on standard error
 * java Main --moves    print the legal moves of each line instead
 * </pre>
 *
 * A line is BOARD LASTMOVE NEXT COUNTER. The board has 32 cells, four in each row from the top; red
 * moves down. A move is its path: the cell of the piece and then every cell on which it lands.
 */
public class Main {
    static final String START = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50";
    static final String RED_WINS = "-2";
    static final String WHITE_WINS = "-3";
    static final String DRAW = "-4";
    static final int PLIES_TO_DRAW = 50;
    static final int NOWHERE = -1;
    static final String SIGNS = "\u25cf\u25c9\u25cb\u25ce\u00b7"; // discs and a dot

    /** What a line says; the counter is the number of plies until the draw. */
    record State(String board, String last, char next, int counter) {
        static State parse(String line) {
            String[] words = line.strip().split(" ");
            return new State(words[0], words[1], words[2].charAt(0), Integer.parseInt(words[3]));
        }

        boolean isOver() {
            return List.of(RED_WINS, WHITE_WINS, DRAW).contains(last);
        }

        @Override
        public String toString() {
            return board + " " + last + " " + next + " " + counter;
        }
    }

    record Move(List<Integer> path) {
        int start() {
            return path.get(0);
        }

        int end() {
            return path.get(path.size() - 1);
        }

        Move then(int cell) {
            List<Integer> longer = new ArrayList<>(path);
            longer.add(cell);
            return new Move(longer);
        }

        boolean isCapture() {
            return Math.abs(row(path.get(1)) - row(start())) == 2;
        }

        /** As the pipe writes it: the number of jumps, then the path. */
        @Override
        public String toString() {
            int jumps = isCapture() ? path.size() - 1 : 0;
            String cells = path.stream().map(String::valueOf).collect(Collectors.joining("_"));
            return jumps + "_" + cells;
        }
    }

    static int row(int cell) {
        return cell / 4;
    }

    static int column(int cell) {
        return 2 * (cell % 4) + (row(cell) + 1) % 2;
    }

    /** The cell of a dark square, or NOWHERE. */
    static int cellAt(int row, int column) {
        boolean isOnBoard = row >= 0 && row < 8 && column >= 0 && column < 8;
        return isOnBoard ? row * 4 + column / 2 : NOWHERE;
    }

    static char other(char side) {
        return side == 'r' ? 'w' : 'r';
    }

    /** Down and to the right: men move forward, kings both ways. */
    static int[][] directions(char piece) {
        return switch (piece) {
            case 'r' -> new int[][] {{1, -1}, {1, 1}};
            case 'w' -> new int[][] {{-1, -1}, {-1, 1}};
            default -> new int[][] {{-1, -1}, {-1, 1}, {1, -1}, {1, 1}};
        };
    }

    static String put(String board, int cell, char piece) {
        return board.substring(0, cell) + piece + board.substring(cell + 1);
    }

    /** Whether this piece, a man until now, becomes a king on a cell. */
    static boolean isCrowned(char piece, int cell) {
        return piece == 'r' && row(cell) == 7 || piece == 'w' && row(cell) == 0;
    }

    /** Every finished capture that begins with a path. The piece itself is not on the board. */
    static List<Move> capturesFrom(String board, char piece, Move begun) {
        List<Move> captures = new ArrayList<>();
        int at = begun.end();
        for (int[] direction : directions(piece)) {
            int over = cellAt(row(at) + direction[0], column(at) + direction[1]);
            int land = cellAt(row(at) + 2 * direction[0], column(at) + 2 * direction[1]);
            if (land == NOWHERE || board.charAt(land) != '.') {
                continue;
            }
            if (Character.toLowerCase(board.charAt(over)) != other(Character.toLowerCase(piece))) {
                continue;
            }
            List<Move> longer = List.of();
            if (!isCrowned(piece, land)) { // crowning ends the turn
                longer = capturesFrom(put(board, over, '.'), piece, begun.then(land));
            }
            captures.addAll(longer.isEmpty() ? List.of(begun.then(land)) : longer);
        }
        return captures;
    }

    /** All captures, or all steps where there is nothing to capture; none once it is drawn. */
    static List<Move> legalMoves(State state) {
        List<Move> captures = new ArrayList<>();
        List<Move> steps = new ArrayList<>();
        if (state.counter == 0) {
            return steps;
        }
        for (int cell = 0; cell < state.board.length(); cell++) {
            char piece = state.board.charAt(cell);
            if (Character.toLowerCase(piece) != state.next) {
                continue;
            }
            Move begun = new Move(List.of(cell));
            captures.addAll(capturesFrom(put(state.board, cell, '.'), piece, begun));
            for (int[] direction : directions(piece)) {
                int land = cellAt(row(cell) + direction[0], column(cell) + direction[1]);
                if (land != NOWHERE && state.board.charAt(land) == '.') {
                    steps.add(begun.then(land));
                }
            }
        }
        return captures.isEmpty() ? steps : captures;
    }

    /** The state after a move. */
    static State play(State state, Move move) {
        char piece = state.board.charAt(move.start());
        String board = put(state.board, move.start(), '.');
        for (int i = 1; move.isCapture() && i < move.path.size(); i++) {
            int a = move.path.get(i - 1);
            int b = move.path.get(i);
            int over = cellAt((row(a) + row(b)) / 2, (column(a) + column(b)) / 2);
            board = put(board, over, '.');
        }
        char landed = isCrowned(piece, move.end()) ? Character.toUpperCase(piece) : piece;
        board = put(board, move.end(), landed);
        int counter = move.isCapture() ? PLIES_TO_DRAW : state.counter - 1;
        return new State(board, move.toString(), other(state.next), counter);
    }

    /** Your idea goes here. This one captures as much as it can. */
    static Move choose(State state, List<Move> moves) {
        return moves.stream().max(Comparator.comparing(move -> move.path.size())).orElseThrow();
    }

    /** The state after this side's turn, which may be to say that the game is over. */
    static State answer(State state) {
        List<Move> moves = legalMoves(state);
        if (!moves.isEmpty()) {
            return play(state, choose(state, moves));
        }
        String lost = state.next == 'r' ? WHITE_WINS : RED_WINS;
        String how = state.counter == 0 ? DRAW : lost;
        return new State(state.board, how, other(state.next), state.counter);
    }

    /** The state as a drawing, and who has won. */
    static String drawing(State state) {
        StringBuilder text = new StringBuilder();
        text.append(state.last + " " + state.next + " " + state.counter + "\n");
        for (int first = 0; first < 32; first += 4) {
            List<String> signs = new ArrayList<>();
            for (int cell = first; cell < first + 4; cell++) {
                int kind = "rRwW.".indexOf(state.board.charAt(cell));
                signs.add(SIGNS.substring(kind, kind + 1));
            }
            text.append(String.format("%2d  ", first) + (row(first) % 2 == 0 ? "  " : ""));
            text.append(String.join("   ", signs) + "\n");
        }
        switch (state.last) {
            case RED_WINS -> text.append("red wins\n");
            case WHITE_WINS -> text.append("white wins\n");
            case DRAW -> text.append("draw\n");
            default -> { }
        }
        return text.toString();
    }

    public static void main(String[] arguments) throws IOException {
        List<String> options = List.of(arguments);
        PrintStream errors = new PrintStream(System.err, true, StandardCharsets.UTF_8);
        Consumer<State> show = state -> {
            if (options.contains("verbose")) {
                errors.println(drawing(state));
            }
        };
        if (options.contains("init")) {
            System.out.println(START);
            show.accept(State.parse(START));
        }
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            State state = State.parse(line);
            if (options.contains("--moves")) {
                List<String> texts = legalMoves(state).stream().map(Move::toString).toList();
                System.out.println(String.join(" ", texts));
                continue;
            }
            show.accept(state);
            if (state.isOver()) {
                break;
            }
            State after = answer(state);
            System.out.println(after);
            show.accept(after);
            if (after.isOver()) {
                break;
            }
        }
    }
}
