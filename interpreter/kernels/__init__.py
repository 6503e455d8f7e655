"""The evaluation of each op: one table, `support.table`, to which the files below add a row for each op.

From the ground up: `support`, the files here, `ops` (`movement`, `combining`, `arithmetic`, `processes`), `chlo`,
`custom_calls`, `ops.structure`, `sdy`. They import `numerics` and below.
"""
