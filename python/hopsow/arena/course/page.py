"""The page on which a student reads the mark: one HTML file that needs nothing else.

Every lost point has its reason, the board on which it was lost, and what went to and fro.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from hopsow import draw
from hopsow.arena.course.grade import Mark
from hopsow.games import facts

PAGE = Path(__file__).parent.parent / "data" / "grade.html"
LONGEST_TEXT = 4000


def page(game: str, spec: str, marks: Sequence[Mark]) -> str:
    """The whole page."""
    got, worth = sum(each.points for each in marks), sum(each.worth for each in marks)
    lost = [each for each in marks if each.points < each.worth]
    sections = "\n".join(_section(each) for each in lost)
    filled = {
        "TITLE": f"{facts(game).title}: {got:g} of {worth:g} points",
        "ABOUT": f"<p>Program: <code>{escape(spec)}</code></p>",
        "QUESTIONS": "\n".join(_row(each) for each in marks),
        "LOST": f"<h2>Lost points</h2>\n{sections}" if lost else "<p>No point was lost.</p>",
    }
    text = PAGE.read_text(encoding="utf-8")
    for name, content in filled.items():
        text = text.replace(f"<!--{name}-->", content)
    return text


def _row(mark: Mark) -> str:
    is_lost = mark.points < mark.worth
    title = escape(mark.title)
    linked = f'<a href="#question-{mark.number}">{title}</a>' if is_lost else title
    cells = (linked, f"{mark.points:g} of {mark.worth:g}", escape(mark.reason))
    kind = ' class="lost"' if is_lost else ""
    return f"<tr{kind}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def _section(mark: Mark) -> str:
    head = f'<section id="question-{mark.number}">\n<h3>{escape(mark.title)}</h3>'
    return "\n".join([head, f"<p>{escape(mark.reason)}</p>", *_board(mark), *_texts(mark)]) + (
        "\n</section>"
    )


def _board(mark: Mark) -> Iterator[str]:
    """Where the point was lost: before a move that is not what was wanted, or at the end."""
    record = mark.evidence.replay()
    if mark.is_single and mark.evidence.failed is None and mark.evidence.verdict.is_played:
        move = record.moves[-1]
        drawing, said = draw.svg(record.positions[-2], move), f"The program played {move}."
    else:
        last = record.moves[-1] if record.moves else None
        mover = record.position.to_move
        ended = record.outcome is not None
        said = "The end of the game." if ended else f"{mover.capitalize()} was to move."
        drawing = draw.svg(record.position, last)
    yield f"<figure>{drawing}<figcaption>{escape(said)}</figcaption></figure>"


def _texts(mark: Mark) -> Iterator[str]:
    failed = mark.evidence.failed
    if failed is None:
        return
    yield f"<p>It used {failed.cpu:.3f} s of CPU time, {failed.wall:.3f} s of wall time.</p>"
    said = {
        "Sent to the program": failed.sent,
        "Received from it": failed.received,
        "The end of its standard error": mark.evidence.left["A"].get("stderr"),
    }
    for title, text in said.items():
        if text:
            yield f"<p>{title}:</p>\n<pre>{escape(text.rstrip()[-LONGEST_TEXT:])}</pre>"
