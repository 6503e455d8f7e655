"""The passes that upstream's tests of inference and speculatability run."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import Rewriter
from xdsl.transforms.dead_code_elimination import is_trivially_dead

from xdsl_stablehlo.dialects import hlo_test as test
from xdsl_stablehlo.dialects.stablehlo.definition import HloOp, infer_return_types
from xdsl_stablehlo.dialects.stablehlo.hlo_types import Violation
from xdsl_stablehlo.dialects.stablehlo.ops.structure.custom_call import CustomCallOp
from xdsl_stablehlo.dialects.stablehlo.traits import Speculatability, speculatability
from xdsl_stablehlo.ir.environment import default_environment
from xdsl_stablehlo.programs.constants import is_constant
from xdsl_stablehlo.programs.verification import ProgramWarning

from ..emit import Emitter, numpy_broadcast
from .reify_shapes import SizeWriter, reify_shape


def _components(op: HloOp) -> Sequence[Attribute] | None:
    try:
        return op.infer_components()
    except Violation as violation:
        raise violation.of(op.name) from None


ANSWERS: dict[
    type[test.AskingOp], tuple[Callable[[HloOp], Sequence[Attribute] | None], type[test.AnsweringOp]]
] = {
    test.GetReturnTypesOp: (infer_return_types, test.ReturnTypesOp),
    test.GetReturnTypeComponentsOp: (_components, test.ReturnTypeComponentsOp),
}


@dataclass(frozen=True)
class HloTestInferPass(ModulePass):
    """Writes what is inferred of ops into the ops of `hlo_test_infer` that ask for it."""

    name = "hlo-test-infer"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for asking in [inner for inner in op.walk() if isinstance(inner, test.AskingOp)]:
            asked = asking.question
            if type(asking) in ANSWERS and isinstance(asked, HloOp):
                infer, answer = ANSWERS[type(asking)]
                inferred = infer(asked)
                if inferred is not None:
                    emit = Emitter(asking)
                    emit.replace(
                        emit.all(answer(asking.operands[0], inferred, asking.result_types, asking.attributes))
                    )
            elif isinstance(asking, test.ReifyReturnTypeShapesOp) and asked is not None:
                _reify(asking, asked)


def _reify(asking: test.AskingOp, asked: Operation) -> None:
    """Answers with the ops that compute the shape; the op that is asked about goes if nothing else uses it."""
    sizes, emit = SizeWriter(), Emitter(asking)
    shape = reify_shape(asked, sizes)
    if shape is None:
        return
    for op in sizes.written:
        emit.all(op)
    emit.replace([shape])
    if is_trivially_dead(asked):
        Rewriter.erase_op(asked)


EXPECTED: dict[type[test.SpeculatabilityOp], Speculatability] = {
    test.IsSpeculatableOp: Speculatability.SPECULATABLE,
    test.IsNotSpeculatableOp: Speculatability.NOT_SPECULATABLE,
    test.IsRecursivelySpeculatableOp: Speculatability.RECURSIVELY_SPECULATABLE,
}


@dataclass(frozen=True)
class HloTestSpeculatabilityPass(ModulePass):
    """Removes the ops of `hlo_test_speculatability` that are right, what they ask about, and unused constants."""

    name = "hlo-test-speculatability"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for asking in [inner for inner in op.walk() if isinstance(inner, test.SpeculatabilityOp)]:
            asked = asking.question
            if asked is None or sum(len(list(r.uses)) for r in asked.results) != 1:
                continue
            if speculatability(asked) is EXPECTED[type(asking)]:
                Rewriter.erase_op(asking)
                Rewriter.erase_op(asked)
        for constant in [inner for inner in op.walk() if is_constant(type(inner))]:
            if not any(result.first_use for result in constant.results):
                Rewriter.erase_op(constant)


@dataclass(frozen=True)
class HloTestBroadcastPass(ModulePass):
    """Broadcasts the operands of `hlo_test_broadcast.numpy_broadcast`, and gives them to a custom call.

    Operands that do not fit together are warned of, and their op stays.
    """

    name = "hlo-test-broadcast"

    @default_environment()
    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for asking in [inner for inner in op.walk() if isinstance(inner, test.NumpyBroadcastOp)]:
            emit = Emitter(asking)
            try:
                values = numpy_broadcast(asking.operands, emit)
            except Violation as violation:
                warnings.warn(ProgramWarning(asking, violation.message), stacklevel=2)
                continue
            call = CustomCallOp(values, "numpy_broadcasted", asking.result_types, has_side_effect=True)
            emit.replace(emit.all(call))
