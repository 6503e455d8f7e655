"""The arbiter: permitted results, implementations, verdicts, groups, reports."""
