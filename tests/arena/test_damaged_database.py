"""Databases of tournaments that a disk has damaged or a stranger has made: a sentence each."""

import os
import random
import shutil
import sqlite3
import zlib
from contextlib import closing
from pathlib import Path

import pytest
from hopsow.arena.contest.tournament import Tournament, read
from hopsow.arena.results import report
from hopsow.arena.results.database import Database
from hopsow.arena.results.running import Running
from hopsow.arena.run import here
from hopsow.cli import main
from hopsow.web.live.tournament import Live
from tournaments import write

EDITS = 150
ENDLESS = """
DROP TABLE games;
CREATE VIEW games AS WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n)
    SELECT id, 0 AS round, 'a' AS a, 'b' AS b, id AS number, 'A' AS first, 'A' AS winner,
    'rules' AS verdict, NULL AS guilty, '' AS reason, 1 AS plies, 0.0 AS cpu_a, 0.0 AS cpu_b,
    x'' AS frames, x'' AS evidence FROM n;
"""
CLOCK = "(0, 'a', 'b', 0, 'A', 'nowhere', 'x', 0.0, 0.0, 0.0, 0.0)"


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """A tournament of six games that has been watched."""
    tournament = read(write(tmp_path_factory.mktemp("played"), "awari", plies=20))
    with Database(tournament.database, tournament.identity) as database:
        with closing(Running(tournament.database)) as running:
            for _ in tournament.play(database, running.watched(here.run)):
                pass
        database.describe(name=tournament.name, total=tournament.total())
    return tournament


@pytest.fixture
def database(finished: Tournament, tmp_path: Path) -> Path:
    """A copy to damage."""
    return Path(shutil.copy(finished.database, tmp_path / "class.db"))


def change(path: Path, script: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def look(path: Path) -> list[str]:
    """Everything that whoever watches may ask; the sentences of what cannot be answered."""
    problems = []
    try:
        live = Live(path)
        live._look()
    except ValueError as error:
        return [str(error)]
    with closing(live._spectator):
        for number in (1, 7, 2**63, 10**23):
            try:
                live._spectator.evidence(number)
            except ValueError as error:
                problems.append(str(error))
    return problems


def use(path: Path, tournament: Tournament) -> str | None:
    """Everything that the tournament itself asks; the sentence of what cannot be answered."""
    try:
        with Database(path, tournament.identity) as database:
            rows = database.rows()
            list(database.frames())
            for row in rows[:1]:
                database.evidence(row.key)
    except ValueError as error:
        return str(error)
    return None


def edited(content: bytes, chance: random.Random) -> bytes:
    """A file with a few bytes changed, or its end cut off."""
    changed = bytearray(content)
    for _ in range(chance.randint(1, 12)):
        at = chance.randrange(chance.choice((100, 4096, len(changed))))
        changed[at] = chance.randrange(256)
    end = chance.choice((len(changed), len(changed), chance.randrange(len(changed))))
    return bytes(changed[:end])


def test_damage_is_a_sentence_for_who_plays_and_for_who_watches(
    finished: Tournament, database: Path
) -> None:
    content, chance = database.read_bytes(), random.Random(30)
    refused = 0
    for _ in range(EDITS):
        for name in ("class.db-wal", "class.db-shm"):
            database.with_name(name).unlink(missing_ok=True)
        database.write_bytes(edited(content, chance))
        refused += len(look(database)) != 3
        refused += use(database, finished) is not None
    assert refused > EDITS / 2, "else nothing was damaged"


def test_a_row_that_a_damaged_index_hides_is_a_sentence(
    finished: Tournament, database: Path
) -> None:
    with Database(database, finished.identity) as opened:
        (round_number, a, b, number), *_ = [row.key for row in opened.rows()]
        with pytest.raises(ValueError, match="the database is damaged: a row is missing"):
            opened.evidence((round_number, a, f"{b}?", number))


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (ENDLESS, "it has the view 'games'"),
        ("CREATE TRIGGER t AFTER INSERT ON games BEGIN SELECT 1; END", "it has the trigger 't'"),
        ("CREATE INDEX i ON games (plies)", "it has the index 'i'"),
        ("DROP TABLE games", "no such table: games"),
        ("DELETE FROM about", "the settings are damaged"),
        ("UPDATE about SET value = '[1' WHERE key = 'tournament'", "the settings are damaged"),
        ("UPDATE about SET value = '7' WHERE key = 'tournament'", "the settings are damaged"),
        ("UPDATE about SET value = replace(value, 'awari', 'go')", "the settings are damaged"),
        (
            "UPDATE games SET plies = 'x' WHERE id = 3",
            'is damaged: plies = "x": expected a whole number',
        ),
        (
            "UPDATE games SET winner = 'Z' WHERE id = 3",
            'is damaged: winner = "Z": expected A, B or null',
        ),
        (
            "UPDATE games SET verdict = 'luck' WHERE id = 3",
            'is damaged: verdict = "luck": expected rules, ',
        ),
        (
            "UPDATE games SET cpu_a = 9e999",
            "is damaged: cpu_a = Infinity: expected a finite number",
        ),
        ("PRAGMA user_version = 9", "it was made by a later version of Hopsow"),
    ],
    ids=lambda text: str(text)[:40].strip(),
)
def test_a_strangers_database_is_refused_in_a_sentence(
    script: str, words: str, database: Path
) -> None:
    change(database, script)
    (problem,) = look(database)
    assert problem.startswith(f"{database}: ")
    assert words in problem
    assert main(["serve", "--tournament", str(database), "--port", "0"]) == 2


