"""Random programs of ops whose versions changed, with regions, several results, and values that are used often.

What an artifact records of use lists depends on which ops a version replaces and in which order; only programs that mix
them show whether that is right.
"""

from __future__ import annotations

from random import Random

T = "tensor<4xf32>"
GROUPS = "replica_groups = dense<0> : tensor<1x1xi64>"
ACCURATE = (
    *("cbrt", "cosine", "exponential", "exponential_minus_one", "log", "log_plus_one"),
    *("logistic", "rsqrt", "sine", "sqrt", "tan", "tanh"),
)
PLAIN = ["add", "multiply", "subtract", "maximum"]


class Writer:
    """Writes one function, op by op; every value is a `tensor<4xf32>`."""

    def __init__(self, chance: Random):
        self.chance = chance
        self.lines: list[str] = []
        self.count = 0

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def body(self, values: list[str], size: int, depth: int) -> list[str]:
        """Write `size` ops that use `values` and each other; the values that there are then."""
        values = list(values)
        for _ in range(size):
            choose = self.chance.choice(self.kinds(depth))
            values += choose(values, depth)
        return values

    def kinds(self, depth: int):
        flat = [self.accurate] * 4 + [self.plain] * 3 + [self.custom_call] * 2
        flat += [self.all_gather, self.all_to_all, self.dot_general, self.gather, self.composite]
        return flat if depth > 2 else [*flat, self.all_reduce, self.while_, self.if_, self.scatter, self.sort]

    def pick(self, values: list[str]) -> str:
        return self.chance.choice(values)

    def emit(self, text: str) -> None:
        self.lines.append(text)

    def accurate(self, values: list[str], depth: int) -> list[str]:
        name = self.fresh()
        self.emit(f"{name} = stablehlo.{self.chance.choice(ACCURATE)} {self.pick(values)} : {T}")
        return [name]

    def plain(self, values: list[str], depth: int) -> list[str]:
        name = self.fresh()
        op = self.chance.choice(PLAIN)
        self.emit(f"{name} = stablehlo.{op} {self.pick(values)}, {self.pick(values)} : {T}")
        return [name]

    def custom_call(self, values: list[str], depth: int) -> list[str]:
        count, results = self.chance.randint(1, 4), self.chance.randint(1, 3)
        operands = [self.pick(values) for _ in range(count)]
        name = self.fresh()
        types = f"({', '.join([T] * count)}) -> ({', '.join([T] * results)})"
        call = f'"stablehlo.custom_call"({", ".join(operands)}) <{{call_target_name = "t"}}>'
        self.emit(f"{name}:{results} = {call} : {types}")
        return [f"{name}#{i}" for i in range(results)]

    def all_gather(self, values: list[str], depth: int) -> list[str]:
        name = self.fresh()
        attributes = f"<{{all_gather_dim = 0 : i64, {GROUPS}}}>"
        self.emit(f'{name} = "stablehlo.all_gather"({self.pick(values)}) {attributes} : ({T}) -> {T}')
        return [name]

    def all_to_all(self, values: list[str], depth: int) -> list[str]:
        name = self.fresh()
        attributes = "concat_dimension = 0 : i64, split_dimension = 0 : i64, split_count = 1 : i64"
        self.emit(
            f'{name} = "stablehlo.all_to_all"({self.pick(values)}) <{{{attributes}, {GROUPS}}}> : ({T}) -> {T}'
        )
        return [name]

    def dot_general(self, values: list[str], depth: int) -> list[str]:
        name = self.fresh()
        self.emit(
            f"{name} = stablehlo.dot_general {self.pick(values)}, {self.pick(values)}, batching_dims = [0] x [0], "
            f"contracting_dims = [] x [] : ({T}, {T}) -> {T}"
        )
        return [name]

    def gather(self, values: list[str], depth: int) -> list[str]:
        index, name = self.fresh(), self.fresh()
        self.emit(f"{index} = stablehlo.constant dense<0> : tensor<1xi64>")
        dims = "#stablehlo.gather<offset_dims = [0], start_index_map = [0], index_vector_dim = 0>"
        self.emit(
            f'{name} = "stablehlo.gather"({self.pick(values)}, {index}) <{{dimension_numbers = {dims}, '
            f"slice_sizes = array<i64: 4>}}> : ({T}, tensor<1xi64>) -> {T}"
        )
        return [name]

    def composite(self, values: list[str], depth: int) -> list[str]:
        name = self.fresh()
        attributes = "{decomposition = @decomposition, version = 0 : i32}"
        self.emit(f'{name} = stablehlo.composite "my.c" {self.pick(values)} {attributes} : ({T}) -> {T}')
        return [name]

    def reducer(self, depth: int) -> None:
        """The body of a reduction, on scalars."""
        x, y, z = self.fresh(), self.fresh(), self.fresh()
        self.emit(f"^bb0({x}: tensor<f32>, {y}: tensor<f32>):")
        for _ in range(self.chance.randint(0, 2)):
            w = self.fresh()
            self.emit(
                f"{w} = stablehlo.{self.chance.choice(ACCURATE)} {self.chance.choice((x, y))} : tensor<f32>"
            )
            y = w
        self.emit(f"{z} = stablehlo.add {x}, {y} : tensor<f32>")
        self.emit(f"stablehlo.return {z} : tensor<f32>")

    def all_reduce(self, values: list[str], depth: int) -> list[str]:
        name = self.fresh()
        self.emit(f'{name} = "stablehlo.all_reduce"({self.pick(values)}) <{{{GROUPS}}}> ({{')
        self.reducer(depth)
        self.emit(f"}}) : ({T}) -> {T}")
        return [name]

    def scatter(self, values: list[str], depth: int) -> list[str]:
        index, name = self.fresh(), self.fresh()
        self.emit(f"{index} = stablehlo.constant dense<0> : tensor<1xi64>")
        dims = "#stablehlo.scatter<update_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>"
        operands = f"{self.pick(values)}, {index}, {self.pick(values)}"
        self.emit(f'{name} = "stablehlo.scatter"({operands}) <{{scatter_dimension_numbers = {dims}}}> ({{')
        self.reducer(depth)
        self.emit(f"}}) : ({T}, tensor<1xi64>, {T}) -> {T}")
        return [name]

    def sort(self, values: list[str], depth: int) -> list[str]:
        name, args = self.fresh(), [self.fresh() for _ in range(4)]
        sine, less = self.fresh(), self.fresh()
        self.emit(f'{name}:2 = "stablehlo.sort"({self.pick(values)}, {self.pick(values)}) ({{')
        self.emit(f"^bb0({', '.join(f'{a}: tensor<f32>' for a in args)}):")
        self.emit(f"{sine} = stablehlo.sine {args[0]} : tensor<f32>")
        self.emit(
            f"{less} = stablehlo.compare LT, {sine}, {args[1]} : (tensor<f32>, tensor<f32>) -> tensor<i1>"
        )
        self.emit("stablehlo.return " + less + " : tensor<i1>")
        self.emit(f"}}) : ({T}, {T}) -> ({T}, {T})")
        return [f"{name}#0", f"{name}#1"]

    def if_(self, values: list[str], depth: int) -> list[str]:
        predicate, name = self.fresh(), self.fresh()
        self.emit(f"{predicate} = stablehlo.constant dense<true> : tensor<i1>")
        self.emit(f'{name} = "stablehlo.if"({predicate}) ({{')
        for ending in ("}, {", f"}}) : (tensor<i1>) -> {T}"):
            inner = self.body(values, self.chance.randint(0, 3), depth + 1)
            self.emit(f"stablehlo.return {self.pick(inner)} : {T}")
            self.emit(ending)
        return [name]

    def while_(self, values: list[str], depth: int) -> list[str]:
        name, x, y = self.fresh(), self.fresh(), self.fresh()
        self.emit(f'{name}:2 = "stablehlo.while"({self.pick(values)}, {self.pick(values)}) ({{')
        self.emit(f"^bb0({x}: {T}, {y}: {T}):")
        again = self.fresh()
        self.emit(f"{again} = stablehlo.constant dense<true> : tensor<i1>")
        self.emit(f"stablehlo.return {again} : tensor<i1>")
        self.emit("}, {")
        a, b = self.fresh(), self.fresh()
        self.emit(f"^bb0({a}: {T}, {b}: {T}):")
        captured = values if self.chance.random() < 0.5 else []
        inner = self.body([*captured, a, b], self.chance.randint(1, 4), depth + 1)
        self.emit(f"stablehlo.return {self.pick(inner)}, {self.pick(inner)} : {T}, {T}")
        self.emit(f"}}) : ({T}, {T}) -> ({T}, {T})")
        return [f"{name}#0", f"{name}#1"]


def random_program(seed: int) -> str:
    """The program of `seed`: one to three functions."""
    chance = Random(seed)
    functions = [f"func.func private @decomposition(%arg0: {T}) -> {T} {{\nreturn %arg0 : {T}\n}}"]
    for index in range(chance.randint(1, 3)):
        writer = Writer(chance)
        values = writer.body(["%a", "%b"], chance.randint(2, 12), 0)
        results = [chance.choice(values) for _ in range(chance.randint(1, 3))]
        types = ", ".join([T] * len(results))
        body = "\n".join([*writer.lines, f"return {', '.join(results)} : {types}"])
        functions.append(f"func.func @f{index}(%a: {T}, %b: {T}) -> ({types}) {{\n{body}\n}}")
    return "\n".join(functions)
