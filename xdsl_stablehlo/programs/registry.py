"""The dialects and passes of this project by name, each with its module, which is imported on first use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.ir import Attribute, Dialect, Operation, SSAValue
    from xdsl.passes import ModulePass

DIALECTS = {
    "arith": "xdsl_stablehlo.dialects.patched.arith",
    "bufferization": "xdsl_stablehlo.dialects.patched.storage",
    "check": "xdsl_stablehlo.dialects.check",
    "chlo": "xdsl_stablehlo.dialects.chlo",
    "hlo_test_broadcast": "xdsl_stablehlo.dialects.hlo_test",
    "hlo_test_infer": "xdsl_stablehlo.dialects.hlo_test",
    "hlo_test_speculatability": "xdsl_stablehlo.dialects.hlo_test",
    "interpreter": "xdsl_stablehlo.dialects.interpreter",
    "memref": "xdsl_stablehlo.dialects.patched.storage",
    "mhlo": "xdsl_stablehlo.dialects.mhlo",
    "quant": "xdsl_stablehlo.dialects.quant",
    "scf": "xdsl_stablehlo.dialects.patched.scf",
    "sdy": "xdsl_stablehlo.dialects.sdy",
    "shape": "xdsl_stablehlo.dialects.shape",
    "sparse_tensor": "xdsl_stablehlo.dialects.patched.storage",
    "stablehlo": "xdsl_stablehlo.dialects.stablehlo",
    "vhlo": "xdsl_stablehlo.dialects.vhlo.ops",
}

XDSL_DIALECTS = ("tensor",)
"""Dialects of xDSL's own that programs around StableHLO use, and that the C++ tools of the same names know."""

_TRANSFORMS = "xdsl_stablehlo.transforms."
_AGGRESSIVE = "xdsl_stablehlo.folding.passes.aggressive:"
PASSES = {
    "chlo-legalize-to-stablehlo": _TRANSFORMS + "chlo.chlo_legalize_to_stablehlo:ChloLegalizeToStablehloPass",
    "chlo-pre-serialization-pipeline": _TRANSFORMS
    + "chlo.chlo_legalize_to_stablehlo:ChloPreSerializationPipeline",
    "hlo-test-broadcast": _TRANSFORMS + "testing.hlo_test:HloTestBroadcastPass",
    "hlo-test-infer": _TRANSFORMS + "testing.hlo_test:HloTestInferPass",
    "hlo-test-speculatability": _TRANSFORMS + "testing.hlo_test:HloTestSpeculatabilityPass",
    "shape-legalize-to-stablehlo": _TRANSFORMS
    + "shapes.shape_legalize_to_stablehlo:ShapeLegalizeToStablehloPass",
    "interpreter-instrument-with-probe": _TRANSFORMS
    + "testing.interpreter_instrument_with_probe:InterpreterInstrumentWithProbePass",
    "inline": _TRANSFORMS + "functions.inline:InlinePass",
    "stablehlo-aggressive-folder": _AGGRESSIVE + "StablehloAggressiveFolderPass",
    "stablehlo-aggressive-simplification": _AGGRESSIVE + "StablehloAggressiveSimplificationPass",
    "stablehlo-bind-arguments": "xdsl_stablehlo.folding.passes.passes:StablehloBindArgumentsPass",
    "stablehlo-canonicalize-dynamism": _TRANSFORMS
    + "shapes.stablehlo_canonicalize_dynamism:StablehloCanonicalizeDynamismPass",
    "stablehlo-check-shape-assertions": _TRANSFORMS
    + "shapes.stablehlo_check_shape_assertions:StablehloCheckShapeAssertionsPass",
    "stablehlo-compatibility-expander": _TRANSFORMS
    + "expanders.stablehlo_compatibility_expander:StablehloCompatibilityExpanderPass",
    "stablehlo-complex-math-expander": _TRANSFORMS
    + "expanders.stablehlo_complex_math_expander:StablehloComplexMathExpanderPass",
    "stablehlo-constant-fold": "xdsl_stablehlo.folding.passes.passes:StablehloConstantFoldPass",
    "stablehlo-convert-to-signless": _TRANSFORMS
    + "expanders.stablehlo_convert_to_signless:StablehloConvertToSignlessPass",
    "stablehlo-deserialize": _TRANSFORMS + "vhlo.vhlo_passes:StablehloDeserializePass",
    "stablehlo-legalize-composite-to-call": _TRANSFORMS
    + "functions.stablehlo_legalize_composite_to_call:StablehloLegalizeCompositeToCallPass",
    "stablehlo-legalize-deprecated-ops": _TRANSFORMS
    + "expanders.stablehlo_legalize_deprecated_ops:StablehloLegalizeDeprecatedOpsPass",
    "stablehlo-legalize-qdq-to-quantized-op": _TRANSFORMS
    + "quantization.stablehlo_legalize_qdq_to_quantized_op:StablehloLegalizeQDQToQuantizedOpPass",
    "stablehlo-legalize-quant-to-math": _TRANSFORMS
    + "quantization.stablehlo_legalize_quant_to_math:StablehloLegalizeQuantToMathPass",
    "stablehlo-legalize-quantized-op-to-qdq": _TRANSFORMS
    + "quantization.stablehlo_legalize_quantized_op_to_qdq:StablehloLegalizeQuantizedOpToQDQPass",
    "stablehlo-legalize-to-vhlo": _TRANSFORMS + "vhlo.vhlo_passes:StablehloLegalizeToVhloPass",
    "stablehlo-refine-arguments": _TRANSFORMS
    + "shapes.stablehlo_refine_arguments:StablehloRefineArgumentsPass",
    "stablehlo-refine-shapes": "xdsl_stablehlo.folding.passes.refine_shapes:StablehloRefineShapesPass",
    "stablehlo-target-independent-optimization": _AGGRESSIVE + "StablehloTargetIndependentOptimizationPass",
    "stablehlo-wrap-in-composite": _TRANSFORMS
    + "functions.stablehlo_wrap_in_composite:StablehloWrapInCompositePass",
    "strip-debuginfo": _TRANSFORMS + "testing.strip_debuginfo:StripDebuginfoPass",
    "vhlo-legalize-to-stablehlo": _TRANSFORMS + "vhlo.vhlo_passes:VhloLegalizeToStablehloPass",
    "vhlo-to-version": _TRANSFORMS + "vhlo.vhlo_passes:VhloToVersionPass",
}
"""The class of each pass. xDSL's own passes (`canonicalize`, `cse`, ..) are found besides."""


