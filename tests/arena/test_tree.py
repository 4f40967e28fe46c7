"""Which processes belong to a program, as /proc tells it from one look to the next."""

import os
from typing import ClassVar

import pytest
from hopsow.arena.process import supervisor
from hopsow.arena.process.supervisor import Process, Tree

ROOT, PARENT, CHILD = 100, 103, 104


class Table:
    """A table of processes: who is there, and who is whose parent."""

    parents: ClassVar[dict[int, int]] = {}

    @classmethod
    def listdir(cls, folder: str) -> list[str]:
        assert folder == "/proc"
        return [*map(str, cls.parents), "self"]

    @classmethod
    def read(cls, pid: int) -> Process | None:
        return Process(pid, cls.parents[pid], 0) if pid in cls.parents else None


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> type[Table]:
    monkeypatch.setattr(os, "listdir", Table.listdir)
    monkeypatch.setattr(supervisor.Process, "read", Table.read)
    return Table


def test_a_child_of_an_orphan_that_changes_hands_is_not_given_up(table: type[Table]) -> None:
    """At the first look the parent's own parent is gone already, and nobody has adopted it yet."""
    tree = Tree(ROOT)
    table.parents = {1: 0, ROOT: 1, PARENT: 102, CHILD: PARENT}
    tree.look()
    assert tree.members == {}
    table.parents = {1: 0, ROOT: 1, PARENT: ROOT, CHILD: PARENT}
    tree.look()
    assert tree.members.keys() == {PARENT, CHILD}


def test_whoever_descends_from_elsewhere_stays_outside(table: type[Table]) -> None:
    tree = Tree(ROOT)
    table.parents = {1: 0, 50: 1, 51: 50, ROOT: 50, PARENT: ROOT}
    tree.look()
    assert tree.members.keys() == {PARENT}
    table.parents[52] = 51
    tree.look()
    assert tree.members.keys() == {PARENT}
    assert tree._outsiders == {1, 50, 51, 52}
