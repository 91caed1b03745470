"""The root of the process tree: a clean start, a server without secrets, and then the grader."""

from __future__ import annotations
