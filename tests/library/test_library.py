"""The library keeps games, finds them again and gives them back."""

import sqlite3
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import hopsow
import pytest
from hopsow import Record, exchange
from hopsow.library import REMEMBERED_S, Library, LibraryError, default_path

NAMES = ("You", "Engine, level 3")


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "deep" / "library.db")


def keep(library: Library, name: str, record: Record, now: float = 1.0, title: str = "") -> None:
    library.keep(name, record, f"page of {name}", players=NAMES, title=title, now=now)


def record(game: str, *moves: str) -> Record:
    played = Record(game)
    for move in moves:
        played.play(move)
    return played


def names(library: Library, **wanted: object) -> list[str]:
    games, count = library.find(**wanted)  # type: ignore[arg-type]
    assert count >= len(games)
    return [entry.id for entry in games]


def test_a_game_comes_back_as_it_was_kept(library: Library) -> None:
    text = "1. 11-15 {a start} 22-18 (1... 23-19!) 0-1"
    game = Record.parse("checkers", text)
    keep(library, "one", game)
    assert library.record("one") == game
    assert library.page("one") == "page of one"
    (entry,), count = library.find()
    assert (entry.game, entry.first, entry.second, entry.result) == ("checkers", *NAMES, "0-1")
    assert (entry.plies, entry.title, count) == (2, "", 1)


def test_a_game_that_goes_on_is_the_same_game(library: Library) -> None:
    keep(library, "one", record("awari", "F"), now=1, title="Sunday")
    keep(library, "one", record("awari", "F", "a"), now=5)
    (entry,), _ = library.find()
    assert (entry.plies, entry.began, entry.changed, entry.title) == (2, 1, 5, "Sunday")


def test_games_are_found_by_what_is_known_of_them(library: Library) -> None:
    keep(library, "one", record("checkers", "11-15"), now=1, title="Club evening")
    keep(library, "two", record("checkers", "9-13", "22-18"), now=2)
    keep(library, "three", Record.parse("awari", "1. F a 1-0"), now=3)
    assert names(library) == ["three", "two", "one"]
    assert names(library, game="checkers") == ["two", "one"]
    assert names(library, words="CLUB you") == ["one"]
    assert names(library, words="100%_'\"") == []
    assert names(library, result="1-0") == ["three"]
    assert names(library, since=2, until=3) == ["two"]
    assert names(library, limit=1, offset=1) == ["two"]


def test_a_position_is_found_however_it_came_about(library: Library) -> None:
    keep(library, "one", record("checkers", "11-15", "24-20", "9-13"))
    keep(library, "two", record("checkers", "9-13", "24-20", "11-15", "28-24"))
    keep(library, "three", record("checkers", "9-13"))
    position = record("checkers", "9-13", "24-20", "11-15").position
    assert sorted(names(library, position=position)) == ["one", "two"]
    assert len(names(library, position=hopsow.start("checkers"))) == 3


def test_what_is_deleted_can_be_taken_back_for_a_month(library: Library) -> None:
    keep(library, "one", record("awari", "F"))
    library.rename("one", "A game")
    library.delete("one", now=10)
    assert names(library) == []
    library.purge(now=10 + REMEMBERED_S)
    library.restore("one")
    assert [entry.title for entry in library.find()[0]] == ["A game"]
    library.delete("one", now=10)
    library.purge(now=11 + REMEMBERED_S)
    with pytest.raises(LibraryError, match="no such game"):
        library.restore("one")
    assert names(library, position=hopsow.start("awari")) == []


def test_all_games_are_one_text(library: Library) -> None:
    for number, move in enumerate(("F", "A"), 1):
        keep(library, f"game{number}", record("awari", move), now=number)
    keep(library, "other", record("checkers", "11-15"))
    text = "\n".join(library.records("awari"))
    games = exchange.read_all(text)
    assert [str(each.moves[0]) for each in games] == ["F", "A"]
    assert len(list(library.records())) == 3


def test_what_does_not_exist_or_cannot_be_used_is_one_sentence(
    library: Library, tmp_path: Path
) -> None:
    for ask in (library.page, library.record, library.restore):
        with pytest.raises(LibraryError, match="the library has no such game"):
            ask("nobody")
    damaged = tmp_path / "damaged.db"
    damaged.write_text("no database" * 100)
    with pytest.raises(LibraryError, match=r"damaged\.db cannot be used"):
        Library(damaged).find()
    foreign = tmp_path / "foreign.db"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE bookmarks (url)")
    database.close()
    before = foreign.read_bytes()
    with pytest.raises(LibraryError, match="a database of version 0, expected 3"):
        Library(foreign).find()
    assert foreign.read_bytes() == before
    later = tmp_path / "later.db"
    with sqlite3.connect(later) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    with pytest.raises(LibraryError, match="made by a later version"):
        Library(later).find()


def test_many_may_write_at_once(library: Library) -> None:
    others = Library(library.path)
    game = record("halma", "4,1-5,2")
    with ThreadPoolExecutor(4) as threads:
        for number in range(24):
            threads.submit(keep, others if number % 2 else library, f"game{number}", game)
    assert library.find()[1] == 24


def test_the_place_is_the_platforms_or_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOPSOW_LIBRARY", "/elsewhere/games.db")
    assert default_path() == Path("/elsewhere/games.db")
    monkeypatch.delenv("HOPSOW_LIBRARY")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert default_path() == Path("/data/hopsow/library.db")


def test_practice_is_kept_beside_the_games_also_in_a_file_of_an_earlier_version(
    library: Library,
) -> None:
    keep(library, "game", record("halma", "4,1-5,2"))
    with sqlite3.connect(library.path) as database:
        database.execute("DROP TABLE practice")
        database.execute("PRAGMA user_version = 1")
    database.close()
    assert library.practice("halma") is None
    library.keep_practice("halma", "one")
    library.keep_practice("halma", "two")
    library.keep_practice("awari", "three")
    assert (library.practice("halma"), library.practice("awari")) == ("two", "three")
    assert library.find()[1] == 1
