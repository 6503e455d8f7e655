"""Write `xdsl_stablehlo/tools/command_line/pass_table.tsv` from the passes: `python -m docs.pass_options`.

A test keeps it true.

A row is a pass, an option, what it takes, its default, and a sentence: the first one of its docstring. What a row of a
pass alone says of the pass has no option.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from xdsl.passes import ModulePass

from xdsl_stablehlo.folding import FoldOptions
from xdsl_stablehlo.tools.command_line.passes import PATH, all_pass_names
from xdsl_stablehlo.tools.programs import IGNORED_OPTIONS, pass_class

OF_XDSL = {
    "canonicalize": "Applies the canonicalization patterns of all ops until nothing changes",
    "cse": "Merges ops that compute the same of the same operands",
    "dce": "Removes ops without effects whose results nobody reads",
}
"""What xDSL's passes do, whose docstrings do not say it."""

KINDS = {bool: "true|false", int: "int", float: "number", str: "string"}


def first_sentence(text: str) -> str:
    """Up to the first full stop that ends a sentence, in one line."""
    line = " ".join(text.split())
    return line.partition(". ")[0].removesuffix(".")


def field_docstrings(kind: type) -> dict[str, str]:
    """The string behind each field of a class, and those of the classes it is made from, by the field's name."""
    found: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        (body,) = ast.parse(textwrap.dedent(inspect.getsource(base))).body
        assert isinstance(body, ast.ClassDef)
        for before, node in zip(body.body, body.body[1:]):
            if isinstance(before, ast.AnnAssign) and isinstance(before.target, ast.Name):
                match node:
                    case ast.Expr(ast.Constant(str(text))):
                        found[before.target.id] = text
                    case _:
                        pass
    return found


def table() -> str:
    """The whole file."""
    rows = [row for name in sorted(all_pass_names()) for row in _rows_of(name, pass_class(name))]
    return "".join(["\t".join(row) + "\n" for row in rows])


def _rows_of(name: str, kind: type[ModulePass]) -> Iterator[tuple[str, ...]]:
    yield name, "", "", "", OF_XDSL.get(name) or first_sentence(kind.__doc__ or "")
    of_folding = {field.name for field in fields(FoldOptions)}
    said = field_docstrings(FoldOptions) | field_docstrings(kind)
    hints, of_options = get_type_hints(kind), get_type_hints(FoldOptions)
    for field in fields(kind):
        values = _kind(of_options.get(field.name), hints[field.name])
        if field.name in of_folding and values in ("int", "number"):
            values += " from 0"
        shown = field.name.rstrip("_").replace("_", "-")
        yield name, shown, values, _default(field), first_sentence(said.get(field.name, ""))
    for option in IGNORED_OPTIONS.get(name, ()):
        shown = option.replace("_", "-")
        yield name, shown, KINDS[bool], "false", "accepted for compatibility, without effect"


def _kind(of_options: Any, hint: Any) -> str:
    """What an option takes: the names that `FoldOptions` lists, or what the field's type says."""
    for part in (*get_args(of_options), *get_args(hint)):
        if get_origin(part) is Literal:
            return "|".join(get_args(part))
    if get_origin(hint) is tuple:
        return f"{KINDS[get_args(hint)[0]]},..."
    plain = [part for part in (hint, *get_args(hint)) if part in KINDS]
    return KINDS[plain[0]]


def _default(field: Field[Any]) -> str:
    value = field.default
    if value is MISSING or value is None or value == ():
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    text = table()
    with open(PATH, "w", encoding="utf-8") as file:
        file.write(text)
