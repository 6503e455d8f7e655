"""The C++ reference interpreter that jaxlib carries, asked for the value of a program.

    oracle("func.func @main(%a: tensor<2xf32>) -> ...", np.array([1, 2], "f4")) -> (array([..]),)

They run in this process. The C++ interpreter ends the process for some programs (integer division by zero, some FFTs),
and so do some of C++'s verifiers: `isolated=True` asks a child process instead, which later calls ask, too, and raises
`OracleError` where it dies.
"""

from __future__ import annotations

import atexit
import importlib
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, cast

import ml_dtypes
import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]

_FLOATS = {
    "f4E2M1FN": ml_dtypes.float4_e2m1fn,
    "f6E2M3FN": ml_dtypes.float6_e2m3fn,
    "f6E3M2FN": ml_dtypes.float6_e3m2fn,
    "f8E3M4": ml_dtypes.float8_e3m4,
    "f8E4M3": ml_dtypes.float8_e4m3,
    "f8E4M3B11FNUZ": ml_dtypes.float8_e4m3b11fnuz,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E4M3FNUZ": ml_dtypes.float8_e4m3fnuz,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f8E5M2FNUZ": ml_dtypes.float8_e5m2fnuz,
    "f8E8M0FNU": ml_dtypes.float8_e8m0fnu,
    "bf16": ml_dtypes.bfloat16,
    "f16": np.float16,
    "f32": np.float32,
    "f64": np.float64,
    "complex<f32>": np.complex64,
    "complex<f64>": np.complex128,
    "i1": np.bool_,
    "i2": ml_dtypes.int2,
    "i4": ml_dtypes.int4,
    "ui2": ml_dtypes.uint2,
    "ui4": ml_dtypes.uint4,
}
_DIRECT = re.compile(r"i1|u?i(8|16|32|64)|f16|f32|f64")
_RENAMED = "oracle_subject"


class OracleError(Exception):
    """The C++ side refused the program, or did not survive it."""


def oracle(program: str, *args: Any, isolated: bool = False) -> tuple[Array, ...]:
    """What `main` of `program` returns for `args`, evaluated by C++. Raises `OracleError`."""
    if isolated:
        return cast("tuple[Array, ...]", _in_child(_evaluate.__name__, program, args))
    return _evaluate(program, args)


def verifies(program: str) -> str | None:
    """None where the C++ parser and verifier accept `program`, their diagnostics otherwise."""
    ir = _mlir("ir")

    with _context():
        try:
            ir.Module.parse(program)
        except ir.MLIRError as error:
            return str(error)
    return None


def reprinted(
    program: str | bytes,
    generic: bool = False,
    debuginfo: bool = False,
    local_scope: bool = False,
    isolated: bool = False,
) -> str:
    """`program`, text or bytecode, as C++ MLIR prints it. Raises `OracleError` where it does not parse or verify."""
    if isolated:
        return cast(str, _in_child(reprinted.__name__, program, generic, debuginfo, local_scope))
    ir = _mlir("ir")

    with _context():
        try:
            module = ir.Module.parse(program)
        except ir.MLIRError as error:
            raise OracleError(str(error)) from None
        text = module.operation.get_asm(
            print_generic_op_form=generic,
            large_elements_limit=None,
            enable_debug_info=debuginfo,
            use_local_scope=local_scope,
        )
        return cast(str, text)


def dtype_named(element_type: str) -> np.dtype[Any]:
    """The dtype for the MLIR spelling of an element type."""
    known = _FLOATS.get(element_type)
    if known is not None:
        return np.dtype(known)
    return np.dtype(
        element_type.replace("ui", "uint") if element_type[0] == "u" else f"int{element_type[1:]}"
    )


def dense(array: Array, tensor_type: str) -> str:
    """The text `dense<..> : tensor_type` with exactly the bits of `array`."""
    array = np.ascontiguousarray(array)
    if array.size == 0:
        return f"dense<> : {tensor_type}"
    if array.dtype == np.bool_ and array.size == 1:
        return f"dense<{str(bool(array.reshape(()))).lower()}> : {tensor_type}"
    return f'dense<"0x{array.tobytes().hex().upper()}"> : {tensor_type}'


def _mlir(name: str) -> Any:
    """A module of jaxlib, which is not typed and is imported only where a test asks."""
    return importlib.import_module(f"jaxlib.mlir.{name}")


@cache
def _context() -> Any:
    return cast(Any, importlib.import_module("jax._src.interpreters.mlir")).make_ir_context()


def _evaluate(program: str, args: Sequence[Any]) -> tuple[Array, ...]:
    ir, stablehlo = _mlir("ir"), _mlir("dialects.stablehlo")

    with _context():
        try:
            module = ir.Module.parse(program)
            inputs, outputs = _signature(module)
            wrapped = _wrapped(module, inputs, outputs, args)
            raw = stablehlo.eval_module(ir.Module.parse(wrapped), [])
        except (ir.MLIRError, ValueError) as error:
            raise OracleError(str(error)) from None
        arrays = iter([np.array(attribute) for attribute in raw])
        return tuple([_unwrapped(output, arrays) for output in outputs])


