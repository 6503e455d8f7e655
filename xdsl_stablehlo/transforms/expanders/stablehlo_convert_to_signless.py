"""The pass `stablehlo-convert-to-signless`: integers lose the sign in their types."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import (
    BytesAttr,
    DenseIntOrFPElementsAttr,
    IntegerType,
    ModuleOp,
    Signedness,
    UnrealizedConversionCastOp,
)
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriteWalker, TypeConversionPattern, attr_type_rewrite_pattern

from xdsl_stablehlo.dialects.stablehlo import ConstantOp


class _Signless(TypeConversionPattern):
    """`ui8` and `si8` as `i8`, also inside of types, constants and signatures."""

    @attr_type_rewrite_pattern
    def convert_type(self, typ: IntegerType) -> IntegerType | None:
        return None if typ.signedness.data is Signedness.SIGNLESS else IntegerType(typ.width.data)


@dataclass(frozen=True)
class StablehloConvertToSignlessPass(ModulePass):
    """Replaces `ui8` by `i8` and so on, in types and in constants, whose bits stay.

    Ops stay as they are: those whose result depends on the sign (division, comparison, conversion to a wider type)
    mean another thing afterwards. It is for backends that have already told them apart. Casts between types that have
    become one go.
    """

    name = "stablehlo-convert-to-signless"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PatternRewriteWalker(_Signless(recursive=True), apply_recursively=False).rewrite_module(op)
        for constant in [inner for inner in op.walk() if isinstance(inner, ConstantOp)]:
            # xDSL takes a value without elements for none, and leaves it.
            held = constant.properties["value"]
            data = held.parameters[1] if isinstance(held, DenseIntOrFPElementsAttr) else None
            if isinstance(data, BytesAttr) and not data.data:
                constant.properties["value"] = DenseIntOrFPElementsAttr.new([constant.output.type, data])
        for cast in [inner for inner in op.walk() if isinstance(inner, UnrealizedConversionCastOp)]:
            if cast.operand_types == cast.result_types:
                for old, new in zip(cast.results, cast.operands, strict=True):
                    old.replace_all_uses_with(new)
                cast.detach()
                cast.erase()
