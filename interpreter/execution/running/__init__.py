"""Steps run: the executor, blocks of large arrays, loops, scalars, limits, traces."""
