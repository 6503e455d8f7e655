"""Write `docs/ops.md` from the definitions: `python -m docs.ops`. A test fails where the file is another."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from xdsl.ir import Dialect, Operation

from tests.xdsl_stablehlo.dialects.labels import UNCHECKED, checked, labels_of
from xdsl_stablehlo.dialects import chlo, stablehlo
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp
from xdsl_stablehlo.interpreter.kernels.support.table import Exactness, every_kernel

HERE = Path(__file__).parent

WITHOUT_KERNEL: tuple[type[Operation], ...] = (stablehlo.ConstantOp, stablehlo.ReturnOp)
"""What a compiled block runs itself: constants are values, the terminator gives the results."""

HEAD = """# Operations

Made by `python -m docs.ops` from the table of kernels and the tests; a test keeps it true.

- *family*: the file or folder of this name in `xdsl_stablehlo/dialects`, `interpreter/kernels`,
  `tests/xdsl_stablehlo/dialects` and `tests/interpreter/kernels`.
- *types*: results are `inferred` from what is on the op, or declared and `verified`.
- *evaluates*: `yes`, `effects` (runs, but does something besides giving results), or `no`.
- *folds*: the exactness class (`exact`, `rounded`: sums in a fixed order and functions, `libm`: with a library of the
  machine, `by type`), with `partly` where the specification leaves some evaluations undefined; those stay.
- *takes*: the nanoseconds that `op-work-limit` and `work-budget` count, for the op and for each elementary operation of
  it; nothing is said where that is one arithmetic operation, or one transcendental function, for each element.
- *checked*: the specification's constraints that a test breaks to see the error (CHLO has no numbered ones).
"""


def _folds(op: type[Operation]) -> str:
    entry = every_kernel().get(op)
    if op in WITHOUT_KERNEL:
        return "exact"
    if entry is None or entry.effects:
        return "no"
    exactness = entry.exactness.value if isinstance(entry.exactness, Exactness) else "by type"
    return f"{exactness}, partly" if entry.undefined else exactness


def _takes(op: type[Operation]) -> str:
    entry = every_kernel().get(op)
    if entry is None or entry.cost.once is None:
        return ""
    each = f" + {entry.cost.each}" if entry.cost.each else ""
    return f"{entry.cost.once}{each}"


def family(op: type[Operation]) -> str:
    """The name of the op's file or folder in every room."""
    names = op.__module__.removeprefix("xdsl_stablehlo.dialects.").split(".")
    return names[3] if names[:2] == ["stablehlo", "ops"] else names[1]


def _row(op: type[Operation], constraints: Sequence[str]) -> str:
    entry = every_kernel().get(op)
    inferred = issubclass(op, HloOp) and op.infer is not HloOp.infer
    evaluates = "effects" if entry and entry.effects else "yes" if entry or op in WITHOUT_KERNEL else "no"
    types = "inferred" if inferred else "verified"
    labels = " ".join(labels_of(op.name.removeprefix("stablehlo."), constraints))
    names = f"`{op.name}` | `{op.__name__}` | {family(op)}"
    return f"| {names} | {types} | {evaluates} | {_folds(op)} | {_takes(op)} | {labels} |"


def _table(dialect: Dialect, constraints: Sequence[str]) -> str:
    rows = [_row(op, constraints) for op in sorted(dialect.operations, key=lambda op: op.name)]
    head = [
        "| op | class | family | types | evaluates | folds | takes | checked |",
        "|---|---|---|---|---|---|---|---|",
    ]
    return f"\n## {dialect.name}: {len(rows)} ops\n\n" + "\n".join([*head, *rows]) + "\n"


def _unchecked() -> str:
    rows: list[str] = []
    for constraint, reason in sorted(UNCHECKED.items()):
        op, _, label = constraint.rpartition("_")
        rows.append(f"- `stablehlo.{op}` {label.upper()}: {reason}")
    return "\n## Constraints that are not checked\n\n" + "\n".join(rows) + "\n"


def text() -> str:
    """The whole document."""
    constraints = checked()
    return HEAD + "".join(_table(d, constraints) for d in (stablehlo.StableHLO, chlo.Chlo)) + _unchecked()


if __name__ == "__main__":
    (HERE / "ops.md").write_text(text())
