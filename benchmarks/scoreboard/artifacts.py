"""A program in one way: exported, folded, split, or optimised by a peer. Runs in a process of its own.

For each way a folder has `WAY.exported`, what `jax.export` serialises, whose function takes flat arrays,
and `plain.arguments` and `split.arguments` the arrays, pickled.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any

import numpy as np

from xdsl_stablehlo.transforms.vhlo.artifacts import artifact_version
from xdsl_stablehlo.values.element_types import Array

from ..alone import HERE, Failed, answer, fold_alone
from ..fold_alone import measured
from ..model_programs import Model
from ..peers import Absent, optional
from .programs.catalogue import Entry

ENZYME_PYTHON = os.environ.get("ENZYME_PYTHON", sys.executable)
"""The Python that has Enzyme-JAX."""


class Dash(Exception):
    """This way does not apply; the message says why."""


class Store:
    """What is kept of one program."""

    def __init__(self, folder: Path):
        self.folder = folder

    def has(self, way: str) -> bool:
        """Whether there is a program for a way."""
        return (self.folder / f"{way}.exported").exists()

    def written(self, name: str) -> bool:
        """Whether there are figures of this name."""
        return (self.folder / f"{name}.json").exists()

    def figures(self, name: str) -> dict[str, Any]:
        """The figures of a way, or those of `run`."""
        return json.loads((self.folder / f"{name}.json").read_text())

    def write(self, name: str, figures: Mapping[str, Any]) -> None:
        """Keep figures, whole or not at all."""
        self.folder.mkdir(parents=True, exist_ok=True)
        part = self.folder / f"{name}.part"
        part.write_text(json.dumps(figures))
        part.rename(self.folder / f"{name}.json")

    def exported(self, way: str) -> Any:
        """The program in a way, as `jax.export` reads it."""
        data = bytearray((self.folder / f"{way}.exported").read_bytes())
        return optional("jax.export").deserialize(data)

    def save(self, way: str, exported: Any, arguments: Sequence[Array] | None = None) -> None:
        """Keep a program, and its arguments where they are not those of the program as it is."""
        (self.folder / f"{way}.exported").write_bytes(exported.serialize())
        if arguments is not None:
            (self.folder / f"{way}.arguments").write_bytes(pickle.dumps([np.asarray(a) for a in arguments]))

    def arguments(self, way: str) -> list[Array]:
        """The arrays that a program in a way is called with, weights first."""
        if way in ("closed", "bound"):
            known = pickle.loads((self.folder / "plain.weights").read_bytes())
            return self.arguments("plain")[known:]
        own = self.folder / f"{way}.arguments"
        return pickle.loads((own if own.exists() else self.folder / "plain.arguments").read_bytes())


def export(entry: Entry, store: Store) -> dict[str, Any]:
    """Export a model twice: as a function of weights and inputs, and of inputs with the weights as constants."""
    jax, export = optional("jax"), optional("jax.export")
    model: Model = entry.make()
    weights, tree = jax.tree.flatten(model.weights)
    arguments, inputs = jax.tree.flatten(model.arguments)
    count = len(weights)

    def plain(*leaves: Any) -> Any:
        given = jax.tree.unflatten(tree, leaves[:count]), jax.tree.unflatten(inputs, leaves[count:])
        return jax.tree.leaves(model.function(given[0], *given[1]))

    def closed(*leaves: Any) -> Any:
        return plain(*weights, *leaves)

    leaves = [*weights, *arguments]
    shapes = [jax.ShapeDtypeStruct(np.shape(leaf), leaf.dtype) for leaf in leaves]
    if model.symbolic:
        named = export.symbolic_args_specs(arguments, [*model.symbolic])
        shapes = [*shapes[:count], *named]
    if model.placed is not None:
        shapes = [
            jax.ShapeDtypeStruct(shape.shape, shape.dtype, sharding=sharding)
            for shape, sharding in zip(shapes, model.placed(), strict=True)
        ]
    store.folder.mkdir(parents=True, exist_ok=True)
    store.save("plain", export.export(jax.jit(plain))(*shapes), leaves)
    (store.folder / "plain.weights").write_bytes(pickle.dumps(count))
    if weights:
        store.save("closed", export.export(jax.jit(closed))(*shapes[count:]))
    text = (entry.make.__doc__ or "").strip()
    return {
        "text": " ".join(text.split()),
        "family": entry.family,
        "package": entry.package,
        **licence(entry.package),
        "parameters": sum([int(np.size(leaf)) for leaf in weights]),
        "weights": sum([int(leaf.size) * leaf.dtype.itemsize for leaf in weights]),
        "donated": [count + i for i in model.donated],
        **stated(store.exported("plain")),
    }


def licence(package: str) -> dict[str, str]:
    """The version and the licence of an installed package, as it states them."""
    try:
        found: Any = metadata(package)
    except PackageNotFoundError:
        raise Absent(f"No package {package}") from None
    classified = [
        line.split("::")[-1].strip() for line in found.get_all("Classifier") or () if "License ::" in line
    ]
    short = (found.get("License") or "").splitlines()[:1]
    said = found.get("License-Expression") or next(iter([*classified, *short]), "")
    return {"version": found["Version"], "licence": said[:60] or "not stated"}


def stated(exported: Any) -> dict[str, Any]:
    """Ops by kind, bytes of the artifact and a digest of the program, in which locations do not count."""
    ir, dialect = optional("jaxlib.mlir.ir"), optional("jaxlib.mlir.dialects.stablehlo")
    counts: Counter[str] = Counter()

    def count(op: Any) -> Any:
        counts[op.name] += 1
        return ir.WalkResult.ADVANCE

    with new_context():
        module = dialect.deserialize_portable_artifact(ir.Context.current, exported.mlir_module_serialized)
        optional("jaxlib.mlir.passmanager").PassManager.parse("builtin.module(strip-debuginfo)").run(
            module.operation
        )
        module.operation.walk(count)
        data = artifact(module)
    for structure in ("builtin.module", "func.func", "func.return", "stablehlo.return", "sdy.mesh"):
        counts.pop(structure, None)
    return {
        "ops": sum(counts.values()),
        "kinds": dict(counts.most_common(12)),
        "bytes": len(data),
        "digest": hashlib.sha256(data).hexdigest(),
    }


def new_context() -> Any:
    """A context of MLIR with the dialects of JAX."""
    return optional("jax._src.interpreters.mlir").make_ir_context()


def artifact(module: Any, version: str | None = None) -> bytes:
    """The portable artifact of an MLIR module, in which Shardy's ops and attributes stay."""
    dialect = optional("jaxlib.mlir.dialects.stablehlo")
    return optional("jaxlib._jax").mlir.serialize_portable_artifact(
        module, version or dialect.get_current_version(), True
    )


