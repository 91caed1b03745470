"""How much reading may take: names that lead to each other in every way there is, and what happens where it gives up.

Each shape is the beginning of a file `attention.py` whose task `softmax` calls the library's, below it and in plain
sight. The names in it lead to `v` and `g`, which the task uses.
"""

import sys
from functools import cache

import pytest

from softmark.reading.rules import budget, forbidden

MANY = 150
TASK = "\nimport torch\ndef softmax(x):\n    g(x)\n    h = v\n    return torch.softmax(x, -1)\n"
SEEN = 'import sys\nsys.seen = getattr(sys, "seen", [])\n'


def lines(line, many=MANY):
    return "".join(f"{line(i)}\n" for i in range(many))


def doubled(text, times=10):
    return f"S0 = {text!r}\n" + lines(lambda i: f"S{i + 1} = S{i} + S{i}", times)


SHAPES = {
    "an attribute of sys, again and again": SEEN * 30,
    "attributes of sys that lead to two others each": "import sys\n"
    + lines(lambda i: f'sys.a{i} = getattr(sys, "a{i + 1}", None) or getattr(sys, "a{i + 2}", None)')
    + "v = sys.a0\n",
    "setattr in a circle": "import sys\n"
    + lines(lambda i: f"setattr(sys, 'k{i % 7}', getattr(sys, 'k{(i + 1) % 7}', None))")
    + "v = sys.k0\n",
    "globals() in a chain": lines(lambda i: f"globals()['k{i}'] = globals()['k{i + 1}']") + "v = k0\n",
    "x = x or y": "x = y = None\n" + "x = x or y\n" * MANY + "v = x\n",
    "doubling by or": "x0 = []\n" + lines(lambda i: f"x{i + 1} = x{i} or x{i}") + f"v = x{MANY}\n",
    "a ring of or": lines(lambda i: f"x{i} = x{(i + 1) % MANY} or [{i}]") + "v = x0\n",
    "a chain of aliases": lines(lambda i: f"a{i} = a{i + 1}") + f"import torch\na{MANY} = torch\nv = a0\n",
    "two aliases each": lines(lambda i: f"a{i} = a{i + 1}\na{i} = a{i + 2}") + "v = a0\n",
    "aliases all to all": lines(lambda i: f"a{i % 13} = a{(i * 7 + i // 13) % 13}") + "v = a0\n",
    "two names that are each other": "a = b\nb = a\na = a.b\nb = b.a\nimport torch\na = torch\nv = b\n",
    "a module that becomes its own parts": "import torch\nm = torch\nm = m.nn\nm = m.functional\nm = m.nn.x\nv = m\n",
    "a module that becomes thirty parts": "import torch\nv = torch\n" + lines(lambda i: f"v = v.x{i}", 30),
    "attributes of self in a circle": "class A:\n"
    + lines(lambda i: f"    def m{i}(self):\n        self.x = self.x.y\n        self.y = self.x")
    + "v = A().x.y\n",
    "attributes of self in a ring": "class A:\n"
    + lines(lambda i: f"    def m{i}(self):\n        self.a{i} = self.a{(i + 1) % MANY} or self.a{i * 3 % MANY}")
    + "v = A().a0\n",
    "attributes of self added to each other": "class A:\n    def m(self):\n"
    + "        self.x += self.y\n        self.y += self.x\n" * MANY
    + "v = A().x\n",
    "a long chain of attributes": "v = a" + ".b" * 400 + "\n",
    "many chains of attributes": "import torch\n" + lines(lambda i: f"v = torch{'.b' * 40}()", 40),
    "a long chain of calls": "v = a" + "()" * 400 + "\n",
    "nested getattr": "import torch\nv = " + "getattr(" * 90 + "torch" + ', "x")' * 90 + "\n",
    "nested getattr by two names": "import builtins, torch\np = getattr\np = builtins.getattr\n"
    "p = vars(builtins)['getattr']\nv = " + "p(" * 90 + "torch" + ', "x")' * 90 + "\n",
    "nested conditions": "v = " + "(a if b else " * 90 + "c" + ")" * 90 + "\n",
    "nested lambdas": "v = " + "lambda: (" * 90 + "x" + ")" * 90 + "\n",
    "many star imports": lines(lambda i: f"from lib{i} import *", 40)
    + "def g(x):\n"
    + lines(lambda i: f"    f{i}()", 40),
    "augmented assignments": "x = []\n" + lines(lambda i: f"x += y{i}\ny{i} = x") + "v = x\n",
    "classes with twenty bases": lines(
        lambda i: f"class C{i}({', '.join(f'C{j}' for j in range(max(0, i - 20), i))}): pass", 60
    )
    + "v = C59().thing\n",
    "diamonds of classes": "class C0: pass\nclass D0: pass\n"
    + lines(lambda i: f"class C{i + 1}(C{i}, D{i}): pass\nclass D{i + 1}(C{i}, D{i}): pass", 60)
    + "v = C59().thing.other\n",
    "classes in a ring": lines(lambda i: f"class C{i}(C{(i + 1) % MANY}): pass") + "v = C0().thing\n",
    "super() in a chain": lines(lambda i: f"class C{i}(C{i + 1}):\n    def m(self): return super().m()")
    + "v = C0().m\n",
    "one method in many classes": lines(lambda i: f"class C{i}:\n    def soft(self): pass")
    + "def g(t):\n"
    + lines(lambda i: f"    t.soft({i})"),
    "one attribute of torch, replaced often": "import torch\n"
    + lines(lambda i: f"torch.x = f{i}")
    + "def g(t):\n"
    + lines(lambda i: f"    t.x({i})"),
    "texts that double": doubled("ab", 30) + "import torch\n" + lines(lambda i: f"v = getattr(torch, S12 + 'x{i}')"),
    "executed texts": doubled("x = 1\n", 8) + lines(lambda i: f"def f{i}(): exec(S3)", 20) + "def g(x): f0()\n",
    "one text executed in many places": "def h():\n    a = b()\ndef g(x):\n" + "    exec('h()')\n" * MANY,
    "texts that execute texts": "def g(x): exec('exec(1)')\n" * 50,
    "patterns on a long subject": "def g(x):\n    match [" + ", ".join(f"x.a{i}()" for i in range(MANY)) + "]:\n"
    + lines(lambda i: f"        case object(a{i}=b{i}): pass"),
    "patterns of many classes": lines(lambda i: f"class C{i}: __match_args__ = ('a',)")
    + "def g(x):\n    match x:\n"
    + lines(lambda i: f"        case C{i}(b{i}): pass"),
    "a table filled line by line": "T = []\n"
    + lines(lambda i: f"def f{i}(): pass\nT.append(f{i})")
    + "def g(x): return T[0]()\n",
    "a function that keeps what it is given": "K = []\ndef install(f):\n    K.append(f)\n" + "install(max)\n" * MANY,
    "a loop over a long table": f"for f in [{', '.join(f'a{i}' for i in range(MANY))}]:\n    v = f\n",
    "a global that everybody sets": "x = None\n"
    + lines(lambda i: f"def f{i}():\n    global x\n    x = x or f{i + 1}()")
    + "v = x\n",
    "names taken from a long text": "from operator import attrgetter\n" + doubled("ab.")
    + "def g(t):\n" + "    attrgetter(S9)(t)\n" * 20,
    "words split from a long text": doubled("a b c ") + "def g(t):\n    getattr\n" + "    S9.split()\n" * 20,
}  # fmt: skip


