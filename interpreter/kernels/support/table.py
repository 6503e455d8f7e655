"""The table of kernels: how each op class is evaluated, and what else is known of its evaluation.

A *kernel* computes arrays from arrays; the op's properties are bound to it before. It returns one value for an op class
that defines exactly one result, a tuple otherwise. One call states everything about an op:

    register(PadOp, eval_pad, cost=Cost(6_000, 1, varying=_pad_varying), storage=True)

The keywords of `eval_pad` are properties of the op. `register_made` takes a function from an op to its kernel instead.
The executor, xDSL's implementation functions, the folder's budget and `docs/ops.md` all read this table.

Each region of an op arrives at the kernel as a keyword of its name, a `RegionBody` (a tuple of them for a variadic
region), if `regions` names it. Functions of the module whose names `callees` returns arrive as the keyword `callees`, a
tuple of callables.

A family is imported, and registers its ops, when one of them is looked up for the first time. `support` holds what
several families share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache, partial
from importlib import import_module
from math import prod
from pathlib import Path
from pkgutil import walk_packages
from types import FunctionType
from typing import Any, Generic, Literal, NamedTuple, TypeAlias, cast

from typing_extensions import TypedDict, TypeVar, Unpack
from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
)
from xdsl.ir import Operation
from xdsl.irdl import IRDLOperation, ResultDef
from xdsl.traits import Commutative

from xdsl_stablehlo.dialects.base.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.making import declared_field
from xdsl_stablehlo.ir.versions import EnumAttribute
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.values.storage import Varying, any_varying

from .values import Blockwise, Value, call_user

Kernel: TypeAlias = Callable[..., Value]

ArrayKernel: TypeAlias = Callable[..., Array]
"""The kernel of an op on tensors with one result."""

OpT = TypeVar("OpT", bound=Operation, default=Any)
CostedT = TypeVar("CostedT", bound=Operation, default=Any, contravariant=True)


class Exactness(Enum):
    """Who gives the bits of an op's result."""

    EXACT = "exact"
    """Integers, data movement, and what IEEE 754 defines: every implementation gives these bits."""
    ROUNDED = "rounded"
    """A sum in an order that is written down, or a function that is computed by arithmetic alone: every machine gives
    these bits, though other implementations may give others."""
    LIBM = "libm"
    """The result rests on a library of the machine, as LAPACK: the bits may differ from machine to machine."""


@dataclass(frozen=True)
class Cost(Generic[CostedT]):
    """The cost of evaluating an op, known before it is evaluated. Bodies of regions and callees are not counted.

    Times are nanoseconds of one core of 2020, rounded up: an evaluation should take no longer than they say.
    """

    once: int | None = None
    """Nanoseconds whatever the operands are. None, with `each`: what arithmetic on the element type takes."""
    each: int = 0
    """Nanoseconds for each elementary operation."""
    work: Callable[[CostedT], int] | None = None
    """The number of elementary operations of an op with static shapes; None: one for each element of its largest
    operand or result."""
    max_elements: Callable[[CostedT, Sequence[Array]], int] | None = None
    """At most how many elements are stored for a result whose type does not say it, from the op and its operands."""
    is_view: bool | Callable[[Array], bool] = False
    """The result is a view of the operands, or made when it is read: no memory in proportion to its elements. It may
    depend on the first operand."""
    reads_all: bool = True
    """The operands are read as a whole."""
    varying: Callable[[CostedT, Sequence[Varying]], Varying] | None = None
    """Along which dimensions the only result may vary, from the op and along which its operands do, all of static
    shapes; None: along all. The kernel computes one index of every other dimension and repeats it by a stride of 0.
    Ask `Entry.varying`."""


COMPUTED = Cost()
"""One arithmetic operation for each element."""

VIEW = Cost(4_000, is_view=True)
"""NumPy makes the result without touching the elements."""


def view(varying: Callable[[OpT, Sequence[Varying]], Varying]) -> Cost[OpT]:
    """`VIEW` with `Cost.varying`."""
    return Cost(VIEW.once, is_view=True, varying=varying)


def as_operands(op: Operation, operands: Sequence[Varying]) -> Varying:
    """`Cost.varying` of an op whose result has the shape of its operands, scalars aside, and repeats what they do."""
    return any_varying(ranked(op.results[0]).get_num_dims(), operands)


def elements_of_shape(position: int) -> Callable[[Operation, Sequence[Array]], int]:
    """`Cost.max_elements` where the operand at `position` is the shape of the result."""
    return lambda _, operands: prod([int(size) for size in operands[position]])


