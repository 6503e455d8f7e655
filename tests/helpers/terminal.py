"""A terminal to write to: a pseudo-terminal of the system, and what is to be seen on one."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import termios
from types import TracebackType

from .clock import PATIENCE


def visible(written: str) -> str:
    """What can be seen of one line after this was written: a carriage return goes back to its beginning."""
    cells: list[str] = []
    at = 0
    for character in written:
        if character == "\r":
            at = 0
            continue
        cells[at : at + 1] = [character]
        at += 1
    return "".join(cells).rstrip()


class Terminal:
    """A pseudo-terminal: `name` is the file that a program writes to, `read()` what has come so far."""

    def __init__(self, columns: int = 80):
        self._mine, self.descriptor = os.openpty()
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        self.name = os.ttyname(self.descriptor)

    def read(self) -> str:
        """What has come."""
        parts: list[bytes] = []
        while select.select([self._mine], [], [], 0)[0]:
            parts.append(os.read(self._mine, 65536))
        return b"".join(parts).decode()

    def read_until(self, text: str) -> str:
        """What has come and comes, until `text` is in it."""
        found = ""
        while text not in found:
            assert select.select([self._mine], [], [], PATIENCE)[0], found
            found += os.read(self._mine, 65536).decode()
        return found

    def hang_up(self) -> None:
        """Go away while it is written to."""
        os.close(self._mine)
        self._mine = -1

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._mine >= 0:
            os.close(self._mine)
        os.close(self.descriptor)
