"""Verification of whole modules: every op once, one line per error."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp


def verify_module(module: ModuleOp) -> None:
    """See `xdsl_stablehlo.verify_module`."""
    module.verify()
