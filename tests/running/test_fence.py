"""What a fence stops and what it lets through: every hidden spelling of the hostile bank, and honest code beside it."""

import _thread
import builtins
import linecache
import os
import signal
import sys
import threading
import warnings
from contextlib import suppress
from itertools import product
from pathlib import Path

import pytest

from softmark.checks.errors import NotAllowed, StudentFailure
from softmark.checks.module_names import empty_module
from softmark.checks.request import Request
from softmark.content.rubric_reader import load_rubric
from softmark.running.execute import Executor
from softmark.running.fence import STARTS, Fence
from softmark.running.fence_torch import SWITCH
from tests.hostile.bank import cheating, layers, rules, spellings
from tests.hostile.rows import reference
from tests.running.honest_code import HONEST, HONEST_NORMS

torch = pytest.importorskip("torch")
np = pytest.importorskip("numpy")

ROOT = Path(__file__).resolve().parents[2]
RUBRIC = load_rubric(ROOT / "autograder" / "rubric.yaml")
EVERYTHING = [call for rule in RUBRIC.rules.values() for call in rule.calls]
SCORES = torch.linspace(-2, 3, 24).reshape(2, 3, 4)


def forbidden(task):
    (item,) = [item for item in RUBRIC.items if item.id == task]
    return [call for name in item.not_allowed for call in RUBRIC.rules[name].calls]


@pytest.fixture
def world(monkeypatch, tmp_path):
    """Imports files as a worker does, behind a fence; what they and the fence leave in this process is undone."""
    for home, name in product((_thread, threading), STARTS):
        if hasattr(home, name):
            monkeypatch.setattr(home, name, getattr(home, name))
    for home, name in (
        *((torch._C, SWITCH), (warnings, "showwarning"), (np, "logaddexp"), (np, "logaddexp2"), (np, "mean")),
        *((builtins, name) for name in ("eval", "exec", "sorted")),
        *((sys, name) for name in ("breakpointhook", "displayhook", "meta_path", "seen") if hasattr(sys, name)),
    ):
        monkeypatch.setattr(home, name, getattr(home, name))
    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path])
    monkeypatch.setattr(threading.main_thread(), "_daemonic", True)  # nobody waits for the threads of an answer
    monkeypatch.setenv("PYTHONBREAKPOINT", "")
    monkeypatch.syspath_prepend(ROOT / "assignment")
    fence = Fence()

    def made(files, rules=EVERYTHING):
        fence.own = frozenset(files)
        fence.surround(rules)
        modules = {}
        for file, text in files.items():
            name = file.removesuffix(".py")
            module = modules[name] = empty_module(name)
            module.__file__ = str(tmp_path / file)
            monkeypatch.setitem(sys.modules, name, module)
            linecache.cache[module.__file__] = (len(text), None, text.splitlines(keepends=True), module.__file__)
            exec(compile(text, module.__file__, "exec"), vars(module))
        return fence, Executor(modules, own_files=fence.own)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a hit in a thread interrupts who waits for it
    yield made
    signal.signal(signal.SIGINT, before)
    sys.setprofile(None)
    torch.jit._state.enable()
    torch.autograd._enable_record_function(True)
    if hasattr(torch.Tensor, "rows"):
        del torch.Tensor.rows
    os.environ.pop("PYTHONBREAKPOINT", None)


def hit(world, files, target, *args, task="1.4", times=1):
    """The failure of the fence, or None."""
    fence, executor = world(files)
    with suppress(StudentFailure):
        for _ in range(times):
            with fence.closed(forbidden(task)):
                executor.perform(Request("call", target, args))
    return fence.hit


def softmax_row(row):
    return row.only == ("1.4",) and not isinstance(row.files, type(lambda: None))


