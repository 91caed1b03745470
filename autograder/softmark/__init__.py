"""Softmark's engine: grades one submission, or a class, behind a wall. It knows nothing about the subject."""

__version__ = "1.0.0"
