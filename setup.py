"""Makes the README of the metadata, whose links work outside of the repository; the rest is in `pyproject.toml`."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent
PICTURE = re.compile(r"^!\[.*?\n\n", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?)\[([^\]]*)\]\((?!https?:)([^)]+)\)")


def readme(text: str, repository: str | None) -> str:
    """The README with links into `repository`. Without one, the names of files take the place of links to them."""
    if repository is None:
        return LINK.sub(r"\2 (`\3`)", PICTURE.sub("", text))
    address = repository.rstrip("/")
    return LINK.sub(
        lambda link: f"{link[1]}[{link[2]}]({address}/{'raw' if link[1] else 'blob'}/main/{link[3]})", text
    )


if __name__ == "__main__":
    # Here, because the tests use the function above, and new environments have no setuptools since Python 3.12.
    from setuptools import setup

    urls: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"].get("urls", {})
    setup(
        long_description=readme((ROOT / "README.md").read_text(), urls.get("Repository")),
        long_description_content_type="text/markdown",
    )