def _signature(module: Any) -> tuple[list[str], list[str]]:
    """The argument and result types of `main`, which gets another name on the way."""
    ir = _mlir("ir")

    for op in module.body.operations:
        if op.operation.name == "func.func" and ir.StringAttr(op.attributes["sym_name"]).value == "main":
            op.attributes["sym_name"] = ir.StringAttr.get(_RENAMED)
            function_type = ir.FunctionType(ir.TypeAttr(op.attributes["function_type"]).value)
            return [str(t) for t in function_type.inputs], [str(t) for t in function_type.results]
    raise OracleError("the program has no function main")


def _element_type(tensor_type: str) -> str:
    return re.sub(r"^tensor<(\d+x)*|(, [^<>]*)?>$", "", tensor_type)


def _with_element(tensor_type: str, element_type: str) -> str:
    dimensions = re.match(r"^tensor<((?:\d+x)*)", tensor_type)
    assert dimensions is not None
    return f"tensor<{dimensions[1]}{element_type}>"


def _wrapped(module: Any, inputs: list[str], outputs: list[str], args: Sequence[Any]) -> str:
    """The module with a `main` that takes nothing and returns only types whose arrays jaxlib hands out."""
    if len(args) != len(inputs):
        raise OracleError(f"main takes {len(inputs)} arguments, {len(args)} given")
    lines: list[str] = []
    for i, (arg, tensor_type) in enumerate(zip(args, inputs)):
        array = np.asarray(arg).astype(dtype_named(_element_type(tensor_type)), copy=False)
        lines.append(f"%arg{i} = stablehlo.constant {dense(array, tensor_type)}")
    returned: list[tuple[str, str]] = []
    for i, output in enumerate(outputs):
        element = _element_type(output)
        value = f"%call#{i}" if len(outputs) > 1 else "%call"
        if element.startswith("complex"):
            part = _with_element(output, element[8:-1])
            for name in ("real", "imag"):
                lines.append(f"%{name}{i} = stablehlo.{name} {value} : ({output}) -> {part}")
                returned.append((f"%{name}{i}", part))
        elif _DIRECT.fullmatch(element):
            returned.append((value, output))
        else:
            wide = _with_element(output, {"i": "i8", "u": "ui8"}.get(element[0], "f32"))
            lines.append(f"%wide{i} = stablehlo.convert {value} : ({output}) -> {wide}")
            returned.append((f"%wide{i}", wide))
    operands = ", ".join(f"%arg{i}" for i in range(len(inputs)))
    bound = f"%call:{len(outputs)} = " if len(outputs) > 1 else "%call = " if outputs else ""
    call = f"{bound}func.call @{_RENAMED}({operands}) : ({', '.join(inputs)}) -> ({', '.join(outputs)})"
    lines.insert(len(inputs), call)
    values, types = ", ".join(v for v, _ in returned), ", ".join(t for _, t in returned)
    lines.append(f"return {values} : {types}" if returned else "return")
    text = cast(str, module.operation.get_asm(large_elements_limit=None)).rstrip()
    body = "\n  ".join(lines)
    return f"{text[:-1]}\nfunc.func @main() -> ({types}) {{\n  {body}\n}}\n}}"


def _unwrapped(output: str, arrays: Any) -> Array:
    dtype = dtype_named(_element_type(output))
    if dtype.kind == "c":
        real, imaginary = next(arrays), next(arrays)
        result = np.empty(real.shape, dtype)
        result.real, result.imag = real, imaginary
        return result
    return next(arrays).astype(dtype, copy=False)


class _Child:
    """A process that answers one request after the other, while it survives them."""

    def __init__(self) -> None:
        self._open = ExitStack()
        self._said = Path(self._open.enter_context(TemporaryDirectory()), "stderr")
        command, pipe = [sys.executable, __file__], subprocess.PIPE
        with open(self._said, "wb") as said:
            process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=said)
        self._process = self._open.enter_context(process)
        atexit.register(self._open.close)

    def ask(self, function: str, args: Sequence[Any]) -> Any:
        """Its answer. Raises `OracleError` where it ends instead, and then it has to be replaced."""
        stdin, stdout = cast(IO[bytes], self._process.stdin), cast(IO[bytes], self._process.stdout)
        try:
            stdin.write(pickle.dumps((function, args)))
            stdin.flush()
            return pickle.load(stdout)
        except (EOFError, BrokenPipeError):
            ended = self._process.wait()
            said = self._said.read_text()[-500:]
            with suppress(BrokenPipeError):
                self._open.close()
            raise OracleError(f"C++ ended with {ended}: {said}") from None


@cache
def _child(_parent: int) -> _Child:
    """The child of this process."""
    return _Child()


def _in_child(function: str, *args: Any) -> Any:
    """What a function of this module gives in the child."""
    try:
        answer, refused = _child(os.getpid()).ask(function, args)
    except OracleError:
        _child.cache_clear()
        raise
    if refused is not None:
        raise OracleError(refused)
    return answer


def _answer_all() -> None:
    """Answer requests until there are no more."""
    while True:
        try:
            function, args = cast("tuple[str, tuple[Any, ...]]", pickle.load(sys.stdin.buffer))
        except EOFError:
            return
        try:
            response: Any = globals()[function](*args), None
        except OracleError as failure:
            response = None, str(failure)
        pickle.dump(response, sys.stdout.buffer)
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    _answer_all()
