// An Awari agent that speaks the engine protocol: it lists the legal moves and plays one of them.
//
//	./agent    answer lines of standard input: ugi, isready, position …, go, query
//	           legalmoves, quit
//
// Pits 0 to 5 are South's from left to right, written A to F; 6 to 11 are North's, a to f, on the
// way round. A move is a pit.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const (
	start   = "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"
	letters = "ABCDEFabcdef"
	south   = 0
	north   = 1
)

// Position is the stones in the pits and stores, and the side to move.
type Position struct {
	pits   [12]int
	stores [2]int
	side   int
}

// parse reads a text such as start.
func parse(text string) (Position, error) {
	var position Position
	words := strings.Split(text, "-")
	if len(words) != 15 {
		return position, fmt.Errorf("no position: %q", text)
	}
	for i, word := range words[:14] {
		stones, err := strconv.Atoi(word)
		if err != nil {
			return position, err
		}
		if i < 12 {
			position.pits[i] = stones
		} else {
			position.stores[i-12] = stones
		}
	}
	if words[14] == "N" {
		position.side = north
	}
	return position, nil
}

// stonesOf is how many stones lie in the pits of a side.
func (position Position) stonesOf(side int) int {
	return sum(position.pits[6*side : 6*side+6])
}

func sum(numbers []int) int {
	total := 0
	for _, number := range numbers {
		total += number
	}
	return total
}

// play is the position after a move.
func (position Position) play(pit int) Position {
	after := position // arrays are copied
	after.side = 1 - position.side
	after.pits[pit] = 0
	at := pit
	for left := position.pits[pit]; left > 0; left-- {
		at = (at + 1) % 12
		if at == pit { // skipped on every lap
			at = (at + 1) % 12
		}
		after.pits[at]++
	}
	captured := after
	for first := 6 * after.side; first <= at && at < first+6; at-- {
		if after.pits[at] != 2 && after.pits[at] != 3 {
			break
		}
		captured.stores[position.side] += after.pits[at]
		captured.pits[at] = 0
	}
	if captured.stonesOf(after.side) == 0 { // a grand slam captures nothing
		return after
	}
	return captured
}

// isOver says whether a store holds more than half of all stones.
func (position Position) isOver() bool {
	everything := sum(position.pits[:]) + sum(position.stores[:])
	return 2*position.stores[south] > everything || 2*position.stores[north] > everything
}

// legalMoves are the pits that may be sown: an opponent without stones has to be given some.
func legalMoves(position Position) []int {
	moves := []int{}
	other := 1 - position.side
	mustFeed := position.stonesOf(other) == 0
	for pit := 6 * position.side; pit < 6*position.side+6; pit++ {
		if position.isOver() || position.pits[pit] == 0 {
			continue
		}
		if !mustFeed || position.play(pit).stonesOf(other) > 0 {
			moves = append(moves, pit)
		}
	}
	return moves
}

// choose is where your idea goes. This one captures as much as it can.
func choose(position Position, moves []int) int {
	best, most := moves[0], -1
	for _, pit := range moves {
		if store := position.play(pit).stores[position.side]; store > most {
			best, most = pit, store
		}
	}
	return best
}

// positionOf is what a line says: position startpos or position fen TEXT, then moves A f …
func positionOf(words []string) (Position, error) {
	text := start
	if words[1] == "fen" {
		text = words[2]
	}
	position, err := parse(text)
	isMove := false
	for _, word := range words {
		if isMove {
			position = position.play(strings.Index(letters, word))
		}
		isMove = isMove || word == "moves"
	}
	return position, err
}

func run() error {
	position, err := parse(start)
	input := bufio.NewScanner(os.Stdin)
	input.Buffer(nil, 1<<20) // a long game is a long line
	for err == nil && input.Scan() {
		words := strings.Fields(input.Text())
		if len(words) == 0 {
			continue
		}
		switch words[0] {
		case "ugi":
			fmt.Println("id name starter\nid author you")
			fmt.Println("option name Game type combo default awari var awari\nugiok")
		case "isready":
			fmt.Println("readyok")
		case "uginewgame":
			position, err = parse(start)
		case "position":
			position, err = positionOf(words)
		case "go":
			fmt.Printf("bestmove %c\n", letters[choose(position, legalMoves(position))])
		case "query":
			if words[1] != "legalmoves" {
				continue
			}
			response := "response"
			for _, pit := range legalMoves(position) {
				response += fmt.Sprintf(" %c", letters[pit])
			}
			fmt.Println(response)
		case "quit":
			return nil
		}
	}
	return err
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
