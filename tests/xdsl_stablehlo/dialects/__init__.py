"""Definitions: what the verifiers accept, reject and infer."""