def product_of_operands(_: Operation, operands: Sequence[Array]) -> int:
    """`Cost.max_elements` of a contraction."""
    return operands[0].size * operands[1].size


Units: TypeAlias = Literal[
    "results",
    "operands",
    "updates",
    "sorting",
    "product",
    "convolution",
    "windows",
    "fft",
    "matrices",
    "none",
]
"""Counts of work: elements of results; of all operands, of the last operand, comparisons, each times the ops of the
region; multiplications of a product or convolution; elements of all windows; the steps of a Fourier transform; the
third power of sides of matrices."""


class XlaCost(NamedTuple):
    """Nanoseconds that an op takes for each unit of its work in XLA, on one core (JAX 0.12), and here."""

    fold: float
    """For XLA's evaluator, which folds constants while it compiles; 0 where XLA leaves the op to every call."""
    call: float
    """For the program that XLA compiles, at every call."""
    units: Units = "results"
    here: float = 1
    """For the kernel. Functions of floats take more (`Entry.function`)."""


XLA_ELEMENTWISE = XlaCost(10, 0.3)
XLA_MOVED = XlaCost(10, 0.3)
XLA_FREE = XlaCost(1, 0, "none")
"""The op takes no time, and its result is folded with what reads it."""
XLA_KEPT = XlaCost(0, 0, "none")
"""The op takes no time, but XLA does not fold with its result."""
XLA_SORTING = XlaCost(1_400, 1, "sorting")
XLA_MATRICES = XlaCost(0, 0.05, "matrices", 0.15)

FIRST, FIRST_TWO, ALL = slice(1), slice(2), slice(None)
"""Operands: values of `Entry.moves`."""


@dataclass(frozen=True)
class Entry:
    """A row of the table: the evaluation of an op class, and the kind of function that it is."""

    make: Callable[..., Kernel]
    """Returns the kernel of an op."""
    cost: Cost = COMPUTED
    xla: XlaCost | None = None
    """The cost of the op in XLA; None for ops that stay in a program of JAX."""
    regions: tuple[str, ...] = ()
    """Names of the region fields, which are also keywords of the kernel."""
    callees: Callable[..., Sequence[str]] | None = None
    """Returns the names of the functions that an op runs."""
    exactness: Exactness | Callable[..., Exactness] = Exactness.EXACT
    function: bool | Callable[..., bool] = False
    """The op is a mathematical function, whose accuracy the specification leaves open: others give other bits."""
    undefined: Callable[..., str | None] | None = None
    """`undefined(op, *operands)` returns why the specification leaves this evaluation undefined or
    implementation-defined, or None. Such an op is evaluated, but not folded."""
    undefined_result: Callable[..., str | None] | None = None
    """`undefined_result(result)` is the same for an op of one result where only the result shows it."""
    effects: bool = False
    """Evaluating the op does more than compute results: it is never folded."""
    elementwise: bool = False
    """The kernel works on arrays of any common shape, so it can run for many elements at once."""
    commutative: bool = False
    """The two operands may be swapped. Stated by the trait `Commutative` of the op class."""
    identity: tuple[str, ...] = ()
    """Names in `numerics.number`: `op(x, e)` is x for the first of these numbers that the element type has. Only
    commutative ops that are associative, up to the rounding of floats, have one: they are the known reducers."""
    absorbing: str | None = None
    """The name of a number: `op(x, a)` is a for all integers x."""
    idempotent: bool = False
    """`op(op(x))` is `op(x)`, or, for two operands, `op(x, x)` is x."""
    monotone: tuple[Literal[-1, 0, 1], ...] = ()
    """For each operand, whether the result grows (1) or falls (-1) with it; 0 where it does neither. Holds of integers
    that do not overflow and of floats without NaN. Empty where it holds for no operand."""
    moves: slice | None = None
    """The elements of each result are elements of these operands. To find which, run the kernel on arrays of positions
    in place of these operands. None for ops that compute."""
    keeps_nans: bool = False
    """NaNs among the results have the bits that they had among the operands, up to the sign. Follows from `storage`."""
    reads_nan_bits: Callable[..., bool] | None = None
    """Whether the results of an op may depend on which NaN an operand is. None: unless the op has no regions and
    computes floats, of which all NaNs are made one."""
    loop: bool = False
    """The regions are the condition and the body of a loop. Kernel and regions take the state as one operand, a list.
    The body empties it, so that each value is freed after its last reader. The condition returns a bool, the body the
    next state as a list."""
    storage: bool = False
    """The op only moves elements: quantized operands are passed as storage integers."""
    in_place: bool = False
    """The kernel takes `owned`: whether nobody else holds its first operand, which it may then overwrite."""
    in_blocks: Callable[..., Blockwise | None] | None = None
    """Returns how an op that is not elementwise is evaluated block by block; None where that is impossible."""
    single: bool = True
    """The kernel returns a value rather than a tuple of values."""
    asserts: bool = False
    """The op's only effect is to fail unless its first operand is true."""
    each: Callable[..., Entry] | None = None
    """Returns the entry of one op, where it does not follow from the class. Call `entry_of`."""

    def is_movement(self, op: Operation) -> bool:
        """Whether `op` moves elements of all its operands: none of them says where the others go."""
        return self.moves is not None and len(op.operands[self.moves]) == len(op.operands)

    def exactness_of(self, op: Operation) -> Exactness:
        """The exactness of the result of `op` by the specification."""
        return self.exactness if isinstance(self.exactness, Exactness) else self.exactness(op)

    def is_function(self, op: Operation) -> bool:
        """Whether the specification leaves the accuracy of `op` open."""
        return self.function if isinstance(self.function, bool) else self.function(op)

    def varying(self, op: Operation, operands: Sequence[Varying]) -> Varying:
        """Along which dimensions the only result of `op`, a tensor of static shape, may vary, given its operands.

        The result is stored with a stride of 0 along the other dimensions.
        """
        result = op.results[0].type
        assert is_tensor_type(result)
        # Scales may differ along a dimension of a quantized tensor.
        types = (value.type for value in (*op.operands, *op.results))
        if self.cost.varying is None or (
            not self.storage and any(isinstance(element_type_of(t), AnyQuantizedType) for t in types)
        ):
            return tuple([size > 1 for size in result.get_shape()])
        along = self.cost.varying(op, operands)
        return tuple([varies and size > 1 for varies, size in zip(along, result.get_shape(), strict=True)])


