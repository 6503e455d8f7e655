"""Takes cones out of a module of JAX, folds them, and puts them back: small constants as ops, large ones as arguments.

The ops of a cone that the folder keeps (a broadcast of a constant, an iota) are put at the beginning of `@main`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field, replace
from hashlib import sha256
from math import prod
from typing import TypeAlias

import numpy as np
from xdsl.dialects.builtin import FunctionType, ModuleOp

from xdsl_stablehlo.bytecode.reader import as_module, read_bytecode
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding import FoldOptions, FoldReport, fold_module
from xdsl_stablehlo.folding.fold.bind import bind_positions
from xdsl_stablehlo.folding.options import Progress
from xdsl_stablehlo.ir.graphs import postorder
from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.transforms.vhlo.artifacts import CODECS
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.values.storage import is_splat

from . import cones as analysis
from .cones import CONSTRAINT, Cones, Given, Look, Work, inside
from .conversion import jax_context
from .private import VERSIONS, LoweredProgram, MlirModule, bytecode_of, ir
from .protocols import IrBlock, IrModule, IrOp, IrValue
from .threads import one_blas_thread

EMBEDDED_BYTES = 1 << 14
"""Constants of more bytes are passed as arguments, so that no large array is copied, compiled, or hashed."""

FOLDS = "folds"
"""A fold has imported what any fold needs."""
LONG = 1_000_000_000
"""Nanoseconds of folding from which on BLAS has all its threads."""

READ_ELEMENTS = 1 << 10
"""Constants of more elements are read from JAX's module without a copy of it."""


Renamed: TypeAlias = dict[IrValue, IrValue]


_Head: TypeAlias = tuple[int, list[tuple[str, list[int]]], list[float], int, int]
"""The first line of a packed program: bytes of the module, types and shapes of the arrays, and numbers."""


class _NotRepaid(Exception):
    """Folding would take longer than it saves."""


@dataclass
class Exchanged:
    """A module in which the cones that are worth it are folded."""

    module: IrModule
    """For JAX to compile."""
    work: Work
    """Estimated nanoseconds that XLA would have taken for the same ops, and that were expected here."""
    arguments: list[Array] = field(default_factory=list[Array])
    """The arrays that `@main` takes in front of its arguments and behind tokens."""
    reports: list[FoldReport] = field(default_factory=list[FoldReport])
    """A report for each block that reads folded constants."""
    left: int = 0
    """Ops that left the module."""
    embedded_bytes: int = 0
    """Bytes of the new constants in the module."""

    @property
    def passed_bytes(self) -> int:
        """Bytes of the constants that are passed at each call."""
        return sum([array.nbytes for array in self.arguments])

    def packed(self) -> bytes:
        """This as bytes, without the reports: a line of JSON, the module as bytecode, and the arrays."""
        code = bytecode_of(self.module)
        arrays = [(str(array.dtype), array.shape) for array in self.arguments]
        head = json.dumps([len(code), arrays, self.work, self.left, self.embedded_bytes])
        return b"".join([head.encode(), b"\n", code, *[array.tobytes() for array in self.arguments]])

    @staticmethod
    def unpacked(data: bytes, like: IrModule) -> Exchanged:
        """The inverse of `packed`, in the context of another module."""
        head, _, rest = data.partition(b"\n")
        said: _Head = json.loads(head)
        size, arrays, work, left, embedded = said
        found, start = list[Array](), size
        for name, shape in arrays:
            flat: Array = np.frombuffer(rest, np.dtype(name), prod(shape), start)
            found.append(flat.reshape(shape))
            start += flat.nbytes
        with like.context:
            module = ir.Module.parse(rest[:size])
        return Exchanged(module, Work(*work), found, left=left, embedded_bytes=embedded)


def exchanged(program: LoweredProgram, options: FoldOptions) -> Exchanged | None:
    """The program with the cones worth folding folded; None if there are none.

    It is kept in JAX's persistent cache, where JAX alone would keep what it compiles.
    """
    module, tokens, given, store = program.module, program.tokens, program.given, program.store
    look = Look(module, _arguments(module, tokens, len(given))).run()
    if not (look.heavy or look.calls) or not (analysis.EVERYTHING or look.heavy_work.gain > 0):
        return None
    if store is None or options.should_fold is not None or options.custom_calls:
        return fold_cones(module, tokens, given, options) if _is_worth(look.heavy_work) else None
    key = _key(program, options)
    kept = store.get(key)
    if kept is not None:
        return Exchanged.unpacked(kept, module)
    if not _is_worth(look.heavy_work):
        return None
    found = fold_cones(module, tokens, given, options)
    if found is not None and (found.work.fold + found.work.here) / 1e9 >= store.least_seconds:
        store.put(key, found.packed())
    return found


