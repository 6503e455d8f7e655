"""What work costs, counted instead of timed: bytes, ops, tokens and calls, where a regression would hide."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp, TensorType, f32
from xdsl.ir import Operation

from benchmarks import programs
from tests.helpers.counting import calls_of, peak_of
from tests.helpers.programs import context, parse
from xdsl_stablehlo import parse_module, print_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.folding.evaluate.evaluation import OpFolder
from xdsl_stablehlo.interpreter import Program, eval_module
from xdsl_stablehlo.interpreter.execution.compiler import Compiler
from xdsl_stablehlo.interpreter.kernels.ops.arithmetic import linalg
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.text.lexer import TextLexer
from xdsl_stablehlo.text.printer import TextPrinter
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of, attribute_of

SIDE = 1024
BYTES = 4 * SIDE * SIDE
KIND = f"tensor<{SIDE}x{SIDE}xf32>"
NOTHING = BYTES // 20
"""Far less than one copy."""


def counted(monkeypatch: pytest.MonkeyPatch, owner: object, name: str) -> list[None]:
    """As many elements as `name` of a class or module is called from now on."""
    calls: list[None] = []
    original = getattr(owner, name)

    def count(*arguments: Any, **named: Any) -> Any:
        calls.append(None)
        return original(*arguments, **named)

    monkeypatch.setattr(owner, name, count)
    return calls


def large(seed: int) -> Array:
    return np.random.default_rng(seed).random((SIDE, SIDE), np.float32)


def with_constants(body: str, *arrays: Array) -> ModuleOp:
    """`main` of `body` with `%c0`, `%c1`, ... for large arrays."""
    text = "".join(f"%c{i} = stablehlo.constant dense<0.0> : {KIND}\n" for i in range(len(arrays)))
    module = parse(f"func.func @main() -> {KIND} {{\n{text}{body}\nreturn %r : {KIND}\n}}")
    constants = [op for op in module.walk() if isinstance(op, ConstantOp)]
    for op, array in zip(constants, arrays, strict=True):
        op.properties["value"] = attribute_of(array, TensorType(f32, array.shape))
    return module


def result_of(module: ModuleOp) -> ConstantOp:
    (constant,) = [op for op in module.walk() if isinstance(op, ConstantOp)]
    return constant


@pytest.mark.parametrize(("corner", "reasons"), [(5, {}), (1, {"undefined": 1})])
def test_a_matrix_is_factorised_once(
    monkeypatch: pytest.MonkeyPatch, corner: int, reasons: dict[str, int]
) -> None:
    """Whether it is positive-definite, its factor says."""
    kind = "tensor<2x2xf64>"
    module = parse(f"""func.func @main() -> {kind} {{
        %a = stablehlo.constant dense<[[4.0, 2.0], [2.0, {corner}.0]]> : {kind}
        %r = "stablehlo.cholesky"(%a) {{lower = true}} : ({kind}) -> {kind}
        return %r : {kind}
    }}""")
    factorised = counted(monkeypatch, linalg, "_arithmetic_of")
    assert dict(fold_module(module).reasons()) == reasons
    assert len(factorised) == 1


def test_a_folded_value_is_in_memory_once() -> None:
    a, b = large(0), large(1)
    module = with_constants(f"%r = stablehlo.add %c0, %c1 : {KIND}", a, b)
    peak = peak_of(lambda: fold_module(module))
    assert BYTES <= peak < BYTES + NOTHING
    assert array_of(result_of(module).value).tobytes() == (a + b).tobytes()


def test_a_transposed_constant_is_copied_once() -> None:
    a = large(0)
    module = with_constants(f"%r = stablehlo.transpose %c0, dims = [1, 0] : ({KIND}) -> {KIND}", a)
    peak = peak_of(lambda: fold_module(module))
    assert BYTES <= peak < BYTES + NOTHING
    assert array_of(result_of(module).value).tobytes() == a.T.tobytes()


def test_an_array_of_the_user_is_copied() -> None:
    mine = large(2)

    def evaluator(operand: Array) -> Array:
        return mine

    module = with_constants(f"%r = stablehlo.custom_call @mine(%c0) : ({KIND}) -> {KIND}", large(0))
    options = FoldOptions(custom_calls={"mine": evaluator}, assume_no_undeclared_side_effects=True)
    fold_module(module, options=options)
    before = mine.tobytes()
    mine[:] = 0
    assert array_of(result_of(module).value).tobytes() == before


@pytest.mark.parametrize(
    "body",
    [
        f"%r = stablehlo.transpose %x, dims = [1, 0] : ({KIND}) -> {KIND}",
        f"%r = stablehlo.reverse %x, dims = [0, 1] : {KIND}",
        f"%r = stablehlo.slice %x [0:{SIDE}, 0:{SIDE}] : ({KIND}) -> {KIND}",
        f"%r = stablehlo.reshape %x : ({KIND}) -> {KIND}",
        f"""%s = stablehlo.constant dense<1.0> : tensor<f32>
        %r = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> {KIND}""",
        f"""%s = stablehlo.constant dense<1.0> : {KIND}
        %r = stablehlo.add %s, %s : {KIND}""",
    ],
)
def test_what_only_moves_elements_copies_none(body: str) -> None:
    module = parse(f"func.func @main(%x: {KIND}) -> {KIND} {{\n{body}\nreturn %r : {KIND}\n}}")
    argument = large(0)
    eval_module(module, [argument])  # imports what it needs
    assert peak_of(lambda: eval_module(module, [argument])) < NOTHING


def test_printing_takes_no_text_of_the_whole_constant() -> None:
    class Nowhere:
        written = 0

        def write(self, text: str) -> int:
            self.written += len(text)
            return len(text)

    array = np.random.default_rng(0).random(4 * SIDE * SIDE, np.float32)
    constant = ConstantOp(attribute_of(array, TensorType(f32, array.shape)))
    stream: Any = Nowhere()
    assert peak_of(lambda: TextPrinter(stream).print_op(constant)) < array.nbytes
    assert stream.written > 2 * array.nbytes


def test_a_literal_takes_as_many_tokens_as_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    counts: list[int] = []
    for text in (programs.literals(8), programs.literals(5000), programs.hexadecimal(4096)):
        tokens = counted(monkeypatch, TextLexer, "lex")
        parse_module(text, context())
        counts.append(len(tokens))
        monkeypatch.undo()
    assert counts[0] == counts[1] == counts[2] > 0


def test_every_op_is_folded_once(monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse(programs.constant_chain(500))
    calls = counted(monkeypatch, OpFolder, "known")
    fold_module(module)
    assert len(calls) == 500


def test_an_op_with_many_operands_is_rewritten_once(monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse(programs.fan(500))
    text = print_module(module)
    calls = counted(monkeypatch, type(next(iter(module.walk())).operands), "__setitem__")
    fold_module(module)
    assert len(calls) < 10
    assert "stablehlo.add" in text
    assert "stablehlo.add" not in print_module(module)


def test_a_program_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    module = parse(programs.calls(30))
    calls = counted(monkeypatch, Compiler, "compile_block")
    program = Program.of(module)
    results = [program() for _ in range(3)]
    assert len(calls) == 11
    assert [np.asarray(result[0]).tolist() for result in results] == [[2.0, 4.0, -6.0, 1.0]] * 3


@pytest.mark.prove
def test_calls_may_be_nested_as_deep_as_the_module_is_long() -> None:
    module = parse(programs.calls(9000))
    report = fold_module(module)
    ops: list[Operation] = [op for op in module.walk() if op.name.startswith("stablehlo.")]
    assert [op.name for op in ops] == ["stablehlo.constant"]
    assert len(report.functions_removed) == 3000


def branches(depth: int) -> ModuleOp:
    """One `if` inside the other, each of which reads a value from outside of all of them."""
    opened = "".join([f'%r{i} = "stablehlo.if"(%p) ({{' for i in range(depth)])
    closed = "".join(
        [
            f"stablehlo.return {value} : tensor<i32> }}, {{ stablehlo.return %x : tensor<i32> }}) "
            ": (tensor<i1>) -> tensor<i32> "
            for value in ["%x", *[f"%r{i}" for i in reversed(range(1, depth))]]
        ]
    )
    return parse(
        f"func.func @main(%p: tensor<i1>, %x: tensor<i32>) -> tensor<i32> {{ {opened} {closed} "
        "return %r0 : tensor<i32> }"
    )


def test_regions_in_regions_are_compiled_and_run_in_as_many_steps_as_there_are() -> None:
    def calls_at(depth: int) -> int:
        module, results = branches(depth), list[Any]()
        with deep_recursion():
            calls = calls_of(lambda: results.extend(eval_module(module, [True, 7])))
        assert int(np.asarray(results[0])) == 7
        return calls

    assert calls_at(160) < 3 * calls_at(80)
