"""The figures of the house: lines by room against a budget, files that know many ops, casts, words of docstrings.

`python -m tests.house` prints them, and CI with it; `test_sizes.py` fails where one is exceeded. A budget only ever
becomes smaller: who needs more lines in a room takes them from that room.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from statistics import median

from xdsl_stablehlo.dialects.stablehlo import StableHLO

from .imports import PACKAGE, ROOT, modules

LINES = {
    "ir": 1_274,
    "values": 1_585,
    "text": 3_433,
    "dialects": 14_958,
    "bytecode": 2_993,
    "programs": 1_966,
    "transforms": 5_493,
    "interpreter": 16_148,
    "folding": 16_271,
    "splitting": 2_667,
    "jax": 3_162,
    "tools": 2_568,
    "workbench": 16_041,
    "lsp": 2_137,
}
"""The lines of Python that each room may have."""

TOTAL = 90_847
CORE = 64_272
"""The lines of all rooms, and of those that `splitting`, `jax`, `tools`, `lsp` and `workbench` use."""

OUTSIDE_THE_CORE = ("splitting", "jax", "tools", "lsp", "workbench")

MANY_OPS = 8
FILES_WITH_MANY_OPS = 41
FILES_OF = {"add": 29, "scatter": 19, "reduce_window": 8}
"""How many files may know at least `MANY_OPS` ops, and each of some ops."""

COUNTS = {"cast(": 65, "Any": 321, "getattr, setattr": 30}
"""The number of calls of `cast`, of lines that name `Any`, of calls of `getattr` and `setattr`."""

MLIR = re.compile(
    r"\b(stablehlo|chlo|vhlo|func|sdy|mpmd|shape|arith|interpreter|check)\.\w+ *[(%@\"]|tensor<|^ *%\w+.* =",
    re.MULTILINE,
)
MLIR_LINES = 4_565
"""At most so many lines of tests are inside of strings that have MLIR in them."""

TEST_LINES = 61_697
"""The lines of Python in tests/."""

RIDDLES = ("What", "Those", "That", "How")
"""A docstring that begins so describes a thing by a clause in place of its name."""

BEGUN_SO = 0
"""How many docstrings may begin with one of `RIDDLES`."""


def room(module: str) -> str:
    """The room of a module: the folder below the package; "" for modules of the package itself."""
    inside = module.removeprefix(PACKAGE).removeprefix(".").split(".")[0]
    return inside if inside in LINES else ""


@cache
def texts() -> Mapping[str, str]:
    """The text of every module of the product, by its dotted name."""
    return {name: path.read_text() for name, path in modules().items()}


@cache
def lines() -> Mapping[str, int]:
    """The lines of each room."""
    counts: Counter[str] = Counter()
    for module, text in texts().items():
        counts[room(module)] += text.count("\n")
    return counts


def ops_known() -> Mapping[str, set[str]]:
    """The mnemonics of the StableHLO ops that each module knows.

    A module knows an op whose class it names, whose name it has in a string, or which it lists with others in a string.
    Docstrings do not count.
    """
    mnemonics = {op.name.partition(".")[2] for op in StableHLO.operations}
    of_class = {op.__name__: op.name.partition(".")[2] for op in StableHLO.operations}
    known: defaultdict[str, set[str]] = defaultdict(set)
    for module, text in texts().items():
        tree = ast.parse(text)
        docs = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute | ast.Name):
                name = node.attr if isinstance(node, ast.Attribute) else node.id
                if name in of_class:
                    known[module].add(of_class[name])
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
                known[module] |= mnemonics & set(_named_in(node.value, mnemonics))
    return known


def _named_in(text: str, mnemonics: set[str]) -> Iterator[str]:
    yield from re.findall(r"stablehlo\.(\w+)", text)
    words = [word.partition(":")[0] for word in text.split()]
    if len(words) == 1:
        yield text
    if len(words) >= 3 and sum(word in mnemonics for word in words) >= 0.7 * len(words):
        yield from words


def counts() -> Mapping[str, int]:
    """The counts that `COUNTS` bounds."""
    found = dict.fromkeys(COUNTS, 0)
    for text in texts().values():
        found["cast("] += len(re.findall(r"\bcast\(", text))
        found["Any"] += sum(bool(re.search(r"\bAny\b", line)) for line in text.split("\n"))
        found["getattr, setattr"] += len(re.findall(r"\b[gs]etattr\(", text))
    return found


def riddles() -> list[str]:
    """The docstrings that begin with a word of `RIDDLES`, as `module: first words`; those of attributes as well."""
    return [
        f"{module}: {node.value.value[:60]}"
        for module, text in texts().items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
        and node.value.value.split()[:1]
        and node.value.value.split()[0] in RIDDLES
    ]


def lines_of_code(text: str) -> tuple[int, int]:
    """The number of lines of code without blanks, comments and docstrings, and how many of them are imports."""
    tree = ast.parse(text)
    blank = {
        tokenize.COMMENT,
        tokenize.NL,
        tokenize.NEWLINE,
        tokenize.INDENT,
        tokenize.DEDENT,
        tokenize.ENDMARKER,
    }
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in blank:
            lines.update(range(token.start[0], token.end[0] + 1))
    imports: set[int] = set()
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        elif isinstance(node, ast.Import | ast.ImportFrom):
            imports.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines), len(imports)


def lines_of_mlir(text: str) -> int:
    """How many lines of a module are inside of strings that have MLIR in them, docstrings left out."""
    lines: set[int] = set()
    parts: set[ast.expr] = set()
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.JoinedStr(values=values):
                parts.update(values)
                said = "".join(str(part.value) if isinstance(part, ast.Constant) else "x" for part in values)
            case ast.Expr(value=ast.Constant() as documented):
                parts.add(documented)
                continue
            case ast.Constant(value=str(said)) if node not in parts:
                pass
            case _:
                continue
        if MLIR.search(said):
            lines.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def summary() -> str:
    """The size of the house in one line: modules, lines, lines of code, share of imports."""
    code = [lines_of_code(text) for text in texts().values()]
    total = sum(lines for lines, _ in code)
    return (
        f"{len(code)} modules, median {median(lines for lines, _ in code):.0f} lines of code; "
        f"{sum(lines().values())} lines, {total} of code, "
        f"{100 * sum(imports for _, imports in code) / total:.1f}% of it imports"
    )


def report() -> str:
    """Every figure beside its bound, a line each."""
    known = ops_known()
    many = sum(len(ops) >= MANY_OPS for ops in known.values())
    core = sum(count for name, count in lines().items() if name not in OUTSIDE_THE_CORE)
    rows = [
        (name or PACKAGE, lines()[name], LINES.get(name))
        for name in sorted(lines(), key=lambda n: -lines()[n])
    ]
    rows += [("the core", core, CORE), ("all rooms", sum(lines().values()), TOTAL)]
    rows.append((f"files that know {MANY_OPS} ops or more", many, FILES_WITH_MANY_OPS))
    rows += [
        (f"files that know {op}", sum(op in ops for ops in known.values()), most)
        for op, most in FILES_OF.items()
    ]
    rows += [(what, count, COUNTS[what]) for what, count in counts().items()]
    tests = [path.read_text() for path in (ROOT / "tests").rglob("*.py")]
    rows.append(("lines of tests in strings of MLIR", sum(map(lines_of_mlir, tests)), MLIR_LINES))
    rows.append(("lines of tests", sum(text.count("\n") for text in tests), TEST_LINES))
    rows.append((f"docstrings that begin with {', '.join(RIDDLES)}", len(riddles()), BEGUN_SO))
    return (
        "\n".join(
            f"{count:>7,} {'' if most is None else f'of {most:,}':<10} {what}" for what, count, most in rows
        )
        + f"\n{summary()}"
    )
