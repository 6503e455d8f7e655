"""The server: LSP 3.17 over standard input and output, by pygls.

Files are read when an edit is followed by a pause, or when somebody asks. The folder works in a thread of its own; an
answer that would have to wait for it says so, and has all the rest.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import wraps
from itertools import chain
from operator import attrgetter
from typing import Never, ParamSpec, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from xdsl.context import Context
from xdsl.ir import BlockArgument

from xdsl_stablehlo import __version__
from xdsl_stablehlo.ir.printable import UserError, printable
from xdsl_stablehlo.programs.constants import is_defined_constant
from xdsl_stablehlo.tools.programs import new_context

from .documents import Document, FoundValue, OpenProgram
from .hover import Outlined, hints, hover_at, outline, specification_of
from .knowledge import FunctionKnowledge, OutOfDate
from .names import NamedPlaces
from .rewriting import Edit, RewriteRefusal, bound_argument, folded_function, folded_value, formatted, renamed
from .sections import Extent

P = ParamSpec("P")
R = TypeVar("R")

NAME = "stablehlo-lsp-server"
FOLD, BIND = "stablehlo.foldFunction", "stablehlo.bindArgument"
PAUSE = 0.03
"""Seconds without an edit after which a file is read."""
LEISURE = 0.2
"""Seconds after that in which nobody asked, until the folder looks at the functions that were edited."""
PATIENCE = 0.015
"""Seconds that a text under the cursor waits for what the folder knows."""
SWITCH = 0.0005
BEING_FOUND = "_What is known is being found; look again._"
REQUEST_FAILED = -32803


class Server:
    """The open files, and the answers to what a client asks about them."""

    def __init__(self, allow_unregistered: bool = False):
        self._context: Context = new_context(allow_unregistered)
        self._documents: dict[str, Document] = {}
        self._changed: dict[str, tuple[str, int | None]] = {}
        self._waiting: dict[str, asyncio.Task[None]] = {}
        self._folder = ThreadPoolExecutor(1, "folder")
        self.ls = LanguageServer(NAME, __version__, lsp.TextDocumentSyncKind.Full)
        self._register()

    def run(self) -> None:
        """Serve standard input and output until the client leaves."""
        # The folder's thread gives way at once when a client asks.
        sys.setswitchinterval(SWITCH)
        # What goes wrong is said in one line, by `_answering`.
        logging.getLogger("pygls").setLevel(logging.CRITICAL)
        self.ls.start_io()
        self._folder.shutdown(wait=False, cancel_futures=True)
        for document in self._documents.values():
            document.close()

    def _register(self) -> None:
        completed = lsp.CodeActionOptions(
            [lsp.CodeActionKind.RefactorInline, lsp.CodeActionKind.RefactorRewrite]
        )
        features: dict[str, tuple[Callable[[Never], Awaitable[object]], object]] = {
            lsp.TEXT_DOCUMENT_DID_OPEN: (self.opened, None),
            lsp.TEXT_DOCUMENT_DID_CHANGE: (self.edited, None),
            lsp.TEXT_DOCUMENT_DID_CLOSE: (self.closed, None),
            lsp.TEXT_DOCUMENT_DEFINITION: (self.definition, None),
            lsp.TEXT_DOCUMENT_REFERENCES: (self.references, None),
            lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: (self.highlights, None),
            lsp.TEXT_DOCUMENT_PREPARE_RENAME: (self.prepare_rename, None),
            lsp.TEXT_DOCUMENT_RENAME: (self.rename, lsp.RenameOptions(prepare_provider=True)),
            lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL: (self.document_symbols, None),
            lsp.TEXT_DOCUMENT_HOVER: (self.hover, None),
            lsp.TEXT_DOCUMENT_INLAY_HINT: (self.inlay_hints, None),
            lsp.TEXT_DOCUMENT_FORMATTING: (self.formatting, None),
            lsp.TEXT_DOCUMENT_CODE_ACTION: (self.code_actions, completed),
        }
        for name, (answer, options) in features.items():
            self.ls.feature(name, options)(self._answering(answer))
        self.ls.command(FOLD)(self._answering(self.fold_function))
        self.ls.command(BIND)(self._answering(self.bind_argument))

    def _answering(self, answer: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R | None]]:
        """A handler whose mistakes, and those of its user, are one line for the client."""

        @wraps(answer)
        async def answered(*given: P.args, **named: P.kwargs) -> R | None:
            try:
                return await answer(*given, **named)
            except UserError as error:
                raise JsonRpcException(printable(str(error)), REQUEST_FAILED) from None
            except OutOfDate:
                return None
            except Exception as error:
                self._log(error)
                return None

        return answered

    def _log(self, error: Exception) -> None:
        line = printable(f"{type(error).__name__}: {error}".splitlines()[0])
        self.ls.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, f"{NAME}: {line}"))

    # ---- files ----

    async def opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        """A file was opened."""
        self._changed[params.text_document.uri] = params.text_document.text, params.text_document.version
        self._publish(params.text_document.uri)

    async def edited(self, params: lsp.DidChangeTextDocumentParams) -> None:
        """A file was edited: its errors are published after a pause."""
        uri = params.text_document.uri
        text = params.content_changes[-1].text
        self._changed[uri] = text, params.text_document.version
        self._wait_no_longer(uri)
        self._waiting[uri] = asyncio.create_task(self._publish_later(uri))

    async def closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """A file was closed."""
        uri = params.text_document.uri
        self._wait_no_longer(uri)
        self._changed.pop(uri, None)
        document = self._documents.pop(uri, None)
        if document is not None:
            document.close()
        self.ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    def _wait_no_longer(self, uri: str) -> None:
        waiting = self._waiting.pop(uri, None)
        if waiting is not None:
            waiting.cancel()

    async def _publish_later(self, uri: str) -> None:
        await asyncio.sleep(PAUSE)
        try:
            self._publish(uri)
            await asyncio.sleep(LEISURE)
            for knowledge in self._document(uri).edited_functions():
                self._folder.submit(knowledge.prepare)
        except Exception as error:
            self._log(error)

    def _publish(self, uri: str) -> None:
        """Publish the errors of a file."""
        version = self._changed[uri][1] if uri in self._changed else None
        document = self._document(uri)
        found = [
            lsp.Diagnostic(
                self._range(document, finding.extent),
                finding.message,
                lsp.DiagnosticSeverity.Error,
                finding.label or None,
                lsp.CodeDescription(address) if finding.label and address else None,
                "stablehlo",
            )
            for finding in document.findings()
            for address in [specification_of(finding.op)]
        ]
        self.ls.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, found, version))

    def _document(self, uri: str) -> Document:
        """A file with its newest text."""
        changed = self._changed.pop(uri, None)
        if changed is not None:
            document = self._documents.get(uri)
            if document is None:
                self._documents[uri] = Document(changed[0], self._context)
            else:
                document.update(changed[0])
        return self._documents[uri]

    # ---- places ----

    @property
    def _encoding(self) -> str:
        encoding = self.ls.workspace.position_encoding
        name = encoding.value if isinstance(encoding, lsp.PositionEncodingKind) else str(encoding)
        return {"utf-8": "utf-8", "utf-32": "utf-32-le"}.get(name, "utf-16-le")

    def _at(self, uri: str, position: lsp.Position) -> tuple[Document, OpenProgram, int]:
        """The file, the section of it, and the place in its text."""
        document = self._document(uri)
        place = document.place(position.line, position.character, self._encoding)
        return document, document.program_at(place), place

    def _range(self, document: Document, extent: Extent) -> lsp.Range:
        return lsp.Range(*[lsp.Position(*document.line_and_column(each, self._encoding)) for each in extent])

    def _edits(self, document: Document, edits: Iterable[Edit]) -> list[lsp.TextEdit]:
        return [lsp.TextEdit(self._range(document, edit.extent), edit.text) for edit in edits]

    def _edit(self, uri: str, document: Document, edits: Iterable[Edit]) -> lsp.WorkspaceEdit:
        return lsp.WorkspaceEdit({uri: self._edits(document, edits)})

    # ---- names ----

    def _locations(
        self, uri: str, position: lsp.Position, of: Callable[[NamedPlaces], Iterable[Extent]]
    ) -> list[lsp.Location] | None:
        """Some of the places of the name at a position."""
        document, program, place = self._at(uri, position)
        named = program.name_at(place)
        return named and [lsp.Location(uri, self._range(document, each)) for each in of(named)]

    async def definition(self, params: lsp.DefinitionParams) -> list[lsp.Location] | None:
        """Where what is under the cursor is defined."""
        return self._locations(params.text_document.uri, params.position, attrgetter("definitions"))

    async def references(self, params: lsp.ReferenceParams) -> list[lsp.Location] | None:
        """Where what is under the cursor is written."""
        of = attrgetter("places" if params.context.include_declaration else "uses")
        return self._locations(params.text_document.uri, params.position, of)

    async def highlights(self, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight] | None:
        """Where what is under the cursor is written."""
        found = self._locations(params.text_document.uri, params.position, attrgetter("places"))
        return None if found is None else [lsp.DocumentHighlight(each.range) for each in found]

    async def prepare_rename(self, params: lsp.PrepareRenameParams) -> lsp.Range | None:
        """The name under the cursor, if it can be renamed."""
        document, program, place = self._at(params.text_document.uri, params.position)
        named = program.name_at(place)
        extent = named and named.around(place)
        return extent and self._range(document, extent) if named and named.definitions else None

    async def rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        """The edits that give another name to what is under the cursor."""
        document, program, place = self._at(params.text_document.uri, params.position)
        named = program.name_at(place)
        edits = named and renamed(program, named, params.new_name)
        return None if edits is None else self._edit(params.text_document.uri, document, edits)

    async def document_symbols(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        """The outline of the file."""
        document = self._document(params.text_document.uri)
        return [self._symbol(document, each) for each in outline(document)]

    def _symbol(self, document: Document, outlined: Outlined) -> lsp.DocumentSymbol:
        kind = lsp.SymbolKind.Function if outlined.is_function else lsp.SymbolKind.Variable
        return lsp.DocumentSymbol(
            outlined.name,
            kind if outlined.name[0] in "@%" else lsp.SymbolKind.Constant,
            self._range(document, outlined.extent),
            self._range(document, outlined.name_extent),
            outlined.detail,
            children=[self._symbol(document, each) for each in outlined.inner],
        )

    # ---- knowledge ----

    async def _folder_says(self, ask: Callable[[], R]) -> R:
        return await asyncio.get_running_loop().run_in_executor(self._folder, ask)

    async def hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        """The documentation, the type and what is known of what is under the cursor."""
        document, program, place = self._at(params.text_document.uri, params.position)
        found = hover_at(program, place)
        if found is None:
            return None
        text = found.text
        if found.more is not None:
            asked = asyncio.ensure_future(self._folder_says(found.more))
            done, _ = await asyncio.wait([asked], timeout=PATIENCE)
            asked.add_done_callback(lambda future: future.cancelled() or future.exception())
            more = asked.result() if done else BEING_FOUND
            text += f"\n\n{more}" if more else ""
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, text)
        return lsp.Hover(content, self._range(document, found.extent))

    async def inlay_hints(self, params: lsp.InlayHintParams) -> list[lsp.InlayHint] | None:
        """The knowledge of the values in a part of the file."""
        document, _, start = self._at(params.text_document.uri, params.range.start)
        end = document.place(params.range.end.line, params.range.end.character, self._encoding)
        found = [
            hint
            for program in document.programs
            for reading in program.readings
            for hint in hints(program, reading, Extent(start, end))
        ]
        places = [self._range(document, Extent(hint.place, hint.place)).start for hint in found]
        texts = await self._folder_says(lambda: [hint.text() for hint in found])
        return [
            lsp.InlayHint(at, text, padding_left=True) for at, text in zip(places, texts, strict=True) if text
        ]

    # ---- edits ----

    async def formatting(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        """The functions of the file as the printer writes them."""
        document = self._document(params.text_document.uri)
        return self._edits(document, chain.from_iterable(map(formatted, document.programs)))

    async def code_actions(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        """The edits that are offered for the value and the function under the cursor."""
        uri = params.text_document.uri
        document, program, place = self._at(uri, params.range.start)
        function, value = program.function_at(place), program.value_at(place)
        knowledge = function and program.knowledge_of(*function)
        if function is None or knowledge is None:
            return []
        found = [] if value is None else await self._of_value(uri, document, knowledge, value)
        at, title = params.range.start, f"Fold @{function[0].sym_name.data}"
        command = lsp.Command(title, FOLD, arguments=[uri, at.line, at.character])
        return [*found, lsp.CodeAction(title, lsp.CodeActionKind.RefactorRewrite, command=command)]

    async def _of_value(
        self, uri: str, document: Document, knowledge: FunctionKnowledge, found: FoundValue
    ) -> list[lsp.CodeAction]:
        name = found.definition.name
        try:
            if isinstance(found.value, BlockArgument):
                title = f"Bind {name} to zeros"
                edits = bound_argument(found, "")
            else:
                title = f"Fold {name}"
                if is_defined_constant(found.value):
                    return []
                tensor = await self._folder_says(lambda: knowledge.constant(found.value))
                if tensor is None:
                    return []
                edits = [folded_value(found, tensor)]
        except RewriteRefusal:
            return []
        edit = self._edit(uri, document, edits)
        return [lsp.CodeAction(title, lsp.CodeActionKind.RefactorInline, edit=edit)]

    async def fold_function(self, uri: str, line: int, character: int) -> None:
        """Fold the function at a place. Raises `RewriteRefusal`."""
        document, program, place = self._at(uri, lsp.Position(line, character))
        function = program.function_at(place)
        if function is None:
            raise RewriteRefusal("there is no function that could be read")
        knowledge = program.knowledge_of(*function)
        if knowledge is None:
            raise RewriteRefusal(f"@{function[0].sym_name.data} has errors")
        await self._folder_says(lambda: knowledge.fates)
        if not knowledge.is_out_of_date:
            edit = folded_function(program, function[1], function[0], knowledge)
            self._apply(uri, document, f"Fold @{function[0].sym_name.data}", [edit])

    async def bind_argument(self, uri: str, line: int, character: int, literal: str) -> None:
        """Make the argument at a place the constant `dense<literal>`. Raises `RewriteRefusal`."""
        document, program, place = self._at(uri, lsp.Position(line, character))
        found = program.value_at(place)
        if found is None:
            raise RewriteRefusal("there is no argument that could be read")
        self._apply(uri, document, f"Bind {found.definition.name}", bound_argument(found, literal))

    def _apply(self, uri: str, document: Document, label: str, edits: Iterable[Edit]) -> None:
        edit = self._edit(uri, document, edits)
        self.ls.workspace_apply_edit(lsp.ApplyWorkspaceEditParams(edit, label))
