"""Traits and interfaces of ops: speculatability, folding by xDSL's `canonicalize`, constants it makes."""
