"""The StableHLO dialect: every op, type and attribute under upstream's C++ name.

Each family of ops has a file (`elementwise` a folder) in `ops`, and one of the same name among the kernels and among
the tests. The other folders and files hold the parts of definitions: constraints that are long or shared (`rules`), of
types (`hlo_types`, `shapes`), and of properties, with the base class of ops (`definition`); attributes (`attributes`,
`enums`, `meshes`); text (`syntax`); traits and interfaces (`interfaces`); look-ups (`matchers`, `symbols`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..definition.on_demand import DialectOnDemand
from .definition.constraints import HloOp as HloOp, infer_return_types as infer_return_types
from .definition.violations import Violation as Violation
from .hlo_types import (
    FutureType as FutureType,
    TokenType as TokenType,
)
from .interfaces.constant_materialization import MaterializeConstants as MaterializeConstants

if TYPE_CHECKING:
    from .attributes import (
        DEFAULT_RESULT_ACCURACY as DEFAULT_RESULT_ACCURACY,
        AxisRefAttr as AxisRefAttr,
        ChannelHandleAttr as ChannelHandleAttr,
        ComparisonDirection as ComparisonDirection,
        ComparisonDirectionAttr as ComparisonDirectionAttr,
        ComparisonType as ComparisonType,
        ComparisonTypeAttr as ComparisonTypeAttr,
        ConvDimensionNumbersAttr as ConvDimensionNumbersAttr,
        DotAlgorithmAttr as DotAlgorithmAttr,
        DotDimensionNumbersAttr as DotDimensionNumbersAttr,
        FftType as FftType,
        FftTypeAttr as FftTypeAttr,
        GatherDimensionNumbersAttr as GatherDimensionNumbersAttr,
        MeshAttr as MeshAttr,
        MeshAxisAttr as MeshAxisAttr,
        OutputOperandAliasAttr as OutputOperandAliasAttr,
        Precision as Precision,
        PrecisionAttr as PrecisionAttr,
        ReplicaGroupMeshAxesAttr as ReplicaGroupMeshAxesAttr,
        ResultAccuracyAttr as ResultAccuracyAttr,
        ResultAccuracyMode as ResultAccuracyMode,
        ResultAccuracyModeAttr as ResultAccuracyModeAttr,
        RngAlgorithm as RngAlgorithm,
        RngAlgorithmAttr as RngAlgorithmAttr,
        RngDistribution as RngDistribution,
        RngDistributionAttr as RngDistributionAttr,
        ScatterDimensionNumbersAttr as ScatterDimensionNumbersAttr,
        SubAxisInfoAttr as SubAxisInfoAttr,
        Transpose as Transpose,
        TransposeAttr as TransposeAttr,
        TypeExtensionsAttr as TypeExtensionsAttr,
        TypeExtensionsLongForm as TypeExtensionsLongForm,
    )
    from .ops.arithmetic.batch_norm import (
        BatchNormGradOp as BatchNormGradOp,
        BatchNormInferenceOp as BatchNormInferenceOp,
        BatchNormTrainingOp as BatchNormTrainingOp,
    )
    from .ops.arithmetic.convolution import ConvolutionOp as ConvolutionOp, DynamicConvOp as DynamicConvOp
    from .ops.arithmetic.dot import (
        DotGeneralOp as DotGeneralOp,
        DotOp as DotOp,
        EinsumOp as EinsumOp,
        UnaryEinsumOp as UnaryEinsumOp,
    )
    from .ops.arithmetic.elementwise.binary import (
        AddOp as AddOp,
        AndOp as AndOp,
        Atan2Op as Atan2Op,
        DivOp as DivOp,
        MaxOp as MaxOp,
        MinOp as MinOp,
        MulOp as MulOp,
        OrOp as OrOp,
        PowOp as PowOp,
        RemOp as RemOp,
        ShiftLeftOp as ShiftLeftOp,
        ShiftRightArithmeticOp as ShiftRightArithmeticOp,
        ShiftRightLogicalOp as ShiftRightLogicalOp,
        SubtractOp as SubtractOp,
        XorOp as XorOp,
    )
    from .ops.arithmetic.elementwise.convert import (
        AbsOp as AbsOp,
        BitcastConvertOp as BitcastConvertOp,
        CompareOp as CompareOp,
        ComplexOp as ComplexOp,
        ConvertOp as ConvertOp,
        ImagOp as ImagOp,
        IsFiniteOp as IsFiniteOp,
        RealOp as RealOp,
        ReducePrecisionOp as ReducePrecisionOp,
    )
    from .ops.arithmetic.elementwise.ternary import ClampOp as ClampOp, SelectOp as SelectOp
    from .ops.arithmetic.elementwise.unary import (
        CbrtOp as CbrtOp,
        CeilOp as CeilOp,
        ClzOp as ClzOp,
        CosineOp as CosineOp,
        Expm1Op as Expm1Op,
        ExpOp as ExpOp,
        FloorOp as FloorOp,
        Log1pOp as Log1pOp,
        LogisticOp as LogisticOp,
        LogOp as LogOp,
        NegOp as NegOp,
        NotOp as NotOp,
        PopulationCountOp as PopulationCountOp,
        RoundNearestEvenOp as RoundNearestEvenOp,
        RoundOp as RoundOp,
        RsqrtOp as RsqrtOp,
        SignOp as SignOp,
        SineOp as SineOp,
        SqrtOp as SqrtOp,
        TanhOp as TanhOp,
        TanOp as TanOp,
    )
    from .ops.arithmetic.linalg import (
        CholeskyOp as CholeskyOp,
        FftOp as FftOp,
        TriangularSolveOp as TriangularSolveOp,
    )
    from .ops.arithmetic.quantization import (
        UniformDequantizeOp as UniformDequantizeOp,
        UniformQuantizeOp as UniformQuantizeOp,
    )
    from .ops.arithmetic.random_numbers import RngBitGeneratorOp as RngBitGeneratorOp, RngOp as RngOp
    from .ops.combining.reduction import MapOp as MapOp, ReduceOp as ReduceOp
    from .ops.combining.sort import SortOp as SortOp
    from .ops.combining.windows import (
        ReduceWindowOp as ReduceWindowOp,
        SelectAndScatterOp as SelectAndScatterOp,
    )
    from .ops.movement.concatenate_pad import ConcatenateOp as ConcatenateOp, PadOp as PadOp
    from .ops.movement.data_movement import (
        BroadcastInDimOp as BroadcastInDimOp,
        BroadcastOp as BroadcastOp,
        IotaOp as IotaOp,
        ReshapeOp as ReshapeOp,
        ReverseOp as ReverseOp,
        TransposeOp as TransposeOp,
    )
    from .ops.movement.dimension_size import (
        GetDimensionSizeOp as GetDimensionSizeOp,
        SetDimensionSizeOp as SetDimensionSizeOp,
    )
    from .ops.movement.dynamism import (
        DynamicBroadcastInDimOp as DynamicBroadcastInDimOp,
        DynamicGatherOp as DynamicGatherOp,
        DynamicIotaOp as DynamicIotaOp,
        DynamicPadOp as DynamicPadOp,
        DynamicReshapeOp as DynamicReshapeOp,
        RealDynamicSliceOp as RealDynamicSliceOp,
    )
    from .ops.movement.indexing import (
        DynamicSliceOp as DynamicSliceOp,
        DynamicUpdateSliceOp as DynamicUpdateSliceOp,
        GatherOp as GatherOp,
        SliceOp as SliceOp,
        TorchIndexSelectOp as TorchIndexSelectOp,
    )
    from .ops.movement.scatter import ScatterOp as ScatterOp
    from .ops.processes.async_ops import AsyncDoneOp as AsyncDoneOp, AsyncStartOp as AsyncStartOp
    from .ops.processes.collective import (
        AllGatherOp as AllGatherOp,
        AllReduceOp as AllReduceOp,
        AllToAllOp as AllToAllOp,
        CollectiveReduceOp as CollectiveReduceOp,
        CrossReplicaSumOp as CrossReplicaSumOp,
        ReduceScatterOp as ReduceScatterOp,
    )
    from .ops.processes.transfer import (
        CollectiveBroadcastOp as CollectiveBroadcastOp,
        CollectivePermuteOp as CollectivePermuteOp,
        InfeedOp as InfeedOp,
        OutfeedOp as OutfeedOp,
        PartitionIdOp as PartitionIdOp,
        RecvOp as RecvOp,
        ReplicaIdOp as ReplicaIdOp,
        SendOp as SendOp,
    )
    from .ops.structure.composite import CompositeOp as CompositeOp
    from .ops.structure.constant import ConstantOp as ConstantOp
    from .ops.structure.control_flow import (
        CaseOp as CaseOp,
        IfOp as IfOp,
        ReturnOp as ReturnOp,
        WhileOp as WhileOp,
    )
    from .ops.structure.custom_call import CustomCallOp as CustomCallOp
    from .ops.structure.tuples_tokens import (
        AfterAllOp as AfterAllOp,
        CreateTokenOp as CreateTokenOp,
        GetTupleElementOp as GetTupleElementOp,
        OptimizationBarrierOp as OptimizationBarrierOp,
        TupleOp as TupleOp,
    )

FAMILIES = {
    "ops.processes.async_ops": {
        "async_done": "AsyncDoneOp",
        "async_start": "AsyncStartOp",
    },
    "ops.arithmetic.batch_norm": {
        "batch_norm_grad": "BatchNormGradOp",
        "batch_norm_inference": "BatchNormInferenceOp",
        "batch_norm_training": "BatchNormTrainingOp",
    },
    "ops.processes.collective": {
        "all_gather": "AllGatherOp",
        "all_reduce": "AllReduceOp",
        "all_to_all": "AllToAllOp",
        "collective_reduce": "CollectiveReduceOp",
        "cross-replica-sum": "CrossReplicaSumOp",
        "reduce_scatter": "ReduceScatterOp",
    },
    "ops.structure.composite": {
        "composite": "CompositeOp",
    },
    "ops.movement.concatenate_pad": {
        "concatenate": "ConcatenateOp",
        "pad": "PadOp",
    },
    "ops.structure.constant": {
        "constant": "ConstantOp",
    },
    "ops.structure.control_flow": {
        "case": "CaseOp",
        "if": "IfOp",
        "return": "ReturnOp",
        "while": "WhileOp",
    },
    "ops.arithmetic.convolution": {
        "convolution": "ConvolutionOp",
        "dynamic_conv": "DynamicConvOp",
    },
    "ops.structure.custom_call": {
        "custom_call": "CustomCallOp",
    },
    "ops.movement.data_movement": {
        "broadcast": "BroadcastOp",
        "broadcast_in_dim": "BroadcastInDimOp",
        "iota": "IotaOp",
        "reshape": "ReshapeOp",
        "reverse": "ReverseOp",
        "transpose": "TransposeOp",
    },
    "ops.movement.dimension_size": {
        "get_dimension_size": "GetDimensionSizeOp",
        "set_dimension_size": "SetDimensionSizeOp",
    },
    "ops.arithmetic.dot": {
        "dot": "DotOp",
        "dot_general": "DotGeneralOp",
        "einsum": "EinsumOp",
        "unary_einsum": "UnaryEinsumOp",
    },
    "ops.movement.dynamism": {
        "dynamic_broadcast_in_dim": "DynamicBroadcastInDimOp",
        "dynamic_gather": "DynamicGatherOp",
        "dynamic_iota": "DynamicIotaOp",
        "dynamic_pad": "DynamicPadOp",
        "dynamic_reshape": "DynamicReshapeOp",
        "real_dynamic_slice": "RealDynamicSliceOp",
    },
    "ops.arithmetic.elementwise.binary": {
        "add": "AddOp",
        "and": "AndOp",
        "atan2": "Atan2Op",
        "divide": "DivOp",
        "maximum": "MaxOp",
        "minimum": "MinOp",
        "multiply": "MulOp",
        "or": "OrOp",
        "power": "PowOp",
        "remainder": "RemOp",
        "shift_left": "ShiftLeftOp",
        "shift_right_arithmetic": "ShiftRightArithmeticOp",
        "shift_right_logical": "ShiftRightLogicalOp",
        "subtract": "SubtractOp",
        "xor": "XorOp",
    },
    "ops.arithmetic.elementwise.convert": {
        "abs": "AbsOp",
        "bitcast_convert": "BitcastConvertOp",
        "compare": "CompareOp",
        "complex": "ComplexOp",
        "convert": "ConvertOp",
        "imag": "ImagOp",
        "is_finite": "IsFiniteOp",
        "real": "RealOp",
        "reduce_precision": "ReducePrecisionOp",
    },
    "ops.arithmetic.elementwise.ternary": {
        "clamp": "ClampOp",
        "select": "SelectOp",
    },
    "ops.arithmetic.elementwise.unary": {
        "cbrt": "CbrtOp",
        "ceil": "CeilOp",
        "cosine": "CosineOp",
        "count_leading_zeros": "ClzOp",
        "exponential": "ExpOp",
        "exponential_minus_one": "Expm1Op",
        "floor": "FloorOp",
        "log": "LogOp",
        "log_plus_one": "Log1pOp",
        "logistic": "LogisticOp",
        "negate": "NegOp",
        "not": "NotOp",
        "popcnt": "PopulationCountOp",
        "round_nearest_afz": "RoundOp",
        "round_nearest_even": "RoundNearestEvenOp",
        "rsqrt": "RsqrtOp",
        "sign": "SignOp",
        "sine": "SineOp",
        "sqrt": "SqrtOp",
        "tan": "TanOp",
        "tanh": "TanhOp",
    },
    "ops.movement.indexing": {
        "dynamic_slice": "DynamicSliceOp",
        "dynamic_update_slice": "DynamicUpdateSliceOp",
        "gather": "GatherOp",
        "slice": "SliceOp",
        "torch_index_select": "TorchIndexSelectOp",
    },
    "ops.arithmetic.linalg": {
        "cholesky": "CholeskyOp",
        "fft": "FftOp",
        "triangular_solve": "TriangularSolveOp",
    },
    "ops.arithmetic.quantization": {
        "uniform_dequantize": "UniformDequantizeOp",
        "uniform_quantize": "UniformQuantizeOp",
    },
    "ops.arithmetic.random_numbers": {
        "rng": "RngOp",
        "rng_bit_generator": "RngBitGeneratorOp",
    },
    "ops.combining.reduction": {
        "map": "MapOp",
        "reduce": "ReduceOp",
    },
    "ops.movement.scatter": {
        "scatter": "ScatterOp",
    },
    "ops.combining.sort": {
        "sort": "SortOp",
    },
    "ops.processes.transfer": {
        "collective_broadcast": "CollectiveBroadcastOp",
        "collective_permute": "CollectivePermuteOp",
        "infeed": "InfeedOp",
        "outfeed": "OutfeedOp",
        "partition_id": "PartitionIdOp",
        "recv": "RecvOp",
        "replica_id": "ReplicaIdOp",
        "send": "SendOp",
    },
    "ops.structure.tuples_tokens": {
        "after_all": "AfterAllOp",
        "create_token": "CreateTokenOp",
        "get_tuple_element": "GetTupleElementOp",
        "optimization_barrier": "OptimizationBarrierOp",
        "tuple": "TupleOp",
    },
    "ops.combining.windows": {
        "reduce_window": "ReduceWindowOp",
        "select_and_scatter": "SelectAndScatterOp",
    },
}
"""The class of each op, by the file of its family and its name. The imports above say the same to type checkers."""

StableHLO = DialectOnDemand(
    "stablehlo", __name__, FAMILIES, [FutureType, TokenType], [MaterializeConstants()]
)

if not TYPE_CHECKING:  # whom it would let believe that every name is one of this package
    __getattr__ = StableHLO.member
