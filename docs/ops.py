"""Write `docs/ops.md` from the definitions: `python -m docs.ops`. A test fails where the file is another."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from xdsl.ir import Dialect, Operation

from xdsl_stablehlo.dialects import chlo, stablehlo
from xdsl_stablehlo.dialects.stablehlo.constraints import HloOp
from xdsl_stablehlo.interpreter.kernels.families import KERNELS
from xdsl_stablehlo.interpreter.kernels.table import Exactness

HERE = Path(__file__).parent
SOURCES = HERE.parent / "xdsl_stablehlo" / "dialects"
LABEL = re.compile(r"[CI]\d+")

BY_THE_PROGRAM: tuple[type[Operation], ...] = (
    stablehlo.ConstantOp,
    stablehlo.CompositeOp,
    stablehlo.ReturnOp,
)
"""What a compiled block runs itself: constants are values, composites are calls, the terminator gives the results."""

HEAD = """# Operations

Made by `python -m docs.ops`; a test keeps it true.

- *family*: the file of this name in `xdsl_stablehlo/dialects`, `interpreter`, `tests` and `filecheck`.
- *types*: results are `inferred` from what is on the op, or declared and `verified`.
- *evaluates*: `yes`, `effects` (runs, but does something besides giving results), or `no`.
- *folds*: the exactness class (`exact`, `rounded`: sums in another order, `libm`: transcendentals, `by type`), with
  `partly` where the specification leaves some evaluations undefined; those stay.
- *labels*: constraints of the specification that the op's shape function and verifier name; what IRDL says of operand
  kinds and attributes is checked besides.
"""


def _functions() -> dict[str, ast.AST]:
    """Every function and class of the dialects by name."""
    found: dict[str, ast.AST] = {}
    for path in sorted(SOURCES.rglob("*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found[node.name] = node
    return found


def _names(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """The identifiers in `node`, and its labels (marked True)."""
    for child in ast.walk(node):
        if isinstance(child, ast.Name):
            yield child.id, False
        elif (
            isinstance(child, ast.Constant) and isinstance(child.value, str) and LABEL.fullmatch(child.value)
        ):
            yield child.value, True


def _labels(op: type[Operation], functions: dict[str, ast.AST]) -> list[str]:
    """The labels that the class of `op` or a function it leads to names, in order of number."""
    seen: set[str] = set()
    labels: set[str] = set()
    todo = [base.__name__ for base in op.__mro__]
    while todo:
        name = todo.pop()
        if name in seen or name not in functions:
            continue
        seen.add(name)
        for found, is_label in _names(functions[name]):
            (labels.add if is_label else todo.append)(found)
    return sorted(labels, key=lambda label: (label[0], int(label[1:])))


def _folds(op: type[Operation]) -> str:
    entry = KERNELS.get(op)
    if op in BY_THE_PROGRAM:
        return "exact"
    if entry is None or entry.effects:
        return "no"
    exactness = entry.exactness.value if isinstance(entry.exactness, Exactness) else "by type"
    return f"{exactness}, partly" if entry.undefined else exactness


def _row(op: type[Operation], functions: dict[str, ast.AST]) -> str:
    entry = KERNELS.get(op)
    inferred = issubclass(op, HloOp) and op.infer is not HloOp.infer
    evaluates = "effects" if entry and entry.effects else "yes" if entry or op in BY_THE_PROGRAM else "no"
    family = op.__module__.rpartition(".")[2]
    types = "inferred" if inferred else "verified"
    labels = " ".join(_labels(op, functions))
    return f"| `{op.name}` | {family} | {types} | {evaluates} | {_folds(op)} | {labels} |"


def _table(dialect: Dialect, functions: dict[str, ast.AST]) -> str:
    rows = [_row(op, functions) for op in sorted(dialect.operations, key=lambda op: op.name)]
    head = ["| op | family | types | evaluates | folds | labels |", "|---|---|---|---|---|---|"]
    return f"\n## {dialect.name}: {len(rows)} ops\n\n" + "\n".join([*head, *rows]) + "\n"


def text() -> str:
    """The whole document."""
    functions = _functions()
    return HEAD + "".join(_table(dialect, functions) for dialect in (stablehlo.StableHLO, chlo.Chlo))


if __name__ == "__main__":
    (HERE / "ops.md").write_text(text())
