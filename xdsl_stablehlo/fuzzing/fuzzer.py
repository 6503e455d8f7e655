"""Random programs as options ask for them: of some families and types, with what bugs are found by, and defined."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .generator import FLOATS, INTEGERS, SHAPES, CodeScope, Generator, TensorKind
from .options import FAMILIES, FuzzOptions

SPECIAL_FLOATS: Mapping[str, tuple[str, ...]] = {
    "f32": ("0x7FC00000", "0x7F800000", "0xFF800000", "0x7F7FFFFF", "0x00000001", "0.0", "-0.0"),
    "f64": (
        *("0x7FF8000000000000", "0x7FF0000000000000", "0xFFF0000000000000", "0x7FEFFFFFFFFFFFFF"),
        *("0x0000000000000001", "0.0", "-0.0"),
    ),
    "bf16": ("0x7FC0", "0x7F80", "0xFF80", "0x7F7F", "0x0001", "0.0", "-0.0"),
}
"""NaN, infinities, the largest number, the smallest above zero, and zeros, as MLIR spells them."""

NEUTRAL: Mapping[str, Callable[[str], str]] = {
    "add": lambda element: "false" if element == "i1" else "0.0" if element in FLOATS else "0",
    "multiply": lambda element: "true" if element == "i1" else "1.0" if element in FLOATS else "1",
    "maximum": lambda element: "false" if element == "i1" else _extreme(element, 0),
    "minimum": lambda element: "true" if element == "i1" else _extreme(element, 1),
}
"""The element that leaves every other one as it is."""

FITTING = 100
"""A number that every integer type holds."""


def _extreme(element: str, which: int) -> str:
    """The least number of a type, or the greatest: infinities of floats."""
    if element in FLOATS:
        return SPECIAL_FLOATS[element][2 - which]
    return str(extremes_of(element)[which])


def extremes_of(element: str) -> tuple[int, int]:
    """The smallest and the largest number of an integer type."""
    width = int(element.lstrip("ui"))
    return (0, (1 << width) - 1) if element[0] == "u" else (-(1 << width - 1), (1 << width - 1) - 1)


class Fuzzer(Generator):
    """Writes one program."""

    def __init__(self, seed: int, options: FuzzOptions):
        super().__init__(seed, options.size, portable=not options.undefined)
        self.options = options
        self.numbers = tuple([element for element in options.types if element != "i1"]) or ("i32",)
        self._latest = ""
        """The operand that was chosen last."""
        self._wanted = {name for family in options.families for name in FAMILIES[family]}

    def _kind(self) -> TensorKind:
        return TensorKind(self.random.choice(self.options.types), self.random.choice(SHAPES))

    def _simple(self) -> list[Callable[[CodeScope], None]]:
        names = [name for family in self.options.families for name in FAMILIES[family]]
        wanted = [write for write in super()._simple() if write.__name__ in names]
        divided = [self._divide] if self.options.undefined and "elementwise" in self.options.families else []
        return [*wanted, *divided, self._any_constant]

    def _nested(self) -> list[Callable[[CodeScope, int], None]]:
        return [write for write in super()._nested() if write.__name__ in self._wanted]

    def _chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def _element(self, element: str) -> str:
        if element == "i1" or not self._chance(self.options.special):
            return super()._element(element)
        special = SPECIAL_FLOATS.get(element)
        return self.random.choice(special or tuple(map(str, (*extremes_of(element), 0))))

    def _any(self, scope: CodeScope) -> tuple[str, TensorKind]:
        found = super()._any(scope)
        self._latest = found[0]
        return found

    def _same(self, scope: CodeScope, kind: TensorKind) -> str:
        if (self._latest, kind) in scope.values and self._chance(self.options.equal):
            return self._latest
        return super()._same(scope, kind)

    def _splat(self, scope: CodeScope, kind: TensorKind, literal: str) -> str:
        return self._emit(
            scope, kind, f"stablehlo.constant dense<{literal if 0 not in kind.shape else ''}> : {kind}"
        )

    # Ops

    def _divide(self, scope: CodeScope) -> None:
        """A division, or a shift, of integers, by zero or by too much for all that is known."""
        found = self._value(scope, lambda k: k.element in INTEGERS)
        if found is not None:
            value, kind = found
            op = self.random.choice(("divide", "remainder", "shift_left", "shift_right_arithmetic", "power"))
            self._emit(scope, kind, f"stablehlo.{op} {value}, {self._same(scope, kind)} : {kind}")

    def _convert(self, scope: CodeScope) -> None:
        value, kind = self._any(scope)
        result = kind.of(self.random.choice(self.options.types))
        if result.element in INTEGERS and kind.element != "i1" and not self.options.undefined:
            value = self._fitting(scope, value, kind)
        self._emit(scope, result, f"stablehlo.convert {value} : ({kind}) -> {result}")

    def _fitting(self, scope: CodeScope, value: str, kind: TensorKind) -> str:
        """The numbers of a value that are NaN or that some integer type does not hold, replaced by others."""
        point = ".0" if kind.element in FLOATS else ""
        least, most = (self._splat(scope, kind, f"{number}{point}") for number in (0, FITTING))
        if kind.element in FLOATS:
            where = kind.of("i1")
            ordered = self._emit(
                scope, where, f"stablehlo.compare EQ, {value}, {value} : ({kind}, {kind}) -> {where}"
            )
            value = self._emit(scope, kind, f"stablehlo.select {ordered}, {value}, {least} : {where}, {kind}")
        return self._emit(scope, kind, f"stablehlo.clamp {least}, {value}, {most} : {kind}")

    def _dynamic_slice(self, scope: CodeScope) -> None:
        found = self._value(scope, lambda k: len(k.shape) == 1 and k.shape[0] > 1)
        if found is None:
            return
        value, kind = found
        index = TensorKind(self.random.choice(("i32", "i64")))
        if self._chance(self.options.extreme):
            number = self.random.choice((*extremes_of(index.element), -1, kind.shape[0], kind.shape[0] - 1))
            start = self._splat(scope, index, str(number))
        else:
            start = self._same(scope, index)
        result = TensorKind(kind.element, (self.random.randint(1, kind.shape[0]),))
        if self._chance(0.5):
            update = self._same(scope, result)
            text = f"stablehlo.dynamic_update_slice {value}, {update}, {start} : ({kind}, {result}, {index}) -> {kind}"
            self._emit(scope, kind, text)
            return
        text = f"stablehlo.dynamic_slice {value}, {start}, sizes = [{result.shape[0]}] : ({kind}, {index}) -> {result}"
        self._emit(scope, result, text)

    def _reduce(self, scope: CodeScope) -> None:
        """A reduction. A defined one begins with what is neutral, and its order cannot be seen."""
        if self.options.undefined:
            super()._reduce(scope)
            return
        found = self._value(scope, lambda k: bool(k.shape))
        if found is None:
            return
        value, kind = found
        scalar, result = TensorKind(kind.element), TensorKind(kind.element, kind.shape[1:])
        exact = ("maximum", "minimum", *(() if kind.element in FLOATS else ("add", "multiply")))
        name = self.random.choice(exact)
        initial = self._splat(scope, scalar, NEUTRAL[name](kind.element))
        text = f"stablehlo.reduce({value} init: {initial}) applies stablehlo.{name} across dimensions = [0]"
        self._emit(scope, result, f"{text} : ({kind}, {scalar}) -> {result}")
