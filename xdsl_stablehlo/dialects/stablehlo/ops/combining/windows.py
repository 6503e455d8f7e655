"""Ops with windows, and the constraints on windows (spec: reduce_window, select_and_scatter)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType, TensorType
from xdsl.ir import Attribute, Region
from xdsl.traits import RecursiveMemoryEffect

from xdsl_stablehlo.values.elements import array_of

from ....base import fields
from ... import hlo_types as kinds
from ...checks import accumulator_types, check_inputs, check_reducer, is_scalar_pred, same_shape_and_element
from ...definition import HloOp, Violation, ranked, ranked_types
from ...hlo_types import ints
from ...meshes import I64ElementsAttr, IntElements, OptionalElementsField
from ...shapes import (
    DYNAMIC,
    bounds_of,
    element_type_of,
    is_dynamic,
    scalar_type,
    tensor_with_bounds,
    with_element_type,
)
from ...traits import MovesElements, RecursivelySpeculatableIfStaticDimInOutputIsStaticInInput
from ..structure.control_flow import RegionOp, terminator_types

Padding = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class WindowDimension:
    """One dimension of a window."""

    size: int
    stride: int = 1
    padding: tuple[int, int] = (0, 0)
    base_dilation: int = 1
    window_dilation: int = 1

    def positions(self, base: int) -> int:
        """The number of positions of the window on a base of size `base` in this dimension."""
        if is_dynamic(base) or is_dynamic(self.size):
            return DYNAMIC
        padded = self.padding[0] + dilated(base, self.base_dilation) + self.padding[1]
        window = dilated(self.size, self.window_dilation)
        return 0 if padded == 0 or window > padded else (padded - window) // self.stride + 1


def dilated(size: int, dilation: int) -> int:
    """The size of a dimension with `dilation - 1` holes between neighbours."""
    return 0 if size == 0 else (size - 1) * dilation + 1


@dataclass(frozen=True)
class WindowLabels:
    """The numbers that an op's constraints on its window have in the specification."""

    size: str = ""
    strides: str = ""
    stride: str = ""
    base_dilations: str = ""
    base_dilation: str = ""
    window_dilations: str = ""
    window_dilation: str = ""
    padding: str = ""
    reversal: str = ""


def padding_pairs(padding: IntElements | None, count: int, label: str = "") -> Padding:
    """The low and high padding of `count` dimensions, from a dense attribute of that many rows; 0 if it is absent.

    Raises `Violation` before it looks at more pairs than that.
    """
    zeros = ((0, 0),) * count
    if padding is None:
        return zeros
    shape = padding.get_shape()
    if len(shape) != 2 or shape[1] != 2:
        sizes = ", ".join(map(str, shape))
        raise Violation(f"expects the shape of padding-attribute to be {{N, 2}}, but got {{{sizes}}}.", label)
    _check_count("padding-entries", shape[0], count, label)
    return [(int(low), int(high)) for low, high in array_of(padding)] or zeros


def window_dimensions(
    sizes: Sequence[int],
    strides: Sequence[int],
    padding: Padding,
    base_dilations: Sequence[int],
    window_dilations: Sequence[int],
    reversal: Sequence[int],
    labels: WindowLabels,
) -> Sequence[WindowDimension]:
    """The window with one dimension for each of `sizes`. An empty list of anything else stands for its default."""
    n = len(sizes)
    for values, name, label in (
        (strides, "window-strides", labels.strides),
        (base_dilations, "base-dilation factors", labels.base_dilations),
        (window_dilations, "window-dilation factors", labels.window_dilations),
        (padding, "padding-entries", labels.padding),
        (reversal, "window-reversal", labels.reversal),
    ):
        _check_count(name, len(values), n, label)
    window = [
        WindowDimension(
            size,
            strides[i] if strides else 1,
            padding[i] if padding else (0, 0),
            base_dilations[i] if base_dilations else 1,
            window_dilations[i] if window_dilations else 1,
        )
        for i, size in enumerate(sizes)
    ]
    for i, dimension in enumerate(window):
        for value, name, label in (
            (dimension.size, "value", labels.size),
            (dimension.stride, "stride", labels.stride),
            (dimension.base_dilation, "base dilation factor", labels.base_dilation),
            (dimension.window_dilation, "window dilation factor", labels.window_dilation),
        ):
            if value <= 0 and not (name == "value" and is_dynamic(value)):
                message = (
                    f"expects window to have positive {name} for {i}-th window dimension, but got {value}."
                )
                raise Violation(message, label)
    return window


def _check_count(name: str, count: int, dimensions: int, label: str) -> None:
    """A list called `name` has one entry for each dimension, or is empty."""
    if count and count != dimensions:
        raise Violation(
            f"expects {name} to have same dimension-size as size of window dimensions ({dimensions}), "
            f"but got: {count}.",
            label,
        )


def window_output_shape(base: Sequence[int], window: Sequence[WindowDimension]) -> Sequence[int]:
    """The number of positions of the window in each dimension of `base`."""
    return [dimension.positions(size) for size, dimension in zip(base, window)]


