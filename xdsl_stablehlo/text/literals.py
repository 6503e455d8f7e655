"""Dense literals."""

from __future__ import annotations

from io import StringIO

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.printer import Printer

from ..elements import SplatElementsAttr, dense_elements


def dense_text(attribute: DenseIntOrFPElementsAttr | SplatElementsAttr) -> str:
    """The literal without its type."""
    if isinstance(attribute, SplatElementsAttr):
        from xdsl.dialects.builtin import TensorType

        attribute = dense_elements(TensorType(attribute.type.element_type, [1]), attribute.data.data)
    stream = StringIO()
    attribute.print_without_type(Printer(stream))
    return stream.getvalue()
