"""What several kernels use: regions as functions, bodies of reductions, positions of slices, values, text of values."""
