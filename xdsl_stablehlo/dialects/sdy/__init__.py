"""The Shardy dialect: how devices of a mesh share tensors. JAX writes it for sharded programs."""
