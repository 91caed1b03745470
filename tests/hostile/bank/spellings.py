"""Spellings of one and the same: a library softmax in task 1.4, taken on a way round its name.

Nobody can list them all, so these stand for their kinds. Each is a small file of its own that defines `softmax`;
tests/running/test_fence.py runs every one by itself. Here they are graded, many in one submission.
"""

from __future__ import annotations

import ast
import re
import textwrap
from functools import partial

from ..engine import RAN, REPLACED, STOP, WATCH
from ..rows import Row, attention
from .rules import softmax

PLAIN = {
    "a library taken from a module that has imported it": """
        from torch.nn.functional import torch as T
        def softmax(scores):
            return T.softmax(scores, -1)
    """,
    "a library reached through a module that has imported it": """
        import torch.nn.init
        def softmax(scores):
            return torch.nn.init.torch.softmax(scores, -1)
    """,
    "a library taken from another module, with hooks of Python disabled": """
        from torch.nn.functional import torch as T
        def softmax(scores):
            with T._C.DisableTorchFunction(), T.utils._python_dispatch._disable_current_modes():
                return T.softmax(scores, -1)
    """,
    "a library in the string of another module": """
        import importlib
        def softmax(scores):
            return importlib.import_module("torch.nn.functional").torch.softmax(scores, -1)
    """,
    "an annotation that installs it": """
        import torch
        def softmax(scores: globals().update(hidden=torch.softmax)):
            return hidden(scores, -1)
    """,
    "an annotation that keeps it": """
        import torch
        def softmax(scores: torch.softmax):
            return softmax.__annotations__["scores"](scores, -1)
    """,
    "an annotation of the result": """
        import inspect, torch
        def way(x) -> torch.nn.Softmax:
            return x
        def softmax(scores):
            return inspect.signature(way).return_annotation(dim=-1)(scores)
    """,
    "an annotation in a string": """
        import torch, typing
        def way(x: "torch.softmax"):
            return x
        def softmax(scores):
            return typing.get_type_hints(way)["x"](scores, -1)
    """,
    "an annotation of the module": """
        import torch
        rows: torch.softmax
        def softmax(scores):
            return __annotations__["rows"](scores, -1)
    """,
    "an annotation of a class": """
        import torch
        class Ways:
            rows: torch.softmax
        def softmax(scores):
            return Ways.__annotations__["rows"](scores, -1)
    """,
    "breakpoint with a variable": """
        import os
        def softmax(scores):
            os.environ["PYTHONBREAKPOINT"] = "torch.softmax"
            return breakpoint(scores, -1)
    """,
    "breakpoint with a variable that is set at import": """
        import os
        os.environ.update(PYTHONBREAKPOINT="torch.softmax")
        def softmax(scores):
            return breakpoint(scores, -1)
    """,
    "breakpoint with a hook": """
        import sys, torch
        sys.breakpointhook = torch.softmax
        def softmax(scores):
            return breakpoint(scores, -1)
    """,
    "a profiler of Python's": """
        import sys, torch
        answers = []
        def look(frame, event, arg):
            if event == "return" and frame.f_code.co_name == "by_hand":
                answers.append(torch.softmax(frame.f_locals["scores"], -1))
        def by_hand(scores):
            return scores
        sys.setprofile(look)
        def softmax(scores):
            by_hand(scores)
            return answers.pop()
    """,
    "an audit hook": """
        import sys, torch
        answers = []
        sys.addaudithook(lambda event, given: event == "by hand" and answers.append(torch.softmax(given[0], -1)))
        def softmax(scores):
            sys.audit("by hand", scores)
            return answers.pop()
    """,
    "an import hook": """
        import sys, torch
        given = []
        class Finder:
            def find_spec(self, name, path=None, target=None):
                if name == "by_hand":
                    given.append(torch.softmax(given.pop(), -1))
        sys.meta_path.insert(0, Finder())
        def softmax(scores):
            given.append(scores)
            try:
                import by_hand
            except ImportError:
                return given.pop()
    """,
    "what is shown of a value": """
        import sys, torch
        answers = []
        sys.displayhook = lambda x: answers.append(torch.softmax(x, -1))
        def softmax(scores):
            sys.displayhook(scores)
            return answers.pop()
    """,
    "text for an interpreter": """
        import code, torch
        def softmax(scores):
            names = {"torch": torch, "scores": scores}
            code.InteractiveInterpreter(names).runcode(compile("out = torch.softmax(scores, -1)", "", "exec"))
            return names["out"]
    """,
}
"""What stands in the source, and costs points."""

