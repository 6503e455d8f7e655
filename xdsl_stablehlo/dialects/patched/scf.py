"""xDSL's dialect `scf`, where one type of a loop need not stand in parentheses. The ops are xDSL's."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import IndexType
from xdsl.dialects.utils import parse_assignment
from xdsl.ir import Attribute, Dialect
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.traits import SingleBlockImplicitTerminator, ensure_terminator


class ForOp(scf.ForOp):
    """A counted loop; what is parsed is xDSL's own op."""

    @classmethod
    def parse(cls, parser: Parser) -> scf.ForOp:
        counter = parser.parse_argument(expect_type=False)
        parser.parse_punctuation("=")
        bounds = [parser.parse_unresolved_operand()]
        for keyword in ("to", "step"):
            parser.parse_keyword(keyword)
            bounds.append(parser.parse_unresolved_operand())
        at = parser.pos
        carried: list[tuple[Parser.UnresolvedArgument, UnresolvedOperand]] = []
        types: Sequence[Attribute] = ()
        if parser.parse_optional_keyword("iter_args"):
            carried = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parse_assignment(parser)
            )
            parser.parse_punctuation("->")
            listed = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
            types = [parser.parse_type()] if listed is None else listed
        operands = parser.resolve_operands([operand for _, operand in carried], types, at)
        arguments = [argument.resolve(t) for (argument, _), t in zip(carried, types)]
        counted = parser.parse_type() if parser.parse_optional_punctuation(":") else IndexType()
        lower, upper, step = [parser.resolve_operand(bound, counted) for bound in bounds]
        body = parser.parse_region((counter.resolve(counted), *arguments))
        op = scf.ForOp(lower, upper, step, operands, body)
        op.attributes.update(parser.parse_optional_attr_dict())
        if not carried:
            for trait in op.get_traits_of_type(SingleBlockImplicitTerminator):
                ensure_terminator(op, trait)
        return op


Scf = Dialect("scf", [ForOp if op is scf.ForOp else op for op in scf.Scf.operations], [*scf.Scf.attributes])
