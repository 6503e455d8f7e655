"""Passes on shapes and sizes."""
