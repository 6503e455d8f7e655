"""Complex numbers, from their parts and back."""

from __future__ import annotations

from ..generator import CodeScope, Generator
from ..kinds import COMPLEX_NAMES


def write_complex(g: Generator, scope: CodeScope) -> None:
    """Two real numbers as the parts of one."""
    wholes = [name for name in g.options.types if name in COMPLEX_NAMES]
    found = g.value(scope, lambda k: f"complex<{k.element}>" in wholes)
    if found is not None:
        value, kind = found
        whole = kind.of(f"complex<{kind.element}>")
        g.emit(scope, whole, f"stablehlo.complex {value}, {g.same(scope, kind)} : {whole}")


def write_part(g: Generator, scope: CodeScope) -> None:
    """The real part, or the imaginary one; of complex<f32> the absolute value, too."""
    found = g.value(scope, lambda k: k.is_complex)
    if found is not None:
        value, kind = found
        part = kind.of(kind.part)
        ops = ("real", "imag", *(("abs",) if kind.part == "f32" else ()))
        g.emit(scope, part, f"stablehlo.{g.random.choice(ops)} {value} : ({kind}) -> {part}")


def write_complex_product(g: Generator, scope: CodeScope) -> None:
    """Of small numbers: which infinities and NaNs a product has is left open."""
    found = g.value(scope, lambda k: k.is_complex)
    if found is not None:
        value, kind = found
        operands = [value, g.same(scope, kind)]
        if not g.options.undefined:
            operands = [g.exact(scope, each, kind) for each in operands]
        op = g.random.choice(("multiply", "divide") if g.options.undefined else ("multiply",))
        g.emit(scope, kind, f"stablehlo.{op} {', '.join(operands)} : {kind}")
