//! A checkers agent: it lists the legal moves and plays one of them.
//!
//!     ./agent            answer each line of standard input with one on standard output
//!     ./agent init       the same, but print the start line first, and play white
//!     ./agent verbose    the same, and draw every position on standard error
//!     ./agent --moves    print the legal moves of each line instead
//!
//! A line is `BOARD LASTMOVE NEXT COUNTER`. The board has 32 cells, four in each row from the top;
//! red moves down. A move is its path: the cell of the piece and then every cell on which it lands.

use std::io::BufRead;
use std::{env, fmt, io};

const START: &str = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50";
const RED_WINS: &str = "-2";
const WHITE_WINS: &str = "-3";
const DRAW: &str = "-4";
const PLIES_TO_DRAW: u32 = 50;

type Board = Vec<u8>;
type Move = Vec<usize>;

/// What a line says; the counter is the number of plies until the draw.
struct State {
    board: Board,
    last: String,
    next: u8,
    counter: u32,
}

impl State {
    fn parse(line: &str) -> State {
        let words: Vec<&str> = line.split_whitespace().collect();
        State {
            board: words[0].bytes().collect(),
            last: words[1].to_string(),
            next: words[2].as_bytes()[0],
            counter: words[3].parse().expect("a number of plies"),
        }
    }

    fn is_over(&self) -> bool {
        [RED_WINS, WHITE_WINS, DRAW].contains(&self.last.as_str())
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let board = String::from_utf8_lossy(&self.board);
        write!(f, "{board} {} {} {}", self.last, self.next as char, self.counter)
    }
}

fn row(cell: usize) -> i32 {
    cell as i32 / 4
}

fn column(cell: usize) -> i32 {
    2 * (cell as i32 % 4) + (row(cell) + 1) % 2
}

/// The cell of a dark square; none off the board.
fn cell_at(row: i32, column: i32) -> Option<usize> {
    let is_on_board = (0..8).contains(&row) && (0..8).contains(&column);
    is_on_board.then(|| (row * 4 + column / 2) as usize)
}

fn beyond(cell: usize, (down, right): (i32, i32), steps: i32) -> Option<usize> {
    cell_at(row(cell) + steps * down, column(cell) + steps * right)
}

/// Down and to the right: men move forward, kings both ways.
fn directions(piece: u8) -> &'static [(i32, i32)] {
    match piece {
        b'r' => &[(1, -1), (1, 1)],
        b'w' => &[(-1, -1), (-1, 1)],
        _ => &[(-1, -1), (-1, 1), (1, -1), (1, 1)],
    }
}

fn other(side: u8) -> u8 {
    if side == b'r' { b'w' } else { b'r' }
}

/// Return true if this piece, a man until now, becomes a king on a cell.
fn is_crowned(piece: u8, cell: usize) -> bool {
    piece == b'r' && row(cell) == 7 || piece == b'w' && row(cell) == 0
}

fn put(board: &Board, cell: usize, piece: u8) -> Board {
    let mut copy = board.clone();
    copy[cell] = piece;
    copy
}

fn longer(path: &Move, cell: usize) -> Move {
    [path.as_slice(), &[cell]].concat()
}

/// Every finished capture that begins with a path. The piece itself is not on the board.
fn captures_from(board: &Board, piece: u8, path: &Move) -> Vec<Move> {
    let mut captures = Vec::new();
    let at = path[path.len() - 1];
    for &direction in directions(piece) {
        let (over, land) = match (beyond(at, direction, 1), beyond(at, direction, 2)) {
            (Some(over), Some(land)) => (over, land),
            _ => continue,
        };
        let is_enemy = board[over].to_ascii_lowercase() == other(piece.to_ascii_lowercase());
        if !is_enemy || board[land] != b'.' {
            continue;
        }
        let jumped = longer(path, land);
        let mut more = Vec::new();
        if !is_crowned(piece, land) {
            more = captures_from(&put(board, over, b'.'), piece, &jumped);
        }
        if more.is_empty() {
            more.push(jumped);
        }
        captures.append(&mut more);
    }
    captures
}

