"""Writers of ops without sketches: elementwise ops, branches and loops, calls, constants."""

from __future__ import annotations

from .generator import SHAPES, CodeScope, Generator
from .sketch import COMPLEX_NAMES, SIGNED_INTEGERS, TensorKind, extremes_of, function_type, listed

FITTING = 100
"""A number that most types can represent."""
MOST_EXPONENT = 3

ORDERED = ("EQ", "NE", "LT", "LE", "GT", "GE")
ROUNDING = ("floor", "ceil", "round_nearest_even", "round_nearest_afz")
FUNCTIONS = (
    *("sqrt", "rsqrt", "cbrt", "exponential", "exponential_minus_one", "log", "log_plus_one", "logistic"),
    *("sine", "cosine", "tan", "tanh"),
)


def _unary_ops(kind: TensorKind) -> tuple[str, ...]:
    if kind.element == "i1":
        return ("not",)
    if kind.is_complex:
        return ("negate",)
    if kind.is_float:
        return ("negate", "abs", "sign", *ROUNDING, *FUNCTIONS)
    signed = ("abs", "sign") if kind.element in SIGNED_INTEGERS else ()
    return ("not", "popcnt", "count_leading_zeros", "negate", *signed)


def _binary_ops(kind: TensorKind) -> tuple[str, ...]:
    if kind.is_complex:
        return ("add", "subtract")
    ordered = ("add", "multiply", "maximum", "minimum")
    if kind.element == "i1":
        return (*ordered, "and", "or", "xor")
    if kind.is_float:
        return (*ordered, "subtract", "divide", "remainder", "power", "atan2")
    return (*ordered, "subtract", "and", "or", "xor")


def write_binary(g: Generator, scope: CodeScope) -> None:
    """An arithmetic or bitwise op of two operands."""
    value, kind = g.any_value(scope)
    op = g.random.choice(_binary_ops(kind))
    g.emit(scope, kind, f"stablehlo.{op} {value}, {g.same(scope, kind)} : {kind}")


def write_unary(g: Generator, scope: CodeScope) -> None:
    """An arithmetic or bitwise op of one operand."""
    value, kind = g.any_value(scope)
    g.emit(scope, kind, f"stablehlo.{g.random.choice(_unary_ops(kind))} {value} : {kind}")


def write_comparison(g: Generator, scope: CodeScope) -> None:
    """A comparison; complex numbers are only compared for equality."""
    value, kind = g.any_value(scope)
    direction = g.random.choice(ORDERED[:2] if kind.is_complex else ORDERED)
    g.compared(scope, direction, value, g.same(scope, kind), kind)


def write_select(g: Generator, scope: CodeScope) -> None:
    """A selection by a predicate for each element, or by one for all."""
    value, kind = g.any_value(scope)
    other = g.same(scope, kind)
    predicate = kind.of("i1") if g.chance(0.6) else TensorKind("i1")
    which = g.same(scope, predicate)
    g.emit(scope, kind, f"stablehlo.select {which}, {value}, {other} : {predicate}, {kind}")


def write_is_finite(g: Generator, scope: CodeScope) -> None:
    """A test for NaN and infinities."""
    found = g.value(scope, lambda k: k.is_float)
    if found is not None:
        value, kind = found
        g.emit(scope, kind.of("i1"), f"stablehlo.is_finite {value} : ({kind}) -> {kind.of('i1')}")


def write_conversion(g: Generator, scope: CodeScope) -> None:
    """A conversion: to integers only of numbers that they can represent; of complex numbers only to complex ones."""
    value, kind = g.any_value(scope)
    targets = [t for t in g.types if t in COMPLEX_NAMES or not kind.is_complex]
    result = kind.of(g.random.choice(targets or [kind.element]))
    if result.is_integer and kind.element != "i1" and not g.options.undefined:
        value = g.clamped(scope, value, kind, 0, min([FITTING, *_mosts(kind), *_mosts(result)]))
    g.emit(scope, result, f"stablehlo.convert {value} : ({kind}) -> {result}")


def _mosts(kind: TensorKind) -> list[int]:
    """The largest number of an integer type; empty for other types."""
    return [extremes_of(kind.element)[1]] if kind.is_integer else []


