"""Small mechanical changes to the reference, made by cosmic-ray: run with its interpreter, prints JSON.

Only what students write is changed: the lines between the solution markers.
"""

import json
import sys
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

# `a >> b` or `a | b` of floats only raises: one such change of each place says as much as ten.
CRASHES = ("RShift", "LShift", "BitOr", "BitAnd", "BitXor")
BEGIN, END = "# BEGIN SOLUTION", "# END SOLUTION"


def written_by_students(text):
    """The numbers of the lines between the markers."""
    inside, found = False, set()
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip().startswith(BEGIN):
            inside = True
        elif line.strip().startswith(END):
            inside = False
        elif inside:
            found.add(number)
    return found


def variants(text, name):
    """Everything one operator can do to a text, one change at a time."""
    try:
        operator = get_operator(name)()
    except TypeError:
        return  # operators that need arguments of their own
    occurrence = 0
    while (changed := mutate_code(text, operator, occurrence)) is not None:
        yield changed
        occurrence += 1


def of(path):
    text = path.read_text(encoding="utf-8")
    lines, students = text.splitlines(), written_by_students(text)
    seen = set()
    for name in sorted(operator_names()):
        if any(name.endswith(crash) for crash in CRASHES):
            continue
        for changed in variants(text, name):
            after = changed.splitlines()
            differing = [i for i, (a, b) in enumerate(zip(lines, after, strict=False), 1) if a != b]
            if changed in seen or not differing or not set(differing) <= students:
                continue
            seen.add(changed)
            line = differing[0]
            yield {
                "file": path.name,
                "line": line,
                "before": lines[line - 1].strip(),
                "after": after[line - 1].strip(),
                "text": changed,
            }


if __name__ == "__main__":
    print(json.dumps([mutant for path in sys.argv[1:] for mutant in of(Path(path))]))
