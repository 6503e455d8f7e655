"""`stablehlo-opt`: reads a program, runs passes, prints it. Spelled as upstream's tool of this name and `xdsl-opt`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NoReturn

from xdsl_stablehlo.ir.printable import printable

from .command_line import (
    CommandLine,
    PassSpec,
    ToolError,
)
from .driver import Destination, main_of
from .flags import OPT, Tool
from .programs import (
    Chunk,
    chunks,
    diagnostics_of,
    errors_in,
    load,
    load_program,
    new_context,
    pass_named,
    read_input,
    report,
    warnings_of_programs,
)

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.passes import ModulePass

    from xdsl_stablehlo.programs.verification import Diagnostic

    from ..jax.calls import ExportedFile

TOOL = Tool(
    OPT,
    "stablehlo-opt [options] [FILE]",
    "Reads a StableHLO program (MLIR text or bytecode; standard input without FILE), runs passes, prints it.",
    takes_passes=True,
)


def main() -> NoReturn:
    """The entry point."""
    main_of(run)


def run(arguments: Sequence[str]) -> int:
    """Do what the arguments ask for; 0 where it worked out."""
    line = TOOL.read(arguments)
    return 0 if line is None else _Run(line).all()


class _Run:
    """One run of the tool."""

    def __init__(self, line: CommandLine):
        self._line = line
        self._passes = [pass_named(spec) for spec in map(self._with_fold_flags, line.passes)]
        self._exported: ExportedFile | None = None
        self._story: str | None = None
        self._verifies = "disable-verify" not in line.switches
        self._one_report_each()

    def _one_report_each(self) -> None:
        """Raise `ToolError` where one account of folding would replace another, or one program."""
        reports = [getattr(each, name, None) for each in self._passes for name in ("report", "report_html")]
        paths = [path for path in reports if path is not None]
        twice = [path for i, path in enumerate(paths) if path in paths[:i]]
        if twice:
            raise ToolError(f"'{twice[0]}' would hold only the last of several fold reports")
        if self._writes_exported() and "split-input-file" in self._line.switches:
            raise ToolError(f"'{self._line.values['o']}' holds one program: not with --split-input-file")
        if paths and "split-input-file" in self._line.switches:
            raise ToolError(f"'{paths[0]}' is for the report of one program: not with --split-input-file")

    def _with_fold_flags(self, spec: PassSpec) -> PassSpec:
        """The flags that are about folding are options of that pass."""
        if spec.name != "stablehlo-constant-fold":
            return spec
        values, options = self._line.values, list(spec.options)
        if "progress" not in dict(options):
            options.append(("progress", None))
        if "fold-report" in values:
            options += [("report", values["fold-report"]), ("print_report", None)]
        if "fold-report-html" in values:
            options.append(("report_html", values["fold-report-html"]))
        if "verify-fold" in self._line.switches:
            options.append(("verify", None))
        return PassSpec(spec.name, tuple(options))

    def all(self) -> int:
        """Work on all programs of the input."""
        split = "split-input-file" in self._line.switches
        source = chunks(*read_input(self._line.inputs[0] if self._line.inputs else None), split)
        compare = "verify-diagnostics" in self._line.switches
        failed = False
        with Destination(self._line.values.get("o")) as output:
            for index, chunk in enumerate(source):
                context = new_context("allow-unregistered-dialect" in self._line.switches)
                with warnings_of_programs() as warned:
                    errors, module = self._transform(chunk, context)
                if module is not None and not errors:
                    errors = self._write(module, output, separated=index > 0)
                failed |= report(chunk, [*warned, *errors], compare)
            output.end(failed)
        return int(failed)

    def _transform(self, chunk: Chunk, context: Context) -> tuple[list[Diagnostic], ModuleOp | None]:
        """The program after all passes, and the errors on the way."""
        try:
            keep = "verify-diagnostics" in self._line.switches
            module = (load_program if self._wants_stablehlo() else load)(chunk, context, keep)
            if self._writes_exported():
                self._exported = _exported_file(chunk.exported, module)
            errors, self._story = self._verify(module), None
            for index, each in enumerate(self._passes):
                if errors:
                    break
                self._explain(module, each)
                each.apply(context, module)
                if index == len(self._passes) - 1 or "verify-each" in self._line.switches:
                    errors = self._verify(module)
            if not errors:
                self._explain(module)
            return errors, module
        except Exception as error:
            return diagnostics_of(error), None

    def _explain(self, module: ModuleOp, before: ModulePass | None = None) -> None:
        """Find the story that was asked for, once: `before` the first pass that folds, or at the end."""
        name = self._line.values.get("explain")
        if name is None or self._story is not None:
            return
        from xdsl_stablehlo.folding.passes.passes import FoldingPass

        from ..folding import explain

        if before is None:
            self._story = explain(module, name)
        elif isinstance(before, FoldingPass):
            self._story = explain(module, name, before.options())

    def _wants_stablehlo(self) -> bool:
        """Whether an artifact is read as what it means: something is asked of it, and no pass is about VHLO."""
        about_vhlo = any(each.name in VHLO_PASSES for each in self._passes)
        return bool(self._passes or "explain" in self._line.values) and not about_vhlo

    def _writes_exported(self) -> bool:
        return self._line.values.get("o", "").endswith(EXPORTED_SUFFIX)

    def _verify(self, module: ModuleOp) -> list[Diagnostic]:
        return errors_in(module) if self._verifies else []

    def _write(self, module: ModuleOp, output: Destination, separated: bool) -> list[Diagnostic]:
        """Print the program; what stands in the way."""
        switches = self._line.switches
        try:
            if self._story is not None:
                with output.text() as text:
                    text.write("".join([f"{printable(line)}\n" for line in self._story.split("\n")]))
                return []
            if self._exported is not None:
                with output.stream() as stream:
                    stream.write(self._exported.serialized(module))
                return []
            if "emit-bytecode" in switches:
                from xdsl_stablehlo.transforms.vhlo.artifacts import CODECS, write_bytecode

                data = write_bytecode(module, CODECS)
                with output.stream() as stream:
                    stream.write(data)
                return []
            from xdsl_stablehlo.text.printer import TextPrinter

            with output.text() as text:
                text.write(f"{SPLIT_LINE}\n" if separated else "")
                TextPrinter(
                    text,
                    generic="mlir-print-op-generic" in switches,
                    debuginfo="mlir-print-debuginfo" in switches,
                    local_scope="mlir-print-local-scope" in switches,
                    keep_names="keep-names" in switches,
                ).print_op(module)
                text.write("\n\n" if "mlir-print-debuginfo" not in switches else "\n")
            return []
        except Exception as error:
            return diagnostics_of(error)


def _exported_file(data: bytes | None, module: ModuleOp) -> ExportedFile:
    """How the program that is to be written is called from JAX. Raises `ToolError` where JAX is not installed."""
    try:
        from ..jax.calls import ExportedFile

        return ExportedFile.of(data, module)
    except ModuleNotFoundError as error:
        raise ToolError(
            f"writing {EXPORTED_SUFFIX} files needs '{error.name}': pip install 'xdsl-stablehlo[jax]'"
        ) from None


SPLIT_LINE = "// -----"
EXPORTED_SUFFIX = ".jax_export"
"""What files of `jax.export` that are written end with; they are read whatever they are called."""

VHLO_PASSES = ("stablehlo-deserialize", "vhlo-legalize-to-stablehlo", "vhlo-to-version")


if __name__ == "__main__":
    main()
