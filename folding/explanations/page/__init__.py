"""The report as one self-contained page for people: what went into which constant, what stayed, and why."""

from .document import to_html

__all__ = ["to_html"]
