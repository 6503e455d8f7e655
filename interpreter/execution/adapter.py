"""The adapter to xDSL's interpreter, which runs our ops by the kernels of the table."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import cached_property

from xdsl.dialects.arith import ConstantOp as ArithConstantOp
from xdsl.dialects.builtin import FloatAttr, IntegerAttr, TensorType, UnrealizedConversionCastOp
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.dialects.tensor import ExtractOp, FromElementsOp
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

from xdsl_stablehlo.dialects.stablehlo import ConstantOp, ReturnOp as RegionReturnOp
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.ir.identity_cache import IdentityCache
from xdsl_stablehlo.ir.versions import scalar_of_number

from ..interface.errors import FAILURES, EvaluationError, located
from ..kernels.scalars import as_scalar_array, may_be_cast, with_type
from ..kernels.support.table import every_kernel
from ..kernels.support.values import Value, as_array
from ..numerics import quiet
from ..numerics.tensor import Tensor
from .boundary import check_arguments, unwrap, wrap
from .compiler import Compiler, callees
from .executor import PreparedOp


class Host:
    """The prepared ops of one xDSL interpreter; each op is prepared once."""

    def __init__(self, interpreter: Interpreter):
        self.interpreter = interpreter
        self.quiet = False
        """Whether NumPy's warnings are off already, because a function of the module is running."""
        self._prepared = IdentityCache(self._prepare)

    @cached_property
    def compiler(self) -> Compiler:
        """Compiles what the module holds when it is first run."""
        return Compiler(functions_of(self.interpreter.module), self.run_foreign)

    def run_foreign(self, op: Operation, operands: tuple[Value, ...]) -> tuple[Value, ...]:
        """Let xDSL's interpreter run an op of another dialect that stands in one of our regions."""
        wrapped = tuple([self.wrapped(v, o.type) for v, o in zip(operands, op.operands, strict=True)])
        return tuple([unwrap(v) for v in self.interpreter.run_op(op, wrapped)])

    def run(
        self, _: InterpreterFunctions, __: Interpreter, op: Operation, args: PythonValues
    ) -> PythonValues:
        """The results of one of our ops, whose regions read what xDSL's interpreter has in scope."""
        prepared = self._prepared.of(op)
        if prepared.captured:
            args = (*args, *self.interpreter.get_values(prepared.captured))
        values = [arg.borrowed() if arg.__class__ is Tensor else unwrap(arg) for arg in args]
        if self.quiet:
            given = prepared.run(values)
        else:
            with quiet():
                given = prepared.run(values)
        form = prepared.forms[0] if prepared.single else None
        if form is not None and form.shape is not None:
            # It has the form of a static type: 0.5 us less in each op on scalars.
            return (Tensor.trusted(ranked(op.results[0]), as_array(given[0])),)
        return tuple([self.wrapped(value, result.type) for value, result in zip(given, op.results)])

    def wrapped(self, value: Value, value_type: Attribute) -> object:
        """A value as xDSL's interpreter has those of its type."""
        given = wrap(value, value_type)
        if isinstance(given, int | float):
            return scalar_of_number(given, value_type, self.interpreter.index_bitwidth)
        return given

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


def kernel_functions(host: Host) -> InterpreterFunctions:
    """xDSL's implementation functions for every op in the table of kernels, and for scalars of tensors."""
    # xDSL finds implementations in a class's namespace, so the class is made with them.
    functions: dict[str, OpImpl[InterpreterFunctions, Operation]] = {
        op_class.name: impl(op_class)(host.run) for op_class in (*every_kernel(), FromElementsOp, ExtractOp)
    }
    return register_impls(type("KernelFunctions", (InterpreterFunctions,), functions))()


def register_beside(interpreter: Interpreter, ours: Sequence[InterpreterFunctions]) -> None:
    """Register `ours` in place of functions that were registered before, or are later without `override`.

    xDSL refuses an op that has functions already. What comes later is still refused where it meets its own like.
    """
    register = interpreter.register_implementations
    later = Interpreter(interpreter.module, index_bitwidth=interpreter.index_bitwidth)

    def register_all() -> None:
        for functions in ours:
            register(functions, override=True)

    def beside(impls: InterpreterFunctions, /, override: bool = False) -> None:
        later.register_implementations(impls, override)
        register(impls, override=True)
        if not override:
            register_all()

    register_all()
    interpreter.register_implementations = beside


@register_impls
class HostFunctions(InterpreterFunctions):
    """The implementations of the ops around StableHLO's: functions, calls, terminators and constants."""

    def __init__(self, host: Host):
        super().__init__()
        self.host = host

    @impl(ConstantOp)
    def run_constant(self, interpreter: Interpreter, op: ConstantOp, args: PythonValues) -> PythonValues:
        return (interpreter.value_for_attribute(op.value, op.output.type),)

    @impl_attr(TensorType)
    def tensor_of_attribute(self, interpreter: Interpreter, attr: Attribute, value_type: Attribute) -> Tensor:
        return Tensor.of(attr, value_type)

    @impl(ArithConstantOp)
    def run_arith_constant(
        self, interpreter: Interpreter, op: ArithConstantOp, args: PythonValues
    ) -> PythonValues:
        value: Attribute = op.value
        if isinstance(value, IntegerAttr | FloatAttr):
            return (scalar_of_number(value.value.data, op.result.type, interpreter.index_bitwidth),)
        return (interpreter.value_for_attribute(value, op.result.type),)

    @impl(UnrealizedConversionCastOp)
    def run_cast(
        self, interpreter: Interpreter, op: UnrealizedConversionCastOp, args: PythonValues
    ) -> PythonValues:
        def cast_one(value: object, given: Attribute, wanted: Attribute) -> object:
            if not may_be_cast(given, wanted):
                return interpreter.cast_value(given, wanted, value)
            return self.host.wrapped(with_type(as_scalar_array(unwrap(value), given), wanted), wanted)

        return tuple(map(cast_one, args, op.operand_types, op.result_types))

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
        functions = self.host.compiler.functions
        (name,) = callees(op)
        if name not in functions:
            raise EvaluationError(f"calls @{name}, which is not a function of the module", op)
        return interpreter.call_op(functions[name], args)

    @impl_callable(FuncOp)
    def call_func(self, interpreter: Interpreter, op: FuncOp, args: PythonValues) -> PythonValues:
        if op.is_declaration:
            return interpreter.call_external(op.sym_name.data, op, args)
        types = op.function_type.inputs.data
        values = tuple(map(self.host.wrapped, check_arguments(op, args), types))
        with self.host.quietly():
            return interpreter.run_ssacfg_region(op.body, values, op.sym_name.data)
