"""What notebooks show. The shell is a stand-in with the parts of IPython's that an extension uses."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from xdsl.dialects.builtin import ModuleOp

from tests.helpers.programs import parse
from xdsl_stablehlo import load_ipython_extension, print_module, verify_module
from xdsl_stablehlo.folding import bind_arguments, fold_bytes
from xdsl_stablehlo.interpreter import eval_module

PROGRAM = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> }"
WRONG = "func.func @main() { %i = stablehlo.iota dim = 1 : tensor<2xf32> return }"


class Formatter:
    """Of one kind of text."""

    def __init__(self) -> None:
        self.shown: dict[type, Any] = {}

    def for_type(self, shown_type: type, show: Any) -> None:
        self.shown[shown_type] = show


class Shell:
    """Runs cells as IPython does: a handler is called with the errors that it is for."""

    def __init__(self) -> None:
        self.display_formatter = SimpleNamespace(
            formatters={"text/plain": Formatter(), "text/html": Formatter()}
        )
        self.said: list[str] = []
        load_ipython_extension(self)

    def set_custom_exc(self, kinds: tuple[type[Exception], ...], handler: Any) -> None:
        self.kinds, self.handler = kinds, handler

    def showtraceback(self, error: tuple[Any, ...], exception_only: bool = False) -> None:
        assert exception_only
        self.said.append(f"{error[0].__name__}: {error[1]}")

    def run(self, cell: Callable[[], object]) -> str:
        try:
            cell()
        except self.kinds:
            self.handler(self, *sys.exc_info(), tb_offset=None)
        return self.said[-1]


def test_a_module_is_shown_as_its_text() -> None:
    formatters: dict[str, Formatter] = Shell().display_formatter.formatters
    module = parse(PROGRAM)
    assert "func.func @main(%x: tensor&lt;2xf32&gt;)" in formatters["text/html"].shown[ModuleOp](module)
    written: list[str] = []
    formatters["text/plain"].shown[ModuleOp](module, SimpleNamespace(text=written.append), False)
    assert "".join(written) == print_module(module)


@pytest.mark.parametrize(
    ("cell", "begins"),
    [
        (lambda: parse("func.func @main() { stablehlo.ad }"), "ParseError: <input>:1:21\n"),
        (lambda: verify_module(parse(WRONG)), "VerifyException: <input>:1:"),
        (
            lambda: eval_module(parse(PROGRAM), [[1]]),
            "EvaluationError: argument 0 of @main: float32[1] does not hold the elements of 'tensor<2xf32>'",
        ),
        (lambda: bind_arguments(parse(PROGRAM), {"y": 1}), "BindingError: "),
        (lambda: fold_bytes(b"?"), "BytecodeError: "),
    ],
)
def test_an_error_is_shown_as_its_message(cell: Callable[[], object], begins: str) -> None:
    assert Shell().run(cell).startswith(begins)


def test_other_errors_keep_their_traceback() -> None:
    with pytest.raises(ZeroDivisionError):
        Shell().run(lambda: 1 // 0)
