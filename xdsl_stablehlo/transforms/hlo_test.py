"""The passes that upstream's tests of inference and speculatability run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute
from xdsl.passes import ModulePass
from xdsl.pattern_rewriter import (
    GreedyRewritePatternApplier,
    PatternRewriter,
    PatternRewriteWalker,
    RewritePattern,
    op_type_rewrite_pattern,
)
from xdsl.traits import ConstantLike
from xdsl.transforms.dead_code_elimination import is_trivially_dead

from ..dialects.hlo_test import (
    GetReturnTypeComponentsOp,
    GetReturnTypesOp,
    IsNotSpeculatableOp,
    IsRecursivelySpeculatableOp,
    IsSpeculatableOp,
    NumpyBroadcastOp,
    ReifyReturnTypeShapesOp,
    ReturnTypeComponentsOp,
    ReturnTypesOp,
    SpeculatabilityOp,
)
from ..dialects.stablehlo.constraints import HloOp, infer_return_types
from ..dialects.stablehlo.custom_call import CustomCallOp
from ..dialects.stablehlo.speculation import Speculatability, speculatability
from ..dialects.stablehlo.violations import Violation
from .numpy_broadcast import numpy_broadcast
from .reify_shapes import reify_shape
from .size_writer import SizeWriter


class AnswerReturnTypes(RewritePattern):
    """Answers `get_return_types`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GetReturnTypesOp, rewriter: PatternRewriter) -> None:
        asked = op.question
        inferred = infer_return_types(asked) if isinstance(asked, HloOp) else None
        if inferred is not None:
            rewriter.replace(op, ReturnTypesOp(op.operands[0], inferred, op.result_types, op.attributes))


class AnswerReturnTypeComponents(RewritePattern):
    """Answers `get_return_type_components`."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: GetReturnTypeComponentsOp, rewriter: PatternRewriter) -> None:
        asked = op.question
        inferred = _components(asked) if isinstance(asked, HloOp) else None
        if inferred is not None:
            answer = ReturnTypeComponentsOp(op.operands[0], inferred, op.result_types, op.attributes)
            rewriter.replace(op, answer)


class AnswerReifyReturnTypeShapes(RewritePattern):
    """Answers `reify_return_type_shapes`; what is not used any more goes."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: ReifyReturnTypeShapesOp, rewriter: PatternRewriter) -> None:
        asked = op.question
        if asked is None:
            return
        sizes = SizeWriter()
        shape = reify_shape(asked, sizes)
        if shape is None:
            return
        rewriter.replace(op, sizes.written, [shape])
        if is_trivially_dead(asked):
            rewriter.erase(asked)


def _components(op: HloOp) -> Sequence[Attribute] | None:
    try:
        return op.infer_components()
    except Violation as violation:
        raise violation.of(op.name) from None


@dataclass(frozen=True)
class HloTestInferPass(ModulePass):
    """Writes what is inferred of ops into the ops of `hlo_test_infer` that ask for it."""

    name = "hlo-test-infer"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        patterns: list[RewritePattern] = [
            AnswerReturnTypes(),
            AnswerReturnTypeComponents(),
            AnswerReifyReturnTypeShapes(),
        ]
        PatternRewriteWalker(GreedyRewritePatternApplier(patterns), apply_recursively=False).rewrite_module(
            op
        )


EXPECTED: dict[type[SpeculatabilityOp], Speculatability] = {
    IsSpeculatableOp: Speculatability.SPECULATABLE,
    IsNotSpeculatableOp: Speculatability.NOT_SPECULATABLE,
    IsRecursivelySpeculatableOp: Speculatability.RECURSIVELY_SPECULATABLE,
}


@dataclass(frozen=True)
class HloTestSpeculatabilityPass(ModulePass):
    """Removes the ops of `hlo_test_speculatability` that are right, what they ask about, and unused constants."""

    name = "hlo-test-speculatability"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        for asking in [inner for inner in op.walk() if isinstance(inner, SpeculatabilityOp)]:
            asked = asking.question
            if asked is None or sum(len(list(r.uses)) for r in asked.results) != 1:
                continue
            if speculatability(asked) is EXPECTED[type(asking)]:
                asking.detach()
                asking.erase()
                asked.detach()
                asked.erase()
        for constant in [inner for inner in op.walk() if inner.has_trait(ConstantLike)]:
            if not any(result.first_use for result in constant.results):
                constant.detach()
                constant.erase()


class BroadcastValues(RewritePattern):
    """Broadcasts the operands of `numpy_broadcast`, and gives them to a custom call."""

    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: NumpyBroadcastOp, rewriter: PatternRewriter) -> None:
        try:
            values = numpy_broadcast(op.operands, rewriter.insert)
        except Violation as violation:
            raise violation.of(op.name) from None
        rewriter.replace(op, CustomCallOp(values, "numpy_broadcasted", op.result_types, has_side_effect=True))


@dataclass(frozen=True)
class HloTestBroadcastPass(ModulePass):
    """Lowers `hlo_test_broadcast.numpy_broadcast` to the ops that broadcast."""

    name = "hlo-test-broadcast"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        PatternRewriteWalker(BroadcastValues(), apply_recursively=False).rewrite_module(op)
