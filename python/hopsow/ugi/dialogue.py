"""A program at the other end of two pipes: lines to it, lines from it, and no endless waiting."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from types import TracebackType
from typing import Self

MAX_LINE = 1 << 16
MAX_WAITING = 10_000  # unread lines; a program that writes more has to wait
END_S = 5.0
LOOK_S = 0.01


class Silence(Exception):  # noqa: N818 (nothing has gone wrong here)
    """No more lines: the message says why, or else the program `is_waiting`."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why)
        self.is_waiting = not why


class Dialogue:
    """Starts a program; on exit, ends it and everything it has started."""

    def __init__(self, command: list[str]) -> None:
        self.heard: list[str] = []  # since the last line sent
        self._lines: queue.Queue[str | None] = queue.Queue(MAX_WAITING)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    def say(self, line: str) -> None:
        """Write a line; a program that has closed its input will simply not answer."""
        self.heard.clear()
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{line}\n".encode())

    def hear(self, deadline: float) -> str:
        """The next line, at the latest at `deadline` of the monotonic clock."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Silence from None
        if line is None:
            self._lines.put(None)
            raise Silence(self._ending())
        self.heard.append(line)
        return line

    def ends_within(self, seconds: float) -> int | None:
        """The exit status of a program that ends by itself."""
        try:
            return self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._stop_listening()

    def _stop_listening(self) -> None:
        """Close the pipes once nobody reads them: their file descriptors will be used again."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        deadline = time.monotonic() + END_S
        while self._listener.is_alive() and time.monotonic() < deadline:
            with contextlib.suppress(queue.Empty):
                while True:
                    self._lines.get_nowait()
            self._listener.join(LOOK_S)
        if not self._listener.is_alive():  # else a child that got away keeps the pipe open
            self._process.stdout.close()

    def _ending(self) -> str:
        status = self.ends_within(END_S)
        if status is None:
            return "the program closed its output"
        return f"the program ended with status {status}"

    def _listen(self) -> None:
        stdout = self._process.stdout
        assert stdout is not None
        rest = b""
        with contextlib.suppress(OSError, ValueError):  # closed at the end of the dialogue
            while chunk := stdout.read(MAX_LINE):
                *lines, rest = (rest + chunk).split(b"\n")
                rest = rest[:MAX_LINE]
                for line in lines:
                    self._lines.put(line[:MAX_LINE].decode("utf-8", "replace").rstrip("\r"))
        self._lines.put(None)
