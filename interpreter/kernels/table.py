"""One table of kernels: how each op class is evaluated, and what else there is to know of its evaluation.

A *kernel* computes: arrays in, arrays out, with everything that the op's properties say already bound to it.
It gives one value for an op class that defines exactly one result, a tuple otherwise. One call states all about an op:

    register(PadOp, lambda op: partial(eval_pad, edge_padding_low=ints(op.edge_padding_low), ...), cost=Cost(6_000, 2))

From this table come our executor, xDSL's implementation functions, the folder's budget and `docs/ops.md`.

Ops with regions name them; each region arrives at the kernel as a keyword of that name, a `RegionBody` (a tuple of them
for a variadic region):

    register(WhileOp, lambda op: eval_while, regions=("cond", "body"))

Ops that run functions of the module by name list those names in `callees`; the functions arrive as a keyword of that
name, a tuple of callables.

Each family registers its ops when it is imported, which is when the first of them is asked for. The files here that
are no families hold what several share: this table, and in `support` values and regions (`values`), arithmetic on whole
arrays (`reducer_bodies`), `positions` of slices, values as text and in files (`output`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib import import_module
from math import prod
from pathlib import Path
from pkgutil import walk_packages
from types import FunctionType
from typing import Any, Literal, TypeAlias, cast

from typing_extensions import TypedDict, TypeVar
from xdsl.dialects.builtin import (
    AnyTensorType,
    ArrayAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
)
from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import Attribute, Operation, Region
from xdsl.irdl import IRDLOperation, ResultDef

from xdsl_stablehlo.dialects.quant import AnyQuantizedType
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.values.element_types import Array
from xdsl_stablehlo.values.elements import array_of
from xdsl_stablehlo.values.storage import Varying, any_varying

from .support.values import BlockMap, BlockReduction, BlockRow, Value, call_user

Kernel: TypeAlias = Callable[..., Value]

ArrayKernel: TypeAlias = Callable[..., Array]
"""The kernel of an op on tensors with one result."""

OpT = TypeVar("OpT", bound=Operation)


class Exactness(Enum):
    """How far an op's result is fixed by the specification."""

    EXACT = "exact"
    """Integers, data movement, and what IEEE 754 defines: every implementation gives these bits."""
    ROUNDED = "rounded"
    """The order of a sum is free."""
    LIBM = "libm"
    """A transcendental: its accuracy is implementation-defined."""


@dataclass(frozen=True)
class Cost:
    """What evaluating an op takes, known before it is evaluated. Bodies of regions and callees are not counted.

    Times are nanoseconds of one core of 2020, rounded up: an evaluation should take no longer than they say.
    """

    once: int | None = None
    """Nanoseconds whatever the operands are. None, with `each`: what arithmetic on the element type takes."""
    each: int = 0
    """Nanoseconds for each elementary operation."""
    work: Callable[[Any], int] | None = None
    """How many elementary operations an op with static shapes takes; None: one for each element of its largest operand
    or result."""
    max_elements: Callable[[Any, Sequence[Array]], int] | None = None
    """At most how many elements are stored for a result whose type does not say it, from the op and its operands."""
    is_view: bool | Callable[[Array], bool] = False
    """The result is a view of the operands, or made when it is read: no memory in proportion to its elements. It may
    depend on the first operand."""
    reads_all: bool = True
    """The operands are read as a whole."""
    varying: Callable[[Any, Sequence[Varying]], Varying] | None = None
    """Along which dimensions the only result may vary, from the op and along which its operands do, all of static
    shapes; None: along all. The kernel computes one index of every other dimension and repeats it by a stride of 0.
    Ask `Entry.varying`."""


COMPUTED = Cost()
"""One arithmetic operation for each element."""

VIEW = Cost(4_000, is_view=True)
"""NumPy makes the result without touching the elements."""


def as_operands(op: Operation, operands: Sequence[Varying]) -> Varying:
    """`Cost.varying` of an op whose result has the shape of its operands, scalars aside, and repeats what they do."""
    return any_varying(len(cast("AnyTensorType", op.results[0].type).get_shape()), operands)


def elements_of_shape(position: int) -> Callable[[Any, Sequence[Array]], int]:
    """`Cost.max_elements` where the operand at `position` is the shape of the result."""
    return lambda _, operands: prod([int(size) for size in operands[position]])


