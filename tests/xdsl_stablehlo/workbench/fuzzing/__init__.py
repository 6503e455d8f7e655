"""Random programs: options, definedness, arguments, and that a seed gives the same everywhere."""
