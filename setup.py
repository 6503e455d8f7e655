"""Makes the README of the metadata, and compiles the optional library; the rest is in `pyproject.toml`.

The library is for `ctypes`: it does not know Python, so that a wheel is for each Python 3 on a platform. Without a
compiler the wheel is for any platform, and functions have the same bits.
"""

from __future__ import annotations

import os
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
    from setuptools import Extension, setup
    from setuptools.command.bdist_wheel import bdist_wheel
    from setuptools.command.build_ext import build_ext

    NAME = "xdsl_stablehlo.interpreter.rounded.elementary"
    FLAGS = ["-O3", "-g0", "-std=gnu11", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"]

    class Build(build_ext):
        """Builds a library without a module's init function."""

        def get_ext_filename(self, fullname: str) -> str:
            return fullname.replace(".", os.sep) + (".dll" if os.name == "nt" else ".so")

        def get_export_symbols(self, ext: Extension) -> list[str]:
            return []

        def build_extension(self, ext: Extension) -> None:
            msvc = self.compiler.compiler_type == "msvc"
            ext.extra_compile_args = ["/O2", "/std:c11", "/fp:precise"] if msvc else FLAGS
            try:
                super().build_extension(ext)
            except Exception as error:
                print(f"elementary.c is not compiled ({error}): NumPy computes the same bits, more slowly.")

    class Wheel(bdist_wheel):
        """A wheel for any Python 3: on this platform, or on all if nothing was compiled."""

        def get_tag(self) -> tuple[str, str, str]:
            compiled = Path(self.get_finalized_command("build_ext").get_ext_fullpath(NAME)).exists()
            return "py3", "none", super().get_tag()[2] if compiled else "any"

    urls: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"].get("urls", {})
    setup(
        long_description=readme((ROOT / "README.md").read_text(), urls.get("Repository")),
        long_description_content_type="text/markdown",
        ext_modules=[Extension(NAME, ["xdsl_stablehlo/interpreter/rounded/elementary.c"], optional=True)],
        cmdclass={"build_ext": Build, "bdist_wheel": Wheel},
    )
