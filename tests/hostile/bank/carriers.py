"""Hidden numbers carried out by what a submission can choose: the line, the exception, the size, the value.

Each is graded twice with different hidden numbers, and what the student sees must be the same to the letter.
"""

from __future__ import annotations

from functools import partial

from ..rows import Row
from .leaks import with_hidden

_row = partial(Row, "leaks", loses=("1.1",), secret=True, says=("the kind of mistake: ",))
PICK = "n = sum(x.tobytes()) % {}\n"
RAISES = "\n".join(f"if n == {n}:\n    raise ValueError(data)" for n in range(64))

ROWS = [
    _row(
        "carry-by-line",
        "chooses the line of its exception by the hidden numbers",
        files=with_hidden(PICK.format(64) + RAISES),
        silent=("stats.py line", "ValueError"),
    ),
    _row(
        "carry-by-exception",
        "chooses the class of its exception by them",
        files=with_hidden(
            PICK.format(16)
            + "kinds = (KeyError, IndexError, ZeroDivisionError, OverflowError, UnicodeError, OSError,\n"
            + "LookupError, ArithmeticError, AttributeError, NameError, RuntimeError, TypeError, ValueError,\n"
            + "StopIteration, EOFError, BufferError)\n"
            + "raise type('X', (kinds[n],), {})()"
        ),
        silent=("stats.py line", "Error"),
    ),
    _row(
        "carry-by-shape",
        "answers with as many numbers as they say",
        files=with_hidden(PICK.format(64) + "import numpy as np\nreturn np.zeros(50 + n)"),
    ),
    _row(
        "carry-by-dimensions",
        "answers in as many dimensions",
        files=with_hidden(PICK.format(6) + "import numpy as np\nreturn np.zeros((1,) * (3 + n))"),
    ),
    _row(
        "carry-by-value",
        "answers with the very numbers",
        files=with_hidden(PICK.format(64) + "return x.sum(axis=-1) / x.shape[-1] + 1000 + n"),
    ),
    _row(
        "carry-by-length",
        "answers with a list that long",
        files=with_hidden(PICK.format(64) + "return [0.5] * (50 + n)"),
    ),
    _row("carry-by-exit", "ends its process with that code", files=with_hidden(PICK.format(64) + "sys.exit(n)")),
]
