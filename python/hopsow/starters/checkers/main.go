// A checkers agent: it lists the legal moves and plays one of them.
//
//	./agent            answer each line of standard input with one on standard output
//	./agent init       the same, but print the start line first, and play white
//	./agent verbose    the same, and draw every position on standard error
//	./agent --moves    print the legal moves of each line instead
//
// A line is BOARD LASTMOVE NEXT COUNTER. The board has 32 cells, four in each row from the top; red
// moves down.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"unicode"
)

const (
	start       = "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50"
	redWins     = "-2"
	whiteWins   = "-3"
	draw        = "-4"
	pliesToDraw = 50
	nowhere     = -1
)

// State is what a line says; the counter is the number of plies until the draw.
type State struct {
	board   string
	last    string
	next    string
	counter int
}

// Move is its path: the cell of the piece and then every cell on which it lands.
type Move []int

type direction struct{ down, right int }

// The first two lead up, the others down.
var ways = []direction{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}

func parse(line string) (State, error) {
	var state State
	_, err := fmt.Sscan(line, &state.board, &state.last, &state.next, &state.counter)
	return state, err
}

func (state State) String() string {
	return fmt.Sprintf("%s %s %s %d", state.board, state.last, state.next, state.counter)
}

func (state State) isOver() bool {
	return state.last == redWins || state.last == whiteWins || state.last == draw
}

func row(cell int) int { return cell / 4 }

func column(cell int) int { return 2*(cell%4) + (row(cell)+1)%2 }

// cellAt is the cell of a dark square, or nowhere.
func cellAt(row, column int) int {
	if row < 0 || row > 7 || column < 0 || column > 7 {
		return nowhere
	}
	return row*4 + column/2
}

func beyond(cell int, way direction, steps int) int {
	return cellAt(row(cell)+steps*way.down, column(cell)+steps*way.right)
}

// directions: men move forward, kings both ways.
func directions(piece byte) []direction {
	switch piece {
	case 'r':
		return ways[2:]
	case 'w':
		return ways[:2]
	}
	return ways
}

func other(side string) string {
	if side == "r" {
		return "w"
	}
	return "r"
}

func sideOf(piece byte) string { return string(unicode.ToLower(rune(piece))) }

func put(board string, cell int, piece byte) string {
	return board[:cell] + string(piece) + board[cell+1:]
}

// isCrowned says whether this piece, a man until now, becomes a king on a cell.
func isCrowned(piece byte, cell int) bool {
	return piece == 'r' && row(cell) == 7 || piece == 'w' && row(cell) == 0
}

func (move Move) end() int { return move[len(move)-1] }

func (move Move) then(cell int) Move { return append(append(Move{}, move...), cell) }

func (move Move) isCapture() bool {
	distance := row(move[1]) - row(move[0])
	return distance == 2 || distance == -2
}

// String is a move as the pipe writes it: the number of jumps, then the path.
func (move Move) String() string {
	jumps := 0
	if move.isCapture() {
		jumps = len(move) - 1
	}
	text := fmt.Sprint(jumps)
	for _, cell := range move {
		text += fmt.Sprintf("_%d", cell)
	}
	return text
}

// capturesFrom are all finished captures that begin with a path. The piece itself is not on the
// board.
func capturesFrom(board string, piece byte, path Move) []Move {
	captures := []Move{}
	for _, way := range directions(piece) {
		over, land := beyond(path.end(), way, 1), beyond(path.end(), way, 2)
		if land == nowhere || board[land] != '.' || sideOf(board[over]) != other(sideOf(piece)) {
			continue
		}
		longer := []Move{}
		if !isCrowned(piece, land) { // crowning ends the turn
			longer = capturesFrom(put(board, over, '.'), piece, path.then(land))
		}
		if len(longer) == 0 {
			longer = append(longer, path.then(land))
		}
		captures = append(captures, longer...)
	}
	return captures
}

// legalMoves are all captures, or all steps where there is nothing to capture; none once the game
// is drawn.
func legalMoves(state State) []Move {
	captures, steps := []Move{}, []Move{}
	if state.counter == 0 {
		return steps
	}
	for cell := 0; cell < len(state.board); cell++ {
		piece := state.board[cell]
		if sideOf(piece) != state.next {
			continue
		}
		captures = append(captures, capturesFrom(put(state.board, cell, '.'), piece, Move{cell})...)
		for _, way := range directions(piece) {
			if land := beyond(cell, way, 1); land != nowhere && state.board[land] == '.' {
				steps = append(steps, Move{cell, land})
			}
		}
	}
	if len(captures) > 0 {
		return captures
	}
	return steps
}

// play is the state after a move.
func play(state State, move Move) State {
	piece, counter := state.board[move[0]], state.counter-1
	board := put(state.board, move[0], '.')
	if move.isCapture() {
		counter = pliesToDraw
		for i := 1; i < len(move); i++ {
			a, b := move[i-1], move[i]
			board = put(board, cellAt((row(a)+row(b))/2, (column(a)+column(b))/2), '.')
		}
	}
	if isCrowned(piece, move.end()) {
		piece = strings.ToUpper(string(piece))[0]
	}
	return State{put(board, move.end(), piece), move.String(), other(state.next), counter}
}

// choose is where your idea goes. This one captures as much as it can.
func choose(_ State, moves []Move) Move {
	longest := moves[0]
	for _, move := range moves {
		if len(move) > len(longest) {
			longest = move
		}
	}
	return longest
}

// answer is the state after this side's turn, which may be to say that the game is over.
func answer(state State) State {
	if moves := legalMoves(state); len(moves) > 0 {
		return play(state, choose(state, moves))
	}
	how := redWins
	if state.next == "r" {
		how = whiteWins
	}
	if state.counter == 0 {
		how = draw
	}
	return State{state.board, how, other(state.next), state.counter}
}

var signs = strings.NewReplacer("r", "●", "R", "◉", "w", "○", "W", "◎", ".", "·")

var results = map[string]string{redWins: "red wins\n", whiteWins: "white wins\n", draw: "draw\n"}

// show draws a state on standard error, and says who has won.
func show(state State) {
	text := fmt.Sprintf("%s %s %d\n", state.last, state.next, state.counter)
	for first := 0; first < len(state.board); first += 4 {
		indent := strings.Repeat("  ", 1-row(first)%2)
		cells := strings.Split(state.board[first:first+4], "")
		text += fmt.Sprintf("%2d  %s%s\n", first, indent, signs.Replace(strings.Join(cells, "   ")))
	}
	fmt.Fprintln(os.Stderr, text+results[state.last])
}

func run() error {
	option := strings.Join(os.Args[1:], " ")
	isVerbose := strings.Contains(option, "verbose")
	if strings.Contains(option, "init") {
		fmt.Println(start)
		if state, err := parse(start); isVerbose && err == nil {
			show(state)
		}
	}
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		state, err := parse(input.Text())
		if err != nil {
			return err
		}
		if option == "--moves" {
			fmt.Println(strings.Trim(fmt.Sprint(legalMoves(state)), "[]"))
			continue
		}
		if isVerbose {
			show(state)
		}
		if state.isOver() {
			break
		}
		state = answer(state)
		fmt.Println(state)
		if isVerbose {
			show(state)
		}
		if state.isOver() {
			break
		}
	}
	return input.Err()
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
