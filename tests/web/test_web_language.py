"""The page in German: chosen, remembered, in every view, and English where words are missing."""

import json
import re
from collections.abc import Iterator

import hopsow
import pytest
from catalogues import FOLDER
from playwright.sync_api import Browser, Page, Route, ViewportSize, expect
from served import (
    ALL_BUT_CONTRAST,
    PEOPLE,
    QUIET,
    SQUARE,
    expect_toast,
    opened,
    problems,
    square,
    wait_for_turn,
)

GERMAN = json.dumps({**json.loads(QUIET), "language": "de"})
SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1280, "height": 800},
    "phone": {"width": 360, "height": 740},
}
MOVES = {"halma": "4,1-5,2.11,14-10,13", "checkers": "11-15.22-18.15x22.25x18", "awari": "F.a.D"}
READY = {
    "home": ".card:nth-child(3)",
    "play": "main[data-state=open]",
    "analysis": ".lines li",
    "review": ".points li",
    "editor": ".verdict:not(:empty)",
    "library": ".saved-games li",
    "puzzles": "main[data-state=open] .figures",
    "learn": '[aria-label*="kann ziehen"]',
    "help": "article tr:nth-child(3)",
}
# Words of English that no German text has; commands are the same in every language.
ENGLISH = re.compile(
    r"\b(the|and|of|to|is|are|with|you|your|moves?|games?|play|red|white|black|south|north|king"
    r"|empty|stones?|wins|draw|level|thinking|waiting|board|side|men|from|by)\b",
    re.IGNORECASE,
)
SAID = """() => [...document.querySelectorAll("body :not(.saved-games *)")].flatMap((element) => [
    ...["title", "aria-label", "placeholder"].map((name) => element.getAttribute(name)),
    ...(element.closest("code, script, noscript, textarea") ? [] : [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data)),
]).filter(Boolean)"""
BEYOND = """() => [...document.querySelectorAll("main *")]
    .filter((element) => !element.closest("svg, .unseen, .grid"))
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1
        || (element.matches("button, .chip, a, th, summary, .strip")
            && element.scrollWidth > element.clientWidth + 1))
    .map((element) => `${element.className} ${element.textContent}`)"""


def german(browser: Browser, size: str = "wide") -> Iterator[Page]:
    """A page whose visitor has chosen German; nothing may go wrong on it unnoticed."""
    with opened(browser, is_quiet=False, viewport=SIZES[size]) as context:
        context.add_init_script(
            f"if (location.host) localStorage['hopsow.settings'] ||= {GERMAN!r};"
        )
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        yield page
        assert wrong == []


@pytest.fixture
def deutsch(browser: Browser) -> Iterator[Page]:
    """Such a page in a window of usual size."""
    yield from german(browser)


def test_the_choice_is_remembered(page: Page, address: str) -> None:
    page.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15")
    wait_for_turn(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Deutsch", exact=True).click()  # the page begins anew
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("button", name="Aufgeben")).to_be_visible()
    expect(page).to_have_title("Dame: Spielen · Hopsow")
    expect(page.locator(".moves > .move")).to_have_count(1)
    page.reload()
    expect(page.locator(".status")).to_have_text("Weiß am Zug")
    page.get_by_role("button", name="Einstellungen").click()
    page.get_by_label("English", exact=True).click()
    expect(page.locator(".status")).to_have_text("White to move")
    expect(page.locator("html")).to_have_attribute("lang", "en")


@pytest.mark.parametrize(("locale", "words"), [("de-AT", "Dame spielen"), ("fr", "Play Checkers")])
def test_a_browser_in_german_is_answered_in_german(
    browser: Browser, address: str, locale: str, words: str
) -> None:
    with opened(browser, is_quiet=False, locale=locale) as context:
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_role("link", name=words)).to_be_visible()