SPELLINGS = {
    **spellings.PLAIN,
    **spellings.TOLD,
    "off": spellings.OFF,
    "later": spellings.LATER,
    "apart": spellings.APART,
}
ROWS = {
    row.name: row
    for row in [*rules.ROWS, *(row for row in cheating.ROWS if "not allowed: library softmax" in row.says)]
    if softmax_row(row)
}
NOT_STOPPED = {
    "rule-patched-library": "raises a TypeError by itself: a builtin that is put into a class is no method",
    "watch-in-c": "computes in a thread of C's: staff are told of the C",
    "watch-raises": "raises where anybody looks on, and so in every check",
    "watch-detected": "computes by hand where anybody looks on, and so in every check: its answers are right",
    "seen-in-every-file": "honest",
    "right-but-suspicious": "honest",
}


def slowly(names, dear):
    """One of them takes many seconds: it is for `make test-all`."""
    return [pytest.param(name, marks=pytest.mark.slow) if name == dear else name for name in names]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_every_hidden_spelling_of_a_library_softmax_is_stopped_in_a_line_of_the_student(world, spelling):
    found = hit(world, {"attention.py": spellings.source(SPELLINGS[spelling])}, "attention.softmax", SCORES, times=4)
    assert found.call in ("torch.softmax", "torch.special.softmax")
    assert found.line.startswith("attention.py line ")


@pytest.mark.parametrize("name", slowly(ROWS, "names-flooded"))
def test_so_is_every_row_of_the_bank_or_it_earns_nothing(world, name):
    files = {"attention.py": ROWS[name].files["attention.py"]}
    found = hit(world, files, "attention.softmax", SCORES)
    assert (found is None) == (name in NOT_STOPPED)
    if name in ("rule-patched-library", "watch-raises"):
        fence, executor = world(files)
        with pytest.raises(StudentFailure), fence.closed(forbidden("1.4")):
            executor.perform(Request("call", "attention.softmax", (SCORES,)))


@pytest.mark.parametrize("row", layers.ROWS, ids=lambda row: row.name)
def test_library_norms_and_layers_are_stopped(world, row):
    text = {**reference("torch"), **row.files}
    fence, executor = world({name: text[name] for name in reference("torch")})
    target, given, asked = {
        "3.1": ("block.LayerNorm", (4,), SCORES),
        "3.3": ("block.TransformerBlock", (4, 2, 8), SCORES),
        "4.2": ("lm.TransformerLM", (5, 6, 4, 2, 1, 8), torch.tensor([[0, 1, 2]])),
    }[row.only[0]]
    made = executor.perform(Request("call", target, given)).value
    with pytest.raises(NotAllowed) as found, fence.closed(forbidden(row.only[0])):
        executor.perform(Request("call", f"#{made.number}", (asked,)))
    assert found.value.line.startswith("block.py line ")


@pytest.mark.parametrize("name", ["rule-behind-another-task", "rule-behind-a-given-name"])
def test_attention_behind_another_function_is_stopped_where_it_is_called(world, name):
    (row,) = [row for row in rules.ROWS if row.name == name]
    fence, executor = world({**reference("torch"), **row.files})
    with pytest.raises(NotAllowed) as found, fence.closed(forbidden(row.only[0])):
        if row.only == ("1.6",):
            mask = torch.ones(3, 3, dtype=torch.bool).tril()
            executor.perform(Request("call", "attention.attend", (SCORES, SCORES, SCORES, mask)))
        else:
            made = executor.perform(Request("call", "multihead.MultiHeadAttention", (4, 2))).value
            executor.perform(Request("call", f"#{made.number}", (SCORES,)))
    assert found.value.call == "torch.nn.functional.scaled_dot_product_attention"


@pytest.mark.parametrize("what", slowly(HONEST, "torch.compile, switched off"))
def test_honest_code_that_comes_close_keeps_everything(world, what):
    fence, executor = world({"attention.py": HONEST[what]})
    for op in ("call", "observe"):
        with fence.closed(forbidden("1.4")):
            answer = executor.perform(Request(op, "attention.softmax", (SCORES,))).value
        assert torch.allclose(answer, torch.softmax(SCORES, -1))


