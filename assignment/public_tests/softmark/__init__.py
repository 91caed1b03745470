"""Softmark's engine: grades one submission, or a class, behind a wall. It knows nothing about the subject."""

__version__ = "0.2.0"
