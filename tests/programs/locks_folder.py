"""Plays, and takes all rights from what it leaves in its folder."""

from pathlib import Path

from speak import turns

for turn in turns():
    turn.say(turn.legal())
    inner = Path(f"locked-{turn.number}") / "inner"
    inner.mkdir(parents=True)
    (inner / "file").write_text("x")
    inner.chmod(0)
    inner.parent.chmod(0o555)
