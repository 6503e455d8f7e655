"""Ops that combine elements: of one element each, with one that absorbs all others, with the identity matrix."""

from __future__ import annotations

from math import prod

import numpy as np
from xdsl.ir import Block, Operation, SSAValue

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.interpreter.kernels.support.reducer_bodies import known_reducer
from xdsl_stablehlo.interpreter.kernels.support.table import Entry, kernel_of
from xdsl_stablehlo.values.element_types import Array

from ..facts.boxes import is_partly_known, known_box
from ..facts.known import Known, static_shape
from ..facts.transfer import kind_of
from ..tuning import SCANNED, SEARCHED
from .conditions import constant_like, element_type, is_number, number, same_elements
from .engine import law, reshaped, rule, some_constant
from .equations import NEVER_NEGATIVE_ZERO, integer_left, least_integer
from .terms import over_integers


def reducer_of(block: Block) -> Entry | None:
    """The entry of the op that is the body of a reduction or a scatter, if it is one op that has an identity."""
    combines = block.first_op if known_reducer(block) is not None else None
    return None if combines is None else kernel_of(type(combines))


def is_neutral(k: Known, op: hlo.ReduceOp | hlo.ReduceWindowOp, init: SSAValue, value: SSAValue) -> bool:
    """Whether the body of `op` combines `init` with any element of `value` to that element."""
    entry, element = reducer_of(op.body.block), element_type(value)
    if entry is None or element is None:
        return False
    names = [name for name in entry.identity if number(name, element) is not None]
    held = next((name for name in names if is_number(k, init, name)), None)
    # To add 0.0, the second identity of floats, makes 0.0 of -0.0.
    return held is not None and (held == names[0] or NEVER_NEGATIVE_ZERO.holds(k, value))


def _keeps_elements(value: SSAValue, result: SSAValue) -> bool:
    """Whether a body leaves the element type as it is, of a tensor of known sizes."""
    return None not in (static_shape(value), static_shape(result)) and same_elements(value, result)


@rule(
    "one-integer-left-of-many",
    "convolution dot dot_general reduce reduce_window scatter sort",
    gives=least_integer,
    asks=over_integers,
)
def left_of_many(k: Known, op: Operation) -> bool:
    """integers combined of which only one number can come are that number"""
    return len(op.results) == 1 and integer_left(k, op)


@rule("reduce-single", "reduce", gives=reshaped)
def of_single_elements(k: Known, op: hlo.ReduceOp) -> bool:
    """`reduce(x, init)` is a reshape of x, where one element goes into each and init is neutral (float sums: -0.0, or
    0.0 if x is never -0.0)"""
    value = op.inputs[0]
    shape = ranked(value).get_shape()
    if len(op.results) != 1 or prod([shape[i] for i in ints(op.dimensions)]) != 1:
        return False
    return _keeps_elements(value, op.results[0]) and is_neutral(k, op, op.init_values[0], value)


@law("reduce-window-single", "reduce_window(x, y)", "x")
def of_single_windows(k: Known, op: hlo.ReduceWindowOp) -> bool:
    """where windows have one element each and y is neutral"""
    value = op.inputs[0]
    if len(op.results) != 1 or op.results[0].type != value.type or static_shape(value) is None:
        return False
    others = (op.window_strides, op.base_dilations)
    steps = [step for sizes in others if sizes is not None for step in ints(sizes)]
    plain = set(ints(op.window_dimensions)) <= {1} and set(steps) <= {1}
    padded = op.padding is not None and any(op.padding.iter_values())
    return plain and not padded and is_neutral(k, op, op.init_values[0], value)


def _absorbing(op: hlo.ReduceOp) -> Array | None:
    """The integer that combined with any other by the body of `op` is itself."""
    entry, element = reducer_of(op.body.block), element_type(op.inputs[0])
    if entry is None or entry.absorbing is None or element is None or kind_of(op.inputs[0]) is None:
        return None
    return number(entry.absorbing, element)


@rule(
    "reduce-absorbed",
    "reduce",
    gives=lambda _, op: constant_like(op.results[0], _absorbing(op)),
    asks=over_integers,
)
def absorbed(k: Known, op: hlo.ReduceOp) -> bool:
    """`reduce(x, init)` of all elements is a, where x is known to hold a, which absorbs all others (integers)"""
    value, shape = op.inputs[0], static_shape(op.inputs[0])
    if len(op.results) != 1 or not _keeps_elements(value, op.results[0]) or static_shape(op.results[0]):
        return False
    wanted = _absorbing(op)
    if wanted is None or shape is None or prod(shape) > SEARCHED or not is_partly_known(k, value):
        return False
    boxes = [[range(at, at + 1) for at in index] for index in np.ndindex(shape)]
    found = [known_box(k, value, tuple(box)) for box in boxes]
    return any(one is not None and one.tobytes() == wanted.tobytes() for one in found)


@law("dot-identity", "dot_general(x, y)", "x", asks=some_constant)
def times_identity(k: Known, op: hlo.DotGeneralOp) -> bool:
    """where y is the identity matrix (integers)"""
    dims, lhs, rhs = op.dot_dimension_numbers, op.lhs, k.array(op.rhs)
    if rhs is None or rhs.ndim != 2 or kind_of(lhs) is None or lhs.type != op.result.type:
        return False
    last = ranked(lhs).get_num_dims() - 1
    plain = ints(dims.lhs_contracting_dimensions) == (last,) and ints(dims.rhs_contracting_dimensions) == (0,)
    square = rhs.shape[0] == rhs.shape[1] <= SCANNED**0.5 and not ints(dims.lhs_batching_dimensions)
    return plain and square and bool((rhs == np.eye(len(rhs), dtype=rhs.dtype)).all())