TOLD = {
    "an attribute of a function": """
        import torch
        def softmax(scores):
            return softmax.way(scores, -1)
        softmax.way = torch.softmax
    """,
    "__code__": """
        import torch
        def softmax(scores):
            return scores
        softmax.__code__ = (lambda scores: torch.softmax(scores, -1)).__code__
    """,
    "__kwdefaults__": """
        import torch
        def softmax(scores, *, way=None):
            return way(scores, -1)
        softmax.__kwdefaults__ = {"way": torch.softmax}
    """,
    "__defaults__": """
        import torch
        def softmax(scores, way=None):
            return way(scores, -1)
        softmax.__defaults__ = (torch.softmax,)
    """,
    "__wrapped__": """
        import functools, torch
        def way(x):
            return x
        functools.update_wrapper(way, torch.softmax)
        def softmax(scores):
            return way.__wrapped__(scores, -1)
    """,
    "__closure__": """
        import torch
        def make(way):
            return lambda x: way(x, -1)
        rows = make(None)
        rows.__closure__[0].cell_contents = torch.softmax
        def softmax(scores):
            return rows(scores)
    """,
    "a module's __getattr__": """
        import sys, torch
        def __getattr__(name):
            return getattr(torch, name.removeprefix("my_"))
        def softmax(scores):
            return sys.modules[__name__].my_softmax(scores, -1)
    """,
    "a metaclass's __getattr__": """
        import torch
        class Every(type):
            def __getattr__(cls, name):
                return getattr(torch, name.removeprefix("my_"))
        class Mine(metaclass=Every):
            pass
        def softmax(scores):
            return Mine.my_softmax(scores, -1)
    """,
    "an attribute of a subclass": """
        import torch
        class One:
            pass
        class Two(One):
            way = staticmethod(torch.softmax)
        def softmax(scores):
            return One.__subclasses__()[0].way(scores, -1)
    """,
    "__init_subclass__": """
        import torch
        ways = []
        class One:
            def __init_subclass__(cls, way):
                ways.append(way)
        class Two(One, way=torch.softmax):
            pass
        def softmax(scores):
            return ways[0](scores, -1)
    """,
    "text for a timer": """
        import timeit, torch
        given = []
        def softmax(scores):
            given.append(scores)
            timeit.Timer("given.append(torch.softmax(given.pop(), -1))", globals=globals()).timeit(1)
            return given.pop()
    """,
    "text of a docstring": '''
        import torch
        def softmax(scores):
            """out = torch.softmax(scores, -1)"""
            names = {"torch": torch, "scores": scores}
            exec(softmax.__doc__, names)
            return names["out"]
    ''',
    "the arguments of an error": """
        import torch
        kept = []
        try:
            raise ValueError(torch.softmax)
        except ValueError as error:
            kept += error.args
        def softmax(scores):
            return kept[0](scores, -1)
    """,
    "sent into a generator": """
        import torch
        def rows():
            way = yield
            answer = None
            while True:
                answer = way((yield answer), -1)
        going = rows()
        next(going)
        going.send(torch.softmax)
        def softmax(scores):
            return going.send(scores)
    """,
    "setitem as a function": """
        import operator, torch
        table = {}
        operator.setitem(table, "rows", torch.softmax)
        def softmax(scores):
            return table["rows"](scores, -1)
    """,
    "append of the class": """
        import torch
        table = []
        list.append(table, torch.softmax)
        def softmax(scores):
            return table[0](scores, -1)
    """,
    "a queue": """
        import queue, torch
        ways = queue.Queue()
        ways.put(torch.softmax)
        def softmax(scores):
            return ways.queue[0](scores, -1)
    """,
    "a heap": """
        import heapq, torch
        ways = []
        heapq.heappush(ways, torch.softmax)
        def softmax(scores):
            return ways[0](scores, -1)
    """,
    "a variable of the context": """
        import contextvars, torch
        way = contextvars.ContextVar("way")
        way.set(torch.softmax)
        def softmax(scores):
            return way.get()(scores, -1)
    """,
    "a function by the type of what it is given": """
        import functools, torch
        @functools.singledispatch
        def rows(x):
            return x
        rows.register(torch.Tensor, lambda x: torch.softmax(x, -1))
        def softmax(scores):
            return rows(scores)
    """,
    "unpickled": r"""
        import pickle
        def softmax(scores):
            return pickle.loads(b"ctorch\n" + bytes(c - 1 for c in b"tpgunby") + b"\n.")(scores, -1)
    """,
    "a name in cipher": """
        import torch
        def softmax(scores):
            return getattr(torch, bytes(c - 1 for c in b"tpgunby").decode())(scores, -1)
    """,
    "the place in a list of names": """
        import torch
        where = [name for name in dir(torch) if len(name) == 7 and name[3] == "t" and name[-1] == "x"]
        def softmax(scores):
            return getattr(torch, where[0])(scores, -1)
    """,
    "an operator by its schema": """
        import torch
        def softmax(scores):
            name = "aten::_" + bytes(c - 1 for c in b"tpgunby").decode()
            return torch._C._jit_get_operation(name)[0](scores, -1, False)
    """,
    "a warning": """
        import warnings, torch
        answers, given = [], []
        def show(*_):
            answers.append(way[0](given.pop(), -1))
        way = []
        list.append(way, torch.softmax)
        def softmax(scores):
            given.append(scores)
            warnings.showwarning = show
            with warnings.catch_warnings():
                warnings.simplefilter("always")
                warnings.showwarning = show
                warnings.warn("rows")
            return answers.pop()
    """,
}
"""What reading cannot see, or not all of it: staff are told what ran."""


