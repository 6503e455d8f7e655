"""The server as an editor has it: a real client, over standard input and output."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from pathlib import Path
from typing import ParamSpec

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from docs.editor_picture import PICTURE, picture
from tests.helpers.clock import PATIENCE
from tests.helpers.programs import named
from tests.helpers.tiers import sampled
from tests.xdsl_stablehlo.lsp.editor import COMMAND, editor, session
from xdsl_stablehlo.lsp.documents import Document
from xdsl_stablehlo.tools.programs import new_context

ROOT = Path(__file__).parents[3]
PROGRAMS = named(__file__)
P = ParamSpec("P")
GIVEN, BROKEN = PROGRAMS["given"], PROGRAMS["broken"]


def against_a_server(test: Callable[P, Coroutine[None, None, None]]) -> Callable[P, None]:
    """A test as a function that pytest calls."""

    @wraps(test)
    def run(*given: P.args, **named: P.kwargs) -> None:
        asyncio.run(test(*given, **named))

    return run


@sampled("edits", 20, 200)
@against_a_server
async def test_a_session_of_edits(edits: int) -> None:
    """A third of the edits breaks the program. The errors are those of the text, and the server never stops."""
    text = (ROOT / "examples" / "threefry_normal.mlir").read_text()
    async with editor() as client:
        assert not await client.open(text)
        for new, place, is_good in session(text, edits, 2):
            errors = await client.edit(new)
            expected = [finding.message for finding in Document(new, new_context()).findings()]
            assert [error.message for error in errors] == expected
            assert not (is_good and errors)
            await client.hover(client.position(new.find("%", place) + 1))
        assert client.log == []


@against_a_server
async def test_edits_that_follow_each_other_are_read_once() -> None:
    async with editor() as client:
        await client.open(GIVEN)
        client.type(BROKEN)
        client.type("")
        assert not await client.edit(GIVEN)


@against_a_server
async def test_errors_have_labels_and_links() -> None:
    async with editor() as client:
        first, second = await client.open(BROKEN)
    assert second.code == "C1"
    assert second.code_description is not None
    assert second.code_description.href.endswith("/spec.md#iota")
    assert second.range == lsp.Range(client.find("stablehlo.iota"), client.find("stablehlo.iota", 14))
    assert (first.code, first.range.start) == (None, client.find("%nothing"))


STORIES = [
    ("%angle = ", "known: [1., 0.5403023, -0.41614684]"),
    ("%angle = ", "folds: its op goes"),
    ("%angle = ", "The cosine of each element"),
    ("%angle = ", "spec.md#cosine"),
    ("%result = ", "does not fold: it has operand 0 that is not constant (not-constant)"),
    ("%result = ", "waits for %x of @main"),
    ("%e = ", "waits for %result = stablehlo.multiply <- %x of @main"),
    ("%x: ", "4 ops wait for it"),
    ("%small = ", "known: 0 to 7"),
    ("%even = ", "a multiple of 2"),
    ("%root = ", "known: "),
    ("%known = ", "known: [[0., 0., 0.], [1., 1., 1.]]"),
    ("%all = ", "known: all 2.5"),
    ("%iota", "tensor<3xf32>"),
    ("stablehlo.cosine", "The cosine of each element"),
    ("@helper(", "(tensor<i32>) -> (tensor<i32>)"),
    ("!T", "!T = tensor<3xf32>"),
]


@against_a_server
async def test_hover() -> None:
    async with editor() as client:
        assert not await client.open(GIVEN)
        for words, said in STORIES:
            assert said in await client.story(client.find(words, 1)), words
        assert await client.hover(client.find("// About")) == ""
        await client.edit(BROKEN)
        text = await client.hover(client.find("%i = ", 1))
        assert "Each element is its index" in text
        assert "known" not in text, "nothing is known of a function with errors"


@against_a_server
async def test_hints() -> None:
    async with editor() as client:
        await client.open(GIVEN)
        everything = lsp.Range(lsp.Position(0, 0), client.position(len(GIVEN)))
        params = lsp.InlayHintParams(client.document, everything)
        found = await client.client.text_document_inlay_hint_async(params)
        hints = {GIVEN.split("\n")[hint.position.line].split()[0]: hint.label for hint in found or ()}
    assert hints["%angle"] == "= [1., 0.5403023, -0.41614684]"
    assert hints["%small"] == "0 to 7"
    assert hints["%all"] == "= all 2.5"
    assert "%two" not in hints, "it is written as a constant"


@against_a_server
async def test_names_and_outline() -> None:
    async with editor() as client:
        await client.open(GIVEN)
        at, ask = client.find("%angle :"), client.client
        defined = await ask.text_document_definition_async(lsp.DefinitionParams(client.document, at))
        assert isinstance(defined, list | tuple)
        places = [each.range.start for each in defined if isinstance(each, lsp.Location)]
        assert places == [client.find("%angle = ")]
        for declared in (False, True):
            context = lsp.ReferenceContext(declared)
            params = lsp.ReferenceParams(context, client.document, at)
            found = await ask.text_document_references_async(params)
            assert len(found or ()) == 1 + declared
        marked = lsp.DocumentHighlightParams(client.document, at)
        assert len(await ask.text_document_document_highlight_async(marked) or ()) == 2
        named_here = await ask.text_document_prepare_rename_async(
            lsp.PrepareRenameParams(client.document, at)
        )
        assert named_here == lsp.Range(at, client.find("%angle :", 6))
        edit = await ask.text_document_rename_async(lsp.RenameParams(client.document, at, "cosine"))
        assert edit is not None
        assert client.after(edit) == GIVEN.replace("%angle", "%cosine")
        with pytest.raises(JsonRpcException, match="'%x' is there already"):
            await ask.text_document_rename_async(lsp.RenameParams(client.document, at, "%x"))
        outline = await ask.text_document_document_symbol_async(lsp.DocumentSymbolParams(client.document))
        assert [each.name for each in outline or ()] == ["!T", "@main", "@helper"]


@against_a_server
async def test_actions() -> None:
    async with editor() as client:
        await client.open(GIVEN)
        actions = await client.actions(client.find("%angle = "))
        cosines = "stablehlo.constant dense<[1.000000e+00, 0.540302277, -0.416146845]> : tensor<3xf32>"
        assert actions["Fold %angle"] == GIVEN.replace("stablehlo.cosine %iota : !T", cosines)
        assert "Fold @main" in actions
        assert "@main(%n: tensor<i32>, " in str(
            (await client.actions(client.find("%x: ")))["Bind %x to zeros"]
        )
        at = client.find("%angle = ")
        folded = await client.command("stablehlo.foldFunction", at.line, at.character)
        assert f"%angle = {cosines}" in folded
        assert not await client.edit(folded)
        at = client.find("%n: ")
        bound = await client.command("stablehlo.bindArgument", at.line, at.character, "41")
        assert "%n = stablehlo.constant dense<41> : tensor<i32>" in bound
        for name, words, more, message in (
            ("stablehlo.bindArgument", "%n: ", ["no"], "is no 'tensor<i32>'"),
            ("stablehlo.foldFunction", "// About", [], "no function"),
        ):
            at = client.find(words)
            with pytest.raises(JsonRpcException, match=message):
                await client.command(name, at.line, at.character, *more)


@against_a_server
async def test_formatting() -> None:
    async with editor() as client:
        given = PROGRAMS["not formatted"]
        await client.open(given)
        params = lsp.DocumentFormattingParams(client.document, lsp.FormattingOptions(2, True))
        edits = await client.client.text_document_formatting_async(params)
        assert client.with_edits(edits or ()) == PROGRAMS["formatted"]


@pytest.mark.parametrize(
    "text", ["", "{", "}}}}", '"', "func.func", "\0", "😀 func.func @f(", "%0 = \n" * 50, "loc(" * 99]
)
@against_a_server
async def test_anything_may_be_typed(text: str) -> None:
    async with editor() as client:
        assert bool(await client.open(text)) == bool(text)
        await client.hover(lsp.Position(0, 0))
        await client.actions(lsp.Position(0, 0))
        assert not await client.edit(GIVEN)
        assert client.log == []


def _run(*words: str, command: Sequence[str] = COMMAND) -> tuple[int, str, str]:
    done = subprocess.run(
        [*command, *words], capture_output=True, text=True, check=False, input="", timeout=PATIENCE
    )
    return done.returncode, done.stdout, done.stderr


def test_the_command_line() -> None:
    assert "--allow-unregistered-dialect" in _run("--help")[1]
    assert _run("--version")[1].startswith("xdsl-stablehlo ")
    assert _run("a.mlir") == (
        1,
        "",
        "error: no files are given on the command line: usage: stablehlo-lsp-server [options]\n",
    )


def test_dialects_that_are_not_known() -> None:
    async def work(*options: str) -> int:
        async with editor(*options) as client:
            return len(await client.open('"a.b"() : () -> ()'))

    assert asyncio.run(work()) == 1
    assert asyncio.run(work("--allow-unregistered-dialect")) == 0


def test_without_pygls_it_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['pygls'] = sys.modules['lsprotocol'] = None\n"
        "from xdsl_stablehlo.lsp.command import main; main()"
    )
    install = "pip install 'xdsl-stablehlo[lsp]'"
    said = f"error: stablehlo-lsp-server needs 'lsprotocol': {install}\n"
    assert _run("-c", program, command=[sys.executable]) == (1, "", said)


def test_the_picture_is_what_the_server_answers() -> None:
    """`python -m docs.editor_picture` draws it."""
    assert picture() == PICTURE.read_text()
