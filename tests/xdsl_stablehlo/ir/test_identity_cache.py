"""What is made once for each object: equal objects are two, and none is mistaken for one that is gone."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import IntAttr

from xdsl_stablehlo.ir.identity_cache import IdentityCache


def test_each_object_is_looked_at_once() -> None:
    asked: list[IntAttr] = []

    def data(attr: IntAttr) -> int:
        asked.append(attr)
        return attr.data

    cache = IdentityCache(data)
    one, equal, two = IntAttr(1), IntAttr(1), IntAttr(2)
    assert [cache.of(attr) for attr in (one, two, one, equal, one)] == [1, 2, 1, 1, 1]
    assert [id(attr) for attr in asked] == [id(one), id(two), id(equal)]


def test_objects_that_are_gone_are_not_mistaken_for_new_ones() -> None:
    """CPython gives the `id` of a dead object to the next one."""
    cache = IdentityCache[IntAttr, int](lambda attr: attr.data)
    assert [cache.of(IntAttr(n)) for n in range(1000)] == list(range(1000))


def test_what_fails_is_tried_again() -> None:
    attempts: list[None] = []

    def make(attr: IntAttr) -> int:
        attempts.append(None)
        if len(attempts) == 1:
            raise ValueError("not yet")
        return attr.data

    cache, attr = IdentityCache(make), IntAttr(3)
    with pytest.raises(ValueError, match="not yet"):
        cache.of(attr)
    assert cache.of(attr) == 3
