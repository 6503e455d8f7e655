"""The adapter to xDSL's interpreter, which runs our ops by the kernels of the table."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, cast

from xdsl.dialects.builtin import AnyTensorType, TensorType
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
from xdsl.ir import Attribute, Operation

from ...dialects.stablehlo import ConstantOp, ReturnOp as RegionReturnOp
from ...dialects.stablehlo.symbols import functions_of
from ...identity_cache import IdentityCache
from ..errors import FAILURES, EvaluationError, located
from ..kernels.table import every_kernel
from ..kernels.values import Value, as_array
from ..numerics import quiet
from ..tensor import Tensor
from .boundary import Result, check_arguments, unwrap, wrap
from .compiler import Compiler, callees
from .executor import PreparedOp
from .type_facts import DeclaredForm


class Host:
    """What one xDSL interpreter knows of our ops: each prepared once."""

    def __init__(self, interpreter: Interpreter):
        self.interpreter = interpreter
        self.compiler = Compiler(functions_of(interpreter.module), self.run_foreign)
        self.quiet = False
        """Whether NumPy's warnings are off already, because a function of the module is running."""
        self._prepared = IdentityCache(self._prepare)

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
        prepared = self._prepared.of(op)
        if prepared.captured:
            args = (*args, *self.interpreter.get_values(prepared.captured))
        values = [arg.borrowed() if arg.__class__ is Tensor else unwrap(arg) for arg in args]
        if self.quiet:
            given = prepared.run(*values)
        else:
            with quiet():
                given = prepared.run(*values)
        if prepared.single:
            return (_wrapped(given[0], op.results[0].type, prepared.forms[0]),)
        results = zip(given, op.results, prepared.forms, strict=True)
        return tuple([_wrapped(value, result.type, form) for value, result, form in results])

    def _prepare(self, op: Operation) -> PreparedOp:
        try:
            return self.compiler.prepare(op)
        except FAILURES as error:
            raise (failed := located(error, op)) from failed.__cause__

    @contextmanager
    def quietly(self) -> Generator[None]:
        """Run with NumPy's warnings off."""
        before, self.quiet = self.quiet, True
        try:
            with quiet():
                yield
        finally:
            self.quiet = before


def _wrapped(value: Value, value_type: Attribute, form: DeclaredForm | None) -> Result:
    """A kernel's value, in the form that its type declares, as xDSL's interpreter holds it."""
    if form is not None and form.shape is not None:
        return Tensor.trusted(cast("AnyTensorType", value_type), as_array(value))
    return wrap(value, value_type)


def _implementation(op_class: type[Operation]) -> OpImpl[InterpreterFunctions, Any]:
    @impl(op_class)
    def run(
        _: InterpreterFunctions, interpreter: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        return Host.of(interpreter).run(op, args)

    return run


def kernel_functions() -> InterpreterFunctions:
    """xDSL's implementation functions for every op in the table of kernels."""
    # xDSL finds implementations in a class's namespace, so the class is made with them.
    functions = {op_class.name: _implementation(op_class) for op_class in every_kernel()}
    return register_impls(type("KernelFunctions", (InterpreterFunctions,), functions))()


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