def folded(store: Store, way: str) -> dict[str, Any]:
    """Fold the program, with its weights as constants for `bound`; the fold is in another process again."""
    base = "closed" if way == "bound" else "plain"
    exported = store.exported(base)
    before, after = store.folder / f"{way}.before", store.folder / f"{way}.after"
    before.write_bytes(exported.mlir_module_serialized)
    try:
        found = fold_alone(before, folded=after)
        store.save(way, replace(exported, mlir_module_serialized=after.read_bytes()))
    finally:
        before.unlink()
        after.unlink(missing_ok=True)
    again = found["again"]["changed"]
    stays = {code: count for code, count in found["reasons"].items() if code != "not-constant"}
    return {"make": found["cpu"], "make_memory": found["memory"], "changes_again": again, "stays": stays}


def split(entry: Entry, store: Store) -> dict[str, Any]:
    """Split the model, and keep main with what setup gives."""
    from xdsl_stablehlo.jax import split as split_function

    jax, export = optional("jax"), optional("jax.export")
    model: Model = entry.make()
    if model.symbolic or model.placed is not None:
        raise Dash("programs for unknown sizes or several devices are not split")
    weights, arguments = jax.tree.map(jax.numpy.asarray, (model.weights, model.arguments))
    shapes = jax.tree.map(_shape, (weights, arguments))

    def function(weights: Any, *inputs: Any) -> Any:
        return model.function(weights, *inputs)

    # A first split, so that what is imported for it is not measured.
    one = jax.numpy.ones(4)
    split_function(_product, one, one, setup=("weights",))
    found, took = measured(lambda: split_function(function, shapes[0], *shapes[1], setup=("weights",)))
    leaves, tree = jax.tree.flatten((jax.jit(found.setup)(weights), arguments))

    def main(*leaves: Any) -> Any:
        derived, inputs = jax.tree.unflatten(tree, leaves)
        return jax.tree.leaves(found.main(derived, *inputs))

    store.save("split", export.export(jax.jit(main))(*jax.tree.map(_shape, leaves)), leaves)
    report = found.split.report
    crossing = {"crossing": report.bytes_crossing, "setup_ops": report.ops_setup}
    return {"make": took["cpu"], "make_memory": took["memory"], **crossing}


def _product(weights: Any, x: Any) -> Any:
    return weights * x


def _shape(leaf: Any) -> Any:
    return optional("jax").ShapeDtypeStruct(leaf.shape, leaf.dtype)


def optimised(peer: str, store: Store) -> dict[str, Any]:
    """What a peer makes of the program; it reads and writes text in a process of its own."""
    exported, environment = store.exported("plain"), {"PYTHONPATH": ""}
    if peer == "stablehlo":
        environment["PYTHONPATH"] = os.environ.get("STABLEHLO_FOLDER", "")
        if not environment["PYTHONPATH"]:
            raise Absent("STABLEHLO_FOLDER is not set")
    ir, dialect = optional("jaxlib.mlir.ir"), optional("jaxlib.mlir.dialects.stablehlo")
    with new_context():
        text = str(dialect.deserialize_portable_artifact(ir.Context.current, exported.mlir_module_serialized))
    asked = json.dumps({"text": text, "inputs": []}) + "\n"
    python = ENZYME_PYTHON if peer == "enzyme" else sys.executable
    found = answer(str(HERE / "probe_peer.py"), peer, environment=environment, given=asked, python=python)
    if "error" in found:
        raise Failed(found["error"].strip().splitlines()[0][:200])
    with new_context():
        # Enzyme makes functions private, and JAX calls the one that is public.
        module = ir.Module.parse(found["text"].replace("func.func private @main(", "func.func public @main("))
        data = artifact(module, exported_version(exported))
    store.save(peer, replace(exported, mlir_module_serialized=data))
    return {"make": found["cpu"], "make_memory": found["memory"]}


def exported_version(exported: Any) -> str:
    """The version of the artifact in an exported program."""
    return str(artifact_version(exported.mlir_module_serialized))