class EntryFields(TypedDict, Generic[OpT], total=False):
    """The fields of an `Entry` that a registration may state, with functions of ops of its class."""

    cost: Cost[OpT]
    xla: XlaCost | None
    regions: tuple[str, ...]
    callees: Callable[[OpT], Sequence[str]] | None
    exactness: Exactness | Callable[[OpT], Exactness]
    function: bool | Callable[[OpT], bool]
    undefined: Callable[..., str | None] | None
    undefined_result: Callable[..., str | None] | None
    effects: bool
    elementwise: bool
    identity: tuple[str, ...]
    absorbing: str | None
    idempotent: bool
    monotone: tuple[Literal[-1, 0, 1], ...]
    moves: slice | None
    keeps_nans: bool
    reads_nan_bits: Callable[[OpT], bool] | None
    loop: bool
    storage: bool
    in_place: bool
    in_blocks: Callable[[OpT], Blockwise | None] | None
    asserts: bool
    each: Callable[[OpT], Entry] | None


KERNELS: dict[type[Operation], Entry] = {}
"""The entry of each op class whose family has been imported. Call `kernel_of`."""

_DEFINITIONS = "xdsl_stablehlo.dialects."
_PACKAGE = "xdsl_stablehlo.interpreter.kernels"
_FOLDER = Path(__file__).parents[1]
_asked: set[str] = set()
"""The modules of op definitions whose kernels have been looked for."""


def kernel_of(kind: type[Operation]) -> Entry | None:
    """The entry of a class of ops; None for ops without a kernel."""
    entry = KERNELS.get(kind)
    if entry is None and kind.__module__ not in _asked:
        # Kernels are in a file with the name of that of the definitions.
        if kind.__module__.startswith(_DEFINITIONS):
            name = kind.__module__.removeprefix(_DEFINITIONS).removeprefix("stablehlo.")
            if _FOLDER.joinpath(*name.split(".")).with_suffix(".py").exists():
                import_module(f"{_PACKAGE}.{name}")
        _asked.add(kind.__module__)
        entry = KERNELS.get(kind)
    return entry or _of_another_dialect(kind)


@cache
def _of_another_dialect(kind: type[Operation]) -> Entry | None:
    """The entry for ops of a class around StableHLO; xDSL's interpreter has its own functions for these."""
    if kind.name.partition(".")[0] not in ("arith", "builtin", "cf", "tensor"):
        return None
    scalars = import_module(f"{_PACKAGE}.scalars")
    return cast("Entry | None", scalars.entry_named(kind.name))


