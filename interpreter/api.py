"""Evaluation of modules and functions, and the registration of our evaluators with xDSL's interpreter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from xdsl_stablehlo.ir.printable import Readable
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.programs.foreign import has_foreign_ops

from ..dialects.stablehlo.symbols import functions_of
from .execution.boundary import Result, Trace, check_arguments, wrap
from .execution.compiler import Compiler
from .execution.executor import OnStep
from .execution.meter import holding
from .interface.engines import Compiled, EngineError, engine_named, whole_program
from .interface.errors import EvaluationError, LimitExceeded
from .interface.limits import Limits, allowing
from .kernels.support.values import Value, as_arrays
from .numerics import quiet

if TYPE_CHECKING:
    from xdsl.interpreter import Interpreter


class Program(Readable):
    """A function, compiled once to be run as often as needed: `Program.of(module)(x, y)`.

    What it is made of is taken to be verified, and not to change afterwards.

    Examples:
        >>> program = Program.of(module)
        >>> [program(x)[0][1].item() for x in ([1, 2], [3, 4])]
        [4.0, 8.0]
    """

    def __init__(
        self,
        func: FuncOp,
        functions: Mapping[str, FuncOp],
        limits: Limits | None = None,
        on_step: OnStep | None = None,
        trace: Trace | None = None,
        engine: str | None = None,
        fast: bool = False,
    ):
        """The program that runs `func`, which may call `functions`.

        `limits` are for all its runs together; `on_step` is called with each op before it is evaluated, `trace` with
        each op and its results, as `eval_module` says. `engine` is the name of what runs it in the place of the
        interpreter, without limits and steps: `xla`. Raises `EngineError` where that is not there, or does not take
        the program. `fast` lets NumPy and BLAS compute functions, sums and products of floats: large f64 arrays take a
        fraction of the time, but the last bits depend on the machine, and are not those of folding.
        """
        self.func = func
        self._fast = fast
        self._limits = limits
        self._compiler = Compiler(functions, limits=limits, on_step=on_step, trace=trace)
        self._types = func.function_type.outputs.data
        self._compiled: Compiled | None = None
        if engine is not None:
            if limits is not None or on_step is not None or trace is not None:
                raise EngineError(f"the engine '{engine}' knows no limits and no steps")
            self._compiled = engine_named(engine).compile(whole_program(func, functions))

    @staticmethod
    def of(
        module: ModuleOp,
        entry: str = "main",
        *,
        limits: Limits | None = None,
        on_step: OnStep | None = None,
        trace: Trace | None = None,
        engine: str | None = None,
        fast: bool = False,
    ) -> Program:
        """The program that runs the function `entry` of `module`, or its only function if there is no `main`.

        The options are those of `Program`. Raises `EvaluationError` where there is no such function.
        """
        functions = functions_of(_in_our_classes(module))
        name = entry
        if entry == "main" and entry not in functions and len(functions) == 1:
            (name,) = functions
        func = functions.get(name)
        if func is None:
            raise EvaluationError(f"module must have entry func with name {entry}")
        return Program(func, functions, limits, on_step, trace, engine, fast)

    def __str__(self) -> str:
        inputs, outputs = [
            ", ".join(map(str, types)) for types in (self.func.function_type.inputs, self._types)
        ]
        return f"@{self.func.sym_name.data}({inputs}) -> ({outputs})"

    def __call__(self, *args: object) -> tuple[Result, ...]:
        """The results of the function for `args`, as `eval_module` gives them."""
        values = check_arguments(self.func, args)
        allowed = None if self._limits is None else self._limits.bytes
        recursion = nullcontext() if self._compiler.is_shallow else deep_recursion()
        with quiet(self._fast), allowing(allowed), recursion:
            results = self._run(values)
        return tuple([wrap(v, t) for v, t in zip(results, self._types, strict=True)])

    def _run(self, values: Sequence[Value]) -> Sequence[Value]:
        if self._compiled is not None:
            return self._compiled(as_arrays(values))
        limits = self._limits
        body = self._compiler.function(self.func.sym_name.data)
        if limits is None:
            return body(*values)
        try:
            with holding(limits, [body]):
                return body(*values)
        except LimitExceeded as error:
            raise error.at(self.func) from None


def eval_module(
    module: ModuleOp,
    args: Sequence[object] = (),
    entry: str = "main",
    *,
    limits: Limits | None = None,
    on_step: OnStep | None = None,
    trace: Trace | None = None,
    engine: str | None = None,
    fast: bool = False,
) -> tuple[Result, ...]:
    """The results of the function `entry` of `module` for `args`: a `Tensor` for each result that is one.

    An argument is a `Tensor` or anything that `np.asarray` takes; one with a dtype of its own must have that of the
    parameter. A module with one function needs no `main`. The module is taken to be verified.
    `on_step` is called with each op before it is evaluated, those in loops and calls each time; a loop over scalars
    that runs as Python code is one op. `trace` is called with each op behind its evaluation and a tuple of its results,
    `Tensor`s that stay as they are: one op after the other, every iteration of every loop, and the body of a reduction
    for as many elements as are joined at once; not with constants, and for a call with what its callee evaluates.
    `engine` and `fast` are those of `Program`.
    Raises `EvaluationError`: one line with the place in the program, for arguments that do not fit, for an op that
    cannot be evaluated, and for a check that fails; `LimitExceeded` where more than `limits` would be spent.

    Examples:
        >>> eval_module(module, [[1, 2]])
        (Tensor([0., 4.] : tensor<2xf32>),)
    """
    program = Program.of(module, entry, limits=limits, on_step=on_step, trace=trace, engine=engine, fast=fast)
    return program(*_as_arguments(args))


def eval_func(
    func_op: FuncOp, args: Sequence[object] = (), *, limits: Limits | None = None
) -> tuple[Result, ...]:
    """The results of a function for `args`, as `eval_module` gives them; it may call the functions beside it.

    Examples:
        >>> (main,) = module.ops
        >>> eval_func(main, [[1, 2]])
        (Tensor([0., 4.] : tensor<2xf32>),)
    """
    parent = func_op.parent_op()
    name = func_op.sym_name.data
    functions = functions_of(_in_our_classes(parent)) if isinstance(parent, ModuleOp) else {name: func_op}
    return Program(functions[name], functions, limits)(*_as_arguments(args))


def _as_arguments(args: Sequence[object]) -> Sequence[object]:
    """`args`, which are several. Raises `EvaluationError` for one array or number in their place."""
    if hasattr(args, "__array__") or not hasattr(args, "__iter__"):
        raise EvaluationError(
            f"give a sequence of arguments, one for each parameter: [x], not x, a {type(args).__name__}"
        )
    return args


def _in_our_classes(module: ModuleOp) -> ModuleOp:
    if not has_foreign_ops(module):
        return module
    from xdsl_stablehlo.programs.adoption import Adoption

    return Adoption(module).module


def register_implementations(interpreter: Interpreter, ctx: Context | None = None) -> None:
    """Make xDSL's interpreter run StableHLO programs: `interpreter.call_op("main", args)` with and for `Tensor`s.

    Ops of other dialects are left to the implementations that the interpreter has for them: xDSL's own
    (`xdsl.interpreters.register_implementations`), registered before or after these. Scalars of other dialects are
    Python's numbers; `tensor.from_elements`, `tensor.extract`, `arith.constant` and casts between types that store the
    same bits lead from one to the other.

    Examples:
        >>> from xdsl.interpreter import Interpreter
        >>> interpreter = Interpreter(module)
        >>> register_implementations(interpreter)
        >>> interpreter.call_op("main", ([1.0, 2.0],))
        (Tensor([0., 4.] : tensor<2xf32>),)
    """
    # Here, because importing `xdsl.interpreter` starts a process (`file`), and the adapter needs every dialect.
    from .execution.adapter import Host, HostFunctions, kernel_functions, register_beside

    host = Host(interpreter)
    # Of what xDSL has too, functions and constants, ours are taken: they know `Tensor`.
    register_beside(interpreter, [HostFunctions(host), kernel_functions(host)])
