"""Operations to MLIR text: the printer, names of values, aliases."""
