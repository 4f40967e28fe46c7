"""A class that is generated: starters in every language, a third broken or hostile, and kills."""

from pathlib import Path

import classes
import effort

STUDENTS, QUESTIONS, KILLS = (60, 25, 20) if effort.IS_LONG else (6, 4, 2)
STEPS = 1 + 15 + QUESTIONS  # a build, the checks, the answers


def test_starters_earn_points_and_the_others_harm_nobody(tmp_path: Path) -> None:
    folder = classes.generated(tmp_path / "class", STUDENTS, QUESTIONS)
    total = 2 * STEPS * STUDENTS // 3
    goals = [total * (kill + 1) // (KILLS + 1) for kill in range(KILLS)]
    _, done = classes.mark(folder, goals)
    assert done.stdout.splitlines()[-1].startswith(f"{STUDENTS} students, 0 unfinished: ")
    for number, (student, mark) in enumerate(sorted(classes.marks(folder).items())):
        assert [each["number"] for each in mark["questions"]] == list(range(1, QUESTIONS + 1)), (
            student
        )
        if number % 3 < 2:
            assert mark["checks"] == {"passed": 15, "of": 15}, student
            assert set(mark["outcomes"]) <= {"right", "wrong"}, student
            assert mark["points"] > 0, student
        else:
            assert mark["points"] <= QUESTIONS / 2, student
