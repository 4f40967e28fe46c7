import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A Halma agent: it lists the legal moves and plays one of them.
 *
 * <pre>
 * java Main                        answer input.txt in this folder by output.txt
 * java Main --moves < input.txt    print the legal moves of each input on a line
 * </pre>
 *
 * A move is its path: the square of the man and then every square on which it lands.
 */
public class Main {
    static final int SIZE = 16;
    static final int[] CAMP_WIDTHS = {5, 5, 4, 3, 2};
    static final int[][] DIRECTIONS = {
        {-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}
    };

    /** x to the right, y down from the top left corner; it may be off the board. */
    record Square(int x, int y) {
        Square beyond(int[] direction, int steps) {
            return new Square(x + steps * direction[0], y + steps * direction[1]);
        }

        /** Whether it is in the camp of a side, B or W. */
        boolean isInCamp(char side) {
            int column = side == 'B' ? x : SIZE - 1 - x;
            int row = side == 'B' ? y : SIZE - 1 - y;
            return row < CAMP_WIDTHS.length && column < CAMP_WIDTHS[row];
        }

        @Override
        public String toString() {
            return x + "," + y;
        }
    }

    record Move(List<Square> path) {
        Square start() {
            return path.get(0);
        }

        Square end() {
            return path.get(path.size() - 1);
        }

        Move then(Square square) {
            List<Square> longer = new ArrayList<>(path);
            longer.add(square);
            return new Move(longer);
        }

        /** How much further right and down it leads, or left and up for White. */
        int[] gain(char side) {
            int sign = side == 'B' ? 1 : -1;
            return new int[] {sign * (end().x - start().x), sign * (end().y - start().y)};
        }

        /** Whether it leads away from the own corner on one axis, and on neither towards it. */
        boolean isFurther(char side) {
            int[] gain = gain(side);
            return gain[0] >= 0 && gain[1] >= 0 && gain[0] + gain[1] > 0;
        }
    }

    /** What input.txt asks: seconds for one move (SINGLE) or for the rest of the game (GAME). */
    record Task(String mode, char side, double seconds, List<String> board) {
        static Task parse(List<String> lines) {
            char side = lines.get(1).charAt(0);
            double seconds = Double.parseDouble(lines.get(2));
            return new Task(lines.get(0), side, seconds, lines.subList(3, 3 + SIZE));
        }

        /** B, W or a dot; a blank off the board. */
        char at(Square square) {
            boolean isOnBoard =
                    square.x >= 0 && square.x < SIZE && square.y >= 0 && square.y < SIZE;
            return isOnBoard ? board.get(square.y).charAt(square.x) : ' ';
        }
    }

    /** Every step and every chain of jumps of a man: one move for each square it can end on. */
    static List<Move> movesOfMan(Task task, Square man) {
        List<Move> moves = new ArrayList<>();
        for (int[] direction : DIRECTIONS) {
            Square end = man.beyond(direction, 1);
            if (task.at(end) == '.') {
                moves.add(new Move(List.of(man, end)));
            }
        }
        List<Square> steps = moves.stream().map(Move::end).toList();
        List<Move> chains = new ArrayList<>(List.of(new Move(List.of(man))));
        for (int i = 0; i < chains.size(); i++) { // the list grows: shorter chains come first
            for (int[] direction : DIRECTIONS) {
                Square over = chains.get(i).end().beyond(direction, 1);
                Square land = chains.get(i).end().beyond(direction, 2);
                // The man itself is in the air: its own square is empty.
                boolean isMan = (task.at(over) == 'B' || task.at(over) == 'W') && !over.equals(man);
                boolean isNew = chains.stream().noneMatch(chain -> chain.end().equals(land));
                if (isMan && task.at(land) == '.' && isNew) {
                    chains.add(chains.get(i).then(land));
                }
            }
        }
        chains.stream().skip(1).filter(chain -> !steps.contains(chain.end())).forEach(moves::add);
        return moves;
    }

    /** The moves that the rules allow; only the two ends of a move count for the camps. */
    static List<Move> legalMoves(Task task) {
        char own = task.side;
        char other = own == 'B' ? 'W' : 'B';
        boolean hasMenInCamp = false;
        List<Move> moves = new ArrayList<>();
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                Square man = new Square(x, y);
                if (task.at(man) != own) {
                    continue;
                }
                hasMenInCamp |= man.isInCamp(own);
                for (Move move : movesOfMan(task, man)) {
                    Square end = move.end();
                    boolean leavesOther = man.isInCamp(other) && !end.isInCamp(other);
                    boolean returnsHome = !man.isInCamp(own) && end.isInCamp(own);
                    if (!leavesOther && !returnsHome) {
                        moves.add(move);
                    }
                }
            }
        }
        if (!hasMenInCamp) {
            return moves;
        }
        // A man has to leave the camp; if none can, one has to move away from its corner.
        List<Move> inside = moves.stream().filter(move -> move.start().isInCamp(own)).toList();
        List<Move> leaving = inside.stream().filter(move -> !move.end().isInCamp(own)).toList();
        if (!leaving.isEmpty()) {
            return leaving;
        }
        List<Move> movingUp = inside.stream().filter(move -> move.isFurther(own)).toList();
        if (!movingUp.isEmpty()) {
            return movingUp;
        }
        return moves.stream().filter(move -> !move.start().isInCamp(own)).toList();
    }

    /** Your idea goes here. This one gets as far as it can towards the other corner. */
    static Move choose(Task task, List<Move> moves) {
        return moves.stream()
                .max(Comparator.comparing(move -> Arrays.stream(move.gain(task.side)).sum()))
                .orElseThrow();
    }

    /** The lines of output.txt: one step, or each jump of a chain. */
    static String answer(Move move) {
        Square first = move.path.get(1);
        int across = Math.abs(first.x - move.start().x);
        int down = Math.abs(first.y - move.start().y);
        String letter = Math.max(across, down) == 1 ? "E" : "J";
        StringBuilder lines = new StringBuilder();
        for (int i = 1; i < move.path.size(); i++) {
            lines.append(letter + " " + move.path.get(i - 1) + " " + move.path.get(i) + "\n");
        }
        return lines.toString();
    }

    static String textOf(Move move) {
        return move.path.stream().map(Square::toString).collect(Collectors.joining("-"));
    }

    static List<String> linesOf(String text) {
        return text.lines().map(String::strip).toList();
    }

    public static void main(String[] arguments) throws IOException {
        if (List.of(arguments).contains("--moves")) {
            List<String> lines = linesOf(new String(System.in.readAllBytes()));
            for (int start = 0; start + 3 + SIZE <= lines.size(); start += 3 + SIZE) {
                Task task = Task.parse(lines.subList(start, start + 3 + SIZE));
                List<String> texts = legalMoves(task).stream().map(Main::textOf).toList();
                System.out.println(String.join(" ", texts));
            }
            return;
        }
        Task task = Task.parse(linesOf(Files.readString(Path.of("input.txt"))));
        Files.writeString(Path.of("output.txt"), answer(choose(task, legalMoves(task))));
    }
}
