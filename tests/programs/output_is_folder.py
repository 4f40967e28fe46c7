"""Makes a folder where its answer should be."""

from pathlib import Path

from speak import turns

for _ in turns():
    Path("output.txt").mkdir()
