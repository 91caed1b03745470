"""Check your work:  python check.py        (python check.py --help shows what else it can do)

This file only looks at the Python that runs it, in words that every Python understands. The rest is in
public_tests/softmark.pyz, one file that Python imports from.
"""

import os
import sys


def too_old():
    here = ".".join(str(part) for part in sys.version_info[:3])
    sys.stderr.write(
        "This is Python " + here + "; the assignment needs Python 3.10 or newer.\n"
        "Run check.py with a newer one, for example:  python3.12 check.py\n"
    )
    return 2


def main():
    folder = os.path.dirname(os.path.abspath(__file__))  # noqa: PTH100, PTH120 (pathlib is too new for old Pythons)
    tests = os.path.join(folder, "public_tests")  # noqa: PTH118
    # Without this folder itself: a file of yours called json.py must not break the check.
    engine = os.path.join(tests, "softmark.pyz")  # noqa: PTH118
    sys.path[:] = [engine] + [entry for entry in sys.path if os.path.abspath(entry) != folder]  # noqa: PTH100
    try:
        from softmark.home.app import __file__ as found
        from softmark.home.app import main as check

        if not found.startswith(engine):  # somebody has the engine installed, and perhaps another version of it
            raise ImportError("softmark.pyz is missing or damaged")
    except Exception as error:  # a file that is not there, and whatever a damaged one does
        if os.path.exists(os.path.join(folder, os.pardir, "autograder", "softmark")):  # noqa: PTH110, PTH118
            sys.stderr.write("This is the repository, and public_tests/ is not built yet: run `make` there first.\n")
            return 2
        sys.stderr.write(
            "public_tests is not complete (" + str(error) + "): "
            "unzip the assignment into a new, empty folder, then copy your own files from this folder over the "
            "empty ones there. Do not unzip it over this folder: that can overwrite your work.\n"
        )
        return 2
    return check(sys.argv[1:], folder)


if __name__ == "__main__":
    sys.exit(too_old() if sys.version_info < (3, 10) else main())
