"""The flags of all tools in one table: what each is called, what it says and takes, and which tools have it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from .command_line import (
    COMPLETION,
    CommandLine,
    Flag,
    PassEntry,
    ToolError,
    completion,
    help_text,
    read_command_line,
    read_pass_table,
)
from .programs import all_pass_names

OPT, TRANSLATE, TV = "stablehlo-opt", "stablehlo-translate", "stablehlo-tv"
REDUCE, FUZZ = "stablehlo-reduce", "stablehlo-fuzz"

_TOOLS_BY_FLAG = (
    ((OPT, TRANSLATE, TV, REDUCE, FUZZ), (
        Flag("help", "this text", aliases=("h",)),
        Flag("version", "the version of this project and of StableHLO"),
        *COMPLETION,
    )),
    ((OPT, TRANSLATE), (
        Flag("o", "write to FILE, not standard output; opt: *.jax_export for jax.export", "FILE", ("output-file",)),
        Flag("split-input-file", "work on the programs between lines `// -----` one by one"),
        Flag("verify-diagnostics", "compare the errors with the file's expected-error annotations"),
        Flag("allow-unregistered-dialect", "take ops of dialects that are not known, in generic form"),
        Flag("mlir-print-op-generic", "print every op in generic form", aliases=("print-op-generic",)),
        Flag("mlir-print-debuginfo", "print locations", aliases=("print-debuginfo",)),
        Flag("debug-only", "accepted for compatibility, without effect", "NAMES"),
    )),
    ((OPT,), (
        Flag("passes", "run passes, a,b{option=value}", "PIPELINE", ("p",)),
        Flag("pass-pipeline", "run passes, builtin.module(a,func.func(b))", "PIPELINE"),
        Flag("mlir-print-local-scope", "print locations in place, without aliases"),
        Flag("keep-names", "keep the names of values instead of numbering them"),
        Flag("disable-verify", "do not verify"),
        Flag("verify-each", "verify after each pass (default; =false: only at the end)"),
        Flag("emit-bytecode", "write MLIR bytecode"),
        Flag("fold-report", "stablehlo-constant-fold: account of what was folded, as JSON in FILE", "FILE"),
        Flag("fold-report-html", "stablehlo-constant-fold: the same for people", "FILE"),
        Flag(
            "explain",
            "instead of the program, tell why a value is constant or not, and what it waits for,"
            " where the first pass of the pipeline that folds finds it",
            "%NAME",
        ),
        Flag("verify-fold", "stablehlo-constant-fold: evaluate before and after, and compare"),
    )),
    ((TRANSLATE,), (
        Flag("interpret", "run main and print its results"),
        Flag("serialize", "write the program as a portable artifact"),
        Flag("deserialize", "print the program of a portable artifact"),
        Flag("results-npz", "interpret: write the results to a .npz file, too", "FILE"),
        Flag("interpreter-print-dense", "interpret: print results as dense attributes"),
        Flag("probe-output-dir", "interpret: where interpreter.probe writes", "DIR"),
        Flag("trace", "interpret: show what each op gives, on standard error"),
        Flag("rng-seed", "interpret: let stablehlo.rng draw, beginning with this seed", "N"),
        Flag("max-bytes", "interpret: end with an error where results would take more at once (4GiB, 1e9)", "N"),
        Flag("max-steps", "interpret: end with an error after so many ops, those of loops each time", "N"),
        Flag("engine", "interpret: what runs the program in the place of the interpreter: xla, with JAX", "NAME"),
        Flag("target", "serialize: the version to write, x.y.z or current", "VERSION"),
        Flag("strip-debuginfo", "serialize: leave out locations"),
        Flag("allow-other-dialects", "serialize: keep ops of other dialects as they are"),
        Flag("print-stablehlo-version", "deserialize: print the version of the artifact"),
    )),
    ((TRANSLATE, REDUCE), (
        Flag("args", "arguments of main, [dense<1> : tensor<2xi32>, ...]; reduce: constants from the start", "ARRAY"),
        Flag("args-npz", "the same, the arrays of a .npz file in order", "FILE"),
        Flag("max-seconds", "interpret: an error after so many seconds; reduce: the best so far", "N"),
    )),
    ((TV,), (
        Flag("passes", "validate each pass of a pipeline on one program", "PIPELINE", ("p",)),
        Flag("pass-pipeline", "the same, builtin.module(a,func.func(b))", "PIPELINE"),
        Flag("floats", "bits: the same bits; rounding (default): as rounding explains; ulp=N: N ULPs apart", "HOW"),
        Flag("inputs", "random arguments behind the directed ones (200)", "N"),
        Flag("seed", "another number, other random arguments (0)", "N"),
        Flag("work-budget", "estimated nanoseconds that evaluating one function may take (34359738368)", "N"),
        Flag("seconds", "of the clock that one function may take; verdicts then depend on the machine", "N"),
        Flag("steps", "ops that one evaluation may take (200000)", "N"),
        Flag("arguments", "for each argument after, the number of the one before: 1,0", "LIST"),
        Flag("results", "for each result after, the number of the one before: 1,0", "LIST"),
        Flag("bind", "arguments before that have one value and are none after: 1=dense<3> : tensor<i32>", "LIST"),
        Flag("disable-proofs", "only try arguments"),
        Flag("disable-proofs-by-folding", "no proof by what this project folds, as always with --passes"),
        Flag("split-input-file", "the programs between lines `// -----`, one by one"),
        Flag("json", "a line of JSON for each function"),
    )),
    ((REDUCE,), (
        Flag("test", "interesting: COMMAND FILE ends with exit code 0", "COMMAND"),
        Flag("crashes", "interesting: COMMAND FILE is ended by a signal, or fails with --stderr", "COMMAND"),
        Flag("refuted-by", "interesting: stablehlo-tv refutes one of these passes, a,b{option=value}", "PIPELINE"),
        Flag("stderr", "crashes: and writes what this regular expression is found in", "PATTERN"),
        Flag("o", "write each smaller program to FILE instead of NAME.reduced.mlir", "FILE", ("output-file",)),
        Flag("jobs", "try so many candidates at once; as many as there are cores", "N", ("j",)),
        Flag("timeout", "what takes longer than so many seconds is not interesting; 60", "SECONDS"),
        Flag("max-candidates", "the best that so many candidates give, the same on every machine", "N"),
        Flag("verbose", "tell of each smaller program"),
    )),
    ((FUZZ,), (
        Flag("seed", "the seed of the first program (0)", "N"),
        Flag("count", "how many programs, of as many seeds (1)", "N"),
        Flag("size", "the most ops in main, nested ones aside (20)", "N"),
        Flag("families", "of ops: elementwise,movement,indexing,reduction,windows,contraction,... (all)", "LIST"),
        Flag("types", "of elements: i1,i8,ui16,bf16,f8E5M2,complex<f32>,... (all but i2, i4, f8)", "LIST"),
        Flag("special", "how likely an element is NaN, infinite, a zero, the largest (0.2)", "P"),
        Flag("equal", "how likely two operands are one value, two elements equal (0.2)", "P"),
        Flag("extreme", "how likely an index is far out of bounds (0.2)", "P"),
        Flag("undefined", "programs may do what the specification leaves open: divide integers by zero"),
        Flag("constants", "main takes no arguments: they are constants in it"),
        Flag("o", "write seed-N.mlir and seed-N.npz into a folder; without it, print programs", "FOLDER"),
    )),
)  # fmt: skip


class Tool(NamedTuple):
    """A tool as its command line shows it."""

    name: str
    usage: str
    summary: str
    takes_passes: bool = False
    most_inputs: int = 1

    @property
    def flags(self) -> Sequence[Flag]:
        return [flag for tools, flags in _TOOLS_BY_FLAG if self.name in tools for flag in flags]

    def read(self, arguments: Sequence[str]) -> CommandLine | None:
        """What is asked for; None where that is text about the tool, which is printed. Raises `ToolError`."""
        line = read_command_line(arguments, self.flags, all_pass_names() if self.takes_passes else None)
        if "help" in line.switches:
            print(help_text(self.usage, self.summary, self.flags, self._passes()))
        elif "completion" in line.values or "complete" in line.values:
            print(completion(self.name, line.values, self.flags, self._passes()), end="")
        elif "version" in line.switches:
            from xdsl_stablehlo.dialects.vhlo.versions import CURRENT

            from .. import __version__

            print(f"xdsl-stablehlo {__version__}, StableHLO {CURRENT}")
        elif len(line.inputs) > self.most_inputs:
            few = (
                "one input file at a time" if self.most_inputs == 1 else f"at most {self.most_inputs} inputs"
            )
            raise ToolError(f"{few}, not {len(line.inputs)}")
        else:
            return line
        return None

    def _passes(self) -> Mapping[str, PassEntry]:
        return read_pass_table() if self.takes_passes else {}
