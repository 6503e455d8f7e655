"""Passes, options and the other ways into the folder."""
