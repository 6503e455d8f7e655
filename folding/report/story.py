"""One value's story: what it is, whether it is constant, why its op stays, and what it waits for in the end."""

from __future__ import annotations

from difflib import get_close_matches

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xdsl_stablehlo.ir.graphs import values_of_module
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.foreign import has_foreign_ops
from xdsl_stablehlo.text.locations import origin_of
from xdsl_stablehlo.text.printer import Names

from ..driver import fold_module
from ..options import FoldOptions
from ..passes.adopted import adoption_of
from ..patterns import ConstantAnalysis
from .account import function_around
from .causes import root_causes, ways_down
from .report import FoldReport, KeptOp, readable_bytes


def explain(module: ModuleOp, name: str, options: FoldOptions | None = None) -> str:
    """The story of the values that are written `%name` in `module`, in lines of text. The module is not changed.

    What folding would do is found by folding a copy. Raises `ValueError` where no value has the name, and what
    `fold_module` raises.

    Examples:
        >>> print(explain(module, "%two"))
        %two in @main: tensor<2xf32>, a result of stablehlo.add (<input>:4:10)
          is constant: [0., 2.]
          its op goes when the module is folded
    """
    own = adoption_of(module).module if has_foreign_ops(module) else module
    written = name.removeprefix("%")
    texts = Names(own).texts
    found = [value for value in values_of_module(own) if texts.get(value) == written]
    if not found:
        close = get_close_matches(written, texts.values(), 1, 0.7)
        raise ValueError(
            f"no value is called '%{written}'" + (f": did you mean '%{close[0]}'?" if close else "")
        )
    copies: dict[SSAValue, SSAValue] = {}
    copy = own.clone(value_mapper=copies)
    report = fold_module(copy, options)
    analysis = ConstantAnalysis(own, options)
    stories = [
        "\n  ".join(
            [_what(value, written), *_known(value, analysis), *_fate(copies[value], copy, report, options)]
        )
        for value in found
    ]
    return "\n".join(stories)


def _what(value: SSAValue, name: str) -> str:
    """The value's name, function, type and op, and where that is."""
    owner = value.owner
    around = function_around(owner)
    kind = f"a result of {owner.name}" if isinstance(owner, Operation) else "an argument"
    location = owner.location if isinstance(owner, Operation) else getattr(value, "location", None)
    function = around and f" in @{around}"
    origin = None if location is None else origin_of(location)
    said = "" if origin is None else ", ".join([part for part in (origin.place, origin.context) if part])
    return f"%{name}{function}: {value.type}, {kind}{said and f' ({said})'}"


def _known(value: SSAValue, analysis: ConstantAnalysis) -> list[str]:
    tensor = analysis.value(value)
    if tensor is None:
        return ["is not constant"]
    shown = repr(tensor).removeprefix("Tensor(").rpartition(" : ")[0]
    return [f"is constant: {' '.join(shown.split())}"]


def _fate(value: SSAValue, module: ModuleOp, report: FoldReport, options: FoldOptions | None) -> list[str]:
    """What becomes of the op of a value in the folded module, and why."""
    op = value.owner
    if not isinstance(op, Operation):
        causes = root_causes(report, options)
        return [str(cause) for cause in causes if cause.waiting and value in cause.bottoms]
    if is_constant(type(op)):
        return []
    if not module.is_ancestor(op):
        return ["its op goes when the module is folded"]
    kept = next((kept for kept in report.kept if kept.operation is op), None)
    stays = "its op stays" if kept is None else f"its op stays: it {kept.reason} ({kept.code})"
    ways = [" <- ".join([str(link) for link in way]) for way in ways_down(report, op, options)]
    return [stays, *_cost(kept), *[f"waits: {way}" for way in ways]]


def _cost(kept: KeptOp | None) -> list[str]:
    """What its constant would take, and evaluating it, as far as known."""
    if kept is None:
        return []
    size = [] if kept.bytes is None else [f"its constant would take {readable_bytes(kept.bytes)}"]
    return size + ([f"evaluating it an estimated {kept.work / 1e6:.2f} ms"] if kept.work else [])
