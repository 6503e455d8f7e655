"""Control flow: return, if, case, while (spec: "Control flow" and the ops of those names)."""

from __future__ import annotations

from abc import ABC
from collections.abc import Sequence

from xdsl import irdl
from xdsl.dialects.builtin import AnyTensorType
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import (
    IsTerminator,
    Pure,
    RecursivelySpeculatable,
    RecursiveMemoryEffect,
    ReturnLike,
    SingleBlockImplicitTerminator,
)

from xdsl_stablehlo.ir.versions import (
    InvocationBounds,
    RegionBranchOpInterface,
    RegionBranchPoint,
    RegionBranchTerminatorOpInterface,
    RegionSuccessor,
)
from xdsl_stablehlo.values.elements import array_of

from ....base import fields
from ... import hlo_types as kinds
from ...checks import is_scalar_pred
from ...definition import HloOp, Violation, quoted, ranked
from ...shapes import all_compatible, least_specific_type
from ...traits import MovesElements, RecursivelySpeculatableIfAllInputsStatic


class ReturnOp(HloOp, RegionBranchTerminatorOpInterface, op="stablehlo.return"):
    """Ends every region of a StableHLO op and gives its results."""

    results_: fields.ManyOperands = fields.var_operand_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensorOrTokenOrBuffer, alias="results", default=()
    )
    traits = irdl.traits_def(Pure(), IsTerminator(), ReturnLike())

    @classmethod
    def parse(cls, parser: Parser) -> ReturnOp:
        at = parser.pos
        results = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        attributes = parser.parse_optional_attr_dict()
        types: list[Attribute] = []
        if results:
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        op = cls(parser.resolve_operands(results or (), types, at))
        op.attributes = attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        if self.operands:
            printer.print_string(" : ")
            printer.print_list(self.operand_types, printer.print_attribute)


class ControlFlowOp(HloOp, RegionBranchOpInterface, ABC):
    """An op whose regions end with `stablehlo.return`, and whose effects are theirs.

    For xDSL's analyses a branch hands on its operands: to the arguments of a region, or to the results.
    """

    traits = irdl.traits_def(
        RecursiveMemoryEffect(),
        RecursivelySpeculatable(),
        SingleBlockImplicitTerminator(ReturnOp),
        MovesElements(),
    )

    def successor_regions(self, point: RegionBranchPoint) -> Sequence[RegionSuccessor]:
        """From outside one of the regions, from there the op's results."""
        return [*map(RegionSuccessor, self.regions if point.is_parent() else [self])]

    def successor_inputs(self, successor: RegionSuccessor) -> Sequence[SSAValue]:
        return self.results if successor.region is None else successor.region.block.args

    def are_types_compatible(self, lhs: Attribute, rhs: Attribute) -> bool:
        return all_compatible([lhs], [rhs])


class RegionOp(HloOp, ABC):
    """An op that applies its regions to elements of its inputs. Unknown sizes could disagree at run time."""

    traits = irdl.traits_def(
        RecursiveMemoryEffect(),
        RecursivelySpeculatableIfAllInputsStatic(),
        SingleBlockImplicitTerminator(ReturnOp),
    )


def terminator_types(block: Block) -> Sequence[Attribute]:
    """The types that the last op of `block` returns; none for a block without a terminator."""
    last = block.last_op
    return last.operand_types if last is not None and last.has_trait(IsTerminator) else ()


class ConditionalOp(ControlFlowOp, ABC):
    """An op that runs one of its regions."""

    def selected(self, number: int) -> Region:
        """The region that runs for this number of the operand."""
        return self.regions[number if 0 <= number < len(self.regions) else -1]

    def entry_successor_regions(self, operands: Sequence[Attribute | None]) -> Sequence[RegionSuccessor]:
        return [*map(RegionSuccessor, self._that_may_run(operands))]

    def region_invocation_bounds(self, operands: Sequence[Attribute | None]) -> Sequence[InvocationBounds]:
        run = self._that_may_run(operands)
        return [
            InvocationBounds(int(len(run) == 1 and each in run), int(each in run)) for each in self.regions
        ]

    def _that_may_run(self, operands: Sequence[Attribute | None]) -> Sequence[Region]:
        known = operands[0]
        return self.regions if known is None else [self.selected(int(array_of(known).item()))]


def infer_conditional(
    selector: AnyTensorType, branches: Sequence[Region], labels: tuple[str, str]
) -> Sequence[Attribute]:
    """The result types of `if` and `case`: those of the branches, with only the sizes that all of them know.

    `labels` are the numbers of "takes no arguments" and "all branches return the same".
    """
    if selector.get_shape():
        raise Violation(f"operand should be rank 0 tensor but got rank {selector.get_num_dims()}", "I1")
    if not branches:
        raise Violation("expect at least one branch", "C1")
    if any(not branch.blocks for branch in branches):
        raise Violation("expect non-empty region")
    returned = [terminator_types(branch.block) for branch in branches]
    for i, branch in enumerate(branches):
        if branch.block.args:
            raise Violation(
                f"branch {i} must have 0 arguments, but found {len(branch.block.args)}", labels[0]
            )
        if not all_compatible(returned[0], returned[i]):
            raise Violation(
                f"branch 0 and branch {i} have mismatched return types: "
                f"{quoted(returned[0])} vs {quoted(returned[i])}",
                labels[1],
            )
    return tuple(least_specific_type(types) for types in zip(*returned))


