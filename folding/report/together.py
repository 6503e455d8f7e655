"""Arguments that a framework passes together: those of one pytree, `params`, and of its parts, `params['layer0']`.

Where ops read several of them, binding one folds little and binding all folds much. Which groups are worth trying out
is estimated here from what each op waits for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ..passes.argument_names import prefixes_of

Path = tuple[str, ...]
"""The function, and the parts of a name."""


@dataclass(frozen=True)
class Leaf:
    """A named argument of a function: with `params['layer0']['w']` it is in `params` and in `params['layer0']`."""

    function: str
    name: str


@dataclass
class Together:
    """Arguments of one function whose names begin alike."""

    function: str
    prefix: str
    """What their names begin with, as it is written there."""
    members: list[int] = field(default_factory=list[int])
    """The numbers of the leaves."""


def promising(leaves: Mapping[int, Leaf], waits: Iterable[tuple[Sequence[int], int]]) -> list[Together]:
    """Groups of which more ops wait for nothing else than of any one part: those with the most such ops first.

    `leaves` are the arguments that have names, by their numbers. `waits` are the numbers of what ops wait for, each
    with the number of ops that wait for just that. Where two prefixes are of the same arguments, it is the shorter one.
    """
    paths = {number: [(leaf.function,), *_paths(leaf)] for number, leaf in leaves.items()}
    groups = _groups(leaves)
    alone, best_part = Counter[Path](), Counter[Path]()
    for numbers, count in waits:
        if all(number in paths for number in numbers):
            for path in _common([paths[number] for number in numbers]):
                alone[path] += count
    for path, count in alone.items():
        best_part[path[:-1]] = max(best_part[path[:-1]], count)
    found: dict[Path, int] = {}
    for path, count in alone.items():
        if path in groups and count > best_part[path]:
            found[_shortest(path, groups)] = count
    return [groups[path] for path in sorted(found, key=lambda p: (-found[p], len(groups[p].members)))]


def _paths(leaf: Leaf) -> list[Path]:
    """From the shortest prefix of a name to the whole."""
    return [(leaf.function, *path) for path, _ in prefixes_of(leaf.name)]


def _groups(leaves: Mapping[int, Leaf]) -> dict[Path, Together]:
    """All groups of more than one argument."""
    groups: dict[Path, Together] = {}
    for number, leaf in leaves.items():
        for path, written in prefixes_of(leaf.name)[:-1]:
            group = groups.setdefault((leaf.function, *path), Together(leaf.function, written))
            group.members.append(number)
    return {path: group for path, group in groups.items() if len(group.members) > 1}


def _common(paths: Sequence[Sequence[Path]]) -> Sequence[Path]:
    """The prefixes that all of some leaves are in; there is none for leaves of several functions."""
    # The first and the last in order have no more in common than any two others.
    first, last = min(paths, key=_whole), max(paths, key=_whole)
    return [path for path, other in zip(first, last) if path == other][1:]


def _whole(paths: Sequence[Path]) -> Path:
    return paths[-1]


def _shortest(path: Path, groups: Mapping[Path, Together]) -> Path:
    """The shortest path to the same arguments."""
    while path[:-1] in groups and len(groups[path[:-1]].members) == len(groups[path].members):
        path = path[:-1]
    return path
