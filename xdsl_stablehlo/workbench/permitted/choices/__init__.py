"""All that the specification leaves open, and implementations that decide it."""
