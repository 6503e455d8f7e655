"""Proofs of the transfer functions."""
