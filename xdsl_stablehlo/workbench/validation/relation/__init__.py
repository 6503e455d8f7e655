"""What `after` may give where `before` gives something: the relation, and all that the specification leaves open."""
