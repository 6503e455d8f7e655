"""The parts of op definitions: the base class, fields of constructors, constraints, the error of a constraint."""
