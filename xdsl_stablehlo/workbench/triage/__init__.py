"""An arbiter for tensor compilers: which results does the specification permit, and whose result is wrong?

It imports the sets of permitted results, the reducer and everything below them; nothing but the tool `stablehlo-triage`
imports it.
"""
