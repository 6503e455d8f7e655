"""Print the contents of a bytecode file: `python -m xdsl_stablehlo.bytecode FILE`."""

from __future__ import annotations

import sys
from collections import Counter
from mmap import ACCESS_READ, mmap

from xdsl.context import Context
from xdsl.ir import Attribute, ParametrizedAttribute

from xdsl_stablehlo.bytecode.codec import AttributeTable, Codecs
from xdsl_stablehlo.bytecode.format import Buffer, BytecodeError, module_bytes, open_file, read_dialects
from xdsl_stablehlo.bytecode.reader import read_bytecode
from xdsl_stablehlo.ir.printable import counted
from xdsl_stablehlo.programs.registry import register_all_dialects
from xdsl_stablehlo.transforms.vhlo.artifacts import CODECS

LARGEST = 5
"""The number of the largest attributes that are named."""


def inspect(data: Buffer, ctx: Context, codecs: Codecs) -> str:
    """The contents of the bytecode in `data`, in lines. Raises `BytecodeError` if not even its tables can be read."""
    data = module_bytes(data)
    file = open_file(data)
    dialects = read_dialects(file)
    sections = [f"{section.name.lower()} {len(cursor.data):,}" for section, cursor in file.sections.items()]
    lines = [
        f"{file.producer}, bytecode version {file.version}, {len(data):,} bytes",
        f"sections: {', '.join(sections)}",
        f"dialects: {', '.join(dialects.names)} ({counted(len(dialects.ops), 'op name')})",
    ]
    try:
        ops = Counter(op.name for op in read_bytecode(data, ctx, codecs).walk())
        lines.append(f"ops: {ops.total():,}")
        counts = sorted(ops.items(), key=lambda item: (-item[1], item[0]))
        lines += [f"  {count:8,}  {name}" for name, count in counts]
    except BytecodeError as error:
        lines.append(f"ops: not read, {error}")
    table = AttributeTable(file, dialects.names, ctx, codecs)
    numbered = sorted(enumerate(table.attributes), key=lambda item: -len(item[1].cursor.data))
    lines.append("largest attributes:")
    for number, entry in numbered[:LARGEST]:
        try:
            shown = _described(table.attribute(number, entry.cursor))
        except BytecodeError:
            shown = f"of dialect {entry.dialect}"
        lines.append(f"  {len(entry.cursor.data):12,} bytes  #{number} {shown}")
    return "\n".join(lines)


def _described(attr: Attribute) -> str:
    """The name of an attribute, with its type if it has one."""
    if isinstance(attr, ParametrizedAttribute):
        for (name, _), value in zip(attr.get_irdl_definition().parameters, attr.parameters):
            if name == "type":
                return f"{attr.name} : {value}"
    return attr.name


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
