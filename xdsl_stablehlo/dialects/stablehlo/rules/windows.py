"""Windows that slide over a base: what reduce_window, select_and_scatter and convolution share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl_stablehlo.values.elements import array_of

from ..definition import Violation
from ..meshes import IntElements
from ..shapes import DYNAMIC, is_dynamic

Padding = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class WindowDimension:
    """One dimension of a window."""

    size: int
    stride: int = 1
    padding: tuple[int, int] = (0, 0)
    base_dilation: int = 1
    window_dilation: int = 1

    def positions(self, base: int) -> int:
        """How many positions the window has on a base of size `base` in this dimension."""
        if is_dynamic(base) or is_dynamic(self.size):
            return DYNAMIC
        padded = self.padding[0] + dilated(base, self.base_dilation) + self.padding[1]
        window = dilated(self.size, self.window_dilation)
        return 0 if padded == 0 or window > padded else (padded - window) // self.stride + 1


def dilated(size: int, dilation: int) -> int:
    """The size of a dimension with `dilation - 1` holes between neighbours."""
    return 0 if size == 0 else (size - 1) * dilation + 1


@dataclass(frozen=True)
class WindowLabels:
    """The numbers that an op's constraints on its window have in the specification."""

    size: str = ""
    strides: str = ""
    stride: str = ""
    base_dilations: str = ""
    base_dilation: str = ""
    window_dilations: str = ""
    window_dilation: str = ""
    padding: str = ""
    reversal: str = ""


def padding_pairs(padding: IntElements | None, count: int, label: str = "") -> Padding:
    """The low and high padding of `count` dimensions, from a dense attribute of that many rows; 0 if it is absent.

    Raises `Violation` before it looks at more pairs than that.
    """
    zeros = ((0, 0),) * count
    if padding is None:
        return zeros
    shape = padding.get_shape()
    if len(shape) != 2 or shape[1] != 2:
        sizes = ", ".join(map(str, shape))
        raise Violation(f"expects the shape of padding-attribute to be {{N, 2}}, but got {{{sizes}}}.", label)
    _check_count("padding-entries", shape[0], count, label)
    return [(int(low), int(high)) for low, high in array_of(padding)] or zeros


def window_dimensions(
    sizes: Sequence[int],
    strides: Sequence[int],
    padding: Padding,
    base_dilations: Sequence[int],
    window_dilations: Sequence[int],
    reversal: Sequence[bool],
    labels: WindowLabels,
) -> Sequence[WindowDimension]:
    """The window with one dimension for each of `sizes`. An empty list of anything else stands for its default."""
    n = len(sizes)
    for values, name, label in (
        (strides, "window-strides", labels.strides),
        (base_dilations, "base-dilation factors", labels.base_dilations),
        (window_dilations, "window-dilation factors", labels.window_dilations),
        (padding, "padding-entries", labels.padding),
        (reversal, "window-reversal", labels.reversal),
    ):
        _check_count(name, len(values), n, label)
    window = [
        WindowDimension(
            size,
            strides[i] if strides else 1,
            padding[i] if padding else (0, 0),
            base_dilations[i] if base_dilations else 1,
            window_dilations[i] if window_dilations else 1,
        )
        for i, size in enumerate(sizes)
    ]
    for i, dimension in enumerate(window):
        _check_positive(i, dimension, labels)
    return window


def _check_count(name: str, count: int, dimensions: int, label: str) -> None:
    """A list called `name` has one entry for each dimension, or is empty."""
    if count and count != dimensions:
        raise Violation(
            f"expects {name} to have same dimension-size as size of window dimensions ({dimensions}), "
            f"but got: {count}.",
            label,
        )


def _check_positive(i: int, dimension: WindowDimension, labels: WindowLabels) -> None:
    for value, name, label in (
        (dimension.size, "value", labels.size),
        (dimension.stride, "stride", labels.stride),
        (dimension.base_dilation, "base dilation factor", labels.base_dilation),
        (dimension.window_dilation, "window dilation factor", labels.window_dilation),
    ):
        if value <= 0 and not (name == "value" and is_dynamic(value)):
            raise Violation(
                f"expects window to have positive {name} for {i}-th window dimension, but got {value}.", label
            )


def window_output_shape(base: Sequence[int], window: Sequence[WindowDimension]) -> Sequence[int]:
    """How many positions the window has in each dimension of `base`."""
    return [dimension.positions(size) for size, dimension in zip(base, window)]
