"""The passes `interpreter-instrument-with-probe`, which records every value, and `strip-debuginfo`."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import AnyFloat, ComplexType, IntegerType, ModuleOp, NameLoc
from xdsl.ir import Operation, SSAValue
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects.interpreter import ProbeOp
from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.text.locations import strip_locations


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
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        count = 0
        for instrumented in list(op.walk(region_first=True)):
            if isinstance(instrumented, ConstantOp):
                continue
            prefix = "probe"
            if self.useDebugInfo and isinstance(instrumented.location, NameLoc):
                prefix = instrumented.location.desc.data.partition("@")[0] + "."
            for result in instrumented.results:
                if not is_tensor_type(result.type) or not is_static(result.type.get_shape()):
                    continue
                if isinstance(result.type.element_type, IntegerType | AnyFloat | ComplexType):
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
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        strip_locations(op)
