# ruff: noqa: E501  (an attack is quoted as it is)
"""Library softmax past what the engine has in the worker itself: its functions replaced, its moments waited for.

The fence cannot hold what shares its process; then staff are told.
"""

from __future__ import annotations

from functools import partial

from ..engine import RAN, REPLACED, STOP, WATCH
from ..rows import Row
from .rules import softmax

_told = partial(Row, "cheating", course="torch", only=("1.4",))
_softmax = partial(_told, loses=("1.4",), says=("not allowed: library softmax",))

LATE = """
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

ROWS = [
    _told(
        "watch-replaced",
        "replaces the fence's own function, and the one that watches besides",
        staff=(REPLACED,),
        files=softmax(
            "return torch.softmax(scores, -1)",
            last=f"{STOP} = lambda *a, **k: None\n{WATCH} = lambda self, run, forbidden: (run(), [])",
        ),
    ),
    _told(
        "watch-rewritten",
        "leaves the fence's function where it is, and gives it other code",
        staff=(REPLACED,),
        files=softmax(
            "return torch.softmax(scores, -1)",
            last=f"{STOP}.__code__ = (lambda *a, **k: None).__code__\n"
            f"{WATCH}.__code__ = (lambda self, run, forbidden: (run(), [])).__code__",
        ),
    ),
    _told(
        "watch-opened",
        "finds the fence behind a function that it has replaced, and opens it for a moment",
        staff=(RAN,),
        files=softmax(
            "fence = next(part.cell_contents for part in torch._threads.__closure__ if hasattr(part.cell_contents, 'names'))\n"
            "    names, fence.names = fence.names, type(fence.names)()\n"
            "    out = torch.softmax(scores, -1)\n"
            "    fence.names = names\n"
            "    return out",
            last="import threading\ntorch._threads = threading._start_new_thread",
        ),
    ),
    _told(
        "watch-from-our-file",
        "runs code that says it stands in the engine's own file",
        staff=(RAN,),
        files=softmax(
            "return SPACE['soft'](scores)",
            last=f"""
            SPACE = {{"torch": torch}}
            FILE = {STOP}.__code__.co_filename
            exec(compile("def soft(x):\\n    return torch.softmax(x, -1)", FILE, "exec"), SPACE)
            """,
        ),
    ),
    _softmax(
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
    _told(
        "rule-when-read",
        "returns a tensor of its own class, which computes its numbers when it is sent",
        loses=("1.4",),
        files=softmax("return late(scores)", last=LATE),
        says=("entries differ",),
    ),
    _softmax(
        "rule-when-answered",
        "has a profiler of Python's put other numbers into what the engine returns",
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
]
