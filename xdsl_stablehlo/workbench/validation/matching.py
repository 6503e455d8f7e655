"""Which function of `before` is which of `after`, and how their arguments and results correspond."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from xdsl.dialects.builtin import AnyTensorType, ModuleOp, StringAttr, TupleType
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Operation, TypeAttribute
from xdsl.traits import IsTerminator

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.kernels.support.values import Value
from xdsl_stablehlo.interpreter.kernels.table import entry_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import is_private

from .budget import Budget
from .options import ValidationOptions
from .relation.outside import comparable_targets
from .relation.relation import Relation
from .relation.runs import Subject


class Mismatch(ValueError):
    """Why two functions cannot be compared."""


class Pair(NamedTuple):
    """A function before, and the one of its name after, if there is one."""

    before: FuncOp
    after: FuncOp | None


def pairs_of(before: ModuleOp, after: ModuleOp) -> Iterator[Pair]:
    """The public functions of `before` that have bodies, each with its namesake; two that are alone are a pair."""
    mine, theirs = [[f for f in functions_of(m).values() if _is_public(f)] for m in (before, after)]
    if len(mine) == len(theirs) == 1:
        yield Pair(mine[0], theirs[0])
        return
    named = {func.sym_name.data: func for func in theirs}
    for func in mine:
        yield Pair(func, named.get(func.sym_name.data))


def _is_public(func: FuncOp) -> bool:
    return not func.is_declaration and not is_private(func)


def relate(pair: Pair, options: ValidationOptions) -> tuple[Relation, list[Attribute]]:
    """The relation that a pair should have, and the types of the arguments. Raises `Mismatch`."""
    before, after = pair
    if after is None:
        raise Mismatch(f"there is no function @{before.sym_name.data} after")
    inputs = list(before.function_type.inputs.data)
    outputs = before.function_type.outputs.data
    places = _places(options.arguments, len(inputs), "argument", options.bound)
    taken = after.function_type.inputs.data
    if len(places) != len(taken):
        raise Mismatch(f"it takes {len(places)} argument(s) before and {len(taken)} after")
    for place, theirs in zip(places, taken, strict=True):
        inputs[place] = _common(inputs[place], theirs, f"argument {place}")
    chosen = _places(options.results, len(outputs), "result", ())
    given = after.function_type.outputs.data
    if len(chosen) != len(given):
        raise Mismatch(f"it gives {len(chosen)} result(s) before and {len(given)} after")
    for place, theirs in zip(chosen, given, strict=True):
        _common(outputs[place], theirs, f"result {place}")
    budget = Budget(options)
    subjects = [Subject(f, beside(f), budget) for f in (before, after)]
    for subject, side in zip(subjects, ("before", "after"), strict=True):
        _check_evaluators(subject, side)
    subjects[0].targets = subjects[1].targets = comparable_targets(*[subject.ops() for subject in subjects])

    def results(values: Sequence[Value]) -> Sequence[Value]:
        return [*[values[place] for place in chosen], *values[len(outputs) :]]

    def arguments(values: Sequence[Any]) -> Sequence[Any]:
        return [values[place] for place in places]

    return Relation(subjects[0], subjects[1], budget, options, arguments, results), inputs


def beside(func: FuncOp) -> dict[str, FuncOp]:
    """The functions that `func` may call, by name."""
    parent = func.parent_op()
    return functions_of(parent) if parent is not None else {func.sym_name.data: func}


def named_beside(func: FuncOp) -> dict[str, Operation]:
    """The functions beside `func`, itself among them, and what else there has a name."""
    parent = func.parent_op()
    ops = [func] if parent is None else [op for block in parent.regions[0].blocks for op in block.ops]
    names = [(op, op.get_attr_or_prop("sym_name")) for op in ops]
    return {name.data: op for op, name in names if isinstance(name, StringAttr)}


def _places(wanted: Sequence[int] | None, count: int, what: str, bound: Any) -> Sequence[int]:
    """For each of `after`'s the number of `before`'s. Raises `Mismatch` for one that is not there."""
    places = [i for i in range(count) if i not in bound] if wanted is None else wanted
    for place in (*places, *bound):
        if not 0 <= place < count:
            raise Mismatch(f"there is no {what} {place}: there are {count}")
    return places


def _common(ours: Attribute, theirs: Attribute, what: str) -> Attribute:
    """The type of what both take: the sizes that either knows. Raises `Mismatch` where there is none."""
    if ours == theirs:
        return ours
    if is_tensor_type(ours) and is_tensor_type(theirs) and ours.element_type == theirs.element_type:
        pairs = list(zip(ours.get_shape(), theirs.get_shape()))
        if ours.get_num_dims() == theirs.get_num_dims() and all(
            a == b or is_dynamic(a) or is_dynamic(b) for a, b in pairs
        ):
            return theirs if _known(theirs) >= _known(ours) else ours
    if isinstance(ours, TupleType) and isinstance(theirs, TupleType) and len(ours.types) == len(theirs.types):
        parts = tuple([_common(a, b, what) for a, b in zip(ours.types.data, theirs.types.data)])
        return TupleType(cast("tuple[TypeAttribute, ...]", parts))
    raise Mismatch(f"{what} is of type {ours} before and {theirs} after")


def _known(t: AnyTensorType) -> int:
    return sum(not is_dynamic(size) for size in t.get_shape())


def _check_evaluators(subject: Subject, side: str) -> None:
    """Raise `Mismatch` where an op cannot be evaluated, or what the function returns is not what it says."""
    last = subject.func.body.block.last_op
    if not isinstance(last, ReturnOp):
        raise Mismatch(
            f"{side}: it ends with '{'' if last is None else last.name}', and not with 'func.return'"
        )
    for op in subject.ops():
        runs_by_itself = isinstance(op, CallOp | ConstantOp | FuncOp) or op.has_trait(IsTerminator)
        if not runs_by_itself and entry_of(op) is None:
            raise Mismatch(f"{side}: '{op.name}' has no evaluator")
