"""Artifacts with their locations, byte for byte as C++ writes them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.campaigns.conformance.artifacts import bytes_with_locations
from tests.campaigns.conformance.chunks import Chunk, chunks
from tests.helpers.programs import context
from tests.helpers.upstream.artifacts import CPP_FILE, cpp_read, cpp_version, cpp_write, written_as
from xdsl_stablehlo import parse_module
from xdsl_stablehlo.dialects.vhlo.versions import Version
from xdsl_stablehlo.transforms.vhlo.artifacts import read_portable_artifact

PIECES = list(chunks(Path(__file__).with_name("locations.mlir")))
LIT_FILES = Path(__file__).parents[3] / "filecheck"


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_locations(piece: Chunk):
    newest = Version.parse(cpp_version())
    theirs = cpp_write(piece.text, str(newest))
    assert theirs is not None
    assert written_as(parse_module(piece.text, context(), CPP_FILE), newest, newest) == theirs
    again = written_as(read_portable_artifact(theirs, context()), newest, newest)
    assert again == cpp_write(cpp_read(theirs), str(newest))


@pytest.mark.prove
def test_every_lit_file():
    outcomes = [outcome for outcome in bytes_with_locations(LIT_FILES) if not outcome.refused]
    assert len(outcomes) > 50
    assert not [f"{outcome.name}: {outcome.seen}" for outcome in outcomes if not outcome.holds]
