"""The results that `after` may give for those of `before`: the relation, and the runs that it compares."""
