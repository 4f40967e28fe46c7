"""Seats in games between friends: nobody loses one by an ordinary click, or takes two unasked."""

import re

from playwright.sync_api import Browser, Page, expect
from seats import both_come, invite, is_to_move, meet, people
from served import expect_toast, say


def sits(page: Page, side: str) -> None:
    """Somebody plays this side, as their page says."""
    own = page.locator(".strip").filter(has=page.locator("strong", has_text=side))
    expect(own.locator(".who")).to_have_text("you")


def test_a_second_game_keeps_the_seat_in_the_first(browser: Browser, address: str) -> None:
    with people(browser, 1) as (host,):
        invite(host, address, "checkers")
        first = host.url
        sits(host, "Red")
        invite(host, address, "checkers", "White")
        assert host.url != first
        sits(host, "White")
        host.goto(first)
        sits(host, "Red")


def test_the_other_seat_is_taken_only_when_asked_for(browser: Browser, address: str) -> None:
    with people(browser, 1) as (host,):
        link, _ = invite(host, address, "checkers")
        host.goto(link)
        dialog = host.locator("dialog")
        expect(dialog).to_contain_text("You have a seat in this game")
        dialog.get_by_role("button", name="Cancel").click()
        sits(host, "Red")
        host.goto(link)
        dialog.get_by_role("button", name="Change seats").click()
        sits(host, "White")
        other = host.context.new_page()  # the browser still has the first seat
        other.goto(host.url)
        sits(other, "Red")


def test_a_declined_offer_is_told_and_a_withdrawn_one_is_not(
    browser: Browser, address: str
) -> None:
    with people(browser) as pages:
        host, guest = pages
        both_come(pages, meet(address))
        say(host, "11-15")
        is_to_move(guest)
        host.get_by_role("button", name="Offer a draw").click()
        host.get_by_role("button", name="Never mind").click()
        expect(guest.locator(".task")).to_be_hidden()
        expect(host.locator("#toast.shown")).to_have_count(0)
        host.get_by_role("button", name="Ask to take back").click()
        guest.get_by_role("button", name="Decline").click()
        expect_toast(host, "Your friend declined the offer")
        expect(guest.locator("#toast.shown")).to_have_count(0)


def test_the_title_says_whose_turn_it_is(browser: Browser, address: str) -> None:
    with people(browser) as pages:
        host, guest = pages
        both_come(pages, meet(address))
        expect(host).to_have_title(re.compile("^Your turn · "))
        expect(guest).to_have_title(re.compile("^Play Checkers"))
        say(host, "11-15")
        expect(guest).to_have_title(re.compile("^Your turn · "))
        expect(host).to_have_title(re.compile("^Play Checkers"))
        guest.get_by_role("link", name="Analyse").click()
        expect(guest).to_have_title(re.compile("^Analyse Checkers"))


def test_nothing_can_be_given_up_before_the_friend_has_come(browser: Browser, address: str) -> None:
    with people(browser) as (host, guest):
        link, _ = invite(host, address, "checkers")
        expect(host.locator(".status")).to_contain_text("waiting for your friend")
        buttons = [host.get_by_role("button", name=name) for name in ("Offer a draw", "Resign")]
        for button in buttons:
            expect(button).to_be_hidden()
        guest.goto(link)
        for button in buttons:
            expect(button).to_be_visible()


def test_who_watches_keeps_nothing(browser: Browser, address: str) -> None:
    with people(browser, 3) as (host, guest, watcher):
        link, watch = invite(host, address, "checkers")
        guest.goto(link)
        watcher.goto(watch)
        say(host, "11-15")
        is_to_move(guest)
        expect(watcher.locator(".moves > .move")).to_have_count(1)
        shelves = [
            page.evaluate("localStorage['hopsow.shelf'] ?? null") for page in (host, watcher)
        ]
        assert shelves[0]
        assert shelves[1] is None
