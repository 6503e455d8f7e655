"""Files that are written whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import BinaryIO

_PENDING: set[str] = set()
"""Temporary files beside those that are being written, removed when the run ends."""

_DESCRIPTOR = re.compile(r"(?:/dev/fd|/proc/(?:self|[0-9]+)/fd)/([0-9]+)")
_STANDARD = {"/dev/stdin": 0, "/dev/stdout": 1, "/dev/stderr": 2}
_UNMOVABLE = (errno.EBUSY, errno.EACCES, errno.EPERM, errno.EXDEV)
"""Error numbers of renaming at mount points and in directories without write permission."""


class NewContent:
    """The new content of a file. Until `commit` the file stays as it was, for readers and in any accident.

    Links are followed, and the mode and, where it can be, the owner of the file are kept. What is no regular file
    (`/dev/stdout`, a pipe, a device) is written to at once. Every step raises `OSError`.
    """

    def __init__(self, path: str | os.PathLike[str], sync: bool = True):
        self._temporary: str | None = None
        self._sync = sync
        place = _followed(os.fspath(path))
        if isinstance(place, int):
            sys.stdout.flush()
            self.stream: BinaryIO = os.fdopen(os.dup(place), "wb")
            return
        self._target = place
        before = _regular(place)
        if before is None and os.path.lexists(place):
            self.stream = os.fdopen(os.open(place, os.O_WRONLY), "wb")
            return
        self._temporary, descriptor = _beside(place, before is not None)
        self.stream = os.fdopen(descriptor, "wb")
        if before is not None:
            with suppress(PermissionError):
                os.fchown(descriptor, before.st_uid, before.st_gid)
            os.fchmod(descriptor, stat.S_IMODE(before.st_mode))

    def commit(self) -> None:
        """Put the content in its place."""
        try:
            self.stream.flush()
            if self._temporary is not None:
                if self._sync:
                    os.fsync(self.stream.fileno())
                self.stream.close()
                _move(self._temporary, self._target)
                _PENDING.discard(self._temporary)
                self._temporary = None
            self.stream.close()
        except BaseException:
            self.discard()
            raise

    def discard(self) -> None:
        """Leave the file as it was."""
        with suppress(OSError):  # what could not be written is tried once more on closing
            self.stream.close()
        if self._temporary is not None:
            _remove(self._temporary)
            self._temporary = None


@contextmanager
def new_content(path: str | os.PathLike[str], sync: bool = True) -> Generator[BinaryIO]:
    """A stream for what `path` is going to hold when the block has ended well; see `NewContent`."""
    content = NewContent(path, sync)
    try:
        yield content.stream
    except BaseException:
        content.discard()
        raise
    content.commit()


def abandon() -> None:
    """Remove what is half written: for a run that ends while another thread still writes."""
    for path in list(_PENDING):
        _remove(path)


def _followed(path: str) -> str | int:
    """Where a path leads: the number of an open file, or the path behind all links."""
    seen: set[str] = set()
    while True:
        path = os.path.abspath(path) if path else path
        if path in _STANDARD:
            return _STANDARD[path]
        if match := _DESCRIPTOR.fullmatch(path):
            return int(match[1])
        if path in seen or not os.path.islink(path):
            return os.path.realpath(path) if path else path
        seen.add(path)
        path = os.path.join(os.path.dirname(path), os.readlink(path))


def _regular(path: str) -> os.stat_result | None:
    """The status of a regular file that may be written to; None where there is no such file."""
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(found.st_mode):
        return None
    with open(path, "r+b"):  # says whether it may be written to, which renaming does not ask
        return found


def _beside(target: str, exists: bool) -> tuple[str, int]:
    """A new empty file in the directory of `target`, or elsewhere where only `target` itself may be written to."""
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | (os.O_CLOEXEC if hasattr(os, "O_CLOEXEC") else 0)
    name = f".{os.urandom(8).hex()}.tmp"
    path = os.path.join(os.path.dirname(target), name)
    try:
        return path, _pending(path, flags, 0o666)
    except OSError as error:
        if not exists or error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise OSError(error.errno, error.strerror, target) from None
        from tempfile import gettempdir  # rarely needed, and slow to import

        path = os.path.join(gettempdir(), name)
        return path, _pending(path, flags, 0o600)


def _pending(path: str, flags: int, mode: int) -> int:
    """A new file, which `abandon` knows from before it is there."""
    _PENDING.add(path)
    try:
        return os.open(path, flags, mode)
    except OSError:
        _PENDING.discard(path)
        raise


def _move(source: str, target: str) -> None:
    try:
        os.replace(source, target)
    except OSError as error:
        if error.errno not in _UNMOVABLE:
            raise
        from shutil import copyfileobj

        with open(source, "rb") as read, open(target, "r+b") as written:
            copyfileobj(read, written)
            written.truncate()
        os.unlink(source)


def _remove(path: str) -> None:
    with suppress(OSError):
        os.unlink(path)
    _PENDING.discard(path)
