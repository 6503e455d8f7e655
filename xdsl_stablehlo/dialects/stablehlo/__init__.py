"""The StableHLO dialect: every op, type and attribute under upstream's C++ name.

Each family of ops has a file (`elementwise` a folder) of the same name here, among the kernels and among the tests.
The other files hold what the definitions are written with: constraints that are long or shared (`rules`); constraints
of types and properties and the base class of ops (`types`, `properties`, `constraints`, `shapes`, `violations`); the
fields that constructors fill (`fields`); attributes (`attributes`, `enums`, `meshes`); text (`directives`,
`struct_text`, `convolution_text`); traits and interfaces (`speculation`, `exact_folding`,
`constant_materialization`); look-ups (`matchers`, `symbols`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..on_demand import DialectOnDemand
from .constant_materialization import MaterializeConstants as MaterializeConstants
from .constraints import (
    HloOp as HloOp,
    infer_return_types as infer_return_types,
)
from .hlo_types import (
    FutureType as FutureType,
    TokenType as TokenType,
)
from .violations import (
    Violation as Violation,
)

if TYPE_CHECKING:
    from .async_ops import (
        AsyncDoneOp as AsyncDoneOp,
        AsyncStartOp as AsyncStartOp,
    )
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
    from .batch_norm import (
        BatchNormGradOp as BatchNormGradOp,
        BatchNormInferenceOp as BatchNormInferenceOp,
        BatchNormTrainingOp as BatchNormTrainingOp,
    )
    from .collective import (
        AllGatherOp as AllGatherOp,
        AllReduceOp as AllReduceOp,
        AllToAllOp as AllToAllOp,
        CollectiveReduceOp as CollectiveReduceOp,
        CrossReplicaSumOp as CrossReplicaSumOp,
        ReduceScatterOp as ReduceScatterOp,
    )
    from .composite import (
        CompositeOp as CompositeOp,
    )
    from .concatenate_pad import (
        ConcatenateOp as ConcatenateOp,
        PadOp as PadOp,
    )
    from .constant import (
        ConstantOp as ConstantOp,
    )
    from .control_flow import (
        CaseOp as CaseOp,
        IfOp as IfOp,
        ReturnOp as ReturnOp,
        WhileOp as WhileOp,
    )
    from .convolution import (
        ConvolutionOp as ConvolutionOp,
        DynamicConvOp as DynamicConvOp,
    )
    from .custom_call import (
        CustomCallOp as CustomCallOp,
    )
    from .data_movement import (
        BroadcastInDimOp as BroadcastInDimOp,
        BroadcastOp as BroadcastOp,
        IotaOp as IotaOp,
        ReshapeOp as ReshapeOp,
        ReverseOp as ReverseOp,
        TransposeOp as TransposeOp,
    )
    from .dimension_size import (
        GetDimensionSizeOp as GetDimensionSizeOp,
        SetDimensionSizeOp as SetDimensionSizeOp,
    )
    from .dot import (
        DotGeneralOp as DotGeneralOp,
        DotOp as DotOp,
        EinsumOp as EinsumOp,
        UnaryEinsumOp as UnaryEinsumOp,
    )
    from .dynamism import (
        DynamicBroadcastInDimOp as DynamicBroadcastInDimOp,
        DynamicGatherOp as DynamicGatherOp,
        DynamicIotaOp as DynamicIotaOp,
        DynamicPadOp as DynamicPadOp,
        DynamicReshapeOp as DynamicReshapeOp,
        RealDynamicSliceOp as RealDynamicSliceOp,
    )
    from .elementwise.binary import (
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
    from .elementwise.convert import (
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
    from .elementwise.ternary import ClampOp as ClampOp, SelectOp as SelectOp
    from .elementwise.unary import (
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
    from .indexing import (
        DynamicSliceOp as DynamicSliceOp,
        DynamicUpdateSliceOp as DynamicUpdateSliceOp,
        GatherOp as GatherOp,
        SliceOp as SliceOp,
        TorchIndexSelectOp as TorchIndexSelectOp,
    )
    from .linalg import (
        CholeskyOp as CholeskyOp,
        FftOp as FftOp,
        TriangularSolveOp as TriangularSolveOp,
    )
    from .quantization import (
        UniformDequantizeOp as UniformDequantizeOp,
        UniformQuantizeOp as UniformQuantizeOp,
    )
    from .random_numbers import (
        RngBitGeneratorOp as RngBitGeneratorOp,
        RngOp as RngOp,
    )
    from .reduction import (
        MapOp as MapOp,
        ReduceOp as ReduceOp,
    )
    from .scatter import (
        ScatterOp as ScatterOp,
    )
    from .sort import (
        SortOp as SortOp,
    )
    from .transfer import (
        CollectiveBroadcastOp as CollectiveBroadcastOp,
        CollectivePermuteOp as CollectivePermuteOp,
        InfeedOp as InfeedOp,
        OutfeedOp as OutfeedOp,
        PartitionIdOp as PartitionIdOp,
        RecvOp as RecvOp,
        ReplicaIdOp as ReplicaIdOp,
        SendOp as SendOp,
    )
    from .tuples_tokens import (
        AfterAllOp as AfterAllOp,
        CreateTokenOp as CreateTokenOp,
        GetTupleElementOp as GetTupleElementOp,
        OptimizationBarrierOp as OptimizationBarrierOp,
        TupleOp as TupleOp,
    )
    from .windows import (
        ReduceWindowOp as ReduceWindowOp,
        SelectAndScatterOp as SelectAndScatterOp,
    )

FAMILIES = {
    "async_ops": {
        "async_done": "AsyncDoneOp",
        "async_start": "AsyncStartOp",
    },
    "batch_norm": {
        "batch_norm_grad": "BatchNormGradOp",
        "batch_norm_inference": "BatchNormInferenceOp",
        "batch_norm_training": "BatchNormTrainingOp",
    },
    "collective": {
        "all_gather": "AllGatherOp",
        "all_reduce": "AllReduceOp",
        "all_to_all": "AllToAllOp",
        "collective_reduce": "CollectiveReduceOp",
        "cross-replica-sum": "CrossReplicaSumOp",
        "reduce_scatter": "ReduceScatterOp",
    },
    "composite": {
        "composite": "CompositeOp",
    },
    "concatenate_pad": {
        "concatenate": "ConcatenateOp",
        "pad": "PadOp",
    },
    "constant": {
        "constant": "ConstantOp",
    },
    "control_flow": {
        "case": "CaseOp",
        "if": "IfOp",
        "return": "ReturnOp",
        "while": "WhileOp",
    },
    "convolution": {
        "convolution": "ConvolutionOp",
        "dynamic_conv": "DynamicConvOp",
    },
    "custom_call": {
        "custom_call": "CustomCallOp",
    },
    "data_movement": {
        "broadcast": "BroadcastOp",
        "broadcast_in_dim": "BroadcastInDimOp",
        "iota": "IotaOp",
        "reshape": "ReshapeOp",
        "reverse": "ReverseOp",
        "transpose": "TransposeOp",
    },
    "dimension_size": {
        "get_dimension_size": "GetDimensionSizeOp",
        "set_dimension_size": "SetDimensionSizeOp",
    },
    "dot": {
        "dot": "DotOp",
        "dot_general": "DotGeneralOp",
        "einsum": "EinsumOp",
        "unary_einsum": "UnaryEinsumOp",
    },
    "dynamism": {
        "dynamic_broadcast_in_dim": "DynamicBroadcastInDimOp",
        "dynamic_gather": "DynamicGatherOp",
        "dynamic_iota": "DynamicIotaOp",
        "dynamic_pad": "DynamicPadOp",
        "dynamic_reshape": "DynamicReshapeOp",
        "real_dynamic_slice": "RealDynamicSliceOp",
    },
    "elementwise.binary": {
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
    "elementwise.convert": {
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
    "elementwise.ternary": {
        "clamp": "ClampOp",
        "select": "SelectOp",
    },
    "elementwise.unary": {
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
    "indexing": {
        "dynamic_slice": "DynamicSliceOp",
        "dynamic_update_slice": "DynamicUpdateSliceOp",
        "gather": "GatherOp",
        "slice": "SliceOp",
        "torch_index_select": "TorchIndexSelectOp",
    },
    "linalg": {
        "cholesky": "CholeskyOp",
        "fft": "FftOp",
        "triangular_solve": "TriangularSolveOp",
    },
    "quantization": {
        "uniform_dequantize": "UniformDequantizeOp",
        "uniform_quantize": "UniformQuantizeOp",
    },
    "random_numbers": {
        "rng": "RngOp",
        "rng_bit_generator": "RngBitGeneratorOp",
    },
    "reduction": {
        "map": "MapOp",
        "reduce": "ReduceOp",
    },
    "scatter": {
        "scatter": "ScatterOp",
    },
    "sort": {
        "sort": "SortOp",
    },
    "transfer": {
        "collective_broadcast": "CollectiveBroadcastOp",
        "collective_permute": "CollectivePermuteOp",
        "infeed": "InfeedOp",
        "outfeed": "OutfeedOp",
        "partition_id": "PartitionIdOp",
        "recv": "RecvOp",
        "replica_id": "ReplicaIdOp",
        "send": "SendOp",
    },
    "tuples_tokens": {
        "after_all": "AfterAllOp",
        "create_token": "CreateTokenOp",
        "get_tuple_element": "GetTupleElementOp",
        "optimization_barrier": "OptimizationBarrierOp",
        "tuple": "TupleOp",
    },
    "windows": {
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
