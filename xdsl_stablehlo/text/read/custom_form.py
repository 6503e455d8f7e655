"""What the parser of ops in custom form tells the definitions of the ops."""

from __future__ import annotations

from contextvars import ContextVar

checks_definitions: ContextVar[bool] = ContextVar("checks_definitions", default=True)
"""Off while an op in custom form is read: the verifier, which knows the op, reports what is wrong with it."""
