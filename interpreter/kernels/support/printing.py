"""Values as text, the way the reference interpreter prints them; used by `interpreter.print` and the tools."""

from __future__ import annotations

from typing import cast

import numpy as np
from xdsl.dialects.builtin import (
    AnyFloat,
    AnyTensorType,
    ComplexType,
    IndexType,
    IntegerType,
    TensorType,
    TupleType,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from xdsl_stablehlo.dialects.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.text.floats import float_texts
from xdsl_stablehlo.values.element_types import Array, dtype_of

from .values import Value


def value_text(value: Value, value_type: Attribute) -> str:
    """A tensor as `tensor<2xi8> {` .. `}`, a token as its type, a tuple with one element per line."""
    if isinstance(value, np.ndarray):
        return tensor_text(value, cast(AnyTensorType, value_type))
    if isinstance(value, tuple) and isinstance(value_type, TupleType):
        parts = [value_text(v, t) for v, t in zip(value, value_type.types.data, strict=True)]
        return f"{value_type} (\n" + ",\n".join(parts) + "\n)"
    return str(value_type)


def tensor_text(array: Array, tensor_type: AnyTensorType) -> str:
    """The type, then the elements: `[1, 2]` per row, `true`, `1.000000e+00`, `[real, imag]`, hex where needed."""
    texts = element_texts(array, tensor_type.element_type)
    sized = TensorType(tensor_type.element_type, array.shape)
    if not array.shape:
        return f"{sized} {{{texts[0]}}}"
    return f"{sized} {{\n{_rows(texts, array.shape, '  ')}\n}}"


def _rows(texts: list[str], shape: tuple[int, ...], indent: str) -> str:
    if len(shape) == 1:
        return f"{indent}[{', '.join(texts)}]"
    if not shape[0]:
        return f"{indent}[]"
    step = len(texts) // shape[0]
    rows = [_rows(texts[i * step : (i + 1) * step], shape[1:], indent + "  ") for i in range(shape[0])]
    return f"{indent}[\n" + ",\n".join(rows) + f"\n{indent}]"


def element_texts(array: Array, element_type: Attribute) -> list[str]:
    """The elements in row-major order, each as an MLIR literal; storage integers for a quantized type."""
    if isinstance(element_type, AnyQuantizedType):
        return element_texts(array, element_type.stored_as)
    if isinstance(element_type, IntegerType | IndexType):
        if array.dtype == np.bool_:
            return ["true" if element else "false" for element in array.reshape(-1).tolist()]
        wide = np.uint64 if array.dtype == np.uint64 else np.int64
        return [str(element) for element in array.astype(wide).reshape(-1).tolist()]
    if isinstance(element_type, ComplexType):
        part_type = cast("ComplexType[AnyFloat]", element_type).element_type
        texts = float_texts(np.ascontiguousarray(array).reshape(-1).view(dtype_of(part_type)), part_type)
        return [f"[{real}, {imag}]" for real, imag in zip(texts[::2], texts[1::2], strict=True)]
    return float_texts(array, element_type)


def value_name(value: SSAValue) -> str:
    """The name of a value in its function: its own, or the number that the printer counts for it."""
    if value.name_hint is not None:
        return f"%{value.name_hint}"
    if isinstance(value, BlockArgument):
        return f"%arg{value.index}"
    owner = cast(Operation, value.owner)
    function = owner.parent_op()
    while function is not None and not isinstance(function, FuncOp):
        function = function.parent_op()
    number = 0
    for op in function.walk() if function is not None else ():
        if op is owner:
            break
        number += bool(op.results) and not isinstance(op, ConstantOp) and op.results[0].name_hint is None
    index = list(owner.results).index(cast(OpResult, value)) if len(owner.results) > 1 else None
    return f"%{number}" if index is None else f"%{number}#{index}"
