"""The storage of tensors: `sparse_tensor.encoding`, which nothing here reads, `memref.cast` in MLIR's form, and in
`bufferization` a buffer that became a tensor and is one again is the buffer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from xdsl.dialects import bufferization, memref
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def, traits_def
from xdsl.parser import AttrParser, Parser
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.printer import Printer
from xdsl.traits import HasCanonicalizationPatternsTrait, Pure

from xdsl_stablehlo.ir.versions import erase, replace

_BODY = re.compile(r"\s*\{([^{}]*)\}\s*")


@irdl_attr_definition
class EncodingAttr(ParametrizedAttribute):
    """`#sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>`: how levels of a tensor are stored.

    `text` is what stands between the braces, with single spaces.
    """

    name = "sparse_tensor.encoding"
    text: StringAttr = param_def()

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        start = parser.pos + 1
        body = _BODY.match(parser.lexer.input.content, start)
        if body is None:
            parser.raise_error("expected '<{', an encoding and '}>'", start - 1)
        parser.lexer.pos = body.end()  # maps are not for this lexer
        parser.parse_punctuation("<")
        parser.parse_punctuation(">")
        return (StringAttr(" ".join(body[1].split())),)

    def print_parameters(self, printer: Printer) -> None:
        printer.print_string(f"<{{ {self.text.data} }}>")


SPARSE_TENSOR = Dialect("sparse_tensor", [], [EncodingAttr])


class CastOp(memref.CastOp):
    """The same buffer, of a type with more or fewer static sizes."""

    @classmethod
    def parse(cls, parser: Parser) -> CastOp:
        operand = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source = parser.resolve_operand(operand, parser.parse_type())
        parser.parse_keyword("to")
        return cls.create(operands=[source], result_types=[parser.parse_type()], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.source)
        printer.print_op_attributes(self.attributes)
        printer.print_string(f" : {self.source.type} to {self.dest.type}")


MemRef = Dialect(
    "memref",
    [CastOp if op is memref.CastOp else op for op in memref.MemRef.operations],
    [*memref.MemRef.attributes],
)


class _ThereAndBack(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: bufferization.ToBufferOp, rewriter: PatternRewriter) -> None:
        made = op.tensor.owner
        if isinstance(made, bufferization.ToTensorOp) and made.memref.type == op.memref.type:
            replace(rewriter, op, [], [made.memref])
            if made.tensor.first_use is None:
                erase(rewriter, made)


class _Canonicalization(HasCanonicalizationPatternsTrait):
    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (_ThereAndBack(),)


class ToBufferOp(bufferization.ToBufferOp):
    """The buffer that holds a tensor."""

    traits = traits_def(_Canonicalization(), Pure())


Bufferization = Dialect(
    "bufferization",
    [ToBufferOp if op is bufferization.ToBufferOp else op for op in bufferization.Bufferization.operations],
    [*bufferization.Bufferization.attributes],
)
