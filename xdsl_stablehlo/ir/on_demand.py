"""Packages that offer what is in their files without importing them all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import Any

from .runtime import importing


def members_on_demand(package: str, files: Mapping[str, Iterable[str]]) -> Callable[[str], Any]:
    """The `__getattr__` of a package: a file is imported when the first of the names that it gives is asked for.

    Files are named from the package, with one more dot from the folder around it.
    """
    homes = {name: file for file, names in files.items() for name in names}

    def member(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module '{package}' has no attribute '{name}'")
        with importing():
            value = getattr(import_module(f".{homes[name]}", package), name)
        setattr(sys.modules[package], name, value)
        return value

    return member
