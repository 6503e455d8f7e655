"""Command lines as MLIR's tools take them: `-x` and `--x` alike, `--x=value`, and passes by name among the flags.

Help and completion come from the same tables. A shell runs the script that `--completion=SHELL` prints; on the Tab key
this script asks the tool with `--complete=LINE` for the possible continuations of the line up to the cursor. So all
shells complete alike, and as the installed version requires. If the tool has no continuation, shells offer files.

Nothing here imports xDSL, so that `--help` is fast.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import NamedTuple, TypeVar

from xdsl_stablehlo.ir.printable import nearest

from .pass_names import advice, by_origin
from .shells import SHELLS

Default = TypeVar("Default")

_UNITS = {"": 1, "k": 10**3, "M": 10**6, "G": 10**9, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


class ToolError(Exception):
    """A mistake of the user outside of a program, in one line; behind it, an `excerpt` may show the place."""

    def __init__(self, message: str, excerpt: Sequence[str] = ()):
        super().__init__(message)
        self.excerpt = excerpt


class Flag(NamedTuple):
    """One option. `value` describes its value; a flag without one is a switch."""

    name: str
    help: str
    value: str = ""
    aliases: tuple[str, ...] = ()


class PassSpec(NamedTuple):
    """A pass with its options as written."""

    name: str
    options: tuple[tuple[str, str | None], ...] = ()

    def spelled(self) -> str:
        """The pass in a pipeline."""
        written = [
            name.replace("_", "-") + ("" if value is None else f"={value}") for name, value in self.options
        ]
        return self.name + (f"{{{' '.join(written)}}}" if written else "")


@dataclass
class CommandLine:
    """A parsed command line. `passes` are in order, whichever option they came from."""

    switches: set[str] = field(default_factory=set[str])
    values: dict[str, str] = field(default_factory=dict[str, str])
    inputs: list[str] = field(default_factory=list[str])
    passes: list[PassSpec] = field(default_factory=list[PassSpec])

    def amount(self, name: str, default: Default) -> float | Default:
        """The number that a flag gives, with or without a unit. Raises `ToolError` for anything else."""
        text = self.values.get(name)
        if text is None:
            return default
        found = re.fullmatch(r"(\d{1,18}(?:\.\d*)?(?:e-?\d{1,2})?)(?:([kMG])B?|([KMG]iB))?", text, re.ASCII)
        if found is None:
            needed = "a number from 0 on is needed, like 0.5, 1e9 or 4GiB"
            raise ToolError(f"'{text[:40]}' is not a value for --{name}: {needed}")
        return float(found[1]) * _UNITS[found[2] or found[3] or ""]

    def count(self, name: str, default: Default, least: int = 0) -> int | Default:
        """The whole number that a flag gives, at least `least`, with or without a unit. Raises `ToolError`."""
        text, amount = self.values.get(name), self.amount(name, None)
        if text is None or amount is None:
            return default
        if amount < least or not amount.is_integer():
            needed = f"a whole number from {least} on is needed"
            raise ToolError(f"'{text[:40]}' is not a value for --{name}: {needed}")
        return int(text) if text.isdecimal() else int(amount)

    def counts(self, name: str) -> list[int] | None:
        """The whole numbers, separated by commas, that a flag gives. Raises `ToolError` for anything else."""
        text = self.values.get(name)
        items = read_list(text or "")
        if not all(item.isascii() and item.isdigit() and len(item) < 10 for item in items):
            raise ToolError(f"'{str(text)[:40]}' is not a list of numbers for --{name}")
        return None if text is None else [int(item) for item in items]


def load_first(arguments: Sequence[str]) -> None:
    """Run the files of `--load` before other arguments are read, which may name passes that the files define."""
    files: list[str] = []
    for word, after in zip(arguments, [*arguments[1:], ""]):
        name, equals, value = word.lstrip("-").partition("=")
        if name == "load" and word.startswith("-"):
            files += read_list(value if equals else after)
    if files:
        from xdsl_stablehlo.programs.universe import LoadError, load_files

        try:
            load_files(files)
        except LoadError as error:
            raise ToolError(f"--load: {error}") from None


PIPELINES = ("passes", "pass-pipeline")
"""The flags whose values are passes."""

_TRUE, _FALSE = ("", "true", "1"), ("false", "0")


def read_command_line(
    arguments: Sequence[str], flags: Sequence[Flag], pass_names: Mapping[str, object] | None = None
) -> CommandLine:
    """Parse a command line. `-p`, `--passes`, `--pass-pipeline` and names of passes add passes.

    Raises `ToolError` for an unknown option and for a missing value.
    """
    known = {name: flag for flag in flags for name in (flag.name, *flag.aliases)}
    line = CommandLine()
    rest = list(reversed(arguments))
    while rest:
        word = rest.pop()
        if not word.startswith("-") or word == "-":
            line.inputs.append(word)
            continue
        name, equals, value = word.lstrip("-").partition("=")
        flag = known.get(name)
        if flag is None:
            if pass_names is None:
                raise ToolError(f"unknown option '{word}'{nearest(name, known, '--')}")
            if name not in pass_names and name not in added_passes():
                meant = advice(name, [*pass_names, *added_passes()], known, "--")
                raise ToolError(f"unknown option '{word}'{meant}")
            line.passes.append(PassSpec(name, tuple(read_options(value))))
        elif not flag.value:
            if value not in _TRUE + _FALSE:
                raise ToolError(f"'{value}' is not a value for the switch --{flag.name}")
            (line.switches.discard if value in _FALSE else line.switches.add)(flag.name)
        else:
            if not equals:
                if not rest:
                    raise ToolError(f"--{flag.name} needs a value: {flag.value}")
                value = rest.pop()
            line.values[flag.name] = value
            if flag.name in PIPELINES:
                line.passes.extend(read_pipeline(value))
    return line


def added_passes() -> Mapping[str, object]:
    """The passes of xDSL, of plugins and of loaded files, which are looked up where a name is not known."""
    from xdsl_stablehlo.programs.universe import added

    return added().all_passes


_CLOSING = {"<": ">", "(": ")", "[": "]", "{": "}"}


def _split(text: str, separators: str) -> Iterator[str]:
    """The parts of `text` between separators outside of brackets and quotes."""
    open_brackets: list[str] = []
    quote, start = "", 0
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'":
            quote = character
        elif character in _CLOSING:
            open_brackets.append(_CLOSING[character])
        elif open_brackets and character == open_brackets[-1]:
            open_brackets.pop()
        elif character in separators and not open_brackets:
            yield text[start:at].strip()
            start = at + 1
    if quote or open_brackets:
        raise ToolError(f"'{text}' lacks a closing '{quote or open_brackets[-1]}'")
    yield text[start:].strip()


def read_options(text: str) -> Iterator[tuple[str, str | None]]:
    """The options of a pass, `a=1 b-c=x,y d`; the value of `d` is None."""
    for part in _split(text, " "):
        if part:
            name, equals, value = part.partition("=")
            if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'":
                value = value[1:-1]
            yield name.replace("-", "_"), value if equals else None


def read_list(text: str) -> list[str]:
    """The items between commas outside of brackets."""
    return [item for item in _split(text, ",") if item]


def read_pipeline(text: str) -> Iterator[PassSpec]:
    """The passes of `a,b{x=1},builtin.module(func.func(c))`; the ops around them do not matter here."""
    for item in read_list(text):
        at = min((i for i in (item.find("("), item.find("{")) if i >= 0), default=len(item))
        name, inside = item[:at].strip(), item[at + 1 : -1]
        if item[at : at + 1] == "(":
            yield from read_pipeline(inside)
        else:
            yield PassSpec(name, tuple(read_options(inside)))


def help_text(
    usage: str, summary: str, flags: Sequence[Flag], passes: Mapping[str, PassEntry] | None = None
) -> str:
    """The text that `--help` prints."""
    lines = [f"usage: {usage}", "", summary, "", "options:"]
    for flag in flags:
        dashes = "-" if len(flag.name) == 1 else "--"
        names = ", ".join([dashes + flag.name, *(f"-{alias}" for alias in flag.aliases)])
        lines += _entry("  " + names + (f"={flag.value}" if flag.value else ""), flag.help)
    if passes:
        lines += ["", *pass_lines(passes)]
    return "\n".join(lines)


def pass_lines(passes: Mapping[str, PassEntry]) -> list[str]:
    """The lines of `--help` for passes."""
    lines = ["passes, as --NAME[='OPTION=VALUE ...'] or NAME{OPTION=VALUE ...} in a pipeline:"]
    for heading, names in by_origin(passes):
        lines += ["", f"passes {heading}:"]
        for name in names:
            lines += _entry(f"  --{name}", passes[name].help)
            for option in passes[name].options.values():
                default = f"; default {option.default}" if option.default else ""
                lines += _entry(f"      {option.name}=<{option.kind}>", (option.help + default).lstrip("; "))
    return lines


COLUMN = 42
"""The column of `--help` at which the text begins."""


def _entry(what: str, text: str) -> Iterator[str]:
    """The lines of `--help` for one option."""
    first, *others = wrap(text, 118 - COLUMN, break_on_hyphens=False) or [""]
    if len(what) < COLUMN:
        yield f"{what:<{COLUMN}}{first}".rstrip()
    else:
        yield what
        yield " " * COLUMN + first
    for line in others:
        yield " " * COLUMN + line


PATH = os.path.join(os.path.dirname(__file__), "pass_table.tsv")


class PassOption(NamedTuple):
    """One option of a pass, as a command line spells it."""

    name: str
    kind: str
    """The form of the value: choices between bars, `int from 0`, `string`, ..."""
    default: str
    """Empty if the option is required."""
    help: str

    @property
    def choices(self) -> tuple[str, ...]:
        """All values of the option; empty if they cannot be listed."""
        return tuple(self.kind.split("|")) if "|" in self.kind else ()


class PassEntry(NamedTuple):
    """The summary of a pass, and its options by name."""

    help: str
    options: Mapping[str, PassOption]


def read_pass_table() -> Mapping[str, PassEntry]:
    """All passes that can be given as flags, by name."""
    summaries: dict[str, str] = {}
    options: dict[str, dict[str, PassOption]] = {}
    with open(PATH, encoding="utf-8") as file:
        for line in file:
            name, option, kind, default, text = line.rstrip("\n").split("\t")
            if option:
                options[name][option] = PassOption(option, kind, default, text)
            else:
                summaries[name], options[name] = text, {}
    return {name: PassEntry(summary, options[name]) for name, summary in summaries.items()}


def completion(
    tool: str, asked: Mapping[str, str], flags: Sequence[Flag], passes: Mapping[str, PassEntry]
) -> str:
    """The answer to `--completion` or `--complete`; `asked`, the values of flags, has one of them.

    Raises `ToolError` for an unknown shell.
    """
    if "complete" in asked:
        return "".join([f"{rest}\n" for rest in continuations(asked["complete"], flags, passes)])
    shell = asked["completion"]
    if shell not in SHELLS:
        raise ToolError(f"--completion is for {', '.join(SHELLS)}, not '{shell}'{nearest(shell, SHELLS)}")
    return SHELLS[shell].replace("_TOOL", "_" + tool.replace("-", "_")).replace("TOOL", tool)


def continuations(line: str, flags: Sequence[Flag], passes: Mapping[str, PassEntry]) -> Iterator[str]:
    """The possible rests of the last word of `line`; a rest ends with a space if it completes the word."""
    *before, word = _words(line)
    known = {name: flag for flag in flags for name in (flag.name, *flag.aliases)}
    asking = known.get(before[-1].lstrip("-")) if before and before[-1].startswith("-") else None
    name, equals, value = word.lstrip("-").partition("=")
    if asking is not None and asking.value:
        return _of_flag(asking, word, passes)
    if not word.startswith("-"):
        return iter(())
    if not equals:
        options = [flag.name + ("=" if flag.value else " ") for flag in flags]
        return _rests(name, [*options, *(n + " " * (not passes[n].options) for n in passes)])
    if name in known:
        return _of_flag(known[name], value, passes)
    return _of_options(passes.get(name), value)


def _words(line: str) -> list[str]:
    """The words of a command line without quotes; the last one may be incomplete."""
    words, quote = [""], ""
    for character in line:
        if quote or character not in "\"' ":
            if character == quote:
                quote = ""
            else:
                words[-1] += character
        elif character != " ":
            quote = character
        elif words[-1]:
            words.append("")
    return words


def _rests(begun: str, names: Iterable[str]) -> Iterator[str]:
    return (name[len(begun) :] for name in sorted(names) if name.startswith(begun))


def _of_flag(flag: Flag, value: str, passes: Mapping[str, PassEntry]) -> Iterator[str]:
    if flag.name in PIPELINES:
        return _of_pipeline(value, passes)
    return _rests(value, [f"{choice} " for choice in flag.value.split("|")] if "|" in flag.value else ())


def _of_pipeline(text: str, passes: Mapping[str, PassEntry]) -> Iterator[str]:
    """The rests of `builtin.module(a,b{x=1`."""
    outside, brace, inside = text.rpartition("{")
    if brace and "}" not in inside:
        return _of_options(passes.get(_last(outside, ",(")), inside)
    begun = _last(text, ",(")
    return iter(()) if begun.endswith(("}", ")")) else _rests(begun, passes)


def _of_options(entry: PassEntry | None, text: str) -> Iterator[str]:
    """The rests of `a=1 b=` for a pass."""
    name, equals, value = _last(text, " ").partition("=")
    if entry is None:
        return iter(())
    if not equals:
        return _rests(name, [f"{option}=" for option in entry.options])
    return _rests(value, entry.options[name].choices) if name in entry.options else iter(())


def _last(text: str, separators: str) -> str:
    return text[max(text.rfind(each) for each in separators) + 1 :].strip()


def all_pass_names() -> Mapping[str, object]:
    """The names of passes that can be given as flags."""
    from xdsl_stablehlo.programs.registry import PASSES

    return {**PASSES, "canonicalize": None, "cse": None, "dce": None}


# ---- the tools ----

OPT, TRANSLATE, TV, FOLD = "stablehlo-opt", "stablehlo-translate", "stablehlo-tv", "stablehlo-fold"
REDUCE, FUZZ, SPLIT = "stablehlo-reduce", "stablehlo-fuzz", "stablehlo-split"
TRIAGE = "stablehlo-triage"

_TOOLS_BY_FLAG = (
    ((OPT, TRANSLATE, FOLD, SPLIT, TV, REDUCE, FUZZ, TRIAGE), (
        Flag("help", "this text", aliases=("h",)),
        Flag("version", "the version of this project and of StableHLO"),
        Flag("completion", "print what completes command lines of this tool in a shell", "|".join(SHELLS)),
        Flag("complete", "print what can follow a line, as shells ask on Tab", "LINE"),
        Flag("load", "run Python files first, a.py,b.py, which may define passes, dialects, custom calls", "FILES"),
    )),
    ((OPT, TRANSLATE, FOLD), (
        Flag("o", "write to FILE, not standard output; *.jax_export for jax.export", "FILE", ("output-file",)),
    )),
    ((OPT, TRANSLATE), (
        Flag("split-input-file", "work on the programs between lines `// -----` one by one"),
        Flag("verify-diagnostics", "compare the errors with the file's expected-error annotations"),
        Flag("allow-unregistered-dialect", "accept ops of unknown dialects in generic form"),
        Flag("mlir-print-op-generic", "print every op in generic form", aliases=("print-op-generic",)),
        Flag("mlir-print-debuginfo", "print locations", aliases=("print-debuginfo",)),
        Flag("debug-only", "accepted for compatibility, without effect", "NAMES"),
    )),
    ((OPT,), (
        Flag("passes", "run passes, a,b{option=value}", "PIPELINE", ("p",)),
        Flag("pass-pipeline", "run passes, builtin.module(a,func.func(b))", "PIPELINE"),
        Flag("mlir-print-local-scope", "print locations in place, without aliases"),
        Flag("mlir-elide-elementsattrs-if-larger", "do not print more than N elements, unless all are equal", "N"),
        Flag("mlir-print-ir-before-all", "print the program before each pass, on standard error"),
        Flag("mlir-print-ir-after-all", "the same after each pass", aliases=("print-between-passes",)),
        Flag("mlir-print-ir-before", "the same before these passes, a,b", "PASSES"),
        Flag("mlir-print-ir-after", "the same after these passes, a,b", "PASSES"),
        Flag("mlir-timing", "report the time of each pass, on standard error", aliases=("time-passes",)),
        Flag("dump-pass-pipeline", "print the pipeline that runs, on standard error"),
        Flag("show-dialects", "list the dialects"),
        Flag("list-passes", "list the passes, those of plugins and loaded files, too"),
        Flag("keep-names", "keep the names of values instead of numbering them"),
        Flag("disable-verify", "do not verify"),
        Flag("verify-each", "verify after each pass (default; =false: only at the end)"),
        Flag("emit-bytecode", "write MLIR bytecode"),
        Flag(
            "explain",
            "instead of the program, print why a value is constant or not, and what it waits for,"
            " before the first pass that folds",
            "%NAME",
        ),
    )),
    ((OPT, FOLD), (
        Flag("fold-report", "stablehlo-constant-fold: account of what was folded, as JSON in FILE", "FILE"),
        Flag("fold-report-html", "stablehlo-constant-fold: the same for people", "FILE"),
        Flag("verify-fold", "stablehlo-constant-fold: evaluate before and after, and compare"),
    )),
    ((FOLD,), (
        Flag("options", "options of the pass stablehlo-constant-fold, 'exactness=rounded loop-limit=9'", "OPTIONS"),
    )),
    ((TRANSLATE,), (
        Flag("interpret", "run main and print its results"),
        Flag("serialize", "write the program as a portable artifact"),
        Flag("deserialize", "print the program of a portable artifact"),
        Flag("args-safetensors", "interpret: arguments by name; the others are those of args or args-npz", "FILE"),
        Flag("results-npz", "interpret: write the results to a .npz file, too", "FILE"),
        Flag("interpreter-print-dense", "interpret: print results as dense attributes"),
        Flag("probe-output-dir", "interpret: where interpreter.probe writes", "DIR"),
        Flag("trace", "interpret: show what each op gives, on standard error"),
        Flag("rng-seed", "interpret: let stablehlo.rng draw, beginning with this seed", "N"),
        Flag("max-bytes", "interpret: fail if results take more bytes at once (4GiB, 1e9)", "N"),
        Flag("max-steps", "interpret: fail after N evaluated ops", "N"),
        Flag("engine", "interpret: run the program on another engine: xla, with JAX", "NAME"),
        Flag("target", "serialize: the version to write, x.y.z or current (default)", "VERSION"),
        Flag("strip-debuginfo", "serialize: leave out locations"),
        Flag("allow-other-dialects", "serialize: keep ops of other dialects as they are"),
        Flag("print-stablehlo-version", "deserialize: print the version of the artifact"),
    )),
    ((TRANSLATE, REDUCE), (
        Flag("args", "arguments of main, [dense<1> : tensor<2xi32>, ...]; reduce: constants from the start", "ARRAY"),
        Flag("args-npz", "the same, the arrays of a .npz file in order", "FILE"),
        Flag("max-seconds", "interpret: fail after N seconds; reduce: end with the best program so far", "N"),
    )),
    ((TV, FUZZ, REDUCE), (
        Flag("jobs", "work in N processes (fuzz, tv: in this one; reduce: in one for each core)", "N", ("j",)),
    )),
    ((TV, FUZZ), (
        Flag("shard", "only part I of N of the programs, I from 0 on: for arrays of jobs", "I/N"),
        Flag("keep", "keep results in a folder; those that are there are not computed again", "FOLDER"),
    )),
    ((TV,), (
        Flag("passes", "validate each pass of a pipeline on one program", "PIPELINE", ("p",)),
        Flag("pass-pipeline", "the same, builtin.module(a,func.func(b))", "PIPELINE"),
        Flag("floats", "bits: equal bits; rounding (default): what rounding explains; ulp=N: up to N ULPs", "HOW"),
        Flag("inputs", "number of random arguments after the directed ones (200)", "N"),
        Flag("seed", "seed of the random arguments (0)", "N"),
        Flag("work-budget", "estimated nanoseconds that evaluating one function may take (34359738368)", "N"),
        Flag("seconds", "wall-clock seconds for one function; verdicts then depend on the machine", "N"),
        Flag("steps", "ops that one evaluation may take (200000)", "N"),
        Flag("arguments", "for each argument of AFTER, the number of that of BEFORE: 1,0", "LIST"),
        Flag("results", "for each result of AFTER, the number of that of BEFORE: 1,0", "LIST"),
        Flag("bind", "constant arguments of BEFORE that AFTER does not take: 1=dense<3> : tensor<i32>", "LIST"),
        Flag("disable-proofs", "only try arguments"),
        Flag("disable-proofs-by-folding", "no proofs by this project's folding; always so with --passes"),
        Flag("split-input-file", "the programs between lines `// -----`, one by one"),
        Flag("json", "a line of JSON for each function"),
    )),
    ((REDUCE,), (
        Flag("test", "interesting: COMMAND FILE ends with exit code 0", "COMMAND"),
        Flag("crashes", "interesting: COMMAND FILE is ended by a signal, or fails with --stderr", "COMMAND"),
        Flag("refuted-by", "interesting: stablehlo-tv refutes one of these passes, a,b{option=value}", "PIPELINE"),
        Flag("stderr", "crashes: and its standard error matches this regular expression", "PATTERN"),
        Flag("o", "write each smaller program to FILE instead of NAME.reduced.mlir", "FILE", ("output-file",)),
        Flag("timeout", "a test that takes longer is not interesting (60)", "SECONDS"),
        Flag("max-candidates", "end after N candidates, with the same result on every machine", "N"),
        Flag("verbose", "report each smaller program"),
    )),
    ((FUZZ,), (
        Flag("seed", "the seed of the first program (0)", "N"),
        Flag("count", "number of programs, one for each seed (1; guided: 1000, those of earlier runs included)", "N"),
        Flag("size", "largest number of ops in main, without nested ones (20; guided: 8)", "N"),
        Flag("families", "of ops: elementwise,movement,indexing,reduction,windows,contraction,... (all)", "LIST"),
        Flag("types", "of elements: i1,i8,ui16,bf16,f8E5M2,complex<f32>,... (all but i2, i4, f8)", "LIST"),
        Flag("special", "probability that an element is NaN, infinite, a zero, the largest (0.2)", "P"),
        Flag("equal", "probability that two operands are one value, or two elements equal (0.2)", "P"),
        Flag("extreme", "probability that an index is far out of bounds (0.2)", "P"),
        Flag("undefined", "allow what the specification leaves undefined, such as integer division by zero"),
        Flag("constants", "make the arguments of main constants"),
        Flag("o", "write seed-N.mlir and seed-N.npz into a folder, in place of printing; guided: the corpus", "FOLDER"),
        Flag("guided", "mutate what covers something new, or is wrong; keep a corpus, go on with it"),
        Flag("against", "guided: judge implementations, ours,cpp,xla,xla:gpu,NAME=COMMAND {program} .. (none)", "LIST"),
        Flag("timeout", "guided: the longest time of one run (60)", "SECONDS"),
    )),
    ((TRIAGE,), (
        Flag("o", "write index.html, report.json, issues/ and the results of programs into a folder", "FOLDER"),
        Flag("against", "ours,cpp,xla,xla:gpu,enzyme,stablehlo,NAME=COMMAND {program} .. (ours,cpp,xla)", "LIST"),
        Flag("jobs", "number of processes (one for each core)", "N"),
        Flag("shard", "judge part I of N of the programs only, 0/8 to 7/8", "I/N"),
        Flag("timeout", "the longest time of one run (60)", "SECONDS"),
        Flag("max-candidates", "smaller programs to try for each wrong result (200)", "N"),
        Flag("seed", "the seed of arguments that no .npz file has (0)", "N"),
    )),
    ((SPLIT,), (
        Flag("o", "write both programs into a folder; run: the derived weights, .safetensors or .npz", "PATH"),
        Flag("setup-arguments", "arguments that are known at load: names, or what they begin with", "LIST"),
        Flag("growth", "part by which what crosses may be larger than these arguments (0.02)", "N"),
        Flag("report", "account of what crosses and what stays, as JSON in FILE", "FILE"),
        Flag("report-html", "the same for people, with a picture of the cut", "FILE"),
        Flag("run", "compute the derived weights for the split in a folder"),
        Flag("weights", "run: the arrays of a .safetensors or .npz file, or of an index.json", "FILE"),
        Flag("since", "run: copy what an earlier result has for the same source tensors", "FILE"),
        Flag("limit", "run: compute what takes more bytes in blocks of rows (16MiB)", "N"),
        Flag("shard-bytes", "run: write several files of at most N bytes, and an index (one file)", "N"),
        Flag("engine", "run: compute on another engine: xla, with JAX", "NAME"),
    )),
)  # fmt: skip


class Tool(NamedTuple):
    """A tool with its texts and flags."""

    name: str
    usage: str
    summary: str
    takes_passes: bool = False
    most_inputs: int = 1

    @property
    def flags(self) -> Sequence[Flag]:
        return [flag for tools, flags in _TOOLS_BY_FLAG if self.name in tools for flag in flags]

    def run(self, work: Callable[[CommandLine], int], arguments: Sequence[str]) -> int:
        """Do the work that a command line asks for, or print a text about the tool; return the exit code."""
        names = all_pass_names() if self.takes_passes else None
        load_first(arguments)
        line = read_command_line(arguments, self.flags, names)
        if "help" in line.switches:
            print(help_text(self.usage, self.summary, self.flags, self._passes()))
        elif "completion" in line.values or "complete" in line.values:
            print(completion(self.name, line.values, self.flags, self._passes()), end="")
        elif "version" in line.switches:
            from xdsl_stablehlo.dialects.vhlo.versions import CURRENT

            from ... import __version__

            print(f"xdsl-stablehlo {__version__}, StableHLO {CURRENT}")
        elif len(line.inputs) > self.most_inputs:
            most = f"at most {self.most_inputs} inputs"
            few = "one input file at a time" if self.most_inputs == 1 else most
            raise ToolError(f"{few}, not {len(line.inputs)}")
        else:
            return work(line)
        return 0

    def _passes(self) -> Mapping[str, PassEntry]:
        return read_pass_table() if self.takes_passes else {}
