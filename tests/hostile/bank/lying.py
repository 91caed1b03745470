# ruff: noqa: E501  (an attack is quoted as it is)
"""Lies about lines: forged accounts of where a value went wrong, and lines that are made to look like others.

`attention_scores` is wrong in all of them. What may be said of it is one line of the submission's own files, as the
grader itself read it, or nothing.
"""

from __future__ import annotations

from functools import partial

from .. import engine
from ..rows import Row, attention, code

_row = partial(Row, "cheating", course="torch", only=("1.2",), loses={"1.2": 2.6})

WRONG = "return 3 * (q @ k.transpose(-2, -1))"
SHOWN = "is not what this task needs"


def scores(body: str = WRONG, *, first: str = "", last: str = "") -> dict[str, str]:
    lines = "\n".join(f"    {line}" for line in code(body).splitlines())
    return attention(f"def attention_scores(q, k):\n{lines}", first=first, last=last)


def claim(forged: str) -> dict[str, str]:
    """The worker's account of every call is this expression; `told` is the true one."""
    patch = f"""
        SIGNS = "float32", False, False, []
        def _forged(told):
            return {forged}
        _true = {engine.ACCOUNT}
        {engine.ACCOUNT} = lambda self: _forged(_true(self))
    """
    return scores(last=patch)


def one_step(frame: str) -> dict[str, str]:
    return claim(f'{{"steps": [["mul", [], [{frame}], [7], *SIGNS]], "results": [0], "followed": True}}')


SOURCE = "/autograder/source"
"""Where the platform unpacks the grader."""
FORGED = {
    "huge": ("line 10**18", '["attention.py", 10**18]'),
    "zero": ("line 0", '["attention.py", 0]'),
    "negative": ("a line counted from the end", '["attention.py", -3]'),
    "grader-file": ("a file of the grader's", f'["{engine.GRADER_FILE}", 12]'),
    "grader-path": ("the path of one", f'["{SOURCE}/{engine.REFERENCE}/attention.py", 12]'),
    "given-file": ("a given file, which is not its own", f'["{engine.GIVEN_FILE}", 3]'),
    "no-line": ("a text in the line's place", '["attention.py", "12; see results.json"]'),
    "true": ("a truth value in the line's place", '["attention.py", True]'),
    "file-of-markup": ("a file that is markup", '["<img src=x onerror=alert(1)>", 1]'),
}

RAN = "entries differ"
"""Said of the wrong values: the file was imported, and what it replaces was there."""
FIRST = "Line 1 of attention.py is the first"
PAST = one_step('["attention.py", open(__file__).read().count("\\n") + 1]')
CLAIMS = [
    _row(
        "line-told-truly",
        "hands on the true account by its own hands: what becomes of the forged ones is due to the forgery",
        files=claim("told"),
        says=(RAN, SHOWN),
    ),
    *[
        _row(f"line-{name}", f"says that it went wrong in {what}", files=one_step(frame), says=(RAN,), silent=(SHOWN,))
        for name, (what, frame) in FORGED.items()
    ],
    _row(
        "line-past-the-end",
        "says that it went wrong in the line after its last",
        files=PAST,
        says=(f"Line {PAST['attention.py'].count(chr(10)) + 1} of attention.py is the first",),
        silent=("the grader",),
    ),
    _row(
        "line-other-function",
        "says that a right function went wrong; only itself is told so",
        files=claim('{**told, "steps": [[a, b, [["attention.py", 1]], *d] for a, b, c, *d in told["steps"]]}'),
        says=(FIRST,),
        silent=("the grader",),
    ),
    _row(
        "line-chain",
        "tells of a chain of steps that all have the same value",
        files=claim(
            '{"steps": [["mul", [n - 1] * (n > 0), [["attention.py", 1]], told["steps"][0][3][:1], *SIGNS] for n in range(440)]'
            ' + [["mul", [439], [["attention.py", 1]], [7], *SIGNS]], "results": [440], "followed": True}'
        ),
        says=(FIRST,),
        silent=("the grader",),
    ),
    _row(
        "line-web",
        "tells of steps that were all made of all the others",
        files=claim(
            '{"steps": [["mul", list(range(n)), [["attention.py", 1]], [n], *SIGNS] for n in range(60)],'
            ' "results": [59] * 8, "followed": True}'
        ),
        says=(FIRST,),
        silent=("the grader",),
    ),
    _row(
        "line-too-much",
        "tells of a million steps",
        files=claim('{**told, "steps": told["steps"] * 300_000}'),
        says=(RAN,),
        silent=("the grader", SHOWN),
    ),
    _row(
        "line-nonsense",
        "tells of steps that are none",
        files=claim('[{"steps": {"a": 1}}, None, float("nan"), "x" * 3000]'),
        says=(RAN,),
        silent=("the grader", SHOWN),
    ),
    _row(
        "line-tracer-raises",
        "breaks the very function that watches it",
        files=scores(last=f"{engine.TRACER} = None"),
        says=(RAN,),
        silent=("the grader", SHOWN),
    ),
    _row(
        "line-tracer-exits",
        "ends the process when it is watched",
        files=scores(last=f"import os\n{engine.ACCOUNT} = lambda self: os._exit(3)"),
        says=(RAN,),
        silent=("the grader", SHOWN),
    ),
]

