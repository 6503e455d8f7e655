"""Random programs folded by processes of this machine, by Dask, by MPI and by Ray: the same report to the byte.

    python examples/executors.py processes 200 results
    python examples/executors.py dask 200 results
    mpiexec -n 3 python -m mpi4py.futures examples/executors.py mpi 200 results
    python examples/executors.py ray 200 results

`loop` folds them in a plain loop without the runner. `--kill=3` lets every third program kill the process that folds it
for the first time. `--shard=0/8` folds one of eight parts; the results of all parts are in the same folder.
"""

from __future__ import annotations

import hashlib
import os
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Generator, Mapping
from concurrent.futures import Executor, Future
from contextlib import ExitStack, contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from xdsl_stablehlo import print_module
from xdsl_stablehlo.folding import fold_module
from xdsl_stablehlo.workbench.fuzzing import FuzzOptions, fuzz
from xdsl_stablehlo.workbench.running import Item, Processes, run


def folded(killing: int, marks: str, item: Item) -> Mapping[str, Any]:
    """What folding the program of a seed gives."""
    seed: int = item.payload
    if killing and seed % killing == 0:
        mark = Path(marks, f"{seed}")
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    made = fuzz(seed, FuzzOptions(size=60))
    report = fold_module(made.module)
    text = print_module(made.module)
    return {"seed": seed, "folded": len(report.folded), "program": hashlib.sha256(text.encode()).hexdigest()}


@contextmanager
def dask() -> Generator[Executor]:
    """Two workers of Dask; `Client("tcp://..")` connects to a cluster."""
    distributed = import_module("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        # Dask starts no worker in place of one that ended while its results were fetched.
        cluster.adapt(minimum=2, maximum=2)
        yield client.get_executor()


@contextmanager
def mpi() -> Generator[Executor]:
    """The processes that `mpiexec` started, but for the first one."""
    with import_module("mpi4py.futures").MPIPoolExecutor() as executor:
        yield executor


class RayExecutor(Executor):
    """Calls as tasks of Ray."""

    def __init__(self) -> None:
        self._remote: Callable[..., Any] = import_module("ray").remote

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self._remote(fn).remote(*args, **kwargs).future()


@contextmanager
def ray() -> Generator[Executor]:
    """Two workers of Ray; `ray.init(address="auto")` connects to a cluster."""
    package = import_module("ray")
    package.init(num_cpus=2, include_dashboard=False)
    yield RayExecutor()
    package.shutdown()


EXECUTORS: dict[str, Callable[[], Any]] = {
    "processes": partial(Processes, 2),
    "dask": dask,
    "mpi": mpi,
    "ray": ray,
}


def main() -> None:
    """Fold programs, and print a digest of the report, and the seconds that it took."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("how", choices=[*EXECUTORS, "loop", "one"])
    parser.add_argument("count", type=int)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kill", type=int, default=0)
    parser.add_argument("--shard", default="0/1")
    asked = parser.parse_args()
    marks = Path(f"{asked.folder}.marks")
    marks.mkdir(parents=True, exist_ok=True)
    work = partial(folded, asked.kill, str(marks))
    items = [Item.of(seed, f"fold {seed}") for seed in range(asked.count)]
    with ExitStack() as stack:
        executor = None
        if asked.how == "one":
            executor = stack.enter_context(Processes(1))
        elif asked.how != "loop":
            executor = stack.enter_context(EXECUTORS[asked.how]())
        begun = time.perf_counter()
        if asked.how == "loop":
            results = [work(item) for item in items]
        else:
            part, parts = map(int, asked.shard.split("/"))
            results = list(run(items, work, asked.folder, executor=executor, shard=(part, parts)))
        seconds = time.perf_counter() - begun
    digest = hashlib.sha256(repr(results).encode()).hexdigest()[:16]
    print(f"{asked.how}: {len(results)} results, report {digest}, {seconds:.1f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
