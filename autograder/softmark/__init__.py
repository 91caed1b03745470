"""Softmark's engine: grades one submission, or a class, in a sandbox. It knows nothing about the subject."""

__version__ = "1.1.0"
