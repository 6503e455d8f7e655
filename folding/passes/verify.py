"""Checks a folded module against the module before: both are evaluated on the same random arguments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from xdsl.dialects.builtin import AnyTensorType, ModuleOp, TensorType
from xdsl.dialects.func import FuncOp

from xdsl_stablehlo.dialects.stablehlo.shapes import is_dynamic
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.interpreter import EvaluationError, eval_module
from xdsl_stablehlo.interpreter.numerics.tensor import Tensor
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.programs.symbols import is_private
from xdsl_stablehlo.values.element_types import Array, IntegerFormat, format_of, holds_complex, holds_integers

from ..tuning import SIZE_TRIED


class Difference(NamedTuple):
    """A function that gives something else after folding."""

    function: str
    sample: int
    message: str

    is_proved, is_refuted = False, True

    def __str__(self) -> str:
        return f"@{self.function}, sample {self.sample}: {self.message}"


@default_environment()
def verify_fold(before: ModuleOp, after: ModuleOp, samples: int = 2, seed: int = 0) -> list[Difference]:
    """The differences between what functions give in `before` and in `after`; an empty list if all agree.

    Every function that both modules offer and whose arguments are tensors is evaluated `samples` times. Values must be
    the same to the bit, but for the bits of NaNs; a function that fails must fail with the same message.

    Examples:
        >>> from xdsl_stablehlo.folding import fold_module
        >>> before = module.clone()
        >>> report = fold_module(module)
        >>> verify_fold(before, module)
        []
    """
    generator = np.random.default_rng(seed)
    theirs = functions_of(after)
    found: list[Difference] = []
    for name, func in functions_of(before).items():
        if is_private(func) or func.is_declaration or name not in theirs:
            continue
        types = func.function_type.inputs.data
        tensors = [t for t in types if is_tensor_type(t)]
        if len(tensors) < len(types):
            continue
        for sample in range(samples if types else 1):
            arguments = [random_tensor(t, generator) for t in tensors]
            message = _compare(_run(before, func, arguments), _run(after, theirs[name], arguments))
            if message is not None:
                found.append(Difference(name, sample, message))
    return found


@default_environment()
def random_tensor(tensor_type: AnyTensorType, generator: np.random.Generator) -> Tensor:
    """A tensor of small random values of this type, among them zeros of both signs and, for floats, inf and NaN."""
    shape = tuple(SIZE_TRIED if is_dynamic(size) else size for size in tensor_type.get_shape())
    held = format_of(tensor_type.element_type)
    values = np.asarray(generator.integers(-4, 5, shape), np.float64)
    if held.width == 1:
        array = values > 0
    elif isinstance(held, IntegerFormat):
        array = (values if held.signed else np.abs(values)).astype(np.int8)
        array = np.clip(array, -2, 1) if held.width == 2 else array
        array = array.astype(held.dtype)
    else:
        values = values / 2 + np.where(generator.random(shape) < 0.1, -0.0, generator.normal(size=shape))
        special = generator.random(shape)
        values = np.where(special < 0.03, np.inf, np.where(special > 0.97, np.nan, values))
        with np.errstate(all="ignore"):
            array = np.asarray(values).astype(held.dtype)
    return Tensor(TensorType(tensor_type.element_type, shape), np.asarray(array))


def _run(module: ModuleOp, func: FuncOp, arguments: Sequence[Tensor]) -> Sequence[object] | str:
    try:
        return eval_module(module, arguments, entry=func.sym_name.data)
    except EvaluationError as error:
        return error.message


def _compare(before: Sequence[object] | str, after: Sequence[object] | str) -> str | None:
    if isinstance(before, str) or isinstance(after, str):
        return None if before == after else f"{_outcome(before)}, and after folding {_outcome(after)}"
    for i, (mine, theirs) in enumerate(zip(before, after, strict=True)):
        if isinstance(mine, Tensor) and isinstance(theirs, Tensor):
            old, new = mine.array, theirs.array
            if not same_numbers(old, new):
                return f"result {i} is {_short(old)}, and after folding {_short(new)}"
    return None


def same_numbers(a: Array, b: Array) -> bool:
    """Whether two arrays are the same to the bit, any NaN counting as any other."""
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.tobytes() == b.tobytes():
        return True
    if holds_integers(a.dtype):
        return False
    if holds_complex(a.dtype):
        part = np.dtype(f"f{a.dtype.itemsize // 2}")
        pairs = (np.ascontiguousarray(x).reshape(-1).view(part) for x in (a, b))
        return same_numbers(*pairs)
    nan = np.isnan(a)
    return bool((nan == np.isnan(b)).all()) and a[~nan].tobytes() == b[~nan].tobytes()


def _outcome(result: Sequence[object] | str) -> str:
    return f"fails: {result}" if isinstance(result, str) else "gives results"


def _short(array: Array) -> str:
    return np.array2string(array, threshold=8).replace("\n", " ")
