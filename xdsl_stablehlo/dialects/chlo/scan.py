"""Along one dimension: scan, which carries values from one index to the next, and top_k, the largest elements."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects import builtin
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, Pure, RecursiveMemoryEffect

from xdsl_stablehlo.ir.guards import is_tensor_type

from ..base import fields
from ..stablehlo import hlo_types as kinds, shapes
from ..stablehlo.definition import HloOp, Violation
from ..stablehlo.ops.structure.control_flow import terminator_types
from ..stablehlo.syntax import i64_attr


def ranked_operand(i: int, t: Attribute, dimension: int | None = None) -> builtin.AnyTensorType:
    """Operand `i` is a ranked tensor, and has `dimension` if that is asked for."""
    if not is_tensor_type(t):
        raise Violation(f"operand {i} is not ranked")
    if dimension is not None and dimension >= t.get_num_dims():
        raise Violation(f"scan dimension of operand {i} is out of bounds")
    return t


def infer_scan(
    inputs: Sequence[Attribute], carries: int, dimension: int, scan_dim_size: int | None, body: Region
) -> Sequence[Attribute]:
    """The result types: the outputs of `body` with the scanned dimension inserted, then its `carries` last values."""
    if not body.blocks:
        raise Violation("ScanOp region is empty")
    returned = terminator_types(body.block)
    if len(returned) < carries:
        raise Violation(f"ScanOp body must return at least {carries} values (carries)")
    size = shapes.DYNAMIC if scan_dim_size is None else scan_dim_size
    for i, t in enumerate(inputs):
        known = ranked_operand(i, t, dimension).get_shape()[dimension]
        size = known if shapes.is_dynamic(size) else size
    outputs = len(returned) - carries
    results: list[Attribute] = []
    for i, t in enumerate(returned):
        if not is_tensor_type(t):
            raise Violation(f"terminator operand {i} is not ranked")
        shape = list(t.get_shape())
        if i < outputs:
            shape.insert(dimension, size)
        results.append(builtin.TensorType(t.element_type, shape))
    return results


class ScanOp(HloOp, op="chlo.scan"):
    """Runs `body` on each slice of `inputs` along `dimension`, with `inits` as the first carries."""

    inputs = irdl.var_operand_def(kinds.HLO_AnyTensor)
    inits = irdl.var_operand_def(kinds.HLO_AnyTensor)
    dimension: fields.IntField = fields.prop_def(kinds.NonNegativeI64Attr)
    scan_dim_size: fields.OptionalIntField = fields.opt_prop_def(kinds.NonNegativeI64Attr)
    is_reverse: fields.DefaultBoolField = fields.opt_prop_def(kinds.HloBoolAttr, kinds.FALSE)
    is_associative: fields.OptionalBoolField = fields.opt_prop_def(kinds.HloBoolAttr)
    outputs = irdl.var_result_def(kinds.HLO_AnyTensor)
    carries = irdl.var_result_def(kinds.HLO_AnyTensor)
    body = irdl.region_def("single_block")
    irdl_options = (
        irdl.AttrSizedOperandSegments(as_property=True),
        irdl.AttrSizedResultSegments(as_property=True),
    )
    traits = irdl.traits_def(IsolatedFromAbove(), RecursiveMemoryEffect())

    def __init__(
        self,
        inputs: Sequence[fields.ValueLike],
        inits: Sequence[fields.ValueLike],
        dimension: int,
        body: Region,
        *,
        scan_dim_size: int | None = None,
        is_reverse: bool = False,
        result_types: Sequence[Attribute] | None = None,
    ):
        if result_types is None:
            types = [SSAValue.get(value).type for value in inputs]
            result_types = infer_scan(types, len(inits), dimension, scan_dim_size, body)
        outputs = len(result_types) - len(inits)
        irdl.IRDLOperation.__init__(
            self,
            operands=[inputs, inits],
            properties={
                "dimension": i64_attr(dimension),
                "scan_dim_size": None if scan_dim_size is None else i64_attr(scan_dim_size),
                "is_reverse": builtin.BoolAttr.from_bool(True) if is_reverse else None,
            },
            regions=[body],
            result_types=[result_types[:outputs], result_types[outputs:]],
        )

    def infer(self) -> Sequence[Attribute]:
        inputs = [value.type for value in self.inputs]
        size = None if self.scan_dim_size is None else self.scan_dim_size.value.data
        return infer_scan(inputs, len(self.inits), self.dimension.value.data, size, self.body)

    def accepts_return_types(self, inferred: Sequence[Attribute], declared: Sequence[Attribute]) -> bool:
        return len(inferred) == len(declared) and all(
            not (is_tensor_type(a) and is_tensor_type(b))
            or shapes.compatible_shapes(a.get_shape(), b.get_shape())
            for a, b in zip(inferred, declared)
        )

    def check(self) -> None:
        if not self.inputs and not self.outputs:
            raise Violation("at least one of inputs or outputs must be present")
        dimension = self.dimension.value.data
        size = None if self.scan_dim_size is None else self.scan_dim_size.value.data
        for i, value in enumerate(self.inputs):
            known = ranked_operand(i, value.type, dimension).get_shape()[dimension]
            if not shapes.is_dynamic(known):
                if size not in (None, known):
                    raise Violation(f"invalid scan dimension size of operand {i}")
                size = known
        arguments = self.body.block.args
        if len(arguments) != len(self.operands):
            raise Violation(f"expects {len(self.operands)} arguments in the body, but got {len(arguments)}")
        for i, (value, argument) in enumerate(zip(self.operands, arguments)):
            t = ranked_operand(i, value.type)
            if i < len(self.inputs):
                shape = list(t.get_shape())
                del shape[dimension]
                t = builtin.TensorType(t.element_type, shape)
            if not shapes.compatible_types(t, argument.type):
                raise Violation(f"operand and body argument {i} are incompatible")

    @classmethod
    def parse(cls, parser: Parser) -> ScanOp:
        at = parser.pos
        delimiter = parser.Delimiter.PAREN
        inputs = parser.parse_comma_separated_list(delimiter, parser.parse_unresolved_operand)
        parser.parse_keyword("inits")
        inits = parser.parse_comma_separated_list(delimiter, parser.parse_unresolved_operand)
        parser.parse_keyword("dimension")
        parser.parse_punctuation("=")
        dimension = parser.parse_integer()
        dictionary = parser.parse_optional_attr_dict_with_keyword()
        attributes = {} if dictionary is None else dict(dictionary.data)
        body = parser.parse_region()
        parser.parse_punctuation(":")
        types = parser.parse_type()
        if not isinstance(types, builtin.FunctionType):
            parser.raise_error("expected function type", at)
        if len(types.inputs) != len(inputs) + len(inits):
            parser.raise_error("operand types must match the number of inputs and inits", at)
        outputs = len(types.outputs) - len(inits)
        if outputs < 0:
            parser.raise_error("not enough result types to cover the required carries", at)
        properties: dict[str, Attribute] = {
            "dimension": i64_attr(dimension),
            "operandSegmentSizes": builtin.DenseArrayBase.from_list(builtin.i32, [len(inputs), len(inits)]),
            "resultSegmentSizes": builtin.DenseArrayBase.from_list(builtin.i32, [outputs, len(inits)]),
        }
        for name in ("scan_dim_size", "is_reverse", "is_associative"):
            if name in attributes:
                properties[name] = attributes.pop(name)
        return cls.create(
            operands=parser.resolve_operands([*inputs, *inits], types.inputs.data, at),
            properties=properties,
            attributes=attributes,
            result_types=types.outputs.data,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string("(")
        printer.print_list(self.inputs, printer.print_operand)
        printer.print_string(") inits (")
        printer.print_list(self.inits, printer.print_operand)
        printer.print_string(f") dimension={self.dimension.value.data} ")
        names = ("scan_dim_size", "is_reverse", "is_associative")
        shown = {name: self.properties[name] for name in names if name in self.properties} | self.attributes
        printer.print_op_attributes(dict(sorted(shown.items())), print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body)
        printer.print_string(" : ")
        printer.print_operation_type(self)


TRUE = builtin.BoolAttr.from_bool(True)


def infer_top_k(operand: Attribute, k: int) -> Sequence[Attribute]:
    """The operand's shape with `k` as its last size: the values, and their indices as i32."""
    if not is_tensor_type(operand):
        return (
            builtin.UnrankedTensorType(shapes.element_type_of(operand)),
            builtin.UnrankedTensorType(builtin.i32),
        )
    if operand.get_num_dims() < 1:
        raise Violation("operand's rank must be at least 1")
    last = operand.get_shape()[-1]
    if not shapes.is_dynamic(last) and last < k:
        raise Violation(f"operand's last dimension must be at least {k}")
    shape = (*operand.get_shape()[:-1], k)
    bounds = (*shapes.all_bounds_of(operand)[:-1], shapes.DYNAMIC)
    return tuple(
        shapes.tensor_with_bounds(shape, element, bounds) for element in (operand.element_type, builtin.i32)
    )


class TopKOp(HloOp, op="chlo.top_k"):
    """The `k` largest elements along the last dimension, in descending order, and their indices."""

    operand = irdl.operand_def(kinds.HLO_AnyTensor)
    k: fields.IntField = fields.prop_def(kinds.I64Attr)
    is_stable: fields.DefaultBoolField = fields.opt_prop_def(kinds.HloBoolAttr, TRUE)
    values = irdl.result_def(kinds.HLO_AnyTensor)
    indices = irdl.result_def(kinds.HLO_AnyTensor)
    traits = irdl.traits_def(Pure())
    assembly_format = (
        "`(` $operand `,` `k` `=` $k (`,` `is_stable` `=` $is_stable^)? `)` attr-dict "
        "`:` type($operand) `->` `(` type($values) `,` type($indices) `)`"
    )

    def __init__(
        self,
        operand: fields.ValueLike,
        k: int,
        *,
        is_stable: bool = True,
        result_types: Sequence[Attribute] | None = None,
    ):
        self.init_fields(vars() | {"is_stable": None if is_stable else False})

    def infer(self) -> Sequence[Attribute]:
        return infer_top_k(self.operand.type, self.k.value.data)
