"""Terms that are not the same, compared by z3: indices as integers, elements as bit vectors and floats.

Two terms are compared from inside to outside, so that z3 sees no more than it has to. What it knows nothing about, a
tensor or an op without a theory, is a function that may be any: a proof holds for all functions, while a difference may
be one that the functions in question do not show, and is only a candidate.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import inf
from typing import Any

import numpy as np
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute

from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.shapes import is_static_tensor
from xdsl_stablehlo.folding.facts.lattice import kind_of_integers
from xdsl_stablehlo.interpreter import Tensor
from xdsl_stablehlo.values import element_types as formats

from .facts import ElementTerm, exemplar_of, has_open_result
from .indices import Along, Clamped, Index, OfElement, Quotient, Unknown, supposed
from .matching import as_index
from .symbolic import Bits, elementwise, float_of, sort_of, unknown_function, z

RESOURCES = 4_000_000
"""The limit of z3 for one pair of functions, in its own units: a second or two, with the same answers on every
machine."""
FLOAT_WORK = 6_000
"""The largest circuit of floats that z3 is asked about: two products of f64, or three quotients of f32."""
FLOAT_MILLISECONDS = 5_000
"""The time that z3 has where floats are computed, because its own units do not count the work on circuits."""
_FLOAT_WORK = {"multiply": 1, "divide": 3, "sqrt": 3}

FOUND = 1 << 12
"""The largest argument that is made of what z3 found."""


@dataclass
class TermSolver:
    """Asks z3 about terms of one pair of functions."""

    reads_nans: bool = False
    """Whether the bits of NaNs count, of which z3 has one."""
    model: Any = None
    """Where the last terms that z3 was asked about differ."""
    asked: list[str] = field(default_factory=list[str])
    """The equalities that z3 proved."""
    _left: int = RESOURCES
    _known: dict[ElementTerm, Bits] = field(default_factory=dict[ElementTerm, Bits])
    _indices: dict[Unknown, Bits] = field(default_factory=dict[Unknown, Bits])
    _is_plain: bool = True
    """Whether each element is a number of its own."""
    _proved: dict[tuple[ElementTerm, ElementTerm], bool] = field(default_factory=lambda: {})

    def equal(self, a: ElementTerm, b: ElementTerm) -> bool:
        """Whether two terms are proved equal."""
        if a is b:
            return True
        if (a, b) not in self._proved:
            self._proved[a, b] = False
            self._proved[a, b] = self._alike(a, b) or self._asked(a, b)
        return self._proved[a, b]

    def _alike(self, a: ElementTerm, b: ElementTerm) -> bool:
        """Whether two terms say the same of parts that are equal."""
        if a.head != b.head or len(a.parts) != len(b.parts) or a.type != b.type:
            return False
        if a.head == "applied":
            said = [(x.data[:3], x.data[4:]) for x in (a, b)]
            if said[0] != said[1] or not self._closures(a.data[3], b.data[3]):
                return False
        elif a.head in ("constant", "table", "index", "sign") or a.data != b.data:
            return False
        return bool(a.parts) and all(map(self.equal, a.parts, b.parts))

    def _closures(self, ours: Sequence[Any], theirs: Sequence[Any]) -> bool:
        """Whether bodies give equal results, and do the same."""
        return all(
            (mine[0], mine[2:]) == (its[0], its[2:])
            and len(mine[1]) == len(its[1])
            and all(map(self.equal, mine[1], its[1]))
            for mine, its in zip(ours, theirs, strict=True)
        )

    def _asked(self, a: ElementTerm, b: ElementTerm) -> bool:
        """Whether z3 proves two elements equal."""
        tensors = ("argument", "applied", "result", "lambda")
        if a.head in tensors or b.head in tensors or a.type != b.type:
            return False
        if not self.all_equal([(a, b)]):
            return False
        self.asked.append(f"z3: {a} = {b}")
        return True

    def all_equal(self, pairs: Sequence[tuple[ElementTerm, ElementTerm]]) -> bool:
        """Whether z3 proves that the terms of each pair are equal.

        First each element is an unknown number of its own, wherever it stands, and then a function of its indices.
        """
        about = _About([term for pair in pairs for term in pair])
        if self.reads_nans and about.computes_floats:
            return False
        has_indices = any(index.terms for index in about.indices)
        return self._solved(pairs, True, about) or (has_indices and self._solved(pairs, False, about))

    def _solved(
        self, pairs: Sequence[tuple[ElementTerm, ElementTerm]], is_plain: bool, about: _About
    ) -> bool:
        if self._left <= 0 or about.float_work > FLOAT_WORK:
            return False
        if is_plain is not self._is_plain:
            self._is_plain = is_plain
            self._known.clear()
        differences = [self.term(a) != self.term(b) for a, b in pairs]
        facts = [] if is_plain else self._facts(about)
        # In a context of its own, because an answer of z3 depends on earlier questions.
        own = z.Context()
        solver = z.Solver(ctx=own)
        solver.set("rlimit", self._left)
        if about.computes_floats:
            solver.set("timeout", FLOAT_MILLISECONDS)
        solver.add(*[fact.translate(own) for fact in (*facts, z.Or(*differences))])
        found = solver.check()
        self._left -= dict([*solver.statistics()]).get("rlimit count", 0)
        if about.computes_floats and found == z.unknown:
            self._left = 0
        self.model = solver.model() if found == z.sat else None
        return found == z.unsat

    # ---- terms ----

    def term(self, term: ElementTerm) -> Bits:
        """An element as a term of z3."""
        found = self._known.get(term)
        if found is None:
            found = self._known[term] = self._term(term)
        return found

    def _term(self, term: ElementTerm) -> Bits:
        match term.head:
            case "constant":
                return _number(term.data, term.type)
            case "sign" if not self._is_plain:
                return z.If(self.index(term.data) >= 0, z.BitVecVal(1, 1), z.BitVecVal(0, 1))
            case "index" | "place" if not self._is_plain:
                return z.Function(f"as {term.type}", z.IntSort(), sort_of(term.type))(self.index(term.data))
            case "element" if term.data and not self._is_plain:
                sorts = [z.IntSort() for _ in term.data]
                function = z.Function(f"tensor {term.parts[0].number}", *sorts, sort_of(term.type))
                return function(*map(self.index, term.data))
            case "op":
                parts = [np.asarray(self.term(part), object) for part in term.parts]
                op = exemplar_of(term)
                kinds = [term.type, *[part.type for part in term.parts]]
                is_cast = op.name == "stablehlo.bitcast_convert" and any(map(formats.is_float, kinds))
                is_unknown = is_cast or has_open_result(op, term.parts)
                return (unknown_function if is_unknown else elementwise)(op, parts).item()
            case _:
                return z.Const(f"term {term.number}", sort_of(term.type))

    # ---- indices ----

    def index(self, index: Index) -> Bits:
        """An index as an integer of z3."""
        found = z.IntVal(index.constant)
        for each, n in index.terms:
            found = found + self._unknown(each) * n
        return found

    def _unknown(self, each: Unknown) -> Bits:
        return self._indices.setdefault(each, z.Int(f"unknown {each.number}"))

    def _facts(self, about: _About) -> list[Bits]:
        """The bounds of the unknown indices in terms, and of no others: a dimension may have no index at all."""
        found: dict[Unknown, Bits] = {}
        self._note_bounds(found, *about.indices)
        self._note_bounds(found, *supposed())
        return [*found.values(), *[self.index(each) >= 0 for each in supposed()]]

    def _note_bounds(self, facts: dict[Unknown, Bits], *indices: Index) -> None:
        for each in [each for index in indices for each, _ in index.terms if each not in facts]:
            unknown = self._unknown(each)
            bounds = [] if each.low == -inf else [unknown >= int(each.low)]
            bounds += [] if each.high == inf else [unknown <= int(each.high)]
            facts[each] = z.And(True, *bounds)
            match each.of:
                case Along(_, _, size):
                    self._note_bounds(facts, size)
                    bounds.append(unknown < self.index(size))
                case Quotient(rest, divisor):
                    self._note_bounds(facts, rest)
                    whole = self.index(rest)
                    bounds += [unknown * divisor <= whole, whole < unknown * divisor + divisor]
                case Clamped(start, most):
                    self._note_bounds(facts, start, most)
                    first, last = self.index(start), self.index(most)
                    bounds.append(unknown == z.If(first < 0, 0, z.If(first > last, last, first)))
                case OfElement(ElementTerm() as term):
                    bounds.append(unknown == self._integer(term))
                case _:
                    continue
            facts[each] = z.And(*bounds)

    def _integer(self, term: ElementTerm) -> Bits:
        """An element that is an integer, as one without bounds; as far as it is clear that nothing wraps around."""
        kind = kind_of_integers(term.type)
        known = as_index(term)
        if known is not None:
            return self.index(known)
        name = term.data.name if term.head == "op" else ""
        found = z.Int(f"integer {term.number}")
        if kind is not None:
            found = z.If(found < kind.least, kind.least, z.If(found > kind.most, kind.most, found))
        if name in ("maximum", "minimum", "add", "subtract", "clamp", "convert") and kind is not None:
            if kind_of_integers(term.parts[0].type) is None:
                return found
            parts = list(map(self._integer, term.parts))
            match name:
                case "maximum":
                    return z.If(parts[0] > parts[1], parts[0], parts[1])
                case "minimum":
                    return z.If(parts[0] < parts[1], parts[0], parts[1])
                case "clamp":
                    above = z.If(parts[1] < parts[0], parts[0], parts[1])
                    return z.If(above > parts[2], parts[2], above)
                case _:
                    sign = -1 if name == "subtract" else 1
                    given = parts[0] if name == "convert" else parts[0] + parts[1] * sign
                    return z.If(z.And(given >= kind.least, given <= kind.most), given, found)
        return found

    # ---- candidates ----

    def candidate(self, func: FuncOp) -> tuple[Tensor, ...] | None:
        """Arguments for which z3 found a difference; None if it found none, or they are too large.

        An element at an index that may be any stands for all elements.
        """
        arguments: list[Tensor] = []
        for value in func.args:
            if self.model is None or not is_static_tensor(value.type):
                return None
            dtype, shape = formats.dtype_of(ranked(value).element_type), value.type.get_shape()
            if np.prod(shape) > FOUND or dtype.itemsize > 8 or formats.is_complex(ranked(value).element_type):
                return None
            arguments.append(Tensor(ranked(value), np.zeros(shape, dtype)))
        given: list[Any] = [argument.array.copy() for argument in arguments]
        for term, found in self._known.items():
            if term.head == "element" and term.parts[0].head == "argument" and not term.parts[0].data[0]:
                array = given[term.parts[0].data[1]]
                places: list[int | None] = [index.known for index in term.data]
                if None in places and not self._is_plain:
                    places = [self._value(self.index(index)) for index in term.data]
                held = _held(np.array(self._value(found), f"u{array.dtype.itemsize}"), term.type)
                inside = all(n is None or 0 <= n < size for n, size in zip(places, array.shape))
                if inside:
                    array[(slice(None),) * array.ndim if None in places else tuple(places)] = held
        return tuple([Tensor(a.type, array) for a, array in zip(arguments, given)])

    def _value(self, element: Bits) -> int:
        """The integer, or the bits, that the model has for a term."""
        given = self.model.eval(element.translate(self.model.ctx), model_completion=True)
        if z.is_fp(given):
            given = z.simplify(z.fpToIEEEBV(given, given.ctx))
        return given.as_long() if z.is_bv_value(given) or z.is_int_value(given) else 0


class _About:
    """The indices in terms of elements, and whether ops compute floats."""

    def __init__(self, waiting: list[ElementTerm]):
        self.indices: list[Index] = []
        self.computes_floats = False
        self.float_work = 0
        seen: set[ElementTerm] = set()
        while waiting:
            term = waiting.pop()
            if term in seen:
                continue
            seen.add(term)
            if term.head == "op":
                waiting += term.parts
                kinds = [term.type, *[part.type for part in term.parts]]
                if term.data.name != "select" and any(map(formats.is_float, kinds)):
                    self.computes_floats = True
                    known = formats.format_or_none(term.type)
                    precision = known.precision if isinstance(known, formats.FloatFormat) else 1
                    self.float_work += _FLOAT_WORK.get(term.data.name, 0) * precision**2
            self.indices += term.indices


def _number(element: Any, kind: Attribute) -> Bits:
    """A constant of z3."""
    array = np.array(element)
    if formats.holds_integers(array.dtype):
        return z.BitVecVal(int(array), formats.bit_width(kind))
    if array.dtype.itemsize > 8 or formats.is_complex(kind):
        return z.Const(f"{kind} {array.tobytes().hex()}", sort_of(kind))
    return float_of(int(array.view(f"u{array.dtype.itemsize}").reshape(())), kind)


def _held(raw: Any, element: Attribute) -> Any:
    """The element that has these bits."""
    dtype, width = formats.dtype_of(element), formats.bit_width(element)
    if not formats.holds_integers(dtype):
        return raw.view(dtype)
    wide = raw.astype(np.uint64)
    if isinstance(known := formats.format_or_none(element), formats.IntegerFormat) and known.signed:
        wide = (wide << np.uint64(64 - width)).view(np.int64) >> np.int64(64 - width)
    return wide.astype(dtype)