def dialect_factory(name: str) -> Callable[[], Dialect]:
    """A function that imports the dialect `name` and returns it."""

    def load() -> Dialect:
        from xdsl.ir import Dialect

        members = vars(import_module(DIALECTS[name])).values()
        if name in ("stablehlo", "chlo"):
            _let_canonicalize_fold()
        return next(value for value in members if isinstance(value, Dialect) and value.name == name)

    return load


def _let_canonicalize_fold() -> None:
    """Connect xDSL's `canonicalize` with the folder, which is imported when it is first asked."""
    from xdsl_stablehlo.dialects.stablehlo.definition import install

    def fold(op: Operation) -> Sequence[SSAValue | Attribute] | None:
        from xdsl_stablehlo.folding.passes.canonical import fold_exact

        return fold_exact(op)

    install(fold)


def pass_factory(name: str) -> Callable[[], type[ModulePass]]:
    """A function that imports the class of the pass `name` and returns it."""

    def load() -> type[ModulePass]:
        module, _, member = PASSES[name].partition(":")
        return cast("type[ModulePass]", getattr(import_module(module), member))

    return load


def register_all_dialects(ctx: Context) -> None:
    """Register builtin, func and every dialect of this project in `ctx`, each loaded when it is first met."""
    from xdsl.dialects import get_all_dialects

    ctx.register_dialect("builtin", _builtin)
    ctx.register_dialect("func", _func)
    for name in XDSL_DIALECTS:
        ctx.register_dialect(name, get_all_dialects()[name])
    for name in DIALECTS:
        ctx.register_dialect(name, dialect_factory(name))


def _builtin() -> Dialect:
    """xDSL's builtin dialect with a resource store of its own: the shared one would mix up two modules' keys."""
    from xdsl.dialect_interfaces.op_asm import OpAsmDialectInterface
    from xdsl.dialects.builtin import Builtin
    from xdsl.ir import Dialect

    return Dialect("builtin", [*Builtin.operations], [*Builtin.attributes], [OpAsmDialectInterface()])


def _func() -> Dialect:
    from xdsl_stablehlo.dialects.patched.func import Func

    return Func
