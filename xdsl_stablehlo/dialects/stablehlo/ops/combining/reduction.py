"""Ops that combine or map elements with a region: reduce and map (spec: reduce, map)."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType, FunctionType, LocationAttr, TensorType, UnknownLoc
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import Commutative
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.text.read.location_parser import LocationTextParser

from ....base import fields
from ... import hlo_types as kinds
from ...checks import accumulator_types, check_inputs, check_parameters, check_reducer
from ...definition import Violation, ranked_types
from ...hlo_types import ints, ranked_type
from ...shapes import compatible_shapes, element_type_of, scalar_type, select_dimensions, with_element_type
from ...traits import MovesElements
from ..structure.control_flow import RegionOp, ReturnOp, terminator_types


def infer_reduced_shape(inputs: Sequence[AnyTensorType], dimensions: Sequence[int]) -> AnyTensorType:
    """The first input's type without `dimensions`: the shape and bounds of every result of a reduce."""
    check_inputs(inputs, "C3", "C1")
    first = inputs[0]
    rank = first.get_num_dims()
    for i, dimension in enumerate(dimensions):
        if not 0 <= dimension < rank:
            raise Violation(f"Out-of-bounds dimension {dimension}, expected to be in range [0, {rank})", "C4")
        if dimension in dimensions[:i]:
            raise Violation(f"Duplicate reduction dimension: {dimension}", "C5")
    return select_dimensions(first, [i for i in range(rank) if i not in dimensions])


