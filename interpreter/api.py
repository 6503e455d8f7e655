"""Evaluation of modules and functions, and the registration of our evaluators with xDSL's interpreter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.interpreter import Interpreter

from .errors import EvaluationError
from .families import FAMILIES
from .host import check_arguments, wrap
from .limits import Limits
from .numerics import quiet
from .program import Compiler, module_functions


def eval_module(
    module: ModuleOp, args: Sequence[Any] = (), entry: str = "main", *, limits: Limits | None = None
) -> tuple[Any, ...]:
    """What the function `entry` of `module` returns for `args`: a `Tensor` for each result that is one.

    An argument is a `Tensor` or anything that `np.asarray` takes; one with a dtype of its own must have that of the
    parameter. A module with one function needs no `main`. The module is taken to be verified.
    Raises `EvaluationError`: one line with the place in the program, for arguments that do not fit, for an op that
    cannot be evaluated, and for a check that fails; `LimitExceeded` where more than `limits` would be spent.
    """
    functions = module_functions(module)
    name = entry
    if entry == "main" and entry not in functions and len(functions) == 1:
        (name,) = functions
    func = functions.get(name)
    if func is None:
        raise EvaluationError(f"module must have entry func with name {entry}")
    return _evaluate(func, args, Compiler(functions, limits=limits))


def eval_func(func_op: FuncOp, args: Sequence[Any] = (), *, limits: Limits | None = None) -> tuple[Any, ...]:
    """What a function returns for `args`, as `eval_module` does; it may call the functions beside it."""
    parent = func_op.parent_op()
    functions = module_functions(parent) if isinstance(parent, ModuleOp) else {func_op.sym_name.data: func_op}
    return _evaluate(func_op, args, Compiler(functions, limits=limits))


def register_implementations(interpreter: Interpreter, ctx: Context | None = None) -> None:
    """Make xDSL's interpreter run StableHLO programs: `interpreter.call_op("main", args)` with and for `Tensor`s.

    Ops of other dialects inside our regions are left to the implementations that the interpreter has for them.
    """
    for family in FAMILIES:
        interpreter.register_implementations(family())


def _evaluate(func: FuncOp, args: Sequence[Any], compiler: Compiler) -> tuple[Any, ...]:
    name = func.sym_name.data
    values = check_arguments(func, args)
    with quiet():
        results = compiler.function(name)(*values)
    return tuple([wrap(v, t) for v, t in zip(results, func.function_type.outputs.data, strict=True)])
