"""The options of a fold."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set as AbstractSet
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xdsl_stablehlo.interpreter.interface.engines import engine_names
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness

ShouldFold = Callable[[Operation], bool | None]
"""False keeps the op; True lifts limits of size, work and exactness from it; None leaves it to the options."""


class Progress(NamedTuple):
    """The progress of a fold: estimated nanoseconds done and planned, and the name of the op that is evaluated."""

    done: int
    planned: int
    op: str


class FoldVerdict(Protocol):
    """The verdict on a folded function, which the report shows as text: `workbench.validation.Verdict`."""

    @property
    def is_proved(self) -> bool:
        """Whether the function is right for all arguments."""
        ...

    @property
    def is_refuted(self) -> bool: ...


JudgesFold: TypeAlias = Callable[[ModuleOp, ModuleOp], Sequence[FoldVerdict]]
"""Compares a module before and after folding."""

P = ParamSpec("P")
R = TypeVar("R")


class Hook(Generic[P, R]):
    """A user's function that is called while folding. The user handles its exceptions."""

    def __init__(self, function: Callable[P, R]):
        self._function = function
        self.raised: Exception | None = None

    def __call__(self, *given: P.args, **named: P.kwargs) -> R:
        try:
            return self._function(*given, **named)
        except Exception as error:
            self.raised = error
            raise


EXACTNESS_ORDER = (Exactness.EXACT, Exactness.ROUNDED, Exactness.LIBM)


LIMITS = (
    "fold_op_element_limit",
    "growth_budget",
    "engine_work",
    "op_work_limit",
    "work_budget",
    "loop_limit",
    "unroll_limit",
    "value_bytes_limit",
)
"""The options that are numbers from 0 on."""

HOOKS = ("should_fold", "on_progress", "prove")
"""The options that are functions of the user's, called while folding."""


