"""The lab's verbs stand below `hopsow lab`, and say what they need."""

import pytest
from hopsow.cli import completion
from hopsow.lab.verbs import VERBS
from shell import complaint, output


def test_help_lists_the_verbs_in_a_group_of_their_own() -> None:
    _, _, shown = output("--help").partition("\nlab:\n")
    lines = [line.split() for line in shown.partition("\n\n")[0].splitlines()]
    assert [line[:2] for line in lines] == [["lab", verb] for verb in VERBS]
    assert all(f"  {verb}" in output("lab") for verb in VERBS)
    assert output("help", "lab", "solve") == output("lab", "solve", "--help")


def test_a_shell_completes_verbs_and_their_options() -> None:
    words = completion.words("lab")
    assert [*VERBS] == words[: len(VERBS)]
    assert {"awari", "--adjudicate", "--stones-per-pit"} <= {*words}


@pytest.mark.parametrize("verb", VERBS)
def test_the_old_spelling_leads_to_the_new_one(verb: str) -> None:
    assert complaint(verb) == f"unknown verb {verb!r}: did you mean lab {verb}?"


def test_an_unknown_verb_is_one_sentence() -> None:
    sentence = "unknown verb 'cook' of the lab: expected one of data, train, learn, book, "
    assert complaint("lab", "cook").startswith(sentence)
