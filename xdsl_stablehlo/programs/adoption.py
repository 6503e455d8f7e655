"""Programs in classes of other projects (xdsl-jax also has a `stablehlo` dialect), or of unregistered ops.

A program is adopted by rebuilding it with our ops, types and attributes of the same names, and returned by rebuilding
the result with its own classes. Unchanged ops get their own attributes back. Types and attributes are converted as
text, because classes store the same syntax differently.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from io import StringIO
from typing import TypeAlias, TypeGuard

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Block, Dialect, Operation, ParametrizedAttribute, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError, VerifyException

from xdsl_stablehlo.dialects.base.definition import DialectOnDemand
from xdsl_stablehlo.dialects.base.quant import Quant
from xdsl_stablehlo.dialects.chlo import Chlo
from xdsl_stablehlo.dialects.stablehlo import StableHLO
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp
from xdsl_stablehlo.ir.guards import is_array_attr, is_dense, name_of
from xdsl_stablehlo.ir.identity_cache import IdentityCache
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.text.locations import is_location
from xdsl_stablehlo.text.read.parser import TextParser
from xdsl_stablehlo.values.elements import SplatElementsAttr, dense_elements

from .foreign import ADOPTED, AdoptionError, home_of, is_foreign, is_foreign_op, is_own

_OWN: dict[str, DialectOnDemand] = {"chlo": Chlo, "stablehlo": StableHLO}

_Attributes: TypeAlias = Mapping[str, Attribute]

_Form: TypeAlias = tuple[type[Operation], _Attributes, _Attributes]
"""The class, the properties and the attributes of an op that is rebuilt."""

SPELLED_OTHERWISE = {"stablehlo.compare": {"comparison_type": "compare_type"}}
"""Properties that others define under a name that is not MLIR's."""


