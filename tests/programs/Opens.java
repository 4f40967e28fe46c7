import java.util.Scanner;

/** A checkers program in Java that knows its first move, in the pipe and in the engine protocol. */
public class Opens {
    public static void main(String[] arguments) {
        Scanner lines = new Scanner(System.in);
        while (lines.hasNextLine()) {
            String line = lines.nextLine();
            if (line.endsWith(" -1 r 50"))
                System.out.println("rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49");
            else if (line.equals("ugi"))
                System.out.println("id name Opens\nugiok");
            else if (line.equals("isready"))
                System.out.println("readyok");
            else if (line.startsWith("go"))
                System.out.println("bestmove 9-13");
            else if (line.equals("quit"))
                return;
        }
    }
}
