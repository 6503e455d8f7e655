"""Proofs that a function refines another one for all arguments.

Both are read into one graph of values (`terms/graph.py`): equal nodes are equal values. Results that are other nodes
are compared as elements at indices that may be any (`terms/elements.py`), in the normal form that the equations of the
rules give (`terms/matching.py`). z3 is asked about the rest (`terms/solving.py`), if it is installed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import islice, product
from math import prod
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from xdsl_stablehlo.dialects import stablehlo as hlo
from xdsl_stablehlo.dialects.stablehlo.shapes import element_type_of, is_static_tensor
from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.interpreter.execution.compiler import callees
from xdsl_stablehlo.ir.guards import is_tensor_type
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.ir.runtime import deep_recursion
from xdsl_stablehlo.values.element_types import is_float

from .runs import reachable
from .terms.elements import PointwiseElements
from .terms.facts import ElementTerm
from .terms.graph import Closure, Graph, GraphReader, TooManyOpsError, ValueNode, beside
from .terms.indices import fixed_index, forget, suppose
from .terms.matching import NormalTerms, TooManyTermsError
from .terms.sizes import SizeReading, SymbolicSizes
from .terms.sums import combines_floats
from .verdicts import ValidationOptions

ELEMENTS = 64
"""The largest number of elements that are compared one by one, and of elements of a sum that is written out."""


class Answer(NamedTuple):
    """A proof or a candidate, found without trying arguments."""

    proof: str | None = None
    """The proof in words."""
    candidate: tuple[Tensor, ...] | None = None
    """Arguments for which the functions may differ: z3 takes some ops for arbitrary functions."""
    steps: tuple[str, ...] = ()
    """The equalities that the proof is made of."""


READINGS, READ_OPS = 128, 24
"""The number of ways to read sizes that are tried for programs of so many ops: of larger ones fewer."""
NESTS = 4
"""The number of times that loops are read in another order: once for each depth."""
SAME, EQUAL = "both functions apply the same ops to the same values", "equal at every index"


def answer(before: FuncOp, after: FuncOp, options: ValidationOptions) -> Answer:
    """Look for a proof that `after` gives what `before` may give. An exception is no proof, and is raised in tests."""
    if not options.proofs or before.function_type != after.function_type:
        return Answer()
    forget()
    pair = None
    try:
        with deep_recursion():
            pair = _PairOfFunctions(before, after, options.floats.distinguishes_nans)
            return (options.sizes and pair.for_sizes()) or pair.for_shapes(options.sizes)
    except Exception as error:
        if failures.RAISES and not isinstance(error, TooManyOpsError | TooManyTermsError):
            raise
        return Answer(None, pair and pair.candidate)


class _PairOfFunctions:
    """Two functions of one type."""

    def __init__(self, before: FuncOp, after: FuncOp, every_bit: bool):
        self.candidate: tuple[Tensor, ...] | None = None
        self._before, self._after, self._every_bit = before, after, every_bit
        self._functions = [reachable(func, beside(func)) for func in (before, after)]
        ops = [op for functions in self._functions for func in functions for op in func.walk()]
        self._count = len(ops)
        self._reads_nans = every_bit or any(map(_reads_nans, ops))
        self._combines = not every_bit and any(map(combines_floats, ops))
        self._begin(None)

    def _begin(
        self, reading: SizeReading | None, orders: Mapping[Operation, Sequence[int]] | None = None
    ) -> None:
        """Forget what was read, and read sizes in another way: None if all stay as they are."""
        forget()
        self._reading = reading
        self._terms = NormalTerms()
        self._sizes = SymbolicSizes() if reading is None else SymbolicSizes(self._functions, reading)
        suppose(self._sizes.supposed)
        self._graph = Graph(self._sizes, orders=orders or {})
        self._elements = PointwiseElements(self._terms)

    def _read(self, graph: Graph, unrolls: bool = False) -> tuple[Closure, Closure] | None:
        """Both functions. The one after comes first: what is open in it stays open before."""
        theirs = GraphReader(graph, self._after, False, unrolls).whole()
        ours = GraphReader(graph, self._before, not self._every_bit, unrolls).whole()
        return None if ours is None or theirs is None else (ours, theirs)

    def _read_bits(self, graph: Graph, sides: Sequence[Closure]) -> Collection[ValueNode]:
        """The values of which the bits of NaNs count."""
        if self._every_bit:
            return graph.nodes.values()
        if not self._reads_nans:
            return ()
        # What is called is not looked into.
        return graph.floats_behind(sides, lambda op: _reads_nans(op) or bool(callees(op)))

    def for_sizes(self) -> Answer | None:
        """A proof by equal terms for all sizes, starts and padding before operands being as written."""
        self._begin(SizeReading())
        found = self.by_terms() if self._sizes.is_possible else None
        return found if found is not None and found.proof and self._sizes.is_any(self._before) else None

    def for_shapes(self, and_more: bool) -> Answer:
        """A proof for the shapes at hand, and then maybe for as many sizes as one is found for."""
        self._begin(None)
        found = self.by_terms() or self.by_elements()
        if found is None:
            return self.one_by_one() or Answer(None, self.candidate)
        if found.proof is None or not and_more:
            return found
        best = found
        for reading in self._readings():
            self._begin(reading)
            if self._sizes.is_possible and any(map(any, self._sizes.free(self._before))):
                given = self.by_terms() or self.by_elements()
                if given is not None and given.proof is not None:
                    if self._sizes.is_any(self._before):
                        return given
                    best = given if best is found else best
        return best

    def _readings(self) -> Iterator[SizeReading]:
        """The ways to read sizes, simple ones first, as many as there is time for."""
        measured = SymbolicSizes(self._functions, SizeReading()).measured
        starts = list(islice(product(range(4), repeat=measured), READINGS))
        starts.sort(key=lambda each: (max(each, default=0), sum(each)))
        made = [
            SizeReading(small, limits, each)
            for each in starts
            for small, limits in product((False, True), repeat=2)
        ]
        yield from made[: READINGS * READ_OPS // self._count]

    def by_terms(self) -> Answer | None:
        """A proof by equal terms. Else loops may carry values in other orders than nodes reach them, and
        floats before may be combined in the order after."""
        found, chose = self._by_terms(False), False
        for chooses_orders in [False] * NESTS + [True] * (1 + NESTS if self._combines else 0):
            if found is not None and found.proof:
                break
            if (moved := self._elements.loops.orders) or chooses_orders is not chose:
                self._begin(self._reading, {**self._graph.orders, **moved})
                found, chose = self._by_terms(chooses_orders), chooses_orders
        return found

    def _by_terms(self, chooses_orders: bool) -> Answer | None:
        """A proof by equal terms, of the graph or of elements."""
        read = self._read(self._graph)
        if read is None:
            return Answer()
        ours, theirs = read
        self._elements.reads = self._read_bits(self._graph, read)
        if ours.key() == theirs.key() or (
            ours.key()[1:3] == theirs.key()[1:3] and theirs.fails <= ours.fails
        ):
            return self._proved(SAME)
        if chooses_orders and not any(side.steps or side.fails for side in read):
            self._elements.sums.orders = {}
        self._elements.assume(sorted(ours.fails, key=lambda each: each.number))  # the same in each run
        sides: list[list[ElementTerm]] = []
        effects: list[list[object]] = []
        failing: list[set[ElementTerm]] = []
        for side in (theirs, ours):
            self._terms.decides = side is ours and not self._every_bit
            sides.insert(0, list(map(self._elements.tensor, side.results)))
            effects.append(list(map(self._elements.effect, side.steps)))
            failing.append(set(map(self._elements.applied, side.fails)))
        self._terms.decides, self._sides = False, sides
        fails = [each for each in theirs.fails if self._elements.applied(each) not in failing[1]]
        if effects[0] != effects[1] or not all(map(self._elements.holds, fails)):
            return Answer()
        return self._proved(EQUAL) if self._sides[0] == self._sides[1] else None

    def _proved(self, says: str, asked: tuple[str, ...] = ()) -> Answer:
        """The proof that all results are equal, with what it rests on."""
        decided = [
            *_decided(self._graph),
            *[f"{each} as the specification allows" for each in self._terms.decided],
        ]
        rules = sorted({name for name, *_ in self._terms.used})
        rests_on = ", ".join([*rules, *(["z3"] if asked else []), *decided])
        steps = [f"{name}: {left} = {right}" for name, left, right in self._terms.used]
        proof = f"{says}, for {self._sizes.extent(self._before)}" + (f" ({rests_on})" if rests_on else "")
        return Answer(proof, None, (*self._sizes.follow(), *steps, *asked, *decided))

    def _solver(self, without_floats: bool = False) -> Any:
        # By name, because importing z3 takes a tenth of a second and z3 may not be installed.
        return import_module(f"{__package__}.terms.solving").TermSolver(self._reads_nans or without_floats)

    def by_elements(self) -> Answer | None:
        """A proof by z3 that the results are equal at an index that may be any."""
        if find_spec("z3") is None:
            return Answer()
        solver = self._solver()
        if all(solver.equal(a, b) for a, b in zip(*self._sides, strict=True)):
            return self._proved(EQUAL, tuple(solver.asked))
        self.candidate = solver.candidate(self._before)
        return None

    def one_by_one(self) -> Answer | None:
        """A proof by z3 that few elements are equal, with loops unrolled and sums of integers written out."""
        types = self._before.function_type.outputs.data
        shapes = [t.get_shape() for t in types if is_static_tensor(t)]
        if len(shapes) != len(types) or sum(map(prod, shapes)) > ELEMENTS:
            return None
        read = self._read(graph := Graph(), unrolls=True)
        if read is None or any(side.steps or side.fails for side in read):
            return None
        elements = PointwiseElements(NormalTerms(), unfolds=ELEMENTS, reads=self._read_bits(graph, read))
        pairs: list[tuple[ElementTerm, ElementTerm]] = []
        for ours, theirs in zip(*[side.results for side in read]):
            assert is_tensor_type(ours.type)
            for place in np.ndindex(*ours.type.get_shape()):
                at = tuple([fixed_index(int(n)) for n in place])
                pairs.append((elements.at(ours, at), elements.at(theirs, at)))
        solver = self._solver(True)
        different = [(a, b) for a, b in pairs if a is not b]
        if not different or solver.all_equal(different):
            says = f"z3 finds no arguments for which an element differs ({counted(len(pairs), 'element')})"
            decided = _decided(graph)
            steps = [f"z3: {a} = {b}" for a, b in different]
            return Answer(", ".join([says, *decided]), None, (*steps, *decided))
        self.candidate = solver.candidate(self._before) or self.candidate
        return None


def _decided(graph: Graph) -> list[str]:
    """The open ops before that were evaluated."""
    return [f"{name} as the interpreter decides" for name in graph.decided]


def _reads_nans(op: Operation) -> bool:
    """Whether the bits of NaNs count for an op."""
    if isinstance(op, hlo.BitcastConvertOp):
        return is_float(element_type_of(op.operand.type))
    kind = op.compare_type if isinstance(op, hlo.CompareOp) else None
    return kind is not None and kind.data.value == "TOTALORDER"