@pytest.mark.parametrize(
    ("game", "moves", "wrong", "refusal", "right", "said"),
    [
        (
            "halma",
            "4,1-5,1",
            "4,0",
            "Der Stein auf 4,0 gehört Schwarz, und Weiß ist am Zug",
            ("14,11", "14,10"),
            "Weiß 14 11 nach 14 10. Schwarz am Zug, solange Steine im eigenen Hof stehen, "
            "muss einer von ihnen heraus.",
        ),
        (
            "checkers",
            "11-15.22-18",
            "9",
            "Schlagen ist Pflicht, und es geht: 15x22",
            ("15", "22"),
            "Rot 15 schlägt nach 22, ein Schlagzug: Rot 1 geschlagen. "
            "Weiß am Zug, Weiß muss schlagen.",
        ),
        (
            "awari",
            "F.a",
            "F",
            "Mulde F ist leer",
            ("E",),
            "Süd E. Nord am Zug.",
        ),
    ],
)
def test_each_game_is_played_in_german(
    deutsch: Page,
    address: str,
    game: str,
    moves: str,
    wrong: str,
    refusal: str,
    right: tuple[str, ...],
    said: str,
) -> None:
    deutsch.goto(f"{address}/#/play/{game}{PEOPLE}&m={moves}")
    wait_for_turn(deutsch)
    square(deutsch, wrong)
    expect_toast(deutsch, refusal)
    for name in right:
        square(deutsch, name)
    expect(deutsch.locator("#announcements")).to_have_text(said)
    deutsch.get_by_role("button", name="Aufgeben").click()
    deutsch.locator("dialog").get_by_role("button", name="Aufgeben").click()
    expect(deutsch.locator(".result")).to_have_text(
        re.compile("^(Weiß|Schwarz|Rot|Süd|Nord) gewinnt: (Weiß|Schwarz|Nord) hat aufgegeben$")
    )
    expect(deutsch.locator(".banner")).to_have_text(re.compile(" gewinnt$"))


def test_squares_are_read_out_in_german(deutsch: Page, address: str) -> None:
    deutsch.goto(f"{address}/#/play/checkers{PEOPLE}&m=11-15.22-18")
    wait_for_turn(deutsch)
    cell = deutsch.locator(SQUARE.format("15"))
    expect(cell).to_have_attribute("aria-label", "15: roter Stein, kann ziehen")
    deutsch.goto(f"{address}/#/play/awari{PEOPLE}&m=F.a")
    wait_for_turn(deutsch)
    cell = deutsch.locator(SQUARE.format("A"))
    expect(cell).to_have_attribute("aria-label", "Mulde A: 4 Steine, kann ziehen")


def test_a_lesson_is_taught_in_german(deutsch: Page, address: str) -> None:
    deutsch.goto(f"{address}/#/learn/awari")
    expect(deutsch.get_by_role("heading", name="Säen und schlagen")).to_be_visible()
    deutsch.get_by_role("button", name="Weiter").click()
    expect(deutsch.locator(".panel")).to_contain_text("Finde die Mulde, die schlägt.")
    square(deutsch, "A")
    expect_toast(deutsch, "Der eine Stein in F erreicht a, wo dann zwei liegen")
    square(deutsch, "F")
    expect(deutsch.locator(".verdict")).to_have_text("Gut gemacht")
    expect(deutsch.locator(".panel")).to_contain_text("Die Steine sind in dein Haus gewandert.")


def test_what_has_no_words_stays_english(deutsch: Page, address: str) -> None:
    words = json.loads((FOLDER / "de.json").read_text(encoding="utf-8"))
    for english in ("Resign", "{side} to move"):
        del words[english]

    def answer(route: Route) -> None:
        route.fulfill(json=words)

    deutsch.route("**/messages/de.json", answer)
    deutsch.goto(f"{address}/#/play/checkers{PEOPLE}")
    wait_for_turn(deutsch)
    expect(deutsch.get_by_role("button", name="Resign")).to_be_visible()
    expect(deutsch.get_by_role("button", name="Remis anbieten")).to_be_visible()
    expect(deutsch.locator(".status")).to_have_text("Rot to move")


def test_a_lost_catalogue_leaves_the_page_in_english(deutsch: Page, address: str) -> None:
    deutsch.route("**/messages/de.json", lambda route: route.abort())
    deutsch.goto(f"{address}/#/play/checkers{PEOPLE}")
    wait_for_turn(deutsch)
    expect(deutsch.get_by_role("button", name="Resign")).to_be_visible()
    expect(deutsch.locator("html")).to_have_attribute("lang", "en")
    square(deutsch, "22")
    expect_toast(deutsch, "The piece on 22 is white's, and it is red's turn")


