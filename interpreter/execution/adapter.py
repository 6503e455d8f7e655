"""The adapter to xDSL's interpreter, which runs our ops by the kernels of the table."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.interpreter import (
    Interpreter,
    InterpreterFunctions,
    OpImpl,
    PythonValues,
    ReturnedValues,
    TerminatorValue,
    impl,
    impl_attr,
    impl_callable,
    impl_terminator,
    register_impls,
)
from xdsl.ir import Attribute, Operation, SSAValue

from ...dialects.stablehlo import ConstantOp, ReturnOp as RegionReturnOp
from ...dialects.stablehlo.symbols import functions_of
from ..errors import EvaluationError
from ..kernels.families import every_kernel, kernel_of
from ..kernels.table import Kernel, Value
from ..numerics import quiet
from ..tensor import Tensor
from .boundary import check_arguments, unwrap, wrap
from .compiler import Compiler, callees
from .executor import REFUSED, refusal
from .type_facts import TypeFacts, conform


class Prepared(NamedTuple):
    """What running one op takes."""

    op: Operation
    """Kept alive, because what is prepared is found by its identity."""
    kernel: Kernel
    captured: tuple[SSAValue, ...]
    """Values from outside that the op's regions read."""
    single: bool
    results: tuple[TypeFacts, ...]


class Host:
    """What one xDSL interpreter knows of our ops: each prepared once."""

    def __init__(self, interpreter: Interpreter):
        self.interpreter = interpreter
        self.compiler = Compiler(functions_of(interpreter.module), self.run_foreign)
        self.quiet = False
        """Whether NumPy's warnings are off already, because a function of the module is running."""
        self._prepared: dict[int, Prepared] = {}

    @staticmethod
    def of(interpreter: Interpreter) -> Host:
        """The host of `interpreter`, made when it is first asked for."""
        return interpreter.get_data(HostFunctions, "host", lambda: Host(interpreter))

    def run_foreign(self, op: Operation, operands: tuple[Value, ...]) -> tuple[Value, ...]:
        """Let xDSL's interpreter run an op of another dialect that stands in one of our regions."""
        wrapped = tuple([wrap(v, o.type) for v, o in zip(operands, op.operands, strict=True)])
        return tuple([unwrap(v) for v in self.interpreter.run_op(op, wrapped)])

    def run(self, op: Operation, args: PythonValues) -> PythonValues:
        """The results of one of our ops, whose regions read what xDSL's interpreter has in scope."""
        try:
            prepared = self._prepared.get(id(op)) or self._prepare(op)
            if prepared.captured:
                args = (*args, *self.interpreter.get_values(prepared.captured))
            values = [arg.borrowed() if arg.__class__ is Tensor else unwrap(arg) for arg in args]
            if self.quiet:
                given = prepared.kernel(*values)
            else:
                with quiet():
                    given = prepared.kernel(*values)
            if prepared.single:
                return (_result(given, prepared.results[0]),)
            return tuple([_result(v, facts) for v, facts in zip(given, prepared.results, strict=True)])
        except EvaluationError as error:
            raise error.at(op) from None
        except REFUSED as error:
            raise EvaluationError(refusal(error), op) from error

    def _prepare(self, op: Operation) -> Prepared:
        kernel, captured = self.compiler.kernel(op)
        entry = kernel_of(type(op))
        results = tuple([self.compiler.types.of(result.type) for result in op.results])
        prepared = Prepared(op, kernel, captured, entry is not None and entry.single, results)
        self._prepared[id(op)] = prepared
        return prepared

    @contextmanager
    def quietly(self) -> Generator[None]:
        """Run with NumPy's warnings off."""
        before, self.quiet = self.quiet, True
        try:
            with quiet():
                yield
        finally:
            self.quiet = before


def _result(value: Value, facts: TypeFacts) -> Any:
    """A kernel's value for a result of a type, as xDSL's interpreter holds it."""
    form = facts.form
    if form is None:
        return wrap(value, facts.value_type)
    if value.__class__ is not np.ndarray or value.dtype != form.dtype or value.shape != form.shape:
        value = conform(value, form)
    return Tensor(facts.value_type, value) if form.shape is None else Tensor.trusted(facts.value_type, value)


def _implementation(op_class: type[Operation]) -> OpImpl[InterpreterFunctions, Any]:
    @impl(op_class)
    def run(
        _: InterpreterFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        return Host.of(interpreter).run(op, args)

    return run


@register_impls
class KernelFunctions(InterpreterFunctions):
    """xDSL's implementation functions for every op in the table of kernels."""

    locals().update({op_class.name: _implementation(op_class) for op_class in every_kernel()})


@register_impls
class HostFunctions(InterpreterFunctions):
    """What a program needs around its ops: functions, calls, terminators and constants."""

    @impl(ConstantOp)
    def run_constant(self, interpreter: Interpreter, op: ConstantOp, args: PythonValues) -> PythonValues:
        return (interpreter.value_for_attribute(op.value, op.output.type),)

    @impl_attr(TensorType)
    def tensor_of_attribute(self, interpreter: Interpreter, attr: Attribute, value_type: Attribute) -> Tensor:
        return Tensor.of(attr, value_type)

    @impl_terminator(RegionReturnOp)
    def run_region_return(
        self, interpreter: Interpreter, op: RegionReturnOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl_terminator(ReturnOp)
    def run_return(
        self, interpreter: Interpreter, op: ReturnOp, args: PythonValues
    ) -> tuple[TerminatorValue, PythonValues]:
        return ReturnedValues(args), ()

    @impl(CallOp)
    def run_call(self, interpreter: Interpreter, op: CallOp, args: PythonValues) -> PythonValues:
        # Not by xDSL's symbol lookup, which walks the whole module for each call.
        functions = Host.of(interpreter).compiler.functions
        (name,) = callees(op)
        if name not in functions:
            raise EvaluationError(f"calls @{name}, which is not a function of the module", op)
        return interpreter.call_op(functions[name], args)

    @impl_callable(FuncOp)
    def call_func(self, interpreter: Interpreter, op: FuncOp, args: PythonValues) -> PythonValues:
        if op.is_declaration:
            return interpreter.call_external(op.sym_name.data, op, args)
        types = op.function_type.inputs.data
        values = tuple([wrap(v, t) for v, t in zip(check_arguments(op, args), types, strict=True)])
        with Host.of(interpreter).quietly():
            return interpreter.run_ssacfg_region(op.body, values, op.sym_name.data)
