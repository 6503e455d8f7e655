"""The format of MLIR bytecode: primitives, sections, numbering; no dialect."""
