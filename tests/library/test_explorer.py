"""Games are taken in once, whatever happens, and count wherever a position looks like theirs."""

import io
import itertools
import sqlite3
from contextlib import closing
from dataclasses import astuple
from pathlib import Path

import hopsow
import pytest
from hopsow import Record
from hopsow.library import Library, LibraryError, intake
from hopsow.library.explorer import Explorer, ExplorerError
from hopsow.library.intake import Taken, take_in, texts
from hopsow.library.played import Played

HALMA = "1. 4,1-5,2 11,14-10,13 0-1"
MIRRORED = "1. 1,4-2,5 14,11-13,10 1-0"


@pytest.fixture
def explorer(tmp_path: Path) -> Explorer:
    return Explorer(tmp_path / "deep" / "games.db")


def take(explorer: Explorer, text: str | bytes, **options: object) -> Taken:
    content = text.encode() if isinstance(text, str) else text
    return take_in(io.BytesIO(content), explorer, **options)  # type: ignore[arg-type]


def counts(played: list[Played]) -> dict[str, tuple[int, ...]]:
    return {str(each.moves[0]): astuple(each.counts) for each in played}


def many(games: int) -> str:
    """Games that differ, if only by their event."""
    lines = ["1. 11-15 23-19 2. 8-11 1-0", "1. 9-14 22-18 0-1", "1. 11-15 22-17 1/2-1/2"]
    return "".join(
        f'[Event "{number}"]\n[GameType "21"]\n\n{lines[number % 3]}\n\n' for number in range(games)
    )


def test_counts_are_the_movers(explorer: Explorer) -> None:
    assert explorer.played(hopsow.start("checkers")) == []
    taken = take(explorer, many(6))
    assert (taken.games, taken.known, taken.broken) == (6, 0, [])
    start = hopsow.start("checkers")
    assert counts(explorer.played(start)) == {"11-15": (2, 2, 0, 0), "9-14": (0, 0, 2, 0)}
    assert counts(explorer.played(start.play("11-15"))) == {
        "23-19": (0, 0, 2, 0),
        "22-17": (0, 2, 0, 0),
    }
    assert counts(explorer.played(start.play("9-14"))) == {"22-18": (2, 0, 0, 0)}
    assert explorer.played(start.play("10-14")) == []


def test_mirrored_and_turned_games_are_one(explorer: Explorer) -> None:
    take(explorer, f"{HALMA}\n{MIRRORED}\n")
    start = hopsow.start("halma")
    (move,) = explorer.played(start)
    assert {str(each) for each in move.moves} == {"4,1-5,2", "1,4-2,5"}
    assert astuple(move.counts) == (1, 0, 1, 0)
    assert counts(explorer.played(start.play("1,4-2,5"))) == {"14,11-13,10": (1, 0, 1, 0)}
    white_first = hopsow.start("halma", first="white")
    (move,) = explorer.played(white_first)
    assert {str(each) for each in move.moves} == {"11,14-10,13", "14,11-13,10"}


def test_games_of_other_rules_count_where_their_moves_are_legal(explorer: Explorer) -> None:
    take(explorer, "1. 4,1-5,2 *", rules="original")
    take(explorer, '[Rules "original"]\n1. 4,1-5,2 11,14-10,13 2. 5,2-6,2 *')
    start = hopsow.start("halma")
    (move,) = explorer.played(start)
    assert astuple(move.counts) == (0, 0, 0, 2)
    after = start.play("4,1-5,2").play("11,14-10,13")  # men must leave their camp first
    assert explorer.played(after) == []


def test_the_same_games_again_change_nothing(explorer: Explorer) -> None:
    take(explorer, many(6))
    before = counts(explorer.played(hopsow.start("checkers")))
    again = take(explorer, many(9).replace("\n", "\r\n"))
    assert (again.games, again.known) == (3, 6)
    assert explorer.size()[0] == 9
    after = counts(explorer.played(hopsow.start("checkers")))
    assert (before["11-15"], after["11-15"]) == ((2, 2, 0, 0), (3, 3, 0, 0))


