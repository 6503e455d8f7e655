"""Programs that prove rules about ops that move elements: all slices, paddings, permutations of small shapes."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise, permutations, product
from math import prod

from .moves import Moves, slices_of
from .proofs import proof


def numbers(n: int) -> list[int]:
    return [100 + i for i in range(n)]


# ---- slices of what is put together ----


@proof()
def slices_of_slices(m: Moves) -> Iterator[None]:
    for n in range(5):
        x = m.argument("x", (n,))
        for first in slices_of(n):
            size = len(range(*first))
            for second in slices_of(size, (1, 2)):
                m.give(m.slice(m.slice(x, (first,)), (second,)))
                yield


@proof()
def slices_of_paddings(m: Moves) -> Iterator[None]:
    value = m.argument("v", ())
    for n, low, high, interior in product(range(4), range(-2, 2), range(-1, 3), range(3)):
        x = m.argument("x", (n,))
        padded = m.pad(x, value, (low,), (high,), (interior,))
        if padded is None:
            continue
        m.give(padded)
        for each in slices_of(padded.shape[0], (1, interior + 1)):
            unknown = m.pad(x, value, (low,), (high,), (interior,))
            known = m.pad(x, m.constant(7), (low,), (high,), (interior,))
            if unknown is not None and known is not None:
                m.give(m.slice(unknown if sum(each) % 2 else known, (each,)))
        yield


@proof()
def slices_of_concatenations(m: Moves) -> Iterator[None]:
    for sizes in product(range(3), repeat=3):
        for each in slices_of(sum(sizes), (1, 2)):
            parts = [m.argument(f"x{i}", (n,)) for i, n in enumerate(sizes)]
            parts[sum(each) % 3] = m.constant(numbers(parts[sum(each) % 3].shape[0]))
            m.give(m.slice(m.concatenate(parts, 0), (each,)))
            yield


@proof()
def slices_of_updates(m: Moves) -> Iterator[None]:
    """Starts are moved so that the update lies inside."""
    for n in range(1, 5):
        for size, start in product(range(n + 1), range(-2, n + 2)):
            update = m.argument("u", (size,)) if start % 2 else m.constant(numbers(size))
            for each in slices_of(n, (1, 2)):
                written = m.write(m.argument("x", (n,)), update, m.at(start))
                m.give(m.slice(written, (each,)))
            m.give(m.write(m.argument("x", (n,)), update, m.at(start)))
            yield
            m.start_again() if len(m.results) > 350 else None


@proof()
def slices_in_two_dimensions(m: Moves) -> Iterator[None]:
    x, u, v = m.argument("x", (3, 2)), m.argument("u", (2, 1)), m.argument("v", ())
    slices = list(product(slices_of(3, (1, 2)), slices_of(2, (1,))))
    for starts in product(range(-1, 3), range(-1, 3)):
        for each in slices:
            m.give(m.slice(m.write(x, u, m.at(*starts)), each))
            yield
    for axis, each in product(range(2), slices):
        parts = [
            m.argument("y", (1, 2) if axis == 0 else (3, 1)),
            m.argument("z", (2, 2) if axis == 0 else (3, 1)),
        ]
        m.give(m.slice(m.concatenate(parts, axis), each))
        m.give(m.slice(m.reverse(x, (axis,)), each))
        yield
    for low, high, interior in product(
        product((-1, 1), repeat=2), product((0, 1), repeat=2), ((0, 1), (1, 0))
    ):
        padded = m.pad(x, v, low, high, interior)
        assert padded is not None
        for each in product(slices_of(padded.shape[0], (1,)), slices_of(padded.shape[1], (2,))):
            m.give(m.slice(padded, each))
        yield
        padded = None


@proof()
def dynamic_slices_at_known_starts(m: Moves) -> Iterator[None]:
    for n in range(4):
        x = m.argument("x", (n,))
        for size, start in product(range(n + 1), range(-2, n + 2)):
            m.give(m.read(x, m.at(start), (size,)))
            half = m.concatenate([m.constant(numbers(2)), x], 0)
            m.give(m.read(half, m.at(start), (size,)))
            for again in range(-1, size + 1):
                m.give(m.read(m.read(x, m.at(start), (size,)), m.at(again), (size // 2,)))
            yield


@proof(-3, 0, 1, 2, 5)
def slices_of_slices_at_unknown_starts(m: Moves) -> Iterator[None]:
    """Nothing is known of them but that they lie inside; a slice of everything lies at 0."""
    x, start = m.argument("x", (4,)), m.argument("s", ())
    for size, again in product(range(5), range(-1, 4)):
        read = m.read(x, [start], (size,))
        m.give(m.read(read, m.at(again), (size // 2,)))
        m.give(m.slice(read, ((size // 2, size, 1),)))
        written = m.write(x, m.argument("u", (size,)), [start])
        m.give(m.slice(written, ((1, 3, 1),)))
        m.give(m.read(written, m.at(again), (2,)))
        yield


@proof()
def concatenations_of_slices(m: Moves) -> Iterator[None]:
    for n in range(1, 5):
        for one, other in product(slices_of(n, (1, 2)), repeat=2):
            x = m.argument("x", (n,))
            m.give(m.concatenate([m.slice(x, (one,)), m.slice(x, (other,))], 0))
            m.give(m.concatenate([m.slice(x, (one,)), m.slice(m.argument("y", (n,)), (other,))], 0))
            yield
    wide = m.argument("x", (2, 4))
    for rows, (one, other) in product(slices_of(2, (1,)), product(slices_of(4, (1,)), repeat=2)):
        m.give(m.concatenate([m.slice(wide, (rows, one)), m.slice(wide, (rows, other))], 1))
        if one == other:
            m.give(m.concatenate([m.slice(wide, (rows, one)), m.slice(wide, ((0, 2, 1), other))], 0))
        yield
    x = m.argument("x", (4,))
    for cuts in combinations(range(5), 2):
        ends = (0, *cuts, 4)
        m.give(m.concatenate([m.slice(x, ((a, b, 1),)) for a, b in pairwise(ends)], 0))
        yield


# ---- gathers ----

ONE = "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1"


@proof()
def gathers_of_elements(m: Moves) -> Iterator[None]:
    for n, count in product(range(1, 5), range(1, 4)):
        for at in product(range(-1, n + 1), repeat=count):
            x = (
                m.argument("x", (n,))
                if sum(at) % 2
                else m.concatenate([m.constant(numbers(n - 1)), m.argument("y", (1,))], 0)
            )
            m.give(m.gather(x, m.constant([[i] for i in at]), ONE, (1,), (count,)))
            yield


@proof()
def gathers_of_rows(m: Moves) -> Iterator[None]:
    x = m.argument("x", (3, 2))
    half = m.argument("y", (2, 2))
    for at in product(range(-1, 4), repeat=2):
        indices = m.constant([[i] for i in at])
        for size, dims in product((1, 2), ("1", "0")):
            numbers_of = f"offset_dims = [{dims}], {ONE}"
            shape = (2, size) if dims == "1" else (size, 2)
            m.give(m.gather(x, indices, numbers_of, (1, size), shape))
            known = m.concatenate([m.constant([[1, 2]]), half], 0)
            m.give(m.gather(known, indices, numbers_of, (1, size), shape))
        yield
        vector = m.constant(list(at))
        for sizes in product((1, 2, 3), (1, 2)):
            both = "offset_dims = [0, 1], start_index_map = [{}, {}], index_vector_dim = 0"
            m.give(m.gather(x, vector, both.format(0, 1), sizes, sizes))
            m.give(m.gather(x, vector, both.format(1, 0), sizes, sizes))
            known = m.concatenate([m.constant([[1, 2]]), half], 0)
            m.give(m.gather(known, vector, both.format(0, 1), sizes, sizes))
        yield


@proof()
def gathers_with_batches(m: Moves) -> Iterator[None]:
    text = "operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], "
    for at in product(range(-1, 4), repeat=2):
        x = m.concatenate([m.constant([[1], [2]]), m.argument("x", (2, 2))], 1)
        indices = m.constant([[i] for i in at])
        m.give(m.gather(x, indices, f"collapsed_slice_dims = [1], {text}index_vector_dim = 1", (1, 1), (2,)))
        m.give(m.gather(x, indices, f"offset_dims = [1], {text}index_vector_dim = 1", (1, 2), (2, 2)))
        yield


# ---- one op in the place of several ----


@proof()
def permutations_of_permutations(m: Moves) -> Iterator[None]:
    for shape in ((2, 3, 1), (1, 1, 3), (2, 2, 2)):
        x = m.argument("x", shape)
        for one, other in product(permutations(range(3)), repeat=2):
            m.give(m.transpose(m.transpose(x, one), other))
            m.give(m.transpose(m.transpose(m.transpose(x, one), other), one))
            yield


@proof()
def reversals_of_reversals(m: Moves) -> Iterator[None]:
    dims = [(), (0,), (1,), (0, 1)]
    for shape in ((2, 3), (1, 3), (1, 1), (2, 0)):
        for one, other, last in product(dims, repeat=3):
            m.give(m.reverse(m.reverse(m.argument("x", shape), one), other))
            m.give(m.reverse(m.reverse(m.reverse(m.argument("x", shape), one), other), last))
            yield


@proof()
def reshapes_of_reshapes(m: Moves) -> Iterator[None]:
    shapes = [(6,), (2, 3), (3, 2), (1, 6), (1, 2, 3)]
    for one, other, last in product(shapes, repeat=3):
        m.give(m.reshape(m.reshape(m.argument("x", one), other), last))
        yield


@proof()
def broadcasts_of_broadcasts(m: Moves) -> Iterator[None]:
    for shape in ((), (1,), (2,), (1, 2), (2, 1)):
        x, result = m.argument("x", shape), (2, 3, 2)
        for dims in permutations(range(2), len(shape)):
            for middle in product((1, 2), repeat=2):
                if any(n not in (1, middle[d]) for n, d in zip(shape, dims)):
                    continue
                first = m.broadcast(x, dims, middle)
                for again in permutations(range(3), 2):
                    if all(n in (1, result[d]) for n, d in zip(middle, again)):
                        m.give(m.broadcast(first, again, result))
                yield


@proof()
def broadcasts_of_reshapes(m: Moves) -> Iterator[None]:
    shapes = [(), (1,), (3,), (1, 3), (3, 1), (2, 3), (3, 2), (6,), (1, 2, 1, 3), (2, 1, 3)]
    for one, other in product(shapes, repeat=2):
        if prod(one) != prod(other) or len(other) > 3:
            continue
        result = (3, 2, 3)
        for dims in permutations(range(3), len(other)):
            if all(n in (1, result[d]) for n, d in zip(other, dims)):
                m.give(m.broadcast(m.reshape(m.argument("x", one), other), dims, result))
        yield


@proof()
def movements_of_broadcasts(m: Moves) -> Iterator[None]:
    for shape in ((), (1,), (2,), (3,), (2, 3)):
        for dims in permutations(range(2), len(shape)):
            wide = tuple(
                shape[dims.index(d)] if d in dims and shape[dims.index(d)] > 1 else 3 for d in range(2)
            )
            x = m.broadcast(m.argument("x", shape), dims, wide)
            m.give(x)
            m.give(m.transpose(x, (1, 0)))
            for turned in ((0,), (1,), (0, 1)):
                m.give(m.reverse(x, turned))
            m.give(m.reshape(x, (wide[0] * wide[1],)))
            m.give(m.reshape(x, (1, *wide)))
            for each in product(slices_of(wide[0], (1, 2)), slices_of(wide[1], (1, 2))):
                x = m.broadcast(m.argument("x", shape), dims, wide)
                m.give(m.slice(x, each))
            yield


@proof()
def paddings_of_paddings(m: Moves) -> Iterator[None]:
    x, values = m.argument("x", (2,)), [m.argument("v", ()), m.argument("w", ())]
    edges = list(product((-1, 0, 2), repeat=2))
    for (low, high), gap, (again, more), gaps, other in product(edges, range(2), edges, range(2), range(3)):
        value = values[0] if other < 2 else m.constant(5)
        then = values[other] if other < 2 else m.constant(5 + gap * (low == 2))
        first = m.pad(x, value, (low,), (high,), (gap,))
        m.give(None if first is None else m.pad(first, then, (again,), (more,), (gaps,)))
        yield


@proof()
def concatenations_of_constants(m: Moves) -> Iterator[None]:
    for kinds in product(range(5), repeat=4):
        x = m.argument("x", (2,))
        parts = [
            [x, m.constant([1, 1]), m.constant([2]), m.constant([1, 2]), m.constant([2] * 20)][k]
            for k in kinds
        ]
        m.give(m.concatenate(parts, 0))
        yield
    for kinds in product(range(3), repeat=3):
        y = m.argument("y", (2, 1))
        parts = [[y, m.constant([[1], [2]]), m.constant([[3, 3], [3, 3]])][k] for k in kinds]
        m.give(m.concatenate(parts, 1))
        yield


@proof()
def slices_of_selections(m: Moves) -> Iterator[None]:
    for n in range(1, 4):
        for mask, each in product(product((False, True), repeat=n), slices_of(n, (1, 2))):
            operands = [m.constant(mask, "i1"), m.argument("x", (n,)), m.argument("y", (n,))]
            names = ", ".join([each.name for each in operands])
            kinds = f"{operands[0].type}, "
            m.give(m.slice(m.op(f"stablehlo.select {names} : {kinds}", (n,)), (each,)))
            yield


@proof()
def sorts_of_one(m: Moves) -> Iterator[None]:
    for shape, dim in product(((1,), (2,), (2, 1), (1, 2)), range(2)):
        if dim < len(shape):
            x = m.argument("x", shape)
            body = (
                "({\n^bb0(%a: tensor<i32>, %b: tensor<i32>):\n"
                "%p = stablehlo.compare GT, %a, %b : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                "stablehlo.return %p : tensor<i1>\n})"
            )
            m.give(
                m.op(
                    f'"stablehlo.sort"({x.name}) <{{dimension = {dim} : i64}}> {body} : ({x.type}) -> ', shape
                )
            )
    yield


# ---- copies of one element ----


@proof(-1, 0, 1, 9)
def parts_of_what_is_the_same_everywhere(m: Moves) -> Iterator[None]:
    start = m.argument("s", ())
    uneven = m.constant([[7, 7, 7], [7, 7, 8]])
    for x in (m.constant([[7] * 3] * 2), m.broadcast(m.argument("v", ()), (), (2, 3)), uneven):
        for sizes in product(range(3), range(4)):
            m.give(m.read(x, [start, start], sizes))
        indices = m.reshape(start, (1, 1))
        m.give(m.gather(x, indices, f"offset_dims = [1], {ONE}", (1, 2), (1, 2)))
        index = m.reshape(start, (1,))
        kind = f"<{{dim = 0 : i64, batch_dims = 0 : i64}}> : ({x.type}, {index.type}) -> "
        m.give(m.op(f'"stablehlo.torch_index_select"({x.name}, {index.name}) {kind}', (1, 3)))
    yield


@proof()
def copies_put_together(m: Moves) -> Iterator[None]:
    v, w = m.argument("v", ()), m.argument("w", ())
    for one, other, n, k in product((v, w), (v, w), range(3), range(3)):
        a, b = m.broadcast(one, (), (n,)), m.broadcast(other, (), (k,))
        m.give(m.concatenate([a, b], 0))
        m.give(m.concatenate([a, b, a], 0))
        m.give(m.concatenate([a, m.argument("x", (k,))], 0))
        m.give(m.pad(a, other, (1,), (k,), (0,)))
        yield


@proof(-2, 0, 1, 2, 7)
def slices_of_what_is_the_same_where_they_reach(m: Moves) -> Iterator[None]:
    x, start = m.argument("x", (2,)), m.argument("s", ())
    for low, high, size, last in product(range(-1, 3), range(4), range(1, 3), (7, 8)):
        bounds = m.at(low, high)
        names = ", ".join([bounds[0].name, start.name, bounds[1].name])
        at = m.op(f"stablehlo.clamp {names} : ", ())
        m.give(m.read(m.concatenate([m.constant([7, 7, 7, last]), x], 0), [at], (size,)))
        m.give(m.read(m.concatenate([x, m.constant([7, 7, last])], 0), [at], (size,)))
        yield


# ---- known elements ----


@proof()
def elements_through_other_ops(m: Moves) -> Iterator[None]:
    """Part of what is computed and moved is known."""
    half = m.concatenate([m.constant([[1, 2, 3]]), m.argument("x", (1, 3))], 0)
    mask = m.constant([[True, False, True], [False, True, False]], "i1")
    known = m.constant([[10, 20, 30], [40, 50, 60]])
    flag = m.argument("p", (), "i1")
    iota = m.op("stablehlo.iota dim = 1 : ", (2, 3))
    both = f"{half.name}, {known.name}"
    clamped = f"{m.constant(2).name}, {half.name}, {known.name} : (tensor<i32>, {half.type}, {known.type})"
    found = [
        m.op(f"stablehlo.multiply {both} : ", (2, 3)),
        m.op(f"stablehlo.subtract {iota.name}, {half.name} : ", (2, 3)),
        m.op(f"stablehlo.select {mask.name}, {both} : {mask.type}, ", (2, 3)),
        m.op(f"stablehlo.select {mask.name}, {known.name}, {half.name} : {mask.type}, ", (2, 3)),
        m.op(f"stablehlo.select {flag.name}, {both} : {flag.type}, ", (2, 3)),
        m.reshape(m.transpose(half, (1, 0)), (2, 3)),
        m.reshape(m.reverse(half, (0, 1)), (2, 3)),
        m.reshape(m.broadcast(half, (0, 2), (2, 2, 3)), (4, 3)),
        m.reshape(
            m.op(f"stablehlo.broadcast {half.name}, sizes = [2] : ({half.type}) -> ", (2, 2, 3)), (4, 3)
        ),
        m.op(f"stablehlo.clamp {clamped} -> ", (2, 3)),
        m.op(f"stablehlo.negate {half.name} : ", (2, 3)),
        m.op(f"stablehlo.divide {known.name}, {half.name} : ", (2, 3)),
    ]
    for x in found:
        for each in product(slices_of(x.shape[0], (1, 2)), slices_of(3, (1, 2))):
            m.give(m.slice(x, each))
    yield


SCATTERS = {"old": "%a", "new": "%b"}
ROWS = "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"
POINTS = "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1"


@proof()
def slices_of_scatters(m: Moves) -> Iterator[None]:
    for at, given in product(product(range(-1, 4), repeat=2), SCATTERS.values()):
        body = f"stablehlo.return {given} : tensor<i32>"
        indices = m.constant([[i] for i in at])
        points = m.scatter(m.argument("x", (3,)), indices, m.constant([70, 71]), POINTS, body)
        for each in slices_of(3, (1, 2)):
            m.give(m.slice(points, (each,)))
        rows = m.scatter(m.argument("x", (3, 2)), indices, m.constant([[70, 71], [72, 73]]), ROWS, body)
        for each in product(slices_of(3, (1,)), slices_of(2, (1,))):
            m.give(m.slice(rows, each))
        yield
