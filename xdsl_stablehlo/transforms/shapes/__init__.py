"""Passes on sizes: what is refined, canonicalized, computed or asserted of shapes."""
