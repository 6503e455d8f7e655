"""The folder: what it folds, what it must not, and what it says."""
