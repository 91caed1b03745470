"""The grader that stays (grading/server.py), which also looks for repairs where a job asks for them."""

from __future__ import annotations

from ..grading import server
from ..sandbox.client import ServerHandle
from .repair_grade import repaired

TARGET = f"{__name__}:serve"


def serve(handle: ServerHandle, asked: list[str]) -> int:
    return server.serve(handle, asked, repaired)
