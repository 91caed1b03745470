# ruff: noqa: E501  (an attack is quoted as it is)
"""Lies about lines: forged accounts of where a value went wrong, and lines that are made to look like others.

`attention_scores` is wrong in all of them. What may be said of it is one line of the submission's own files, as the
grader itself read it, or nothing.
"""

from __future__ import annotations

from functools import partial

from ..rows import Row, attention, code

_row = partial(Row, "cheating", course="torch", only=("1.2",), loses=("1.2",))

WRONG = "return 3 * (q @ k.transpose(-2, -1))"
SHOWN = "is not what this task needs"


def scores(body: str = WRONG, *, first: str = "", last: str = "") -> dict[str, str]:
    lines = "\n".join(f"    {line}" for line in code(body).splitlines())
    return attention(f"def attention_scores(q, k):\n{lines}", first=first, last=last)


def claim(forged: str) -> dict[str, str]:
    """The worker's account of every call is this expression; `told` is the true one."""
    patch = f"""
        import sys
        SIGNS = "float32", False, False, [], [], None
        def _forged(told):
            return {forged}
        _tracing = sys.modules["softmark.locating.watched_calls"]
        _plain = _tracing.Watched.plain
        _tracing.Watched.plain = lambda self: _forged(_plain(self))
    """
    return scores(last=patch)


def one_step(frame: str) -> dict[str, str]:
    return claim(f'{{"steps": [["mul", [], [{frame}], [7], *SIGNS]], "results": [0], "followed": True}}')


FORGED = {
    "huge": ("line 10**18", '["attention.py", 10**18]'),
    "zero": ("line 0", '["attention.py", 0]'),
    "negative": ("a line counted from the end", '["attention.py", -3]'),
    "grader-file": ("a file of the grader's", '["remote.py", 12]'),
    "grader-path": ("the path of one", '["/autograder/source/solutions/reference/attention.py", 12]'),
    "given-file": ("a given file, which is not its own", '["data.py", 3]'),
    "no-line": ("a text in the line's place", '["attention.py", "12; see results.json"]'),
    "true": ("a truth value in the line's place", '["attention.py", True]'),
    "file-of-markup": ("a file that is markup", '["<img src=x onerror=alert(1)>", 1]'),
}

CLAIMS = [
    *[
        _row(f"line-{name}", f"says that it went wrong in {what}", files=one_step(frame), silent=(SHOWN,))
        for name, (what, frame) in FORGED.items()
    ],
    _row(
        "line-past-the-end",
        "says that it went wrong in the line after its last",
        files=one_step('["attention.py", open(__file__).read().count("\\n") + 1]'),
        silent=("the grader",),
    ),
    _row(
        "line-other-function",
        "says that a right function went wrong; only itself is told so",
        files=claim('{**told, "steps": [[a, b, [["attention.py", 1]], *d] for a, b, c, *d in told["steps"]]}'),
        silent=("the grader",),
    ),
    _row(
        "line-chain",
        "tells of a chain of steps that all have the same value",
        files=claim(
            '{"steps": [["mul", [n - 1] * (n > 0), [["attention.py", 1]], told["steps"][0][3][:1], *SIGNS] for n in range(440)]'
            ' + [["mul", [439], [["attention.py", 1]], [7], *SIGNS]], "results": [440], "followed": True}'
        ),
        silent=("the grader",),
    ),
    _row(
        "line-web",
        "tells of steps that were all made of all the others",
        files=claim(
            '{"steps": [["mul", list(range(n)), [["attention.py", 1]], [n], *SIGNS] for n in range(60)],'
            ' "results": [59] * 8, "followed": True}'
        ),
        silent=("the grader",),
    ),
    _row(
        "line-too-much",
        "tells of a million steps",
        files=claim('{**told, "steps": told["steps"] * 300_000}'),
        silent=("the grader", SHOWN),
    ),
    _row(
        "line-nonsense",
        "tells of steps that are none",
        files=claim('[{"steps": {"a": 1}}, None, float("nan"), "x" * 3000]'),
        silent=("the grader", SHOWN),
    ),
    _row(
        "line-tracer-raises",
        "breaks the very function that watches it",
        files=scores(last='import sys\nsys.modules["softmark.locating.watched_calls"].Tracer.__call__ = None'),
        silent=("the grader", SHOWN),
    ),
    _row(
        "line-tracer-exits",
        "ends the process when it is watched",
        files=scores(
            last="import os, sys\nsys.modules['softmark.locating.watched_calls'].Watched.plain = lambda self: os._exit(3)"
        ),
        silent=("the grader", SHOWN),
    ),
]

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
            last='OTHER = compile("\\n" * 40 + "out = 3 * (q @ k.transpose(-2, -1))", "/autograder/source/remote.py", "exec")',
        ),
        silent=("remote.py", "/autograder"),
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
            last="""
            attention_scores.__code__ = attention_scores.__code__.replace(co_firstlineno=10**8, co_filename="worker.py")
            """
        ),
        silent=("worker.py", "1000000"),
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
            """
            import types
            def inner():
                raise ValueError("no")
            inner.__code__ = inner.__code__.replace(co_filename="/autograder/source/remote.py", co_firstlineno=10**6)
            try:
                inner()
            except ValueError as error:
                told = error.__traceback__
                made = types.TracebackType(None, told.tb_next.tb_frame, 0, 123456789)
                raise error.with_traceback(made)
            """
        ),
        says=("your code raised ValueError",),
        silent=("remote.py", "123456789", "/autograder"),
    ),
    _row(
        "line-forged-failure",
        "tells of an error in a line of a file that is not there",
        files=scores(
            'raise ValueError("no")',
            last="""
            import sys
            sys.modules["softmark.sandbox.worker"].failure_fields = lambda failure, folder: {
                "kind": "raised", "exception": "ValueError", "message": "no", "staff": "",
                "line": "attention.py line 99999", "text": "the grader failed",
            }
            """,
        ),
        says=("your code raised ValueError",),
        silent=("99999", "the grader failed"),
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
            if torch.overrides._get_current_function_mode() is not None:
                for _ in range(1_000_000):
                    q + 1
            return 3 * (q @ k.transpose(-2, -1))
            """
        ),
    ),
    _row(
        "line-endless",
        "never comes back when it is watched",
        files=scores(
            """
            import torch
            while torch.overrides._get_current_function_mode() is not None:
                pass
            return 3 * (q @ k.transpose(-2, -1))
            """
        ),
        silent=("endless loop", "ran out of time"),
    ),
    _row(
        "line-fat",
        "makes large tensors when it is watched, for the watcher to keep",
        files=scores(
            """
            import torch
            if torch.overrides._get_current_function_mode() is not None:
                for _ in range(1400):
                    torch.zeros(1 << 18) + 1
            return 3 * (q @ k.transpose(-2, -1))
            """
        ),
    ),
]

ROWS = [*CLAIMS, *LOOKS, *COSTS]
