"""What passes that rewrite op by op leave behind, as upstream's do: nothing that nobody reads."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.transforms.dead_code_elimination import is_trivially_dead


def erase_unread(module: ModuleOp) -> None:
    """Erase ops without effects whose results nobody reads."""
    for op in list(module.walk(reverse=True)):
        is_gone = op.parent is None  # with an op around it
        if op.results and not is_gone and is_trivially_dead(op):
            op.detach()
            op.erase()
