"""MLIR bytecode: the format, which knows no dialect's history. Portable artifacts are in `xdsl_stablehlo.vhlo`."""
