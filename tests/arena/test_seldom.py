"""Saying now and then what changes all the time."""

from threading import Event

from hopsow.arena.run.seldom import Seldom

LONG_S = 1000.0  # longer than the test


def test_the_first_word_is_told_at_once_and_the_next_later() -> None:
    told: list[int] = []
    with Seldom(told.append, LONG_S) as tell:
        for number in range(5):
            tell(number)
        assert told == [0]
    tell(5)
    assert told == [0]  # nothing more, once it is closed


def test_the_last_word_is_told_though_nothing_comes_after_it() -> None:
    is_last = Event()

    def hear(number: int) -> None:
        if number == 4:
            is_last.set()

    with Seldom(hear, 0.01) as tell:
        for number in range(5):
            tell(number)
        assert is_last.wait(60)


def test_what_was_not_told_is_told_again() -> None:
    told: list[int] = []
    is_heard = Event()

    def hear(number: int) -> bool:
        told.append(number)
        if len(told) == 3:
            is_heard.set()
        return len(told) >= 3

    with Seldom(hear, 0.01) as tell:
        tell(7)
        assert is_heard.wait(60)
    assert told == [7, 7, 7]