class IfOp(ConditionalOp, op="stablehlo.if"):
    """Runs one of two branches."""

    pred: fields.OneOperand = fields.operand_def(kinds.HLO_PredTensor)
    true_branch: Region = fields.region_def()
    false_branch: Region = fields.region_def()
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensorOrToken, alias="result_types", default=None
    )

    def infer(self) -> Sequence[Attribute]:
        return infer_conditional(ranked(self.pred), self.regions, ("C1", "C2"))

    def selected(self, number: int) -> Region:
        return self.true_branch if number else self.false_branch


class CaseOp(ConditionalOp, op="stablehlo.case"):
    """Runs the branch that `index` selects, the last one where it is out of range."""

    index: fields.OneOperand = fields.operand_def(kinds.I32RankedTensor)
    branches: Sequence[Region] = fields.var_region_def()
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensorOrToken, alias="result_types", default=None
    )

    def infer(self) -> Sequence[Attribute]:
        return infer_conditional(ranked(self.index), self.regions, ("C2", "C3"))


class WhileOp(ControlFlowOp, op="stablehlo.while"):
    """Runs `body` on the operands as long as `cond` returns true."""

    operand: fields.ManyOperands = fields.var_operand_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensorOrTokenOrBuffer
    )
    cond: Region = fields.region_def()
    body: Region = fields.region_def()
    results_: fields.InferredResults = fields.var_result_def(
        kinds.HLO_TensorOrPerAxisQuantizedTensorOrTokenOrBuffer, alias="result_types", default=None
    )

    def infer(self) -> Sequence[Attribute]:
        return self.operand_types

    def successor_regions(self, point: RegionBranchPoint) -> Sequence[RegionSuccessor]:
        """Both regions and the results take what the op or its body hands on; `cond` hands on nothing."""
        terminator = point.terminator
        if terminator is not None and terminator.parent_region() is self.cond:
            return ()
        return [*map(RegionSuccessor, (*self.regions, self))]

    def check(self) -> None:
        operands = self.operand_types
        for arguments, block, label in (
            ("condition", self.cond.block, "C1"),
            ("body", self.body.block, "C2"),
        ):
            types = block.arg_types
            if not all_compatible(operands, types):
                raise Violation(
                    f"expect operands to be compatible with {arguments} block arguments but got "
                    f"{quoted(operands)} vs {quoted(types)}",
                    label,
                )
        returned = terminator_types(self.body.block)
        if not all_compatible(operands, returned):
            raise Violation(
                "expect operands to be compatible with body block return types but got "
                f"{quoted(operands)} vs {quoted(returned)}",
                "C2",
            )
        condition = terminator_types(self.cond.block)
        if len(condition) != 1:
            raise Violation(f"expect condition body returns a single value but got {len(condition)}", "C1")
        if not is_scalar_pred(condition[0]):
            raise Violation(
                f"expect condition block return a zero-ranked tensor of i1 but got '{condition[0]}'", "C1"
            )

    @classmethod
    def parse(cls, parser: Parser) -> WhileOp:
        def parse_pair() -> tuple[Parser.UnresolvedArgument, UnresolvedOperand]:
            argument = parser.parse_argument(expect_type=False)
            parser.parse_punctuation("=")
            return argument, parser.parse_unresolved_operand()

        at = parser.pos
        pairs = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_pair)
        types: list[Attribute] = []
        if pairs:
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        if len(types) != len(pairs):
            parser.raise_error(f"{len(pairs)} operands present, but {len(types)} types", at)
        operands = parser.resolve_operands([operand for _, operand in pairs], types, at)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        arguments = [argument.resolve(t) for (argument, _), t in zip(pairs, types)]
        parser.parse_keyword("cond")
        cond = parser.parse_region(arguments)
        parser.parse_keyword("do")
        body = parser.parse_region(arguments)
        op = cls(operands, cond, body, types)
        if attributes is not None:
            op.attributes = dict(attributes.data)
        return op

    @property
    def is_custom_form_complete(self) -> bool:
        """Whether the types of the operands are those of the results and of the arguments of both regions, too."""
        types = [self.result_types, *[region.block.arg_types for region in self.regions if region.blocks]]
        return all(tuple(each) == tuple(self.operand_types) for each in types)

    def print(self, printer: Printer) -> None:
        def print_pair(pair: tuple[SSAValue, SSAValue]) -> None:
            printer.print_ssa_value(pair[0])
            printer.print_string(" = ")
            printer.print_ssa_value(pair[1])

        arguments = self.body.block.args
        with printer.in_parens():
            printer.print_list(zip(arguments, self.operands), print_pair)
        if self.operands:
            printer.print_string(" : ")
            printer.print_list(self.operand_types, printer.print_attribute)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        # Both regions name their arguments alike, and xDSL's printer has no public way to share a name.
        names: dict[SSAValue, str] = vars(printer)["_ssa_values"]
        names.update({mine: names[theirs] for mine, theirs in zip(self.cond.block.args, arguments)})
        printer.print_string("\ncond ")
        printer.print_region(self.cond, print_entry_block_args=False)
        printer.print_string(" do ")
        printer.print_region(self.body, print_entry_block_args=False)
