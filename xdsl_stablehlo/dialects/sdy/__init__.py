"""The Shardy dialect: how devices of a mesh share tensors. JAX writes it for sharded programs."""

from xdsl.ir import Attribute, Dialect, Operation

from ..definition import classes_of
from . import attributes, ops

Sdy = Dialect(
    "sdy",
    classes_of(ops.__name__, "sdy", Operation),
    classes_of(attributes.__name__, "sdy", Attribute),
)
