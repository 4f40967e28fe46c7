// A Halma agent: it lists the legal moves and plays one of them.
//
//	./agent                        answer input.txt in this folder by output.txt
//	./agent --moves < input.txt    print the legal moves of each input on a line
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

const size = 16

var campWidths = []int{5, 5, 4, 3, 2}

// Square is x to the right and y down from the top left corner; it may be off the board.
type Square struct{ x, y int }

var directions = []Square{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}

// Move is its path: the square of the man and then every square on which it lands.
type Move []Square

// Task is what input.txt asks: seconds for one move (SINGLE) or for the rest of the game (GAME).
type Task struct {
	mode    string
	side    byte // B or W
	seconds float64
	board   []string
}

func parse(lines []string) (Task, error) {
	seconds, err := strconv.ParseFloat(lines[2], 64)
	return Task{lines[0], lines[1][0], seconds, lines[3:]}, err
}

// at is B, W or a dot; a blank off the board.
func (task Task) at(square Square) byte {
	if square.x < 0 || square.x >= size || square.y < 0 || square.y >= size {
		return ' '
	}
	return task.board[square.y][square.x]
}

func (square Square) beyond(direction Square, steps int) Square {
	return Square{square.x + steps*direction.x, square.y + steps*direction.y}
}

func (square Square) isInCamp(side byte) bool {
	if side == 'W' {
		square = Square{size - 1 - square.x, size - 1 - square.y}
	}
	return square.y < len(campWidths) && square.x < campWidths[square.y]
}

func (square Square) String() string {
	return fmt.Sprintf("%d,%d", square.x, square.y)
}

func (move Move) start() Square { return move[0] }

func (move Move) end() Square { return move[len(move)-1] }

func (move Move) String() string {
	texts := []string{}
	for _, square := range move {
		texts = append(texts, square.String())
	}
	return strings.Join(texts, "-")
}

// gain is how much further right and down a move leads, or left and up for White.
func (move Move) gain(side byte) Square {
	sign := 1
	if side == 'W' {
		sign = -1
	}
	return Square{sign * (move.end().x - move.start().x), sign * (move.end().y - move.start().y)}
}

// isFurther says whether a move leads away from the own corner on one axis, and on neither
// towards it.
func (move Move) isFurther(side byte) bool {
	far := move.gain(side)
	return far.x >= 0 && far.y >= 0 && far.x+far.y > 0
}

func endsOn(moves []Move, square Square) bool {
	for _, move := range moves {
		if move.end() == square {
			return true
		}
	}
	return false
}

// movesOfMan are every step and every chain of jumps: one move for each square it can end on.
func movesOfMan(task Task, man Square) []Move {
	moves := []Move{}
	for _, direction := range directions {
		if end := man.beyond(direction, 1); task.at(end) == '.' {
			moves = append(moves, Move{man, end})
		}
	}
	chains := []Move{{man}}
	for i := 0; i < len(chains); i++ { // the list grows: shorter chains come first
		for _, direction := range directions {
			over, land := chains[i].end().beyond(direction, 1), chains[i].end().beyond(direction, 2)
			// The man itself is in the air: its own square is empty.
			isMan := (task.at(over) == 'B' || task.at(over) == 'W') && over != man
			if !isMan || task.at(land) != '.' || endsOn(chains, land) {
				continue
			}
			chain := append(append(Move{}, chains[i]...), land)
			chains = append(chains, chain)
			if !endsOn(moves, land) {
				moves = append(moves, chain)
			}
		}
	}
	return moves
}

func only(moves []Move, condition func(Move) bool) []Move {
	chosen := []Move{}
	for _, move := range moves {
		if condition(move) {
			chosen = append(chosen, move)
		}
	}
	return chosen
}

// legalMoves are those that the rules allow; only the two ends of a move count for the camps.
func legalMoves(task Task) []Move {
	own, other := task.side, byte('B'+'W')-task.side
	hasMenInCamp := false
	moves := []Move{}
	for y := 0; y < size; y++ {
		for x := 0; x < size; x++ {
			man := Square{x, y}
			if task.at(man) != own {
				continue
			}
			hasMenInCamp = hasMenInCamp || man.isInCamp(own)
			moves = append(moves, only(movesOfMan(task, man), func(move Move) bool {
				leavesOther := man.isInCamp(other) && !move.end().isInCamp(other)
				returnsHome := !man.isInCamp(own) && move.end().isInCamp(own)
				return !leavesOther && !returnsHome
			})...)
		}
	}
	if !hasMenInCamp {
		return moves
	}
	// A man has to leave the camp; if none can, one has to move away from its corner.
	inside := only(moves, func(move Move) bool { return move.start().isInCamp(own) })
	leaving := only(inside, func(move Move) bool { return !move.end().isInCamp(own) })
	if len(leaving) > 0 {
		return leaving
	}
	movingUp := only(inside, func(move Move) bool { return move.isFurther(own) })
	if len(movingUp) > 0 {
		return movingUp
	}
	return only(moves, func(move Move) bool { return !move.start().isInCamp(own) })
}

// choose is where your idea goes. This one gets as far as it can towards the other corner.
func choose(task Task, moves []Move) Move {
	best := moves[0]
	for _, move := range moves {
		far, furthest := move.gain(task.side), best.gain(task.side)
		if far.x+far.y > furthest.x+furthest.y {
			best = move
		}
	}
	return best
}

// answer is the lines of output.txt: one step, or each jump of a chain.
func answer(move Move) string {
	letter, lines := "J", ""
	for _, direction := range directions {
		if move[1] == move[0].beyond(direction, 1) {
			letter = "E"
		}
	}
	for i := 1; i < len(move); i++ {
		lines += fmt.Sprintf("%s %v %v\n", letter, move[i-1], move[i])
	}
	return lines
}

func run() error {
	length := 3 + size
	if len(os.Args) > 1 && os.Args[1] == "--moves" {
		input, err := io.ReadAll(os.Stdin)
		for lines := strings.Fields(string(input)); len(lines) >= length; lines = lines[length:] {
			task, err := parse(lines[:length])
			if err != nil {
				return err
			}
			fmt.Println(strings.Trim(fmt.Sprint(legalMoves(task)), "[]"))
		}
		return err
	}
	input, err := os.ReadFile("input.txt")
	if err != nil {
		return err
	}
	task, err := parse(strings.Fields(string(input))[:length])
	if err != nil {
		return err
	}
	return os.WriteFile("output.txt", []byte(answer(choose(task, legalMoves(task)))), 0o644)
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