def product_of_operands(_: Operation, operands: Sequence[Array]) -> int:
    """`Cost.max_elements` of a contraction."""
    return operands[0].size * operands[1].size


class Facts(TypedDict, total=False):
    """What may be stated of any op."""

    cost: Cost
    exactness: Exactness | Callable[[Any], Exactness]
    undefined: Callable[..., str | None] | None


@dataclass(frozen=True)
class Entry:
    """What is known of the evaluation of one op class."""

    make: Callable[[Any], Kernel]
    """From an op to its kernel."""
    cost: Cost = COMPUTED
    regions: tuple[str, ...] = ()
    """Names of the region fields, which are the kernel's keywords too."""
    callees: Callable[[Any], Sequence[str]] | None = None
    """From an op to the names of the functions that it runs."""
    exactness: Exactness | Callable[[Any], Exactness] = Exactness.EXACT
    undefined: Callable[..., str | None] | None = None
    """`undefined(op, *operands)` says why the specification leaves this evaluation undefined or
    implementation-defined, or gives None. Such an op evaluates, but is not folded."""
    undefined_result: Callable[..., str | None] | None = None
    """`undefined_result(result)` says the same where only the result shows it, for an op of one result."""
    effects: bool = False
    """Running it does something besides giving results: it is never folded."""
    elementwise: bool = False
    """The kernel works alike on arrays of any common shape, so it can run for many elements at once."""
    loop: bool = False
    """The regions are the condition and the body of a loop. The kernel takes the state as one operand, a list, and so
    do the regions: the body empties it, so that nobody else holds a value behind its last reader. The condition gives a
    bool, the body the next state as a list."""
    storage: bool = False
    """Quantized operands are taken as the storage integers that they are, because the op only moves them."""
    in_place: bool = False
    """The kernel takes `owned`: whether its first operand belongs to nobody else, so that it may be the result."""
    in_blocks: Callable[[Any], BlockMap | BlockRow | BlockReduction | None] | None = None
    """From an op that is not elementwise how it is evaluated block by block; None where that is impossible."""
    single: bool = True
    """The kernel gives a value rather than a tuple of values."""
    asserts: bool = False
    """Its only effect is to fail unless its first operand is true."""
    each: Callable[[Any], Entry] | None = None
    """From an op to what is known of it, where its class alone does not say it. Ask `entry_of`."""

    def exactness_of(self, op: Operation) -> Exactness:
        """How far the result of `op` is fixed."""
        return self.exactness if isinstance(self.exactness, Exactness) else self.exactness(op)

    def varying(self, op: Operation, operands: Sequence[Varying]) -> Varying:
        """Along which dimensions the only result of `op`, a tensor of static shape, may vary, as its operands do.

        Known before the op is evaluated; the result is stored with a stride of 0 along the others.
        """
        result = op.results[0].type
        assert is_tensor_type(result)
        if self.cost.varying is None or not (self.storage or _is_expressed(op)):
            return tuple([size > 1 for size in result.get_shape()])
        along = self.cost.varying(op, operands)
        return tuple([varies and size > 1 for varies, size in zip(along, result.get_shape(), strict=True)])


def _is_expressed(op: Operation) -> bool:
    """Whether no operand or result is quantized: scales may differ along a dimension."""
    types = (value.type for value in (*op.operands, *op.results))
    return not any(isinstance(element_type_of(t), AnyQuantizedType) for t in types)


KERNELS: dict[type[Operation], Entry] = {}
"""The entry of each op class whose family has been imported. Ask `kernel_of`."""

_DEFINITIONS = "xdsl_stablehlo.dialects."
_asked: set[str] = set()
"""The files of op definitions whose kernels have been looked for."""


def kernel_of(kind: type[Operation]) -> Entry | None:
    """How ops of a class are evaluated; None where nothing here knows."""
    entry = KERNELS.get(kind)
    if entry is None and kind.__module__ not in _asked:
        _import_kernels(kind.__module__)
        entry = KERNELS.get(kind)
    return entry


def entry_of(op: Operation) -> Entry | None:
    """How `op` is evaluated; None where nothing here knows."""
    entry = kernel_of(type(op))
    return entry if entry is None or entry.each is None else entry.each(op)


def _import_kernels(definitions: str) -> None:
    """Import the kernels of the ops that the module `definitions` defines: they are in a file of the same name."""
    if definitions.startswith(_DEFINITIONS):
        name = definitions.removeprefix(_DEFINITIONS).removeprefix("stablehlo.")
        if Path(__file__).parent.joinpath(*name.split(".")).with_suffix(".py").exists():
            import_module(f"{__package__}.{name}")
    _asked.add(definitions)


