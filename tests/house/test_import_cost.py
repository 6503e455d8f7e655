"""What is imported, and which ops are defined, is what somebody asked for."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin
from xdsl.dialects.scf import Scf
from xdsl.dialects.tensor import Tensor
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import chlo, stablehlo
from xdsl_stablehlo.dialects.base.definition import DialectOnDemand
from xdsl_stablehlo.dialects.chlo import Chlo
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.folding.solver.contexts import HANDLERS

from .imports import modules

PACKAGE = "xdsl_stablehlo"
DIALECT = f"{PACKAGE}.dialects.stablehlo"
KERNELS = f"{PACKAGE}.interpreter.kernels"

ADDS = """
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, ModuleOp, TensorType, f32
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Region
from xdsl_stablehlo.dialects.stablehlo import AddOp, ConstantOp
from xdsl_stablehlo.folding import FoldOptions, fold_module
one = ConstantOp(DenseIntOrFPElementsAttr.from_list(TensorType(f32, [2]), [1.0, 2.0]))
two = AddOp(one, one)
function = FuncOp("main", ((), two.result_types), Region(Block([one, two, ReturnOp(two)])))
module = ModuleOp([function])
fold_module(module)
assert [op.name for op in module.walk()] == ["builtin.module", "func.func", "stablehlo.constant", "func.return"]
"""


def imported_by(code: str) -> set[str]:
    """The modules of a fresh process that has run `code`."""
    command = f"{code}\nimport sys\nprint('\\n'.join(sys.modules))"
    found = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    return set(found.stdout.splitlines())


def families_in(names: set[str]) -> set[str]:
    """The families among modules: files that define ops of StableHLO, and those of kernels."""
    files = {f"{DIALECT}.{family}" for family in stablehlo.FAMILIES}
    kernels = {f"{KERNELS}.{family}" for family in stablehlo.FAMILIES}
    return {name.removeprefix(f"{PACKAGE}.") for name in names & (files | kernels)}


@pytest.mark.parametrize("package", ["folding", "interpreter"])
def test_a_package_imports_what_is_asked_for(package: str) -> None:
    found = imported_by(f"import {PACKAGE}.{package}")
    assert not found & {"numpy", "xdsl.ir"}


def test_folding_additions_defines_additions() -> None:
    found = imported_by(ADDS)
    assert families_in(found) == {
        "dialects.stablehlo.constant",
        "dialects.stablehlo.ops.arithmetic.elementwise",
        "interpreter.kernels.ops.arithmetic.elementwise",
    }
    assert not found & {
        "difflib",
        "html",
        "xdsl.dialects.arith",
        "xdsl.interpreter",  # starts a process, `file`
        f"{PACKAGE}.dialects.check",
        f"{PACKAGE}.dialects.chlo",
        f"{PACKAGE}.text.parser",
        f"{PACKAGE}.text.printer",
        f"{PACKAGE}.vhlo",
    }


PROGRAM = """func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = stablehlo.multiply %0, %0 : tensor<2xf32>
  %2 = stablehlo.add %x, %1 : tensor<2xf32>
  return %2 : tensor<2xf32>
}"""
INTERPRETED = ["--interpret", "{file}", "--args=[dense<1.0> : tensor<2xf32>]"]
STARTS = {
    "help": ("opt", ["--help"], 16, 1_700),
    "opt": ("opt", ["{file}"], 89, 17_600),
    "fold": ("fold", ["{file}"], 214, 43_300),
    "interpret": ("translate", INTERPRETED, 157, 29_700),
}
"""What runs, and at most how many modules of this project, of how many lines, it imports."""


@pytest.mark.parametrize("name", STARTS)
def test_a_tool_imports_what_its_program_needs(name: str, tmp_path: Path) -> None:
    tool, arguments, most_modules, most_lines = STARTS[name]
    file = tmp_path / "program.mlir"
    file.write_text(PROGRAM)
    given = [argument.format(file=file) for argument in arguments]
    found = imported_by(f"from {PACKAGE}.tools.driver import TOOLS\nTOOLS[{tool!r}].run({given!r})")
    files = modules()
    lines = [files[each].read_text().count("\n") for each in found & files.keys()]
    assert len(lines) <= most_modules
    assert sum(lines) <= most_lines


@pytest.mark.parametrize("kernels", ["chlo.elementwise", "ops.structure.custom_call"])
def test_kernels_import_no_dialect_that_takes_long_to_define(kernels: str) -> None:
    assert not imported_by(f"import {KERNELS}.{kernels}") & {"xdsl.dialects.arith", "xdsl.dialects.complex"}


CALLS = {
    "placement": f"from {KERNELS}.custom_calls.registry import known_entry; known_entry('Sharding')",
    "lapack": f"""
