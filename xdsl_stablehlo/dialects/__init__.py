"""The operations, types and attributes of StableHLO programs, without values. Here: the small dialects.

The folders from the ground up: `base`, `patched`, `stablehlo`, then the files here, `sdy`, `chlo`, `codecs`, `vhlo`.
Nothing of them imports an interpreter or a pass.
"""
