"""Programs for the rules about ops that combine elements."""

from __future__ import annotations

from typing import NamedTuple

from ...helpers.every_input import every


class Case(NamedTuple):
    """A program on a tensor of all elements of a type, or of all rows of `size` of them."""

    body: str
    """With `{x}` for the type of `%x`, `{t}` for the element type, `{n}` for its rows; `%r` is the result."""
    result: str
    element: str = "i4"
    size: int = 1
    row: str = "1x"
    """The sizes of a row."""

    @property
    def rows(self) -> int:
        return len(every(self.element)) ** self.size

    @property
    def shape(self) -> tuple[int, ...]:
        return (self.rows, *[int(n) for n in self.row.split("x") if n])

    def program(self) -> str:
        argument = f"tensor<{self.rows}x{self.row}{self.element}>"
        names = {"x": argument, "t": self.element, "n": self.rows}
        result = self.result.format(**names)
        return f"""func.func @main(%x: {argument}) -> {result} {{
  {self.body.format(**names)}
  return %r : {result}
}}"""


VECTOR = "tensor<{n}x{t}>"


def reduction(name: str, init: str, element: str = "i4", before: str = "", operand: str = "%x") -> Case:
    """Rows of one element, reduced."""
    body = f"""{before}
  %c = stablehlo.constant dense<{init}> : tensor<{{t}}>
  %r = stablehlo.reduce({operand} init: %c) applies stablehlo.{name} across dimensions = [1] : ({{x}}, tensor<{{t}}>)
    -> {VECTOR}"""
    return Case(body, VECTOR, element)


def windows(init: str, padding: str = "", size: int = 1) -> Case:
    body = f"""%c = stablehlo.constant dense<{init}> : tensor<i4>
  %r = "stablehlo.reduce_window"(%x, %c) ({{{{
  ^bb0(%a: tensor<i4>, %b: tensor<i4>):
    %s = stablehlo.add %a, %b : tensor<i4>
    stablehlo.return %s : tensor<i4>
  }}}}) {{{{window_dimensions = array<i64: 1, 1>{padding}}}}} : ({{x}}, tensor<i4>) -> {{x}}"""
    return Case(body, "{x}", "i4", size, f"{size}x")


def masked(known: str, reducer: str = "and", init: str = "true") -> Case:
    """Whether all of an unknown boolean and a known one hold, or another combination of them."""
    body = f"""%k = stablehlo.constant dense<{known}> : tensor<1xi1>
  %t = stablehlo.constant dense<{init}> : tensor<i1>
  %s = stablehlo.slice %x [1:2, 0:1] : ({{x}}) -> tensor<1x1xi1>
  %v = stablehlo.reshape %s : (tensor<1x1xi1>) -> tensor<1xi1>
  %a = stablehlo.concatenate %v, %k, dim = 0 : (tensor<1xi1>, tensor<1xi1>) -> tensor<2xi1>
  %r = stablehlo.reduce(%a init: %t) applies stablehlo.{reducer} across dimensions = [0] : (tensor<2xi1>, tensor<i1>)
    -> tensor<i1>"""
    return Case(body, "tensor<i1>", "i1")


def product(matrix: str) -> Case:
    body = f"""%m = stablehlo.constant dense<{matrix}> : tensor<2x2xi2>
  %r = stablehlo.dot_general %x, %m, contracting_dims = [1] x [0] : ({{x}}, tensor<2x2xi2>) -> {{x}}"""
    return Case(body, "{x}", "i2", 2, "2x")


AT_MOST_THREE = """%three = stablehlo.constant dense<3> : {x}
  %y = stablehlo.and %x, %three : {x}"""

INTEGERS = (("add", "0"), ("multiply", "1"), ("and", "-1"), ("or", "0"), ("maximum", "-8"), ("minimum", "7"))
INFINITIES = {"f8E5M2": ("0xFC", "0x7C"), "f16": ("0xFC00", "0x7C00"), "bf16": ("0xFF80", "0x7F80")}

RIGHT = {
    "reduce-single": [
        *[reduction(name, init) for name, init in INTEGERS],
        *[reduction("add", "-0.0", element) for element in INFINITIES],
        *[reduction("multiply", "1.0", element) for element in INFINITIES],
        *[reduction("maximum", low, element) for element, (low, _) in INFINITIES.items()],
        *[reduction("minimum", high, element) for element, (_, high) in INFINITIES.items()],
        reduction("add", "0.0", "f16", "%y = stablehlo.abs %x : {x}", "%y"),
    ],
    "reduce-window-single": [windows("0")],
    "reduce-absorbed": [masked("false")],
    "dot-identity": [product("[[1, 0], [0, 1]]")],
    "one-integer-left-of-many": [reduction("minimum", "0", before=AT_MOST_THREE, operand="%y")],
}

WRONG = {
    "reduce-single": [reduction("add", "1"), reduction("add", "0.0", "f16"), reduction("maximum", "0")],
    "reduce-window-single": [
        windows("1"),
        windows("0", ", base_dilations = array<i64: 1, 3>, window_strides = array<i64: 1, 2>", 2),
    ],
    "reduce-absorbed": [masked("true"), masked("true", "xor", "false")],
    "dot-identity": [product("[[0, 1], [1, 0]]")],
    "one-integer-left-of-many": [reduction("minimum", "2", before=AT_MOST_THREE, operand="%y")],
}
