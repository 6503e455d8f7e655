"""Which realistic programs are proved equal before and after passes: this project's, and those of other compilers.

    python -m tests.campaigns.conformance.proved_programs [WORD] [--ways=fold,split] [--models]

The programs are those of `tests/end_to_end/user_programs.py`, or with `--models` those of the scoreboard whose packages
are installed; WORD is in their names. What is proved is tried, too: a difference is an error of the prover.

- `fold`, `bind`: before and after the folder, where weights are arguments, or constants;
- `split`: a program, and its setup and main together;
- `canonicalize`: before and after this pass;
- `stablehlo`: before and after StableHLO's simplification and folder of jaxlib 0.5.0, which is in the folder that
  `STABLEHLO_FOLDER` names (`pip install --target FOLDER jaxlib==0.5.0`);
- `enzyme`: before and after all patterns of Enzyme-JAX, which is installed, or in the folder `ENZYME_FOLDER`.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from statistics import median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import SSAValue

from benchmarks.alone import HERE, Failed, answer
from benchmarks.peers import Absent
from benchmarks.scoreboard.programs.catalogue import CATALOGUE
from tests.end_to_end.user_programs import PROGRAMS, export, jax
from tests.helpers.oracle import Array
from tests.helpers.programs import context, sample
from xdsl_stablehlo import parse_module, verify_module
from xdsl_stablehlo.dialects.stablehlo.definition import ranked
from xdsl_stablehlo.dialects.stablehlo.symbols import functions_of
from xdsl_stablehlo.folding import bind_arguments, fold_module
from xdsl_stablehlo.folding.terms import reasons as failures
from xdsl_stablehlo.splitting import Split, split
from xdsl_stablehlo.text import print_module
from xdsl_stablehlo.tools.command_line.reading import PassSpec
from xdsl_stablehlo.tools.programs import pass_named
from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact
from xdsl_stablehlo.workbench.running import FAILED, Item, ItemResult
from xdsl_stablehlo.workbench.validation import FloatTolerance, Kind, ValidationOptions, validate
from xdsl_stablehlo.workbench.validation.api import proof_of

from ..seeds import each_result, flags, names_of_code

TRIED = ValidationOptions(inputs=3, work_budget=1 << 28, proofs=False)
BITS = replace(TRIED, floats=FloatTolerance("ulp"))
"""What is proved is the same bit for bit, but for the bits of NaNs."""
MORE_BITS = replace(BITS, inputs=16, work_budget=1 << 32)


class Exported(NamedTuple):
    """A program, and values for its first arguments, the weights."""

    module: ModuleOp
    weights: Sequence[Array]


class Change(NamedTuple):
    """A program before and after a pass, and the seconds that it took."""

    before: ModuleOp
    after: ModuleOp
    seconds: float


def exported(name: str) -> Exported:
    """A program by its name. Raises `Absent` for a model whose package is not installed."""
    if name in PROGRAMS:
        found = PROGRAMS[name]
        module = _read(export.export(jax.jit(found.function))(*found.specs()))
        values = functions_of(module)["main"].args[: found.weights]
        types = [ranked(value) for value in values]
        return Exported(module, [sample(str(t.element_type), t.get_shape(), i) for i, t in enumerate(types)])
    model = CATALOGUE[name].make()
    if model.placed is not None:
        raise Absent("it is for several devices")
    weights, tree = jax.tree.flatten(model.weights)
    arguments, inputs = jax.tree.flatten(model.arguments)

    def plain(*leaves: Any) -> Any:
        given = jax.tree.unflatten(inputs, leaves[len(weights) :])
        return jax.tree.leaves(model.function(jax.tree.unflatten(tree, leaves[: len(weights)]), *given))

    shapes = [jax.ShapeDtypeStruct(np.shape(leaf), leaf.dtype) for leaf in (*weights, *arguments)]
    if model.symbolic:
        shapes[len(weights) :] = export.symbolic_args_specs(arguments, [*model.symbolic])
    program = export.export(jax.jit(plain))(*shapes)
    kept = [weights[i] for i in program.module_kept_var_idx if i < len(weights)]
    return Exported(_read(program), list(map(np.asarray, kept)))


def _read(program: Any) -> ModuleOp:
    module = read_portable_artifact(program.mlir_module_serialized, context())
    verify_module(module)
    return module


# ---- ways ----


def _changed(module: ModuleOp, change: Callable[[ModuleOp], object]) -> Change:
    """A program before and after a function that changes it."""
    after = module.clone()
    began = process_time()
    change(after)
    return Change(module, after, process_time() - began)


def _bind(program: Exported) -> Change:
    if not program.weights:
        raise Absent("it has no weights")
    bound = program.module.clone()
    bind_arguments(bound, {str(i): array for i, array in enumerate(program.weights)})
    return _changed(bound, fold_module)


def _split(program: Exported) -> Change:
    if not program.weights:
        raise Absent("it has no weights")
    began = process_time()
    found = split(program.module, [str(i) for i in range(len(program.weights))])
    took = process_time() - began
    return Change(program.module, joined(program.module, found), took)


def joined(module: ModuleOp, found: Split) -> ModuleOp:
    """Setup and main of a split program as one, with the arguments of the program."""
    whole = module.clone()
    before = functions_of(whole)["main"]
    made = FuncOp("main", before.function_type)
    block = made.body.block
    setup, main = [functions_of(each)["main"].body.block for each in (found.setup, found.main)]
    values: dict[SSAValue, SSAValue] = dict(zip(setup.args, [block.args[i] for i in found.positions]))
    block.add_ops([op.clone(values) for op in setup.ops if op is not setup.last_op])
    assert setup.last_op is not None
    crossing = [values[value] for value in setup.last_op.operands]
    rest = [arg for i, arg in enumerate(block.args) if i not in found.positions]
    values = dict(zip(main.args, [*crossing, *rest]))
    block.add_ops([op.clone(values) for op in main.ops])
    whole.body.block.insert_op_before(made, before)
    before.detach()
    return whole


def _canonicalize(program: Exported) -> Change:
    each = pass_named(PassSpec("canonicalize"))
    return _changed(program.module, partial(each.apply, context()))


def _by_peer(peer: str, program: Exported) -> Change:
    """A program before and after what a peer makes of it, in a process of its own."""
    folder = os.environ.get(f"{peer.upper()}_FOLDER", "")
    if not folder and peer == "stablehlo":
        raise Absent("STABLEHLO_FOLDER is not set")
    asked = json.dumps({"text": print_module(program.module), "inputs": []}) + "\n"
    found = answer(str(HERE / "probe_peer.py"), peer, environment={"PYTHONPATH": folder}, given=asked)
    if "error" in found:
        raise Failed(found["error"].strip().splitlines()[0][:200])
    text = found["text"].replace("func.func private @main(", "func.func public @main(")
    after = parse_module(text, context())
    verify_module(after)
    return Change(program.module, after, found["cpu"])


WAYS: Mapping[str, Callable[[Exported], Change]] = {
    "fold": lambda program: _changed(program.module, fold_module),
    "bind": _bind,
    "split": _split,
    "canonicalize": _canonicalize,
    "stablehlo": partial(_by_peer, "stablehlo"),
    "enzyme": partial(_by_peer, "enzyme"),
}


# ---- the campaign ----


def judged(item: Item[tuple[str, str]]) -> ItemResult:
    """What is said of a program and a way, in any process."""
    failures.RAISES = True
    name, way = item.payload
    try:
        fold_module(PROGRAM_TO_BEGIN_WITH.clone())
        change = WAYS[way](exported(name))
    except (Absent, Failed) as error:
        return {"absent": str(error)}
    began = process_time()
    proof = proof_of(change.before, change.after)
    took = process_time() - began
    verdicts = validate(change.before, change.after, BITS if proof else TRIED)
    tried = [verdict for verdict in verdicts if verdict.kind is not Kind.NOT_REFUTED]
    kinds = {verdict.kind for verdict in tried}
    by_bits = verdicts if proof else validate(change.before, change.after, MORE_BITS)
    return {
        "other bits": any(each.kind in (Kind.REFUTED, Kind.ALLOWED) for each in by_bits),
        "proof": proof,
        "seconds": change.seconds,
        "proving": took,
        "refuted": Kind.REFUTED in kinds,
        "tried": "; ".join(map(str, tried))[:500],
        "ops": sum(1 for _ in change.before.walk()),
    }


PROGRAM_TO_BEGIN_WITH = parse_module(
    "func.func @main() -> tensor<i32> {\n%0 = stablehlo.constant dense<1> : tensor<i32>\n"
    "%1 = stablehlo.add %0, %0 : tensor<i32>\nreturn %1 : tensor<i32>\n}",
    context(),
)
"""Folded first, so that no import is measured."""


def main() -> int:
    """Try all programs in all ways; 1 where a proof is wrong."""
    parser = flags("Proves that passes keep the meaning of realistic programs.")
    parser.add_argument("word", nargs="?", default="", help="a word in the names of programs")
    parser.add_argument("--ways", default=",".join(WAYS), help="some of the ways, a,b")
    parser.add_argument("--models", action="store_true", help="the programs of the scoreboard")
    asked = parser.parse_args()
    names = [name for name in (CATALOGUE if asked.models else PROGRAMS) if asked.word in name]
    code = names_of_code()
    items = [Item.of((name, way), code, name, way) for way in asked.ways.split(",") for name in names]
    found: dict[str, list[ItemResult]] = {}
    counts: Counter[str] = Counter()
    for item, result in each_result(asked, items, judged):
        name, way = item.payload
        found.setdefault(way, []).append(result)
        print(f"{way} {name}: {_line(result, counts)}", flush=True)
    for way, results in found.items():
        print(f"{way}: {_summary(results)}")
    return int(counts["wrong"] > 0)


def _line(result: ItemResult, counts: Counter[str]) -> str:
    if FAILED in result or "absent" in result:
        return str(result.get(FAILED) or f"not tried: {result['absent']}")
    times = f"{result['seconds']:.3f} s, proof {result['proving']:.3f} s, {result['ops']} ops"
    if result["proof"] and result["refuted"]:
        counts["wrong"] += 1
        return f"WRONGLY PROVED ({times}): {result['proof']}, but {result['tried']}"
    found = result["tried"] or ("other bits" if result["other bits"] else "no difference")
    verdict = f"proved: {result['proof']}" if result["proof"] else f"not proved: {found}"
    return f"{verdict[:600]} ({times})"


def _summary(results: Sequence[ItemResult]) -> str:
    tried = [result for result in results if "proving" in result]
    if not tried:
        return "nothing was tried"
    proved = sum([bool(result["proof"]) for result in tried])
    refuted, other = [sum([result[each] for result in tried]) for each in ("refuted", "other bits")]
    ratio = median([result["proving"] / max(result["seconds"], 1e-3) for result in tried])
    return (
        f"{proved} of {len(tried)} proved ({100 * proved / len(tried):.0f} %), {refuted} refuted, "
        f"{other} give other bits, time of the proof / of the pass {ratio:.2f} (median)"
    )


if __name__ == "__main__":
    sys.exit(main())
