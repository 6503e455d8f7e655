"""Programs that prove rules about ops that write into a tensor."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from .movement_cases import POINTS, SCATTERS
from .moves import Moves, slices_of
from .proofs import proof

# ---- updates ----


@proof(-2, 0, 1, 2, 5)
def updates_with_what_was_read(m: Moves) -> Iterator[None]:
    starts = [m.argument("s", ()), m.argument("s1", ())]
    for n in range(1, 4):
        x, y = m.argument("x", (n,)), m.argument("y", (n,))
        for size, source, at, there in product(range(n + 1), (x, y), starts, starts):
            m.give(m.write(x, m.read(source, [at], (size,)), [there]))
            u = m.argument("u", (size,))
            m.give(m.read(m.write(x, u, [at]), [there], (size,)))
            m.give(m.read(m.write(x, u, [at]), [there], (size // 2,)))
            yield
        for (a, b, stride), at in product(slices_of(n, (1, 2)), range(-1, n + 1)):
            m.give(m.write(x, m.slice(x, ((a, b, stride),)), m.at(at)))
            yield
    wide, s = m.argument("x", (2, 3)), starts
    for one, other in product(product(s, s), repeat=2):
        m.give(m.write(wide, m.read(wide, one, (1, 2)), other))
        m.give(m.read(m.write(wide, m.argument("u", (1, 2)), one), other, (1, 2)))
        yield


@proof(-2, 0, 1, 5)
def updates_with_the_same_element(m: Moves) -> Iterator[None]:
    for one, other in product(([7, 7, 7], [7, 7, 8], [8, 8, 8]), ([7, 7], [7, 8], [8, 8])):
        m.give(m.write(m.constant(one), m.constant(other), [m.argument("s", ())]))
    yield


@proof(-3, -1, 0, 1, 2, 3, 7)
def starts_that_are_clamped(m: Moves) -> Iterator[None]:
    start = m.argument("s", ())
    for low, high, size in product(range(-2, 2), range(-1, 5), range(4)):
        names = ", ".join([each.name for each in (m.constant(low), start, m.constant(high))])
        at = m.op(f"stablehlo.clamp {names} : ", ())
        x = m.argument("x", (3,))
        m.give(m.read(x, [at], (size,)))
        m.give(m.write(x, m.argument("u", (size,)), [at]))
        yield
        wide = m.argument("x", (3, 2))
        m.give(m.read(wide, [start, at], (size, 1)))
        m.give(m.write(wide, m.argument("u", (size, 1)), [at, start]))
        yield


@proof(-1, 0, 2, 3)
def scatters_that_change_nothing(m: Moves) -> Iterator[None]:
    unknown = m.reshape(m.argument("s", ()), (1, 1))
    bodies = [f"stablehlo.return {given} : tensor<i32>" for given in SCATTERS.values()]
    bodies.append("%c = stablehlo.add %a, %b : tensor<i32>\nstablehlo.return %c : tensor<i32>")
    for body in bodies:
        for at in (unknown, *[m.constant([[i]]) for i in range(-2, 5)]):
            for x, u in product(
                (m.argument("x", (3,)), m.constant([7] * 3)),
                (m.argument("u", (1,)), m.constant([7]), m.constant([0])),
            ):
                m.give(m.scatter(x, at, u, POINTS, body))
        for at in product(range(-1, 4), repeat=2):
            m.give(
                m.scatter(
                    m.argument("x", (3,)), m.constant([[i] for i in at]), m.argument("u", (2,)), POINTS, body
                )
            )
        none = m.constant(np.zeros((0, 1), np.int32))
        m.give(m.scatter(m.argument("x", (3,)), none, m.argument("u", (0,)), POINTS, body))
    yield


@proof()
def sizes_that_are_set(m: Moves) -> Iterator[None]:
    x = m.argument("x", (2, 3))
    for dim, size in product(range(2), range(4)):
        if size <= x.shape[dim]:
            at = m.constant(size)
            shape = [n if d != dim else size for d, n in enumerate(x.shape)]
            types = f"({x.type}, {at.type}) -> "
            sized = m.op(f"stablehlo.set_dimension_size {x.name}, {at.name}, dim = {dim} : {types}", shape)
            if size == x.shape[dim]:
                m.give(sized)
    yield
