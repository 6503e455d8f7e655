"""Every family of evaluators. Importing this module makes all of them known."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions

from ..execution.adapter import HostFunctions
from .batch_norm import BatchNormFunctions
from .check import CheckFunctions
from .chlo import ChloFunctions
from .chlo_structured import ChloStructuredFunctions
from .collective import CollectiveFunctions
from .control_flow import ControlFlowFunctions
from .convolution import ConvolutionFunctions
from .data_movement import DataMovementFunctions
from .dot import DotFunctions
from .dynamism import DynamismFunctions
from .elementwise import ElementwiseFunctions
from .indexing import IndexingFunctions
from .linalg import LinalgFunctions
from .misc import MiscFunctions
from .probe import ProbeFunctions
from .quantization import QuantizationFunctions
from .random import RandomFunctions
from .reduction import ReductionFunctions
from .scatter import ScatterFunctions
from .sort import SortFunctions
from .transfer import TransferFunctions
from .windows import WindowFunctions

FAMILIES: tuple[type[InterpreterFunctions], ...] = (
    HostFunctions,
    BatchNormFunctions,
    CheckFunctions,
    ChloFunctions,
    ChloStructuredFunctions,
    CollectiveFunctions,
    ControlFlowFunctions,
    ConvolutionFunctions,
    DataMovementFunctions,
    DotFunctions,
    DynamismFunctions,
    ElementwiseFunctions,
    IndexingFunctions,
    LinalgFunctions,
    MiscFunctions,
    ProbeFunctions,
    QuantizationFunctions,
    RandomFunctions,
    ReductionFunctions,
    ScatterFunctions,
    SortFunctions,
    TransferFunctions,
    WindowFunctions,
)
