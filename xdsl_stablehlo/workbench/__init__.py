"""Judges of other compilers: the validator, the reducer, the fuzzer, the arbiter.

`running` does their work on many programs. The folders from the ground up: `permitted`, `reducing`, `validation`,
`triage`, `fuzzing`. Nothing but tools imports them.
"""
