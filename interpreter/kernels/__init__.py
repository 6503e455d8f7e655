"""How each op is evaluated: one table, to which the files below add a row for each op."""
