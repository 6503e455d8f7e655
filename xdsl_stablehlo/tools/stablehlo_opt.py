"""`stablehlo-opt`: reads a program, runs passes, prints it. Has the flags of upstream's tool and of `xdsl-opt`."""

from __future__ import annotations

import sys
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, TextIO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass

from xdsl_stablehlo.ir.printable import nearest, printable
from xdsl_stablehlo.text.printer import TextPrinter

from . import programs
from .command_line.passes import added_passes, pass_lines, read_pass_table
from .command_line.reading import CommandLine, PassSpec, ToolError, read_list
from .driver import Destination, complain

if TYPE_CHECKING:
    from ..jax.calls import ExportedFile

FOLD_FLAGS = ("fold-report", "fold-report-html", "verify-fold")
VHLO_PASSES = ("stablehlo-deserialize", "vhlo-legalize-to-stablehlo", "vhlo-to-version")


def run(line: CommandLine) -> int:
    """Run passes on the programs of a file; return the exit code."""
    return _OptRun(line).all()


class _OptRun:
    """One run of the tool."""

    def __init__(self, line: CommandLine):
        self._line = line
        self._times: dict[str, float] = {}
        specs = [*map(self._with_fold_flags, line.passes)]
        self._passes = [programs.pass_named(spec) for spec in specs]
        self._exported: ExportedFile | None = None
        self._story: str | None = None
        self._is_first = True
        self._writes_exported = line.values.get("o", "").endswith(programs.EXPORTED_SUFFIX)
        self._one_report_each(specs)
        given = [name for name in FOLD_FLAGS if name in (*line.values, *line.switches)]
        if given and all(each.name != programs.FOLDING for each in self._passes):
            raise ToolError(f"--{given[0]} is for the pass {programs.FOLDING}, which does not run")
        self._dumped = {when: self._to_dump(when) for when in ("before", "after")}

    def _to_dump(self, when: str) -> Collection[str]:
        """The names of the passes `before` or `after` which the program is printed."""
        run = {each.name for each in self._passes}
        if f"mlir-print-ir-{when}-all" in self._line.switches:
            return run
        names = read_list(self._line.values.get(f"mlir-print-ir-{when}", ""))
        unknown = [name for name in names if name not in run]
        if unknown:
            raise ToolError(f"--mlir-print-ir-{when}: '{unknown[0]}' does not run{nearest(unknown[0], run)}")
        return names

    def _one_report_each(self, specs: Sequence[PassSpec]) -> None:
        """Raise `ToolError` if one report of folding would overwrite another, or one program another."""
        reports = [dict(spec.options).get(name) for spec in specs for name in ("report", "report_html")]
        paths = [path for path in reports if path is not None]
        twice = [path for i, path in enumerate(paths) if path in paths[:i]]
        if twice:
            raise ToolError(f"'{twice[0]}' would hold only the last of several fold reports")
        if self._writes_exported and "split-input-file" in self._line.switches:
            raise ToolError(f"'{self._line.values['o']}' holds one program: not with --split-input-file")
        if paths and "split-input-file" in self._line.switches:
            raise ToolError(f"'{paths[0]}' is for the report of one program: not with --split-input-file")

    def _with_fold_flags(self, spec: PassSpec) -> PassSpec:
        """Add the flags about folding to the options of that pass."""
        if spec.name != programs.FOLDING:
            return spec
        options = [*spec.options, *programs.fold_options(self._line)]
        if "progress" not in dict(spec.options):
            options.append(("progress", None))
        if "fold-report" in self._line.values:
            options.append(("print_report", None))
        return PassSpec(spec.name, tuple(options))

    def all(self) -> int:
        """Work on all programs of the input."""
        if "show-dialects" in self._line.switches:
            names = programs.new_context().registered_dialect_names
            print(f"Available Dialects: {', '.join(sorted(names))}")
            return 0
        if "list-passes" in self._line.switches:
            print(_passes_text())
            return 0
        if "dump-pass-pipeline" in self._line.switches:
            passes = ",".join([spec.spelled() for spec in self._line.passes])
            complain(f"Pass Manager with {len(self._passes)} passes:", f"builtin.module({passes})")
        chunks = programs.programs_of(self._line)
        with Destination(self._line.values.get("o")) as output:
            failed = programs.each_program(chunks, self._line, partial(self._transform, output))
            output.end(failed)
        if "mlir-timing" in self._line.switches:
            complain(*_timing_lines(self._times))
        return int(failed)

    @contextmanager
    def _timed(self, name: str) -> Generator[None]:
        began = perf_counter()
        try:
            yield
        finally:
            self._times[name] = self._times.get(name, 0.0) + perf_counter() - began

    def _transform(self, output: Destination, chunk: programs.Chunk) -> None:
        """Run all passes on a program and print it."""
        separated, self._is_first = not self._is_first, False
        context = programs.new_context("allow-unregistered-dialect" in self._line.switches)
        # An artifact is read as StableHLO if there is work on it, and none of it on VHLO.
        about_vhlo = any(each.name in VHLO_PASSES for each in self._passes)
        as_vhlo = about_vhlo or not (self._passes or "explain" in self._line.values)
        with self._timed("Parser"):
            module = programs.load(chunk, context, "verify-diagnostics" in self._line.switches, as_vhlo)
        if self._writes_exported:
            self._exported = programs.exported_file(chunk.exported, module)
        self._story = None
        self._verify(module)
        for index, each in enumerate(self._passes):
            self._explain(module, each)
            self._dump("before", each, module)
            with self._timed(type(each).__name__):
                self._apply(each, context, module)
            self._dump("after", each, module)
            if index == len(self._passes) - 1 or "verify-each" in self._line.switches:
                self._verify(module)
        self._explain(module)
        with self._timed("Output"):
            self._write(module, output, separated)

    def _apply(self, each: ModulePass, context: Context, module: ModuleOp) -> None:
        judge = programs.judge_of_folds(self._line) if each.name == programs.FOLDING else None
        if judge is None:
            each.apply(context, module)
            return
        from xdsl_stablehlo.folding.passes.passes import StablehloConstantFoldPass

        assert isinstance(each, StablehloConstantFoldPass)
        each.fold(context, module, judge)

    def _explain(self, module: ModuleOp, before: ModulePass | None = None) -> None:
        """Make the explanation that was asked for, once: `before` the first pass that folds, or at the end."""
        name = self._line.values.get("explain")
        if name is None or self._story is not None:
            return
        from xdsl_stablehlo.folding.passes.passes import FoldingPass

        from ..folding import explain

        if before is None:
            self._story = explain(module, name)
        elif isinstance(before, FoldingPass):
            self._story = explain(module, name, before.options())

    def _verify(self, module: ModuleOp) -> None:
        with self._timed("Verifier"):
            if "disable-verify" not in self._line.switches:
                programs.verify(module)

    def _dump(self, when: str, each: ModulePass, module: ModuleOp) -> None:
        """Print the program on standard error, if that was asked for."""
        if each.name in self._dumped[when]:
            title = f"IR Dump {when.capitalize()} {type(each).__name__} ({each.name})"
            print(f"// -----// {title} //----- //", file=sys.stderr)
            self._print(module, sys.stderr)
            print("\n", file=sys.stderr)

    def _write(self, module: ModuleOp, output: Destination, separated: bool) -> None:
        """Print the program, or the explanation or listing that was asked for in its place."""
        switches = self._line.switches
        if self._story is not None:
            with output.text() as text:
                text.write("".join([f"{printable(line)}\n" for line in self._story.split("\n")]))
        elif self._exported is not None:
            with output.stream() as stream:
                stream.write(self._exported.serialized(module))
        elif "emit-bytecode" in switches:
            from xdsl_stablehlo.transforms.vhlo.artifacts import CODECS, write_bytecode

            output.write(write_bytecode(module, CODECS))
        else:
            with output.text() as text:
                text.write(f"{programs.SPLIT_MARKER}\n" if separated else "")
                self._print(module, text)
                text.write("\n\n" if "mlir-print-debuginfo" not in switches else "\n")

    def _print(self, module: ModuleOp, text: TextIO) -> None:
        switches = self._line.switches
        TextPrinter(
            text,
            generic="mlir-print-op-generic" in switches,
            debuginfo="mlir-print-debuginfo" in switches,
            local_scope="mlir-print-local-scope" in switches,
            keep_names="keep-names" in switches,
            most_elements=self._line.count("mlir-elide-elementsattrs-if-larger", None),
        ).print_op(module)


def _passes_text() -> str:
    """The passes, each with its options, and the names of all others."""
    known = read_pass_table()
    others = sorted(added_passes().keys() - known.keys())
    return "\n".join([*pass_lines(known), "", "passes of xDSL, of plugins and of loaded files:", *others])


def _timing_lines(times: dict[str, float]) -> list[str]:
    """Times as MLIR reports them, in the order in which they began."""
    rule, total = f"==={'-' * 73}===", sum(times.values())
    rows = [*times.items(), ("Total", total)]
    return [
        rule,
        f"{'... Execution time report ...':^79}".rstrip(),
        rule,
        f"  Total Execution Time: {total:.4f} seconds",
        "",
        "  ----Wall Time----  ----Name----",
        *[f"  {time:8.4f} ({100 * time / total:5.1f}%)  {name}" for name, time in rows],
    ]
