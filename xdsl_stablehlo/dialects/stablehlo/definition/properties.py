"""Constraints of attributes that property definitions share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    IntegerType,
    TensorType,
    i64,
)
from xdsl.ir import Attribute
from xdsl.irdl import AttrConstraint, VerificationContext
from xdsl.utils.exceptions import VerifyException

from xdsl_stablehlo.values.elements import SplatElementsAttr

from ..enums import PrecisionAttr
from ..hlo_types import Described
from ..meshes import ReplicaGroupMeshAxesAttr

IntElements: TypeAlias = "DenseIntOrFPElementsAttr[IntegerType] | SplatElementsAttr"
"""A dense attribute of integers, in either of its two forms."""


@dataclass(frozen=True)
class ArrayOf(Described):
    """An array of attributes of one class."""

    base: type[Attribute]

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        elements: Sequence[Attribute] | None = (
            cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else None
        )
        if elements is None or not all(isinstance(element, self.base) for element in elements):
            raise VerifyException(f"must be {self.description}, but got {attr}")

    def make(self, values: Sequence[object]) -> Attribute:
        """An array of the attributes of `values`, each of which the class takes."""
        make = cast("Callable[[object], Attribute]", self.base)
        return ArrayAttr([make(value) for value in values])


PrecisionConfigAttr = cast(
    "AttrConstraint[ArrayAttr[PrecisionAttr]]", ArrayOf("Precision Config attribute", PrecisionAttr)
)


@dataclass(frozen=True)
class I64ElementsConstraint(Described):
    """A dense attribute of 64-bit integers, or, for replica groups, a mesh with axes."""

    or_mesh_axes: bool = False

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if self.or_mesh_axes and isinstance(attr, ReplicaGroupMeshAxesAttr):
            return
        is_dense = isinstance(attr, DenseIntOrFPElementsAttr | SplatElementsAttr)
        if not is_dense or attr.get_element_type() != i64:
            raise VerifyException(f"must be {self.description}, but got {attr}")

    def make(self, rows: Sequence[Sequence[int]]) -> Attribute:
        """Rows of integers as a dense attribute."""
        return i64_elements(rows)


I64ElementsAttr = cast(
    "AttrConstraint[IntElements]", I64ElementsConstraint("64-bit signless integer elements attribute")
)
ReplicaGroupsAttr = cast(
    "AttrConstraint[IntElements | ReplicaGroupMeshAxesAttr]",
    I64ElementsConstraint("64-bit signless integer elements attribute or mesh axes", or_mesh_axes=True),
)


_REPEATS = 4


def flat_ints(attribute: IntElements) -> Iterator[int]:
    """The integers in row-major order.

    A large splat gives its element a few times only: what two rows of two do not tell, four milliards do not either.
    """
    values = cast("Iterator[int]", attribute.iter_values())
    return islice(values, _REPEATS) if isinstance(attribute, SplatElementsAttr) else values


def i64_elements(rows: Sequence[Sequence[int]]) -> IntElements:
    """Rows of integers, `[[0, 1], [2, 3]]`, as a dense attribute `tensor<2x2xi64>`; no rows are `tensor<0x2xi64>`."""
    width = len(rows[0]) if rows else 2
    flat = [value for row in rows for value in row]
    return DenseIntOrFPElementsAttr.from_list(TensorType(i64, [len(rows), width]), flat)
