"""Files as an editor has them: all their errors, found anew where they were edited."""

from __future__ import annotations

from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.utils.exceptions import ParseError

from tests.helpers.tiers import one_of, sampled
from tests.xdsl_stablehlo.lsp.editor import session
from xdsl_stablehlo.lsp import documents
from xdsl_stablehlo.lsp.documents import Document
from xdsl_stablehlo.lsp.reading import Reading, read
from xdsl_stablehlo.lsp.sections import Part
from xdsl_stablehlo.programs.verification import diagnostics, diagnostics_of_error
from xdsl_stablehlo.text import parse_module
from xdsl_stablehlo.tools.programs import disagreements, expectations, new_context

ROOT = Path(__file__).parents[3]
ERRORS = Path(__file__).with_name("errors.mlir")
CONTEXT = new_context()
EXAMPLES = sorted((ROOT / "examples").glob("*.mlir"))
FRAGMENTS = "rows.mlir"
"""A file of programs without functions, which a test puts into one."""
FILES = [
    path
    for folder in ("tests", "filecheck", "examples")
    for path in sorted((ROOT / folder).rglob("*.mlir"))
    if path.name != FRAGMENTS and path != ERRORS
]


def _found(document: Document) -> list[tuple[int, str]]:
    """The lines and messages of all errors."""
    text = document.text
    return [(text.count("\n", 0, each.extent.start) + 1, each.message) for each in document.findings()]


def test_all_errors_are_found() -> None:
    text = ERRORS.read_text()
    emitted = [("error", line, message) for line, message in _found(Document(text, CONTEXT))]
    assert list(disagreements(expectations(text), emitted, "errors.mlir")) == []
    assert len(emitted) == len(expectations(text)) > 15


def test_an_error_has_its_label_and_its_op() -> None:
    (finding,) = Document("%0 = stablehlo.iota dim = 1 : tensor<2xi32>", CONTEXT).findings()
    assert (finding.label, finding.op) == ("C1", "stablehlo.iota")
    assert finding.extent == (5, 19)


@pytest.mark.parametrize("path", one_of(5, FILES), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_errors_are_those_of_the_tools(path: Path) -> None:
    """Of each program there is, the errors of the tools are among those found, and a valid program has none."""
    document = Document(path.read_text(), CONTEXT)
    for program in document.programs:
        start, end = program.section.extent
        try:
            module = parse_module(document.text[start:end], new_context(), "<part>")
            expected = [diagnostic.message for diagnostic in diagnostics(module)]
        except ParseError as error:
            expected = [diagnostic.message for diagnostic in diagnostics_of_error(error)]
        found = [finding.message for finding in program.findings()]
        assert set(expected) <= set(found)
        assert expected or not found


@sampled("edits", 40, 200)
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_edit_reads_what_changed(path: Path, edits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """After each edit the errors are those of the text that is opened anew, and at most one function was read."""
    readings: list[Reading] = []

    def counted(part: Part, context: Context) -> Reading:
        readings.append(read(part, context))
        return readings[-1]

    text = path.read_text()
    document = Document(text, CONTEXT)
    assert not document.findings()
    monkeypatch.setattr(documents, "read", counted)
    broken = 0
    for new, _, is_good in session(text, edits, 1):
        readings.clear()
        document.update(new)
        assert len(readings) <= 2, "a function, and what is around functions"
        assert document.findings() == Document(new, CONTEXT).findings()
        assert not (is_good and document.findings())
        broken += not is_good
    assert broken > edits // 10


def test_an_edit_moves_what_is_behind_it() -> None:
    text = "func.func @a() { return }\nfunc.func @b() {\n  %0 = stablehlo.iota dim = 1 : tensor<2xf32>\n  return\n}\n"
    document = Document(text, CONTEXT)
    reading = document.programs[0].readings[1]
    document.update(f"// moved\n\n{text}")
    assert document.programs[0].readings[1] is reading
    (finding,) = document.findings()
    assert document.text[finding.extent.start : finding.extent.end] == "stablehlo.iota"


@pytest.mark.parametrize("name", ["@f", '@"f"'])
def test_who_refers_to_what_changed_is_verified_again(name: str) -> None:
    callee, caller = [
        "func.func private @f(%x: tensor<i32>) -> tensor<i32> { return %x : tensor<i32> }\n",
        f"func.func @main(%x: tensor<i32>) {{ %0 = func.call {name}(%x) : (tensor<i32>) -> tensor<i32> return }}\n",
    ]
    document = Document(callee + caller, CONTEXT)
    assert not document.findings()
    document.update(callee.replace("i32", "i64") + caller)
    assert ["operand type mismatch" in finding.message for finding in document.findings()] == [True]
    document.update(caller)
    assert ["not reference a valid function" in finding.message for finding in document.findings()] == [True]
    document.update(callee + caller)
    assert not document.findings()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-32-le"])
def test_places_are_lines_and_columns(encoding: str) -> None:
    """The columns are counted in units of the encoding: 1, 2 or 4 bytes."""
    text = "// a\r\n// é😀x\n// b\rend"
    document = Document(text, CONTEXT)
    size = {"utf-8": 1, "utf-16-le": 2, "utf-32-le": 4}[encoding]
    column = len("// é😀".encode(encoding)) // size
    assert document.line_and_column(text.index("x"), encoding) == (1, column)
    assert document.place(1, column, encoding) == text.index("x")
    assert document.line_and_column(text.index("end"), encoding) == (3, 0)
    assert document.place(1, 99, encoding) == text.index("x") + 1
    assert document.place(99, 0, encoding) == len(text)


def test_columns_of_errors_count_characters() -> None:
    text = 'func.func @f() attributes {a = "é😀"} { %0 = stablehlo.iota dim = 1 : tensor<2xf32> return }'
    (finding,) = Document(text, CONTEXT).findings()
    assert text[finding.extent.start : finding.extent.end] == "stablehlo.iota"
