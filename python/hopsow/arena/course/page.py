"""The page on which a student reads the mark: one HTML file that needs nothing else.

Every lost point has its reason, the board on which it was lost, what went to and fro, what was
expected in the course's own notation, and what was better. All that a program wrote is escaped.
"""

from __future__ import annotations

import re
import shlex
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import PurePath

from hopsow import draw
from hopsow.arena.contest import entrants
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.course.check import Finding
from hopsow.arena.course.grade import SKIPPED, Mark, by_part, in_words, total
from hopsow.arena.results.database import frames
from hopsow.arena.results.report import fill, packed, part, script, style, viewer
from hopsow.games import facts

SCRIPTS = ("report_boards.js", "viewer.js", "mark.js")
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
LONGEST_TEXT = 4000
MOST_NOTATIONS = 3


def page(
    game: str,
    name: str,
    marks: Sequence[Mark],
    about: Mapping[str, str] | None = None,
    build: str = "",
    checks: Sequence[Finding] = (),
    worth: float | None = None,
) -> str:
    """The whole page of one program; `about` are facts to state, `build` is what a compiler said.

    A program without marks got none: `about` and `build` say why. An exam of more `worth` than the
    marks is not finished.
    """
    got, asked = total(marks)
    points = in_words(marks, asked if worth is None else worth)
    lost = [each for each in marks if each.is_lost and each.evidence is not None]
    body = [
        f"<p>Program: <code>{shown(name)}</code></p>",
        *([f'<p class="failed">Not finished: {points}.</p>'] if asked < (worth or 0.0) else []),
        _facts(about or {}),
        *_parts(marks),
        *(["<h2>Build</h2>", f"<pre>{shown(build.rstrip())}</pre>"] if build else []),
        *_checks(checks),
        *_questions(marks),
        viewer(game),
        *(["<h2>Lost points</h2>", *(map(_section, lost))] if lost else []),
    ]
    if marks and got == asked:
        body.append("<p>No point was lost.</p>")
    return whole(f"{facts(game).title}: {points}", body, has_games=True)


def whole(title: str, body: Iterable[str], has_games: bool = False) -> str:
    """A page with the style of marks; on one that has a viewer games can be played through."""
    return fill(
        part("mark.html"),
        {
            "TITLE": shown(title),
            "STYLE": style("mark.css"),
            "SCRIPT": f"<script>{script(*SCRIPTS)}</script>" if has_games else "",
            "BODY": "\n".join(body),
        },
    )


def table(head: Sequence[str], rows: Iterable[str], kind: str = "") -> str:
    """A table of rows that are HTML already; a column whose title is in braces holds numbers."""
    titles = "".join(
        f'<th class="number">{each[1:-1]}</th>' if each.startswith("{") else f"<th>{each}</th>"
        for each in head
    )
    name = f' class="{kind}"' if kind else ""
    body = "\n".join(rows)
    return (
        f'<div class="wide"><table{name}>\n<thead><tr>{titles}</tr></thead>\n'
        f"<tbody>\n{body}\n</tbody></table></div>"
    )


def _facts(about: Mapping[str, str]) -> str:
    if not about:
        return ""
    rows = (f"<tr><th>{shown(k)}</th><td>{shown(v)}</td></tr>" for k, v in about.items())
    return f"<table>{''.join(rows)}</table>"


def _parts(marks: Sequence[Mark]) -> Iterator[str]:
    parts = by_part(marks)
    if len(parts) > 1:
        rows = (
            f'<tr><td>{shown(name)}</td><td class="number">{got:g} of {worth:g}</td></tr>'
            for name, (got, worth) in parts.items()
        )
        yield table(["part", "{points}"], rows)


def _checks(findings: Sequence[Finding]) -> Iterator[str]:
    if not findings:
        return
    failed = [each for each in findings if each.problem is not None]
    yield "<h2>Checks of the format</h2>"
    yield f"<p>{len(findings) - len(failed)} of {len(findings)} passed.</p>"
    for each in failed:
        yield f"<h3>{shown(each.title)}</h3>"
        yield f'<p class="failed">{shown(f"{each.verdict}: {each.problem}")}</p>'
        yield _beside({"Sent": each.sent, "Received": each.received, "Standard error": each.stderr})


def _questions(marks: Sequence[Mark]) -> Iterator[str]:
    if marks:
        yield "<h2>Questions</h2>"
        head = ["question", "{points}", "what happened", "{CPU s}", ""]
        yield table(head, _rows(marks))


def _rows(marks: Sequence[Mark]) -> Iterator[str]:
    """A row for each question, but one for all that were skipped for the same reason."""
    for (outcome, *_), group in groupby(marks, _skipping):
        together = list(group)
        if outcome == SKIPPED and len(together) > 1:
            _, worth = total(together)
            titles = f"{together[0].title} and the next {len(together) - 1}"
            yield (
                f'<tr class="lost"><td>{shown(titles)}</td><td class="number">0 of {worth:g}</td>'
                f"<td>{shown(together[0].explained)}</td><td></td><td></td></tr>"
            )
        else:
            yield from map(_row, together)


