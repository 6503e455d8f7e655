"""Programs and artifacts that are damaged or invented."""
