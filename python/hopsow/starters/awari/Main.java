import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * An Awari agent that speaks the engine protocol: it lists the legal moves and plays one of them.
 *
 * <pre>
 * java Main    answer lines of standard input: ugi, isready, position …, go, query
 *              legalmoves, quit
 * </pre>
 *
 * Pits 0 to 5 are South's from left to right, written A to F; 6 to 11 are North's, a to f, on the
 * way round. A move is a pit.
 */
public class Main {
    static final String START = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S";
    static final String LETTERS = "ABCDEFabcdef";
    static final int SOUTH = 0;
    static final int NORTH = 1;

    /** Stones in the pits and stores, and the side to move. */
    record Position(int[] pits, int[] stores, int side) {
        /** From a text such as START. */
        static Position parse(String text) {
            String[] words = text.split("-");
            int[] stones = Arrays.stream(words).limit(14).mapToInt(Integer::parseInt).toArray();
            int side = words[14].equals("S") ? SOUTH : NORTH;
            return new Position(
                    Arrays.copyOf(stones, 12), Arrays.copyOfRange(stones, 12, 14), side);
        }

        /** How many stones lie in the pits of a side. */
        int stonesOf(int whose) {
            return IntStream.range(6 * whose, 6 * whose + 6).map(pit -> pits[pit]).sum();
        }

        boolean isCapturedAt(int pit) {
            return pits[pit] == 2 || pits[pit] == 3;
        }

        /** The position after a move. */
        Position play(int pit) {
            Position after = new Position(pits.clone(), stores.clone(), 1 - side);
            after.pits[pit] = 0;
            int at = pit;
            for (int left = pits[pit]; left > 0; left--) {
                at = (at + 1) % 12;
                if (at == pit) { // skipped on every lap
                    at = (at + 1) % 12;
                }
                after.pits[at]++;
            }
            int won = 0;
            List<Integer> captured = new ArrayList<>();
            while (at >= 6 * after.side && at < 6 * after.side + 6 && after.isCapturedAt(at)) {
                captured.add(at);
                won += after.pits[at];
                at--;
            }
            if (won < after.stonesOf(after.side)) { // a grand slam captures nothing
                after.stores[side] += won;
                captured.forEach(each -> after.pits[each] = 0);
            }
            return after;
        }

        /** Whether a store holds more than half of all stones. */
        boolean isOver() {
            int everything = Arrays.stream(pits).sum() + Arrays.stream(stores).sum();
            return 2 * Math.max(stores[SOUTH], stores[NORTH]) > everything;
        }
    }

    /** The pits that may be sown: an opponent without stones has to be given some. */
    static List<Integer> legalMoves(Position position) {
        List<Integer> moves = new ArrayList<>();
        int other = 1 - position.side;
        boolean mustFeed = position.stonesOf(other) == 0;
        for (int pit = 6 * position.side; pit < 6 * position.side + 6; pit++) {
            if (position.isOver() || position.pits[pit] == 0) {
                continue;
            }
            if (!mustFeed || position.play(pit).stonesOf(other) > 0) {
                moves.add(pit);
            }
        }
        return moves;
    }

    /** Your idea goes here. This one captures as much as it can. */
    static int choose(Position position, List<Integer> moves) {
        return moves.stream()
                .max(Comparator.comparing(pit -> position.play(pit).stores[position.side]))
                .orElseThrow();
    }

    /** What a line says: position startpos or position fen TEXT, then moves A f … */
    static Position positionOf(List<String> words) {
        Position position = Position.parse(words.get(1).equals("fen") ? words.get(2) : START);
        int moves = words.indexOf("moves");
        if (moves >= 0) {
            for (String letter : words.subList(moves + 1, words.size())) {
                position = position.play(LETTERS.indexOf(letter));
            }
        }
        return position;
    }

    public static void main(String[] arguments) throws IOException {
        Position position = Position.parse(START);
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        for (String line = input.readLine(); line != null; line = input.readLine()) {
            List<String> words = List.of(line.strip().split("\\s+"));
            switch (words.get(0)) {
                case "ugi" -> {
                    System.out.println("id name starter\nid author you");
                    System.out.println("option name Game type combo default awari var awari");
                    System.out.println("ugiok");
                }
                case "isready" -> System.out.println("readyok");
                case "uginewgame" -> position = Position.parse(START);
                case "position" -> position = positionOf(words);
                case "go" -> {
                    int pit = choose(position, legalMoves(position));
                    System.out.println("bestmove " + LETTERS.charAt(pit));
                }
                case "query" -> {
                    if (!words.contains("legalmoves")) {
                        continue;
                    }
                    StringBuilder response = new StringBuilder("response");
                    legalMoves(position).forEach(pit -> response.append(" " + LETTERS.charAt(pit)));
                    System.out.println(response);
                }
                case "quit" -> {
                    return;
                }
                default -> {} // options, stop and lines that it does not know
            }
        }
    }
}
