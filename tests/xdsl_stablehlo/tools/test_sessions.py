"""Sessions with the tools, `cases/sessions/*.md`: files, commands, and what a user reads, as in the pages of docs/.

A command that fails is followed by `[exit CODE]`. `pytest --bless` writes what the commands print now.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.pages import run
from tests.golden.shell import Shell

SESSIONS = sorted((Path(__file__).parent / "cases" / "sessions").glob("*.md"))


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session.stem)
def test_session(
    session: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    shell = Shell(monkeypatch)

    def printed(command: str) -> str:
        code = shell.run(command)
        return f"{shell.output}{shell.errors}" + f"[exit {code}]\n" * bool(code)

    text = run(session, tmp_path, printed)
    if request.config.getoption("--bless"):
        session.write_text(text)
    assert session.read_text() == text
