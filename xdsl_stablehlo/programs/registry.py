"""The dialects and passes of this project by name, each with its module, which is imported on first use."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.ir import Dialect
    from xdsl.passes import ModulePass

    from xdsl_stablehlo.dialects.stablehlo.definition import ExactFolder

DIALECTS = {
    "affine": "xdsl_stablehlo.dialects.patched.affine",
    "arith": "xdsl_stablehlo.dialects.patched.arith",
    "bufferization": "xdsl_stablehlo.dialects.patched.storage",
    "check": "xdsl_stablehlo.dialects.check",
    "chlo": "xdsl_stablehlo.dialects.chlo",
    "hlo_test_broadcast": "xdsl_stablehlo.dialects.hlo_test",
    "hlo_test_infer": "xdsl_stablehlo.dialects.hlo_test",
    "hlo_test_speculatability": "xdsl_stablehlo.dialects.hlo_test",
    "interpreter": "xdsl_stablehlo.dialects.interpreter",
    "memref": "xdsl_stablehlo.dialects.patched.storage",
    "mhlo": "xdsl_stablehlo.dialects.chlo.mhlo",
    "mpmd": "xdsl_stablehlo.dialects.sdy.mpmd",
    "quant": "xdsl_stablehlo.dialects.base.quant",
    "scf": "xdsl_stablehlo.dialects.patched.scf",
    "sdy": "xdsl_stablehlo.dialects.sdy.ops",
    "shape": "xdsl_stablehlo.dialects.shape",
    "sparse_tensor": "xdsl_stablehlo.dialects.patched.storage",
    "stablehlo": "xdsl_stablehlo.dialects.stablehlo",
    "vhlo": "xdsl_stablehlo.dialects.vhlo.ops",
}

PASSES = {
    "chlo-legalize-to-stablehlo": "transforms.chlo.legalize:ChloLegalizeToStablehloPass",
    "chlo-pre-serialization-pipeline": "transforms.chlo.legalize:ChloPreSerializationPipeline",
    "hlo-test-broadcast": "transforms.shapes.hlo_test:HloTestBroadcastPass",
    "hlo-test-infer": "transforms.shapes.hlo_test:HloTestInferPass",
    "hlo-test-speculatability": "transforms.shapes.hlo_test:HloTestSpeculatabilityPass",
    "shape-legalize-to-stablehlo": "transforms.shapes.shape_legalize_to_stablehlo:ShapeLegalizeToStablehloPass",
    "interpreter-instrument-with-probe": "transforms.small_passes:InterpreterInstrumentWithProbePass",
    "inline": "transforms.functions:InlinePass",
    "loop-invariant-code-motion": "transforms.control_flow:LoopInvariantCodeMotionPass",
    "remove-dead-values": "transforms.control_flow:RemoveDeadValuesPass",
    "sccp": "folding.passes.passes:SccpPass",
    "stablehlo-aggressive-folder": "folding.passes.passes:StablehloAggressiveFolderPass",
    "stablehlo-aggressive-simplification": "folding.passes.passes:StablehloAggressiveSimplificationPass",
    "stablehlo-bind-arguments": "folding.passes.passes:StablehloBindArgumentsPass",
    "stablehlo-canonicalize-dynamism": "transforms.shapes.static_forms:StablehloCanonicalizeDynamismPass",
    "stablehlo-check-shape-assertions": "transforms.shapes.refinements:StablehloCheckShapeAssertionsPass",
    "stablehlo-compatibility-expander": "transforms.compatibility_expander:StablehloCompatibilityExpanderPass",
    "stablehlo-complex-math-expander": "transforms.elementary:StablehloComplexMathExpanderPass",
    "stablehlo-constant-fold": "folding.passes.passes:StablehloConstantFoldPass",
    "stablehlo-convert-to-signless": "transforms.small_passes:StablehloConvertToSignlessPass",
    "stablehlo-deserialize": "transforms.vhlo.conversion:StablehloDeserializePass",
    "stablehlo-legalize-composite-to-call": "transforms.functions:StablehloLegalizeCompositeToCallPass",
    "stablehlo-legalize-deprecated-ops": "transforms.small_passes:StablehloLegalizeDeprecatedOpsPass",
    "stablehlo-legalize-qdq-to-quantized-op": "transforms.quantization:StablehloLegalizeQDQToQuantizedOpPass",
    "stablehlo-legalize-quant-to-math": "transforms.quantization:StablehloLegalizeQuantToMathPass",
    "stablehlo-legalize-quantized-op-to-qdq": "transforms.quantization:StablehloLegalizeQuantizedOpToQDQPass",
    "stablehlo-legalize-to-vhlo": "transforms.vhlo.conversion:StablehloLegalizeToVhloPass",
    "stablehlo-refine-arguments": "transforms.shapes.refinements:StablehloRefineArgumentsPass",
    "stablehlo-refine-shapes": "folding.passes.refine_shapes:StablehloRefineShapesPass",
    "stablehlo-split": "splitting.api:StablehloSplitPass",
    "stablehlo-target-independent-optimization": "folding.passes.passes:StablehloTargetIndependentOptimizationPass",
    "stablehlo-wrap-in-composite": "transforms.functions:StablehloWrapInCompositePass",
    "symbol-dce": "transforms.functions:SymbolDcePass",
    "strip-debuginfo": "transforms.small_passes:StripDebuginfoPass",
    "vhlo-legalize-to-stablehlo": "transforms.vhlo.conversion:VhloLegalizeToStablehloPass",
    "vhlo-to-version": "transforms.vhlo.conversion:VhloToVersionPass",
}
"""The file in this package and the class of each pass. xDSL's own passes (`canonicalize`, ..) are found besides."""


def dialect_factory(name: str) -> Callable[[], Dialect]:
    """A function that imports the dialect `name` and returns it."""

    def load() -> Dialect:
        from xdsl.ir import Dialect

        members = vars(import_module(DIALECTS[name])).values()
        if name in ("stablehlo", "chlo"):
            from xdsl_stablehlo.dialects.stablehlo.definition import install

            install(_exact_folder)
        return next(value for value in members if isinstance(value, Dialect) and value.name == name)

    return load


def _exact_folder() -> ExactFolder:
    """The folder as xDSL's `canonicalize` asks it. It is imported when it is asked."""
    from xdsl_stablehlo.folding.fold import canonical

    return canonical


def pass_factory(name: str) -> Callable[[], type[ModulePass]]:
    """A function that imports the class of the pass `name` and returns it."""

    def load() -> type[ModulePass]:
        module, _, member = PASSES[name].partition(":")
        return vars(import_module(f".{module}", "xdsl_stablehlo"))[member]

    return load


def register_all_dialects(ctx: Context) -> None:
    """Register every dialect of this project and of xDSL in `ctx`, each loaded when it is first met."""
    from xdsl.dialects import get_all_dialects

    ours = {name: dialect_factory(name) for name in DIALECTS}
    known = {**get_all_dialects(), "builtin": _builtin, "func": _func, **ours}
    for name, factory in known.items():
        ctx.register_dialect(name, factory)


def _builtin() -> Dialect:
    """xDSL's builtin dialect with a resource store of its own: the shared one would mix up two modules' keys."""
    from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
    from xdsl.dialects.builtin import Builtin
    from xdsl.ir import Dialect

    return Dialect("builtin", [*Builtin.operations], [*Builtin.attributes], [OpAsmDialectInterface()])


def _func() -> Dialect:
    from xdsl_stablehlo.dialects.patched.func import Func

    return Func
