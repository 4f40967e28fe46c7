import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A Halma program in Java: the first step it finds that leads out of the own camp. */
public class Leaves {
    static final int[] WIDTHS = {5, 5, 4, 3, 2};

    static boolean inCamp(int x, int y, boolean black) {
        int column = black ? x : 15 - x;
        int row = black ? y : 15 - y;
        return row < WIDTHS.length && column < WIDTHS[row];
    }

    public static void main(String[] arguments) throws Exception {
        List<String> lines = Files.readAllLines(Path.of("input.txt"));
        boolean black = lines.get(1).equals("BLACK");
        List<String> board = lines.subList(3, 19);
        for (int y = 0; y < 16; y++)
            for (int x = 0; x < 16; x++)
                if (board.get(y).charAt(x) == (black ? 'B' : 'W') && inCamp(x, y, black))
                    for (int to = 0; to < 9; to++) {
                        int toX = x + to % 3 - 1, toY = y + to / 3 - 1;
                        boolean onBoard = toX >= 0 && toX < 16 && toY >= 0 && toY < 16;
                        if (onBoard && board.get(toY).charAt(toX) == '.' && !inCamp(toX, toY, black)) {
                            try (PrintWriter output = new PrintWriter("output.txt")) {
                                output.printf("E %d,%d %d,%d\n", x, y, toX, toY);
                            }
                            return;
                        }
                    }
    }
}
