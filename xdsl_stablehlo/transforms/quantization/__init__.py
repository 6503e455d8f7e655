"""Passes between quantized and real or integer arithmetic."""
