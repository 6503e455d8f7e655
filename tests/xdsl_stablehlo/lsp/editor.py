"""An editor: a client of the language server, and a session of edits of which some break the program."""

from __future__ import annotations

import asyncio
import random
import re
import sys
from collections.abc import AsyncGenerator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from tests.helpers.clock import PATIENCE
from xdsl_stablehlo.lsp.rewriting import Edit
from xdsl_stablehlo.lsp.sections import Extent
from xdsl_stablehlo.lsp.server import BEING_FOUND

URI = "file:///program.mlir"
COMMAND = (sys.executable, "-c", "from xdsl_stablehlo.lsp.command import main; main()")


def edited(text: str, edits: Iterable[Edit]) -> str:
    """A text after edits of it."""
    for edit in sorted(edits, reverse=True):
        text = text[: edit.extent.start] + edit.text + text[edit.extent.end :]
    return text


class Editor:
    """One open file, and what the server says about it."""

    def __init__(self, client: LanguageClient):
        self.client = client
        self.text = ""
        self.version = 0
        self.pid = 0
        """The server's process."""
        self.log: list[str] = []
        self.applied: list[lsp.ApplyWorkspaceEditParams] = []
        self._published: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.document = lsp.TextDocumentIdentifier(URI)

        def publish(params: lsp.PublishDiagnosticsParams) -> None:
            self._published.put_nowait(params)

        def log(params: lsp.LogMessageParams) -> None:
            self.log.append(params.message)

        def apply(params: lsp.ApplyWorkspaceEditParams) -> lsp.ApplyWorkspaceEditResult:
            self.applied.append(params)
            return lsp.ApplyWorkspaceEditResult(True)

        client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(publish)
        client.feature(lsp.WINDOW_LOG_MESSAGE)(log)
        client.feature(lsp.WORKSPACE_APPLY_EDIT)(apply)

    async def open(self, text: str) -> Sequence[lsp.Diagnostic]:
        """Open the file; the errors that the server finds."""
        self.text, self.version = text, 1
        item = lsp.TextDocumentItem(URI, "mlir", self.version, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return await self.errors()

    async def edit(self, text: str) -> Sequence[lsp.Diagnostic]:
        """Give the file another text; the errors that the server finds."""
        self.type(text)
        return await self.errors()

    def type(self, text: str) -> None:
        """Give the file another text."""
        self.text, self.version = text, self.version + 1
        document = lsp.VersionedTextDocumentIdentifier(self.version, URI)
        change = [lsp.TextDocumentContentChangeWholeDocument(text)]
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, change))

    async def errors(self) -> Sequence[lsp.Diagnostic]:
        """The errors in the newest text."""
        while True:
            published = await asyncio.wait_for(self._published.get(), PATIENCE)
            if published.version == self.version:
                return published.diagnostics

    def position(self, place: int) -> lsp.Position:
        """A place in the text, which is ASCII."""
        return lsp.Position(self.text.count("\n", 0, place), place - self.text.rfind("\n", 0, place) - 1)

    def find(self, words: str, at: int = 0) -> lsp.Position:
        """Where these words are in the text, or so many characters behind."""
        return self.position(self.text.index(words) + at)

    async def story(self, at: lsp.Position) -> str:
        """As `hover`, when the folder has found out what it can."""
        while BEING_FOUND in (text := await self.hover(at)):
            await asyncio.sleep(0)
        return text

    async def hover(self, at: lsp.Position) -> str:
        """The text about what is at a place; empty if there is none."""
        found = await self.client.text_document_hover_async(lsp.HoverParams(self.document, at))
        return found.contents.value if found and isinstance(found.contents, lsp.MarkupContent) else ""

    async def actions(self, at: lsp.Position) -> dict[str, str | None]:
        """The text after each action that is offered at a place; None where it has a command."""
        params = lsp.CodeActionParams(self.document, lsp.Range(at, at), lsp.CodeActionContext([]))
        offered = await self.client.text_document_code_action_async(params) or []
        return {
            each.title: self.after(each.edit) if isinstance(each, lsp.CodeAction) and each.edit else None
            for each in offered
        }

    async def command(self, name: str, *given: object) -> str:
        """The text after a command of the server."""
        count = len(self.applied)
        await self.client.workspace_execute_command_async(lsp.ExecuteCommandParams(name, [URI, *given]))
        while len(self.applied) == count:
            await asyncio.sleep(0.01)
        return self.after(self.applied[-1].edit)

    def after(self, edit: lsp.WorkspaceEdit) -> str:
        """The text after an edit of it."""
        return self.with_edits((edit.changes or {})[URI])

    def with_edits(self, edits: Sequence[lsp.TextEdit]) -> str:
        """The text after edits of it."""
        places = [Extent(self.place(each.range.start), self.place(each.range.end)) for each in edits]
        return edited(
            self.text, [Edit(*each) for each in zip(places, [e.new_text for e in edits], strict=True)]
        )

    def place(self, position: lsp.Position) -> int:
        """The place in the text, which is ASCII, of a position."""
        lines = self.text.split("\n")
        return sum(len(line) + 1 for line in lines[: position.line]) + position.character


@asynccontextmanager
async def editor(*options: str) -> AsyncGenerator[Editor]:
    """A client with a server of its own, which is told to end and does."""
    client: Any = LanguageClient("test", "1")
    found = Editor(client)
    await client.start_io(*COMMAND, *options)
    found.pid = client._server.pid
    try:
        capabilities = lsp.ClientCapabilities()
        await client.initialize_async(lsp.InitializeParams(capabilities))
        client.initialized(lsp.InitializedParams())
        yield found
        await client.shutdown_async(None)
        client.exit(None)
    except BaseException:
        client._server.kill()
        raise
    finally:
        await client.stop()


_OP = re.compile(r"stablehlo\.(\w+)")


def session(text: str, count: int, seed: int) -> Iterator[tuple[str, int, bool]]:
    """The texts of a session of edits, each with the place of the edit, and whether the program is as good as before.

    A third of the edits break an op: its name, an operand, its type, a bracket or all of its line. The next edit undoes
    that. The others add comments, lines and ops.
    """
    random_numbers = random.Random(seed)
    broken_from: str | None = None
    for number in range(count):
        if broken_from is not None:
            text, broken_from = broken_from, None
            yield text, 0, True
            continue
        ops = list(_OP.finditer(text))
        op = random_numbers.choice(ops)
        start = text.rfind("\n", 0, op.start()) + 1
        end = text.index("\n", start)
        line = text[start:end]
        kind = random_numbers.randrange(10)
        if kind < 5:
            broken_from = text
            new = [
                line.replace("stablehlo.", "stablehlo.x", 1),
                re.sub(r"(=.*)%\w+", r"\1%nothing", line, count=1),
                line.replace("tensor<", "tensor<7x", 1),
                line[: op.end() - start],
                "",
            ][kind]
        else:
            extra = [
                f"  // edit {number}",
                "",
                f"  %edit{number} = stablehlo.constant dense<{number}> : tensor<i32>",
            ]
            new = f"{extra[kind % 3]}\n{line}" if _is_statement(line) else line + " "
        text = text[:start] + new + text[end:]
        yield text, start, broken_from is None


def _is_statement(line: str) -> bool:
    return re.match(r"\s*%\w+ = stablehlo\.\w+ ", line) is not None