def write_division(g: Generator, scope: CodeScope) -> None:
    """A quotient or a power of integers; by at least 1 and with small exponents if it has to be defined."""
    found = g.value(scope, lambda k: k.is_integer)
    if found is not None:
        value, kind = found
        op, other = g.random.choice(("divide", "remainder", "power")), g.same(scope, kind)
        if not g.options.undefined:
            most = extremes_of(kind.element)[1]
            limits = (0, min(most, MOST_EXPONENT)) if op == "power" else (1, most)
            other = g.clamped(scope, other, kind, *limits)
        g.emit(scope, kind, f"stablehlo.{op} {value}, {other} : {kind}")


def write_shift(g: Generator, scope: CodeScope) -> None:
    """A shift; by less than the width if it has to be defined."""
    found = g.value(scope, lambda k: k.is_integer)
    if found is not None:
        value, kind = found
        op, amount = g.random.choice(("left", "right_logical", "right_arithmetic")), g.same(scope, kind)
        if not g.options.undefined:
            bits = int(kind.element.lstrip("ui"))
            amount = g.clamped(scope, amount, kind, 0, min(bits - 1, *_mosts(kind)))
        g.emit(scope, kind, f"stablehlo.shift_{op} {value}, {amount} : {kind}")


def write_complex(g: Generator, scope: CodeScope) -> None:
    """A complex number from its parts."""
    wholes = [name for name in g.options.types if name in COMPLEX_NAMES]
    found = g.value(scope, lambda k: f"complex<{k.element}>" in wholes)
    if found is not None:
        value, kind = found
        whole = kind.of(f"complex<{kind.element}>")
        g.emit(scope, whole, f"stablehlo.complex {value}, {g.same(scope, kind)} : {whole}")


def write_part(g: Generator, scope: CodeScope) -> None:
    """The real or the imaginary part; of complex<f32> also the absolute value."""
    found = g.value(scope, lambda k: k.is_complex)
    if found is not None:
        value, kind = found
        part = kind.of(kind.part)
        ops = ("real", "imag", *(("abs",) if kind.part == "f32" else ()))
        g.emit(scope, part, f"stablehlo.{g.random.choice(ops)} {value} : ({kind}) -> {part}")


def write_complex_product(g: Generator, scope: CodeScope) -> None:
    """A product, of small numbers if it has to be defined: overflow of products is left open."""
    found = g.value(scope, lambda k: k.is_complex)
    if found is not None:
        value, kind = found
        operands = [value, g.same(scope, kind)]
        if not g.options.undefined:
            operands = [g.exact(scope, each, kind) for each in operands]
        op = g.random.choice(("multiply", "divide") if g.options.undefined else ("multiply",))
        g.emit(scope, kind, f"stablehlo.{op} {', '.join(operands)} : {kind}")


OPS_INSIDE = 4
"""The largest number of ops in a branch or in the body of a loop."""
MOST_ITERATIONS = 3
COUNTER = TensorKind("i32")


def _branch(g: Generator, scope: CodeScope, kinds: list[TensorKind], depth: int) -> str:
    inner = CodeScope(list(scope.values))
    g.fill(inner, OPS_INSIDE, depth)
    returned = [g.same(inner, kind) for kind in kinds]
    body = "\n".join(inner.lines)
    return f"{{\n{body}\nstablehlo.return {listed(returned)} : {listed(kinds)}\n}}"


def write_if(g: Generator, scope: CodeScope, depth: int) -> None:
    """An `if`."""
    _choice(g, scope, depth, "if", TensorKind("i1"), 2)


def write_case(g: Generator, scope: CodeScope, depth: int) -> None:
    """A `case` of up to three branches."""
    _choice(g, scope, depth, "case", TensorKind("i32"), g.random.randint(1, 3))


def _choice(
    g: Generator, scope: CodeScope, depth: int, name: str, selector: TensorKind, branches: int
) -> None:
    which = g.same(scope, selector)
    kinds = [g.any_value(scope)[1] for _ in range(g.random.randint(1, 2))]
    regions = ", ".join([_branch(g, scope, kinds, depth) for _ in range(branches)])
    results = [g.name() for _ in kinds]
    scope.lines.append(
        f'{listed(results)} = "stablehlo.{name}"({which}) ({regions}) : ({selector}) -> ({listed(kinds)})'
    )
    scope.values += zip(results, kinds)