def test_a_damaged_part_costs_only_itself(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(database, f"INSERT INTO running VALUES {CLOCK}")
    change(database, f"INSERT INTO about VALUES ('runner', '{os.getpid()}')")
    change(database, "UPDATE about SET value = 'many' WHERE key = 'total'")
    change(database, "UPDATE games SET evidence = 'text' WHERE id = 1")
    live = Live(database)
    changes = live._look()
    assert (changes["running"], changes["done"], changes["about"]["total"]) == ([], 6, 0)
    with pytest.raises(ValueError, match="game 1 is damaged: found no bytes"):
        live._spectator.evidence(1)
    monkeypatch.setattr("hopsow.arena.results.schema.MOST_BYTES", 1 << 16)
    with closing(sqlite3.connect(database)) as connection, connection:
        bomb = zlib.compress(bytes(1 << 20))
        connection.execute("UPDATE games SET evidence = ?", (bomb,))
    with pytest.raises(ValueError, match="game 2 is damaged: cut off, or longer than"):
        live._spectator.evidence(2)
    live._spectator.close()


def test_a_database_does_not_say_which_file_its_report_is(database: Path, tmp_path: Path) -> None:
    key = tmp_path / "id_ed25519"
    key.write_text("-----BEGIN OPENSSH PRIVATE KEY-----")
    change(database, f"INSERT INTO about VALUES ('report', '{key}')")
    for reported in (None, key, tmp_path, tmp_path / "none.html", Path("/dev/zero")):
        live = Live(database, reported)
        assert not live._look()["report"]
        live._spectator.close()
    page = tmp_path / "page.html"
    page.write_bytes(report.MARK + b"<p>")
    live = Live(database, page)
    assert live._look()["report"]
    live._spectator.close()


def test_a_tournament_overwrites_its_own_report_alone(
    finished: Tournament, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "awari", plies=20)
    precious = tmp_path / "class.html"
    precious.write_text("precious")
    assert main(["tournament", str(path), "--json"]) == 2
    problem = f"{precious} exists and is no report of a tournament: move it, or name another"
    assert capsys.readouterr().err == f"hopsow: {problem}\n"
    assert not (tmp_path / "class.db").exists(), "it is refused before the games are played"
    assert precious.read_text() == "precious"
    precious.unlink()
    assert main(["tournament", str(path), "--json"]) == 0
    assert report.is_report(precious)
    assert main(["tournament", str(path), "--json", "--report-only"]) == 0


def test_another_programs_database_stays_as_it_is(tmp_path: Path) -> None:
    path = write(tmp_path, "awari")
    foreign = tmp_path / "class.db"
    change(foreign, "CREATE TABLE cookies (name TEXT); PRAGMA user_version = 5")
    content = foreign.read_bytes()
    assert main(["tournament", str(path), "--no-report"]) == 2
    assert foreign.read_bytes() == content
    assert {file.name for file in tmp_path.iterdir()} == {"class.db", "class.toml"}


def test_names_do_not_move_the_terminals_cursor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "awari", plies=2)
    path.write_text(path.read_text().replace('"greedy"', r'"\u001b[2J"', 1))
    assert main(["tournament", str(path), "--no-report"]) == 0
    shown = capsys.readouterr().out
    assert "\x1b" not in shown
    assert shown.count(r"\x1b[2J") == 4


@pytest.mark.parametrize("verb", ["tournament", "class"])
def test_a_file_that_turns_the_sandbox_off_is_named(
    verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is a program of whoever wrote it; who turns the sandbox off on the command line knows."""
    path = write(tmp_path, "awari")
    path.write_text(f'sandbox = "off"\n{path.read_text()}')
    command = [verb, str(path), "--report-only", "--json", "--no-report"]
    if verb == "class":
        path.write_text('game = "awari"\nsandbox = "off"\n')
        command = [verb, str(tmp_path)]
    main(command)
    warning = f"hopsow: {path} turns the sandbox off: its programs can do whatever you can\n"
    assert capsys.readouterr().err.startswith(warning)
    main([*command, "--sandbox", "off"])
    assert "turns the sandbox off" not in capsys.readouterr().err