def every_kernel() -> Mapping[type[Operation], Entry]:
    """The table with all families in it."""
    for module in walk_packages([str(Path(__file__).parent)], f"{__package__}."):
        import_module(module.name)
    return KERNELS


def register(
    op_class: type[OpT],
    make: Callable[[OpT], Kernel],
    *,
    cost: Cost = COMPUTED,
    regions: Sequence[str] = (),
    callees: Callable[[OpT], Sequence[str]] | None = None,
    exactness: Exactness | Callable[[OpT], Exactness] = Exactness.EXACT,
    undefined: Callable[..., str | None] | None = None,
    undefined_result: Callable[..., str | None] | None = None,
    effects: bool = False,
    elementwise: bool = False,
    loop: bool = False,
    storage: bool = False,
    in_place: bool = False,
    in_blocks: Callable[[OpT], BlockMap | BlockRow | BlockReduction | None] | None = None,
    each: Callable[[OpT], Entry] | None = None,
) -> None:
    """State how ops of a class are evaluated; see `Entry`."""
    KERNELS[op_class] = Entry(
        make,
        cost,
        tuple(regions),
        callees,
        exactness,
        undefined,
        undefined_result,
        effects,
        elementwise,
        loop,
        storage or bool(regions),
        in_place,
        in_blocks,
        _has_one_result(op_class),
        each=each,
    )


def of_properties(kernel: Callable[..., Value]) -> Callable[[Operation], Kernel]:
    """How `register` makes the kernel of an op: `kernel` with what the op says bound to its keywords.

    A keyword without a default is a property of its name, as a value of Python's; `shape` and `element_type` are those
    of the first result; a region arrives when the kernel runs.
    """
    function = cast(FunctionType, kernel)
    code, defaults = function.__code__, function.__kwdefaults__ or {}
    names = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    bound = [name for name in names if name not in defaults]

    def make(op: Operation) -> Kernel:
        said = {name: _said(op, name) for name in bound}
        return partial(
            kernel, **{name: value for name, value in said.items() if not isinstance(value, Region)}
        )

    return make


def _said(op: Operation, name: str) -> Any:
    if name == "shape":
        return cast("AnyTensorType", op.results[0].type).get_shape()
    if name == "element_type":
        return element_type_of(op.results[0].type)
    value: Any = getattr(op, name)
    return value if isinstance(value, Region) else python_value(value)


def python_value(attribute: Attribute) -> Any:
    """An attribute as a value of Python's or NumPy's; one of another kind as it is."""
    match attribute:
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
        case DenseArrayBase():
            return tuple(cast("DenseArrayBase[Any]", attribute).get_values())
        case EnumAttribute():
            return cast("EnumAttribute[Any]", attribute).data.value
        case ArrayAttr():
            return tuple([python_value(each) for each in attribute])
        case DictionaryAttr():
            return {name: python_value(value) for name, value in attribute.data.items()}
        case _:
            return attribute


def _has_one_result(op_class: type[Operation]) -> bool:
    results = cast("type[IRDLOperation]", op_class).get_irdl_definition().results
    return len(results) == 1 and type(results[0][1]) is ResultDef


# Ops of the user's own dialects: evaluated and folded by kernels of theirs.


OwnOp = TypeVar("OwnOp", bound=Operation)


def register_kernel(
    op_class: type[OwnOp],
    make: Callable[[OwnOp], Callable[..., Any]],
    *,
    exactness: Exactness | Literal["exact", "rounded", "libm"] = Exactness.LIBM,
    effects: bool = False,
    cost: Cost = COMPUTED,
) -> None:
    """Evaluate ops of a class of your own, in the interpreter and in the folder.

    `make(op)` gives the kernel of an op: a function from the operands, as read-only arrays, to the array of the result,
    or to a tuple with one for each result, of the declared types.
    `exactness` says how near to what the op computes elsewhere the results are: `FoldOptions.exactness` decides whether
    they may become constants. An op with `effects` is never folded. `cost` is what an evaluation takes.
    """

    def kernel(op: Any) -> Callable[..., Any]:
        return partial(call_user, make(op))

    entry = Entry(kernel, cost, exactness=Exactness(exactness), effects=effects, storage=True, single=False)
    KERNELS[op_class] = entry