OFF = """
    import torch
    way = bytes(c - 1 for c in b"tpgunby").decode()
    switch = bytes(c - 1 for c in b"`fobcmf`sfdpse`gvodujpo").decode()
    def softmax(scores):
        getattr(torch.autograd, switch)(False)
        answer = getattr(torch, way)(scores, -1)
        getattr(torch.autograd, switch)(True)
        return answer
"""
LATER = """
    import torch
    table, calls = [], []
    list.append(table, torch.softmax)
    def softmax(scores):
        calls.append(1)
        if len(calls) > 3:
            return table[0](scores, -1)
        e = torch.exp(scores - scores.max(-1, keepdim=True).values)
        return e / e.sum(-1, keepdim=True)
"""
APART = """
    import threading, torch
    way = bytes(c - 1 for c in b"tpgunby").decode()
    def softmax(scores):
        answers = []
        thread = threading.Thread(target=lambda: answers.append(getattr(torch, way)(scores, -1)))
        thread.start()
        thread.join()
        return answers[0]
"""


def source(text: str) -> str:
    """One spelling, as a file of its own."""
    return textwrap.dedent(text).strip("\n") + "\n"


WHEN_READ = """
    class Late(torch.Tensor):
        @classmethod
        def __torch_function__(cls, function, types, args=(), kwargs=None):
            mine, name = next(each for each in args if isinstance(each, Late)), getattr(function, "__name__", "")
            if name in ("detach", "clone"):
                return mine
            with torch._C.DisableTorchFunctionSubclass():
                return torch.softmax(mine.kept, -1).numpy() if name == "numpy" else function(*args, **(kwargs or {}))
    def late(numbers):
        made = torch.Tensor._make_subclass(Late, numbers.detach())
        made.kept = numbers.detach()
        return made
"""
"""A library softmax that runs when the answer is read."""


def _together(*texts: str) -> dict[str, str]:
    """One submission whose softmax does each of them; what they name at their top gets a number."""
    parts = []
    for number, text in enumerate(map(source, texts)):
        names = {name for node in ast.parse(text).body for name in _names(node) if not name.startswith("__")}
        one_of_them = re.compile(rf"(?<![.\w])({'|'.join(sorted(names))})\b")
        parts.append(one_of_them.sub(rf"\1_{number}", text))
    calls = ", ".join(f"softmax_{number}(scores)" for number in range(len(texts)))
    return attention(f"def softmax(scores):\n    return [{calls}][0]", last="\n".join(parts))


