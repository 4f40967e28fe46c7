"""A friend by link, in real browsers: two people at two pages, and somebody who watches."""

import re
import socket as sockets
import threading
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import hopsow
import pytest
from playwright.sync_api import Browser, expect
from seats import FOR_FRIEND, TO_WATCH, both_come, invite, is_to_move, meet, people
from served import (
    expect_plies,
    expect_toast,
    opened,
    resign,
    say,
    serving,
    square,
    squares_to_choose,
    started,
)


@pytest.mark.parametrize("game", hopsow.GAMES)
def test_two_people_play_by_links_and_others_watch(
    browser: Browser, address: str, game: str
) -> None:
    with people(browser, 3, is_quiet=False) as (host, guest, watcher):
        link, watch = invite(host, address, game)
        expect(host.locator(".strip .who").first).to_have_text("your friend, not here yet")
        guest.goto(link)
        watcher.goto(watch)
        expect(host.locator(".hint", has_text="1 watching")).to_be_visible()
        record = hopsow.Record(game)
        for ply, page in enumerate((host, guest, host)):
            is_to_move(page)
            move = record.position.legal_moves[0]
            for name in squares_to_choose(record, move):
                square(page, name)
            record.play(move)
            for other in (host, guest, watcher):
                expect_plies(other, ply + 1)
        for name in ("Resign", "Offer a draw", "Ask to take back", "Play"):
            expect(watcher.get_by_role("button", name=name, exact=True)).to_have_count(0)
        for page in (host, guest, watcher):
            assert page.locator(".strip").count() == 2
        first = record.start.sides[0].capitalize()
        expect(host.locator(".strip").last).to_contain_text(first)
        expect(guest.locator(".strip").first).to_contain_text(first)


def test_the_address_gives_nobody_a_seat_and_a_reload_keeps_it(
    browser: Browser, address: str
) -> None:
    with people(browser) as (host, guest):
        link, watch = invite(host, address, "checkers", "White")
        assert host.url == watch
        assert link.startswith(f"{watch}.")
        guest.goto(link)
        is_to_move(guest)
        assert guest.url == watch
        say(guest, "11-15")
        is_to_move(host)
        for page in (host, guest):
            page.reload()
            expect_plies(page, 1)
        say(host, "22-18")
        is_to_move(guest)
        expect_plies(guest, 2)


def test_a_game_of_ones_own_is_left_alone(browser: Browser, address: str) -> None:
    with people(browser) as (host, guest):
        host.goto(f"{address}/#/play/checkers?p=human;human&m=9-13")
        is_to_move(host)
        guest.goto(invite(host, address, "checkers")[0])
        say(host, "11-15")
        is_to_move(guest)
        host.get_by_role("link", name="Play", exact=True).click()
        expect(host.locator(".moves > .move")).to_have_text(["9-13"])
        host.go_back()
        expect(host.locator(".moves > .move")).to_have_text(["11-15"])


def test_taking_back_is_asked_and_agreed_to(browser: Browser, address: str) -> None:
    with people(browser) as pages:
        host, guest = pages
        both_come(pages, meet(address))
        expect(host.get_by_role("button", name="Ask to take back")).to_be_disabled()
        say(host, "11-15")
        is_to_move(guest)
        host.get_by_role("button", name="Ask to take back").click()
        expect(guest.locator("#announcements")).to_contain_text("asks to take a move back")
        guest.get_by_role("button", name="Agree").click()
        is_to_move(host)
        expect(guest.locator(".moves > .move")).to_have_count(0)


def test_a_square_that_is_chosen_stays_so_when_a_draw_is_offered(
    browser: Browser, address: str
) -> None:
    with people(browser) as pages:
        host, guest = pages
        both_come(pages, meet(address))
        is_to_move(host)
        square(host, "11")
        guest.get_by_role("button", name="Offer a draw").click()
        expect(host.locator(".task")).to_contain_text("Your friend offers a draw")
        expect(host.get_by_role("gridcell", name="11: red man, selected")).to_have_count(1)
        square(host, "15")
        expect_plies(guest, 1)
        expect(guest.locator(".task")).to_be_hidden()


def test_a_game_ends_by_agreement_or_resigning_and_is_played_again(
    browser: Browser, address: str
) -> None:
    with people(browser) as pages:
        host, guest = pages
        both_come(pages, meet(address))
        say(host, "11-15")
        is_to_move(guest)
        resign(guest)
        expect(host.locator(".banner")).to_have_text("You win")
        expect(guest.locator(".banner")).to_have_text("You lose")
        expect(guest.locator(".result")).to_have_text("Red wins: white resigned")
        host.get_by_role("button", name="Rematch").click()
        guest.get_by_role("button", name="Agree").click()
        is_to_move(guest)
        expect(guest.locator(".strip").last).to_contain_text("Red")
        expect(host.locator(".moves")).to_have_text("No moves yet.")
        expect(host.locator(".banner")).to_be_hidden()
        say(guest, "9-13")
        is_to_move(host)
        host.get_by_role("button", name="Offer a draw").click()
        guest.get_by_role("button", name="Agree").click()
        expect(host.locator(".banner")).to_have_text("Draw")
        host.get_by_role("button", name="Review").click()
        expect(host.locator(".moves > .move")).to_have_text(["9-13"])
        host.goto(f"{address}/#/library/checkers")
        expect(host.locator(".saved-games li").first).to_contain_text("Friend")