def test_a_text_that_comes_twice_counts_once(explorer: Explorer) -> None:
    taken = take(explorer, many(3) + many(3))
    assert (taken.games, taken.known) == (3, 3)


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_was_interrupted_goes_on(
    explorer: Explorer, jobs: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(intake, "BYTES_AT_ONCE", 1000)
    monkeypatch.setattr(intake, "ROWS_AT_ONCE", 4)
    text = many(300)
    looked = 0

    def stop() -> bool:
        nonlocal looked
        looked += 1
        return looked > 8

    first = take(explorer, text, jobs=jobs, is_stopped=stop)
    assert 0 < first.games < 300
    assert explorer.size()[0] == first.games
    second = take(explorer, text, jobs=jobs)
    assert (second.games, second.known) == (300 - first.games, first.games)
    whole = Explorer(tmp_path / "whole.db")
    take(whole, text, jobs=1)
    for position in (hopsow.start("checkers"), hopsow.start("checkers").play("11-15")):
        assert explorer.played(position) == whole.played(position) != []


def test_an_error_on_the_way_leaves_whole_portions(
    explorer: Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "BYTES_AT_ONCE", 1000)
    monkeypatch.setattr(intake, "ROWS_AT_ONCE", 4)
    text = many(300)

    def fail(taken: Taken) -> None:
        if taken.games > 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take(explorer, text, jobs=1, progress=fail)
    there = explorer.size()[0]
    assert 0 < there < 300
    assert sum(each.counts.games for each in explorer.played(hopsow.start("checkers"))) == there
    take(explorer, text, jobs=1)
    assert sum(each.counts.games for each in explorer.played(hopsow.start("checkers"))) == 300


def test_a_kill_loses_the_last_seconds_alone(
    explorer: Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Few games are far below the number of rows that are written at once."""
    monkeypatch.setattr(intake, "BYTES_AT_ONCE", 1000)
    seconds = itertools.count(0, 2.0)
    read = []

    def kill(taken: Taken) -> None:
        read.append(taken.games)
        if len(read) == 30:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        take(explorer, many(600), jobs=1, progress=kill, now=lambda: next(seconds))
    assert read[-1] > explorer.size()[0] >= read[-8] > 0


def test_broken_games_are_named_and_the_others_taken(explorer: Explorer) -> None:
    text = (
        '[GameType "21"]\n\n1. 11-15 23-19 *\n\n'
        '[GameType "21"]\n\n1. 11-15 22-18\n2. 9-13 *\n\n'
        '[GameType "99"]\n\n1. 11-15 *\n\n'
        '[GameType "21"]\n[Result "2-0"]\n\n1. 11-15 *\n\n'
        '[GameType "21"]\n\n1. 9-14 *\n'
    )
    taken = take(explorer, text)
    assert taken.games == 2
    assert [(broken.line, broken.column) for broken in taken.broken] == [(8, 4), (10, 1), (15, 10)]
    assert taken.broken[0].problem == '"9-13": a capture is available: 15x22'
    assert 'the game type "99"' in taken.broken[1].problem
    assert set(counts(explorer.played(hopsow.start("checkers")))) == {"11-15", "9-14"}


@pytest.mark.parametrize(
    "content",
    [b"\xff\xfe\x00", b"{", b"hello\n", b"[", b"B:W18:B1\n", b'{"format": 1}', b"(" * 9000],
)
def test_any_bytes_are_broken_games_or_none(explorer: Explorer, content: bytes) -> None:
    taken = take(explorer, content)
    assert (taken.games, len(taken.broken)) == (0, 1)
    assert take(explorer, b" \n\n").broken == []


def test_every_text_of_a_game_is_taken(explorer: Explorer) -> None:
    pipe = (
        "rrrrrrrrrrrr........wwwwwwwwwwww -1 r 50\nrrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49\n"
    )
    assert take(explorer, pipe).games == 1
    evidence = (
        '{"format": "hopsow evidence", "game": "awari", "rules": "forfeit",\n'
        '"start": "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S",\n"moves": [{"move": "F"}]}\n'
    )
    assert take(explorer, evidence).games == 1
    assert counts(explorer.played(hopsow.start("checkers"))) == {"9-13": (0, 0, 0, 1)}
    assert counts(explorer.played(hopsow.start("awari"))) == {"F": (0, 0, 0, 1)}


def test_comments_and_variations_do_not_cut_a_game(explorer: Explorer) -> None:
    text = (
        '1. 11-15 {won by 1-0\n[Event "no tag"]\nand 0-1\n} 23-19 ; a draw 1/2-1/2\n'
        "% a line that is skipped 1-0\n(1... 22-18 {or so}\n) 2. 8-11 0-1\n1. 9-14 *\n"
    )
    assert [each.line for each in texts(io.BytesIO(text.encode()))] == [1, 8]
    taken = take(explorer, text)
    assert (taken.games, taken.broken) == (2, [])
    assert counts(explorer.played(hopsow.start("checkers").play("11-15"))) == {
        "23-19": (1, 0, 0, 0)
    }


def test_plies_are_those_of_the_file(explorer: Explorer) -> None:
    take(explorer, many(3), plies=2)
    assert explorer.size() == (3, 2)
    start = hopsow.start("checkers")
    assert explorer.played(start.play("11-15")) != []
    assert explorer.played(start.play("11-15").play("23-19")) == []
    with pytest.raises(ExplorerError, match="has the first 2 plies of each game"):
        take(explorer, many(3), plies=3)


def test_what_is_no_file_of_games_is_said(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no database" * 100)
    with pytest.raises(ExplorerError, match="cannot be used: file is not a database"):
        Explorer(tmp_path / "text").played(hopsow.start("awari"))
    later = Explorer(tmp_path / "later.db")
    take(later, many(1))
    database = sqlite3.connect(later.path)
    database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(ExplorerError, match="made by a later version"):
        later.played(hopsow.start("awari"))


def test_a_file_with_rows_without_end_is_refused(tmp_path: Path) -> None:
    endless = "WITH RECURSIVE n(id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n) SELECT * FROM n"
    path = tmp_path / "strangers.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            f"CREATE TABLE about (plies, games); CREATE VIEW played AS {endless};"
            f"CREATE VIEW games AS {endless}; PRAGMA user_version = 1;"
        )
    with pytest.raises(ExplorerError, match="it has the view 'played'"):
        Explorer(path).played(hopsow.start("awari"))
    with pytest.raises(LibraryError, match="it has the view 'played'"):
        Library(path).find()


def test_the_library_knows_what_was_played(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.db")
    for name, text in {"one": HALMA, "two": MIRRORED}.items():
        record = Record.parse("halma", text)
        library.keep(name, record, "{}", players=("A", "B"), title="", now=1)
    start = hopsow.start("halma")
    (move,) = library.played(start)
    assert (len(move.moves), astuple(move.counts)) == (2, (1, 0, 1, 0))
    library.delete("two", now=2)
    (move,) = library.played(start)
    assert astuple(move.counts) == (0, 0, 1, 0)
    library.keep(
        "one", Record.parse("halma", "1. 4,1-5,2 *"), "{}", players=("A", "B"), title="", now=3
    )
    assert astuple(library.played(start)[0].counts) == (0, 0, 0, 1)


def test_a_library_of_an_earlier_version_learns_what_was_played(tmp_path: Path) -> None:
    library = Library(tmp_path / "library.db")
    record = Record.parse("awari", "1. F a 1-0")
    library.keep("one", record, "{}", players=("A", "B"), title="", now=1)
    library.keep("two", record, "{}", players=("A", "B"), title="", now=1)
    database = sqlite3.connect(library.path)
    database.executescript(
        "DROP TABLE played; PRAGMA user_version = 2; UPDATE games SET record = '' WHERE id = 'two';"
        "CREATE TABLE positions (key BLOB NOT NULL, id TEXT NOT NULL);"
    )
    database.close()
    assert counts(library.played(hopsow.start("awari"))) == {"F": (1, 0, 0, 0)}
    entries, _ = library.find(position=record.position)
    assert [entry.id for entry in entries] == ["one"]
    assert library.find()[1] == 2
