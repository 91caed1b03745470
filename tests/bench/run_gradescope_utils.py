"""What a course that uses gradescope-utils has as its run_tests.py."""

import sys
import unittest
from pathlib import Path

from gradescope_utils.autograder_utils.json_test_runner import JSONTestRunner

if __name__ == "__main__":
    sys.path.insert(0, str(Path.cwd()))
    suite = unittest.defaultTestLoader.discover(".", pattern="test_twin.py")
    with Path(sys.argv[1]).open("w", encoding="utf-8") as file:
        JSONTestRunner(visibility="visible", stream=file).run(suite)
