"""Versions of JAX that have changed in what is used of them: `folding()` steps aside with one warning."""

from __future__ import annotations

import warnings
from typing import Any, NoReturn

import numpy as np
import pytest

from xdsl_stablehlo.jax import folding, interpreting, private

from .functions import jax, jnp

hooks: Any = private
"""Its private names are replaced here by what another version of JAX would have."""
COMPILE = "jax._src.interpreters.pxla.MeshComputation.compile"
TABLE = np.linspace(1, 0, 20_000, dtype=np.float32)


def smallest(offset: float) -> float:
    """The result of a program of its own, in which a sort is folded."""
    return float(jax.jit(lambda i: jnp.sort(TABLE)[i] + offset)(0))


def warned() -> tuple[list[str], list[str]]:
    """The warnings of `folding()` for two programs, whose results are right, and what the report says."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with folding() as fold:
            assert [smallest(1.0), smallest(2.0)] == [1.0, 2.0]
    assert fold.report.folded == []
    return [str(each.message) for each in caught], fold.report.failures


@pytest.fixture
def unhooked(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """JAX as it is before the first `folding()`."""
    if hooks._replaced:
        monkeypatch.setattr(COMPILE, hooks._replaced["compile"])
        monkeypatch.setattr(private, "_replaced", {})
    return monkeypatch


def test_a_method_with_another_signature_is_not_replaced(unhooked: pytest.MonkeyPatch) -> None:
    before: Any = hooks._pxla.MeshComputation.compile

    def another(
        computation: Any, options: Any = None, *, device_assignment: Any = None, lazily: bool = True
    ) -> Any:
        return before(computation, options, device_assignment=device_assignment)

    unhooked.setattr(COMPILE, another)
    said, failures = warned()
    assert said == failures
    whose = "another form of 'MeshComputation.compile', which xdsl_stablehlo uses"
    assert said == [f"nothing is folded: JAX {jax.__version__} has {whose}"]
    assert hooks._pxla.MeshComputation.compile is another


def test_a_module_that_is_gone(unhooked: pytest.MonkeyPatch) -> None:
    unhooked.setattr(private, "_pxla", hooks._Private("jax._src.interpreters.gone"))
    said, failures = warned()
    assert said == failures
    assert len(said) == 1
    assert "'jax._src.interpreters.gone.MeshComputation'" in said[0]
    with pytest.raises(private.JaxChangedError, match=r"gone\.UnloadedMeshExecutable"), interpreting():
        pass


@pytest.mark.parametrize("name", ["const_args", "compile_args"])
def test_a_lowered_program_that_lacks_something(name: str, unhooked: pytest.MonkeyPatch) -> None:
    """All of its attributes are there for JAX, and one is not for what is read of it here."""

    def lacking(lowered: Any) -> NoReturn:
        with hooks._known_form("a lowered program"):
            raise AttributeError(name, lowered)

    unhooked.setattr(private.LoweredProgram, "of", lacking)
    said, failures = warned()
    assert said == failures
    assert len(said) == 1
    assert "has another form of a lowered program" in said[0]


@pytest.mark.parametrize("error", [KeyError("mut"), AttributeError("debug_info"), TypeError("in_avals")])
def test_arguments_that_cannot_be_put_in_front(error: Exception, unhooked: pytest.MonkeyPatch) -> None:
    def lacking(*_: object) -> NoReturn:
        raise error

    unhooked.setattr(private, "_taking_more", lacking)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        with folding() as fold:
            assert [smallest(1.0), smallest(2.0)] == [1.0, 2.0]
    assert [str(each.message) for each in caught] == fold.report.failures
    assert len(caught) == 1