@cache
def read_once(shape):
    """Asked for all its uses, for every test that only looks at it."""
    read = reading(attention=SHAPES[shape] + TASK)
    used(read)
    return read


@pytest.mark.parametrize("shape", SHAPES)
def test_names_that_lead_to_each_other_are_read_to_the_end(shape):
    """However they do it: what doubles at every step would never end, and giving up would be the other way out."""
    read = read_once(shape)
    assert used(read), "what stands in plain sight"
    assert not read.unread(["attention.softmax"])
    assert steps(read) < budget.MOST / 3


@pytest.mark.parametrize("shape", SHAPES)
def test_what_stands_in_plain_sight_is_found_also_after_giving_up(monkeypatch, shape):
    monkeypatch.setattr(budget, "MOST", 100)
    read = reading(attention=SHAPES[shape] + TASK)
    assert used(read)
    assert steps(read) < 100_000, "no shape goes on for long after that"


def test_the_same_line_in_three_files_is_read_in_a_moment():
    read = reading(attention=SEEN + TASK, multihead=SEEN, block=SEEN)
    read.import_notes()
    assert steps(read) < 500 and not read.imports_unread()


def test_files_that_import_each_other_are_read_to_the_end():
    stars = {"attention": "from multihead import *\nfrom block import *\n", "multihead": "from attention import *\n"}
    stars["block"] = "from multihead import *\n" + lines(lambda i: f"from attention import v{i}\n")
    read = reading(**{**stars, "attention": stars["attention"] + lines(lambda i: f"v{i} = w{i}") + "v = v0" + TASK})
    assert used(read) and not read.unread(["attention.softmax"])


