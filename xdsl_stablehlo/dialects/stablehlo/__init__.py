"""The StableHLO dialect: every op, type and attribute under upstream's C++ name.

Each family of ops has a file (`elementwise` a folder) of the same name here, among the kernels and among the tests.
The other files hold what the definitions are written with: constraints that are long or shared (`rules`); constraints
of types and properties and the base class of ops (`types`, `properties`, `constraints`, `shapes`, `violations`);
attributes (`attributes`, `enums`, `meshes`); text (`directives`, `struct_text`, `convolution_text`); traits and
interfaces (`speculation`, `exact_folding`, `constant_materialization`); look-ups (`matchers`, `symbols`).
"""

from __future__ import annotations

from xdsl.ir import Attribute, Dialect, Operation

from .async_ops import (
    AsyncDoneOp as AsyncDoneOp,
    AsyncStartOp as AsyncStartOp,
)
from .attributes import (
    ATTRIBUTES as ATTRIBUTES,
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
from .constant_materialization import MaterializeConstants as MaterializeConstants
from .constraints import (
    HloOp as HloOp,
    infer_return_types as infer_return_types,
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
from .random import (
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
from .types import (
    FutureType as FutureType,
    TokenType as TokenType,
)
from .violations import (
    Violation as Violation,
)
from .windows import (
    ReduceWindowOp as ReduceWindowOp,
    SelectAndScatterOp as SelectAndScatterOp,
)

OPS: list[type[Operation]] = [
    AbsOp,
    AddOp,
    AfterAllOp,
    AllGatherOp,
    AllReduceOp,
    AllToAllOp,
    AndOp,
    AsyncDoneOp,
    AsyncStartOp,
    Atan2Op,
    BatchNormGradOp,
    BatchNormInferenceOp,
    BatchNormTrainingOp,
    BitcastConvertOp,
    BroadcastInDimOp,
    BroadcastOp,
    CaseOp,
    CbrtOp,
    CeilOp,
    CholeskyOp,
    ClampOp,
    ClzOp,
    CollectiveBroadcastOp,
    CollectivePermuteOp,
    CollectiveReduceOp,
    CompareOp,
    ComplexOp,
    CompositeOp,
    ConcatenateOp,
    ConstantOp,
    ConvertOp,
    ConvolutionOp,
    CosineOp,
    CreateTokenOp,
    CrossReplicaSumOp,
    CustomCallOp,
    DivOp,
    DotGeneralOp,
    DotOp,
    DynamicBroadcastInDimOp,
    DynamicConvOp,
    DynamicGatherOp,
    DynamicIotaOp,
    DynamicPadOp,
    DynamicReshapeOp,
    DynamicSliceOp,
    DynamicUpdateSliceOp,
    EinsumOp,
    ExpOp,
    Expm1Op,
    FftOp,
    FloorOp,
    GatherOp,
    GetDimensionSizeOp,
    GetTupleElementOp,
    IfOp,
    ImagOp,
    InfeedOp,
    IotaOp,
    IsFiniteOp,
    Log1pOp,
    LogOp,
    LogisticOp,
    MapOp,
    MaxOp,
    MinOp,
    MulOp,
    NegOp,
    NotOp,
    OptimizationBarrierOp,
    OrOp,
    OutfeedOp,
    PadOp,
    PartitionIdOp,
    PopulationCountOp,
    PowOp,
    RealDynamicSliceOp,
    RealOp,
    RecvOp,
    ReduceOp,
    ReducePrecisionOp,
    ReduceScatterOp,
    ReduceWindowOp,
    RemOp,
    ReplicaIdOp,
    ReshapeOp,
    ReturnOp,
    ReverseOp,
    RngBitGeneratorOp,
    RngOp,
    RoundNearestEvenOp,
    RoundOp,
    RsqrtOp,
    ScatterOp,
    SelectAndScatterOp,
    SelectOp,
    SendOp,
    SetDimensionSizeOp,
    ShiftLeftOp,
    ShiftRightArithmeticOp,
    ShiftRightLogicalOp,
    SignOp,
    SineOp,
    SliceOp,
    SortOp,
    SqrtOp,
    SubtractOp,
    TanOp,
    TanhOp,
    TorchIndexSelectOp,
    TransposeOp,
    TriangularSolveOp,
    TupleOp,
    UnaryEinsumOp,
    UniformDequantizeOp,
    UniformQuantizeOp,
    WhileOp,
    XorOp,
]
"""All ops of the dialect."""

TYPES: list[type[Attribute]] = [FutureType, TokenType]
"""All types of the dialect."""

StableHLO = Dialect("stablehlo", OPS, [*ATTRIBUTES, *TYPES], [MaterializeConstants()])
