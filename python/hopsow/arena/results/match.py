"""`hopsow.play_match`: a match for Python programs, with its results as values."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from hopsow.agents import Agent
from hopsow.arena.contest import entrants
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.contest.match import ALTERNATE, FIRST, Match, Score
from hopsow.arena.contest.task import Task
from hopsow.arena.limits import Limits
from hopsow.arena.results.statistics import Strength, strength
from hopsow.arena.run import here

Player = str | Callable[[], Agent]


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The games of a match in their order, and the score of A, the agent that was named first."""

    agents: tuple[str, str]
    games: tuple[Evidence, ...]
    score: Score

    @property
    def strength(self) -> Strength | None:
        """How much stronger A is, in Elo with its error; None where no game counts."""
        return strength(self.score.pairs if self.score.is_paired else self.score.games_by_result)

    def __repr__(self) -> str:
        a, b = self.agents
        score = self.score
        return f"<MatchResult: {a} against {b}, +{score.wins} ={score.draws} -{score.losses}>"

    def _repr_html_(self) -> str:
        head = "<tr><th>first</th><th>winner</th><th>plies</th><th>how</th></tr>"
        names = dict(zip("AB", self.agents, strict=True))
        row = Markup("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}: {}</td></tr>")
        rows = Markup("").join(
            row.format(
                names[game.first],
                names.get(game.winner or "", "draw"),
                *(game.plies, game.verdict.value, game.reason),
            )
            for game in self.games
        )
        about = Markup("<p>{}</p><table>{}{}</table>")
        return about.format(repr(self)[1:-1], Markup(head), rows)


def play_match(
    a: Player,
    b: Player,
    *,
    game: str,
    games: int = 2,
    first: str = ALTERNATE,
    rules: str | None = None,
    limits: Limits | None = None,
    openings: str | None = None,
    seed: int = 0,
    jobs: int = 1,
    sandbox: str = "auto",
    progress: Callable[[Evidence], object] | None = None,
) -> MatchResult:
    """Let two agents play a refereed match.

    An agent is a text as on the command line, or a class (or any other callable) that makes one for
    each game. `first` is alternate, lot, a or b. Without `limits` those of the course hold;
    `progress` is called with every finished game. Agents that are given as callables run in this
    process, so that they need `jobs=1`.
    """
    if games < 1 or jobs < 1:
        raise ValueError("games and jobs are at least 1")
    if first not in FIRST:
        raise ValueError(f"first is {first!r}, expected {', '.join(FIRST)}")
    own: dict[str, Callable[[], Agent]] = {}
    names = tuple(_name(each, letter, game, rules, own) for each, letter in ((a, "A"), (b, "B")))
    if own and jobs > 1:
        raise ValueError("agents that are given as callables need jobs=1")
    match = Match(
        game=game,
        agents=(names[0], names[1]),
        games=games,
        first=first,
        rules=rules,
        limits=limits or Limits.course(game),
        openings=openings,
        seed=seed,
        sandbox=sandbox,
        jobs=jobs,
    )

    def run(
        tasks: Iterable[tuple[Any, Task]], jobs: int
    ) -> Generator[tuple[Any, Evidence], None, None]:
        if not own:
            yield from here.run(tasks, jobs)
            return
        for key, task in tasks:
            yield key, here.play(task, own=own)

    score = Score(has_pairs=match.has_pairs)
    played: dict[int, Evidence] = {}
    for number, evidence in match.play(run, score):
        played[number] = evidence
        if progress is not None:
            progress(evidence)
    return MatchResult(match.agents, tuple(played[number] for number in sorted(played)), score)


def _name(
    agent: Player,
    letter: str,
    game: str,
    rules: str | None,
    own: dict[str, Callable[[], Agent]],
) -> str:
    """What an agent is called in the task; callables are collected in `own`."""
    if isinstance(agent, str):
        return entrants.named(agent, game, rules)
    name = f"{getattr(agent, '__name__', type(agent).__name__)} ({letter})"
    own[name] = agent
    return name
