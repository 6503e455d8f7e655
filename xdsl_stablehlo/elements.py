"""The bytes of dense elements: the one border between attributes and arrays.

Parser, printer, bytecode and interpreter all come through here, so each element type has one buffer form
(that of MLIR's `DenseElementsAttr`: row-major, little-endian, a whole number of bytes per element) and one NumPy dtype.
A large splat is one element in a `SplatElementsAttr`, because xDSL's attribute would store it expanded.
"""

from __future__ import annotations

from typing import Any, TypeAlias, cast

import ml_dtypes
import numpy as np
from xdsl.dialects.builtin import (
    BuiltinAttribute,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerType,
    Signedness,
    TensorType,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.printer import Printer

from .dialects.quant import AnyQuantizedType

Array: TypeAlias = "np.ndarray[Any, np.dtype[Any]]"
"""A NumPy array of any element type of the specification."""

SPLAT_BYTES = 1 << 16
"""A splat whose expanded form is larger than this many bytes is kept as one element."""

FLOAT_DTYPES: dict[str, np.dtype[Any]] = {
    "f4E2M1FN": np.dtype(ml_dtypes.float4_e2m1fn),
    "f6E2M3FN": np.dtype(ml_dtypes.float6_e2m3fn),
    "f6E3M2FN": np.dtype(ml_dtypes.float6_e3m2fn),
    "f8E3M4": np.dtype(ml_dtypes.float8_e3m4),
    "f8E4M3": np.dtype(ml_dtypes.float8_e4m3),
    "f8E4M3B11FNUZ": np.dtype(ml_dtypes.float8_e4m3b11fnuz),
    "f8E4M3FN": np.dtype(ml_dtypes.float8_e4m3fn),
    "f8E4M3FNUZ": np.dtype(ml_dtypes.float8_e4m3fnuz),
    "f8E5M2": np.dtype(ml_dtypes.float8_e5m2),
    "f8E5M2FNUZ": np.dtype(ml_dtypes.float8_e5m2fnuz),
    "f8E8M0FNU": np.dtype(ml_dtypes.float8_e8m0fnu),
    "bf16": np.dtype(ml_dtypes.bfloat16),
    "f16": np.dtype(np.float16),
    "tf32": np.dtype(np.float32),
    "f32": np.dtype(np.float32),
    "f64": np.dtype(np.float64),
}
"""The NumPy dtype of each float type. tf32 has none of its own: its values are held as float32."""

INTEGER_DTYPES: dict[tuple[int, bool], np.dtype[Any]] = {
    (1, True): np.dtype(np.bool_),
    (2, True): np.dtype(ml_dtypes.int2),
    (4, True): np.dtype(ml_dtypes.int4),
    (2, False): np.dtype(ml_dtypes.uint2),
    (4, False): np.dtype(ml_dtypes.uint4),
    **{(8 * n, True): np.dtype(f"i{n}") for n in (1, 2, 4, 8)},
    **{(8 * n, False): np.dtype(f"u{n}") for n in (1, 2, 4, 8)},
}
"""The NumPy dtype of each integer type, by width and signedness. i1 is NumPy's bool."""


def dtype_of(element_type: Attribute) -> np.dtype[Any]:
    """The NumPy dtype that holds elements of `element_type`; the storage integer's for a quantized type.

    Raises `ValueError` for a type that no tensor of the specification has.
    """
    if isinstance(element_type, IntegerType):
        signed = element_type.signedness.data is not Signedness.UNSIGNED
        dtype = INTEGER_DTYPES.get((element_type.width.data, signed))
    elif isinstance(element_type, IndexType):
        dtype = np.dtype(np.int64)
    elif isinstance(element_type, ComplexType):
        part = FLOAT_DTYPES.get(element_type.element_type.name)
        dtype = np.result_type(part, np.complex64) if part in (np.float32, np.float64) else None
    elif isinstance(element_type, AnyQuantizedType):
        dtype = dtype_of(element_type.storage_type)
    else:
        dtype = FLOAT_DTYPES.get(element_type.name)
    if dtype is None:
        raise ValueError(f"'{element_type}' is not an element type of StableHLO")
    return dtype
