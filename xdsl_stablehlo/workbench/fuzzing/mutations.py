"""Mutations of programs: small random changes, most of which leave a program valid.

A mutation changes a module in place, and says whether it found anything to change. The result need not be valid, and
may do what is undefined: `mutated` leaves out changes that the verifier refuses, and `guided` leaves out
undefined mutants.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import replace
from functools import cache
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, ModuleOp, TensorType, i1, i32
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, Block, Operation, ParametrizedAttribute, Region, SSAValue
from xdsl.irdl import IRDLOperation, OptionalDef, OptOperandDef, VarOperandDef
from xdsl.rewriter import Rewriter
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo import ComparisonDirection, HloOp
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints, is_integer_array, is_integer_attr
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static_tensor
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter.numerics import quiet
from xdsl_stablehlo.ir import guards
from xdsl_stablehlo.ir.graphs import values_read_inside
from xdsl_stablehlo.programs.verification import diagnostics
from xdsl_stablehlo.values.element_types import Array, dtype_of
from xdsl_stablehlo.values.elements import array_of, attribute_of

from ..reducing import program
from ..reducing.steps import STEPS, other_elements, other_sizes
from .api import random_element
from .coverage import cells_of, is_enum
from .generator import TYPES, USUAL_TYPES, FuzzOptions, Generator
from .sketch import FORMATS, TensorKind, plus
from .writers import MOST_ITERATIONS, writers_of


class Material(NamedTuple):
    """Where the new parts of a mutant come from."""

    other: ModuleOp
    """A program whose ops are copied; it is not changed."""
    options: FuzzOptions
    """The options for new ops."""
    known: Set[str]
    """The cells that are covered already."""


Mutation: TypeAlias = Callable[[ModuleOp, Random, Material], bool]
"""Change a module. Return False if there was nothing to change."""

SIZES = (0, 1, 2, 3, 4, 8)
"""The sizes that dimensions are changed to: few, around the borders that matter, and one of a vector register."""
MOST_SPLICED = 5
"""The largest number of ops that are copied from another program at once."""
SPECIAL = 0.5
"""The probability that a changed element becomes NaN, an infinity, a zero or an extreme."""
MOST_GROWN, MOST_READ = 3, 6
"""The largest number of new ops in one change, and of values that they may read."""
CHANGES = (2, 4, 6, 8)
"""The number of changes that are tried."""
DOES_NOT_FIT = (ValueError, LookupError, TypeError, OverflowError)
"""The exceptions of a change that no program of this kind can have."""
ANYWAY = 0.25
"""The probability that a change stays that covers nothing new."""


def mutated(module: ModuleOp, random: Random, material: Material) -> tuple[ModuleOp, list[str]]:
    """A valid mutant, and the names of its changes: most of them cover something new."""
    done, cells = list[str](), set[str]()
    for _ in range(random.choice(CHANGES)):
        change, trial = random.choice(MUTATIONS), module.clone()
        try:
            valid = change(trial, random, material) and infer_again(trial)
        except DOES_NOT_FIT:
            continue
        new = cells_of(trial) - material.known - cells if valid else set[str]()
        if (new or (valid and random.random() < ANYWAY)) and next(diagnostics(trial), None) is None:
            module = trial
            cells |= new
            done.append(change.__name__)
    return module, done


def infer_again(module: ModuleOp) -> bool:
    """Give results the types that their operands ask for. False if an op does not take its operands."""
    for op in program.ops_of_functions(module):
        try:
            types = op.infer() if isinstance(op, HloOp) else None
        except VerifyException:
            return False
        for result, t in zip(op.results, types or (), strict=False):
            if result.type != t:
                Rewriter.replace_value_with_new_type(result, t)
    main = functions_of(module).get("main")
    if main is not None:
        program.settle_signature(main)
    return main is not None


def _main(module: ModuleOp) -> FuncOp:
    return functions_of(module)["main"]


def _picked(module: ModuleOp, random: Random, fits: Callable[[Operation], bool]) -> Operation | None:
    """One of the ops that fit, in any function or region."""
    found = [op for op in program.ops_of_functions(module) if fits(op)]
    return random.choice(found) if found else None


def _visible(op: Operation, t: Attribute | None) -> list[SSAValue]:
    """The values of a type that an op may read; of any type if `t` is None."""
    found, at = list[SSAValue](), op
    while (block := at.parent) is not None:
        values: list[SSAValue] = list(block.args)
        for before in block.ops:
            if before is at:
                break
            values += before.results
        found += [value for value in values if t is None or value.type == t]
        around = at.parent_op()
        if around is None or isinstance(around, FuncOp):
            break
        at = around
    return found


def _value(op: Operation, t: Attribute, random: Random) -> SSAValue:
    """A value of a type that an op of `@main` may read: one that is there, or a new argument."""
    there = _visible(op, t)
    if there and random.random() < 0.9:
        return random.choice(there)
    around: Operation | None = op
    while not isinstance(around, FuncOp):
        assert around is not None
        around = around.parent_op()
    return program.add_argument(around, t)


# ---- attributes ----

_KEPT = ("value", "callee", "decomposition", "call_target_name", "name")
"""Properties that are no choice of an op: constants have mutations of their own."""


def change_attribute(module: ModuleOp, random: Random, _: Material) -> bool:
    """Change a number, a flag or a case in a property of an op."""
    op = _picked(module, random, lambda op: bool(_changeable(op)))
    if op is None:
        return False
    name = random.choice(_changeable(op))
    new = changed_attribute(op.properties[name], random)
    op.properties[name] = new
    return True


def _changeable(op: Operation) -> list[str]:
    return [name for name, value in op.properties.items() if name not in _KEPT and _has_choices(value)]


def _has_choices(value: Attribute) -> bool:
    if isinstance(value, IntegerAttr | DenseArrayBase) or is_enum(value) or guards.is_dense(value):
        return True
    parts: Sequence[Attribute] = value.data if guards.is_array_attr(value) else ()
    return any(map(_has_choices, value.parameters if isinstance(value, ParametrizedAttribute) else parts))


def changed_attribute(value: Attribute, random: Random) -> Attribute:
    """The attribute with another number, flag or case somewhere in it."""
    if is_integer_attr(value):
        return IntegerAttr(_other(value.value.data, value.type, random), value.type)
    if is_enum(value):
        return type(value)(random.choice(list(type(value.data))))
    if is_integer_array(value):
        numbers = _others([*ints(value)], value.elt_type, random)
        return DenseArrayBase.from_list(value.elt_type, numbers)
    if guards.is_dense(value):
        array, t = array_of(value), value.type
        if not array.size or not guards.is_tensor_type(t):
            return value
        changed: Array = np.array(_others(array.reshape(-1).tolist(), t.element_type, random), array.dtype)
        return attribute_of(changed.reshape(array.shape), t)
    if guards.is_array_attr(value):
        return ArrayAttr(_with_one_changed(list(value.data), random))
    if isinstance(value, ParametrizedAttribute):
        return type(value).new(_with_one_changed(list(value.parameters), random))
    return value


def _with_one_changed(parts: list[Attribute], random: Random) -> list[Attribute]:
    places = [i for i, part in enumerate(parts) if _has_choices(part)]
    if places:
        i = random.choice(places)
        parts[i] = changed_attribute(parts[i], random)
    return parts


def _other(number: int, t: Attribute, random: Random) -> int:
    if t == i1:
        return int(not number)
    return random.choice((number - 1, number + 1, 0, 1, 2, 3))


def _others(numbers: list[int], t: Attribute, random: Random) -> list[int]:
    """One number changed, or two exchanged."""
    if not numbers:
        return numbers
    i, j = random.randrange(len(numbers)), random.randrange(len(numbers))
    if i != j and random.random() < 0.5:
        numbers[i], numbers[j] = numbers[j], numbers[i]
    else:
        numbers[i] = _other(int(numbers[i]), t, random)
    return numbers


# ---- types ----


def change_elements(module: ModuleOp, random: Random, _: Material) -> bool:
    """Give values that must have one element type another one."""
    target = FORMATS[random.choice(USUAL_TYPES)].type
    step = other_elements(target, lambda now: now != target)
    return _apply(step, module, random)


def change_size(module: ModuleOp, random: Random, _: Material) -> bool:
    """Give dimensions that must have one size another one."""
    size = random.choice(SIZES)
    return _apply(other_sizes("", size, lambda now: 0 < now != size), module, random)


def shrink(module: ModuleOp, random: Random, _: Material) -> bool:
    """Make a step of the reducer: programs stay small."""
    return _apply(random.choice(STEPS), module, random)


def _apply(step: program.AnyStep, module: ModuleOp, random: Random) -> bool:
    targets = step.targets(module)
    if targets:
        step.change(module, [random.choice(targets)])
    return bool(targets)


# ---- ops and operands ----


@cache
def _plain_ops(operands: int) -> tuple[type[Operation], ...]:
    """The ops of so many operands and one result, without regions, and without properties that they need."""

    def is_plain(kind: type[Operation]) -> bool:
        known = kind.get_irdl_definition() if issubclass(kind, IRDLOperation) else None
        return (
            known is not None
            and len(known.operands) == operands
            and len(known.results) == 1
            and not known.regions
            and not any(isinstance(each, VarOperandDef | OptOperandDef) for _, each in known.operands)
            and all(isinstance(each, OptionalDef) for each in known.properties.values())
        )

    return tuple(filter(is_plain, hlo.StableHLO.operations))


def replace_op(module: ModuleOp, random: Random, _: Material) -> bool:
    """Replace an op by another that takes and gives the same types."""

    def others(op: Operation) -> list[type[Operation]]:
        plain = _plain_ops(len(op.operands)) if op.operands else ()
        return [kind for kind in plain if type(op) is not kind] if type(op) in plain else []

    op = _picked(module, random, lambda op: bool(others(op)))
    if op is None:
        return False
    kind = random.choice(others(op))
    Rewriter.replace_op(op, kind.create(operands=list(op.operands), result_types=list(op.result_types)))
    return True


def change_operand(module: ModuleOp, random: Random, _: Material) -> bool:
    """Let an op read another value of the same type."""
    op = _picked(module, random, lambda op: bool(op.operands))
    if op is None:
        return False
    place = random.randrange(len(op.operands))
    values = [value for value in _visible(op, op.operands[place].type) if value is not op.operands[place]]
    if values:
        op.operands[place] = random.choice(values)
    return bool(values)


def return_value(module: ModuleOp, random: Random, _: Material) -> bool:
    """Return another value from `@main`, in place of a result or beside the others."""
    main = _main(module)
    block = main.body.block
    values = [value for op in block.ops for value in op.results if guards.is_tensor_type(value.type)]
    given: list[SSAValue] = list(program.results_given(main))
    fresh = [value for value in values if value not in given]
    if not fresh:
        return False
    new = random.choice(fresh)
    if given and random.random() < 0.6:
        given[random.randrange(len(given))] = new
    else:
        given.append(new)
    program.set_results(main, given, [None] * len(given))
    program.settle_signature(main)
    return True


# ---- constants ----


def change_constant(module: ModuleOp, random: Random, _: Material) -> bool:
    """Change one element of a constant, or all of them, to special or everyday numbers."""
    op = _picked(
        module, random, lambda op: isinstance(op, hlo.ConstantOp) and guards.is_tensor_type(op.output.type)
    )
    if not isinstance(op, hlo.ConstantOp):
        return False
    t = op.output.type
    assert guards.is_tensor_type(t)
    array = np.array(array_of(op.value))
    if not array.size:
        return False
    with quiet():
        element = random_element(dtype_of(t.element_type), random, SPECIAL)
    if random.random() < 0.4:
        array[...] = element
    else:
        array.reshape(-1)[random.randrange(array.size)] = element
    op.properties["value"] = attribute_of(array, t)
    return True


# ---- parts of other programs ----


def splice(module: ModuleOp, random: Random, material: Material) -> bool:
    """Copy an op of another program, with some ops that it reads, and use its result."""
    source = [op for op in _main(material.other).body.block.ops if op.results and not _refers(op)]
    if not source:
        return False
    chosen = _cone(random.choice(source), random)
    before = random.choice(list(_main(module).body.block.ops))
    mapped: dict[SSAValue, SSAValue] = {}
    for op in chosen:
        for value in (*op.operands, *values_read_inside(op)):
            if value not in mapped:
                mapped[value] = _value(before, value.type, random)
        _copy(op, before, mapped)
    return _use(module, random, mapped[random.choice(chosen[-1].results)], before)


def _copy(op: Operation, before: Operation, mapped: dict[SSAValue, SSAValue]) -> None:
    """Copy an op to a place before another; what it reads and gives is `mapped`."""
    copy = op.clone(mapped)
    block = before.parent
    assert block is not None
    block.insert_op_before(copy, before)
    mapped.update(zip(op.results, copy.results, strict=True))


def grow(module: ModuleOp, random: Random, material: Material) -> bool:
    """Add new ops that read values of the program."""
    before = random.choice(list(_main(module).body.block.ops))
    kinds = {value: _kind_of(value.type) for value in _visible(before, None)}
    values = [value for value, kind in kinds.items() if kind is not None]
    if not values:
        return False
    values = random.sample(values, min(len(values), MOST_READ))
    inputs = [kind for value in values if (kind := kinds[value]) is not None]
    options = replace(material.options, size=random.randint(1, MOST_GROWN))
    generator = Generator(random.randrange(1 << 30), options, *writers_of(options))
    made = generator.continued(inputs)
    mapped: dict[SSAValue, SSAValue] = dict(zip(made.block.args, values, strict=True))
    for op in list(made.block.ops):
        _copy(op, before, mapped)
    result, _ = made.values[-1]
    return result in mapped and _use(module, random, mapped[result], before)


def _kind_of(t: Attribute) -> TensorKind | None:
    """A type as the generator writes it; None for others."""
    return TensorKind.of_type(t) if is_static_tensor(t) and str(t.element_type) in TYPES else None


def _refers(op: Operation) -> bool:
    """Whether an op names functions of its module."""
    return any(isinstance(inner, CallOp) or "decomposition" in inner.properties for inner in op.walk())


def _cone(op: Operation, random: Random) -> list[Operation]:
    """An op and some ops before it that it depends on, in their order."""
    block, taken, waiting = op.parent, [op], [op]
    size = random.randint(1, MOST_SPLICED)
    while waiting and len(taken) < size:
        at = waiting.pop(0)
        for value in (value for inner in at.walk() for value in inner.operands):
            maker = value.owner
            if not isinstance(maker, Operation) or maker.parent is not block or maker in taken:
                continue
            if not _refers(maker):
                taken.append(maker)
                waiting.append(maker)
    assert block is not None
    return [each for each in block.ops if each in taken]


def _use(module: ModuleOp, random: Random, value: SSAValue, before: Operation) -> bool:
    """Let a later op read a value, or return it."""
    later = list[tuple[Operation, int]]()
    at: Operation | None = before
    while at is not None:
        later += [(at, i) for i, operand in enumerate(at.operands) if operand.type == value.type]
        at = at.next_op
    if later and random.random() < 0.7:
        op, place = random.choice(later)
        op.operands[place] = value
    elif guards.is_tensor_type(value.type):
        main = _main(module)
        given = [*program.results_given(main), value]
        program.set_results(main, given, [None] * len(given))
    return True


# ---- branches and loops ----


def enclose(module: ModuleOp, random: Random, _: Material) -> bool:
    """Move an op into a branch of an `if` or a `case`, or into the body of a loop."""
    block = _main(module).body.block
    ops = [op for op in block.ops if op.results and all(map(guards.is_tensor_type, op.result_types))]
    if not ops:
        return False
    op = random.choice(ops)
    types = list(op.result_types)
    start = [_value(op, t, random) for t in types]
    made = _loop(op, start, random) if random.random() < 0.4 else _branches(op, start, random)
    new = made[-1]
    block.insert_ops_before(made, op)
    for result, value in zip(op.results, new.results[-len(types) :], strict=True):
        result.replace_all_uses_with(value)
    Rewriter.erase_op(op)
    return True


def _branches(op: Operation, other: Sequence[SSAValue], random: Random) -> list[Operation]:
    copy = op.clone()
    run = Region(Block([copy, hlo.ReturnOp(copy.results)]))
    leave = Region(Block([hlo.ReturnOp(other)]))
    regions = [run, leave] if random.random() < 0.5 else [leave, run]
    if random.random() < 0.7:
        which = _value(op, TensorType(i1, []), random)
        return [hlo.IfOp(which, regions[0], regions[1], list(op.result_types))]
    which = _value(op, TensorType(i32, []), random)
    return [hlo.CaseOp(which, regions, list(op.result_types))]


def _loop(op: Operation, start: Sequence[SSAValue], random: Random) -> list[Operation]:
    """A loop of a few iterations. Where the op reads what it may carry, it reads what the iteration before gave."""
    counter = TensorType(i32, [])
    types = [counter, *op.result_types]
    numbers = (0, random.randint(0, MOST_ITERATIONS), 1)
    first, limit, one = [hlo.ConstantOp(np.asarray(n, np.int32), counter) for n in numbers]
    condition, body = Block(arg_types=types), Block(arg_types=types)
    test = hlo.CompareOp(condition.args[0], limit.output, ComparisonDirection.LT)
    condition.add_ops([limit, test, hlo.ReturnOp(test.results)])
    carried = dict(zip(start, body.args[1:], strict=True)) if random.random() < 0.7 else {}
    copy = op.clone({value: carried.get(value, value) for value in op.operands})
    step = plus(body.args[0], one.output)
    body.add_ops([one, step, copy, hlo.ReturnOp([*step.results, *copy.results])])
    return [first, hlo.WhileOp([first.output, *start], Region(condition), Region(body), types)]


MUTATIONS: Sequence[Mutation] = (
    *[change_attribute] * 3,
    *(change_elements, change_size, change_constant, replace_op) * 2,
    *[splice] * 3,
    *[grow] * 4,
    *(change_operand, return_value, enclose, shrink),
)
"""All mutations; one that stands several times is used as often."""
