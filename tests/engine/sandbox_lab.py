"""Has moved to tests/sandbox_lab.py, and what looks at processes to tests/proc.py."""

from tests.proc import children_of, end, is_gone
from tests.sandbox_lab import (
    DOCKER_CAPABILITIES,
    ENGINE,
    LABS,
    ORDINARY_USER,
    ForkedLab,
    Lab,
    LabError,
    assert_stopped,
    is_root,
    numpy_lab,
    open_python,
    secret_folder,
)

__all__ = [
    *("DOCKER_CAPABILITIES", "ENGINE", "LABS", "ORDINARY_USER", "ForkedLab", "Lab", "LabError", "assert_stopped"),
    *("children_of", "end", "is_gone", "is_root", "numpy_lab", "open_python", "secret_folder"),
]
