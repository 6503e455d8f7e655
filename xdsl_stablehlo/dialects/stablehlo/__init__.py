"""The StableHLO dialect: every op, type and attribute under upstream's C++ name.

Each family of ops has a file in `ops`, and one of the same name among the kernels and among the tests. The other files
hold the parts of definitions: the base class of ops and of properties (`definition`), types and shapes (`hlo_types`,
`shapes`), attributes (`attributes`, `meshes`), text (`syntax`), `traits`, rules that several ops share
(`checks`, `dimension_numbers` of gather and scatter), and look-ups (`symbols`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base.definition import DialectOnDemand
from .constant import MaterializeConstants as MaterializeConstants
from .definition import HloOp as HloOp, infer_return_types as infer_return_types
from .hlo_types import FutureType as FutureType, TokenType as TokenType, Violation as Violation

if TYPE_CHECKING:
    from .attributes import *
    from .constant import *
    from .ops.arithmetic.batch_norm import *
    from .ops.arithmetic.convolution import *
    from .ops.arithmetic.dot import *
    from .ops.arithmetic.elementwise import *
    from .ops.arithmetic.linalg import *
    from .ops.arithmetic.random_numbers import *
    from .ops.combining.reduction import *
    from .ops.combining.sort import *
    from .ops.combining.windows import *
    from .ops.movement.data_movement import *
    from .ops.movement.dynamism import *
    from .ops.movement.indexing import *
    from .ops.processes.collective import *
    from .ops.processes.transfer import *
    from .ops.structure.control_flow import *
    from .ops.structure.custom_call import *
    from .ops.structure.tuples_tokens import *

FAMILIES = {
    "ops.arithmetic.batch_norm": "batch_norm_grad batch_norm_inference batch_norm_training",
    "ops.arithmetic.convolution": "convolution dynamic_conv",
    "ops.arithmetic.dot": "dot dot_general einsum unary_einsum",
    "ops.arithmetic.elementwise": (
        "abs add and atan2 bitcast_convert cbrt ceil clamp compare complex convert cosine "
        "count_leading_zeros:ClzOp divide:DivOp exponential:ExpOp exponential_minus_one:Expm1Op floor "
        "imag is_finite log log_plus_one:Log1pOp logistic maximum:MaxOp minimum:MinOp multiply:MulOp "
        "negate:NegOp not or popcnt:PopulationCountOp power:PowOp real reduce_precision remainder:RemOp "
        "round_nearest_afz:RoundOp round_nearest_even rsqrt select shift_left shift_right_arithmetic "
        "shift_right_logical sign sine sqrt subtract tan tanh "
        "uniform_dequantize uniform_quantize xor"
    ),
    "ops.arithmetic.linalg": "cholesky fft triangular_solve",
    "ops.arithmetic.random_numbers": "rng rng_bit_generator",
    "ops.combining.reduction": "map reduce",
    "ops.combining.sort": "sort",
    "ops.combining.windows": "reduce_window select_and_scatter",
    "ops.movement.data_movement": (
        "broadcast broadcast_in_dim concatenate iota pad reshape reverse transpose"
    ),
    "ops.movement.dynamism": (
        "dynamic_broadcast_in_dim dynamic_gather dynamic_iota dynamic_pad dynamic_reshape "
        "get_dimension_size real_dynamic_slice set_dimension_size"
    ),
    "ops.movement.indexing": "dynamic_slice dynamic_update_slice gather scatter slice torch_index_select",
    "ops.processes.collective": (
        "all_gather all_reduce all_to_all collective_reduce cross-replica-sum:CrossReplicaSumOp "
        "reduce_scatter"
    ),
    "ops.processes.transfer": (
        "async_done async_start collective_broadcast collective_permute infeed outfeed partition_id "
        "recv replica_id send"
    ),
    "constant": "constant",
    "ops.structure.control_flow": "case if return while",
    "ops.structure.custom_call": "composite custom_call",
    "ops.structure.tuples_tokens": "after_all create_token get_tuple_element optimization_barrier tuple",
}
"""The ops of each file: the class of `dot_general` is `DotGeneralOp`, that of `divide:DivOp` is `DivOp`."""

StableHLO = DialectOnDemand(
    "stablehlo", __name__, FAMILIES, [FutureType, TokenType], [MaterializeConstants()]
)

if not TYPE_CHECKING:  # whom it would let believe that every name is one of this package
    __getattr__ = StableHLO.member