def _skipping(mark: Mark) -> tuple[str, str, str]:
    return mark.outcome, mark.part, mark.reason


def _row(mark: Mark) -> str:
    title = shown(mark.title)
    is_linked = mark.is_lost and mark.evidence is not None
    cells = [
        f'<td><a href="#question-{mark.number}">{title}</a></td>'
        if is_linked
        else f"<td>{title}</td>",
        f'<td class="number">{mark.points:g} of {mark.worth:g}</td>',
        f"<td>{shown(mark.explained)}</td>",
        f'<td class="number">{mark.seconds[0]:.2f}</td>',
        f"<td>{_replay(mark)}</td>",
    ]
    kind = ' class="lost"' if mark.is_lost else ""
    return f"<tr{kind}>{''.join(cells)}</tr>"


def _replay(mark: Mark) -> str:
    """A button that opens the game at its end, or at the move that was asked for."""
    if mark.evidence is None or not mark.evidence.moves:
        return ""
    ply = len(mark.evidence.moves) if mark.is_single else 0
    data = packed(zlib.compress(frames(mark.evidence).encode()))
    title = shown(mark.title)
    return f'<button data-frames="{data}" data-title="{title}" data-ply="{ply}">play</button>'


def _section(mark: Mark) -> str:
    assert mark.evidence is not None
    parts = [
        f'<section id="question-{mark.number}">\n<h3>{shown(mark.title)}</h3>',
        f"<p>{shown(mark.explained)}</p>",
        *_board(mark, mark.evidence),
        *_better(mark),
        *_texts(mark, mark.evidence),
    ]
    return "\n".join(parts) + "\n</section>"


def _board(mark: Mark, evidence: Evidence) -> Iterator[str]:
    """Where the point was lost: before a move that is not what was wanted, or at the end."""
    record = evidence.replay()
    if mark.is_single and evidence.failed is None and evidence.verdict.is_played:
        move = record.moves[-1]
        drawing, said = draw.svg(record.positions[-2], move), f"The program played {move}."
    else:
        last = record.moves[-1] if record.moves else None
        mover = record.position.to_move
        ended = record.outcome is not None
        said = "The end of the game." if ended else f"{mover.capitalize()} was to move."
        drawing = draw.svg(record.position, last)
    yield f"<figure>{drawing}<figcaption>{shown(said)}</figcaption></figure>"


def _better(mark: Mark) -> Iterator[str]:
    if mark.better:
        yield "<p>What was better, by a short search:</p>"
        yield f"<ul>{''.join(f'<li>{shown(each)}</li>' for each in mark.better)}</ul>"


def _texts(mark: Mark, evidence: Evidence) -> Iterator[str]:
    failed = evidence.failed
    asked = failed
    if failed is not None:
        yield f"<p>It used {failed.cpu:.3f} s of CPU time, {failed.wall:.3f} s of wall time.</p>"
    elif mark.is_single:
        asked = evidence.moves[-1] if evidence.moves else None
    said = {"Standard error": evidence.left.get("A", {}).get("stderr")}
    if asked is not None:
        said = {"Sent": asked.sent, "Received": asked.received, **said}
    if mark.notation:
        said["Expected"] = "\nor\n".join(each.rstrip() for each in mark.notation[:MOST_NOTATIONS])
    yield _beside(said)


def _beside(texts: Mapping[str, str | None]) -> str:
    """Texts beside each other, without those that are empty."""
    shown = (f"<div><p>{title}:</p>\n{_text(text)}</div>" for title, text in texts.items() if text)
    return f'<div class="beside">{"".join(shown)}</div>'


def _text(text: str) -> str:
    return f"<pre>{shown(text.rstrip()[-LONGEST_TEXT:])}</pre>"


def program(spec: str) -> str:
    """The command of an agent, without the places of its files."""
    kind, _, command = spec.partition(":")
    if kind not in ("cmd", "ugi"):
        return spec
    words = [word for word in shlex.split(command) if word != entrants.AS_THEY_ARE]
    return " ".join(PurePath(word).name if "/" in word else word for word in words)


def without_places(spec: str, text: str) -> str:
    """A text in which the folders of a command are not named."""
    for word in shlex.split(spec.partition(":")[2]):
        folder = f"{PurePath(word).parent}/"
        if word.startswith("/") and folder != "//":
            text = text.replace(escape(folder), "").replace(folder, "")
    return text


def shown(text: str) -> str:
    """What a stranger wrote, as HTML: no markup, and no control character but the usual two."""
    return escape(CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text))
