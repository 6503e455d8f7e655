"""What `after` may give where `before` gives something: the relation, and the runs that it compares."""
