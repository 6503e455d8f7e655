"""What is mutated: the project's programs, and its artifacts in several versions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from random import Random

from xdsl.utils.exceptions import ParseError, VerifyException

from tests.campaigns.random_programs import random_case
from tests.helpers.drawn.whole_programs import random_program
from tests.helpers.programs import parse
from xdsl_stablehlo import print_module
from xdsl_stablehlo.transforms.vhlo.artifacts import LegalizationError, serialize_portable_artifact

from .judge import READABLE
from .mutants.tokens import TOKENS, Pieces

ROOT = Path(__file__).parents[3]
LONGEST = 5000
"""Characters of a program: longer files are taken function by function, longer functions left out."""
RANDOM_PROGRAMS = 60
ARTIFACTS = 64
"""Artifacts that are made, each of some program and for some version."""
VERSIONS = ("0.9.0", "0.14.0", "1.0.0", "1.4.0", "1.9.0", "1.13.0", READABLE)

_CHUNK = re.compile(r"^// -----.*$", re.MULTILINE)
_FUNCTION = re.compile(r"^(?=func\.func |  func\.func )", re.MULTILINE)
_CHECK = re.compile(r"^\s*check\..*\n", re.MULTILINE)


class Corpus:
    """The programs to mutate. `directory` is a folder whose `.mlir` files are added, at any depth."""

    def __init__(self, directory: Path | None = None):
        self.texts = list(dict.fromkeys(_programs(directory)))
        self._generic: dict[int, str] = {}

    @cached_property
    def pieces(self) -> Pieces:
        """Tokens, types and attribute values of all programs, by kind."""
        return Pieces(self.texts)

    def text(self, chance: Random) -> str:
        """A program. One of three is in generic form."""
        number = chance.randrange(len(self.texts))
        return self.generic(number) if chance.random() < 0.33 else self.texts[number]

    def generic(self, number: int) -> str:
        """A program in generic form; as it stands where it is not valid."""
        if number not in self._generic:
            text = self.texts[number]
            with suppress(ParseError, VerifyException):
                text = print_module(parse(text), generic=True)
            self._generic[number] = text
        return self._generic[number]

    def artifact(self, chance: Random) -> bytes:
        """An artifact of some version."""
        return chance.choice(self._artifacts)

    @cached_property
    def _artifacts(self) -> list[bytes]:
        chance = Random(0)
        found: list[bytes] = []
        while len(found) < ARTIFACTS:
            artifact = _artifact(chance.choice(self.texts), chance.choice(VERSIONS))
            found += [artifact] if artifact is not None else []
        return found


def _artifact(text: str, version: str) -> bytes | None:
    """The artifact of a program; None where the version does not have all of it."""
    try:
        return serialize_portable_artifact(parse(text), version)
    except (ParseError, VerifyException, LegalizationError):
        return None


def _programs(directory: Path | None) -> Iterator[str]:
    folders = [ROOT / "filecheck", ROOT / "examples", ROOT / "tests" / "xdsl_stablehlo" / "dialects" / "vhlo"]
    files = [path for folder in folders for path in sorted(folder.rglob("*.mlir"))]
    files += sorted(directory.rglob("*.mlir")) if directory is not None else []
    for path in files:
        yield from _parts(path.read_text())
    for seed in range(RANDOM_PROGRAMS):
        # Mutants whose sizes are computed may compute others than their types say, and folded are not valid any more.
        yield random_program(seed, without=("dynamic",))
        yield random_case(seed).program


def _parts(text: str) -> Iterator[str]:
    """The programs of a file, without comments, and without checks: C++ has no dialect `check` here."""
    for chunk in _CHUNK.split(text):
        program = re.sub(r"//.*", "", chunk).strip() + "\n"
        for part in [program] if len(program) <= LONGEST else _FUNCTION.split(program):
            if TOKENS.search(part) and len(part) <= LONGEST:
                yield _CHECK.sub("", part)
