"""Differences between the versions of xDSL that this project works with, and its private names that are used here.

Names that some versions have elsewhere, or not at all, are imported from here. What they are is decided once, at
import. `PRIVATE` lists the private names that are used.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import AnyFloat, Float32Type, FloatAttr, IndexType, IntegerAttr, IntegerType

from .guards import is_integer_type, is_scalar_attr

__all__ = [
    "PRIVATE",
    "EnumAttribute",
    "InvocationBounds",
    "RegionBranchOpInterface",
    "RegionBranchPoint",
    "RegionBranchTerminatorOpInterface",
    "RegionSuccessor",
    "VerificationContext",
    "erase",
    "float_type",
    "irdl_op_definition",
    "number_of_scalar",
    "parse_keyword_in",
    "parse_optional_keyword_in",
    "replace",
    "scalar_of_number",
]

PRIVATE: Mapping[str, str] = {
    "xdsl.ir.Block": "_args _first_op _last_op _next_block _prev_block",
    "xdsl.ir.Operation": "_next_op _operand_uses _operands _prev_op _successor_uses _successors",
    "xdsl.ir.Region": "_first_block _last_block",
    "xdsl.ir.SSAValue": "_type",
    "xdsl.ir.Use": "_next_use _prev_use",
    "xdsl.parser.Parser": (
        "_consume_token _parse_alias_def _parse_attribute_entry _parse_block _parse_block_body "
        "_parse_builtin_dense_resource_attr _parse_builtin_densearray_attr _parse_builtin_opaque_attr "
        "_parse_extended_type_or_attribute _parse_file_metadata_dictionary _parse_location _parse_op_result_list "
        "_parse_optional_array_attr _parse_optional_block_arg_list _parse_optional_builtin_attr "
        "_parse_optional_builtin_parametrized_attr _parse_optional_symref_attr _parser_state "
        "_register_ssa_definition _resume_from"
    ),
    "xdsl.parser.affine_parser.AffineParser": "_parse_affine_expr",
    "xdsl.printer.Printer": "_indent _print_new_line _print_results _ssa_values",
    "xdsl.dialects.builtin": "_FloatType",
}
"""The private names of xDSL that are used, by the classes and modules that have them: the links of programs, which many
changes set at once (`making.py`, `transaction.py`, bytecode), and the methods that readers and printers override."""

if TYPE_CHECKING:
    from collections.abc import Collection

    from xdsl.dialects.utils import EnumAttribute
    from xdsl.interfaces import RegionBranchOpInterface, RegionBranchTerminatorOpInterface
    from xdsl.ir import Attribute, Operation
    from xdsl.irdl import VerificationContext, irdl_op_definition
    from xdsl.parser import AttrParser
    from xdsl.pattern_rewriter import PatternRewriter
    from xdsl.traits import InvocationBounds, RegionBranchPoint, RegionSuccessor

    def float_type(name: str, bits: int) -> AnyFloat: ...

    replace, erase = PatternRewriter.replace, PatternRewriter.erase

else:
    from xdsl.dialects import builtin
    from xdsl.ir import Block, Operation, ParametrizedAttribute, Region, SSAValue
    from xdsl.irdl import IRDLOperation, OpDef, irdl_attr_definition
    from xdsl.irdl.operations import get_accessors_from_op_def

    # xDSL hashes these by `id`, as object does, but in a function of Python at each look-up. That is a fourteenth of a
    # fold, and in a process that has imported JAX, for whatever reason, a quarter.
    for kind in (SSAValue, Operation, IRDLOperation, Block, Region):
        kind.__hash__ = object.__hash__

    try:
        from xdsl.dialects.utils import EnumAttribute
        from xdsl.irdl import VerificationContext
    except ImportError:  # before 0.72
        from xdsl.ir import EnumAttribute
        from xdsl.irdl import ConstraintContext as VerificationContext

    try:
        from xdsl.interfaces import RegionBranchOpInterface, RegionBranchTerminatorOpInterface
        from xdsl.traits import InvocationBounds, RegionBranchPoint, RegionSuccessor
    except ImportError:  # before 0.75, where nobody asks an op for its successors

        class RegionBranchOpInterface(Operation):
            """An op that branches between its regions."""

        class RegionBranchTerminatorOpInterface(Operation):
            """A terminator of such a region."""

        InvocationBounds = RegionBranchPoint = RegionSuccessor = object

    if hasattr(builtin, "FloatTF32Type"):
        from xdsl.irdl import irdl_op_definition
    else:  # before 0.69

        def irdl_op_definition(cls: type[IRDLOperation]) -> type[IRDLOperation]:
            """Define the op of a class, and not of a copy of the class, which is what xDSL's own function did."""
            definition = OpDef.from_pyrdl(cls)
            accessors = get_accessors_from_op_def(definition, cls.verify_)
            for name, member in accessors.items():
                setattr(cls, name, member)
            return cls

    if not hasattr(builtin.BFloat16Type, "_decode"):
        # Before 0.64, xDSL raises when it prints numbers of bf16, or verifies a constant of rank 0.
        import numpy as np
        from ml_dtypes import bfloat16

        def _unpack(_: object, buffer: bytes, number: int) -> tuple[float, ...]:
            return tuple(np.frombuffer(buffer, bfloat16, number).tolist())

        builtin.BFloat16Type.compile_time_size = property(lambda _: 2)
        builtin.BFloat16Type.pack = lambda _, numbers: np.array(numbers, bfloat16).tobytes()
        builtin.BFloat16Type.unpack = _unpack
        builtin.BFloat16Type.iter_unpack = lambda _, buffer: iter(_unpack(_, buffer, len(buffer) // 2))

    def float_type(name: str, bits: int) -> AnyFloat:
        """A float type by its name; before 0.69 one that no program has, because xDSL reads none of these types."""
        title = f"Float{name.removeprefix('f').upper()}Type"
        known = vars(builtin).get(title)
        if known is None:
            members = {"name": name, "bitwidth": property(lambda _: bits), "format": property(lambda _: "")}
            known = irdl_attr_definition(type(title, (ParametrizedAttribute, builtin._FloatType), members))
            known.__abstractmethods__ = frozenset()  # xDSL's own packing, which nothing here uses
        return known()

    def replace(rewriter: PatternRewriter, *parts: object) -> None:
        """`rewriter.replace`, which is `replace_op` before 0.70."""
        (rewriter.replace if hasattr(rewriter, "replace") else rewriter.replace_op)(*parts)

    def erase(rewriter: PatternRewriter, op: Operation) -> None:
        """`rewriter.erase`, which is `erase_op` before 0.70."""
        (rewriter.erase if hasattr(rewriter, "erase") else rewriter.erase_op)(op)


def parse_optional_keyword_in(parser: AttrParser, keywords: Collection[str]) -> str | None:
    """`parser.parse_optional_keyword_in`, which is new in 0.64."""
    return next((word for word in keywords if parser.parse_optional_keyword(word) is not None), None)


def parse_keyword_in(parser: AttrParser, keywords: Collection[str], context_msg: str = "") -> str:
    """`parser.parse_keyword_in`, which is new in 0.64."""
    expected = ", ".join(f"'{keyword}'" for keyword in sorted(keywords))
    return parser.expect(
        lambda: parse_optional_keyword_in(parser, keywords), f"Expected one of {expected}{context_msg}"
    )


_SCALARS_ARE_ATTRIBUTES = hasattr(Float32Type, "round")
"""Whether scalars in xDSL's interpreter are attributes, as they are since 0.75; before, they are Python's numbers."""


def scalar_of_number(number: complex, value_type: Attribute, index_bitwidth: int) -> Any:
    """A number as xDSL's interpreter has scalars of a type; those that are neither integers nor floats stay numbers."""
    if _SCALARS_ARE_ATTRIBUTES:
        if isinstance(value_type, IndexType):
            value_type = IntegerType(index_bitwidth)
        if is_integer_type(value_type):
            return IntegerAttr(int(number.real), value_type, truncate_bits=True)
        if isinstance(value_type, AnyFloat):
            return FloatAttr(float(number.real), value_type)
    return number


def number_of_scalar(scalar: object) -> Any:
    """The number that a scalar in xDSL's interpreter has; other values as they are."""
    return scalar.value.data if is_scalar_attr(scalar) else scalar
