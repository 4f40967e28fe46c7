"""`hopsow doctor` says what is true of the machine it runs on."""

import json
import shutil

from hopsow.arena.process import landlock, runtimes
from hopsow.arena.process.sandbox import Sandbox, has_landlock
from shell import output, run


def test_it_says_whether_there_is_a_sandbox() -> None:
    report = json.loads(output("doctor", "--json"))
    assert report["sandbox"].startswith(Sandbox.choose("auto").kind.replace("off", "none"))
    without = json.loads(run("doctor", "--json", PATH="/nowhere").stdout)["sandbox"]
    expected = "landlock, because" if has_landlock() else "none:"
    assert without.startswith(f"{expected} bubblewrap is not installed")


def test_it_names_the_version_of_landlock() -> None:
    assert f"version {landlock.version()}" in json.loads(output("doctor", "--json"))["landlock"]


def test_it_names_what_is_missing() -> None:
    text = output("doctor")
    assert "extra tournament  installed" in text  # as the tests need it
    assert "extra envs        " in text
    browser = shutil.which("chromium")
    assert browser is None or f"browser           {browser}" in text


def test_it_lists_runtimes_and_what_the_kernel_limits() -> None:
    report = json.loads(output("doctor", "--json"))
    for runtime in runtimes.found():
        assert f"{runtime.language} in {runtime.folder}" in report["runtimes"]
    for name in ("processes", "memory", "working folder"):
        assert name in report["limits"]
    assert report["users"].startswith(("each program", "programs are"))
