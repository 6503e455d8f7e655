"""`python -m tests.campaigns.conformance.public_files CHECKOUT ...`: what is read of the pieces of any `.mlir` files.

A piece that C++ reads must be read, and both forms in which it is printed must be the same program to C++. A piece that
C++ rejects with an error that the file expects must be rejected. All other pieces are nothing that can be compared.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from xdsl.context import Context
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.oracle import OracleError, reprinted
from xdsl_stablehlo import parse_module, print_module, register_dialects, verify_module

from .chunks import Chunk, chunks

READ, PRINTED, REJECTED = "read", "printed for C++", "rejected"
"""What is asked of a piece. Whether it is printed is asked only where it is read."""


def answers(checkout: Path, foreign: str | None = None) -> Iterator[tuple[Chunk, str, str | None]]:
    """For each piece, what was asked of it, and the error where that does not hold.

    Pieces with a word that `foreign` matches are left out.
    """
    for path in sorted(checkout.rglob("*.mlir")):
        if not path.is_file():
            continue
        try:
            pieces = [*chunks(path)]
        except UnicodeDecodeError:
            continue
        for chunk in pieces:
            if foreign is None or not re.search(foreign, chunk.text):
                yield from _answers(chunk)


def _answers(chunk: Chunk) -> Iterator[tuple[Chunk, str, str | None]]:
    try:
        wanted = _as_cpp(chunk.text)
    except OracleError as error:
        if any(pattern.search(str(error)) for pattern in chunk.expected_errors):
            ours = _ours(chunk)
            yield chunk, REJECTED, "is accepted" if isinstance(ours, tuple) else None
        return
    ours = _ours(chunk)
    if not isinstance(ours, tuple):
        yield chunk, READ, ours
        return
    yield chunk, READ, None
    yield chunk, PRINTED, next((seen for text in ours if (seen := _difference(text, wanted))), None)


def _as_cpp(text: str) -> str:
    return reprinted(text, generic=True, isolated=True)


def _ours(chunk: Chunk) -> tuple[str, str] | str:
    """The piece in both forms, or the error that it gives. Another exception than the documented ones is one, too."""
    ctx = Context()
    register_dialects(ctx)
    try:
        module = parse_module(chunk.text, ctx, chunk.path.name)
        verify_module(module)
        return print_module(module), print_module(module, True)
    except ParseError as error:
        return error.msg
    except VerifyException as error:
        return str(error)
    except Exception as error:
        return f"RAISED {type(error).__name__}: {error}"


def _difference(text: str, wanted: str) -> str | None:
    try:
        seen = _as_cpp(text)
    except OracleError as error:
        return f"C++: {error}"
    lines = zip(seen.splitlines(), wanted.splitlines())
    return None if seen == wanted else next((f"{a} | {b}" for a, b in lines if a != b), "more or fewer lines")


def main() -> int:
    parser = argparse.ArgumentParser(prog="public_files", description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path, help="folders with .mlir files")
    parser.add_argument("--show", type=int, default=10, help="how many kinds of failures to print")
    parser.add_argument("--without", help="leave out pieces that this pattern matches, for example 'mpmd'")
    options = parser.parse_args()
    held = True
    for checkout in options.checkouts:
        tried: Counter[str] = Counter()
        failed: dict[str, list[tuple[str, str]]] = {READ: [], PRINTED: [], REJECTED: []}
        for chunk, asked, seen in answers(checkout, options.without):
            tried[asked] += 1
            if seen is not None:
                failed[asked].append((f"{chunk.path.relative_to(checkout)}:{chunk.line}", seen))
        print(checkout.name)
        for asked, failures in failed.items():
            count = tried[asked]
            share = 100 * (count - len(failures)) / max(count, 1)
            held &= share >= 99
            print(f"  {asked:16} {count - len(failures):5} of {count:5} ({share:.2f}%)", flush=True)
            kinds = Counter(_kind(seen) for _, seen in failures)
            for kind, number in kinds.most_common(options.show):
                first = next(name for name, seen in failures if _kind(seen) == kind)
                print(f"    {number:4} {kind} [{first}]")
    return 0 if held else 1


def _kind(seen: str) -> str:
    """The last words of an error, without numbers and names of values."""
    line = " ".join(seen.split())
    return re.sub(r"%\w+|\d+", "N", line)[:200]


if __name__ == "__main__":
    sys.exit(main())