class Adoption:
    """A program in foreign classes, and a copy in ours, `module`, which may be changed.

    Raises `AdoptionError` for an op that does not verify here.
    """

    def __init__(self, foreign: builtin.ModuleOp, ctx: Context | None = None):
        """`ctx` is the context that `foreign` was parsed in, with the classes of ops that may be added.

        Without it they are looked up in the dialects of the classes of the program.
        """
        self._ours = Context()
        for dialect in (builtin.Builtin, Quant, *_OWN.values()):
            self._ours.load_dialect(dialect)
        self._given = ctx
        self._classes: dict[str, type[Operation]] = {}
        self._foreign: set[str] = set()
        """The dialects that the program has in foreign classes."""
        self._originals: dict[Attribute, Attribute] = {}
        self._types = IdentityCache(self._to_ours).of
        self._types_back = IdentityCache(self._to_theirs).of
        with deep_recursion():
            self.module, adopted = _rebuilt(foreign, self._form_here, self._types)
            self._sources = {
                op: (source, dict(op.properties), dict(op.attributes)) for source, op in adopted.items()
            }
            for op, (source, _, _) in self._sources.items():
                if type(op) is not type(source):
                    _verify(op, source)

    def returned(self) -> builtin.ModuleOp:
        """`module` in the classes of the foreign program.

        Raises `AdoptionError` if something new in it has no such class, or does not verify in it.
        """
        with deep_recursion():
            module, returned = _rebuilt(self.module, self._form_there, self._types_back)
            for op, back in returned.items():
                if op not in self._sources and type(op) is not type(back):
                    try:
                        back.verify_()
                    except VerifyException as error:
                        raise AdoptionError(
                            f"'{op.name}' is to be added, and {home_of(back)} does not take it: {_gist(error)}",
                            op,
                        ) from None
        return module

    def give_back(self, foreign: builtin.ModuleOp) -> None:
        """Put the changed program into `foreign`, the adopted one. Raises as `returned`."""
        returned = self.returned()
        foreign.properties, foreign.attributes = returned.properties, returned.attributes
        block = returned.body.detach_block(returned.body.block)
        foreign.body.detach_block(foreign.body.block)
        foreign.body.add_block(block)

    # ---- ops ----

    def _form_here(self, op: Operation) -> _Form:
        """A foreign op in our class; others as they are, but for their properties."""
        name = name_of(op)
        dialect, _, rest = name.partition(".")
        own = _OWN[dialect].operation(rest) if is_foreign_op(op) else None
        if own is None:
            return type(op), _mapped_values(op.properties, self._to_ours), op.attributes
        self._classes.setdefault(name, type(op))
        self._foreign.add(dialect)
        properties, attributes = _split(own, *_renamed(op, own))
        return own, _mapped_values(properties, self._to_ours), _mapped_values(attributes, self._to_ours)

    def _form_there(self, op: Operation) -> _Form:
        """An op as it was, if it has not changed, otherwise in its class of before; a new one in a foreign class."""
        source, before, attributes_before = self._sources.get(op, (None, None, None))
        if source is None:
            kind = self._class_of(op) if is_own(type(op)) else type(op)
        elif op.properties == before and op.attributes == attributes_before:
            return type(source), source.properties, source.attributes
        else:
            kind = type(source)
        properties = _mapped_values(op.properties, self._to_theirs)
        attributes = _mapped_values(op.attributes, self._to_theirs)
        if kind is not type(op):
            properties, attributes = _split(kind, _renamed_back(op.name, kind, properties), attributes)
        return kind, properties, attributes

    def _class_of(self, op: Operation) -> type[Operation]:
        """The class of a new op: that of the foreign dialect of its name, if the program has one."""
        known = self._classes.get(op.name)
        if known is None:
            dialect = op.name.partition(".")[0]
            if dialect not in self._foreign:
                return type(op)
            found = [ctx.get_optional_op(op.name) for ctx in self._contexts]
            known = next((kind for kind in found if kind is not None and is_foreign(kind)), None)
            if known is None:
                raise AdoptionError(
                    f"'{op.name}' is to be added, and the dialect '{dialect}' that the program is in does not have it; "
                    "stablehlo-opt, which has all ops, folds it",
                    op,
                )
            self._classes[op.name] = known
        return known

    @cached_property
    def _contexts(self) -> list[Context]:
        """Contexts that may have the foreign classes: one with their dialects, and the given one."""
        kinds = list(self._classes.values())
        ctx = Context(allow_unregistered=all(issubclass(kind, builtin.UnregisteredOp) for kind in kinds))
        ctx.load_dialect(builtin.Builtin)
        for dialect in filter(None, map(_dialect_of, kinds)):
            if dialect.name not in ctx.registered_dialect_names:
                ctx.load_dialect(dialect)
        return [ctx] if self._given is None else [ctx, self._given]

    # ---- types and attributes ----

    def _to_ours(self, attribute: Attribute) -> Attribute:
        converted = self._mapped(attribute, self._to_ours, _is_foreign_attribute, self._parsed_here)
        if converted is not attribute:
            self._originals.setdefault(converted, attribute)
        return converted

    def _to_theirs(self, attribute: Attribute) -> Attribute:
        if isinstance(attribute, SplatElementsAttr):
            # Elements as xDSL's own attribute has them: each one, in bytes.
            return dense_elements(attribute.type, bytes(attribute.data.data) * len(attribute))
        if is_dense(attribute):
            data = attribute.data.data
            return attribute if type(data) is bytes else dense_elements(attribute.type, bytes(data))
        original = self._originals.get(attribute) if _may_differ(attribute) else None
        if original is not None:
            return original
        return self._mapped(
            attribute,
            self._to_theirs,
            lambda each: _has_own_name(each) and each.name.partition(".")[0] in self._foreign,
            self._parsed_there,
        )

    def _mapped(
        self,
        attribute: Attribute,
        convert: Callable[[Attribute], Attribute],
        differs: Callable[[Attribute], bool],
        parsed: Callable[[Attribute], Attribute],
    ) -> Attribute:
        """`attribute` with `parsed` applied to each part that `differs`; itself if there is none."""
        if differs(attribute):
            return parsed(attribute)
        if is_array_attr(attribute):
            items = [convert(item) for item in attribute.data]
            return attribute if _same(items, attribute.data) else builtin.ArrayAttr(items)
        if isinstance(attribute, builtin.DictionaryAttr):
            entries = _mapped_values(attribute.data, convert)
            same = _same(entries.values(), attribute.data.values())
            return attribute if same else builtin.DictionaryAttr(entries)
        if _holds_types(attribute):
            parameters = [convert(item) for item in attribute.parameters]
            return attribute if _same(parameters, attribute.parameters) else attribute.new(parameters)
        return attribute

    def _parsed_here(self, attribute: Attribute) -> Attribute:
        text = _text(attribute)
        self._foreign.add(_name_of_attribute(attribute).partition(".")[0])
        try:
            return TextParser(self._ours, text, "attribute").parse_only_attribute()
        except (ParseError, VerifyException) as error:
            raise AdoptionError(f"'{text}' is not known here: {_gist(error)}") from None

    def _parsed_there(self, attribute: Attribute) -> Attribute:
        text, reason = _text(attribute), ""
        for ctx in self._contexts:
            try:
                return Parser(ctx, text).parse_attribute()
            except (ParseError, VerifyException) as error:
                reason = reason or _gist(error)
        raise AdoptionError(f"'{text}' is to be added, and is not known there: {reason}")


def _rebuilt(
    module: builtin.ModuleOp, form: Callable[[Operation], _Form], convert: Callable[[Attribute], Attribute]
) -> tuple[builtin.ModuleOp, dict[Operation, Operation]]:
    """A module whose ops have other forms and types, and the new op for each old one.

    First come all ops, then their operands, which may be defined further down.
    """
    values: dict[SSAValue, SSAValue] = {}
    blocks: dict[Block, Block] = {}
    ops: dict[Operation, Operation] = {}

    def op_of(op: Operation) -> Operation:
        regions = [region_of(region) for region in op.regions]
        kind, properties, attributes = form(op)
        new = ops[op] = kind.create(
            result_types=[convert(result.type) for result in op.results],
            properties=dict(properties),
            attributes=dict(attributes),
            location=op.location,
            regions=regions,
        )
        for old_value, value in zip(op.results, new.results, strict=True):
            value.name_hint = old_value.name_hint
            values[old_value] = value
        return new

    def region_of(region: Region) -> Region:
        new = Region()
        for block in region.blocks:
            built = blocks[block] = Block(arg_types=[convert(value.type) for value in block.args])
            for old_value, value in zip(block.args, built.args, strict=True):
                value.name_hint, value.location = old_value.name_hint, old_value.location
                values[old_value] = value
            built.add_ops([op_of(op) for op in block.ops])
            new.add_block(built)
        return new

    built = op_of(module)
    assert isinstance(built, builtin.ModuleOp)
    for old, new in ops.items():
        if old.operands:
            new.operands = [values.get(operand, operand) for operand in old.operands]
        if old.successors:
            new.successors = [blocks[block] for block in old.successors]
    return built, ops


