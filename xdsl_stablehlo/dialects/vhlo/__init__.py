"""VHLO, the versioned dialect of portable artifacts: every op, attribute and type that StableHLO ever promised.

The tables are in `ops`, `attributes` and `types`; a row is all there is to say of an entry: versions, text, bytecode.
`changes` has what differs between versions, `mapping` what StableHLO spells differently. `artifacts` is for users.
"""