def _key(program: LoweredProgram, options: FoldOptions) -> str:
    """The name of a folded program in JAX's persistent cache."""
    chosen = replace(options, on_progress=None)
    said = sha256(repr((VERSIONS, chosen, analysis.EVERYTHING, program.tokens, len(program.given))).encode())
    said.update(bytecode_of(program.module))
    for array in map(np.asarray, program.given):
        said.update(f"{array.dtype}{array.shape}".encode())
        said.update(np.ascontiguousarray(array).data)
    return f"xdsl_stablehlo-{said.hexdigest()}"


def fold_cones(
    module: IrModule, tokens: int, given: Sequence[object], options: FoldOptions
) -> Exchanged | None:
    """The same program with the cones worth folding folded; None if there are none. `module` is not changed.

    `@main` takes `tokens`, then the arrays that are `given`, and then the arguments that vary.
    """
    with module.context, ir.Location.unknown():
        copy = _clone(module)
        known = _arguments(copy, tokens, len(given))
        cones, functions = _inlined(copy, known)
        made = Exchanged(copy, Work())
        main = _entry(copy)
        for block, read in analysis.frontiers(cones).items():
            results, work = analysis.worth_folding(cones, read)
            if not results or not _is_worth(work):
                continue
            cone, arrays = _take_out(cones, results, dict(zip(known, given)), functions)
            folded = as_module(read_bytecode(bytecode_of(cone), jax_context(), CODECS))
            bind_positions(folded, {i: (f"constant {i}", array) for i, array in enumerate(arrays)})
            try:
                with one_blas_thread() if work.here < LONG else nullcontext():
                    report = fold_module(folded, _if_repaid(options, work))
                analysis.IMPORTED.update(
                    [op.name for op in cones.ops if op.name == analysis.CUSTOM_CALL], [FOLDS]
                )
            except _NotRepaid:
                continue
            passed = _large_as_arguments(folded) if block == main else []
            if report.constants or passed:
                _put_back(block, ir.Module.parse(print_module(folded)), results)
                made.arguments += passed
                made.reports.append(report)
                made.work = analysis.total_work([made.work, work])
        if not made.reports:
            return None
        _to_front(functions["main"], len(made.arguments), tokens)
        made.left = _erase_unread(cones)
    constants = [constant.bytes for report in made.reports for constant in report.constants]
    made.embedded_bytes = max(sum(constants) - made.passed_bytes, 0)
    return made


def _is_worth(work: Work) -> bool:
    """Whether folding saves time, also if it is the first of the process."""
    return analysis.EVERYTHING or work.gain > (0 if analysis.IMPORTED else analysis.START)


def _if_repaid(options: FoldOptions, work: Work) -> FoldOptions:
    """Options that end a fold before evaluation if its estimated time is longer than what it saves."""

    def tell(progress: Progress) -> None:
        if not analysis.EVERYTHING and Work(work.fold, work.call, progress.planned).gain < 0:
            raise _NotRepaid
        if options.on_progress is not None:
            options.on_progress(progress)

    return replace(options, on_progress=tell)


def _entry(module: IrModule) -> IrBlock:
    """The body of `@main`."""
    return analysis.functions_in(module)["main"].regions[0].blocks[0]


def _clone(module: IrModule) -> IrModule:
    made = ir.Module.create(module.operation.location)
    for attribute in module.operation.attributes:
        name = attribute if isinstance(attribute, str) else attribute.name
        made.operation.attributes[name] = module.operation.attributes[name]
    for op in module.body.operations:
        op.operation.clone(ir.InsertionPoint(made.body))
    return made


def _arguments(module: IrModule, first: int, count: int) -> list[IrValue]:
    return list(_entry(module).arguments)[first : first + count] if count else []


# ---- functions that are called with constants ----


def _inlined(module: IrModule, given: Sequence[IrValue]) -> tuple[Cones, Mapping[str, IrOp]]:
    """Inline calls of functions in which something is worth folding, and analyse the inlined ops."""
    while True:
        look = Look(module, given)
        cones = look.run()
        if not cones.calls:
            return cones, look.functions
        for call, given_by_it in cones.calls.items():
            _inline(call, given_by_it, look.functions)


def _inline(call: IrOp, given: Given, functions: Mapping[str, IrOp]) -> None:
    """Put a function in the place of its call, and so with the calls in it that `given` has."""
    block = functions[call.attributes["callee"].value].regions[0].blocks[0]
    values = dict(zip(block.arguments, call.operands))
    place = ir.InsertionPoint(call)
    *ops, last = [view.operation for view in block.operations]
    inside = {op: _copy(op, values, place, {}) for op in ops}
    for result, value in zip(call.results, last.operands):
        result.replace_all_uses_with(values.get(value, value))
    call.erase()
    for op, given_by_it in given.calls.items():
        if op in inside:  # those in its regions are left for the next look
            _inline(inside[op], given_by_it, functions)


def _copy(op: IrOp, values: Renamed, place: object, aliases: Renamed) -> IrOp:
    """A copy of an op that reads the replacements in `values`, also in the place of `aliases` of what they replace."""
    made = op.clone(place).operation
    for each in (made, *inside(made)):
        for i, operand in enumerate(each.operands):
            source = aliases.get(operand, operand)
            if source in values:
                each.operands[i] = values[source]
    values.update(zip(op.results, made.results))
    return made