def check_window_rank(sizes: Sequence[int], t: AnyTensorType, name: str, what: str) -> None:
    """C4: the window has one size for each dimension of an operand, which errors call `name` and `what`."""
    if t.get_num_dims() != len(sizes):
        raise Violation(
            f"expects window-dimensions size == {name} rank, but got window-dimensions size: "
            f"{len(sizes)} and {what} with rank = {t.get_num_dims()}.",
            "C4",
        )


REDUCE_WINDOW = WindowLabels(
    size="C5",
    strides="C6",
    stride="C7",
    base_dilations="C8",
    base_dilation="C9",
    window_dilations="C10",
    window_dilation="C11",
    padding="C12",
)
SELECT_AND_SCATTER = WindowLabels(size="C5", strides="C6", stride="C7", padding="C8")


class ReduceWindowOp(RegionOp, op="stablehlo.reduce_window"):
    """Combines the elements of each position of a window with `body`."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor)
    init_values: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor)
    window_dimensions: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    body: Region = fields.region_def()
    _: KW_ONLY
    window_strides: fields.OptionalIntsField = fields.opt_prop_def(kinds.DenseI64ArrayAttr, default=None)
    base_dilations: fields.OptionalIntsField = fields.opt_prop_def(kinds.DenseI64ArrayAttr, default=None)
    window_dilations: fields.OptionalIntsField = fields.opt_prop_def(kinds.DenseI64ArrayAttr, default=None)
    padding: OptionalElementsField = fields.opt_prop_def(I64ElementsAttr, default=None)
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_Tensor, alias="result_types", default=None
    )
    traits = irdl.traits_def(MovesElements())
    irdl_options = (irdl.SameVariadicOperandSize(),)

    def infer(self) -> Sequence[Attribute]:
        inputs = ranked_types(self.inputs)
        sizes = ints(self.window_dimensions)
        check_inputs(inputs, "C1", "C2")
        for source in inputs:
            check_window_rank(sizes, source, "input", f"input: '{source}'")
        window = window_dimensions(
            sizes,
            ints(self.window_strides),
            padding_pairs(self.padding, len(sizes), "C12"),
            ints(self.base_dilations),
            ints(self.window_dilations),
            (),
            REDUCE_WINDOW,
        )
        return tuple(
            tensor_with_bounds(
                window_output_shape(source.get_shape(), window),
                element_type_of(accumulator),
                window_output_shape(bounds_of(source), window),
            )
            for source, accumulator in zip(inputs, accumulator_types(self.body, inputs))
        )

    def check(self) -> None:
        inputs = ranked_types(self.inputs)
        init_values = ranked_types(self.init_values)
        check_reducer(self.body, inputs, init_values, ints(self.window_dimensions), "C13", "C3, C13")


class SelectAndScatterOp(HloOp, op="stablehlo.select_and_scatter"):
    """Scatters `source` to the element that `select` picks in each position of a window over `operand`."""

    operand: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    source: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    init_value: fields.OneOperand = fields.operand_def(kinds.HLO_Tensor)
    select: Region = fields.region_def()
    scatter: Region = fields.region_def()
    _: KW_ONLY
    window_dimensions: fields.OptionalIntsField = fields.opt_prop_def(kinds.DenseI64ArrayAttr, default=None)
    window_strides: fields.OptionalIntsField = fields.opt_prop_def(kinds.DenseI64ArrayAttr, default=None)
    padding: OptionalElementsField = fields.opt_prop_def(I64ElementsAttr, default=None)
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)
    traits = irdl.traits_def(
        RecursiveMemoryEffect(), RecursivelySpeculatableIfStaticDimInOutputIsStaticInInput()
    )

    def infer(self) -> Sequence[Attribute]:
        (accumulator,) = accumulator_types(self.scatter, [self.operand.type])
        return (with_element_type(ranked(self.operand), element_type_of(accumulator)),)

    def check(self) -> None:
        operand, source = ranked(self.operand), ranked(self.source)
        arguments = self.select.block.args
        if len(arguments) != 2:
            raise Violation(
                f"expects the select-region to take 2 parameters, but takes {len(arguments)}", "C9"
            )
        element = scalar_type(operand.element_type)
        for i, argument in enumerate(arguments):
            if not same_shape_and_element(element, argument.type, any_float=True):
                raise Violation(
                    f"expects the type of select-region's parameter at index {i} to be '{element}', "
                    f"but got '{argument.type}'",
                    "C9",
                )
        returned = terminator_types(self.select.block)
        if len(returned) != 1:
            raise Violation(f"expects select-region to return single value, but got: {len(returned)}", "C9")
        if not is_scalar_pred(returned[0]):
            raise Violation(
                f"expects the return-type of select-region to be tensor<i1>, but got: '{returned[0]}'", "C9"
            )
        scalar = scalar_type(source.element_type)
        check_reducer(self.scatter, [scalar], [ranked(self.init_value)], (), "C10", "C3, C10")
        sizes = ints(self.window_dimensions)
        check_window_rank(sizes, operand, "operand", f"operand-type: '{operand}'")
        pairs = padding_pairs(self.padding, len(sizes), "C8")
        window = window_dimensions(sizes, ints(self.window_strides), pairs, (), (), (), SELECT_AND_SCATTER)
        expected = TensorType(operand.element_type, window_output_shape(operand.get_shape(), window))
        if not same_shape_and_element(expected, source, any_float=True):
            raise Violation(f"expects source-type to be '{expected}', but got'{source}'", "C1, C2")
