"""How dialects and ops are defined on demand: a program pays for the families of ops that it has."""
