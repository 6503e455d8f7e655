"""The ops, by what they do. Kernels lie under the same names in `interpreter/kernels/ops`."""