class ReduceOp(RegionOp, op="stablehlo.reduce"):
    """Combines all elements along `dimensions` with `body`, beginning with `init_values`."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor)
    init_values: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor)
    dimensions: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    body: Region = fields.region_def()
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_Tensor, alias="result_types", default=None
    )
    traits = irdl.traits_def(MovesElements())
    irdl_options = (irdl.SameVariadicOperandSize(),)

    def infer(self) -> Sequence[Attribute]:
        inputs = ranked_types(self.inputs)
        reduced = infer_reduced_shape(inputs, ints(self.dimensions))
        elements = map(element_type_of, accumulator_types(self.body, inputs))
        return tuple([with_element_type(reduced, element) for element in elements])

    def check(self) -> None:
        inputs = ranked_types(self.inputs)
        reduced = infer_reduced_shape(inputs, ints(self.dimensions))
        check_reducer(self.body, inputs, ranked_types(self.init_values), reduced.get_shape(), "C6", "C2, C6")

    def explain(self, error: Exception) -> VerifyException:
        """MLIR takes half of an odd number of operands for inputs, and looks at the reducer."""
        reducer = self.regions[0].first_block if self.regions else None
        try:
            if reducer is not None:
                check_parameters(reducer, len(self.operands) // 2, "C6")
        except Violation as violation:
            return violation.of(self.name)
        return super().explain(error)

    @classmethod
    def parse(cls, parser: Parser) -> ReduceOp:
        at = parser.pos
        pairs = parser.parse_comma_separated_list(parser.Delimiter.NONE, lambda: _parse_pair(parser))
        applied = parser.parse_identifier() if parser.parse_optional_keyword("applies") is not None else None
        parser.parse_keyword("across")
        parser.parse_keyword("dimensions")
        parser.parse_punctuation("=")
        dimensions = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        types = parser.parse_type()
        if not isinstance(types, FunctionType):
            parser.raise_error("expected function type", at)
        if not types.inputs.data:
            parser.raise_error("input types missing in reduce-op function type", at)
        unresolved = [pair[0] for pair in pairs] + [pair[1] for pair in pairs]
        operands = parser.resolve_operands(unresolved, types.inputs.data, at)
        # C++ takes the place of the first operand for that of the op. xDSL's parser has no places.
        location = parser.location_at(at) if isinstance(parser, LocationTextParser) else UnknownLoc()
        if applied is None:
            body = _parse_reducer(parser)
        else:
            location = parser.parse_optional_location() or location
            body = _applied_reducer(parser, applied, element_type_of(types.inputs.data[0]), location, at)
        n = len(pairs)
        op = cls(operands[:n], operands[n:], dimensions, body, types.outputs.data)
        op.attributes = attributes
        if isinstance(parser, LocationTextParser):
            parser.locate(op, location)
        else:
            op.location = location
        return op

    def print(self, printer: Printer) -> None:
        """`(%x init: %i) applies stablehlo.add across dimensions = [1] : ..`, with the reducer where it is more."""

        def print_pair(pair: tuple[SSAValue, SSAValue]) -> None:
            with printer.in_parens():
                printer.print_ssa_value(pair[0])
                printer.print_string(" init: ")
                printer.print_ssa_value(pair[1])

        printer.print_list(zip(self.inputs, self.init_values), print_pair)
        inner = _compact_inner_op(self)
        if inner is not None:
            printer.print_string(f" applies {inner.name}")
        printer.print_string(" across dimensions = [")
        printer.print_list(ints(self.dimensions), printer.print_int)
        printer.print_string("]")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_operation_type(self)
        if inner is not None:
            return
        printer.print_string("\n reducer")
        arguments = self.body.block.args
        n = len(arguments) // 2
        for element, accumulator in zip(arguments[:n], arguments[n:]):
            with printer.in_parens():
                printer.print_block_argument(element)
                printer.print_string(", ")
                printer.print_block_argument(accumulator)
            printer.print_string(" ")
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)


def _is_commutative_binary(op_type: type[Operation]) -> bool:
    """Whether an op may follow `applies`: commutative, of this dialect, on two operands."""
    return op_type.name.startswith("stablehlo.") and op_type.has_trait(Commutative)


def _compact_inner_op(op: ReduceOp) -> Operation | None:
    """The op that is all of the reducer, on its two arguments in their order, where the short form can say so."""
    block = op.body.block
    inner, last = block.first_op, block.last_op
    if inner is None or inner.next_op is not last or not isinstance(last, ReturnOp) or inner.regions:
        return None
    if not _is_commutative_binary(type(inner)) or not op.inputs or len(inner.results) != 1:
        return None
    expected = scalar_type(element_type_of(op.inputs[0].type))
    same_type = all(t == expected for t in (*inner.operand_types, *inner.result_types))
    forwards = tuple(inner.operands) == tuple(block.args) and tuple(last.operands) == tuple(inner.results)
    return inner if same_type and forwards else None


def _parse_pair(parser: Parser) -> tuple[UnresolvedOperand, UnresolvedOperand]:
    """`(%x init: %i)`"""
    with parser.in_parens():
        operand = parser.parse_unresolved_operand()
        parser.parse_keyword("init")
        parser.parse_punctuation(":")
        return operand, parser.parse_unresolved_operand()


def _parse_reducer(parser: Parser) -> Region:
    parser.parse_keyword("reducer")
    elements: list[Parser.Argument] = []
    accumulators: list[Parser.Argument] = []
    while parser.parse_optional_punctuation("(") is not None:
        elements.append(_parse_argument(parser))
        parser.parse_punctuation(",")
        accumulators.append(_parse_argument(parser))
        parser.parse_punctuation(")")
    return parser.parse_region([*elements, *accumulators])


def _parse_argument(parser: Parser) -> Parser.Argument:
    argument = parser.parse_argument()
    argument.location = parser.parse_optional_location()
    return argument


def _applied_reducer(
    parser: Parser, name: str, element: Attribute, location: LocationAttr, at: int
) -> Region:
    op_type = parser.ctx.get_optional_op(name)
    if op_type is None or not _is_commutative_binary(op_type):
        parser.raise_error(
            "expected the inner-op to be a commutative binary-op from the stablehlo dialect, "
            "with zero region, producing single result",
            at,
        )
    scalar = scalar_type(element)
    block = Block(arg_types=[scalar, scalar])
    inner = op_type.create(operands=block.args, result_types=[scalar])
    block.add_ops([inner, ReturnOp(inner.results)])
    for each in (*block.args, *block.ops):
        each.location = location
    return Region(block)


class MapOp(RegionOp, op="stablehlo.map"):
    """Applies `computation` to the elements of `inputs` at each index."""

    inputs: fields.ManyOperands = fields.var_operand_def(kinds.HLO_Tensor)
    dimensions: fields.IntsField = fields.prop_def(kinds.DenseI64ArrayAttr)
    computation: Region = fields.region_def()
    result: fields.InferredResult = fields.result_def(kinds.HLO_Tensor, alias="result_type", default=None)

    def infer(self) -> Sequence[Attribute]:
        if not self.computation.blocks:
            raise Violation("expect non-empty region")
        inputs, block = ranked_types(self.inputs), self.computation.block
        if len(inputs) != len(block.args):
            raise Violation(
                "expects number of operands to match the arity of map computation, but got: "
                f"{len(inputs)} and {len(block.args)}",
                "C4",
            )
        for i, (source, argument) in enumerate(zip(inputs, block.arg_types)):
            if not is_tensor_type(argument) or argument.get_shape():
                raise Violation(
                    f"computation arguments must be 0-rank tensor, but got: arg #{i} of type '{argument}'",
                    "C4",
                )
            if argument.element_type != source.element_type:
                raise Violation(
                    "element type of operands and computation arguments must match, but got: "
                    f"'{source.element_type}' and '{argument.element_type}'",
                    "C4",
                )
        returned = terminator_types(block)
        if len(returned) != 1:
            raise Violation(f"computation must return single output, but got: {len(returned)}", "C4")
        output = returned[0]
        if not is_tensor_type(output) or output.get_shape():
            raise Violation(f"computation must return 0-rank tensor, but got: '{output}'", "C4")
        dimensions = ints(self.dimensions)
        if dimensions != tuple(range(len(dimensions))):
            listed = ", ".join(map(str, dimensions))
            raise Violation(f"requires monotonically increasing dimension numbers, but got: {listed}", "C3")
        for source in inputs:
            if len(dimensions) != source.get_num_dims():
                raise Violation(
                    "applied to a subset of dimensions currently not supported: operand dimensions = "
                    f"{source.get_num_dims()}, requested map dimensions size = {len(dimensions)}",
                    "C3",
                )
        return (TensorType(output.element_type, inputs[-1].get_shape() if inputs else ()),)

    def check(self) -> None:
        if not self.inputs:
            raise Violation("expected 1 or more operands, but found 0", "C2")
        shapes = [ranked_type(t).get_shape() for t in (*self.operand_types, *self.result_types)]
        if not all(compatible_shapes(shapes[0], shape) for shape in shapes):
            raise Violation("requires the same shape for all operands and results", "C1")
