"""The Shardy dialect: the sharding of tensors over the devices of a mesh. JAX writes it for sharded programs.

Imports `stablehlo`.
"""
