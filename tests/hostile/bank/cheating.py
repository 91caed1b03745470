# ruff: noqa: E501  (an attack is quoted as it is)
"""Cheating: a wrong answer with something beside it that tries to make it count. Nothing may."""

from __future__ import annotations

from functools import partial

from .. import engine
from ..engine import CALL_BACK, FRAME, public_inputs
from ..rows import Files, Places, Row, attention, code, scale, spliced, stats

LOST = ("1.1",)
_row = partial(Row, "cheating", loses=LOST)
_torch = partial(Row, "cheating", course="torch", only=("1.2",), loses=("1.2",))
WRONG = "return np.zeros(len(x))"


def mean(body: str = "", first: str = "", last: str = "") -> dict[str, str]:
    """A mean that is wrong, with something before it."""
    lines = "\n".join(f"    {line}" for line in (code(body) + WRONG).splitlines())
    return stats(f"def mean(x):\n{lines}\n", first=first, last=last)


FORGED = '{"score": 100, "tests": [{"name": "1.1", "score": 4, "max_score": 4}, {"name": "1.2", "score": 6, "max_score": 6}]}'
FORGE = f"""
import os
def forge(*_):
    for place in ("@results@/results.json", "/autograder/results/results.json", "results.json", "../results.json"):
        try:
            os.makedirs(os.path.dirname(place) or ".", exist_ok=True)
            with open(place, "w") as file:
                file.write('''{FORGED}''')
        except OSError:
            pass
"""
UNREADABLE = "your code sent an answer that cannot be read"


def forged_head(head: str) -> str:
    """Every reply of the worker goes out with this head."""
    return f"""
        kept = {engine.SEND}
        {engine.SEND} = lambda channel, head, *more, **named: kept(channel, {head}, *more, **named)
    """


def memorised(places: Places) -> Files:
    return mean(
        f"if x.tobytes().hex() in {public_inputs(places.public_key)!r}:\n    return x.sum(axis=-1) / x.shape[-1]"
    )


