"""Any text of a game in, any text of a game out.

Nobody should have to say what a text is. Each kind of text has a mark that no other has; where two
games share one, the games are tried in turn and the first that reads the text has it.
"""

from __future__ import annotations

from collections.abc import Callable

from hopsow import GAMES, ParseError, Position, Record, parse
from hopsow.protocols import awari as awari_setup
from hopsow.protocols import checkers as checkers_pipe
from hopsow.protocols import halma as halma_files
from hopsow.server.messages import Found, Line, Text
from hopsow.server.views import view
from hopsow.texts import lines

SUFFIXES = {"halma": "hgn", "checkers": "pdn", "awari": "ogn"}
COURSE_NAMES = {"halma": "input.txt", "checkers": "pipe.txt", "awari": "board.txt"}
SECONDS = 100.0  # of an input.txt whose game has no clock

Reader = Callable[[str, str, str | None], Record]


def read(text: str, game: str | None = None, rules: str | None = None) -> Found:
    """The game that a text holds; the error of the likeliest kind where it holds none."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.strip():
        raise ParseError("the text is empty, expected a position, a course file or a record")
    if text.lstrip().startswith("{"):
        return _from_evidence(text)
    errors: list[ParseError] = []
    for kind, candidate, reader in _candidates(text, game):
        try:
            return found(kind, reader(candidate, text, rules))
        except ParseError as error:
            errors.append(error)
    if not errors:
        raise ParseError(
            "not recognised, expected a position, input.txt, output of the checkers pipe, "
            "an Awari set-up file or a record (PDN, OGN)"
        )
    raise max(errors, key=lambda error: (error.line, error.column))


def found(kind: str, record: Record) -> Found:
    """A record as the answer to a text."""
    line = Line.model_validate(
        {
            "game": record.game,
            "rules": record.rules,
            "start": str(record.start),
            "moves": [str(move) for move in record.moves],
        }
    )
    return Found(kind=kind, line=line, result=record.result, tags=record.tags, view=view(record))


def write(record: Record, form: str) -> Text:
    """A record's text in one of the formats."""
    if form == "record":
        return Text(text=str(record), name=f"game.{SUFFIXES[record.game]}")
    if form == "position":
        return Text(text=f"{record.position}\n", name="position.txt")
    return Text(text=_course(record), name=COURSE_NAMES[record.game])


def set_up(
    game: str, rules: str | None, to_move: str, cells: str | None, stones: list[int] | None
) -> Position:
    """The position of an arrangement made by hand."""
    if game == "awari":
        numbers = "-".join(map(str, stones or []))
        return parse(game, f"{numbers}-{to_move[:1].upper()}", rules)
    if game == "halma":
        return parse(game, f"{_halma_rows(cells or '')} {to_move[:1]}", rules)
    return parse(game, _fen(cells or "", to_move), rules)


def _candidates(text: str, game: str | None) -> list[tuple[str, str, Reader]]:
    """Kinds that the text might be, likeliest first."""
    first = text.lstrip().partition("\n")[0].strip()
    games = [game] if game else list(GAMES)
    likely: list[tuple[str, str, Reader]] = []
    if first.startswith("["):
        return [("record", name, _from_record) for name in games]
    if first in halma_files.MODES:
        likely.append(("input.txt", "halma", _from_input))
    if first.count("/") == 15:
        likely.append(("position", "halma", _from_position))
    if first[:2] in ("B:", "W:"):
        likely.append(("position", "checkers", _from_position))
    if first.count("-") == 14:
        likely.append(("position", "awari", _from_position))
    if len(first.split(" ")[0]) == checkers_pipe.CELLS and " " in first:
        likely.append(("checkers pipe", "checkers", _from_pipe))
    if all(word.isdigit() for word in first.split()):
        likely.append(("set-up file", "awari", _from_set_up))
    likely = [one for one in likely if one[1] in games]
    if likely:
        return likely
    return [("record", name, _from_record) for name in games]


def _from_input(game: str, text: str, rules: str | None) -> Record:
    return Record(game, rules, halma_files.parse_input(text, rules).position)


def _from_position(game: str, text: str, rules: str | None) -> Record:
    return Record(game, rules, parse(game, text.strip(), rules))


def _from_set_up(game: str, text: str, rules: str | None) -> Record:
    return Record(game, rules, awari_setup.parse(text, rules))


def _from_pipe(game: str, text: str, rules: str | None) -> Record:
    """Lines of the pipe: a game where each follows from the one before, else the last position."""
    states = []
    for number, line in enumerate(lines(text.strip()), 1):
        try:
            states.append(checkers_pipe.parse(line))
        except ParseError as error:
            raise ParseError(error.problem, number, error.column) from None
    record = Record(game, None, states[0].position)
    for state in states[1:]:
        if state.is_end:
            break
        try:
            record.play(state.last)
        except ValueError:
            return Record(game, None, states[-1].position)
    return record


def _from_record(game: str, text: str, rules: str | None) -> Record:
    from hopsow.records.reading import parse_all

    records = parse_all(game, text, rules)
    if not records:
        raise ParseError("found no game, expected one")
    return records[0]


def _from_evidence(text: str) -> Found:
    """A referee's evidence: the game it tells of, checked again."""
    from hopsow.arena import evidence

    try:
        return found("evidence", evidence.replay(evidence.loads(text)))
    except ValueError as error:
        raise ParseError(str(error)) from None


def _course(record: Record) -> str:
    position = record.position
    if record.game == "awari":
        return awari_setup.write(position)
    if record.game == "halma":
        task = halma_files.HalmaTask("SINGLE", position.to_move, SECONDS, position)
        return halma_files.write_input(task)
    last = str(record.moves[-1]) if record.moves else "begin"
    return checkers_pipe.write(checkers_pipe.PipeState(position, last))


def _halma_rows(cells: str) -> str:
    rows = []
    for at in range(0, len(cells), 16):
        row, empty = "", 0
        for cell in cells[at : at + 16]:
            if cell == ".":
                empty += 1
                continue
            row += f"{empty or ''}{cell}"
            empty = 0
        rows.append(f"{row}{empty or ''}")
    return "/".join(rows)


def _fen(cells: str, to_move: str) -> str:
    men: dict[str, list[str]] = {"w": [], "r": []}
    for square, piece in enumerate(cells, 1):
        if piece.lower() in men:
            men[piece.lower()].append(f"K{square}" if piece.isupper() else str(square))
    side = "B" if to_move == "red" else "W"
    return f"{side}:W{','.join(men['w'])}:B{','.join(men['r'])}"
