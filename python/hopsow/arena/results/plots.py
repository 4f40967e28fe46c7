"""The plots of a report, as SVG."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from hopsow.arena.contest.tournament import Row
from hopsow.arena.results.ratings import Rating

MISSING = "the report needs matplotlib, which is not installed: pip install 'hopsow[tournament]'"
INK, ACCENT, SECOND = "#333333", "#2f6f4f", "#b5533c"
MAX_HEAT = 40  # agents; a larger crosstable is a picture nobody can read


def plots(agents: Sequence[str], rows: Sequence[Row], ratings: Sequence[Rating]) -> dict[str, str]:
    """The SVG of each plot by its title."""
    try:
        import matplotlib as mpl
        from matplotlib.figure import Figure
    except ImportError:
        raise ValueError(MISSING) from None
    mpl.rcParams["svg.hashsalt"] = "hopsow"  # the same results give the same file
    names = [rating.name for rating in ratings]
    drawn = {"Ratings": _ratings(Figure, ratings)}
    if len(agents) <= MAX_HEAT:
        drawn["Crosstable"] = _heat(Figure, names, rows)
    drawn["CPU time a move"] = _time(Figure, names, rows)
    drawn["Length of games"] = _lengths(Figure, rows)
    return drawn


def _svg(figure: Any) -> str:
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", bbox_inches="tight", metadata={"Date": None})
    text = buffer.getvalue()
    return text[text.index("<svg") :]


def _ratings(new: Any, ratings: Sequence[Rating]) -> str:
    figure = new(figsize=(7, 0.8 + 0.3 * len(ratings)))
    axes = figure.subplots()
    places = range(len(ratings), 0, -1)
    elo, error = [r.elo for r in ratings], [r.error for r in ratings]
    axes.errorbar(elo, places, xerr=error, fmt="o", color=ACCENT, ecolor=INK, capsize=3)
    axes.set_yticks(list(places), [_short(r.name) for r in ratings])
    axes.set_ylim(0.4, len(ratings) + 0.6)
    axes.set_xlabel("Elo, with 95 % intervals; the mean is 0")
    axes.grid(axis="x", alpha=0.3)
    return _svg(figure)


def _heat(new: Any, names: list[str], rows: Sequence[Row]) -> str:
    points = crosstable(rows)
    cells = [[points.get((a, b), (float("nan"), 0))[0] for b in names] for a in names]
    side = 1.5 + 0.4 * len(names)
    figure = new(figsize=(side + 1, side))
    axes = figure.subplots()
    image = axes.imshow(cells, cmap="RdYlGn", vmin=0, vmax=1)
    labels = [_short(name) for name in names]
    axes.set_xticks(range(len(names)), labels, rotation=60, ha="right")
    axes.set_yticks(range(len(names)), labels)
    figure.colorbar(image, ax=axes, label="share of the points of the row's agent")
    return _svg(figure)


def _time(new: Any, names: list[str], rows: Sequence[Row]) -> str:
    used: dict[str, list[float]] = {name: [] for name in names}
    for row in rows:
        moves = max(1, (row.plies + 1) // 2)
        used[row.a].append(row.cpu_a / moves)
        used[row.b].append(row.cpu_b / moves)
    figure = new(figsize=(7, 0.8 + 0.3 * len(names)))
    axes = figure.subplots()
    ordered = list(reversed(names))
    axes.boxplot([used[name] or [0.0] for name in ordered], orientation="horizontal", sym=".")
    axes.set_yticks(range(1, len(names) + 1), [_short(name) for name in ordered])
    axes.set_xlabel("seconds of CPU time a move, averaged over each game")
    axes.grid(axis="x", alpha=0.3)
    return _svg(figure)


def _lengths(new: Any, rows: Sequence[Row]) -> str:
    figure = new(figsize=(7, 3))
    axes = figure.subplots()
    decided = [row.plies for row in rows if row.winner]
    drawn = [row.plies for row in rows if not row.winner]
    axes.hist([decided, drawn], bins=30, stacked=True, color=[ACCENT, SECOND])
    axes.legend(["decided", "drawn"])
    axes.set_xlabel("plies")
    axes.set_ylabel("games")
    return _svg(figure)


def crosstable(rows: Sequence[Row]) -> dict[tuple[str, str], tuple[float, int]]:
    """By pair the share of the points that the first got, and the number of games."""
    points: dict[tuple[str, str], float] = {}
    games: dict[tuple[str, str], int] = {}
    for row in rows:
        if not row.counts:
            continue
        for pair, got in (((row.a, row.b), row.points), ((row.b, row.a), 1 - row.points)):
            points[pair] = points.get(pair, 0.0) + got
            games[pair] = games.get(pair, 0) + 1
    return {pair: (got / games[pair], games[pair]) for pair, got in points.items()}


def _short(name: str) -> str:
    return name if len(name) <= 24 else name[:23] + "…"
