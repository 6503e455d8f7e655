"""Random programs: what is said of each value holds of its elements, in every execution that is tried."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

import numpy as np
import pytest
from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue

from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.tiers import one_of
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.folding import ConstantAnalysis
from xdsl_stablehlo.folding.facts.families import TRANSFERS
from xdsl_stablehlo.folding.facts.lattice import Elements, FloatKinds, IntegerFact, fact_of
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array, dtype_of, format_of, holds_integers

from ...helpers.programs import parse
from .transfers.exhaustion import is_narrower

ELEMENTS = ("i1", "i4", "ui4", "i8", "ui8", "i32", "ui64")
BINARY = (
    *("add", "and", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder", "shift_left"),
    *("shift_right_arithmetic", "shift_right_logical", "subtract", "xor"),
)
UNARY = ("abs", "count_leading_zeros", "negate", "not", "popcnt", "sign")
ON_BOOLEANS = ("add", "and", "maximum", "minimum", "multiply", "not", "or", "xor")
DIRECTIONS = ("EQ", "NE", "LT", "LE", "GT", "GE")


def op_on(r: Random, element: str, name: str, other: str) -> str | None:
    """An op of one or two operands; None for one that the elements do not have."""
    op = r.choice(ON_BOOLEANS if element == "i1" else (*BINARY, *UNARY))
    if op in UNARY and not (element[0] == "u" and op in ("abs", "sign")):
        return f"stablehlo.{op} {name}"
    return f"stablehlo.{op} {name}, {other}" if op in BINARY else None


def integer_program(r: Random, length: int = 25) -> str:
    """Ops in a row on vectors of integers and booleans, with arguments, constants and indices."""
    values = [(f"%a{i}", r.choice(ELEMENTS)) for i in range(3)]
    header = ", ".join([f"{name}: tensor<4x{e}>" for name, e in values])
    lines: list[str] = []

    def emit(text: str, element: str) -> None:
        name = f"%v{len(lines)}"
        lines.append(f"{name} = {text}")
        values.append((name, element))

    for _ in range(length):
        choice = r.random()
        (name, element) = values[-1] if r.random() < 0.4 else r.choice(values)
        t = f"tensor<4x{element}>"
        same = [v for v, e in values if e == element]
        if choice < 0.2:
            number = r.choice(("true", "false") if element == "i1" else ("0", "1", "2", "3", "4", "7"))
            emit(f"stablehlo.constant dense<{number}> : {t}", element)
        elif choice < 0.25 and element != "i1":
            emit(f"stablehlo.iota dim = 0 : {t}", element)
        elif choice < 0.35:
            to = r.choice(ELEMENTS)
            emit(f"stablehlo.convert {name} : ({t}) -> tensor<4x{to}>", to)
        elif choice < 0.45:
            compared = f"{r.choice(DIRECTIONS)}, {name}, {r.choice(same)}"
            emit(f"stablehlo.compare {compared} : ({t}, {t}) -> tensor<4xi1>", "i1")
        elif choice < 0.52:
            predicates = [v for v, e in values if e == "i1"]
            sides = f"{name}, {r.choice(same)}"
            if predicates:
                emit(f"stablehlo.select {r.choice(predicates)}, {sides} : tensor<4xi1>, {t}", element)
        elif choice < 0.57:
            emit(f"stablehlo.clamp {r.choice(same)}, {name}, {r.choice(same)} : {t}", element)
        else:
            operation = op_on(r, element, name, r.choice(same))
            if operation is not None:
                emit(f"{operation} : {t}", element)
    body, (name, element) = "\n  ".join(lines), values[-1]
    return f"func.func @main({header}) -> tensor<4x{element}> {{\n  {body}\n  return {name} : tensor<4x{element}>\n}}"


def returning_all(module: ModuleOp) -> list[SSAValue]:
    """Let `@main` return all tensors that are defined at its top, and give them."""
    (main,) = [op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    block = main.body.block
    values: list[SSAValue] = [v for op in block.ops for v in op.results if is_tensor_type(v.type)]
    last = cast(ReturnOp, block.last_op)
    block.add_op(ReturnOp(*values))
    last.detach()
    last.erase()
    inputs = main.function_type.inputs.data
    main.function_type = FunctionType.from_lists(inputs, [value.type for value in values])
    main.res_attrs = None
    return values


def bits(r: Random, value: SSAValue) -> Array:
    """Elements of any bits, small ones among them."""
    tensor = ranked(value)
    known = format_of(tensor.element_type)
    count = int(np.prod(tensor.get_shape()))
    if known.width == 1 or not holds_integers(known.dtype):
        numbers = np.array([r.randint(-3, 3) for _ in range(count)], np.float64)
    else:
        wide = [r.choice((r.getrandbits(known.width), r.getrandbits(3))) for _ in range(count)]
        numbers = np.array(wide, np.uint64).astype(np.int64)
    return numbers.astype(dtype_of(tensor.element_type)).reshape(tensor.get_shape())


def broken_facts(text: str, r: Random, executions: int = 3) -> tuple[int, list[str]]:
    """How many facts say something, and those that do not hold."""
    module = parse(text)
    values = returning_all(module)
    analysis = ConstantAnalysis(module)
    facts = [analysis.fact(value) for value in values]
    (main,) = [op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main"]
    wrong: list[str] = []
    for _ in range(executions):
        results = eval_module(module, [bits(r, argument) for argument in main.body.block.args])
        for value, fact, result in zip(values, facts, results, strict=True):
            exact = fact_of(np.asarray(result.array), ranked(value).element_type)
            if not _covers(fact, exact):
                wrong.append(f"{value.owner}: said {fact}, came {exact}")
    return sum(fact is not None for fact in facts), wrong


def _covers(fact: Elements, exact: Elements) -> bool:
    if fact is None or exact is None:
        return True
    if isinstance(fact, IntegerFact) and isinstance(exact, IntegerFact):
        return is_narrower(exact, fact)
    return isinstance(fact, FloatKinds) and isinstance(exact, FloatKinds) and exact in fact


@pytest.mark.parametrize("batch", one_of(4, range(4)))
def test_facts_about_integer_programs_hold(batch: int) -> None:
    for seed in range(batch * 25, (batch + 1) * 25):
        told, wrong = broken_facts(integer_program(Random(seed)), Random(seed))
        assert told
        assert not wrong


@pytest.mark.parametrize("batch", one_of(4, range(4)))
def test_facts_about_random_programs_hold(batch: int) -> None:
    for seed in range(batch * 25, (batch + 1) * 25):
        _, wrong = broken_facts(random_program(seed), Random(seed))
        assert not wrong


def test_a_wrong_fact_is_found_in_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    right = TRANSFERS["stablehlo.and"]

    def broken(op: object, i: int, operands: Sequence[Elements]) -> Elements:
        fact = right(op, i, operands)
        return (
            fact._replace(high=fact.high - 1)
            if isinstance(fact, IntegerFact) and fact.value is None
            else fact
        )

    monkeypatch.setitem(TRANSFERS, "stablehlo.and", broken)
    assert any(broken_facts(integer_program(Random(seed)), Random(seed))[1] for seed in range(100))
