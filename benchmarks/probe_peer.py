"""What a peer makes of probes, in a process of its own: by path, with the Python that has the peer, and nothing else.

`python probe_peer.py {enzyme,stablehlo,xdsl,xla,cpp}` reads a JSON line per probe: its `text`, and `inputs`, arrays as
dtype, shape and bytes in hexadecimal, a list for each run, and maybe `options` by name. It answers a JSON line: the
optimised `text`, and for XLA, whose text is HLO, the `outputs` of each run in hexadecimal; or `error`. With either it
says what it took, reading and writing text included: `cpu`, seconds of the processors, and `memory`, bytes by which the
most memory of the process grew. A peer may abort the process, too.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import re
import resource
import sys
from collections.abc import Callable
from functools import partial
from time import process_time
from typing import Any

SIMPLIFY = "stablehlo-aggressive-simplification,stablehlo-aggressive-folder"
FACTS = re.compile(r"enzymexla\.\w+ = \[(?:[^\[\]]|\[[^\[\]]*\])*\](, )?")
"""What Enzyme-JAX notes down of what it knows; no part of what the program computes."""
Answer = dict[str, Any]
Peer = Callable[[str, list[Any], dict[str, Any]], Answer]


def enzyme() -> Peer:
    """The optimiser of Enzyme-JAX, as its users call it, or the `pipeline` that is asked for."""
    call: Any = importlib.import_module("enzyme_ad.jax.enzyme_call")

    def optimised(text: str, _: list[Any], options: dict[str, Any]) -> Answer:
        pipeline = options.get("pipeline", "enzyme-hlo-opt")
        return {"text": FACTS.sub("", call.run_pass_pipeline([], text, pipeline)[1])}

    return optimised


def stablehlo() -> Peer:
    """StableHLO's simplification and folder in turn, of a jaxlib that registers them (0.5.0 is the last)."""
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    passes: Any = importlib.import_module("jaxlib.mlir.passmanager")
    dialect: Any = importlib.import_module("jaxlib.mlir.dialects.stablehlo")
    everything: Any = importlib.import_module("jaxlib.mlir._mlir_libs.register_jax_dialects")
    dialect.register_stablehlo_passes()
    registry = ir.DialectRegistry()
    everything.register_dialects(registry)

    def simplified(text: str, _: list[Any], __: dict[str, Any]) -> Answer:
        with ir.Context() as context:
            context.append_dialect_registry(registry)
            dialect.register_dialect(context)
            context.load_all_available_dialects()
            module = ir.Module.parse(text)
            for _time in range(3):
                passes.PassManager.parse(f"builtin.module(func.func({SIMPLIFY}))").run(module.operation)
            return {"text": str(module)}

    return simplified


def cpp() -> Peer:
    """The C++ interpreter in jaxlib."""
    np: Any = importlib.import_module("numpy")
    dtypes: Any = importlib.import_module("ml_dtypes")
    mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    dialect: Any = importlib.import_module("jaxlib.mlir.dialects.stablehlo")

    def attribute(dtype: str, shape: list[int], data: str) -> Any:
        kind = np.dtype(getattr(dtypes, dtype, dtype))
        return ir.DenseElementsAttr.get(np.frombuffer(bytes.fromhex(data), kind).reshape(shape))

    def interpreted(text: str, inputs: list[Any], _: dict[str, Any]) -> Answer:
        with mlir.make_ir_context():
            module = ir.Module.parse(text)
            runs = [dialect.eval_module(module, [attribute(*one) for one in run]) for run in inputs]
            return {"text": "", "outputs": [[np.array(x).tobytes().hex() for x in run] for run in runs]}

    return interpreted


def xdsl() -> Peer:
    """xDSL's `cse`, which has to be beside this project: it brings the dialect."""
    ours: Any = importlib.import_module("xdsl_stablehlo")
    driver: Any = importlib.import_module("xdsl_stablehlo.tools.driver")
    merging: Any = importlib.import_module("xdsl.transforms.common_subexpression_elimination")

    def merged(text: str, _: list[Any], __: dict[str, Any]) -> Answer:
        module = ours.parse_module(text, driver.new_context())
        merging.cse(module)
        return {"text": str(ours.print_module(module))}

    return merged


def xla(platform: str = "cpu") -> Peer:
    """XLA's compiler for a platform: its optimised HLO, and what that computes."""
    jax: Any = importlib.import_module("jax")
    np: Any = importlib.import_module("numpy")
    dtypes: Any = importlib.import_module("ml_dtypes")
    mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    extend: Any = importlib.import_module("jaxlib._jax")
    jax.config.update("jax_platforms", platform)
    jax.config.update("jax_enable_x64", True)
    device = jax.devices(platform)[0]
    devices = extend.DeviceList((device,))

    def array(dtype: str, shape: list[int], data: str) -> Any:
        kind = np.dtype(getattr(dtypes, dtype, dtype))
        return jax.device_put(np.frombuffer(bytes.fromhex(data), kind).reshape(shape), device)

    def compiled(text: str, inputs: list[Any], options: dict[str, Any]) -> Answer:
        with mlir.make_ir_context():
            module = str(ir.Module.parse(f"module @m {{\n{text}\n}}"))
        chosen = extend.CompileOptions()
        chosen.env_option_overrides = list(options.items())
        program = device.client.compile_and_load(module, devices, chosen)
        hlo = program.hlo_modules()[0].to_string()
        outputs: list[list[str]] = []
        for run in inputs:
            results = program.execute_sharded([array(*one) for one in run])
            parts = results.disassemble_into_single_device_arrays()
            outputs.append([np.asarray(part[0]).tobytes().hex() for part in parts])
        return {"text": hlo, "outputs": outputs}

    return compiled


def main() -> None:
    peers = {
        "cpp": cpp,
        "enzyme": enzyme,
        "xdsl": xdsl,
        "xla": xla,
        "xla_gpu": partial(xla, "cuda"),
        "stablehlo": stablehlo,
    }
    peer = peers[sys.argv[1]]()
    answers, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        asked = json.loads(line)
        cpu, kilobytes = process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        with contextlib.redirect_stdout(sys.stderr):
            try:
                answer: dict[str, Any] = peer(asked["text"], asked["inputs"], asked.get("options", {}))
            except Exception as error:  # Whatever a peer raises is its answer.
                answer = {"error": str(error)[:500] or type(error).__name__}
        answer["cpu"] = process_time() - cpu
        answer["memory"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - kilobytes) * 1024
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