def test_what_people_write_is_not_translated(deutsch: Page, address: str) -> None:
    tree = "v=0:11-15*Draw.1:22-18"
    deutsch.goto(f"{address}/#/analysis/checkers?n=White;Draw&m=11-15.22-18&{tree}")
    expect(deutsch.locator(".moves .comment")).to_have_text("Draw")
    expect(deutsch.locator(".who")).to_have_text(["White", "Draw"])
    deutsch.get_by_role("link", name="Partien").click()
    deutsch.get_by_role("button", name="Umbenennen").first.click()
    deutsch.get_by_label("Titel", exact=True).fill("Resign")
    deutsch.locator("dialog").get_by_role("button", name="Umbenennen").click()
    row = deutsch.locator(".saved-games li").first
    expect(row.locator("strong")).to_have_text("Resign")
    expect(row.locator("span")).to_contain_text("Dame · White und Draw · nicht beendet · 2 Züge")
    expect(row.get_by_role("button", name="Resign öffnen")).to_be_visible()


@pytest.mark.parametrize("view", READY)
def test_every_view_is_german_whole_and_accessible(
    browser: Browser, address: str, view: str
) -> None:
    for page in german(browser):
        for game in hopsow.GAMES:
            page.goto("about:blank")
            page.goto(f"{address}/#/{view}/{game}?p=human;human&m={MOVES[game]}")
            page.locator(READY[view]).first.wait_for(state="attached")
            said = [text for text in page.evaluate(SAID) if "hopsow " not in text]
            assert [text for text in said if ENGLISH.search(text)] == [], game
            for size in SIZES.values():
                page.set_viewport_size(size)
                assert page.evaluate(BEYOND) == [], game
            assert problems(page, ALL_BUT_CONTRAST) == [], game


def test_the_name_of_the_view_is_in_sight_on_a_phone(browser: Browser, address: str) -> None:
    for page in german(browser, "phone"):
        page.goto(f"{address}/#/help/checkers")
        link = page.get_by_role("link", name="Hilfe", exact=True)
        expect(link).to_have_attribute("aria-current", "page")
        expect(link).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("size", SIZES)
def test_friends_play_in_german(browser: Browser, address: str, size: str) -> None:
    for page in german(browser, size):
        page.goto(f"{address}/#/play/checkers")
        wait_for_turn(page)
        page.get_by_role("button", name="Mit Freunden").click()
        page.get_by_role("button", name="Beginnen").click()
        page.locator(".view-friend[data-state=open]").wait_for()
        expect(page.locator(".who")).to_have_text(["dein Gegenüber, noch nicht da", "du"])
        said = [text for text in page.evaluate(SAID) if "hopsow " not in text]
        assert [text for text in said if ENGLISH.search(text)] == []
        assert page.evaluate(BEYOND) == []
        assert problems(page, ALL_BUT_CONTRAST) == []
        with opened(browser) as context:
            friend = context.new_page()
            friend.goto(page.get_by_label("Für dein Gegenüber, zum Spielen").first.input_value())
            friend.get_by_role("button", name="Offer a draw").click()
            expect(page.locator(".task p")).to_have_text("Dein Gegenüber bietet Remis an.")
            page.get_by_role("button", name="Annehmen").click()
            expect(page.locator(".result")).to_have_text("Remis: vereinbart")
            expect(friend.locator(".result")).to_have_text("Draw: agreed")


@pytest.mark.parametrize("size", SIZES)
def test_dialogs_are_german_whole_and_accessible(browser: Browser, address: str, size: str) -> None:
    for page in german(browser, size):
        for view, button in [
            ("play", "Einstellungen"),
            ("play", "Neue Partie"),
            ("play", "Mit Freunden"),
            ("analysis", "Suche"),
        ]:
            page.goto("about:blank")
            page.goto(f"{address}/#/{view}/checkers?p=human;engine:level=3")
            page.locator(READY[view]).first.wait_for(state="attached")
            page.get_by_role("button", name=button).click()
            dialog = page.locator("dialog")
            dialog.wait_for()
            assert ENGLISH.search(dialog.inner_text().replace("hopsow play", "")) is None
            assert page.evaluate(BEYOND.replace("main *", "dialog *")) == []
            assert problems(page, ALL_BUT_CONTRAST) == []