from numpy import dtype
from {KERNELS}.custom_calls.registry import known_entry
known_entry('lapack_spotrf_ffi')
from {KERNELS}.custom_calls.lapack import LIBRARIES
LIBRARIES[dtype('float32')]['potrf']
""",
}


@pytest.mark.parametrize("file", CALLS)
def test_a_custom_call_imports_no_kernels_of_others(file: str) -> None:
    found = imported_by(CALLS[file])
    assert f"{KERNELS}.custom_calls.{file}" in found
    assert not found & {f"{KERNELS}.custom_calls.calls", "scipy", "scipy.linalg"}


@pytest.mark.parametrize("dialect", [StableHLO, Chlo], ids=lambda dialect: dialect.name)
def test_every_op_is_found_by_its_name(dialect: DialectOnDemand) -> None:
    ops = list(dialect.operations)
    assert [dialect.operation(op.name.partition(".")[2]) for op in ops] == ops
    assert [dialect.name_of(op) for op in ops] == [op.name for op in ops]
    assert dialect.operation("unknown") is None
    ctx = Context()
    ctx.load_dialect(dialect)
    assert list(ctx.loaded_ops) == ops
    assert {*ctx.loaded_attrs, *ctx.loaded_types} == {*dialect.attributes}


@pytest.mark.parametrize(
    ("families", "dialect"),
    [(stablehlo.FAMILIES, StableHLO), (chlo.FAMILIES, Chlo)],
    ids=["stablehlo", "chlo"],
)
def test_every_op_of_a_file_is_listed(families: Mapping[str, str], dialect: DialectOnDemand) -> None:
    """The table that Python goes by, the imports that type checkers go by, and the files say the same."""
    name = f"{PACKAGE}.dialects.{dialect.name}"
    tree = ast.parse(modules()[name].read_text())
    stars = {
        node.module
        for block in ast.walk(tree)
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
    }
    assert stars == {"attributes", *families}
    listed = {op.__name__: op.__module__ for op in dialect.operations}
    # MHLO's ops are a dialect of their own.
    files = [(module, path) for module, path in modules().items() if not module.endswith(".mhlo")]
    defined = {op: module for module, path in files if module.startswith(name) for op in _ops_in(path)}
    assert defined == listed
    with pytest.raises(AttributeError, match="has no attribute 'Sequence'"):
        _ = dialect.member("Sequence")


def _ops_in(path: Path) -> set[str]:
    """The classes in a file that define ops: `class AddOp(.., op="stablehlo.add")`."""
    return {
        node.name
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and any(keyword.arg == "op" for keyword in node.keywords)
    }


def test_the_folder_names_ops_that_there_are() -> None:
    ops = {op.name for op in StableHLO.operations}
    others = {op.name for dialect in (Builtin, Scf, Tensor) for op in dialect.operations}
    assert {key for key in HANDLERS if isinstance(key, str)} <= ops | others
    texts = [path.read_text() for name, path in modules().items() if name.startswith(f"{PACKAGE}.folding")]
    assert {name for text in texts for name in re.findall(r'"(stablehlo\.\w+)"', text)} <= ops

    class Foreign(Operation):
        name = "stablehlo.while"

    assert StableHLO.name_of(Foreign) is None
    assert not StableHLO.is_op(Foreign.create(), "stablehlo.while")
    assert not StableHLO.is_op(None, "stablehlo.while")