# ---- out of the module, and back ----


def _take_out(
    cones: Cones, results: Sequence[IrValue], given: Mapping[IrValue, object], functions: Mapping[str, IrOp]
) -> tuple[MlirModule, list[Array]]:
    """A module whose `@main` returns `results`, and the arrays that it takes: large constants and the `given` ones."""
    ops = list(analysis.behind(cones, results))
    constants = [op for op in ops if op.name == "stablehlo.constant"]
    counted = [op for op in constants if analysis.elements(op.results[0]) >= READ_ELEMENTS]
    large = {op: array for op in counted if (array := analysis.constant_array(op)) is not None}
    inputs = {op.results[0]: array for op, array in large.items()}
    for source in [cones.aliases.get(value, value) for op in ops for value in analysis.reads(op)]:
        if source in given:
            inputs[source] = np.asarray(given[source])
    module = ir.Module.create()
    types = ir.FunctionType.get([value.type for value in inputs], [value.type for value in results])
    attributes = {"sym_name": ir.StringAttr.get("main"), "function_type": ir.TypeAttr.get(types)}
    func = ir.Operation.create(
        "func.func", attributes=attributes, regions=1, ip=ir.InsertionPoint(module.body)
    )
    block = func.regions[0].blocks.append(*[value.type for value in inputs])
    values: Renamed = dict(zip(inputs, block.arguments))
    place = ir.InsertionPoint(block)
    for op in ops:
        if op.name == CONSTRAINT:
            operand = op.operands[0]
            values[op.results[0]] = values[cones.aliases.get(operand, operand)]
        elif op not in large:
            _drop_constraints(_copy(op, values, place, cones.aliases))
    names = [name for op in ops for name in analysis.called(op)]
    for name in postorder(names, lambda name: analysis.called(functions[name])):
        functions[name].clone(ir.InsertionPoint(module.body))
    ir.Operation.create("func.return", operands=[values[value] for value in results], ip=place)
    return module, list(inputs.values())


def _drop_constraints(op: IrOp) -> None:
    for inner in [each for each in inside(op) if each.name == CONSTRAINT]:
        inner.results[0].replace_all_uses_with(inner.operands[0])
        inner.erase()


def _large_as_arguments(module: ModuleOp) -> list[Array]:
    """Turn constants of `@main` that are large or that XLA would fold with into arguments; return their elements."""
    main = functions_of(module)["main"]
    block = main.body.blocks[0]
    passed: list[Array] = []
    for op in list(block.ops):
        array = array_of(op.value) if isinstance(op, ConstantOp) else None
        if array is None or is_splat(array):
            continue
        is_read = any(use.operation is not block.last_op for use in op.results[0].uses)
        if is_read or array.nbytes > EMBEDDED_BYTES:
            op.results[0].replace_all_uses_with(block.insert_arg(op.results[0].type, len(block.args)))
            op.detach()
            op.erase()
            passed.append(array)
    outputs = main.function_type.outputs.data
    main.properties["function_type"] = FunctionType.from_lists([a.type for a in block.args], outputs)
    return passed


def _put_back(block: IrBlock, folded: IrModule, results: Sequence[IrValue]) -> None:
    """Put a folded cone at the beginning of a block, and replace the results of the original ops."""
    source = _entry(folded)
    hidden = [block.add_argument(argument.type, ir.Location.unknown()) for argument in source.arguments]
    values: Renamed = dict(zip(source.arguments, hidden))
    place = ir.InsertionPoint.at_block_begin(block)
    *ops, last = [view.operation for view in source.operations]
    for op in ops:
        _copy(op, values, place, {})
    for result, value in zip(results, last.operands):
        result.replace_all_uses_with(values[value])


def _to_front(main: IrOp, count: int, first: int) -> None:
    """Move the last `count` arguments of a function behind the `first` ones."""
    if not count:
        return
    block = main.regions[0].blocks[0]
    for old in list(block.arguments)[first:-count]:
        old.replace_all_uses_with(block.add_argument(old.type, ir.Location.unknown()))
        block.erase_argument(first)
    types = ir.FunctionType(main.attributes["function_type"].value)
    inputs = [value.type for value in block.arguments]
    main.attributes["function_type"] = ir.TypeAttr.get(ir.FunctionType.get(inputs, types.results))
    if "arg_attrs" in main.attributes:
        attributes = list(main.attributes["arg_attrs"])
        attributes[first:first] = [ir.DictAttr.get({})] * count
        main.attributes["arg_attrs"] = ir.ArrayAttr.get(attributes)


def _erase_unread(cones: Cones) -> int:
    """Erase constants that nothing reads any more."""
    gone = 0
    for op in reversed(list(cones.ops)):
        if not any(True for result in op.results for _ in result.uses):
            op.erase()
            gone += 1
    return gone
