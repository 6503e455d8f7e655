"""StableHLO's ops by subject; kernels lie under the same names in `interpreter/kernels/ops`.

From the ground up: `movement`, `structure`, `combining`, `arithmetic`, `processes`.
"""