def entry_of(op: Operation) -> Entry | None:
    """The entry of `op`; None for an op without a kernel."""
    entry = kernel_of(type(op))
    return entry if entry is None or entry.each is None else entry.each(op)


def every_kernel() -> Mapping[type[Operation], Entry]:
    """The table after all families have been imported."""
    for module in walk_packages([str(_FOLDER)], f"{_PACKAGE}."):
        import_module(module.name)
    return KERNELS


def register_made(
    op_class: type[OpT], make: Callable[[OpT], Kernel], **facts: Unpack[EntryFields[OpT]]
) -> None:
    """Evaluate ops of a class by the kernel that `make(op)` returns; the other facts are fields of `Entry`."""
    results = cast("type[IRDLOperation]", op_class).get_irdl_definition().results
    if facts.get("regions") or facts.get("moves") is not None:
        facts.setdefault("storage", True)
    single = len(results) == 1 and type(results[0][1]) is ResultDef
    KERNELS[op_class] = Entry(make, single=single, commutative=op_class.has_trait(Commutative), **facts)


def register(
    op_class: type[OpT],
    kernel: Kernel,
    bind: Callable[[OpT], Mapping[str, object]] | None = None,
    **facts: Unpack[EntryFields[OpT]],
) -> None:
    """Evaluate ops of a class by `kernel`, whose keywords without a default are bound to what the op says.

    Each is what `bind(op)` returns for it, or the property of its name as a value of Python's, except that `shape` and
    `element_type` are those of the first result. Regions and callees arrive when the kernel runs.
    """
    function = cast(FunctionType, kernel)
    code, defaults = function.__code__, function.__kwdefaults__ or {}
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    at_run_time = {*defaults, *facts.get("regions", ()), "callees"}
    bound = [name for name in names if name not in at_run_time]

    def make(op: OpT) -> Kernel:
        if bind is None:
            return partial(kernel, **{name: _said(op, name) for name in bound}) if bound else kernel
        given = bind(op)
        return partial(kernel, **given, **{name: _said(op, name) for name in bound if name not in given})

    register_made(op_class, make, **facts)


def _said(op: Operation, name: str) -> object:
    if name == "shape":
        return ranked(op.results[0]).get_shape()
    if name == "element_type":
        return element_type_of(op.results[0].type)
    return python_value(declared_field(op, name))


def python_value(attribute: object) -> object:
    """An attribute as a value of Python's or NumPy's; one of another kind as it is."""
    match attribute:
        case DenseArrayBase():
            return ints(attribute)
        case IntegerAttr():
            kind = attribute.type
            is_bool = isinstance(kind, IntegerType) and kind.width.data == 1
            return bool(attribute.value.data) if is_bool else attribute.value.data
        case FloatAttr():
            return attribute.value.data
        case StringAttr():
            return attribute.data
        case DenseIntOrFPElementsAttr():
            return array_of(attribute)
        case EnumAttribute():
            return cast("EnumAttribute[Any]", attribute).data.value
        case ArrayAttr():
            return tuple([python_value(each) for each in attribute])
        case DictionaryAttr():
            return python_values(attribute)
        case _:
            return attribute


def python_values(dictionary: DictionaryAttr) -> dict[str, object]:
    """The entries of a dictionary, each as `python_value`."""
    return {name: python_value(value) for name, value in dictionary.data.items()}


def register_kernel(
    op_class: type[OpT],
    make: Callable[[OpT], Callable[..., Value]],
    *,
    exactness: Exactness | Literal["exact", "rounded", "libm"] = Exactness.LIBM,
    effects: bool = False,
    cost: Cost = COMPUTED,
) -> None:
    """Evaluate ops of a class of your own, in the interpreter and in the folder.

    `make(op)` returns the kernel of an op: a function from the operands, as read-only arrays, to the array of the
    result, or to a tuple of one array for each result, of the declared types.
    `exactness` says whether the results are the same bits on every machine: `FoldOptions.exactness` decides whether
    they may become constants. An op with `effects` is never folded. `cost` is what an evaluation takes.
    Raises `ValueError` for an op that has a kernel of this project.
    """
    if op_class.__module__.partition(".")[0] == "xdsl_stablehlo" and kernel_of(op_class) is not None:
        raise ValueError(f"'{op_class.name}' has a kernel; define an op of your own to evaluate it otherwise")

    def kernel(op: OpT) -> Kernel:
        return partial(call_user, make(op))

    entry = Entry(kernel, cost, exactness=Exactness(exactness), effects=effects, storage=True, single=False)
    KERNELS[op_class] = entry
