"""`hopsow lab`: one module for each verb, imported only when its verb is called."""

from __future__ import annotations

from importlib import import_module

WHAT = "train nets, learn and solve games, make books and strategies"
VERBS = {
    "data": "play self-play games for training",
    "train": "train a value net on such games",
    "learn": "learn a game from nothing, by self-play with tree search",
    "openings": "list openings, all of them or the level ones",
    "book": "make an opening book by searches",
    "solve": "solve a whole game from its start",
    "compare": "compare values of Awari with those that others published",
    "strategy": "extract and verify a player that cannot lose",
}


def run(argv: list[str]) -> int:
    """Run a verb of the lab; the exit status."""
    verb, *rest = argv or ["--help"]
    if verb in ("-h", "--help"):
        print(_usage(), end="")
        return 0
    if verb not in VERBS:
        raise ValueError(f"unknown verb {verb!r} of the lab: expected one of {', '.join(VERBS)}")
    status: int = import_module(f"{__name__}.{verb}").run(rest)
    return status


def _usage() -> str:
    verbs = "".join(f"  {verb:12}{what}\n" for verb, what in VERBS.items())
    return (
        "usage: hopsow lab VERB ...\n\nTrain value nets, learn games from nothing, solve them, and "
        "make books and strategies.\ntrain and learn need pip install 'hopsow[lab]'; --device cuda "
        "of solve and strategy needs\npip install 'hopsow[cuda]'; the others need no other package."
        f"\n\nverbs:\n{verbs}\n"
        "hopsow lab VERB --help explains a verb and gives examples.\n"
    )
