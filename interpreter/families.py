"""Every family of evaluators. Importing this module makes all of them known."""

from __future__ import annotations

from xdsl.interpreter import InterpreterFunctions

from .check import CheckFunctions
from .control_flow import ControlFlowFunctions
from .data_movement import DataMovementFunctions
from .dot import DotFunctions
from .host import HostFunctions
from .indexing import IndexingFunctions
from .misc import MiscFunctions
from .reduction import ReductionFunctions
from .scatter import ScatterFunctions
from .sort import SortFunctions

FAMILIES: tuple[type[InterpreterFunctions], ...] = (
    HostFunctions,
    CheckFunctions,
    ControlFlowFunctions,
    DataMovementFunctions,
    DotFunctions,
    IndexingFunctions,
    MiscFunctions,
    ReductionFunctions,
    ScatterFunctions,
    SortFunctions,
)
