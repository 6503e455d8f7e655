"""JAX's own cases (`jax._src.internal_test_util.test_harnesses`): each run here and by XLA, and folded.

`JAX_ENABLE_X64=1 python -m tests.campaigns.conformance . jax jax-folded` runs more of them, with 64-bit types.
Measured with JAX 0.10.2 on CPU:

| 64-bit types | cases | refused by JAX | evaluated | argued | folded | argued |
|---|---|---|---|---|---|---|
| off | 5,594 | 111 | 5,480 | 3 | 5,480 | 3 |
| on | 7,526 | 112 | 7,411 | 3 | 7,402 | 12 |
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

import jax as _jax
import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.oracle import Array
from tests.helpers.programs import context
from xdsl_stablehlo import parse_module, verify_module
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.folding import FoldOptions, fold_module
from xdsl_stablehlo.interpreter import EvaluationError, eval_module

from .outcome import Outcome

jax = cast(Any, _jax)

RESOLUTIONS = {
    "float64": 1e-9,
    "float32": 3e-5,
    "complex64": 3e-5,
    "complex128": 1e-9,
    "float16": 4e-3,
    "bfloat16": 3e-2,
}
"""How far numbers may be apart, relative to the largest of a result; those of other floats by two steps of theirs."""


class RefusedByJax(Exception):
    """JAX does not draw the arguments of a case, lower it, or run it."""


@contextmanager
def asking_jax() -> Generator[None]:
    """What is raised inside is JAX's."""
    try:
        yield
    except Exception as error:
        raise RefusedByJax(f"{type(error).__name__}: {error}") from error


def every_harness() -> Sequence[Any]:
    """Every case that there is, in JAX's order."""
    from jax._src.internal_test_util import test_harnesses

    return cast(Any, test_harnesses).all_harnesses


def harnesses() -> Sequence[Any]:
    """Every case that JAX says it implements on CPU, in its order."""
    return [each for each in every_harness() if each.filter("cpu")]


def arguments_of(harness: Any) -> list[Any]:
    """The arguments of a case, drawn as JAX's tests draw them."""
    with asking_jax():
        return harness.dyn_args_maker(np.random.RandomState(42))


def module_of(function: Callable[..., Any], *args: Any) -> ModuleOp:
    """What JAX lowers a function to."""
    with asking_jax():
        text = jax.jit(function, keep_unused=True).lower(*args).as_text()
    module = parse_module(text, context())
    verify_module(module)
    return module


def by_xla(harness: Any, args: Sequence[Any]) -> list[Any]:
    """What XLA computes for a case; it is compiled without optimizations, in two thirds of the time."""
    options = {"xla_backend_optimization_level": 0}
    with asking_jax():
        return jax.tree.leaves(jax.jit(harness.dyn_fun, compiler_options=options)(*args))


def leaves(args: Sequence[Any]) -> list[Any]:
    """Arguments as arrays; keys of random numbers by their words."""
    flat = jax.tree.leaves(list(args))
    words = [jax.random.key_data(x) if _is_key(x) else x for x in flat]
    return [np.asarray(x, jax.dtypes.canonicalize_dtype(np.asarray(x).dtype)) for x in words]


def _is_key(value: Any) -> bool:
    return hasattr(value, "dtype") and jax.dtypes.issubdtype(value.dtype, jax.dtypes.prng_key)


def difference(actual: Array, expected: Any) -> str | None:
    """Where a result is not what XLA gives: its type, its shape, or an element."""
    theirs = np.asarray(jax.random.key_data(expected) if _is_key(expected) else expected)
    if (actual.dtype, actual.shape) != (theirs.dtype, theirs.shape):
        return f"is {actual.dtype}{list(actual.shape)} and not {theirs.dtype}{list(theirs.shape)}"
    if actual.dtype.kind in "biu" or not actual.size or np.array_equal(actual, theirs):
        return None if np.array_equal(actual, theirs) else "is another integer"
    resolution = RESOLUTIONS.get(actual.dtype.name, 0.3)
    wide = np.complex128 if actual.dtype.kind == "c" else np.float64
    with np.errstate(all="ignore"):
        ours, theirs = actual.astype(wide), theirs.astype(wide)
        finite = np.isfinite(theirs)
        scale = float(np.abs(theirs[finite]).max(initial=0.0)) or 1.0
        same = (ours == theirs) | (np.isnan(ours) & np.isnan(theirs))
        near = finite & (np.abs(ours - theirs) <= resolution * scale)
    return (
        None
        if (same | near).all()
        else f"is off by up to {np.abs(ours - theirs)[~same].max():.3g} of {scale:.3g}"
    )


def evaluated(harness: Any) -> Outcome:
    """A case gives what XLA gives."""
    args = arguments_of(harness)
    wanted = by_xla(harness, args)
    try:
        given = eval_module(module_of(harness.dyn_fun, *args), leaves(args))
    except (ParseError, VerifyException, EvaluationError) as error:
        return Outcome(harness.fullname, False, str(error))
    for i, (ours, theirs) in enumerate(zip(given, wanted, strict=True)):
        wrong = difference(np.asarray(ours.array), theirs)
        if wrong is not None:
            return Outcome(harness.fullname, False, f"result {i} {wrong}")
    return Outcome(harness.fullname, True)


def folded(harness: Any) -> Outcome:
    """A case with its arguments closed over becomes constants that are the interpreter's values."""
    args = arguments_of(harness)
    try:
        module = module_of(lambda: harness.dyn_fun(*args))
        wanted = eval_module(module)
        report = fold_module(module, FoldOptions(fold_op_element_limit=1 << 24, fold_expansions=True))
        same = all(a == b for a, b in zip(eval_module(module), wanted, strict=True))
    except (ParseError, VerifyException, EvaluationError) as error:
        return Outcome(harness.fullname, False, str(error))
    if not same:
        return Outcome(harness.fullname, False, "gives another value")
    main = next(op for op in module.ops if isinstance(op, FuncOp) and op.sym_name.data == "main")
    last = main.body.block.last_op
    loose = [v for v in (last.operands if last else ()) if not isinstance(v.owner, ConstantOp)]
    reasons = "; ".join(f"{kept.op}: {kept.reason}" for kept in report.explained())
    return Outcome(harness.fullname, not loose, reasons)


def _every(check: Callable[[Any], Outcome]) -> Iterator[Outcome]:
    for harness in every_harness():
        if not harness.filter("cpu"):
            yield Outcome(
                harness.fullname, False, "JAX says that it does not implement it on CPU", refused=True
            )
            continue
        try:
            yield check(harness)
        except RefusedByJax as error:
            yield Outcome(harness.fullname, False, str(error), refused=True)
        except Exception as error:
            yield Outcome(harness.fullname, False, f"{type(error).__name__}: {error}")
        jax.clear_caches()


def evaluation(_: Path) -> Iterator[Outcome]:
    """Every case evaluates to XLA's values."""
    return _every(evaluated)


def folding(_: Path) -> Iterator[Outcome]:
    """Every case with its arguments closed over folds to constants."""
    return _every(folded)