@pytest.mark.parametrize("what", HONEST_NORMS)
def test_so_does_an_honest_norm(world, what):
    fence, executor = world({"block.py": HONEST_NORMS[what]})
    with fence.closed(forbidden("3.1")):
        answer = executor.perform(Request("call", "block.norm", (SCORES,))).value
    assert torch.allclose(answer, torch.nn.functional.layer_norm(SCORES, (4,)), atol=1e-5)


CALLED_BACK = {
    "a subclass of Tensor": """
class Mine(torch.Tensor):
    @classmethod
    def __torch_function__(cls, function, types, args=(), kwargs=None):
        return torch.softmax(args[0].as_subclass(torch.Tensor), -1)
def softmax(scores):
    return scores.as_subclass(Mine) + 1
""",
    "a function for each number": """
def softmax(scores):
    answers = []
    torch.ones(1).apply_(lambda number: answers.append(torch.softmax(scores, -1)) or number)
    return answers[0]
""",
    "a hook of a gradient": """
def softmax(scores):
    answers, one = [], torch.ones(1, requires_grad=True)
    one.register_hook(lambda gradient: answers.append(torch.softmax(scores, -1)))
    (one * 1).sum().backward()
    return answers[0]
""",
    "an index that is worked out": """
def softmax(scores):
    answers = []
    class Place:
        def __index__(self):
            answers.append(torch.softmax(scores, -1))
            return 0
    torch.ones(2)[Place()]
    return answers[0]
""",
    "numbers that are worked out": """
def softmax(scores):
    answers = []
    class Numbers:
        def __len__(self):
            return 1
        def __getitem__(self, place):
            answers.append(torch.softmax(scores, -1))
            return 1.0
    torch.tensor(Numbers())
    return answers[0]
""",
    "the switch, taken when the file is imported": """
from torch._C import DisableTorchFunction as quietly
def softmax(scores):
    with quietly():
        return torch.softmax(scores, -1)
""",
    "a graph that was traced when the file was imported": """
traced = torch.jit.trace(torch.nn.Softmax(-1), torch.ones(2, 3))
def softmax(scores):
    return traced(scores)
""",
    "another library": """
import numpy
add = numpy.logaddexp
def softmax(scores):
    x = scores.numpy()
    return torch.from_numpy(numpy.exp(x - add.reduce(x, axis=-1, keepdims=True)))
""",
    "a library function that makes many answers": """
def softmax(scores):
    return torch.distributions.Categorical(logits=scores).probs
""",
    "a call whose failure is caught": """
def softmax(scores):
    try:
        return torch.softmax(scores, -1)
    except BaseException:
        e = torch.exp(scores - scores.amax(-1, keepdim=True))
        return e / e.sum(-1, keepdim=True)
""",
    "a finaliser": """
def softmax(scores):
    answers = []
    class Last:
        def __del__(self):
            answers.append(torch.softmax(scores, -1))
    Last()
    return answers[0]
""",
    "a library's own thread": """
from concurrent.futures import ThreadPoolExecutor
def softmax(scores):
    return ThreadPoolExecutor(1).submit(torch.softmax, scores, -1).result()
""",
    "a thread that the answer does not wait for well": """
import _thread
def softmax(scores):
    answers = []
    _thread.start_new_thread(torch.nn.Softmax(-1), (scores,))
    while not answers:
        pass
""",
}


@pytest.mark.filterwarnings(
    "ignore::pytest.PytestUnhandledThreadExceptionWarning", "ignore::pytest.PytestUnraisableExceptionWarning"
)
@pytest.mark.parametrize("way", CALLED_BACK)
def test_what_a_library_calls_back_is_the_student_s_too(world, way):
    found = hit(world, {"attention.py": f"import torch\n{CALLED_BACK[way]}"}, "attention.softmax", SCORES)
    assert found.line.startswith("attention.py line ")


@pytest.mark.parametrize(
    "text", ["softmax = torch.nn.Softmax(-1)", "import functools\nsoftmax = functools.partial(torch.softmax, dim=-1)"]
)
def test_a_library_function_in_the_place_of_the_task_s_is_stopped_though_no_line_calls_it(world, text):
    found = hit(world, {"attention.py": f"import torch\n{text}\n"}, "attention.softmax", SCORES)
    assert (found.call, found.line) == ("torch.softmax", None)


