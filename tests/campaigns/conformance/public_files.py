"""`python -m tests.campaigns.conformance.public_files CHECKOUT ...`: what is read of the pieces of any `.mlir` files.

A piece that C++ reads must be read, and C++ must read both forms in which it is printed. It is counted how often these
are to C++ what the piece was, to the letter; default values that are left out make a difference there. A piece that C++
rejects with an error that the file expects must be rejected. All other pieces cannot be compared.
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

READ, PRINTED, SAME, REJECTED = "read", "printed for C++", "printed the same", "rejected"
"""What is asked of a piece. How it is printed is asked only where it is read."""


ENOUGH = 99
"""Percent."""


def answers(checkout: Path, wanted: str, foreign: str | None) -> Iterator[tuple[Chunk, str, str | None]]:
    """For each piece, what was asked of it, and the error where that does not hold.

    Pieces in which there is nothing that `wanted` matches are left out, and those with something that `foreign` does.
    """
    for path in sorted(checkout.rglob("*.mlir")):
        if not path.is_file():
            continue
        try:
            pieces = [*chunks(path)]
        except UnicodeDecodeError:
            continue
        for chunk in pieces:
            if re.search(wanted, chunk.text) and not (foreign and re.search(foreign, chunk.text)):
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
    again = [_reread(text) for text in ours]
    refused = [text for text, read in again if not read]
    yield chunk, PRINTED, next(iter(refused), None)
    if not refused:
        yield chunk, SAME, next((_difference(text, wanted) for text, _ in again if text != wanted), None)


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


def _reread(text: str) -> tuple[str, bool]:
    """The text as C++ reads it, or its error, and whether it reads it."""
    try:
        return _as_cpp(text), True
    except OracleError as error:
        return str(error), False


def _difference(text: str, wanted: str) -> str:
    lines = zip(text.splitlines(), wanted.splitlines())
    return next((f"{a} | {b}" for a, b in lines if a != b), "more or fewer lines")


def main() -> int:
    parser = argparse.ArgumentParser(prog="public_files", description=__doc__)
    parser.add_argument("checkouts", nargs="+", type=Path, help="folders with .mlir files")
    parser.add_argument("--show", type=int, default=10, help="how many kinds of failures to print")
    parser.add_argument(
        "--only", default="", help="only pieces that this pattern matches, for example 'stablehlo'"
    )
    parser.add_argument("--without", help="leave out pieces that this pattern matches, for example 'mpmd'")
    options = parser.parse_args()
    held = True
    for checkout in options.checkouts:
        tried: Counter[str] = Counter()
        failed: dict[str, list[tuple[str, str]]] = {asked: [] for asked in (READ, PRINTED, SAME, REJECTED)}
        for chunk, asked, seen in answers(checkout, options.only, options.without):
            tried[asked] += 1
            if seen is not None:
                failed[asked].append((f"{chunk.path.relative_to(checkout)}:{chunk.line}", seen))
        print(checkout.name)
        for asked, failures in failed.items():
            count = tried[asked]
            share = 100 * (count - len(failures)) / max(count, 1)
            held &= share >= ENOUGH or asked is SAME or not count
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
