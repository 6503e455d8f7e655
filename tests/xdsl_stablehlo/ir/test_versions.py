"""`ir/versions.py` has all that depends on the version of xDSL, and lists all private names of xDSL that are used."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from xdsl.dialects.builtin import IndexType, ModuleOp, f32, i8
from xdsl.ir import Block

from tests.house.imports import modules
from xdsl_stablehlo.ir.versions import PRIVATE, number_of_scalar, scalar_of_number
from xdsl_stablehlo.text.printer import TextPrinter
from xdsl_stablehlo.text.read.attribute_parser import AttributeTextParser
from xdsl_stablehlo.text.read.location_parser import LocationTextParser
from xdsl_stablehlo.text.read.parser import TextParser

HERE = "xdsl_stablehlo.ir.versions"
LISTED = {name for names in PRIVATE.values() for name in names.split()}
PRIVATE_NAME = re.compile(r"_[a-zA-Z]\w*")
NOT_OF_XDSL = {"_asdict", "_exit", "_fields", "_make", "_replace", "_value_"}
"""Of Python's own classes."""
MORE = {"_attributes": "Dialect", "_write": "Printer since 0.75"}
"""Names of ours in classes below those of xDSL, which have the same name for the same thing."""


def sources(owner: str) -> Iterator[str]:
    """The code of a module of xDSL, or of a class and those above it."""
    where, _, name = owner.rpartition(".")
    found: Any = getattr(import_module(where), name, None)
    if inspect.isclass(found):
        yield from [inspect.getsource(each) for each in found.__mro__ if each.__module__.startswith("xdsl.")]
    else:
        yield inspect.getsource(import_module(owner))


@pytest.mark.parametrize("owner", PRIVATE)
def test_the_installed_xdsl_has_what_is_used(owner: str) -> None:
    text = "\n".join(sources(owner))
    assert [name for name in PRIVATE[owner].split() if re.search(rf"\b{name}\b", text) is None] == []


def test_private_names_of_others_are_listed() -> None:
    """A private name of an object that is not `self` is one that the project itself defines, or it is listed."""
    defined, used = set[str](), set[tuple[str, str]]()
    for module, path in modules().items():
        if module.startswith("xdsl_stablehlo.jax"):
            continue  # another guard looks at it
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                defined.add(node.name)
            elif isinstance(node, ast.Name):
                defined.add(node.id)
            elif isinstance(node, ast.Attribute) and PRIVATE_NAME.fullmatch(node.attr):
                if ast.unparse(node.value) in ("self", "cls"):
                    defined.add(node.attr)
                else:
                    used.add((module, node.attr))
    others = {(module, name) for module, name in used if name not in defined | NOT_OF_XDSL}
    assert {name for _, name in others} <= LISTED
    assert {name for _, name in others} >= {"_first_op", "_next_use"}


OURS = [TextPrinter, TextParser, AttributeTextParser, LocationTextParser]
"""Our classes below those of xDSL that read and print."""


@pytest.mark.parametrize("ours", OURS)
def test_private_names_of_classes_above_are_listed(ours: type) -> None:
    above = [each for each in ours.__mro__ if each.__module__.startswith("xdsl.")]
    text = "\n".join(inspect.getsource(each) for each in above)
    theirs = set(re.findall(r"(?:def |self\.|^    )(_[a-z]\w*)", text, re.MULTILINE))
    names = {
        name for name in re.findall(r"(?:def |\.)(_[a-z]\w*)", inspect.getsource(ours)) if name in theirs
    }
    assert names - LISTED - MORE.keys() == set()


def test_versions_of_xdsl_are_asked_for_in_one_place() -> None:
    version = r"""xdsl\.__version__|version\(["']xdsl["']\)|# (?:before|since|until) 0\.[5-9]\d"""
    asked = re.compile(rf"{version}|hasattr\((?:builtin|xdsl)")
    assert {name for name, path in modules().items() if asked.search(path.read_text())} == {HERE}


def test_scalars_of_the_interpreter_come_back_as_numbers() -> None:
    for number, value_type in ((1.5, f32), (-3, i8), (7, IndexType())):
        assert number_of_scalar(scalar_of_number(number, value_type, 64)) == number
    assert number_of_scalar(2.5) == 2.5


def test_values_and_ops_are_hashed_by_python_itself() -> None:
    """`object.__hash__` says the same of identity as xDSL's functions, without a call of Python at each look-up."""
    block, module = Block(arg_types=[i8, i8]), ModuleOp([])
    for one in (*block.args, block, module, module.body):
        assert type(one).__hash__ is object.__hash__
        assert [each is one for each in {*block.args, block, module, module.body} if each == one] == [True]
