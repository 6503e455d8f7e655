"""xDSL's dialect `bufferization`, where a buffer that became a tensor and is one again is the buffer."""

from __future__ import annotations

from xdsl.dialects import bufferization
from xdsl.ir import Dialect
from xdsl.irdl import traits_def
from xdsl.pattern_rewriter import PatternRewriter, RewritePattern, op_type_rewrite_pattern
from xdsl.traits import HasCanonicalizationPatternsTrait, Pure


class _ThereAndBack(RewritePattern):
    @op_type_rewrite_pattern
    def match_and_rewrite(self, op: bufferization.ToBufferOp, rewriter: PatternRewriter) -> None:
        made = op.tensor.owner
        if isinstance(made, bufferization.ToTensorOp) and made.memref.type == op.memref.type:
            rewriter.replace(op, [], [made.memref])
            if made.tensor.first_use is None:
                rewriter.erase(made)


class _Canonicalization(HasCanonicalizationPatternsTrait):
    @classmethod
    def get_canonicalization_patterns(cls) -> tuple[RewritePattern, ...]:
        return (_ThereAndBack(),)


class ToBufferOp(bufferization.ToBufferOp):
    """The buffer that holds a tensor."""

    traits = traits_def(_Canonicalization(), Pure())


Bufferization = Dialect(
    "bufferization",
    [ToBufferOp if op is bufferization.ToBufferOp else op for op in bufferization.Bufferization.operations],
    [*bufferization.Bufferization.attributes],
)