/// All captures, or all steps where there is nothing to capture; none once the game is drawn.
fn legal_moves(state: &State) -> Vec<Move> {
    let (mut captures, mut steps) = (Vec::new(), Vec::new());
    if state.counter == 0 {
        return steps;
    }
    for (cell, &piece) in state.board.iter().enumerate() {
        if piece.to_ascii_lowercase() != state.next {
            continue;
        }
        captures.append(&mut captures_from(&put(&state.board, cell, b'.'), piece, &vec![cell]));
        let ways = directions(piece).iter();
        let lands = ways.filter_map(|&direction| beyond(cell, direction, 1));
        steps.extend(lands.filter(|&land| state.board[land] == b'.').map(|land| vec![cell, land]));
    }
    if captures.is_empty() { steps } else { captures }
}

fn is_capture(path: &Move) -> bool {
    (row(path[1]) - row(path[0])).abs() == 2
}

/// A move as the pipe writes it: the number of jumps, then the path.
fn text_of(path: &Move) -> String {
    let jumps = if is_capture(path) { path.len() - 1 } else { 0 };
    let numbers = [&[jumps], path.as_slice()].concat();
    numbers.iter().map(usize::to_string).collect::<Vec<_>>().join("_")
}

/// The state after a move.
fn play(state: &State, path: &Move) -> State {
    let (start, end) = (path[0], path[path.len() - 1]);
    let piece = state.board[start];
    let mut board = put(&state.board, start, b'.');
    if is_capture(path) {
        for hop in path.windows(2) {
            let (a, b) = (hop[0], hop[1]);
            let over = cell_at((row(a) + row(b)) / 2, (column(a) + column(b)) / 2);
            board[over.expect("a cell between two cells")] = b'.';
        }
    }
    board[end] = if is_crowned(piece, end) { piece.to_ascii_uppercase() } else { piece };
    let counter = if is_capture(path) { PLIES_TO_DRAW } else { state.counter - 1 };
    State { board, last: text_of(path), next: other(state.next), counter }
}

/// Your idea goes here. This one captures as much as it can.
fn choose<'a>(_state: &State, moves: &'a [Move]) -> &'a Move {
    moves.iter().max_by_key(|path| path.len()).expect("a legal move")
}

/// The state after this side's turn, which may be to say that the game is over.
fn answer(state: &State) -> State {
    let moves = legal_moves(state);
    if !moves.is_empty() {
        return play(state, choose(state, &moves));
    }
    let lost = if state.next == b'r' { WHITE_WINS } else { RED_WINS };
    let how = if state.counter == 0 { DRAW } else { lost };
    let board = state.board.clone();
    State { board, last: how.to_string(), next: other(state.next), counter: state.counter }
}

/// A character of a drawing.
fn sign(piece: u8) -> &'static str {
    match piece {
        b'r' => "●",
        b'R' => "◉",
        b'w' => "○",
        b'W' => "◎",
        _ => "·",
    }
}

/// Draws a state on standard error, and says who has won.
fn show(state: &State) {
    eprintln!("{} {} {}", state.last, state.next as char, state.counter);
    for (number, cells) in state.board.chunks(4).enumerate() {
        let signs: Vec<_> = cells.iter().map(|&piece| sign(piece)).collect();
        let indent = if number % 2 == 0 { "  " } else { "" };
        eprintln!("{:2}  {indent}{}", 4 * number, signs.join("   "));
    }
    match state.last.as_str() {
        RED_WINS => eprintln!("red wins\n"),
        WHITE_WINS => eprintln!("white wins\n"),
        DRAW => eprintln!("draw\n"),
        _ => eprintln!(),
    }
}

fn main() -> io::Result<()> {
    let has = |option: &str| env::args().any(|argument| argument == option);
    let is_verbose = has("verbose");
    if has("init") {
        println!("{START}");
        if is_verbose {
            show(&State::parse(START));
        }
    }
    for line in io::stdin().lock().lines() {
        let state = State::parse(&line?);
        if has("--moves") {
            println!("{}", legal_moves(&state).iter().map(text_of).collect::<Vec<_>>().join(" "));
            continue;
        }
        if is_verbose {
            show(&state);
        }
        if state.is_over() {
            break;
        }
        let after = answer(&state);
        println!("{after}");
        if is_verbose {
            show(&after);
        }
        if after.is_over() {
            break;
        }
    }
    Ok(())
}