def test_clocks_run_on_the_server_and_end_the_game(browser: Browser, address: str) -> None:
    with people(browser, is_quiet=False) as pages:
        host, guest = pages
        both_come(pages, meet(address, minutes=0.05))
        expect(host.locator(".clock").first).to_have_text("3.0")
        say(host, "11-15")
        expect(guest.locator(".result")).to_have_text("Red wins: white ran out of time")
        expect(host.locator(".banner")).to_have_text("You win")
        expect(guest.locator(".clock").last).to_have_text("0.0")
        expect(guest.locator(".clock").first).to_have_text("3.0")


class Cable:
    """Connections to a server that can be cut, and mended."""

    def __init__(self, address: str) -> None:
        self._port = int(address.rpartition(":")[2])
        self._ends: list[sockets.socket] = []
        self.is_cut = False
        self._listener = sockets.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                if self.is_cut:
                    near.close()
                    continue
                far = sockets.create_connection(("127.0.0.1", self._port))
                self._ends += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=self._carry, args=ends, daemon=True).start()

    def _carry(self, source: sockets.socket, target: sockets.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for end in (source, target):
            end.close()

    def cut(self) -> None:
        """Nothing goes through any more."""
        self.is_cut = True
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(sockets.SHUT_RDWR)
        self._ends.clear()

    def close(self) -> None:
        """Let go of everything."""
        self.cut()
        self._listener.close()


def test_nothing_is_lost_when_the_connection_is_cut(browser: Browser, address: str) -> None:
    cable = Cable(address)
    try:
        with people(browser) as pages:
            host, guest = pages
            links = meet(address)
            both_come(pages, (links[0], links[1].replace(address, cable.address)))
            say(host, "11-15")
            is_to_move(guest)
            cable.cut()
            expect(host.locator(".strip .who").first).to_have_text("your friend, away")
            say(guest, "22-18")  # it is sent when that is possible
            expect_toast(guest, "the server does not answer")
            host.get_by_role("button", name="Offer a draw").click()
            cable.is_cut = False
            is_to_move(host)
            expect_plies(host, 2)
            expect(host.locator(".strip .who").first).to_have_text("your friend")
    finally:
        cable.close()


def test_a_game_that_is_gone_says_so_and_its_moves_are_among_the_games(
    browser: Browser, tmp_path: Path
) -> None:
    command = ("serve", "--port", "0")
    with people(browser, 1) as (page,):
        with started(*command) as (address, server):
            page.goto(meet(address)[0])
            is_to_move(page)
            say(page, "11-15")
            expect_plies(page, 1)
            server.kill()
        port = address.rpartition(":")[2]
        with serving("serve", "--port", port):
            status = page.locator(".status")
            expect(status).to_contain_text("There is no such game here")
            page.goto(f"{address}/#/library/checkers")
            expect(page.locator(".saved-games li")).to_have_count(1)


def test_links_let_friends_into_a_server_with_a_token(browser: Browser) -> None:
    with started("serve", "--host", "0.0.0.0", "--port", "0") as (printed, _):
        found = re.fullmatch(r"http://[^:]+:(\d+)/\?token=(\S+)", printed)
        assert found is not None
        begin = f"http://127.0.0.1:{found[1]}"
        with people(browser) as (host, guest):
            host.goto(f"{begin}/?token={found[2]}")
            host.locator(".card").first.wait_for()
            link, _ = invite(host, begin, "awari")
            assert link.startswith(f"{begin}/?token={found[2]}#/friend/awari/")
            guest.goto(link)
            expect(guest.locator(".strip").last).to_contain_text("you")
            assert "token" not in guest.url
            say(host, "F")
            is_to_move(guest)


def test_a_game_is_played_by_keyboard_alone(browser: Browser, address: str) -> None:
    with people(browser) as (host, guest):
        host.goto(f"{address}/#/play/awari")
        is_to_move(host)
        host.get_by_role("button", name="Play a friend").focus()
        host.keyboard.press("Enter")
        host.get_by_role("button", name="Begin").focus()
        host.keyboard.press("Enter")
        guest.goto(host.get_by_label(FOR_FRIEND, exact=True).input_value())
        is_to_move(host)
        for page, way, pit in ((host, "End", "F"), (guest, "Home", "a")):
            is_to_move(page)
            page.locator("[data-square][tabindex='0']").focus()
            for key in ("ArrowDown", way):
                page.keyboard.press(key)
            expect(page.locator(":focus")).to_have_attribute("data-square", pit)
            page.keyboard.press("Enter")
        expect_plies(host, 2)
        guest.get_by_role("button", name="Ask to take back").focus()
        guest.keyboard.press("Enter")
        host.get_by_role("button", name="Agree").focus()
        host.keyboard.press("Enter")
        expect_plies(guest, 1)
        expect(guest.locator("#announcements")).to_contain_text("asked")


def test_links_have_room_and_nothing_moves_sideways_on_a_phone(
    browser: Browser, address: str
) -> None:
    with opened(browser, viewport={"width": 390, "height": 844}) as context:
        page = context.new_page()
        page.goto(meet(address)[0])
        field = page.get_by_label(FOR_FRIEND, exact=True)
        field.wait_for()
        boxes = [
            page.get_by_role("button", name=f"Copy: {name}").bounding_box()
            for name in (FOR_FRIEND, TO_WATCH)
        ]
        for above, below in pairwise(boxes):
            assert above is not None
            assert below is not None
            assert above["y"] + above["height"] <= below["y"]
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
