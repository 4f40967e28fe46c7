"""The board with what its user brings: a class, a position, a game."""

import json
from pathlib import Path
from urllib.request import Request, urlopen

import pytest
from playing import spec
from playwright.sync_api import Page, expect
from served import choose, expect_line, expect_plies, serving, square, wait_for_turn
from shell import complaint, output

LAST = """\
class Player:
    def __init__(self, depth="none"):
        self.depth = depth

    def choose(self, position, clock):
        print("depth", self.depth)
        return position.legal_moves[-1]
"""
ALONE = ("--no-browser", "--port", "0")
LATE = "24 20\n0 0 0 1 0 0\n0 0 0 0 2 1\n"
LATE_FEN = "0-0-0-0-2-1-0-0-1-0-0-0-24-20-S"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(LAST)
    (tmp_path / "late.txt").write_text(LATE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("command", "view"),
    [
        (("play", "checkers"), "#/play/checkers"),
        (("play", "awari", "--people"), "#/play/awari?p=human;human"),
        (("play", "--red", "greedy"), "#/play/checkers?p=greedy;human"),
        (
            ("play", "--board", "late.txt", "--north", "engine:level=2"),
            f"#/play/awari?p=human;engine:level=2&s={LATE_FEN}",
        ),
        (
            ("play", "--board", "game.pdn", "--red", "py:mine:Player"),
            "#/play/checkers?p=Player;human&m=11-15.22-18",
        ),
        (
            ("play", "awari", "--north", "ugi:python3 -m mine.py", "--south", "py:mine:Player"),
            "#/play/awari?p=Player;mine",
        ),
        (
            ("play", "checkers", "--white", "python3 mine.py", "--agent", "mine=greedy"),
            "#/play/checkers?p=human;mine%202",
        ),
        (("play", "halma", "--rules", "original"), "#/play/halma?p=human;human&r=original"),
    ],
)
def test_the_address_carries_players_and_game(
    command: tuple[str, ...], view: str, folder: Path
) -> None:
    (folder / "game.pdn").write_text('[GameType "21"]\n\n1. 11-15 22-18 *\n')
    with serving(*command, *ALONE) as address:
        assert address.partition("/#")[2] == view[1:]


def test_the_launcher_of_awari_opens_the_board(folder: Path) -> None:
    with serving("awari", "human", "py:mine:Player", "late.txt", "7", "--no-browser") as address:
        assert address.endswith(f"#/play/awari?p=human;Player&s={LATE_FEN}")


def test_evidence_opens_on_the_board(folder: Path) -> None:
    output("match", "awari", "greedy", "random", "--plies", "3", "--openings", "random:plies=1")
    path = "hopsow-evidence/game-00001.json"
    moves = [turn["move"] for turn in json.loads(Path(path).read_text())["moves"]]
    with serving("play", "--board", path, *ALONE) as address:
        assert address.endswith(f"&m={'.'.join(moves)}")


def test_only_the_class_that_was_named_is_played_against(folder: Path) -> None:
    with serving("play", "--red", "py:mine:Player", *ALONE) as address:
        place = address.partition("/#")[0]

        def ask(agent: str) -> str:
            question = {"line": {"game": "checkers", "moves": []}, "agent": agent}
            body = json.dumps(question).encode()
            request = Request(f"{place}/api/answer", body, {"content-type": "application/json"})
            with urlopen(request, timeout=300) as answer:
                move: str = json.load(answer)["move"]
                return move

        assert ask("Player") == "11-16"
        with pytest.raises(OSError, match="400"):
            ask("py:mine:Other")


def test_a_class_of_ones_own_plays_in_the_browser(folder: Path, page: Page) -> None:
    with serving("play", "--red", "py:mine:Player", *ALONE) as address:
        page.goto(address)
        assert [str(move) for move in wait_for_turn(page).moves] == ["11-16"]
        expect_line(page, "11-16")
        assert page.get_by_text("Player", exact=True).count() > 0


