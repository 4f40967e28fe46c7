"""What class.toml says, what is skipped by it, and games among the students."""

import json
import os
from pathlib import Path

import classes
import pytest
from hopsow.arena.classroom import marking, settings, submissions
from hopsow.arena.classroom.marking import reason_to_skip
from hopsow.arena.classroom.result import Result
from hopsow.arena.classroom.submissions import slug
from hopsow.arena.contest.evidence import Evidence
from hopsow.arena.course.grade import SKIPPED, Mark
from hopsow.arena.verdicts import Verdict
from shell import complaint, run


def test_two_runs_at_once_are_refused(tmp_path: Path) -> None:
    folder = classes.make(tmp_path / "class")
    classes.scripted(folder, "alice", "honest")
    with marking.alone(settings.read(folder)):
        sentence = complaint("class", str(folder))
    assert sentence == f"{folder}: another process is marking this class"


def test_students_play_among_themselves(tmp_path: Path) -> None:
    """A late submission plays its games, and nobody else plays theirs again."""
    limits = {"cpu_move": 60.0, "plies": 8}
    tables = {"tournament": {"games": 2}, "tournament.limits": limits}
    folder = classes.make(tmp_path / "class", tables=tables, check=False)
    for student in ("alice", "bob"):
        classes.scripted(folder, student, "honest")
    classes.scripted(folder, "mallory", "illegal_move")
    first = run("class", str(folder))
    assert "2 of 2 games among the students" in first.stdout
    classes.scripted(folder, "late", "honest")
    second = run("class", str(folder))
    assert "6 of 6 games among the students" in second.stdout
    board = json.loads((folder / "results" / "marks.json").read_text())["leaderboard"]
    assert sorted(each["games"] for each in board) == [4, 4, 4]
    assert "mallory" not in (folder / "results" / "leaderboard.html").read_text()
    report = (folder / "results" / "tournament.html").read_text()
    assert "alice" in report


def answered(part: str, outcome: str, guilty: bool) -> Mark:
    game = Evidence(
        *("awari", "forfeit", "4-4", {}, "A", ()),
        verdict=Verdict(outcome) if guilty else Verdict.RULES,
        winner="B" if guilty else None,
        guilty="A" if guilty else None,
        plies=0,
        used={"A": {}, "B": {}},
    )
    return Mark(1, part, "", 0.0, 1.0, outcome, "why", True, evidence=game)


def test_the_rest_is_skipped_after_failures_in_a_row(tmp_path: Path) -> None:
    chosen = settings.read(classes.make(tmp_path / "class", failures=2))
    wrong = answered("one", "wrong", guilty=False)
    late = answered("one", "wall-time", guilty=True)
    crash = answered("one", "crash", guilty=True)

    def skips(*marks: Mark, part: str = "one") -> str | None:
        return reason_to_skip(chosen, Result("alice", "", marks=list(marks)), part)

    assert skips(late, wrong, late) is None
    assert skips(late, crash) is None
    assert skips(wrong, late, late) == "2 answers in a row of this part failed with wall-time"
    rest = Mark(3, "one", "", 0.0, 1.0, SKIPPED, "as said", True)
    assert skips(late, late, rest) == "as said"
    other = answered("two", "wall-time", guilty=True)
    assert skips(late, late, rest, part="two") is None
    assert skips(late, late, rest, other, part="two") == (
        "one answer of this part failed with wall-time, as earlier ones did"
    )
    spent = Result("alice", "", spent=chosen.student + 1)
    assert reason_to_skip(chosen, spent, "one") == (
        f"the student's limit of {chosen.student:g} s was used up"
    )


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("game = 3", "game = 3: expected halma, checkers or awari"),
        ("name = 'x'", "the key 'game' is missing"),
        ("game = 'go'", 'game = "go": expected halma, checkers or awari'),
        ("game = 'awari'\nfialures = 3", "unknown key 'fialures': did you mean 'failures'?"),
        ("game = 'awari'\nfeedback = 'all'", 'feedback = "all": expected full, reason or po'),
        ("game = 'awari'\nexam = {}", "exam: expected the name of a file, or { per_submission"),
        (
            "game = 'awari'\nseed = 1\nexam = { per_submission = true }",
            "seed = 1: the exam of each",
        ),
        ("game = 'awari'\nfailures = 0", "failures = 0: expected at least 1"),
        ("game = 'awari'\nlanguages = ['cobol']", 'languages = "cobol": expected java, '),
        ("game = 'awari'\n[language.x]\nrun = 'x'", "the key 'files' is missing in language.x"),
        ("game = 'awari'\n[limits]\nmemory = -1", "memory = -1 in limits: expected at least 1"),
        (
            "game = 'awari'\n[limits]\ncpu_move = 1",
            "unknown key 'cpu_move' in limits: expected memory, ",
        ),
        ("game = 'awari'\n[build]\ncpu = 'x'", 'cpu = "x" in build: expected a number'),
        (
            "game = 'awari'\n[tournament]\nformat = 'gauntlet'",
            'format = "gauntlet" in tournament: expected round-robin or swiss',
        ),
        ("game = 'awari'\nexam = 'none.json'", None),
        ("game = 'awari'\nexam = '/dev/zero'", "/dev/zero: not a regular file"),
        ("game = 'awari'\nspeaks = 'morse'", 'speaks = "morse": expected cmd or ugi'),
        ("game = 'awari'\nrules = 'mine'", 'rules = "mine": expected forfeit'),
        ("game = [", "Invalid value"),
    ],
)
def test_settings_that_are_wrong_are_a_sentence(
    text: str, problem: str | None, tmp_path: Path
) -> None:
    (tmp_path / "class.toml").write_text(text)
    sentence = complaint("class", str(tmp_path))
    if problem is not None:
        assert sentence.startswith(f"{tmp_path / 'class.toml'}: {problem}")


def test_a_class_without_submissions_is_a_sentence(tmp_path: Path) -> None:
    folder = classes.make(tmp_path / "class")
    assert complaint("class", str(folder)).endswith("expected a folder or an archive of each")


def test_a_name_that_is_no_text_can_be_marked(tmp_path: Path) -> None:
    folder = classes.make(tmp_path / "class")
    os.mkdir(os.fsencode(folder / "submissions") + b"/caf\xe9")
    done = run("class", str(folder))
    assert (done.returncode, done.stderr) == (0, "")
    (student,) = classes.marks(folder)
    assert student == "caf\udce9"
    assert "caf\\udce9,0,4" in (folder / "results" / "marks.csv").read_text()
    assert "caf\\xdce9" in (folder / "results" / "index.html").read_text()


def test_every_student_has_a_page_name_of_their_own(tmp_path: Path) -> None:
    hashed = [f"r-{slug('Ré')[-digits:]}" for digits in (8, submissions.DIGITS)]
    names = [
        "alice",
        "Alice",
        "ALICE",
        "Ré",
        *hashed,
        "a b",
        "a-b",
        "a/b",
        "ü",
        "ö",
        "",
        "..",
        ".x",
        "<b>&'",
        "x" * 300,
    ]
    slugs = [slug(name) for name in names]
    assert len({each.casefold() for each in slugs}) == len(names)
    assert slugs[0] == "alice"
    assert all(submissions.PLAIN.fullmatch(each) for each in slugs)
