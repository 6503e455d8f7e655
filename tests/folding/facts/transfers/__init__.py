"""Proofs of the transfer functions: by exhaustion of small types, and by z3."""
