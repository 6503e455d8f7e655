# Two commands are enough: `make fold` shows the main job on real programs, `make test` runs the tests of every behaviour.
# `make prove` runs what takes longer: exhaustion, proofs, random and hostile programs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Every process would compile the project anew.
unexport PYTHONDONTWRITEBYTECODE
# Lit files whose commands are processes, started by lit: pipes, plugins, streams, files and exit codes. Those of all lit
# files run in the process of pytest.
SMOKES := $(addprefix filecheck/,folding/report.mlir text/constants.mlir tools/translate_artifact.mlir \
  tools/translate_trace.mlir tools/tv_refuted.mlir)

.PHONY: fold test prove compat bench thrift scoreboard conformance docs site lint clean
.DEFAULT_GOAL := fold

$(VENV)/.core: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.core

fold: $(VENV)/.core
	$(BIN)/python examples/fold_all.py

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto -m "not prove"
	$(BIN)/lit -q $(SMOKES)

prove: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto --dist loadgroup -m prove

# make compat [ROWS="all"] [WRITE=--write]: the core of the tests beside the lowest and the newest versions, or other rows of
# the table in docs/install.md, in environments of their own; and into the table
compat: $(VENV)/.dev
	$(BIN)/python -m tests.end_to_end.environments $(WRITE) $(ROWS)

lint: $(VENV)/.dev
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/pyright

clean:
	rm -rf $(VENV) build dist *.egg-info

# make conformance STABLEHLO=<checkout of openxla/stablehlo> [SUITES="verifiers lit"] (lit needs llvm-14-tools)
conformance: $(VENV)/.dev
	$(BIN)/python -m tests.campaigns.conformance $(STABLEHLO) $(SUITES)

# make bench [STABLEHLO=<checkout>]: every row of benchmarks/ against every peer that is installed, into RESULTS.md
bench: $(VENV)/.dev
	$(BIN)/python -m benchmarks $(if $(STABLEHLO),--stablehlo $(STABLEHLO))

# make thrift: whether folding costs what is not worth it, against XLA, into RESULTS.md
thrift: $(VENV)/.dev
	$(BIN)/python -m benchmarks.thrift --write

# make scoreboard [NAMES="MODEL ..."]: models of many packages (`pip install -e '.[dev,models]'` in this environment first)
# in several ways, into docs/scoreboard.md; it goes on where it was stopped
scoreboard: $(VENV)/.dev
	$(BIN)/python -m benchmarks.scoreboard $(NAMES) --write

# make docs: what documents are made from, anew: tables of ops, rules and options, and what the code of pages prints
docs: $(VENV)/.dev
	$(BIN)/python -m docs.ops
	$(BIN)/python -m docs.rules
	$(BIN)/python -m docs.pass_options
	$(BIN)/python -m docs.picture
	$(BIN)/python -m docs.findings
	$(BIN)/python -m docs.pages --write
	$(BIN)/python -m docs.notebook_files

# make site: the documents as a site, in build/site
site: $(VENV)/.dev
	$(BIN)/python -m mkdocs build
