"""Strings that have a type: `"abc" : !tf.string`, and tensors of them, `dense<"abc"> : tensor<!tf_type.string>`.

Nothing here computes with them; they are kept and printed.
"""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, param_def


@irdl_attr_definition
class TypedStringAttr(ParametrizedAttribute):
    """A string of a type other than MLIR's `none`, which no portable artifact has."""

    name = "builtin.typed_string"
    text: StringAttr = param_def()
    type: Attribute = param_def()

    @property
    def data(self) -> str:
        """The string, as that of a `StringAttr`."""
        return self.text.data


@irdl_attr_definition
class DenseStringElementsAttr(ParametrizedAttribute):
    """A tensor of strings, whose elements are kept as they are written."""

    name = "builtin.dense_string_elements"
    literal: StringAttr = param_def()
    type: Attribute = param_def()
