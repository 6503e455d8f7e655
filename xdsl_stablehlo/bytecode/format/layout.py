"""The layout of an MLIR bytecode file: sections, masks, and what each version of the format added."""

from __future__ import annotations

from enum import IntEnum

MAGIC = b"ML\xefR"
ALIGNED = 0x80
"""Set in a section's id when an alignment and padding come before its data."""

MAX_NESTING = 1000
"""Regions in regions, and attributes in attributes, deeper than this are refused."""


class Section(IntEnum):
    """Section ids."""

    STRINGS = 0
    DIALECTS = 1
    ATTRIBUTES = 2
    ATTRIBUTE_OFFSETS = 3
    IR = 4
    RESOURCES = 5
    RESOURCE_OFFSETS = 6
    DIALECT_VERSIONS = 7
    PROPERTIES = 8


class OpMask:
    """What an op is followed by: plain numbers, because every op is tested for all of them."""

    ATTRIBUTES = 0x01
    RESULTS = 0x02
    OPERANDS = 0x04
    SUCCESSORS = 0x08
    REGIONS = 0x10
    USE_LISTS = 0x20
    PROPERTIES = 0x40
    ALL = 0x7F


class Since(IntEnum):
    """The version of the format that first has a feature."""

    DIALECT_VERSIONS = 1
    LAZY_REGIONS = 2
    USE_LISTS = 3
    ELIDED_LOCATIONS = 4
    PROPERTIES = 5
    SEGMENT_PROPERTIES = 6


NEWEST = 6
"""The newest version of the format."""
