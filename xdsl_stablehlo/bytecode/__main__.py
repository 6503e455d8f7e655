"""Print the contents of a bytecode file: `python -m xdsl_stablehlo.bytecode FILE`."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import dataclass
from mmap import ACCESS_READ, mmap

from xdsl.context import Context
from xdsl.ir import Attribute

from xdsl_stablehlo.bytecode.format.codec import Buffer, BytecodeError, Codecs
from xdsl_stablehlo.bytecode.format.sections import Section, module_bytes, open_file, read_dialects
from xdsl_stablehlo.bytecode.reader import AttributeTable, read_bytecode
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.programs.registry import register_all_dialects
from xdsl_stablehlo.transforms.vhlo.artifacts import CODECS

LARGEST = 5
"""The number of the largest attributes that are named."""


@dataclass(frozen=True)
class Inspection:
    """The contents of a file. `problem` says why its ops could not be counted."""

    producer: str
    version: int
    size: int
    sections: dict[Section, int]
    dialects: tuple[str, ...]
    op_names: int
    ops: dict[str, int]
    largest: tuple[tuple[int, str], ...]
    problem: str | None = None

    def __str__(self) -> str:
        lines = [
            f"{self.producer}, bytecode version {self.version}, {self.size:,} bytes",
            "sections: " + ", ".join(f"{s.name.lower()} {n:,}" for s, n in self.sections.items()),
            f"dialects: {', '.join(self.dialects)} ({counted(self.op_names, 'op name')})",
        ]
        if self.problem is not None:
            lines.append(f"ops: not read, {self.problem}")
        else:
            counts = sorted(self.ops.items(), key=lambda item: (-item[1], item[0]))
            lines.append(f"ops: {sum(self.ops.values()):,}")
            lines += [f"  {count:8,}  {name}" for name, count in counts]
        lines.append("largest attributes:")
        lines += [f"  {size:12,} bytes  {what}" for size, what in self.largest]
        return "\n".join(lines)


def inspect(data: Buffer, ctx: Context, codecs: Codecs) -> Inspection:
    """Inspect the bytecode in `data`. Raises `BytecodeError` if not even its tables can be read."""
    data = module_bytes(data)
    file = open_file(data)
    dialects = read_dialects(file)
    ops, problem = dict[str, int](), None
    try:
        ops = dict(Counter(op.name for op in read_bytecode(data, ctx, codecs).walk()))
    except BytecodeError as error:
        problem = str(error)
    table = AttributeTable(file, dialects.names, ctx, codecs)
    numbered = sorted(enumerate(table.attributes), key=lambda item: -len(item[1].cursor.data))
    largest: list[tuple[int, str]] = []
    for number, entry in numbered[:LARGEST]:
        size = len(entry.cursor.data)
        try:
            shown = _described(table.attribute(number, entry.cursor))
        except BytecodeError:
            shown = f"of dialect {entry.dialect}"
        largest.append((size, f"#{number} {shown}"))
    sections = {section: len(cursor.data) for section, cursor in file.sections.items()}
    names = tuple(dialects.names)
    return Inspection(
        file.producer,
        file.version,
        len(data),
        sections,
        names,
        len(dialects.ops),
        ops,
        tuple(largest),
        problem,
    )


def _described(attr: Attribute) -> str:
    value_type = getattr(attr, "type", None)
    return attr.name if value_type is None else f"{attr.name} : {value_type}"


def main(arguments: list[str] | None = None) -> int:
    """Print the contents of the file that `arguments` names."""
    (path,) = sys.argv[1:] if arguments is None else arguments
    ctx = Context()
    register_all_dialects(ctx)
    try:
        with open(path, "rb") as file:
            data = memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))
        print(inspect(data, ctx, CODECS))
    except (BytecodeError, OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