def test_a_hit_says_what_is_called_and_where_and_without_hidden_numbers_neither(world):
    text = "import torch\ndef softmax(scores):\n    return scores.softmax(-1)\n"
    found = hit(world, {"attention.py": text}, "attention.softmax", SCORES)
    assert found.public() == "attention.py line 3 calls torch.softmax"
    assert found.safe() == "your code calls what this task may not"


def test_other_tasks_and_the_import_cost_nothing(world):
    text = "import torch\nTABLE = torch.softmax(torch.ones(3), -1)\ndef softmax(x):\n    return torch.softmax(x, -1)\n"
    fence, executor = world({"attention.py": text})
    with fence.closed([]):
        executor.perform(Request("call", "attention.softmax", (SCORES,)))
    with fence.closed(forbidden("3.1")):
        executor.perform(Request("call", "attention.softmax", (SCORES,)))
    assert fence.hit is None


PYTHON = {
    "by its name": ("builtins.eval", "def f(t):\n    return eval(t)", True),
    "under another name": ("builtins.eval", "way = eval\ndef f(t):\n    return way(t)", True),
    "of the module": ("builtins.eval", "import builtins\ndef f(t):\n    return vars(builtins)['ev' + 'al'](t)", True),
    "in a table": ("builtins.eval", "T = {'a': eval}\ndef f(t):\n    return T['a'](t)", True),
    "handed to map": ("builtins.eval", "def f(t):\n    return next(map(eval, [t]))", True),
    "in a text": ("builtins.eval", "exec('def f(t): return eval(t)')", True),
    "inside a library": (
        "builtins.eval",
        "from collections import namedtuple\ndef f(t):\n    return namedtuple('P', 'x')(3).x",
        False,
    ),
    "never": ("builtins.eval", "def evaluate(t):\n    return 3\ndef f(t):\n    return evaluate(t)", False),
    "a class": (
        "collections.Counter",
        "from collections import Counter\ndef f(t):\n    return Counter([t])[t] + 2",
        True,
    ),
    "a class of a module": (
        "collections.Counter",
        "import collections as c\ndef f(t):\n    return c.Counter(t)['3'] + 2",
        True,
    ),
    "a class that is asked for": (
        "collections.Counter",
        "from collections import Counter\ndef f(t: Counter[str]):\n    return 4 if isinstance(t, Counter) else 3",
        False,
    ),
    "a function of NumPy": ("numpy.mean", "from numpy import mean\ndef f(t):\n    return mean([3])", True),
    "handed to NumPy": (
        "numpy.mean",
        "import numpy as np\ndef f(t):\n    return np.apply_along_axis(np.mean, 0, [3.0])",
        True,
    ),
    "a method of NumPy": ("ndarray.mean", "import numpy as np\ndef f(t):\n    return np.array([3]).mean()", True),
    "a method in a helper": (
        "ndarray.mean",
        "import numpy as np\ndef f(t):\n    return g(np.array([3]))\ndef g(x):\n    y = x\n    return x.mean()",
        True,
    ),
    "a method by its name": (
        "ndarray.mean",
        "import numpy as np\ndef f(t):\n    return getattr(np.array([3]), 'mean')()",
        True,
    ),
    "a method of an own class": (
        "ndarray.mean",
        "class A:\n    def mean(self):\n        return 3\n    g = lambda self: self.mean()\nf = lambda t: A().g()",
        False,
    ),
    "a method in a function that nobody calls": (
        "ndarray.mean",
        "def g(x):\n    return x.mean()\ndef f(t):\n    return 3",
        False,
    ),
    "a function of another module": (
        "ndarray.mean",
        "import statistics\ndef f(t):\n    return statistics.mean([3])",
        False,
    ),
    "a product of matrices": (
        "numpy.matmul",
        "import numpy as np\ndef f(t):\n    a = np.array([1])\n    return (a @ a) * 3",
        True,
    ),
    "a decorator of the same line": (
        "list.sort",
        "import numpy\ndef d(f): return f\n@d\ndef f(t):\n    [].sort()\n    return 3",
        True,
    ),
}


