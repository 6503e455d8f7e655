"""Write `examples/notebooks` from `docs/notebooks`: `python -m docs.notebook_files`. A test keeps them the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from .pages import BLOCK, HERE, ROOT

FOLDER = ROOT / "examples" / "notebooks"


def notebook(page: str) -> str:
    """The Jupyter notebook (nbformat 4.5) of a page: its Python as cells, what that prints as their output."""
    cells: list[dict[str, Any]] = []
    end = 0

    def add(kind: str, source: str, **more: Any) -> None:
        if source.strip():
            lines = source.strip("\n").splitlines(keepends=True)
            cells.append(
                {"cell_type": kind, "id": f"cell-{len(cells)}", "metadata": {}, "source": lines, **more}
            )

    for found in BLOCK.finditer(page):
        add("markdown", page[end : found.start()])
        end = found.end()
        if found["language"] == "python":
            add("code", found["code"], execution_count=None, outputs=[])
        else:
            text = found["code"].splitlines(keepends=True)
            cells[-1]["outputs"].append({"name": "stdout", "output_type": "stream", "text": text})
    add("markdown", page[end:])
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    whole = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1) + "\n"


def notebooks() -> dict[Path, str]:
    """The text of every notebook."""
    pages = sorted((HERE / "notebooks").glob("*.md"))
    return {FOLDER / f"{page.stem}.ipynb": notebook(page.read_text()) for page in pages}


if __name__ == "__main__":
    for path, text in notebooks().items():
        path.write_text(text)