def write_while(g: Generator, scope: CodeScope, depth: int) -> None:
    """A loop that counts up to a limit. Of up to four other carried values, some never change and some are swapped."""
    limit = (
        g.splat(scope, COUNTER, str(MOST_ITERATIONS))
        if g.chance(0.5)
        else g.clamped(scope, g.same(scope, COUNTER), COUNTER, 0, MOST_ITERATIONS)
    )
    start = g.name()
    scope.lines.append(f"{start} = stablehlo.constant dense<{g.random.randrange(4)}> : {COUNTER}")
    carried = [g.any_value(scope) for _ in range(g.random.randrange(5))]
    kinds = [COUNTER, *[kind for _, kind in carried]]
    arguments = [g.name() for _ in kinds]
    inner = CodeScope([*scope.values, *zip(arguments, kinds)])
    g.fill(inner, OPS_INSIDE, depth)
    one, following = g.name(), g.name()
    inner.lines.append(f"{one} = stablehlo.constant dense<1> : {COUNTER}")
    inner.lines.append(f"{following} = stablehlo.add {arguments[0]}, {one} : {COUNTER}")
    pairs = list(zip(arguments, kinds))[1:]
    returned = [argument if g.chance(0.4) else g.same(inner, kind) for argument, kind in pairs]
    headers = [listed([f"{a}{suffix}: {k}" for a, k in zip(arguments, kinds)]) for suffix in ("c", "")]
    body = "\n".join(inner.lines)
    results = [g.name() for _ in kinds]
    condition = f"{results[0]}c"
    scope.lines.append(
        f'{listed(results)} = "stablehlo.while"({listed([start, *[v for v, _ in carried]])}) ({{\n'
        f"^bb0({headers[0]}):\n"
        f"{condition} = stablehlo.compare LT, {arguments[0]}c, {limit} : ({COUNTER}, {COUNTER}) -> tensor<i1>\n"
        f"stablehlo.return {condition} : tensor<i1>\n}}, {{\n"
        f"^bb0({headers[1]}):\n{body}\nstablehlo.return {listed([following, *returned])} : {listed(kinds)}\n}}) : "
        f"({listed(kinds)}) -> ({listed(kinds)})"
    )
    scope.values += zip(results, kinds)


def write_constant(g: Generator, scope: CodeScope) -> None:
    """A constant of any type."""
    g.constant(scope, g.kind())


def write_iota(g: Generator, scope: CodeScope) -> None:
    """An iota along any dimension."""
    numbers = [element for element in g.types if element != "i1"]
    shape = g.random.choice([shape for shape in SHAPES if shape])
    kind = TensorKind(g.random.choice(numbers or ["i32"]), shape)
    g.emit(scope, kind, f"stablehlo.iota dim = {g.random.randrange(len(shape))} : {kind}")


def write_barrier(g: Generator, scope: CodeScope) -> None:
    """A barrier of up to three values."""
    held = [g.any_value(scope) for _ in range(g.random.randint(1, 3))]
    values, kinds = zip(*held)
    results = [g.name() for _ in held]
    scope.lines.append(
        f"{listed(results)} = stablehlo.optimization_barrier {listed(values)} : {listed(kinds)}"
    )
    scope.values += zip(results, kinds)


def write_tuple(g: Generator, scope: CodeScope) -> None:
    """A tuple, and one of its elements."""
    held = [g.any_value(scope) for _ in range(g.random.randint(1, 3))]
    values, kinds = zip(*held)
    name, whole, which = g.name(), f"tuple<{listed(kinds)}>", g.random.randrange(len(held))
    scope.lines.append(f"{name} = stablehlo.tuple {listed(values)} : {whole}")
    g.emit(scope, kinds[which], f"stablehlo.get_tuple_element {name}[{which}] : ({whole}) -> {kinds[which]}")


def write_call(g: Generator, scope: CodeScope) -> None:
    """A call of a function, or a composite whose decomposition is the function."""
    if not g.callable:
        return
    name, inputs, outputs = g.random.choice(g.callable)
    arguments = listed([g.same(scope, kind) for kind in inputs])
    results = [g.name() for _ in outputs]
    called = f"func.call @{name}({arguments})"
    if g.chance(0.3):
        called = f'stablehlo.composite "fuzz.{name}" {arguments} {{decomposition = @{name}}}'
    scope.lines.append(f"{listed(results)} = {called} : {function_type(inputs, outputs)}")
    scope.values += zip(results, outputs)
