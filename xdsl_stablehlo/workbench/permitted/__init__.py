"""The results that the specification permits: the choices that it leaves open, and the sets of all results."""
