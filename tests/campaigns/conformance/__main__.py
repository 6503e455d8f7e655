"""`make conformance STABLEHLO=<checkout of openxla/stablehlo>`: what holds of upstream's suites, and why not."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from xdsl_stablehlo.folding.terms import reasons as failures

from .exceptions import EXCEPTIONS
from .suites import ELSEWHERE, SUITES


def main() -> int:
    parser = argparse.ArgumentParser(prog="conformance", description=__doc__)
    parser.add_argument(
        "checkout",
        type=Path,
        help="a checkout of openxla/stablehlo; for `enzyme`, of EnzymeAD/Enzyme-JAX; for `jax`, any",
    )
    parser.add_argument(
        "suites",
        nargs="*",
        choices=[[], *SUITES],
        help="the suites to run; all on openxla/stablehlo without any",
    )
    parser.add_argument("--show", type=int, default=10, help="how many failures of a suite to print")
    options = parser.parse_args()
    failures.RAISES = True
    unexplained = 0
    for name in options.suites or [name for name in SUITES if name not in ELSEWHERE]:
        upstream: Path = options.checkout / ELSEWHERE.get(name, "stablehlo")
        if (not (upstream / "tests").is_dir() and name not in ELSEWHERE) or not upstream.is_dir():
            parser.error(f"{options.checkout} is not the checkout that '{name}' reads")
        unexplained += run(name, upstream, options.show)
    return 1 if unexplained else 0


def run(name: str, upstream: Path, show: int) -> int:
    """Run one suite, print its row, and give the number of failures without a reason."""
    start = time.perf_counter()
    reasons = EXCEPTIONS.get(name, {})
    every = list(SUITES[name](upstream))
    outcomes = [o for o in every if not o.refused]
    refused = len(every) - len(outcomes)
    failed = [o for o in outcomes if not o.holds]
    unexplained = [o for o in failed if o.name not in reasons]
    share = 100 * (len(outcomes) - len(failed)) / max(len(outcomes), 1)
    seconds = time.perf_counter() - start
    print(
        f"{name:10} {len(outcomes) - len(failed):5} of {len(outcomes):5} hold ({share:.2f}%), "
        f"{len(failed) - len(unexplained)} excepted, {len(unexplained)} unexplained, "
        f"{f'{refused} refused by whom they were to be compared with, ' if refused else ''}{seconds:.0f} s",
        flush=True,
    )
    for outcome in failed:
        if outcome.name in reasons:
            print(f"    excepted {outcome.name}: {reasons[outcome.name]}")
    for outcome in unexplained[:show]:
        print(f"    {outcome.name}: {' '.join(outcome.seen.split())[:300]}")
    return len(unexplained)


if __name__ == "__main__":
    sys.exit(main())
