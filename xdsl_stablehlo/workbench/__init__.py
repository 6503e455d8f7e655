"""Judges of other compilers: the validator, the reducer, the fuzzer. Nothing but tools imports them."""
