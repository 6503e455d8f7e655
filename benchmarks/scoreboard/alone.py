"""`python -m benchmarks.scoreboard.alone {make,run,making,judge} NAME FOLDER WAY ...`: one model, in its own process.

`make` makes the program in each of these ways and writes `WAY.json`: its figures, or why there are none, as `failed`,
`absent` (a package) or `dash` (the way does not apply). `run` has XLA compile and run these ways in turn, and prints
the figures. `judge` prints what the specification says of the results of each.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from ..alone import Failed
from ..peers import Absent
from .artifacts import Dash, Store, export, folded, optimised, split, stated
from .execution import judge, run
from .making import making
from .programs.catalogue import CATALOGUE
from .ways import WAYS

ADDRESS_SPACE = 20 << 30
"""Bytes that the process may map."""


def make(name: str, way: str, store: Store) -> dict[str, Any]:
    """The program in a way: what making it took, and what it has. Raises `Dash`, `Absent` and `Failed`."""
    entry = CATALOGUE[name]
    if way == "plain":
        return export(entry, store)
    if not store.has("plain"):
        raise Dash("there is no program")
    if way in ("closed", "bound", "split") and not store.has("closed"):
        raise Dash("it has no weights")
    if way == "jit":
        return {}
    if way == "closed":
        return stated(store.exported("closed"))
    if way == "split":
        took = split(entry, store)
    elif way in ("folded", "bound"):
        took = folded(store, way)
    else:
        took = optimised(way, store)
    return {**took, **stated(store.exported(way))}


def answered(name: str, way: str, store: Store) -> dict[str, Any]:
    """What `make` gives, or why it gives nothing."""
    try:
        return make(name, way, store)
    except Dash as dash:
        return {"dash": str(dash)}
    except Absent as absent:
        return {"absent": str(absent)}
    except Failed as failure:
        return {"failed": str(failure)}
    except Exception as error:  # A package, a peer or this project may raise anything: that is the result.
        return {"failed": f"{type(error).__name__}: {error}".splitlines()[0][:200]}


def main() -> int:
    step, name, folder, *ways = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    store = Store(Path(folder))
    if step != "make":
        donated = store.figures("plain")["donated"]
        if step in ("run", "recheck"):
            more = 3 if step == "recheck" else 1
            print(json.dumps(run(store, {way: WAYS[way].base for way in ways}, donated, more)))
        elif step == "making":
            print(json.dumps(making(store, donated)))
        else:
            print(json.dumps({way: judge(store, way, donated) for way in ways}))
        return 0
    for way in ways:
        started = perf_counter()
        found = answered(name, way, store)
        store.write(way, {**found, "seconds": perf_counter() - started})
    print("{}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