@pytest.mark.parametrize(
    "program", ["py:mine:Player", spec("honest", "checkers"), spec("honest", "ugi")]
)
def test_a_program_of_ones_own_is_among_the_opponents(
    folder: Path, lively: Page, program: str
) -> None:
    agent = f"My own={program}"
    with serving("play", "checkers", "--agent", agent, *ALONE) as address:
        lively.goto(address)
        wait_for_turn(lively)
        lively.get_by_role("button", name="New game").click()
        dialog = lively.locator("dialog")
        expect(dialog).to_contain_text("hopsow play --agent NAME=SPEC")
        choose(lively, "Opponent", "My own")
        dialog.get_by_role("button", name="Begin").click()
        wait_for_turn(lively)
        for name in ("11", "15"):
            square(lively, name)
        expect_plies(lively, 2)
        assert len(wait_for_turn(lively).moves) == 2
        expect(lively.locator(".strip .who", has_text="My own")).to_have_count(1)


def test_a_program_that_plays_no_legal_move_is_told_and_the_game_goes_on(
    folder: Path, lively: Page
) -> None:
    agent = f"Bad={spec('illegal_move', 'checkers')}"
    with serving("play", "checkers", "--agent", agent, *ALONE) as address:
        lively.goto(f"{address.partition('#')[0]}#/play/checkers?p=human;Bad")
        wait_for_turn(lively)
        for name in ("11", "15"):
            square(lively, name)
        expect(lively.locator("#toast.shown")).to_contain_text("Bad made no move: ")
        expect(lively.locator(".status .notice")).to_contain_text("Bad made no move: ")
        lively.get_by_role("button", name="Take back").first.click()
        assert wait_for_turn(lively).moves == ()


def test_nobody_names_a_program_from_the_network(folder: Path) -> None:
    with serving("play", "checkers", "--agent", "Mine=greedy", *ALONE) as address:
        place = address.partition("/#")[0]
        for agent in ("cmd:python3 -c pass", "ugi:hopsow engine", "py:mine:Player", "Other"):
            question = {"line": {"game": "checkers", "moves": []}, "agent": agent}
            body = json.dumps(question).encode()
            request = Request(f"{place}/api/answer", body, {"content-type": "application/json"})
            with pytest.raises(OSError, match="400"):
                urlopen(request, timeout=300)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("--agent Mine", "--agent Mine: expected NAME=SPEC"),
        ("--agent a;b=greedy", "--agent a;b=greedy: expected NAME=SPEC"),
        ("--agent engine=greedy", "there is another agent called engine"),
        ("--agent A=greedy --agent A=random", "there is another agent called A"),
        ("--agent A=nonsense", 'unknown agent "nonsense"'),
        ("awari --agent A=cmd:nowhere", "the program nowhere is not found"),
        ("--white greedy", "--white: say which game, halma, checkers"),
        ("awari --white greedy", "--white: the sides of awari are south and north"),
        ("--red nonsense", 'unknown agent "nonsense"'),
        ("--red greedy --people", "--people leaves no side for an agent"),
        ("--board late.txt --red greedy", "--red: the sides of awari are south and north"),
        ("--board nowhere.txt", "nowhere.txt: No such file or directory"),
        ("--board mine.py", "mine.py: line 1"),
        ("awari --rules corner", "--rules corner: expected forfeit, abapa or oware"),
        ("--red py:mine.Nobody", 'found "py:mine.Nobody", expected py:MODULE:CLASS'),
        ("--red py:other:Player", "py:other:Player: No module named 'other'"),
        ("checkers --white ./mine.py", 'did you mean "python3 ./mine.py"?'),
    ],
)
def test_what_cannot_be_played_is_one_sentence(arguments: str, sentence: str, folder: Path) -> None:
    assert sentence in complaint("play", *arguments.split(), "--no-browser")
