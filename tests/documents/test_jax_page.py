"""The first program of docs/jax.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.xdsl_stablehlo.jax.functions import export, jnp

PAGE = Path(__file__).parents[2] / "docs" / "jax.md"


def test_the_page_is_true(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    code = re.findall(r"^```python\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)[0]
    exec(compile(code, "docs/jax.md", "exec"), {})
    assert "stablehlo.abs" in capsys.readouterr().out
    loaded = export.deserialize(bytearray(Path("predict.jax_export").read_bytes()))
    assert loaded.call(jnp.ones((2, 4))).tolist() == [[4, 5, 6]] * 2
