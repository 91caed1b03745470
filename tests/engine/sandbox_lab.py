"""Has moved to tests/sandbox_lab.py, and what looks at processes to tests/proc.py."""

__all__ = [
    *("DOCKER_CAPABILITIES", "ENGINE", "LABS", "ORDINARY_USER", "ForkedLab", "Lab", "LabError", "assert_stopped"),
    *("children_of", "end", "is_gone", "is_root", "numpy_lab", "open_python", "secret_folder"),
]
