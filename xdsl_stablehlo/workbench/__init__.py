"""Judges of other compilers: the validator, the reducer, the fuzzer; `running` does their work on many programs.

Nothing but tools imports them.
"""
