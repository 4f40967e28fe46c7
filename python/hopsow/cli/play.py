"""`hopsow play`: the web board, for this machine only."""

from __future__ import annotations

import argparse
import re
from itertools import chain, count

from hopsow.cli.arguments import Arguments, add_show, contents, examples, game_named, plain_parser
from hopsow.games import GAMES, rule_sets, sides
from hopsow.messages import one_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from hopsow.records import Record

HOST = "127.0.0.1"
PORT = 4677  # always the same, so that the browser finds its games and settings again
HUMAN = "human"
TOKEN_BYTES = 24
NAME = r"\w[\w -]{0,39}"  # which fits into an address as well


def run(argv: list[str]) -> int:
    """Serve the board to this machine and open it."""
    arguments = plain_parser(
        "play",
        "Open the board in the browser, or play in the terminal.",
        examples("play", "hopsow play"),
    )
    arguments.add_argument(
        "game", metavar="GAME", nargs="?", type=game_named, help=", ".join(GAMES)
    )
    arguments.add_argument("--people", action="store_true", help="two people play each other")
    arguments.add_argument("--text", action="store_true", help="play in the terminal")
    arguments.add_argument("--rules", metavar="R", help="rule set (default: the course's)")
    arguments.add_argument(
        "--board", metavar="FILE", help="begin with a position, a set-up, a record or evidence"
    )
    _add_players(arguments)
    arguments.add_argument(
        "--agent",
        metavar="NAME=SPEC",
        action="append",
        default=[],
        help="one more opponent: a class (py:MODULE:CLASS), a program (cmd:…, ugi:…), …; sandboxed "
        "as in a match",
    )
    add_show(arguments)
    add_address(arguments)
    given = arguments.parse_args(argv)
    players = {side: getattr(given, side) for side in _sides() if getattr(given, side)}
    if given.people and players:
        raise ValueError("--people leaves no side for an agent")
    if not (given.board or given.rules or players or given.people or given.text):
        own = _own(given.agent, [given.game] if given.game else GAMES)
        return open_board(given, f"#/play/{given.game}" if given.game else "", own)
    record = _record(given, players)
    own = _own(given.agent, [record.game])
    seats = [
        player if player in (HUMAN, *own) else _named(player, [record.game])
        for player in (players.get(side, HUMAN) for side in record.start.sides)
    ]
    if given.text:
        return _play_text(record, [own.get(seat, seat) for seat in seats])
    return open_game(given, record, seats, own)


def _play_text(record: Record, seats: Sequence[str]) -> int:
    from hopsow.cli.terminal import TextGame

    TextGame(record, seats).play()
    return 0


def _own(given: Sequence[str], games: Sequence[str]) -> dict[str, str]:
    """The agents that were given a name, each of which plays at least one of the games."""
    from hopsow import agents

    own: dict[str, str] = {}
    for text in given:
        name, _, spec = text.partition("=")
        if not re.fullmatch(NAME, name) or not spec:
            raise ValueError(f"--agent {text}: expected NAME=SPEC, a name of letters and digits")
        if name in own or name in agents.names():
            raise ValueError(f"--agent {text}: there is another agent called {name}")
        own[name] = _named(spec, games)
    return own


def _named(text: str, games: Sequence[str]) -> str:
    """The agent that a text names, which plays at least one of the games."""
    from hopsow.arena.contest import entrants

    *others, last = games
    for game in others:
        try:
            return entrants.named(text, game)
        except ValueError:
            continue
    return entrants.named(text, last)


def _add_players(arguments: Arguments) -> None:
    group = arguments.add_argument_group("who plays (default: a person)")
    for side, games in _sides().items():
        of = " and ".join(games)
        group.add_argument(f"--{side}", metavar="AGENT", help=f"{side} in {of}")


def _sides() -> dict[str, list[str]]:
    """The sides of all games, and which games have them."""
    games: dict[str, list[str]] = {}
    for game in GAMES:
        for side in sides(game):
            games.setdefault(side, []).append(game)
    return games


def add_address(arguments: Arguments) -> None:
    """Let the port be chosen, and the browser be left out."""
    arguments.add_argument("--port", metavar="N", type=int, help=f"default: {PORT}, or a free one")
    arguments.add_argument("--no-browser", action="store_true", help="only print the address")


def _record(given: argparse.Namespace, players: Mapping[str, str]) -> Record:
    from hopsow.records import Record

    game = given.game or (None if given.board else _only_game(players))
    if game is not None:
        _check_names(game, given.rules, players)
    if given.board is None:
        assert game is not None
        return Record(game, given.rules)
    from hopsow.exchange import read

    text = contents(given.board)
    try:
        record = read(text, game, given.rules).record
    except ValueError as error:
        raise ValueError(f"{given.board}: {error}") from None
    _check_names(record.game, None, players)
    return record


def _only_game(players: Collection[str]) -> str:
    """The game that the sides belong to; the first one where none is named."""
    fitting = [game for game in GAMES if set(players) <= set(sides(game))]
    if len(fitting) != 1 and players:
        named = " and ".join(f"--{side}" for side in players)
        raise ValueError(f"{named}: say which game, {', '.join(fitting or GAMES)}")
    return fitting[0]


def _check_names(game: str, rules: str | None, players: Collection[str]) -> None:
    known = sides(game)
    for side in players:
        if side not in known:
            raise ValueError(f"--{side}: the sides of {game} are {' and '.join(known)}")
    if rules is not None and rules not in rule_sets(game):
        raise ValueError(f"--rules {rules}: expected {one_of(rule_sets(game))}")


def open_game(
    given: argparse.Namespace,
    record: Record,
    seats: list[str],
    named: Mapping[str, str] | None = None,
) -> int:
    """Open the board with a game between people and agents; the page calls a class or a program by
    a short name."""
    from hopsow.arena.contest import entrants
    from hopsow.web.board.link import to_game

    own, players = dict(named or {}), []
    for spec in seats:
        player = spec
        if entrants.is_program(spec):
            player = _free_name(entrants.short_name(spec), spec, own)
        if player != HUMAN and player not in own:
            own[player] = spec
        players.append(player)
    return open_board(given, to_game(record, players), own)


def _free_name(name: str, spec: str, own: Mapping[str, str]) -> str:
    """The name, with a number where another agent has it."""
    from hopsow import agents

    names = chain([name], (f"{name} {number}" for number in count(2)))
    return next(
        each for each in names if own.get(each, spec) == spec and each not in agents.names()
    )


def open_board(given: argparse.Namespace, view: str, own: Mapping[str, str] | None = None) -> int:
    """Serve the board and open a view of it; `own` are agents that it may play besides its own.

    No other user of this machine may use it. Where the system does not tell users apart, the
    address carries a token, which the page keeps in a cookie.
    """
    from secrets import token_urlsafe

    from hopsow.library import default_path
    from hopsow.web import owners
    from hopsow.web import run as server

    port = PORT if given.port is None else given.port
    listener = server.listen(HOST, port, or_free=given.port is None)
    token = None if owners.is_told() else token_urlsafe(TOKEN_BYTES)
    address = server.address(listener) + ("" if token is None else f"?token={token}") + view
    print(f"Hopsow is at {address} (Ctrl-C ends it)", flush=True)
    if not given.no_browser:
        _open(address)
    server.serve(listener, token, own, default_path(), is_private=token is None)
    return 0


def _open(address: str) -> None:
    """Open a browser without waiting for it: the server answers once it is ready."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
