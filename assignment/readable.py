"""Look for lines of yours that Python cannot read, before torch is imported: that takes seconds."""

import ast
import sys
from pathlib import Path


def refuse_syntax_errors(*names: str) -> None:
    """End the program with one sentence if one of these files of this folder cannot be read."""
    if "--code" in " ".join(sys.argv):  # your files are in another folder, and are read there
        return
    for name in names:
        path = Path(__file__).parent / name
        try:
            ast.parse(path.read_bytes(), str(path))
        except SyntaxError as error:
            sys.exit(f"your code cannot be read: {name}, line {error.lineno}: {error.msg}")
        except (OSError, ValueError):
            pass  # the import says more
