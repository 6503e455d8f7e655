"""MLIR assembly out: what MLIR's own printer writes, character by character, names of values aside.

Against xDSL's printer: floats and dense literals are exact, dictionaries are sorted, results are grouped (`%0:2`), the
prefix of the surrounding op's dialect is left out (`return` in a function), and large constants go out in pieces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Protocol

import numpy as np
from xdsl.dialects import builtin
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.printer import Printer

from xdsl_stablehlo.ir.graphs import ops_from
from xdsl_stablehlo.ir.guards import is_array_attr, is_array_of_integers, is_integer_type
from xdsl_stablehlo.ir.identity_cache import IdentityCache
from xdsl_stablehlo.ir.signatures import OpSignature, signature_of
from xdsl_stablehlo.values.element_types import dtype_of
from xdsl_stablehlo.values.elements import is_elements

from .floats import float_text, float_texts
from .functions import print_function
from .lexer import EMPTY_BRACKETS
from .literals import DenseStringElementsAttr, TypedStringAttr, has_dtype, literal_pieces
from .names import NAMED_RESULTS, Names

_BARE = re.compile(r"[a-zA-Z_][\w$.]*", re.ASCII)
_PLAIN = re.compile(r"[ !#-\[\]-~]*")
_DEFAULT_DIALECTS = {"builtin.module": "builtin", "func.func": "func"}
"""Ops in whose bodies the prefix of a dialect is left out."""

_INHERENT = {
    "builtin.module": ("sym_visibility",),
    "func.call": ("arg_attrs", "no_inline", "res_attrs"),
    "func.func": ("no_inline",),
}
"""Properties in MLIR that are attributes in xDSL, by the name of the op."""


class Stream(Protocol):
    """The target of a printer."""

    def write(self, text: str, /) -> object: ...


class TextPrinter(Printer):
    """Writes operations, attributes and types to `stream`.

    `keep_names=False` names values as MLIR does, which knows no names; `local_scope` writes locations out in place.
    """

    def __init__(
        self,
        stream: Stream,
        *,
        generic: bool = False,
        debuginfo: bool = False,
        local_scope: bool = False,
        keep_names: bool = True,
        most_elements: int | None = None,
    ):
        super().__init__(print_generic_format=generic, print_debuginfo=debuginfo)
        self._write: Any = stream.write
        self._keep_names = keep_names
        self.most_elements = most_elements
        """Dense attributes of more elements, which are not all the same, are not written in full."""
        self._names: Names | None = None
        self._templates: dict[OpSignature, tuple[str, list[int]]] = {}
        """The texts of ops by signature, and which operands stand where in them."""
        self._places: dict[SSAValue, int] = {}
        """The operands of an op whose template is being made."""
        self._aliases: LocationAliases | None = None
        self._attribute_names: dict[Attribute, str] = {}
        self._local_scope = local_scope
        self._type_text = IdentityCache(self._text).of
        self._dialects = ["builtin"]
        self._special: dict[type[Attribute], Callable[[Any], object]] = {
            builtin.IntegerAttr: self._print_integer_attr,
            builtin.FloatAttr: self._print_float_attr,
            builtin.ArrayAttr: self._print_array,
            builtin.DenseArrayBase: self._print_dense_array,
            builtin.SymbolRefAttr: self._print_symbol,
            builtin.StringAttr: lambda a: self.print_string_literal(a.data),
            builtin.DictionaryAttr: lambda a: self.print_attr_dict(a.data),
            TypedStringAttr: self._print_typed_string,
            DenseStringElementsAttr: lambda a: self._write(
                f"dense<{a.literal.data}> : {self._type_text(a.type)}"
            ),
        }

        self._without_type: dict[type[Attribute], Callable[[Any, bool], object]] = {
            builtin.IntegerAttr: self._print_integer_attr,
            builtin.FloatAttr: self._print_float_attr,
        }

    # ---- characters ----

    def print_string(self, text: str, *, indent: int | None = None) -> None:
        if "\n" in text:
            spaces = " " * ((self._indent if indent is None else indent) * self.indent_num_spaces)
            text = text.replace("\n", "\n" + spaces)
        self._write(text)

    def _print_new_line(self, indent: int | None = None, print_message: bool = True) -> None:
        self._write("\n" + " " * ((self._indent if indent is None else indent) * self.indent_num_spaces))

    def print_string_literal(self, string: str) -> None:
        if _PLAIN.fullmatch(string):
            self._write(f'"{string}"')
        else:
            self.print_bytes_literal(string.encode(errors="surrogateescape"))

    def print_identifier_or_string_literal(self, string: str | builtin.StringAttr) -> None:
        if isinstance(string, builtin.StringAttr):
            string = string.data
        if _BARE.fullmatch(string):
            self._write(string)
        else:
            self.print_string_literal(string)

    # ---- values ----

    def print_ssa_value(self, value: SSAValue) -> str:
        text = self._name_of(value)
        place = self._places.get(value) if self._places else None
        self._write("%" + text if place is None else place)
        return text

    def _name_of(self, value: SSAValue) -> str:
        names = self._names
        if names is None:
            owner = value.owner
            root = owner if isinstance(owner, Operation) else owner.parent_op()
            assert root is not None
            names = self._name(root)
        return names.texts.get(value) or names.add(value)

    def _name(self, root: Operation) -> Names:
        names = self._names = Names(root, self._keep_names, self.print_generic_format)
        self._ssa_values = names.texts
        return names

    def _print_results(self, op: Operation) -> None:
        names = self._names
        assert names is not None
        starts = [(result, count) for result in op.results if (count := names.groups.get(result, 0))]
        if not starts:
            return
        texts = (
            "%" + (names.texts[result] if count == 1 else f"{names.texts[result][:-2]}:{count}")
            for result, count in starts
        )
        self._write(", ".join(texts) + " = ")

    def print_block_argument(self, arg: BlockArgument, print_type: bool = True) -> None:
        self.print_ssa_value(arg)
        if print_type:
            self._write(": ")
            self.print_attribute(arg.type)
            self._print_argument_location(arg)

    def _print_argument_location(self, argument: SSAValue) -> None:
        if self.print_debuginfo and isinstance(argument, BlockArgument):
            self._write(" ")
            self.print_attribute(argument.location)

    # ---- operations ----

    def print_op(self, op: Operation) -> None:
        if self._names is None:
            self._name(op)
            self._templates = {}
            if not self._local_scope:
                aliases = attribute_aliases(op)
                for attribute, name in aliases.items():
                    self._write(f"{name} = {self._text(attribute)}\n")
                self._attribute_names = aliases
            if self.print_debuginfo and not self._local_scope:
                # Between the definitions of the locations that arguments have and of those that ops have.
                aliases = self._aliases = LocationAliases(op)
                for name, location in aliases.early:
                    self._write(f"{name} = {aliases.definition(location, self._text)}\n")
                self.print_op(op)
                self._aliases = None
                for name, location in aliases.late:
                    self._write(f"\n{name} = {aliases.definition(location, self._text)}")
                return
        self._print_results(op)
        name = op.op_name.data if isinstance(op, builtin.UnregisteredOp) else op.name
        is_custom = (
            not self.print_generic_format
            and type(op).print is not Operation.print
            and getattr(op, "is_custom_form_complete", True)
        )
        default = self._dialects[-1] + "."
        self._write(name.removeprefix(default) if is_custom else f'"{name}"')
        self._dialects.append(_DEFAULT_DIALECTS.get(name, "") if is_custom else "")
        if not is_custom or isinstance(op, builtin.UnregisteredOp):
            self.print_op_with_default_format(op)
        elif isinstance(op, FuncOp):
            print_function(self, op, self._print_argument_location)
        elif op.name.startswith(NAMED_RESULTS) and "constant" not in op.name:
            self._print_by_signature(op)
        else:
            op.print(self)
        self._dialects.pop()
        self._print_location(op)

    def _print_by_signature(self, op: Operation) -> None:
        """The custom form of an op: it is printed once for each signature, with places for the names of operands.

        Where some operands are the same, the text may tell so: it is for others that are the same.
        """
        signature, operands = signature_of(op), op.operands
        if signature is None:
            op.print(self)
            return
        template = self._templates.get(signature)
        if template is None and len({*operands}) < len(operands):
            signature = *signature, *map(operands.index, operands)
            template = self._templates.get(signature)
        if template is None:
            pieces: list[str | int] = []
            write, self._write = self._write, pieces.append
            self._places = {operand: place for place, operand in enumerate(operands)}
            try:
                op.print(self)
            finally:
                self._write, self._places = write, {}
            text = "".join(["%s" if isinstance(each, int) else each.replace("%", "%%") for each in pieces])
            template = self._templates[signature] = text, [each for each in pieces if isinstance(each, int)]
        text, places = template
        self._write(text % tuple([f"%{self._name_of(operands[place])}" for place in places]))

    def _print_location(self, op: Operation) -> None:
        if not self.print_debuginfo:
            return
        self._write(" ")
        alias = None if self._aliases is None else self._aliases.names.get(op.location)
        if alias is None:
            self.print_attribute(op.location)
        else:
            self._write(f"loc({alias})")

    def print_op_with_default_format(self, op: Operation) -> None:
        properties, attributes = dict(op.properties), dict(op.attributes)
        if isinstance(op, builtin.UnregisteredOp):
            del attributes["op_name__"]
        for name in _INHERENT.get(op.name, ()):
            if name in attributes:
                properties[name] = attributes.pop(name)
        self.print_operands(op.operands)
        self.print_successors(op.successors)
        if properties:
            self._write(" <")
            self.print_attr_dict(properties)
            self._write(">")
        self.print_regions(op.regions)
        self.print_op_attributes(attributes)
        self._write(" : ")
        self.print_operation_type(op)

    def print_operation_type(self, op: Operation) -> None:
        self.print_function_type(op.operand_types, op.result_types)

    # ---- attributes ----

    def print_op_attributes(
        self,
        attributes: Mapping[str, Attribute],
        *,
        reserved_attr_names: Iterable[str] = (),
        print_keyword: bool = False,
    ) -> bool:
        reserved = tuple(reserved_attr_names)
        shown = {name: value for name, value in attributes.items() if name not in reserved}
        if not shown:
            return False
        self._write(" attributes " if print_keyword else " ")
        self.print_attr_dict(shown)
        return True

    def print_attr_dict(self, attr_dict: Mapping[str, Attribute]) -> None:
        separator = "{"
        for name in sorted(attr_dict):
            self._write(separator)
            self.print_identifier_or_string_literal(name)
            value = attr_dict[name]
            if not isinstance(value, builtin.UnitAttr):
                self._write(" = ")
                self.print_attribute(value)
            separator = ", "
        self._write("}" if attr_dict else "{}")

    def print_attribute(self, attribute: Attribute) -> None:
        if isinstance(attribute, TypeAttribute):
            self._write(self._type_text(attribute))
            return
        if is_elements(attribute) and has_dtype(attribute):
            for piece in literal_pieces(attribute, self.most_elements):
                self._write(piece)
            self._write(" : ")
            self._write(self._type_text(attribute.get_type()))
            return
        alias = self._attribute_names.get(attribute) if self._attribute_names else None
        special = self._special.get(type(attribute))
        if alias is not None:
            self._write(alias)
        elif isinstance(attribute, builtin.UnregisteredAttr):
            self._print_unregistered(attribute)
        elif special is None:
            super().print_attribute(attribute)
        else:
            special(attribute)

    def _print_unregistered(self, attribute: builtin.UnregisteredAttr) -> None:
        if attribute.is_opaque.data and attribute.value.data == EMPTY_BRACKETS:
            self._write(f"{'!' if attribute.is_type.data else '#'}{attribute.attr_name.data}{EMPTY_BRACKETS}")
            return
        indent, self._indent = self._indent, 0
        super().print_attribute(attribute)
        self._indent = indent

    def _text(self, attribute: Attribute) -> str:
        """The text of `attribute`."""
        pieces: list[str] = []
        write, self._write = self._write, pieces.append
        try:
            if isinstance(attribute, builtin.UnregisteredAttr):
                self._print_unregistered(attribute)
            elif isinstance(attribute, TypeAttribute):
                super().print_attribute(attribute)
            else:
                self.print_attribute(attribute)
        finally:
            self._write = write
        return "".join(pieces)

    def print_float(self, value: float, type: builtin.AnyFloat) -> None:
        self._write(float_text(value, type))

    def _print_integer_attr(self, attribute: builtin.IntegerAttr, elide: bool = False) -> None:
        value, value_type = attribute.value.data, attribute.type
        if is_integer_type(value_type):
            width = value_type.width.data
            if width == 1 and value_type.signedness.data is builtin.Signedness.SIGNLESS:
                self._write("true" if value else "false")
                return
            if value < 0 and value_type.signedness.data is builtin.Signedness.UNSIGNED:
                value += 1 << width
        self._write(str(value))
        if not (elide and value_type == builtin.i64):
            self._write(" : " + self._type_text(value_type))

    def _print_float_attr(self, attribute: builtin.FloatAttr[builtin.AnyFloat], elide: bool = False) -> None:
        text = float_text(attribute.value.data, attribute.type)
        self._write(text)
        if not (elide and attribute.type == builtin.f64) or text.startswith(
            "0x"
        ):  # digits alone are an integer
            self._write(" : " + self._type_text(attribute.type))

    def _print_array(self, attribute: builtin.ArrayAttr[Attribute]) -> None:
        """The elements of an array leave out the types i64 and f64."""
        self._write("[")
        for index, item in enumerate(attribute.data):
            if index:
                self._write(", ")
            without_type = self._without_type.get(type(item))
            if without_type is None:
                self.print_attribute(item)
            else:
                without_type(item, True)
        self._write("]")

    def _print_dense_array(self, attribute: builtin.DenseArrayBase) -> None:
        element_type = attribute.elt_type
        self._write(f"array<{self._type_text(element_type)}")
        if attribute.data.data:
            if is_array_of_integers(attribute):
                is_bool = attribute.elt_type.width.data == 1
                texts = [("true" if v else "false") if is_bool else str(v) for v in attribute.get_values()]
            else:
                array = np.frombuffer(attribute.data.data, dtype_of(element_type))
                texts = float_texts(array, element_type)
            self._write(": " + ", ".join(texts))
        self._write(">")

    def _print_symbol(self, attribute: builtin.SymbolRefAttr) -> None:
        for index, name in enumerate((attribute.root_reference, *attribute.nested_references)):
            self._write("::@" if index else "@")
            self.print_identifier_or_string_literal(name.data)

    def _print_typed_string(self, attribute: TypedStringAttr) -> None:
        self.print_string_literal(attribute.data)
        self._write(f" : {self._type_text(attribute.type)}")


ALIASED = {"sparse_tensor.encoding": "sparse"}
"""Attributes that MLIR gives names to, and which."""


def attribute_aliases(root: Operation) -> dict[Attribute, str]:
    """The names of the attributes of `ALIASED` that types and attributes in `root` hold. Elements are not looked at."""
    names: dict[Attribute, str] = {}
    seen: set[int] = set()
    for op in ops_from(root):
        for block in (block for region in op.regions for block in region.blocks):
            _name([argument.type for argument in block.args], seen, names)
        held = chain([result.type for result in op.results], op.properties.values(), op.attributes.values())
        if fresh := [attribute for attribute in held if id(attribute) not in seen]:
            _name(fresh, seen, names)
    return names


def _name(pending: list[Attribute], seen: set[int], names: dict[Attribute, str]) -> None:
    """Name what is in some attributes. Each object is looked at once: there may be large ones among them."""
    while pending:
        attribute = pending.pop(0)
        if id(attribute) in seen:
            continue
        seen.add(id(attribute))
        word = ALIASED.get(attribute.name)
        if word is not None and attribute not in names:
            number = sum(1 for name in names.values() if name.startswith(f"#{word}"))
            names[attribute] = f"#{word}{number or ''}"
        elif isinstance(attribute, ParametrizedAttribute):
            pending += attribute.parameters
        elif is_array_attr(attribute):
            pending += attribute.data
        elif isinstance(attribute, builtin.DictionaryAttr):
            pending += attribute.data.values()


class LocationAliases:
    """The aliases for all locations of an operation. `early` ones are defined before it, `late` ones behind it."""

    def __init__(self, root: Operation):
        met: dict[Attribute, bool] = {}
        for op in ops_from(root):
            self._visit(op.location, met, True)
            if isinstance(op, FuncOp) and op.body.first_block is not None:
                for argument in op.body.first_block.args:
                    self._visit(argument.location, met, False)
        ordered = sorted(met, key=_depth)
        self.names = {location: f"#loc{i or ''}" for i, location in enumerate(ordered)}
        self.early = [(self.names[location], location) for location in ordered if not met[location]]
        self.late = [(self.names[location], location) for location in ordered if met[location]]

    def _visit(self, location: Attribute, met: dict[Attribute, bool], late: bool) -> None:
        known = met.get(location)
        if known is None or (known and not late):
            met[location] = late
            for child in _children(location):
                self._visit(child, met, late)

    def definition(self, location: Attribute, text: Callable[[Attribute], str]) -> str:
        """The location in full, the locations in it by their names."""
        name = self.names
        if isinstance(location, builtin.NameLoc) and not isinstance(location.location, builtin.NoneAttr):
            return f"loc({text(location.desc)}({name[location.location]}))"
        if isinstance(location, builtin.CallSiteLoc):
            return f"loc(callsite({name[location.callee]} at {name[location.caller]}))"
        if isinstance(location, builtin.FusedLoc):
            metadata = (
                "" if isinstance(location.metadata, builtin.NoneAttr) else f"<{text(location.metadata)}>"
            )
            return f"loc(fused{metadata}[{', '.join(name[child] for child in _children(location))}])"
        return text(location)


def _children(location: Attribute) -> Iterator[Attribute]:
    if isinstance(location, builtin.NameLoc):
        if not isinstance(location.location, builtin.NoneAttr):
            yield location.location
    elif isinstance(location, builtin.CallSiteLoc):
        yield location.callee
        yield location.caller
    elif isinstance(location, builtin.FusedLoc) and is_array_attr(location.locations):
        yield from location.locations.data


def _depth(location: Attribute) -> int:
    """The depth to which locations are nested."""
    return max((1 + _depth(child) for child in _children(location)), default=0)
