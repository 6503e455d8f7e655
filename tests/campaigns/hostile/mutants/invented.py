"""Numbers, names, types, attributes and locations that nobody would write."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

NUMBERS = (
    *("0", "1", "-1", "2", "3", "7", "8", "63", "64", "65", "127", "128", "255", "256", "32767", "65536"),
    *("16777215", "16777216", "2147483647", "2147483648", "-2147483648", "4294967295", "4294967296"),
    *("9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809"),
    *("18446744073709551615", "18446744073709551616", "1" + "0" * 30, "9" * 5000, "-" + "9" * 5000),
    *("0x0", "0xFF", "0x7F800000", "0xFFC00000", "0x7FF8000000000001", "0xFFFFFFFFFFFFFFFF", "0x" + "F" * 40),
    *("0.0", "-0.0", "1.0", "0.1", "1.0e999", "-1.0e999", "1.0e-999", "1.0e308", "4.9e-324", "2147483647.0"),
    *("1.", "1.e5", "1.0e+5", "00", "007", "1_000", "true", "false", "?", "unit", "1.0e99999999999"),
)
SIZES = (
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "8",
    "?",
    "16",
    "1024",
    "2147483648",
    "4294967296",
    "9223372036854775807",
)
COMMON = ("0", "1", "-1", "2", "3", "4", "5", "7", "127", "128", "255")
ELEMENT_TYPES = (
    *("i1", "i2", "i4", "i8", "i16", "i32", "i64", "ui2", "ui4", "ui8", "ui16", "ui32", "ui64"),
    *("bf16", "f16", "f32", "f64", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E3M4", "f8E4M3", "f8E4M3B11FNUZ"),
    *("f8E4M3FN", "f8E4M3FNUZ", "f8E5M2", "f8E5M2FNUZ", "f8E8M0FNU", "complex<f32>", "complex<f64>"),
)
ODD_TYPES = (
    *(
        "index",
        "none",
        "i3",
        "i128",
        "si8",
        "i0",
        "i16777215",
        "i16777216",
        "i99999999999",
        "tf32",
        "f80",
        "f128",
    ),
    *("complex<i32>", "complex<bf16>", "tensor<*xf32>", "tensor<f32>", "vector<2xf32>", "vector<[4]xf32>"),
    *("memref<2xf32>", "tuple<>", "tuple<tensor<2xf32>, tuple<i1>>", "() -> ()", "(i32) -> (f32, f32)"),
    *("!stablehlo.token", "!stablehlo.future<tensor<2xf32>>", "!unknown.type", "!quant.any<i8:f32>"),
    *("!quant.uniform<i8:f32, 0.5:3>", "!quant.uniform<u4<0:15>:f32:0, {0.5:1,0.25:2}>"),
    *(
        "!quant.uniform<i8:f32, 1.0e999:0>",
        "!quant.uniform<i8<-500:500>:f32, 1.0>",
        "!vhlo.tensor_v1<!vhlo.f32_v1>",
    ),
)
STRINGS = (
    *(
        '""',
        '"a"',
        '"\\00"',
        '"\\FF\\FE"',
        '"\\n\\t\\22\\5C"',
        '"é"',
        '"\U0001f600"',
        '"\\u0041"',
        '"\\"',
        '"\\x"',
    ),
    *('"main"', '"private"', '"dense<1>"', '"' + "a" * 3000 + '"', '"\\0A"', '"\x7f"', '"\x1b[31m"'),
)
KEYS = ("a.b", "a.b", "jax.x", "mhlo.y", "unknown.z", "a", "stablehlo.q", "builtin.r", "func.s")
NAMES = (
    "a",
    "0",
    "_",
    "a.b",
    "a$b",
    "A-1",
    "main",
    "f",
    "arg0",
    "c",
    "cst",
    "0_0",
    "a#0",
    "tensor",
    "x" * 300,
)
WORDS = (
    *(
        "dense",
        "array",
        "loc",
        "unit",
        "true",
        "affine_map",
        "strided",
        "opaque",
        "sparse",
        "tensor",
        "private",
    ),
    *(
        "attributes",
        "module",
        "func.func",
        "return",
        "stablehlo.add",
        "stablehlo.constant",
        "stablehlo.while",
    ),
    *(
        "applies",
        "across",
        "init",
        "dims",
        "type",
        "callsite",
        "fused",
        "unknown",
        "distinct",
        "dense_resource",
    ),
)
SIGNS = (
    *"<>()[]{}:=,?-*+|/%#!@^\"\\.;&'`~\0\t\r\x0b\x7fé",
    "->",
    "::",
    "...",
    "{-#",
    "#-}",
    "//",
    "/*",
    "\u2028",
)


def number(chance: Random) -> str:
    """A number at a boundary; mostly a small one."""
    return chance.choice(COMMON if chance.random() < 0.4 else NUMBERS)


def element_type(chance: Random) -> str:
    """An element type, rarely one that tensors do not have."""
    return chance.choice(ELEMENT_TYPES if chance.random() < 0.9 else ODD_TYPES)


def tensor_type(chance: Random) -> str:
    """A tensor type of some rank."""
    rank = chance.choice((0, 1, 1, 2, 2, 3, 4, 70)) if chance.random() < 0.2 else chance.randrange(3)
    encoding = chance.choice(
        ("", "", "", "", "", ", #stablehlo.bounds<?, 3>", ", #stablehlo.bounds<>", ', "e"')
    )
    sizes = "".join([chance.choice(SIZES if chance.random() < 0.3 else SIZES[:6]) + "x" for _ in range(rank)])
    return f"tensor<{sizes}{element_type(chance)}{encoding}>"


def any_type(chance: Random, depth: int = 2) -> str:
    """A type, perhaps of others."""
    if depth == 0 or chance.random() < 0.6:
        return chance.choice((tensor_type, element_type))(chance)
    inner = [any_type(chance, depth - 1) for _ in range(chance.randrange(3))]
    return chance.choice(
        (
            f"tuple<{', '.join(inner)}>",
            f"({', '.join(inner)}) -> ()",
            f"complex<{any_type(chance, 0)}>",
            f"tensor<2x{any_type(chance, depth - 1)}>",
            f"vector<2x{element_type(chance)}>",
            chance.choice(ODD_TYPES),
        )
    )


def dense(chance: Random) -> str:
    """Elements of a tensor, most of the time as many as it has."""
    element = chance.choice(ELEMENT_TYPES)
    literal = number(chance)
    if element.startswith("complex"):
        literal = f"({number(chance)}, {number(chance)})"
    count = chance.choice((0, 1, 2, 3))
    values = "[" + ", ".join([literal] * count) + "]"
    if chance.random() < 0.3:
        values = literal
    elif chance.random() < 0.1:
        values = f'"0x{"0F" * chance.choice((0, 1, 2, 4, 8, 16))}"'
    kind = chance.choice(("dense", "dense", "dense", "dense", "sparse", "array"))
    if kind == "array":
        return f"array<{element}: {values.strip('[]')}>"
    size = chance.choice((str(count), "2", "4294967296", "0"))
    return f"{kind}<{values if count else ''}> : tensor<{size}x{element}>"


def string(chance: Random) -> str:
    """A string literal."""
    return chance.choice(STRINGS)


def name(chance: Random) -> str:
    """What can stand behind `%`, `@` or `#`, mostly."""
    return chance.choice(NAMES)


def _typed_number(chance: Random) -> str:
    return f"{number(chance)} : {element_type(chance)}"


def _list(chance: Random) -> str:
    return "[" + ", ".join([attribute(chance, 1) for _ in range(chance.randrange(4))]) + "]"


def _dictionary(chance: Random) -> str:
    pairs = [f"{name(chance)} = {attribute(chance, 1)}" for _ in range(chance.randrange(4))]
    return "{" + ", ".join(pairs) + "}"


def _deep(chance: Random) -> str:
    depth = chance.choice((1, 1, 2, 2, 3, 3, 30, 300, 3000))
    return "[" * depth + attribute(chance, 0) + "]" * depth


def _stablehlo(chance: Random) -> str:
    n = [number(chance) for _ in range(4)]
    return chance.choice(
        (
            f"#stablehlo.channel_handle<handle = {n[0]}, type = {n[1]}>",
            f"#stablehlo.bounds<{n[0]}, {n[1]}>",
            f"#stablehlo.result_accuracy<atol = {n[0]}, rtol = {n[1]}, ulps = {n[2]}, "
            "mode = #stablehlo.result_accuracy_mode<TOLERANCE>>",
            f"#stablehlo.gather<offset_dims = [{n[0]}], collapsed_slice_dims = [{n[1]}], index_vector_dim = {n[2]}>",
            f"#stablehlo.dot<lhs_contracting_dimensions = [{n[0]}], rhs_contracting_dimensions = [{n[1]}]>",
            f"#stablehlo.conv<[b, {n[0]}, 0, f]x[0, 1, i, o]->[b, 0, 1, f]>",
            f"#stablehlo.precision<{name(chance)}>",
            "#stablehlo<comparison_direction EQ>",
            f"#stablehlo.output_operand_alias<output_tuple_indices = [{n[0]}], operand_index = {n[1]}, "
            "operand_tuple_indices = []>",
            f"#stablehlo.rng_algorithm<{chance.choice(('DEFAULT', 'PHILOX', 'FOO'))}>",
        )
    )


def _other(chance: Random) -> str:
    return chance.choice(
        (
            *(
                "unit",
                "true",
                "affine_map<(d0) -> (d0)>",
                "affine_map<(d0)[s0] -> (d0 floordiv 0 + s0)>",
                "#unknown.x<y>",
            ),
            *(
                "@a::@b",
                "@main",
                "strided<[1, ?], offset: 3>",
                "distinct[0]<unit>",
                "dense_resource<r> : tensor<2xf32>",
            ),
            *(
                'opaque<"a", "0x00">',
                "#builtin.unit",
                "affine_set<(d0) : (d0 >= 0)>",
                "loc(unknown)",
                '#sdy.mesh<["a"=2]>',
            ),
            *("#stablehlo<precision HIGH>", '[1, 2.0, "s"]', "{a}", "#chlo<comparison_type FLOAT>"),
        )
    )


_ATTRIBUTES: tuple[Callable[[Random], str], ...] = (
    *(number, _typed_number, _typed_number, dense, dense, string, any_type, _list, _dictionary),
    *(_deep, _stablehlo, _other),
)


def attribute(chance: Random, depth: int = 2) -> str:
    """An attribute of any kind."""
    return chance.choice(_ATTRIBUTES[:7] if depth == 0 else _ATTRIBUTES)(chance)


def location(chance: Random, depth: int = 2) -> str:
    """What stands between the brackets of `loc(..)`."""
    at = f"{string(chance)}:{number(chance)}:{number(chance)}"
    if depth == 0 or chance.random() < 0.4:
        return chance.choice(("unknown", '"f.py":1:2', at, string(chance), '"a":1:2 to :3', '"a":1:2 to 3:4'))
    inner = [location(chance, depth - 1) for _ in range(2)]
    return chance.choice(
        (
            f"callsite({inner[0]} at {inner[1]})",
            f"fused[{inner[0]}, {inner[1]}]",
            f"fused<{attribute(chance, 0)}>[{inner[0]}]",
            f"{string(chance)}({inner[0]})",
        )
    )
