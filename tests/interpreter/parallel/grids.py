"""Programs on grids of processes, for the tests of what runs on one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.helpers.programs import evaluate
from xdsl_stablehlo.interpreter import EvaluationError
from xdsl_stablehlo.values.element_types import Array

TOKEN = "!stablehlo.token"
REPLICAS, PARTITIONS = "[@p], [@p]", "[@p, @p]"


def grid_program(
    functions: str, programs: str, arguments: Sequence[str], results: Sequence[str], infeed: str = ""
) -> str:
    """A module whose `main` passes its arguments to `interpreter.run_parallel` and returns what that gives."""
    parameters = ", ".join(f"%a{i}: {t}" for i, t in enumerate(arguments))
    operands = ", ".join(f"%a{i}" for i in range(len(arguments)))
    values = ", ".join(f"%r#{i}" for i in range(len(results))) if len(results) > 1 else "%r"
    names = f"%r:{len(results)} = " if len(results) > 1 else "%r = " if results else ""
    queue = f"infeed = [{infeed}], " if infeed else ""
    return f"""module {{
  {functions}
  func.func @main({parameters}) -> ({", ".join(results)}) {{
    {names}"interpreter.run_parallel"({operands}) {{{queue}programs = [{programs}]}}
      : ({", ".join(arguments)}) -> ({", ".join(results)})
    return {f"{values} : {', '.join(results)}" if results else ""}
  }}
}}"""


def collective(op: str, operand: str, result: str, attributes: str, region: str = "") -> str:
    return f"""func.func @p(%x: {operand}) -> {result} {{
    %y = "stablehlo.{op}"(%x) {region} {{{attributes}}} : ({operand}) -> {result}
    return %y : {result}
  }}"""


ADD = """({
    ^bb0(%l: tensor<i64>, %r: tensor<i64>):
      %s = stablehlo.add %l, %r : tensor<i64>
      stablehlo.return %s : tensor<i64>
  })"""
PAIR = "replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>"
CHANNEL = "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"


def run(
    op: str,
    operand: str,
    result: str,
    attributes: str,
    programs: str,
    values: Sequence[object],
    region: str = "",
) -> list[Array]:
    count = programs.count("@p")
    text = grid_program(
        collective(op, operand, result, attributes, region), programs, [operand] * count, [result] * count
    )
    return list(evaluate(text, *[np.array(v, "i8") for v in values]))


def failure_of(program: str, *args: object) -> EvaluationError:
    """The error that evaluating ends with, instead of waiting for ever."""
    with pytest.raises(EvaluationError) as caught:
        evaluate(program, *args)
    return caught.value