OF_THE_GRADER = f"{SOURCE}/{engine.GRADER_FILE}"
LOOKS = [
    _row(
        "line-of-another-name",
        "runs code that calls itself a file of the grader's",
        files=scores(
            """
            space = {"q": q, "k": k}
            exec(OTHER, space)
            return space["out"]
            """,
            last=f'OTHER = compile("\\n" * 40 + "out = 3 * (q @ k.transpose(-2, -1))", "{OF_THE_GRADER}", "exec")',
        ),
        silent=(engine.GRADER_FILE, "/autograder"),
    ),
    _row(
        "line-of-an-own-name",
        "runs code that calls itself attention.py and has a million lines",
        files=scores(
            """
            space = {"q": q, "k": k}
            exec(compile("\\n" * 999_990 + "out = 3 * (q @ k.transpose(-2, -1))", "attention.py", "exec"), space)
            return space["out"]
            """
        ),
        silent=("999991", "line 999"),
    ),
    _row(
        "line-replaced-code",
        "gives its function other line numbers after it was compiled",
        files=scores(
            last=f"""
            attention_scores.__code__ = attention_scores.__code__.replace(
                co_firstlineno=10**8, co_filename="{engine.WORKER_FILE}"
            )
            """
        ),
        says=(RAN,),
        silent=(engine.WORKER_FILE, "1000000"),
    ),
    _row(
        "line-linecache",
        "puts other words into the cache that tracebacks are written from",
        files=scores(
            last="""
            import linecache
            linecache.getline = linecache.getlines = lambda *a, **k: ["LINES-OF-MINE"] * 999
            linecache.cache["attention.py"] = (1, None, ["LINES-OF-MINE"] * 999, "attention.py")
            """
        ),
        silent=("LINES-OF-MINE",),
    ),
    _row(
        "line-rewritten-file",
        "writes other words into its own file while it is graded",
        files=scores(last='open(__file__, "w").write("WORDS-OF-MINE\\n" * 500)'),
        silent=("WORDS-OF-MINE",),
    ),
    _row(
        "line-forged-traceback",
        "raises with a traceback that leads into other files",
        files=scores(
            f"""
            import types
            def inner():
                raise ValueError("no")
            inner.__code__ = inner.__code__.replace(co_filename="{OF_THE_GRADER}", co_firstlineno=10**6)
            try:
                inner()
            except ValueError as error:
                told = error.__traceback__
                made = types.TracebackType(None, told.tb_next.tb_frame, 0, 123456789)
                raise error.with_traceback(made)
            """
        ),
        says=("your code raised ValueError",),
        silent=(engine.GRADER_FILE, "123456789", "/autograder"),
        loses=("1.2",),
    ),
    _row(
        "line-forged-failure",
        "tells of an error in a line of a file that is not there",
        files=scores(
            'raise ValueError("no")',
            last=f"{engine.FAILURE} = lambda *_: {engine.failed('KeyError', 'FORGED', 'attention.py', 99999)}",
        ),
        says=("your code raised KeyError: FORGED",),
        silent=("99999", "attention.py line"),
        loses=("1.2",),
    ),
    _row(
        "line-markup",
        "has a wrong line full of markup, escapes and letters that turn the reading round",
        files=scores(
            "return 3 * (q @ k.transpose(-2, -1))  # <img src=x onerror=alert(1)> [a](http://b) \x1b]0;T\x07\x1b[2J \u202e`$x$`"
        ),
        says=("\N{MATHEMATICAL LEFT ANGLE BRACKET}U+202E\N{MATHEMATICAL RIGHT ANGLE BRACKET}",),
        silent=("\x1b", "\x07", "\u202e"),
    ),
    _row(
        "line-other-line-ends",
        "has signs in its text that only some readers take for the end of a line",
        files=scores(first='A = "\x0c\x1c\x85\u2028 \u2029 \x0b"\n' * 30),
        says=("| return 3 * (q @ k.transpose(-2, -1))",),
    ),
    _row(
        "line-long",
        "has a wrong line of 15,000 letters",
        files=scores(f"return 3 * (q @ k.transpose(-2, -1))  # {'x' * 15_000}"),
        says=(f"{SHOWN}",),
        silent=("x" * 300,),
    ),
]

COSTS = [
    _row(
        "line-slow",
        "does a million small steps when it is watched",
        files=scores(
            """
            import torch
            if WATCHED:
                for _ in range(1_000_000):
                    q + 1
            return 3 * (q @ k.transpose(-2, -1))
            """.replace("WATCHED", engine.WATCHED)
        ),
        says=(RAN,),
        silent=(SHOWN,),
    ),
    _row(
        "line-endless",
        "never comes back when it is watched",
        files=scores(
            """
            import torch
            while WATCHED:
                pass
            return 3 * (q @ k.transpose(-2, -1))
            """.replace("WATCHED", engine.WATCHED)
        ),
        says=(RAN,),
        silent=(SHOWN, "endless loop", "ran out of time"),
    ),
    _row(
        "line-fat",
        "makes large tensors when it is watched, for the watcher to keep",
        files=scores(
            """
            import torch
            if WATCHED:
                for _ in range(1400):
                    torch.zeros(1 << 18) + 1
            return 3 * (q @ k.transpose(-2, -1))
            """.replace("WATCHED", engine.WATCHED)
        ),
        says=(RAN,),
        silent=(SHOWN,),
    ),
]

ROWS = [*CLAIMS, *LOOKS, *COSTS]
