"""Random functions of several blocks, whose values Python computes, before and after folding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import numpy as np
import pytest
from xdsl.context import Context

from tests.helpers.tiers import one_of
from xdsl_stablehlo import parse_module, register_dialects
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.interpreter import eval_module
from xdsl_stablehlo.text import print_module

Term: TypeAlias = "int | str"
"""A number, an argument of the function (`f0`), or a value of the block (`x0`, `y0`)."""

ARGUMENTS = 3
OPS: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "maximum": max,
    "multiply": lambda a, b: a * b,
}


@dataclass
class Drawn:
    """A block: ops on its arguments, and where it leads. It takes one from its fuel, the argument `x0`."""

    ops: list[tuple[str, Term, Term]]
    targets: list[tuple[int, list[Term]]]
    """None: it returns. One. Two: the second while there is fuel. More: by the number of the last op, modulo 4."""

    def text(self, name: int) -> str:
        lines = [f"^b{name}({', '.join(f'%x{i}_{name}: T' for i in range(ARGUMENTS))}):"]
        lines.append(f"%y0_{name} = stablehlo.subtract %x0_{name}, %one : T")
        for i, (op, a, b) in enumerate(self.ops, 1):
            lines += [f"%a{i}_{name} = {_said(a, name)}", f"%b{i}_{name} = {_said(b, name)}"]
            lines.append(f"%y{i}_{name} = stablehlo.{op} %a{i}_{name}, %b{i}_{name} : T")
        last = len(self.ops)
        ends: list[str] = []
        for j, (target, passed) in enumerate(self.targets):
            for i, each in enumerate(passed):
                lines.append(f"%p{j}_{i}_{name} = {_said(each, name)}")
            read = ", ".join([f"%p{j}_{i}_{name}" for i in range(len(passed))])
            ends.append(f"^b{target}({read} : {', '.join(['T'] * len(passed))})")
        if not ends:
            lines.append(f"return %y{last}_{name}, %x0_{name} : T, T")
        elif len(ends) == 1:
            lines.append(f"cf.br {ends[0]}")
        elif len(ends) == 2:
            lines += [
                f"%m_{name} = stablehlo.compare LE, %y0_{name}, %zero : (T, T) -> tensor<i1>",
                f"%c_{name} = tensor.extract %m_{name}[] : tensor<i1>",
                f"cf.cond_br %c_{name}, {ends[0]}, {ends[1]}",
            ]
        else:
            cases = ", ".join([f"{number}: {end}" for number, end in enumerate(ends[1:])])
            lines += [
                f"%m_{name} = stablehlo.and %y{last}_{name}, %three : T",
                f"%c_{name} = tensor.extract %m_{name}[] : T",
                f"cf.switch %c_{name} : i32, [ default: {ends[0]}, {cases} ]",
            ]
        return "\n  ".join(lines)

    def run(self, given: Sequence[int], outer: Sequence[int]) -> tuple[int, list[int]]:
        """The next block and its arguments; -1 and the results where it returns."""
        values = {**{f"x{i}": x for i, x in enumerate(given)}, **{f"f{i}": x for i, x in enumerate(outer)}}
        values["y0"] = _wrapped(given[0] - 1)

        def of(term: Term) -> int:
            return term if isinstance(term, int) else values[term]

        for i, (op, a, b) in enumerate(self.ops, 1):
            values[f"y{i}"] = _wrapped(OPS[op](of(a), of(b)))
        last = values[f"y{len(self.ops)}"]
        if not self.targets:
            return -1, [last, given[0]]
        taken = 0
        if len(self.targets) == 2:
            taken = int(values["y0"] > 0)
        elif len(self.targets) > 2:
            taken = (last & 3) + 1 if (last & 3) + 1 < len(self.targets) else 0
        target, passed = self.targets[taken]
        return target, list(map(of, passed))


def _said(term: Term, name: int) -> str:
    if isinstance(term, int):
        return f"stablehlo.constant dense<{term}> : T"
    value = f"%{term}" if term[0] == "f" else f"%{term}_{name}"
    return f"stablehlo.convert {value} : T"


def _wrapped(number: int) -> int:
    return (number + 2**31) % 2**32 - 2**31


def draw(rng: Random) -> list[Drawn]:
    count = rng.randint(2, 6)
    blocks: list[Drawn] = []
    for name in range(count):
        ops: list[tuple[str, Term, Term]] = []
        known: list[Term] = [*[f"x{i}" for i in range(ARGUMENTS)], "y0", "f0", "f1", 1, -2, 7]
        for i in range(rng.randint(1, 3)):
            ops.append((rng.choice([*OPS]), rng.choice(known), rng.choice(known)))
            known.append(f"y{i + 1}")

        def passed(fuel: Term, known: Sequence[Term] = known) -> list[Term]:
            return [fuel, *[rng.choice([*known, f"x{i}", f"x{i}"]) for i in range(1, ARGUMENTS)]]

        kind = rng.choice([1, 2, 2, 2, 4]) if name < count - 1 else 0
        targets: list[tuple[int, list[Term]]] = []
        if kind == 2:
            # Only with fuel it may lead back.
            later = [rng.randrange(name + 1, count), rng.randrange(1, count)]
            targets = [(each, passed("y0")) for each in later]
        elif kind:
            fuel: list[Term] = ["y0", "x0"]
            targets = [(rng.randrange(name + 1, count), passed(rng.choice(fuel))) for _ in range(kind)]
        blocks.append(Drawn(ops, targets))
    return blocks


def program(blocks: Sequence[Drawn], begin: Sequence[Term]) -> str:
    entry = "\n  ".join([f"%e{i} = {_said(term, 0)}" for i, term in enumerate(begin)])
    text = f"""func.func @main(%f0: T, %f1: T) -> (T, T) {{
  %zero = stablehlo.constant dense<0> : T
  %one = stablehlo.constant dense<1> : T
  %three = stablehlo.constant dense<3> : T
  {entry}
  cf.br ^b0(%e0, %e1, %e2 : T, T, T)
""" + "\n".join([block.text(i) for i, block in enumerate(blocks)])
    return text.replace("T", "tensor<i32>") + "\n}"


def expected(blocks: Sequence[Drawn], begin: Sequence[Term], outer: Sequence[int]) -> list[int]:
    at, values = 0, [term if isinstance(term, int) else outer[int(term[1:])] for term in begin]
    while at >= 0:
        at, values = blocks[at].run(values, outer)
    return values


@pytest.mark.parametrize(
    "seeds", one_of(5, [range(60), *[range(n, n + 250) for n in range(60, 1060, 250)]]), ids=str
)
def test_random_blocks(seeds: range) -> None:
    ctx = Context()
    register_dialects(ctx)
    for seed in seeds:
        rng = Random(seed)
        blocks = draw(rng)
        starts: list[Term] = [3, 5, "f0", -4]
        begin: list[Term] = [rng.choice([4, 9, "f0"]), rng.choice(starts), rng.choice(starts)]
        module = parse_module(program(blocks, begin), ctx)
        module.verify()
        samples = [(3, -5), (6, 2)]
        wanted = [expected(blocks, begin, outer) for outer in samples]
        for step in range(2):
            for outer, values in zip(samples, wanted):
                given = eval_module(module, list(map(np.int32, outer)))
                assert [int(each.get()) for each in given] == values, (seed, step)
            before = print_module(module)
            report = fold_module(module)
            module.verify()
            str(report)
            assert step == 0 or print_module(module) == before, seed
