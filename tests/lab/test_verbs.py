"""The lab's verbs stand below `hopsow lab`, and say what they need."""

import subprocess
from pathlib import Path

import pytest
from hopsow.cli import completion
from hopsow.lab.verbs import VERBS
from shell import HOPSOW, complaint, output


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
    sentence = "unknown verb 'cook' of the lab: expected one of data, train, learn, openings, "
    assert complaint("lab", "cook").startswith(sentence)


WITHOUT = """
import sys

sys.modules.update(dict.fromkeys(["torch", "onnx", "onnxruntime", "cupy"]))
from hopsow.cli import main

sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("lab train awari x -o y", 'training needs PyTorch: pip install "hopsow[lab]"'),
        ("lab learn awari -o x", 'learning needs PyTorch: pip install "hopsow[lab]"'),
        (
            "lab solve awari --stones-per-pit 3 --device cuda",
            "building on a graphics card needs CuPy: pip install 'hopsow[cuda]'",
        ),
        (
            "lab strategy make awari --stones-per-pit 3 --device cuda -o x",
            "building on a graphics card needs CuPy: pip install 'hopsow[cuda]'",
        ),
        (
            "match awari net:x random --no-evidence",
            'an agent net:FILE needs ONNX Runtime: pip install "hopsow[onnx]"',
        ),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(words: str, sentence: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [HOPSOW[0], "-c", WITHOUT, *words.split()], capture_output=True, text=True, cwd=tmp_path
    )
    assert (done.returncode, done.stderr) == (2, f"hopsow: {sentence}\n")
    assert list(tmp_path.iterdir()) == []