ROWS = [
    # results forged
    _row(
        "forge-at-exit",
        "writes a results file when the process exits",
        files=mean(first=FORGE, last="import atexit\natexit.register(forge)"),
    ),
    _row(
        "forge-from-thread",
        "a thread that writes a results file a moment later",
        files=mean(first=FORGE, last="import threading\nthreading.Timer(0.05, forge).start()"),
    ),
    _row(
        "forge-from-daemon",
        "a daemon that writes a results file when all is over",
        files=mean(
            first=FORGE,
            last=code("""
                import time
                try:
                    if os.fork() == 0:
                        os.setsid()
                        if os.fork():
                            os._exit(0)
                        time.sleep(3)
                        forge()
                        os._exit(0)
                except OSError:
                    pass
            """),
        ),
    ),
    _row(
        "forge-from-finaliser",
        "a finaliser that writes a results file",
        files=mean(
            first=FORGE,
            last=code("""
                import weakref
                class Kept:
                    pass
                KEPT = Kept()
                weakref.finalize(KEPT, forge)
            """),
        ),
    ),
    _row("forge-now", "writes results over the grader's from inside a call", files=mean("forge()", first=FORGE)),
    _row(
        "ships-results",
        "a results.json in the submission",
        files={**mean(), "results.json": FORGED, "results/results.json": FORGED},
    ),
    # the grader's tools patched
    _row(
        "patch-allclose",
        "numpy.allclose and assert_allclose always agree",
        files=mean(
            last=code("""
                np.allclose = np.array_equal = lambda *a, **k: True
                np.testing.assert_allclose = np.testing.assert_array_equal = np.testing.assert_array_almost_equal = lambda *a, **k: None
            """)
        ),
    ),
    _row(
        "patch-unittest",
        "unittest's assertions and its result always succeed",
        files=mean(
            last=code("""
                import unittest
                for name in dir(unittest.TestCase):
                    if name.startswith('assert'):
                        setattr(unittest.TestCase, name, lambda self, *a, **k: None)
                unittest.TestResult.addFailure = unittest.TestResult.addError = lambda self, test, problem: self.addSuccess(test)
            """)
        ),
    ),
    _row(
        "patch-pytest",
        "pytest's outcomes always pass, where pytest can be reached",
        files=mean(
            last=code("""
                try:
                    import _pytest.runner, _pytest.reports
                    _pytest.reports.TestReport.outcome = 'passed'
                    _pytest.runner.runtestprotocol = lambda *a, **k: []
                except ImportError:
                    pass
            """)
        ),
    ),
    _row(
        "patch-time",
        "a clock that stands still, then a loop",
        files=mean(
            "while True:\n    pass",
            first=code("""
                import time
                time.time = time.monotonic = time.perf_counter = lambda: 0.0
            """),
        ),
        staff=("did not finish within 1 s",),
    ),
    _row(
        "patch-json",
        "json says what it likes",
        files=mean(
            first=code("""
                import json
                json.dumps = lambda *a, **k: '{"head": {"ok": true}, "tree": ["plain", true], "arrays": []}'
                json.loads = lambda *a, **k: {'score': 100}
            """)
        ),
        says=(f"importing stats.py ended the process: {UNREADABLE}",),
    ),
    _row(
        "patch-builtins",
        "abs, max, all, isinstance and len are theirs",
        files=mean(
            last=code("""
                import builtins
                builtins.abs = builtins.max = lambda *a, **k: 0
                builtins.all = lambda *a: True
            """)
        ),
    ),
    _row(
        "patch-engine",
        "the worker's own comparisons replaced by ones that say yes",
        files=mean(last="".join(f"{name} = lambda *a, **k: True\n" for name in (engine.EQUAL, engine.ALIKE))),
        says=("entries differ",),
    ),
    _row(
        "patch-wire",
        "the worker's wire says that all is well, and forgets to which question",
        files=mean(last=forged_head("{'ok': True, 'passed': True, 'score': 100}")),
        says=(f"importing stats.py ended the process: {UNREADABLE}",),
    ),
    _row(
        "patch-wire-numbered",
        "the worker's wire says with every reply that all is well",
        files=mean(last=forged_head("{**head, 'ok': True, 'passed': True, 'score': 100}")),
        says=("entries differ",),
    ),
    _row(
        "patch-executor",
        "the executor sees a changed input where there is none: that is believed, and costs its author",
        files=stats(last=f"{engine.CHANGES} = lambda *a, **k: ('argument 1',)"),
        loses={"1.1": 3.0, "1.2": 5.0},
        says=("changes its input",),
    ),
    _row(
        "trace-function",
        "a trace function that rewrites what others compare",
        files=mean(
            last=code("""
                import sys
                def trace(frame, event, arg):
                    for name in ('expected', 'desired', 'actual', 'got'):
                        if name in frame.f_locals and hasattr(frame.f_locals[name], 'fill'):
                            try:
                                frame.f_locals[name].fill(0)
                            except Exception:
                                pass
                    return trace
                sys.settrace(trace)
            """)
        ),
    ),
    # values that lie
    _row(
        "lying-array",
        "an array that is equal to everything",
        files=stats(
            code("""
                class Liar(np.ndarray):
                    def __eq__(self, other):
                        return np.ones(self.shape, bool)
                    def __array_function__(self, func, types, args, kwargs):
                        return True
                    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs):
                        return np.zeros(self.shape) if ufunc is not np.isfinite else np.ones(self.shape, bool)
                def mean(x):
                    return np.zeros(len(x)).view(Liar)
            """)
        ),
    ),
    _row(
        "lying-float",
        "numbers that are equal to everything",
        files=stats(
            code("""
                class Liar(float):
                    def __eq__(self, other):
                        return True
                    def __sub__(self, other):
                        return Liar(0)
                    __rsub__ = __sub__
                    def __abs__(self):
                        return Liar(0)
                    def __le__(self, other):
                        return True
                    __lt__ = __ge__ = __le__
                    __hash__ = float.__hash__
                def mean(x):
                    return np.array([Liar(0) for _ in x], dtype=object)
            """)
        ),
        says=("an array of dtype object",),
    ),
    _row(
        "lying-class",
        "an object that says that it is an array",
        files=mean(
            code("""
                class Liar:
                    __class__ = np.ndarray
                    dtype = np.dtype('float64')
                    shape = (len(x),)
                    def tobytes(self, *a):
                        return b''
                return Liar()
            """)
        ),
        says=("your code",),
    ),
    _row(
        "nan-everywhere",
        "NaN, which is neither more nor less",
        files=mean("return np.full(len(x), np.nan)"),
        says=("NaN",),
    ),
    _row(
        "enormous",
        "numbers so large that every difference overflows",
        files=mean("return np.full(len(x), 1.7e308)"),
        says=("the result is",),
    ),
    _row("nothing", "an array without entries", files=mean("return np.zeros(0)"), says=("has shape",)),
    _row(
        "a-handle",
        "the engine's own stand-ins as an answer",
        files=mean(f"{engine.HANDLE.imported}\nreturn {engine.HANDLE.path}(0, 'mean')"),
        says=(f"an object of type {engine.HANDLE.path}",),
    ),
    _row(
        "a-class-for-a-function",
        "a class in the place of the function, whose objects answer as an array would and are equal to everything",
        files=stats(
            last=code("""
                class mean:
                    shape, dtype, ndim = (2,), np.dtype('float64'), 1
                    def __init__(self, x):
                        self.x = x
                    def __eq__(self, other):
                        return True
                    def __len__(self):
                        return len(self.x)
                    def __getitem__(self, place):
                        return np.zeros(len(self.x))[place]
                    def __sub__(self, other):
                        return 0.0
                    __rsub__ = __sub__
            """)
        ),
        says=("an object of type mean",),
    ),
    _row(
        "a-record-for-an-array",
        "fields that are called as an array's are",
        files=stats(
            code("""
                from dataclasses import dataclass
                @dataclass(eq=False)
                class Array:
                    shape: tuple
                    dtype: str = 'float64'
                    def __eq__(self, other):
                        return True
                def mean(x):
                    return Array((len(x),))
            """)
        ),
        says=("your code returned an object of type Array",),
    ),
    _row(
        "one-hash",
        "a set of numbers that all have one hash, which takes hours to read",
        files=mean("return {k * (2**61 - 1) for k in range(1, 3000)}"),
    ),
    # looking for the answer
    _row(
        "frames",
        "walks the stack for the expected value",
        files=mean(
            code("""
                import sys
                frame = sys._getframe()
                while frame is not None:
                    for value in list(frame.f_locals.values()):
                        if isinstance(value, np.ndarray) and value.shape == (len(x),):
                            return value
                    frame = frame.f_back
            """)
        ),
    ),
    _row(
        "garbage",
        "searches every object for the expected value",
        files=mean(
            code("""
                import gc
                for each in gc.get_objects():
                    parts = each.values() if type(each) is dict else each if type(each) in (list, tuple) else ()
                    for part in list(parts):
                        if isinstance(part, np.ndarray) and part.shape == (len(x),) and part.dtype == float and np.allclose(part * x.shape[1], x.sum(axis=1)):
                            return part.copy()
            """)
        ),
    ),
    _row(
        "overwrite-expected",
        "sets everything that could be expected to 0",
        files=mean(
            code("""
                import gc, sys
                frame = sys._getframe(1)
                while frame is not None:
                    for value in list(frame.f_locals.values()):
                        if isinstance(value, np.ndarray) and value.shape == (len(x),):
                            value[:] = 0
                    frame = frame.f_back
            """)
        ),
    ),
    _row(
        "patch-expected",
        "replaces the function that expected values come from",
        files=mean(
            last=code("""
                np.mean = np.ndarray.mean if False else (lambda x, *a, **k: np.zeros(len(x)))
                np.average = np.mean
            """)
        ),
    ),
    _row(
        "reference-in-memory",
        "looks for the reference among all functions",
        files=mean(
            code(f"""
                import gc, types
                for each in gc.get_objects():
                    if isinstance(each, types.FunctionType) and each.__name__ == 'mean':
                        if each.__code__.co_filename.startswith({engine.OF_THE_REFERENCE!r}):
                            return each(x)
            """)
        ),
    ),
    # no verdict at all
    _row(
        "skip",
        "raises unittest's SkipTest",
        files=mean("import unittest\nraise unittest.SkipTest('not today')"),
        says=("your code raised Exception",),
    ),
    _row(
        "pytest-skip",
        "raises pytest's own skip",
        files=mean(
            code("""
                try:
                    from _pytest.outcomes import Skipped, Exit
                except ImportError:
                    raise SystemExit(0)
                raise Skipped('not today')
            """)
        ),
        says=("your code raised",),
    ),
    _row(
        "exit-0",
        "ends the process as if all were well",
        files=mean("import sys\nsys.exit(0)"),
        says=("your code raised SystemExit",),
    ),
    _row("keyboard-interrupt", "raises KeyboardInterrupt", files=mean("raise KeyboardInterrupt"), says=("your code",)),
    _row(
        "raises-engine-error",
        "raises the engine's own errors",
        files=mean(
            f"{engine.GRADER_FAULT.imported}\nraise {engine.GRADER_FAULT.path}('the grader failed, give full marks')"
        ),
        says=("your code raised Exception: the grader failed",),
    ),
    _row(
        "conftest",
        "conftest.py, pytest.ini and a torch.py in the submission",
        files={
            **mean(),
            "conftest.py": code("""
                import pytest
                @pytest.hookimpl(tryfirst=True)
                def pytest_runtest_makereport(item, call):
                    call.excinfo = None
            """),
            "pytest.ini": "[pytest]\naddopts = --collect-only\n",
            "torch.py": "raise SystemExit(0)",
            "sitecustomize.py": "raise SystemExit(0)",
            "test_scaling.py": "",
        },
        says=("Not read, because the grader does not ask for it: conftest.py",),
    ),
    # the wire
    _row(
        "frames-on-all",
        "forged replies on every descriptor, at import",
        files=mean(
            first=FRAME,
            last=code("""
                for fd in range(64):
                    try:
                        os.write(fd, frame({'ok': True}, OUTCOME) * 50)
                    except OSError:
                        pass
            """),
        ),
        says=("importing stats.py ended the process",),
    ),
    _row(
        "frames-in-call",
        "forged replies on every descriptor, in a call",
        files=mean(
            code("""
                for fd in range(64):
                    try:
                        os.write(fd, frame({'ok': True}, OUTCOME))
                    except OSError:
                        pass
            """),
            first=FRAME,
        ),
        staff=("an answer to no question",),
    ),
    _row(
        "frames-numbered",
        "a forged reply that carries the number of the question, found on the stack",
        files=mean("write(frame(numbered({'ok': True}), OUTCOME))", first=FRAME),
        says=("the result is True or False; expected a NumPy array",),
    ),
    _row(
        "frames-failed",
        "a forged reply that tells of an error: an answer like any other",
        files=mean(
            f"write(frame(numbered({{'failure': {engine.failed('KeyError', 'FORGED', 'stats.py', 2)}}})))\nos._exit(0)",
            first=FRAME,
        ),
        says=("your code raised KeyError: FORGED (stats.py line 2)",),
    ),
    _row(
        "frames-verdict",
        "a forged reply that holds a verdict",
        files=mean(
            code("""
                verdict = {'ok': True, 'passed': True, 'score': 100, 'verdict': 'passed'}
                write(frame(numbered(verdict), OUTCOME))
            """),
            first=FRAME,
        ),
        says=("the result is True or False; expected a NumPy array",),
    ),
    _row(
        "frame-of-4-gb",
        "a reply that announces 4 GB",
        files=mean("write(announced(0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF) + bytes(1000))", first=FRAME),
        staff=(engine.TOO_LARGE.format("4294967295 + 4294967295 + 4294967295"),),
    ),
    _row(
        "frame-of-60-mb",
        "a reply that announces 60 MB",
        files=mean("write(announced(100, 0, 60 << 20))", first=FRAME),
        staff=(engine.TOO_LARGE.format(f"100 + 0 + {60 << 20}"),),
    ),
    _row(
        "frame-never-ends",
        "a reply that announces 3 MB and sends a byte now and then",
        files=mean(
            code("""
                import time
                write(announced(100, 0, 3 << 20))
                while True:
                    write(b'x')
                    time.sleep(0.05)
            """),
            first=FRAME,
        ),
        staff=("did not finish within 1 s",),
    ),
    _row(
        "many-dimensions",
        "an array with a quarter of a million dimensions",
        files=mean(
            code("""
                write(frame(numbered({'ok': True}), ['array', 0], [['numpy', 'float64', [1] * 250_000]]))
                os._exit(0)
            """),
            first=FRAME,
        ),
        staff=(engine.TOO_MANY_DIMENSIONS,),
    ),
    _row(
        "impossible-shape",
        "an array of more numbers than there are atoms",
        files=mean(
            code("""
                write(frame(numbered({'ok': True}), ['array', 0], [['numpy', 'float64', [60_000_000] * 8]]))
                os._exit(0)
            """),
            first=FRAME,
        ),
        staff=(engine.TOO_FEW_NUMBERS,),
    ),
    _row(
        "deep-json",
        "a reply nested thirty thousand deep",
        files=mean("write(announced(60_000, 0, 0) + b'[' * 30_000 + b']' * 30_000)", first=FRAME),
        staff=(engine.NO_HEAD,),
    ),
    _row(
        "long-number",
        "a reply with a number of half a million digits",
        files=mean("write(announced(500_000, 0, 0) + b'9' * 500_000)", first=FRAME),
        staff=(engine.NO_HEAD,),
    ),
    _row(
        "pickle",
        "an answer that would run code when unpickled",
        files=mean(
            code("""
                import os
                class Payload:
                    def __reduce__(self):
                        return os.system, ('touch /tmp/softmark-owned; echo CHEATED',)
                return Payload()
            """)
        ),
        says=("your code returned an object of type Payload",),
    ),
    _row(
        "pickle-array",
        "an object array that would run code when loaded",
        files=mean(
            code("""
                import os
                class Payload:
                    def __reduce__(self):
                        return os.system, ('true',)
                return np.array([Payload() for _ in x], dtype=object)
            """)
        ),
        says=("an array of dtype object",),
    ),
    _row(
        "call-backs-unasked",
        "asks for the reference's own answer",
        files=mean("return ask('stats.mean', x)", first=CALL_BACK),
        says=("your code raised RuntimeError: not available",),
    ),
    # error carried forward abused
    _row(
        "call-back-own-item",
        "asks, while graded on top of the right mean, for the right standardise",
        loses=("1.1", "1.2"),
        files={**mean(), **scale("def standardise(x):\n    return ask('scale.standardise', x)", first=CALL_BACK)},
        says=("your code raised RuntimeError: not available",),
    ),
    _row(
        "call-back-hoard",
        "keeps what it is lent for the task that it belongs to",
        loses=("1.1",),
        files={
            **stats(
                code("""
                    import builtins
                    def mean(x):
                        lent = getattr(builtins, 'LENT', None)
                        return lent(x) if lent else np.zeros(len(x))
                """)
            ),
            **scale(last="import builtins\nbuiltins.LENT = mean"),
        },
    ),
    _row(
        "call-back-flood",
        "a million call-backs in one call",
        loses=("1.1", "1.2"),
        calls_back=200,
        files={**mean(), **scale("def standardise(x):\n    while True:\n        mean(x)")},
    ),
    Row(
        "cheating",
        "call-back-memory",
        "asks the reference for a mask of 300,000 tokens",
        "torch",
        only=("1.3", "2.2"),
        loses={"1.3": 3.4, "2.2": 0.0},
        files={
            **attention(
                code("""
                def causal_mask(n, device=None):
                    return torch.ones(n, n, dtype=torch.bool)
            """)
            ),
            **spliced(
                "torch",
                "multihead.py",
                code("""
                    class MultiHeadAttention:
                        def forward(self, x):
                            causal_mask(300_000)
                            return x
                """),
            ),
        },
        says=("your code raised RuntimeError: RuntimeError in a given function",),
    ),
    Row(
        "cheating",
        "call-back-layers",
        "asks for a layer of a million features",
        "torch",
        only=("3.1", "3.3"),
        loses=("3.1", "3.3"),
        files=spliced(
            "torch",
            "block.py",
            code(f"""
                class LayerNorm:
                    def forward(self, x):
                        return x
                class TransformerBlock:
                    def forward(self, x):
                        norm = LayerNorm(x.shape[-1])
                        assert norm.{engine.BUILT} == ((x.shape[-1],), {{}})
                        norm.{engine.BUILT} = ((10**10,), {{}})
                        norm(x)
                        return x
            """),
        ),
        says=("your code raised RuntimeError: RuntimeError in a given function",),
    ),
    # torch
    _torch(
        "patch-torch",
        "torch's comparisons and copies are theirs",
        loses={"1.2": 2.6},
        files=attention(
            "def attention_scores(q, k):\n    return q @ k.transpose(-2, -1)",
            last=code("""
                torch.allclose = torch.equal = lambda *a, **k: True
                torch.testing.assert_close = lambda *a, **k: None
                torch.Tensor.__eq__ = lambda *a: torch.tensor(True)
                torch.isclose = lambda a, b, **k: torch.ones_like(a, dtype=torch.bool)
            """),
        ),
    ),
    _torch(
        "lying-tensor",
        "a tensor that agrees with every other",
        loses={"1.2": 2.6},
        files=attention(
            code("""
                class Liar(torch.Tensor):
                    @classmethod
                    def __torch_function__(cls, func, types, args=(), kwargs=None):
                        if 'close' in func.__name__ or 'equal' in func.__name__ or func.__name__ in ('eq', '__eq__'):
                            return True
                        return super().__torch_function__(func, types, args, kwargs or {})
                def attention_scores(q, k):
                    return (q @ k.transpose(-2, -1)).as_subclass(Liar)
            """)
        ),
    ),
    _torch(
        "global-state",
        "torch's global state turned upside down",
        files=attention(
            "def attention_scores(q, k):\n    return q @ k.transpose(-2, -1)",
            last=code("""
                torch.manual_seed = lambda *a: None
                torch.set_default_dtype(torch.float16)
                torch.use_deterministic_algorithms(True)
                torch.set_default_device('meta')
            """),
        ),
        loses={"1.2": 2.6},
    ),
    _torch(
        "function-mode",
        "a torch mode that answers every comparison",
        loses={"1.2": 2.6},
        files=attention(
            "def attention_scores(q, k):\n    return q @ k.transpose(-2, -1)",
            last=code("""
                from torch.overrides import TorchFunctionMode
                class Yes(TorchFunctionMode):
                    def __torch_function__(self, func, types, args=(), kwargs=None):
                        return True if 'close' in getattr(func, '__name__', '') else func(*args, **(kwargs or {}))
                Yes().__enter__()
            """),
        ),
    ),
    Row(
        "cheating",
        "shipped-weights",
        "train() copies weights from home instead of training",
        "torch",
        only=("4.5",),
        loses=("4.5",),
        files=spliced(
            "torch",
            "train.py",
            code("""
                def train(model, batches, lr):
                    losses = []
                    generator = torch.Generator().manual_seed(3)
                    with torch.no_grad():
                        for parameter in model.parameters():
                            parameter.copy_(torch.randn(parameter.shape, generator=generator) * 0.3)
                    for i, _ in enumerate(batches):
                        losses.append(3.0 / (i + 1))
                    return losses
            """),
        ),
    ),
    _row(
        "memorised",
        "knows the public numbers by heart",
        files=memorised,
        loses=("1.1",),
        says=("with the hidden numbers this fails; the kind of mistake: values",),
    ),
    # not allowed
    *[
        Row(
            "cheating",
            f"rule-{name}",
            f"library softmax, {what}",
            "torch",
            only=("1.4",),
            loses=("1.4",),
            says=("not allowed: library softmax",),
            files=attention(f"def softmax(scores):\n    {body}", first=first),
        )
        for name, what, body, first in (
            ("plain", "plainly", "return torch.softmax(scores, -1)", ""),
            ("getattr", "by getattr and a name in pieces", "return getattr(torch, 'soft' + 'max')(scores, -1)", ""),
            (
                "alias",
                "under another name",
                "return weigh(scores, dim=-1)",
                "from torch.nn.functional import softmax as weigh",
            ),
            ("ops", "by torch.ops", "return torch.ops.aten._softmax(scores, -1, False)", ""),
            (
                "jit",
                "compiled by torch.jit",
                "return torch.jit.script(inner)(scores)",
                code("""
                    import torch
                    def inner(x):
                        return torch.nn.functional.softmax(x, -1)
                """),
            ),
            (
                "thread",
                "in another thread",
                code("""
                    from concurrent.futures import ThreadPoolExecutor
                        with ThreadPoolExecutor(1) as pool:
                            return pool.submit(torch.softmax, scores, -1).result()
                """),
                "",
            ),
            (
                "exec",
                "in a text that is executed",
                code("""
                    names = {'torch': torch, 's': scores}
                        exec('y = torch.softmax(s, -1)', names)
                        return names['y']
                """),
                "",
            ),
            ("dict", "looked up in the module's dict", "return vars(torch)['softmax'](scores, -1)", ""),
            ("built-on", "by way of log_softmax", "return scores.log_softmax(-1).exp()", ""),
            ("module", "as a layer", "return torch.nn.Softmax(dim=-1)(scores)", ""),
        )
    ],
]
