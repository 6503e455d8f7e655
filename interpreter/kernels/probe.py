"""interpreter.print and interpreter.probe: values shown, and values written to files, while a program runs."""

from __future__ import annotations

import sys
import threading
from functools import partial

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute

from ...dialects.interpreter import PrintOp, ProbeOp
from ...dialects.stablehlo.constraints import ranked
from ...element_types import Array
from .printing import tensor_text, value_name
from .probe_files import write_probe
from .table import register

_PRINTING = threading.Lock()


def eval_print(operand: Array, *, name: str, tensor_type: TensorType[Attribute]) -> tuple[()]:
    """Print `operand` to standard output behind its name; the prints of parallel processes do not mix."""
    text = f"{name} = {tensor_text(operand, tensor_type)}\n"
    with _PRINTING:
        sys.stdout.write(text)
        sys.stdout.flush()
    return ()


def eval_probe(operand: Array, *, probe_id: str, tensor_type: TensorType[Attribute]) -> Array:
    """`operand`, which is also written to a file."""
    write_probe(probe_id, str(TensorType(tensor_type.element_type, operand.shape)), operand)
    return operand


register(
    PrintOp,
    lambda op: partial(eval_print, name=value_name(op.operand), tensor_type=ranked(op.operand)),
    effects=True,
    storage=True,
)
register(
    ProbeOp,
    lambda op: partial(eval_probe, probe_id=op.probe_id.data, tensor_type=ranked(op.operand)),
    effects=True,
    storage=True,
)