@pytest.mark.parametrize(
    "source",
    [
        "a = b\na = torch.softmax\nb = a\nc = a\ndef softmax(x): return b(x, -1)\n",
        "a = b\na = torch.softmax\nb = a\nc = a\ndef softmax(x): return c(x, -1)\n",
        lines(lambda i: f"a{i} = a{i + 1}") + f"a{MANY} = torch.softmax\ndef softmax(x): return a0(x)\n",
        "pick = 1\n" * 80 + "pick = torch.softmax\ndef softmax(x): return pick(x)\n",
        "F = torch\nF = F.nn\nF = F.functional\ndef softmax(x): return F.softmax(x)\n",
        "class A:\n    def m(self):\n        self.f = self.g\n        self.g = self.f\n        self.g = torch.softmax\n"
        "def softmax(x): return A().f(x)\n",
        f"def softmax(x): return torch.{'functional.torch.' * 6}softmax(x, -1)\n",
        f"def softmax(x): return ({' or '.join(f'a{i}' for i in range(20))} or torch.softmax)(x)\n",
    ],
    ids=range(8),
)
def test_a_use_behind_a_circle_or_a_long_way_is_found(source):
    assert used(reading(attention="import torch\n" + source))


def test_an_attribute_that_several_files_set_is_followed_into_all_of_them():
    read = reading(
        attention="import sys\nsys.soft = getattr(sys, 'soft', None)\ndef softmax(x): return sys.soft(x, -1)\n",
        block="import sys, torch\nsys.soft = getattr(sys, 'soft', None) or torch.softmax\n",
    )
    assert used(read)


def test_every_reading_takes_the_same_steps():
    """So a submission is read equally far at home, on the server and after a regrade."""
    again = {shape: reading(attention=SHAPES[shape] + TASK) for shape in [*SHAPES][::4]}
    for read in again.values():
        used(read)
    assert {shape: steps(read_once(shape)) for shape in again} == {shape: steps(read) for shape, read in again.items()}


# Where reading gives up -----------------------------------------------------------------------------------------------

HIDING = "import torch\npick = [0]\n" + lines(lambda i: f"pick = [{i}]", 600) + "pick = torch.softmax\n"


def test_whoever_hides_a_use_where_reading_gives_up_is_noted():
    read = reading(attention=HIDING + "def softmax(x):\n    return pick(x, -1)\ndef other(x):\n    return x\n")
    assert read.unread(["attention.softmax"])
    assert not read.unread(["attention.other"]), "a task that has nothing to do with it"


OLD = not hasattr(sys, "set_int_max_str_digits")


@pytest.mark.parametrize(
    "beyond",
    [
        pytest.param("X = " + "-" * 20_000 + "1\n", id="too deep"),
        pytest.param("X = 0x" + "f" * 4_000 + "\n", id="read but never written"),
        pytest.param(
            "X = " + "9" * 5_000 + "\n", id="too many digits", marks=pytest.mark.skipif(OLD, reason="no such limit")
        ),
    ],
)
def test_a_file_that_only_its_own_process_can_read_is_noted_with_everything_that_calls_it(beyond):
    """How deep a source may be, and how many digits a number may have, is set for each process."""
    hidden = f"import torch\ndef soft(x):\n    return torch.softmax(x, -1)\n{beyond}"
    call = "import multihead\ndef softmax(x):\n    return multihead.soft(x)\ndef other(x):\n    return x\n"
    read = reading(attention=call, multihead=hidden)
    assert read.unread(["attention.softmax"]) and read.unread(["multihead.soft"]) and read.imports_unread()
    assert not read.unread(["attention.other"])


def test_a_file_that_is_no_python_is_not_noted():
    """It cannot be imported either, and the student is told so."""
    assert not reading(attention="def softmax(x:\n").unread(["attention.softmax"])


def reading(**files):
    return forbidden.Reading(files, {"attention.softmax", "attention.other", "multihead.soft"})


def used(read):
    """Where the task uses the library's softmax."""
    return read.hits(["attention.softmax"], ["torch.softmax", "torch.nn.functional.softmax"])


def steps(read):
    return read._code.work.done