def _verify(op: Operation, source: Operation) -> None:
    """Raise `AdoptionError` if an op does not verify by our definition."""
    try:
        op.verify_()
    except VerifyException as error:
        reason = str(op.explain(error) if isinstance(op, HloOp) else error)
        if not isinstance(source, builtin.UnregisteredOp):
            reason += f"; so says this project's definition of the op, not that of {home_of(source)}"
        raise AdoptionError(reason, op) from None


def _gist(error: Exception) -> str:
    message = error.msg if isinstance(error, ParseError) else str(error)
    return message.strip().splitlines()[0] if message.strip() else type(error).__name__


def _renamed(op: Operation, own: type[Operation]) -> tuple[_Attributes, _Attributes]:
    """Properties and attributes of a foreign op under our names. Raises `AdoptionError` for an unknown one."""
    defined = set(op.properties)
    if isinstance(op, IRDLOperation):
        definition = op.get_irdl_definition()
        defined.update(definition.properties, definition.attributes)
    assert issubclass(own, IRDLOperation)
    known, names = own.get_irdl_definition().properties, SPELLED_OTHERWISE.get(own.name, {})

    def renamed(values: _Attributes) -> _Attributes:
        for name in values:
            if name in defined and name not in known and name not in names:
                raise AdoptionError(f"'{own.name}' op has the property '{name}', which is not known here", op)
        return {names.get(name, name): value for name, value in values.items()}

    return renamed(op.properties), renamed(op.attributes)


def _renamed_back(name: str, kind: type[Operation], properties: _Attributes) -> _Attributes:
    """Properties of one of our ops under the names of a foreign class."""
    theirs = {ours: other for other, ours in SPELLED_OTHERWISE.get(name, {}).items()}
    if not issubclass(kind, IRDLOperation) or not theirs.keys() & properties.keys():
        return properties
    defined = kind.get_irdl_definition().properties
    return {key if key in defined else theirs.get(key, key): value for key, value in properties.items()}


def _split(
    kind: type[Operation], properties: _Attributes, attributes: _Attributes
) -> tuple[_Attributes, _Attributes]:
    """Split attributes into properties of a class and others; unchanged for a class without definition."""
    if not issubclass(kind, IRDLOperation):
        return properties, attributes
    both = {**attributes, **properties}
    both.pop("op_name__", None)
    known = kind.get_irdl_definition().properties
    return (
        {key: value for key, value in both.items() if key in known},
        {key: value for key, value in both.items() if key not in known},
    )


def _dialect_of(kind: type[Operation]) -> Dialect | None:
    """The dialect of a class of ops: a member of its module, or of a package around that."""
    name, _, rest = kind.name.partition(".")
    module = kind.__module__
    while rest and module:
        for member in [*vars(sys.modules.get(module, sys)).values()]:
            if isinstance(member, Dialect) and member.name == name and kind in [*member.operations]:
                return member
        module = module.rpartition(".")[0]
    return None


def _name_of_attribute(attribute: Attribute) -> str:
    return attribute.attr_name.data if isinstance(attribute, builtin.UnregisteredAttr) else attribute.name


def _is_foreign_attribute(attribute: Attribute) -> bool:
    dialect = _name_of_attribute(attribute).partition(".")[0]
    return dialect in ADOPTED and not is_own(type(attribute))


def _has_own_name(attribute: Attribute) -> bool:
    """Whether an attribute is one of ours that others may have, too."""
    own = is_own(type(attribute)) and not is_location(attribute)
    return own and attribute.name.partition(".")[0] in ADOPTED


def _holds_types(attribute: Attribute) -> TypeGuard[ParametrizedAttribute]:
    return isinstance(attribute, builtin.FunctionType | builtin.TupleType | builtin.TensorType)


def _may_differ(attribute: Attribute) -> bool:
    is_container = isinstance(attribute, builtin.ArrayAttr | builtin.DictionaryAttr)
    return is_container or _holds_types(attribute) or _has_own_name(attribute)


def _mapped_values(values: _Attributes, convert: Callable[[Attribute], Attribute]) -> dict[str, Attribute]:
    return {key: convert(value) for key, value in values.items()}


def _same(items: Iterable[object], others: Iterable[object]) -> bool:
    return all(a is b for a, b in zip(items, others, strict=True))


def _text(attribute: Attribute) -> str:
    stream = StringIO()
    Printer(stream).print_attribute(attribute)
    return stream.getvalue()
