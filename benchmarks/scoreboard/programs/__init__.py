"""Makers of the programs of the scoreboard that other benchmarks do not have, by subject, and the list of all."""
