"""The kernels of StableHLO's ops, under the names of their definitions in `dialects/stablehlo/ops`."""
