"""Certificates: a proof is left out only where nothing that it reads has changed since all of its module passed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.certificates import COMPOSED, files_read_by, hash_of, versions

from .imports import PACKAGE, ROOT, modules

CONFTEST = """
from tests.certificates import Certificates

def pytest_addoption(parser):
    Certificates.add_option(parser)

def pytest_configure(config):
    config.addinivalue_line("markers", "prove: a proof")
    config.addinivalue_line("markers", "reads(*paths): more that it reads")
    config.pluginmanager.register(Certificates(config, lambda path: [path, path.with_name("product.txt")]))
"""
PROOFS = """
import pytest
from pathlib import Path

def test_behaviour():
    pass

@pytest.mark.prove
@pytest.mark.parametrize("number", [1, 2])
def test_proof(number):
    assert Path(__file__).with_name("product.txt").read_text() != f"wrong {number}"
"""


class Project:
    """A project of one module with two proofs, and of a second with one."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.proofs, self.product, self.more = (
            folder / name for name in ("test_proofs.py", "product.txt", "more.txt")
        )
        (folder / "conftest.py").write_text(CONFTEST)
        (folder / "pytest.ini").write_text("[pytest]\n")
        self.proofs.write_text(PROOFS)
        self.product.write_text("right")
        self.more.write_text("data")
        other = "import pytest\n@pytest.mark.prove\n@pytest.mark.reads({!r})\ndef test_other():\n    pass\n"
        (folder / "test_other.py").write_text(other.format(str(self.more)))

    def run(self, *arguments: str) -> tuple[int, int, int]:
        """How many tests passed, failed, and were certified."""
        command = [sys.executable, "-m", "pytest", "-p", "xdist", "-m", "prove", "-rs", *arguments]
        alone = {"PYTEST_ADDOPTS": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
        environment = {**os.environ, **alone, "PYTHONPATH": str(ROOT)}
        done = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode in (0, 1), done.stdout + done.stderr

        def count(words: str) -> int:
            found = re.search(words, done.stdout)
            return int(found[1]) if found else 0

        return count(r"(\d+) passed"), count(r"(\d+) failed"), count(r"certified: (\d+) proofs")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project(tmp_path)


@pytest.mark.prove
def test_what_has_passed_is_certified_until_it_changes(project: Project) -> None:
    assert project.run() == (3, 0, 0)
    assert project.run() == (0, 0, 3)
    assert project.run("--all") == (3, 0, 0)
    assert project.run("test_proofs.py::test_proof[1]") == (1, 0, 0)
    project.product.write_text("right, too")  # what both modules read
    assert project.run() == (3, 0, 0)
    project.proofs.write_text(PROOFS + "\n# a changed test\n")
    assert project.run() == (2, 0, 1)
    project.more.write_text("what a mark states")
    assert project.run() == (1, 0, 2)


@pytest.mark.prove
def test_a_module_that_failed_has_no_certificate(project: Project) -> None:
    assert project.run() == (3, 0, 0)
    project.product.write_text("wrong 2")
    assert project.run() == (2, 1, 0)
    assert project.run() == (1, 1, 1), "also where one of its proofs passed"
    project.product.write_text("right")
    assert project.run() == (3, 0, 0)


@pytest.mark.prove
def test_a_part_of_a_module_gives_none(project: Project) -> None:
    assert project.run("test_proofs.py::test_proof[1]") == (1, 0, 0)
    assert project.run("-k", "1 or other") == (2, 0, 0)
    assert project.run() == (2, 0, 1)


@pytest.mark.prove
def test_processes_that_share_the_work_give_it_together(project: Project) -> None:
    assert project.run("-n", "2") == (3, 0, 0)
    assert project.run("-n", "2") == (0, 0, 3)


def read_by(name: str) -> set[str]:
    return {str(path.relative_to(ROOT)) for path in files_read_by(ROOT / "tests" / name)}


def test_a_proof_about_facts_reads_facts_and_kernels_and_no_rules() -> None:
    found = read_by("folding/facts/transfers/test_integers.py")
    assert found >= {
        "tests/conftest.py",
        "tests/folding/facts/transfers/exhaustion.py",
        "tests/helpers/oracle.py",
        "folding/__init__.py",
        "folding/facts/arithmetic.py",
        "interpreter/kernels/ops/arithmetic/elementwise.py",
        "interpreter/numerics/integers.py",
        "xdsl_stablehlo/dialects/stablehlo/ops/arithmetic/elementwise.py",
        "xdsl_stablehlo/text/__init__.py",
    }
    assert not [
        name for name in found if re.match(r"folding/(rules|plan|report)/|xdsl_stablehlo/tools/", name)
    ]


def test_a_proof_about_rules_reads_them() -> None:
    assert "folding/rules/terms.py" in read_by("folding/rules/test_equations.py")
    assert "docs" in read_by("folding/rules/test_rules.py"), "the document of the rules"


def test_the_exam_reads_its_pairs() -> None:
    found = read_by("xdsl_stablehlo/workbench/validation/test_exam.py")
    assert "tests/xdsl_stablehlo/workbench/validation/pairs/floats.txt" in found
    assert "xdsl_stablehlo/workbench/validation/proofs.py" in found


def test_a_module_that_starts_processes_reads_everything() -> None:
    assert read_by("documents/test_pages.py") >= {"docs", "folding", "interpreter", "tests", "xdsl_stablehlo"}


def test_the_hash_is_of_names_contents_and_versions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "a"
    file.write_text("x")
    first = hash_of([file])
    assert hash_of([tmp_path]) == first
    file.write_text("y")
    assert hash_of([file]) != first
    file.write_text("x")
    assert hash_of([file]) == first
    assert hash_of([file, tmp_path / "missing"]) == first
    file.rename(tmp_path / "b")
    assert hash_of([tmp_path]) != first
    assert {name for name, version in versions() if version} >= {
        "numpy",
        "ml_dtypes",
        "z3-solver",
        "jaxlib",
        "xdsl",
    }
    before = hash_of([tmp_path])
    monkeypatch.setattr("tests.certificates.versions", lambda: (("numpy", "3.0"),))
    assert hash_of([tmp_path]) != before


def test_who_imports_by_names_that_are_put_together_is_known() -> None:
    found = {name for name, path in modules().items() if re.search(r"import_module\(f", path.read_text())}
    doors = {f"{PACKAGE}.{name}" for name in ("dialects.base.definition", "ir.runtime", "programs.registry")}
    assert found - doors == {
        f"{PACKAGE}.interpreter.kernels.custom_calls.registry",
        f"{PACKAGE}.interpreter.kernels.support.table",
        f"{PACKAGE}.tools.driver",
        f"{PACKAGE}.workbench.validation.proofs",
    }
    assert found - doors == {*COMPOSED}