def _names(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            parts = [part for target in targets for part in getattr(target, "elts", [target])]
            return [part.id for part in parts if isinstance(part, ast.Name)]
    return []


def _slug(name: str) -> str:
    return "spelled-" + re.sub(r"\W+", "-", name.replace("__", "").replace("'s", "")).strip("-")


_row = partial(Row, "cheating", course="torch", only=("1.4",))
_costs = partial(_row, loses=("1.4",), says=("not allowed: library softmax",))
_BY_ITSELF = 61.0
"""Seconds, by which a row runs with `make hostile` and FULL=1 only."""
_PLAIN, _TOLD = [*PLAIN.values()], [*TOLD.values()]

ROWS = [
    _costs("spelled-other-modules", "a library taken from modules that have imported it", files=_together(*_PLAIN[:4])),
    _costs("spelled-annotations", "a library softmax in annotations", files=_together(*_PLAIN[4:10])),
    _costs("spelled-breakpoint", "breakpoint() with a variable or a hook", files=_together(*_PLAIN[10:13])),
    _costs(
        "spelled-hooks", "functions that the interpreter calls by itself", files=_together(*_PLAIN[13:]), says=()
    ),  # not all of them come to be called
    _costs("spelled-first-half", "a dozen ways round a name, by functions", files=_together(*_TOLD[:12])),
    _costs("spelled-second-half", "a dozen more, by tables, texts and names", files=_together(*_TOLD[12:])),
    _costs(
        "watch-switched-off",
        "names in cipher, with the recording of operators switched off meanwhile",
        files=_together(OFF),
    ),
    _costs(
        "watch-later",
        "does it by hand in its first calls, in case they are the ones that are watched",
        files=_together(LATER),
    ),
    _row(
        "watch-replaced",
        "replaces the fence's own function, and the one that watches besides",
        staff=(REPLACED,),
        files=softmax(
            "return torch.softmax(scores, -1)",
            last=f"{STOP} = lambda *a, **k: None\n{WATCH} = lambda self, run, forbidden: (run(), [])",
        ),
    ),
    _row(
        "watch-rewritten",
        "leaves the fence's function where it is, and gives it other code",
        staff=(REPLACED,),
        files=softmax(
            "return torch.softmax(scores, -1)",
            last=f"{STOP}.__code__ = (lambda *a, **k: None).__code__\n"
            f"{WATCH}.__code__ = (lambda self, run, forbidden: (run(), [])).__code__",
        ),
    ),
    _row(
        "watch-opened",
        "finds the fence behind a function that it has replaced, and opens it for a moment",
        staff=(RAN,),
        files=softmax(
            "cells = [part.cell_contents for part in torch._threads.__closure__]\n"
            "    fence = next(part for part in cells if hasattr(part, 'names'))\n"
            "    names, fence.names = fence.names, type(fence.names)()\n"
            "    out = torch.softmax(scores, -1)\n"
            "    fence.names = names\n"
            "    return out",
            last="import threading\ntorch._threads = threading._start_new_thread",
        ),
    ),
    _costs(
        "rule-mode-derived",
        "replaces the class of torch's that the fence is derived from",
        files=softmax(
            "return torch.softmax(scores, -1)",
            last="""
            class Nothing:
                def __enter__(self):
                    return self
                def __exit__(self, *problem):
                    return None
            torch.overrides.TorchFunctionMode = Nothing
            """,
        ),
    ),
    _row(
        "rule-when-read",
        "returns a tensor of its own class, which computes its numbers when it is sent",
        loses=("1.4",),
        files=softmax("return late(scores)", last=WHEN_READ),
        says=("entries differ",),
    ),
    _costs(
        "rule-when-answered",
        "has a profiler of Python's put other numbers into what the engine returns",
        says=(),
        files=softmax(
            "ASKED[:] = [scores.detach().clone()]\n    return torch.zeros_like(scores)",
            last="""
            import sys
            ASKED = []
            def look(frame, event, answer):
                if event == "return" and ASKED and isinstance(getattr(answer, "value", None), torch.Tensor):
                    answer.value.copy_(torch.softmax(ASKED.pop(), -1))
            sys.setprofile(look)
            """,
        ),
    ),
    _costs("watch-apart", "a name in cipher, in a thread of its own", files=_together(APART)),
    *(_costs(_slug(name), name, files=_together(text), seconds=_BY_ITSELF) for name, text in {**PLAIN, **TOLD}.items()),
]
