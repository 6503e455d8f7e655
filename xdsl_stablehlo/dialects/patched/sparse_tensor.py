"""MLIR's `sparse_tensor.encoding`, which types of tensors may carry. Nothing here reads what it says."""

from __future__ import annotations

import re
from collections.abc import Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer

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
