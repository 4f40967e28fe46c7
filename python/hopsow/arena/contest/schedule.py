"""Who plays whom: round robin, gauntlet, Swiss, knockout and ladder.

A schedule is a function of the agents and of the finished games, so that a tournament that was
interrupted goes on exactly where it stopped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Pairing = tuple[str, str]
Result = tuple[str, str, float]  # A, B, and A's share of the points of their games
HALF = 0.5
FORMATS = ("round-robin", "gauntlet", "swiss", "knockout", "ladder")


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


def swiss(agents: Sequence[str], results: Iterable[Result]) -> tuple[list[Pairing], str | None]:
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


def knockout(agents: Sequence[str], results: Iterable[Result]) -> list[Pairing]:
    """The next round of a knockout; none after the final.

    The agents are seeded in their order: the first two can only meet in the final, and byes go to
    the first. The better seed is A, and goes on if the points are shared.
    """
    shares = {(a, b): share for a, b, share in results}
    seed = {agent: place for place, agent in enumerate(agents)}
    field = [agents[place] if place < len(agents) else None for place in _bracket(len(agents))]
    while len(field) > 1:
        pairs = [_seeded(pair, seed) for pair in zip(field[::2], field[1::2], strict=True)]
        to_play = [(a, b) for a, b in pairs if a is not None and b is not None]
        if not all(pair in shares for pair in to_play):
            return to_play
        field = [b if b is not None and shares[a or "", b] < HALF else a for a, b in pairs]
    return []


def _seeded(
    pair: tuple[str | None, str | None], seed: dict[str, int]
) -> tuple[str | None, str | None]:
    """The better seed first; nobody is the worst of all."""
    one, two = pair
    worst = len(seed)
    if seed.get(one or "", worst) > seed.get(two or "", worst):
        return two, one
    return one, two


def _bracket(agents: int) -> list[int]:
    """The places of the seeds, so that in every round the best meets the worst that is left."""
    places = [0]
    while len(places) < agents:
        last = 2 * len(places) - 1
        places = [place for upper in places for place in (upper, last - upper)]
    return places


def knockout_order(agents: Sequence[str], results: Iterable[Result]) -> list[str]:
    """The winner first, then who came furthest; equals by their seeds."""
    losers = [b if share >= HALF else a for a, b, share in results]
    fell = {agent: turn for turn, agent in enumerate(losers)}
    rounds = _rounds_of_losses(len(agents))
    return sorted(agents, key=lambda agent: -rounds[fell[agent]] if agent in fell else -len(agents))


def _rounds_of_losses(agents: int) -> list[int]:
    """The round in which each result of a knockout was reached."""
    sizes, left = [], agents
    full = 1 << rounds_for_everyone(agents)
    while left > 1:
        sizes.append(left - full // 2)
        left, full = full // 2, full // 2
    return [turn for turn, size in enumerate(sizes) for _ in range(size)]


def ladder_order(agents: Sequence[str], results: Iterable[Result]) -> list[str]:
    """Who stands on which rung, from the top: who beats the next above takes its place."""
    order = list(agents)
    for a, b, share in results:
        if share < HALF:
            upper = order.index(a)
            assert order[upper + 1] == b, "only neighbours meet"
            order[upper : upper + 2] = [b, a]
    return order


def ladder(agents: Sequence[str], results: Iterable[Result], turn: int) -> list[Pairing]:
    """The next round of a ladder, on which the agents stand in their order, the first at the top:
    every second rung is defended against the one below, the others in the next round."""
    order = ladder_order(agents, results)
    first = turn % 2 if len(order) > 2 else 0
    return list(zip(order[first::2], order[first + 1 :: 2], strict=False))


def rounds_for_everyone(agents: int) -> int:
    """How many rounds a Swiss or a knockout needs to find one winner."""
    return max(1, (agents - 1).bit_length())
