"""What a program has come to: its ops and what it returns, read off a module or off XLA's HLO; and if that wins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import prod

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue

from xdsl_stablehlo.dialects.stablehlo import ConstantOp
from xdsl_stablehlo.values.elements import array_of

OPS_OF_HLO = {
    "dot": "dot_general",
    "conditional": "if",
    "broadcast": "broadcast_in_dim",
    "bitcast": "reshape",
}
"""Opcodes whose StableHLO op has another name."""
PLUMBING = ("fusion", "call", "copy", "tuple", "get-tuple-element", "parameter", "constant", "iota")
INSTRUCTION = re.compile(
    r"\s*(?P<root>ROOT )?%?(?P<name>[\w.\-]+) = (?P<type>\(.*?\)|\S+) (?P<op>[\w\-]+)\((?P<rest>.*)"
)
COMPUTATION = re.compile(r"(?P<entry>ENTRY )?%?(?P<name>[\w.\-]+) \(.*\) -> .* \{")
CALLED = re.compile(r"(?:calls|to_apply|body|condition|true_computation|false_computation)=%?([\w.\-]+)")
INDEX = re.compile(r"index=(\d+)")
BRANCHES = re.compile(r"branch_computations=\{([^}]*)\}")


@dataclass
class Graph:
    """The ops that depend on an argument, those in regions too, each with how many operands it has, and the results:
    `arg0`, `constant` for what depends on no argument, or the name of an op."""

    ops: list[tuple[str, int]] = field(default_factory=list[tuple[str, int]])
    returned: list[str] = field(default_factory=list[str])
    elsewhere: set[str] = field(default_factory=set[str])
    """The names of the ops that depend on no argument."""
    stored: int = 0
    """Elements of the largest constant that is not a splat."""

    def count(self, op: str) -> int:
        return sum(name == op for name, _ in self.ops)

    def wins(self, condition: str) -> bool:
        """Whether `condition` holds, parts joined by `;`: `returns arg0, constant, any`, `no stablehlo.add`,
        `has stablehlo.slice`, `one stablehlo.if`, and with a greatest number `ops 1`, `concatenate of 2`,
        `stores 8`."""
        return all(self._holds(*part.strip().split(" ", 1)) for part in condition.split(";"))

    def _holds(self, word: str, rest: str) -> bool:
        match word:
            case "returns":
                wanted = rest.split(", ")
                return len(wanted) == len(self.returned) and all(
                    want in ("any", got) for want, got in zip(wanted, self.returned)
                )
            case "no" | "has" | "one":
                op = rest.removeprefix("stablehlo.")
                count = self.count(op) + (word == "no" and op in self.elsewhere)
                return {"no": count == 0, "has": count > 0, "one": count == 1}[word]
            case "ops":
                return len(self.ops) <= int(rest)
            case "stores":
                return self.stored <= int(rest)
            case "concatenate":
                return all(n <= int(rest.split()[1]) for name, n in self.ops if name == "concatenate")
            case _:
                raise ValueError(f"no such condition: {word} {rest}")


def graph_of_module(module: ModuleOp) -> Graph:
    """The graph of a module's only public function, or its only one."""
    functions = [op for op in module.ops if isinstance(op, FuncOp)]
    main = next(op for op in functions if op.sym_name.data == "main")
    arguments = main.body.block.args
    known: set[SSAValue] = set()
    graph = Graph(stored=max((_stored(op) for op in main.walk() if isinstance(op, ConstantOp)), default=0))
    for op in main.body.block.ops:
        if isinstance(op, ReturnOp):
            graph.returned = [_returned(value, arguments, known) for value in op.operands]
        elif _depends(op, known):
            inner = [o for o in op.walk() if o.name not in ("stablehlo.constant", "stablehlo.return")]
            graph.ops += [(o.name.removeprefix("stablehlo."), len(o.operands)) for o in inner]
        else:
            known.update(op.results)
            graph.elsewhere.add(op.name.removeprefix("stablehlo."))
    return graph


def _stored(op: ConstantOp) -> int:
    array = array_of(op.value)
    return array.size if len({element.tobytes() for element in array.flat}) > 1 else 0


