"""Values between processes, and between a process and its host: examples, and partners that never come."""

from __future__ import annotations

from xdsl_stablehlo.dialects.stablehlo import PartitionIdOp, ReplicaIdOp
from xdsl_stablehlo.interpreter.kernels.support.table import every_kernel


def test_what_a_process_is_called_is_no_constant():
    for op_class in (ReplicaIdOp, PartitionIdOp):
        undefined = every_kernel()[op_class].undefined
        assert undefined is not None
        assert "depends on the process" in str(undefined(op_class()))
