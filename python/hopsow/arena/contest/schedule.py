"""Who plays whom: round robin, gauntlet and Swiss.

A schedule is a function of the agents and of the finished games, so that a tournament that was
interrupted goes on exactly where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Pairing = tuple[str, str]
FORMATS = ("round-robin", "gauntlet", "swiss")


def round_robin(agents: Sequence[str]) -> list[list[Pairing]]:
    """Everyone against everyone in as few rounds as possible (the circle method)."""
    circle: list[str | None] = [*agents, None] if len(agents) % 2 else [*agents]
    rounds = []
    for turn in range(len(circle) - 1):
        half = len(circle) // 2
        facing = zip(circle[:half], reversed(circle[half:]), strict=True)
        games = [(a, b) for a, b in facing if a is not None and b is not None]
        rounds.append([(b, a) if turn % 2 else (a, b) for a, b in games])
        circle.insert(1, circle.pop())
    return rounds


def gauntlet(agents: Sequence[str]) -> list[list[Pairing]]:
    """The first agent against each of the others."""
    hero, *others = agents
    return [[(hero, other)] for other in others]


def swiss(
    agents: Sequence[str], results: Iterable[tuple[str, str, float]]
) -> tuple[list[Pairing], str | None]:
    """The next round, and who sits it out.

    `results` are A, B and A's share of the points of each earlier pairing; B is "" for a bye, which
    is worth a whole point. Equals meet equals, nobody meets anybody twice as long as that is
    possible, and nobody sits out twice before everyone did.
    """
    points = dict.fromkeys(agents, 0.0)
    byes = dict.fromkeys(agents, 0)
    met: set[frozenset[str]] = set()
    for a, b, share in results:
        points[a] += share
        if b:
            points[b] += 1 - share
            met.add(frozenset((a, b)))
        else:
            byes[a] += 1
    places = {agent: place for place, agent in enumerate(agents)}
    order = sorted(agents, key=lambda agent: (-points[agent], places[agent]))
    bye = None
    if len(order) % 2:
        fewest = min(byes.values())
        bye = next(agent for agent in reversed(order) if byes[agent] == fewest)
        order.remove(bye)
    return _pair(order, met), bye


def _pair(order: list[str], met: set[frozenset[str]]) -> list[Pairing]:
    """The first pairing down the list without a repeat; with repeats where there is none."""
    tries = [20_000]

    def search(left: list[str]) -> list[Pairing] | None:
        if not left:
            return []
        tries[0] -= 1
        first, *rest = left
        for other in rest:
            if frozenset((first, other)) in met or tries[0] < 0:
                continue
            others = search([agent for agent in rest if agent != other])
            if others is not None:
                return [(first, other), *others]
        return None

    return search(order) or list(zip(order[::2], order[1::2], strict=True))


def rounds_for_everyone(agents: int) -> int:
    """How many rounds a Swiss tournament needs to find one winner."""
    return max(1, (agents - 1).bit_length())
