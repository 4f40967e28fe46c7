"""Fit the weights of Halma's evaluation to the results of self-play.

    hopsow lab data halma --games 2000 --nodes 400 --seed 1 -o FOLDER
    python benches/lab/refit_halma.py FOLDER

Logistic regression finds the weights whose sum best predicts the winner of a position's game, in
hundredths of a ply: a side of equal players takes 85 plies from one camp to the other. They are
printed beside those that the engine has; they must win a match before they replace them.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import hopsow
import numpy as np
from hopsow.lab.learning.values import data

SOURCE = Path(__file__).parents[2] / "crates/hopsow-core/src/games/halma/evaluation.rs"
NAMES = ("to go", "squared", "to corner", "off diagonal", "door", "bridges")
PLIES_OF_A_SIDE, TEMPO = 85.0, 60
CHECKED = 200
CORNER = {"b": (0, 0), "w": (15, 15)}  # behind each side's camp
OTHER = {"b": "w", "w": "b"}
Square = tuple[int, int]


def main(folder: str) -> None:
    present = fitted_before()
    engine = hopsow.Engine("halma")
    rows: list[np.ndarray] = []
    results: list[float] = []
    for number, sample in enumerate(data.read(folder)):
        own = "bw"[sample.position.to_move == "white"]
        men = men_of(str(sample.position))
        ways = [squares(men, side) for side in (own, OTHER[own])]
        if number < CHECKED:
            here, there = (np.trunc(way @ present / 16).sum() for way in ways)
            judged = engine.estimate(sample.position)
            assert abs(judged - (here - there + TEMPO) / 100) < 1e-6, sample.position
        rows.append(np.append((ways[0].sum(0) - ways[1].sum(0)) / 16, 1.0))  # and being on the move
        results.append((sample.result + 1) / 2)
    weights = regression(np.array(rows), np.array(results))
    first, last = (squares(CAMPS, "b", CAMPS[side]).sum(0) / 16 for side in "bw")
    plies = (last - first) @ weights[:-1] / PLIES_OF_A_SIDE
    print(f"{len(rows)} positions; being on the move is worth {weights[-1] / plies:.2f} plies")
    for name, old, new in zip(NAMES, present, weights[:-1] / plies * 100, strict=True):
        print(f"{name:<12} {old:4.0f} {new:7.1f}")


def fitted_before() -> np.ndarray:
    """The weights in the source of the engine."""
    found = re.search(r"FITTED: Distances = Distances\(\[(.*)\]\)", SOURCE.read_text())
    assert found
    return np.array([float(word) for word in found[1].split(",")])


def men_of(text: str) -> dict[str, list[Square]]:
    """The squares of each side's men."""
    men: dict[str, list[Square]] = {"b": [], "w": []}
    for y, row in enumerate(text.split()[0].split("/")):
        cells = re.sub(r"\d+", lambda run: "." * int(run[0]), row)
        for x, cell in enumerate(cells):
            if cell != ".":
                men[cell].append((x, y))
    return men


CAMPS = men_of(str(hopsow.start("halma")))


def squares(men: dict[str, list[Square]], side: str, on: list[Square] | None = None) -> np.ndarray:
    """The features, in sixteenths, of each square that a side's men stand on, or of others."""
    goal = set(CAMPS[OTHER[side]])
    free = sorted(goal - set(men[side]))
    features = []
    for square in on or men[side]:
        x, y = corner_distance(OTHER[side], square)
        to_go = deeper = 0
        if square in goal:
            deeper = sum(at != square and is_behind(at, square, OTHER[side]) for at in free)
        elif free:
            to_go = min(steps(square, at) for at in free)
        bridges = sum(steps(man, square) == 1 and is_behind(man, square, side) for man in men[side])
        off, sixteenths = abs(x - y), 16 * max(x, y) + 8 * min(x, y)
        features.append(
            (16 * to_go, to_go**2, sixteenths, 4 * off, 4 * deeper, 16 * min(3, bridges))
        )
    return np.array(features, float)


def corner_distance(side: str, square: Square) -> tuple[int, int]:
    return abs(CORNER[side][0] - square[0]), abs(CORNER[side][1] - square[1])


def is_behind(a: Square, b: Square, side: str) -> bool:
    """Whether a square is no further from a side's corner than another one, in both directions."""
    (x0, y0), (x1, y1) = corner_distance(side, a), corner_distance(side, b)
    return x0 <= x1 and y0 <= y1


def steps(a: Square, b: Square) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def regression(rows: np.ndarray, results: np.ndarray) -> np.ndarray:
    """The weights with the least logarithmic loss, by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(30):
        chances = 1 / (1 + np.exp(-rows @ weights))
        curvature = (rows.T * (chances * (1 - chances))) @ rows + 1e-6 * np.eye(len(weights))
        weights += np.linalg.solve(curvature, rows.T @ (results - chances))
    return weights


if __name__ == "__main__":
    main(*sys.argv[1:])
