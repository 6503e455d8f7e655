"""The rooms of `xdsl_stablehlo/`."""
