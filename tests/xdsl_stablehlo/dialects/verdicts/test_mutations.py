"""Programs with small random changes are accepted and rejected exactly as by C++, and never end in a traceback.

C++ runs in a child process: a few broken programs end it.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from xdsl.utils.exceptions import ParseError, VerifyException

from tests.helpers.programs import parse
from tests.xdsl_stablehlo.dialects.labels import printed, rejected

pytestmark = pytest.mark.prove

CHILD = """
import json, sys
from tests.helpers.oracle import verifies
for program in json.load(sys.stdin):
    print(json.dumps(verifies(program)), flush=True)
"""
MUTANTS = 400
SIZES = ("?", "0", "1", "2", "3", "4")
ELEMENTS = ("f32", "f64", "i1", "i32", "i64", "ui8", "complex<f32>", "index")


def programs() -> list[str]:
    """The programs of the tests of all families, without what the oracle does not know."""
    texts = [*(case.text for case in rejected() if case.oracle_knows), *printed()]
    return [text for text in texts if "!quant." not in text and "chlo." not in text]


def change_number(text: str, chance: random.Random) -> str:
    numbers = list(re.finditer(r"(?<![\w%#@.])-?\d+(?![\w.>])", text))
    if not numbers:
        return text
    number = chance.choice(numbers)
    value = int(number[0])
    new = chance.choice([value - 1, value + 1, 0, 1, 2, -1, 2 * value])
    return text[: number.start()] + str(new) + text[number.end() :]


def change_type(text: str, chance: random.Random) -> str:
    tensors = list(re.finditer(r"tensor<([^<>]*)>", text))
    if not tensors:
        return text
    found = chance.choice(tensors)
    *sizes, element = found[1].split("x")
    place = chance.randrange(len(sizes) + 1)
    match chance.randrange(4):
        case 0:
            sizes[place : place + 1] = [chance.choice(SIZES)]
        case 1:
            sizes.insert(place, chance.choice(SIZES))
        case 2:
            del sizes[place : place + 1]
        case _:
            element = chance.choice(ELEMENTS)
    new = f"tensor<{'x'.join([*sizes, element])}>"
    if chance.random() < 0.7:
        return text.replace(found[0], new)
    return text[: found.start()] + new + text[found.end() :]


def change_list(text: str, chance: random.Random) -> str:
    lists = list(re.finditer(r"\[([-\d, ]+)\]|: ([-\d, ]+)>", text))
    if not lists:
        return text
    found = chance.choice(lists)
    group = 1 if found[1] is not None else 2
    numbers = found[group].split(", ")
    if chance.random() < 0.5:
        numbers.insert(chance.randrange(len(numbers) + 1), chance.choice(["0", "1", "-1"]))
    else:
        chance.shuffle(numbers)
        numbers = numbers[chance.randrange(2) :]
    return text[: found.start(group)] + ", ".join(numbers) + text[found.end(group) :]


def mutants(seed: int) -> list[str]:
    chance = random.Random(seed)
    sources = programs()
    found: list[str] = []
    for _ in range(MUTANTS):
        text = chance.choice(sources)
        for _ in range(chance.choice([1, 1, 2])):
            text = chance.choice([change_number, change_number, change_type, change_list])(text, chance)
        found.append(text)
    return found


def answers(texts: list[str]) -> Iterator[str | bool | None]:
    """What C++ says of each program; True where it died."""
    while texts:
        child = subprocess.run(
            [sys.executable, "-c", CHILD],
            input=json.dumps(texts),
            capture_output=True,
            text=True,
            check=False,
            cwd=Path(__file__).parents[4],
        )
        lines = child.stdout.splitlines()
        yield from map(json.loads, lines)
        if len(lines) < len(texts):
            yield True
        texts = texts[len(lines) + 1 :]


@pytest.mark.parametrize("seed", range(2))
def test_as_cpp(seed: int):
    texts = mutants(seed)
    for text, theirs in zip(texts, answers(texts), strict=True):
        try:
            parse(text)
            ours = None
        except (ParseError, VerifyException) as error:
            ours = str(error)
        assert theirs is True or (ours is None) is (theirs is None), f"{text}\n{ours}\n{theirs}"
        assert "could not be verified" not in (ours or ""), f"{text}\n{ours}"
