"""Files are written whole or not at all."""

from __future__ import annotations

import builtins
import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest

from xdsl_stablehlo.ir.printable import printable
from xdsl_stablehlo.values.files import NewContent, abandon, new_content


def test_a_file_is_as_it_was_until_all_is_there(tmp_path: Path):
    file = tmp_path / "file"
    file.write_bytes(b"old")
    file.chmod(0o640)
    with new_content(file) as stream:
        stream.write(b"new")
        stream.flush()
        assert file.read_bytes() == b"old"
    assert file.read_bytes() == b"new"
    assert file.stat().st_mode & 0o7777 == 0o640
    assert os.listdir(tmp_path) == ["file"]


def half_written(path: Path, failure: BaseException) -> None:
    with new_content(path) as stream:
        stream.write(b"half")
        raise failure


@pytest.mark.parametrize("failure", [KeyboardInterrupt, MemoryError, OSError])
def test_whatever_goes_wrong_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, failure: type[BaseException]
):
    (tmp_path / "file").write_bytes(b"old")
    for name in ("file", "none"):
        with pytest.raises(failure):
            half_written(tmp_path / name, failure())
    assert os.listdir(tmp_path) == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_full_disk_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str):
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "file").write_bytes(b"old")
    monkeypatch.setattr(os, step, full)
    with pytest.raises(OSError, match="No space left"), new_content(tmp_path / "file") as stream:
        stream.write(b"new")
    assert os.listdir(tmp_path) == ["file"]
    assert (tmp_path / "file").read_bytes() == b"old"


@pytest.mark.parametrize("call", ["open", "replace"])
def test_a_file_in_a_directory_that_takes_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
):
    real: Callable[..., object] = getattr(os, call)

    def refused(path: str, *arguments: object) -> object:
        if str(path).startswith(str(tmp_path)) and str(path).endswith(".tmp"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, *arguments)

    (tmp_path / "file").write_bytes(b"old and long")
    monkeypatch.setattr(os, call, refused)
    with new_content(tmp_path / "file") as stream:
        stream.write(b"new")
    assert (tmp_path / "file").read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["file"]
    if call == "open":
        with pytest.raises(PermissionError), new_content(tmp_path / "none"):
            pass


def test_a_file_that_may_not_be_written_to_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Renaming would do it. The system's answer is made up: root is refused nothing."""
    real = cast("Callable[..., object]", open)

    def refused(path: str, mode: str = "r", *arguments: object) -> object:
        if mode.startswith("r+"):
            raise PermissionError(errno.EACCES, "Permission denied")
        return real(path, mode, *arguments)

    (tmp_path / "file").write_bytes(b"old")
    with monkeypatch.context() as patched:
        patched.setattr(builtins, "open", refused)
        with pytest.raises(PermissionError), new_content(tmp_path / "file") as stream:
            stream.write(b"new")
    assert (tmp_path / "file").read_bytes() == b"old"


def test_a_link_stays_a_link(tmp_path: Path):
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "second")
    (tmp_path / "second").symlink_to("there/file")
    for content in (b"made", b"replaced"):
        with new_content(tmp_path / "link") as stream:
            stream.write(content)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "second").is_symlink()
        assert (tmp_path / "there" / "file").read_bytes() == content


def test_pipes_and_open_files_are_written_to_at_once(tmp_path: Path):
    os.mkfifo(tmp_path / "pipe")
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    with new_content(tmp_path / "pipe") as stream:
        stream.write(b"through")
    reader.join()
    assert read == [b"through"]
    with open(tmp_path / "log", "ab") as log:
        log.write(b"before ")
        log.flush()
        (tmp_path / "link").symlink_to(f"/dev/fd/{log.fileno()}")
        with new_content(tmp_path / "link") as stream:
            stream.write(b"after")
    assert (tmp_path / "log").read_bytes() == b"before after"


def test_what_cannot_be_written_is_an_error(tmp_path: Path):
    (tmp_path / "loop").symlink_to("loop")
    for path in (tmp_path, tmp_path / "no" / "file", tmp_path / "loop", ""):
        with pytest.raises(OSError), new_content(path):  # noqa: PT011
            pass
    assert os.listdir(tmp_path) == ["loop"]


def test_a_run_that_ends_early_takes_its_files_along(tmp_path: Path):
    content = NewContent(tmp_path / "file")
    content.stream.write(b"half")
    abandon()
    assert os.listdir(tmp_path) == []
    content.discard()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain, größer, 値", "plain, größer, 値"),
        ("\x1b[2J\r\n\0", "\\1B[2J\\0D\\0A\\00"),
        ("\x7f\x9b\u202e\u2028", "\\7F\\C2\\9B\\E2\\80\\AE\\E2\\80\\A8"),
        ("\udcff", "\\FF"),
        ("\ud800", "\\ED\\A0\\80"),
    ],
)
def test_what_could_command_a_terminal_is_shown_as_bytes(text: str, shown: str):
    assert printable(text) == shown
