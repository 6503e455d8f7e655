"""Compiled bodies that run."""
