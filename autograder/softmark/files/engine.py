"""Knows where the engine's own files lie, and where in a repository the grader that it freezes."""

from __future__ import annotations

from pathlib import Path

ENGINE = Path(__file__).resolve().parents[1]
SHIPPED = ENGINE / "shipped"
"""Files that travel with the engine and are not imported by it: the students' check.py, the platforms' entry points,
the lists of packages."""
FROZEN = Path("dist") / "autograder"
"""The grader that the build makes of a repository, and from which everything is graded."""
