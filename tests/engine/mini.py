"""Has moved to tests/mini_course.py."""

from tests.mini_course import COURSE, REFERENCE, RIGHT, ROOT, Graded, grade, softmark, started, submit

__all__ = ["COURSE", "REFERENCE", "RIGHT", "ROOT", "Graded", "grade", "softmark", "started", "submit"]
