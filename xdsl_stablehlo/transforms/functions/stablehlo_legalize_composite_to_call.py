"""The pass `stablehlo-legalize-composite-to-call`: a composite becomes a call of its decomposition."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp
from xdsl.passes import ModulePass

from xdsl_stablehlo.dialects.stablehlo import CompositeOp


@dataclass(frozen=True)
class StablehloLegalizeCompositeToCallPass(ModulePass):
    """Replaces every `stablehlo.composite` by a `func.call` of its decomposition, those named in `except` apart."""

    name = "stablehlo-legalize-composite-to-call"
    except_: tuple[str, ...] = ()
    """Names of composites that stay."""

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for composite in [inner for inner in op.walk() if isinstance(inner, CompositeOp)]:
            if composite.composite_name.data in self.except_ or composite.parent is None:
                continue
            call = CallOp(composite.decomposition, composite.inputs, composite.result_types)
            call.location = composite.location
            composite.parent.insert_op_before(call, composite)
            for old, new in zip(composite.results, call.results, strict=True):
                new.name_hint = old.name_hint
                old.replace_all_uses_with(new)
            composite.detach()
            composite.erase()
