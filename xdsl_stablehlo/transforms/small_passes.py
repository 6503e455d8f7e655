"""Small passes: `stablehlo-legalize-deprecated-ops`, `stablehlo-convert-to-signless`, and two for debugging,
`interpreter-instrument-with-probe`, which records every value, and `strip-debuginfo`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from xdsl.context import Context
from xdsl.dialects import builtin
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import PatternRewriteWalker, TypeConversionPattern, attr_type_rewrite_pattern
from xdsl.rewriter import Rewriter

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.interpreter import ProbeOp
from xdsl_stablehlo.dialects.stablehlo.attributes import DotDimensionNumbersAttr
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.hlo_types import ints
from xdsl_stablehlo.dialects.stablehlo.ops.arithmetic.elementwise import holds_quantized
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static_tensor
from xdsl_stablehlo.dialects.vhlo.versions import LegalizationError
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.text.locations import strip_locations

from .emit import Emitter


def _broadcast(op: hlo.BroadcastOp, emit: Emitter) -> SSAValue | None:
    """`broadcast_in_dim`, whose result type must be static."""
    if not ranked(op.result).has_static_shape():
        return None
    added = len(ints(op.broadcast_sizes))
    rank = ranked(op.operand).get_num_dims()
    return emit(hlo.BroadcastInDimOp(op.operand, range(added, added + rank), ranked(op.result)))


def _cross_replica_sum(op: hlo.CrossReplicaSumOp, emit: Emitter) -> SSAValue:
    scalar = builtin.TensorType(ranked(op.operand).element_type, [])
    body = Block(arg_types=[scalar, scalar])
    added = hlo.AddOp(body.args[0], body.args[1])
    body.add_ops([added, hlo.ReturnOp([added.result])])
    groups = op.replica_groups
    return emit(hlo.AllReduceOp([op.operand], groups, Region(body), result_types=op.result_types))


def _dot(op: hlo.DotOp, emit: Emitter) -> SSAValue | None:
    """The last dimension of the left with the first of the right.

    Not of quantized elements: `dot` lets them have zero points and axes that `dot_general` does not (C14 to C20).
    """
    if any(map(holds_quantized, (*op.operand_types, *op.result_types))):
        return None
    contracting = [ranked(op.lhs).get_num_dims() - 1], [0]
    numbers = DotDimensionNumbersAttr([], [], *contracting)
    dot = hlo.DotGeneralOp(op.lhs, op.rhs, numbers, result_type=op.result.type)
    dot.precision_config = op.precision_config
    return emit(dot)


def _unary_einsum(op: hlo.UnaryEinsumOp, emit: Emitter) -> SSAValue:
    """The einsum of 1 and the operand."""
    one = emit.constant(1, ranked(op.operand).element_type)
    config = f",{op.einsum_config.data}"
    return emit(hlo.EinsumOp(one, op.operand, config, op.result.type))


REPLACEMENTS: dict[type[Operation], Callable[[Any, Emitter], SSAValue | None]] = {
    hlo.BroadcastOp: _broadcast,
    hlo.CreateTokenOp: lambda op, emit: emit(hlo.AfterAllOp([])),
    hlo.CrossReplicaSumOp: _cross_replica_sum,
    hlo.DotOp: _dot,
    hlo.UnaryEinsumOp: _unary_einsum,
}

UNUSED: tuple[type[Operation], ...] = (hlo.MapOp, hlo.RngOp)
"""Ops that no framework writes any more and that have no replacement, as upstream lists them."""


@dataclass(frozen=True)
class StablehloLegalizeDeprecatedOpsPass(ModulePass):
    """Replaces `broadcast`, `create_token`, `cross-replica-sum`, `dot` and `unary_einsum` by ops that mean the same.

    `map` and `rng`, which have no replacement, are refused with `fail_on_unused`. `einsum`, `torch_index_select`,
    quantized `dot` and `broadcast` to unknown sizes stay. Results keep their bits; that of `unary_einsum` is one that
    `einsum` may have.
    """

    name = "stablehlo-legalize-deprecated-ops"
    fail_on_unused: bool = True
    """Fail where a deprecated op is left."""

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        for inner in list(op.walk()):
            if self.fail_on_unused and isinstance(inner, UNUSED):
                raise LegalizationError(inner, "it is deprecated and has no replacement")
            replace = REPLACEMENTS.get(type(inner))
            emit = Emitter(inner)
            replacement = None if replace is None else replace(inner, emit)
            if replacement is not None:
                emit.replace([replacement])


# The pass `stablehlo-convert-to-signless`: integers lose the sign in their types.


class _Signless(TypeConversionPattern):
    """`ui8` and `si8` as `i8`, also inside of types, constants and signatures."""

    @attr_type_rewrite_pattern
    def convert_type(self, typ: builtin.IntegerType) -> builtin.IntegerType | None:
        return (
            None
            if typ.signedness.data is builtin.Signedness.SIGNLESS
            else builtin.IntegerType(typ.width.data)
        )


@dataclass(frozen=True)
class StablehloConvertToSignlessPass(ModulePass):
    """Replaces `ui8` by `i8` and so on, in types and in constants, whose bits stay.

    Ops whose result depends on the sign (division, comparison, conversion to a wider type) compute something else
    afterwards: the pass is for backends that have already distinguished them. Casts between types that become equal are
    erased.
    """

    name = "stablehlo-convert-to-signless"

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        PatternRewriteWalker(_Signless(recursive=True), apply_recursively=False).rewrite_module(op)
        for constant in [inner for inner in op.walk() if isinstance(inner, hlo.ConstantOp)]:
            # xDSL takes a value without elements for none, and leaves it.
            held = constant.properties["value"]
            data = held.parameters[1] if isinstance(held, builtin.DenseIntOrFPElementsAttr) else None
            if isinstance(data, builtin.BytesAttr) and not data.data:
                constant.properties["value"] = builtin.DenseIntOrFPElementsAttr.new(
                    [constant.output.type, data]
                )
        for cast in [inner for inner in op.walk() if isinstance(inner, builtin.UnrealizedConversionCastOp)]:
            if cast.operand_types == cast.result_types:
                for old, new in zip(cast.results, cast.operands, strict=True):
                    old.replace_all_uses_with(new)
                Rewriter.erase_op(cast)


# ---- the passes `interpreter-instrument-with-probe`, which records every value, and `strip-debuginfo` ----


PROBED = (builtin.IntegerType, builtin.AnyFloat, builtin.ComplexType)
"""The types of elements that a probe writes."""


@dataclass(frozen=True)
class InterpreterInstrumentWithProbePass(ModulePass):
    """Puts an `interpreter.probe` behind every result of a static tensor type, constants excepted.

    Probes are called `probe1`, `probe2`, ...; with `useDebugInfo`, upstream's spelling, by the name in the op's
    location, as far as there is one: `name.3`.
    """

    name = "interpreter-instrument-with-probe"
    useDebugInfo: bool = False
    """Name probes after the locations of the ops."""

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        count = 0
        for instrumented in list(op.walk(region_first=True)):
            if isinstance(instrumented, hlo.ConstantOp):
                continue
            prefix = "probe"
            if self.useDebugInfo and isinstance(instrumented.location, builtin.NameLoc):
                prefix = instrumented.location.desc.data.partition("@")[0] + "."
            for result in instrumented.results:
                if is_static_tensor(t := result.type) and isinstance(t.element_type, PROBED):
                    count += 1
                    _probe(instrumented, result, f"{prefix}{count}")


def _probe(op: Operation, value: SSAValue, probe_id: str) -> None:
    probe = ProbeOp(value, probe_id)
    probe.location = op.location
    block = op.parent
    assert block is not None
    block.insert_ops_after([probe], op)
    value.replace_uses_with_if(probe.result, lambda use: use.operation is not probe)


@dataclass(frozen=True)
class StripDebuginfoPass(ModulePass):
    """Makes every location of ops and block arguments unknown."""

    name = "strip-debuginfo"

    @default_environment()
    def apply(self, ctx: Context, op: builtin.ModuleOp) -> None:
        strip_locations(op)