@pytest.mark.parametrize("way", PYTHON)
def test_functions_and_methods_without_torch(world, monkeypatch, way):
    entry, text, stopped = PYTHON[way]
    home, _, name = entry.rpartition(".")
    if home in sys.modules:
        monkeypatch.setattr(sys.modules[home], name, getattr(sys.modules[home], name))
    fence, executor = world({"box.py": text + "\n"}, [entry])
    assert executor.perform(Request("call", "box.f", ("3",))).value == 3
    if not stopped:
        with fence.closed([entry]):
            assert executor.perform(Request("call", "box.f", ("3",))).value == 3
        return
    with pytest.raises(NotAllowed) as found, fence.closed([entry]):
        executor.perform(Request("call", "box.f", ("3",)))
    assert found.value.call == entry
    assert found.value.line is None if way == "in a text" else found.value.line.startswith("box.py line ")


def test_the_line_of_a_method_is_where_it_stands(world):
    text = "def f(x):\n    y = 3\n    return sum(\n        [x.mean()]\n    )\n"
    fence, executor = world({"box.py": text}, ["ndarray.mean"])
    with pytest.raises(NotAllowed) as found, fence.closed(["ndarray.mean"]):
        executor.perform(Request("call", "box.f", (np.ones(2),)))
    assert found.value.line == "box.py line 4"


def test_what_the_engine_does_for_itself_is_nobody_s_call(world):
    rule = ["torch.sum", "torch.cos", "torch.clone", "torch.detach", "torch.arange", "torch.autograd.grad"]
    fence, executor = world({"box.py": "def f(x):\n    return x * 2\n"}, rule)
    with fence.closed(rule):
        for op in ("call", "observe", "grad"):
            executor.perform(Request(op, "box.f", (SCORES,)))


COURSES = {
    "calculator": ("1.2", "evaluate", "text", ("7",), "return eval(text)"),
    "convolution": (
        "1.1",
        "convolve",
        "x, kernel",
        (np.arange(5.0), np.ones(2)),
        "return np.convolve(x, kernel, 'valid')",
    ),
    "starter-numpy": ("1.1", "row_means", "x", (np.ones((2, 3)),), "return x.mean(axis=1)"),
    "starter-python": ("1.1", "word_counts", "text", ("a b a",), "return dict(Counter(text.split()))"),
    "starter-torch": ("1.1", "row_means", "x", (torch.ones(2, 3),), "return x.mean(1)"),
}
"""Course → a task with a rule, its function with its arguments, what it is asked, and what it may not do."""


@pytest.mark.parametrize("course", COURSES)
def test_the_rules_of_the_courses_that_we_ship(world, monkeypatch, course):
    task, function, names, given, body = COURSES[course]
    root = ROOT / "autograder" / "softmark" / "shipped" / "courses" / course
    monkeypatch.syspath_prepend(root / "assignment")
    monkeypatch.delitem(sys.modules, "data", raising=False)
    rubric = load_rubric(root / "autograder" / "rubric.yaml")
    (item,) = [item for item in rubric.items if item.id == task]
    calls = [call for name in item.not_allowed for call in rubric.rules[name].calls]
    for call in calls:
        home, _, name = call.rpartition(".")
        if home in sys.modules and not home.startswith("torch"):
            monkeypatch.setattr(sys.modules[home], name, getattr(sys.modules[home], name))
    text = (root / "solutions" / "reference" / item.file).read_text(encoding="utf-8")
    target = f"{item.file.removesuffix('.py')}.{function}"
    more = f"\nfrom collections import Counter\ndef {function}({names}):\n    {body}\n"
    for broken in (False, True):
        fence, executor = world({item.file: text + more * broken}, calls)
        with suppress(NotAllowed), fence.closed(calls):
            executor.perform(Request("call", target, given))
        assert bool(fence.hit) == broken
    assert fence.hit.call in calls and fence.hit.line.startswith(f"{item.file} line ")