@dataclass(frozen=True, kw_only=True)
class FoldOptions:
    """Options and limits of a fold. Limits are checked from sizes (Python integers) before anything is evaluated.

    Raises `ValueError` for a negative limit, for a class of exactness or an engine that there is not, and for options
    that depend on the machine together with `reproducible`,
    `TypeError` for a limit that is no number.

    Examples:
        >>> options = FoldOptions(exactness="rounded", growth_budget=1 << 20)
        >>> options.exactness
        <Exactness.ROUNDED: 'rounded'>
        >>> FoldOptions(growth_budget=-1)
        Traceback (most recent call last):
            ...
        ValueError: ...
    """

    fold_op_element_limit: int = 65536
    """A dense constant of more elements is only made if it frees at least the bytes that it adds."""
    optimize_float: bool = True
    """False keeps float operations whose result the specification does not fix to the bit."""
    assume_no_undeclared_side_effects: bool = False
    """Treat custom calls and ops of unknown dialects as free of effects when their results are not used."""
    growth_budget: int = 16 << 20
    """Bytes of constants of at most `fold_op_element_limit` elements up to which the whole module may grow, net of the
    constants that folding frees."""
    fold_expansions: bool = False
    """Make constants of conversions, dequantizations, broadcasts and the like that grow the module by more than 16 KiB,
    although the program computes them in a few operations for each element."""
    simplify: bool = True
    """Replace ops by values that they are equal to although not all their operands are constant: `docs/rules.md`."""
    without_rules: AbstractSet[str] = frozenset()
    """Names of rules, as `docs/rules.md` and reports have them, that are not applied. A fold raises `ValueError` for
    one that there is not."""
    op_work_limit: int = 1 << 32
    """Estimated nanoseconds (`interpreter/execution/meter.py`) that one op may take."""
    work_budget: int = 1 << 33
    """Estimated nanoseconds that the constants of one function may take together, and that loops and decisions may take
    in the module beyond what every op takes: the same on every machine. Where it does not suffice, the constants that
    save the most work are made, the others are left with all ops behind them, and the summary says so."""
    seconds: float | None = None
    """Wall-clock seconds after which nothing more is evaluated. Results then depend on the machine."""
    loop_limit: int = 1 << 20
    """Iterations of one loop that is evaluated."""
    unroll_limit: int = 0
    """A loop whose iterations are counted is replaced by that many copies of its body, if these have at most so many
    ops."""
    value_bytes_limit: int = 1 << 30
    """Bytes that one value may take while folding, whether or not it becomes a constant."""
    exactness: Exactness | Literal["exact", "rounded", "libm"] = Exactness.LIBM
    """The least exact class of operations that is folded; a name becomes the class of that name."""
    reproducible: bool = False
    """Do not fold ops that use a library of the machine (the class `libm`): every machine folds to the same bits.
    Neither an engine nor `seconds` may be set, then."""
    engine: str | None = None
    """The engine that does large groups of evaluations instead of the interpreter: `xla`, with JAX. Integers and moved
    elements keep the same bits; floats may differ if `rounded` is allowed. The report lists the ops that the engine
    evaluated, and the reasons why others were left to the interpreter."""
    engine_work: int = 1 << 32
    """The least work of a group that the engine gets, in nanoseconds estimated for the interpreter. For less work XLA
    takes longer, mostly to compile (`python -m benchmarks.engine`)."""
    fold_barriers: bool = False
    """Fold through `optimization_barrier`, which otherwise stays, with everything behind it."""
    specialize_calls: bool = True
    """Move constant arguments into private functions, cloning them if callers pass different constants."""
    fuse_locations: bool = False
    """Give a constant the locations of all ops that were folded into it, not only that of the op that it replaces."""
    should_fold: ShouldFold | None = None
    """Called for every op that could be folded. An exception ends the fold, and the module is unchanged."""
    on_progress: Callable[[Progress], None] | None = None
    """Called before each evaluation that may take long. An exception ends the fold, and the module is unchanged."""
    prove: JudgesFold | None = None
    """Called with the module before and after folding: `xdsl_stablehlo.workbench.validation.validate` proves that they
    are the same. The report has the verdicts. If one is refuted, the fold raises `RefutedFoldError`, and the module is
    unchanged."""
    custom_calls: Mapping[str, Callable[..., Any]] = field(default_factory=dict[str, Callable[..., Any]])
    """Kernels of custom calls for this fold alone, by target name: as `interpreter.register_custom_call` takes them, of
    the class `libm`. What they give is copied, and must be of the declared type; where one raises, its call stays, with
    a reason."""

    def __post_init__(self) -> None:
        for name in LIMITS:
            _check_limit(name, vars(self)[name], int)
        if self.seconds is not None:
            _check_limit("seconds", self.seconds, int, float)
        if not isinstance(self.exactness, Exactness):
            object.__setattr__(self, "exactness", exactness_named(self.exactness))
        if self.reproducible and (self.engine is not None or self.seconds is not None):
            name = "seconds" if self.engine is None else "engine"
            raise ValueError(
                f"{name} makes results depend on the machine, and reproducible does not allow it"
            )
        if self.engine is not None and self.engine not in engine_names():
            names = ", ".join(engine_names()) or "none"
            raise ValueError(f"engine must be one of those that are installed ({names}), not '{self.engine}'")

    def allows(self, exactness: Exactness, computes_on_floats: bool) -> bool:
        """Whether operations of this class may be folded."""
        if exactness is Exactness.EXACT:
            return True
        if computes_on_floats and not self.optimize_float:
            return False
        if self.reproducible and exactness is Exactness.LIBM:
            return False
        return EXACTNESS_ORDER.index(exactness) <= EXACTNESS_ORDER.index(self.exactness)


def chosen(options: object) -> FoldOptions:
    """`options`, or for None the defaults, with hooks that note what they raise.

    Raises `TypeError`, which says so, for what are no options.
    """
    if options is None:
        return DEFAULTS
    if not isinstance(options, FoldOptions):
        raise TypeError(f"options are FoldOptions(...), not {type(options).__name__}")
    given = {name: vars(options)[name] for name in HOOKS if vars(options)[name] is not None}
    return replace(options, **{name: Hook(hook) for name, hook in given.items()}) if given else options


def exactness_named(name: str) -> Exactness:
    """The class of that name. Raises `ValueError`, which lists those that there are."""
    classes = {exactness.value: exactness for exactness in Exactness}
    if name not in classes:
        raise ValueError(f"exactness must be one of {', '.join(classes)}, not {name!r}")
    return classes[name]


def _check_limit(name: str, value: object, *kinds: type[int] | type[float]) -> None:
    if isinstance(value, bool) or not isinstance(value, kinds):
        raise TypeError(f"{name} must be a number, not {value!r}")
    if not value >= 0:
        raise ValueError(f"{name} must not be negative, and is {value}")


DEFAULTS = FoldOptions()