def _depends(op: Operation, known: set[SSAValue]) -> bool:
    """Whether anything that `op` and its regions use from outside of it is not `known`."""
    inside = {value for o in op.walk() for block in _blocks(o) for value in block.args}
    inside |= {value for o in op.walk() for value in o.results}
    return any(value not in inside and value not in known for o in op.walk() for value in o.operands)


def _blocks(op: Operation) -> Iterable[Block]:
    return (block for region in op.regions for block in region.blocks)


def _returned(value: SSAValue, arguments: Sequence[SSAValue], known: set[SSAValue]) -> str:
    if isinstance(value, BlockArgument):
        return f"arg{value.index}"
    assert isinstance(value.owner, Operation)
    return "constant" if value in known else value.owner.name.removeprefix("stablehlo.")


@dataclass
class _Instruction:
    name: str
    type: str
    op: str
    operands: list[str]
    called: list[str]
    inside: str
    """The text between the parentheses."""
    index: int = 0
    """Of a get-tuple-element."""


def graph_of_hlo(text: str) -> Graph:
    """The graph of optimised HLO: fusions and calls are looked into, copies are what they copy."""
    computations, entry = _computations(text)
    graph = Graph()
    main = computations[entry]
    parameters = sum(one.op == "parameter" for one in main)
    result = _follow(computations, entry, [f"arg{i}" for i in range(parameters)], graph)
    constants = [one.type for body in computations.values() for one in body if "{" in one.inside]
    graph.stored = max(
        (prod(map(int, re.findall(r"\d+", type.split("[")[1]))) for type in constants), default=0
    )
    graph.returned = result if isinstance(result, list) else [result]
    return graph


def _computations(text: str) -> tuple[dict[str, list[_Instruction]], str]:
    """The computations by name, the root of each last, and the name of the entry."""
    found: dict[str, list[_Instruction]] = {}
    now: list[_Instruction] = []
    entry, root = "", None
    for line in text.splitlines():
        if header := COMPUTATION.match(line):
            now = found.setdefault(header["name"], [])
            entry = header["name"] if header["entry"] else entry
        elif line.startswith("}"):
            if root is not None:
                now.append(root)
            root = None
        elif match := INSTRUCTION.match(line):
            inside, _, rest = match["rest"].partition(")")
            called = CALLED.findall(rest)
            for branches in BRANCHES.findall(rest):
                called += [name.strip().lstrip("%") for name in branches.split(",")]
            operands = [word.split()[-1].lstrip("%") for word in inside.split(", ") if word]
            index = INDEX.search(rest)
            number = int(index[1]) if index else 0
            plain = match["type"].split("{")[0]
            one = _Instruction(match["name"], plain, match["op"], operands, called, inside, number)
            root = one if match["root"] else root
            now += [] if match["root"] else [one]
    return found, entry


def _follow(
    computations: dict[str, list[_Instruction]], name: str, arguments: list[str | list[str]], graph: Graph
) -> str | list[str]:
    """What the root of a computation is, for what its parameters are; its ops go into `graph`."""
    values: dict[str, str | list[str]] = {}
    types: dict[str, str] = {}
    result: str | list[str] = "constant"
    for one in computations[name]:
        operands = [values.get(operand, "constant") for operand in one.operands]
        same = len(operands) == 1 and types.get(one.operands[0]) == one.type
        types[one.name] = one.type
        if one.op == "parameter":
            result = arguments[int(one.inside)]
        elif one.op in ("fusion", "call"):
            result = _follow(computations, one.called[0], operands, graph)
        elif one.op == "copy" or (one.op == "bitcast" and same):
            result = operands[0]
        elif one.op == "tuple":
            result = [part if isinstance(part, str) else "tuple" for part in operands]
        elif one.op == "get-tuple-element" and isinstance(operands[0], list):
            result = operands[0][one.index]
        elif one.op in PLUMBING or all(operand == "constant" for operand in operands):
            result = "constant" if one.op != "get-tuple-element" else operands[0]
            graph.elsewhere.add(_op(one))
        else:
            result = _op(one)
            graph.ops.append((result, len(operands)))
            for called in one.called:
                inner = sum(i.op == "parameter" for i in computations[called])
                _follow(computations, called, ["inside"] * inner, graph)
        values[one.name] = result
    return result


def _op(one: _Instruction) -> str:
    """The name of the StableHLO op."""
    return OPS_OF_HLO.get(one.op, one.op.replace("-", "_"))
