"""What is easily left in a file, found by reading it."""

import ast

import pytest

from softmark.reading.leftovers import printing, reused_names


def read(source):
    return {"a.py": ast.parse(source)}


REUSED = {
    "an imported module": ("import math\n\nmath = 3\n", "line 3 uses the name `math` for something else; what line 1"),
    "an imported function": (
        "from b import f\nf, g = 1, 2\n",
        "line 2 uses the name `f` for something else; what line 1",
    ),
    "one of Python's own": (
        "for sum in [1, 2]:\n    pass\n",
        "line 1 uses the name `sum` for something else; Python's own",
    ),
}


@pytest.mark.parametrize("kind", REUSED)
def test_a_name_that_is_used_for_something_else(kind):
    source, sentence = REUSED[kind]
    (told,) = reused_names(read(source))
    assert told.startswith(f"a.py {sentence}")


@pytest.mark.parametrize(
    "source",
    [
        "import math\nmath = patched(math)\n",
        "import math\n\n\ndef f():\n    math = 3\n    return math\n",
        "import math\nif __name__ == '__main__':\n    math = 3\n",
        "x = 1\nx = 2\n",
        "import math as m\nmath = 3\n",
    ],
)
def test_names_that_nobody_misses(source):
    assert reused_names(read(source)) == []


def test_prints_are_found_wherever_the_grader_would_meet_them():
    source = "def f(x):\n    print(x)\n    return x\n\n\nif __name__ == '__main__':\n    print(f(3))\n"
    assert printing(read(source)) == ["a.py prints in line 2. It costs no points; take it out before you hand in."]
    assert "lines 1, 2, 3, 4, 5 and further on." in printing(read("print(1)\n" * 7))[0]
    assert printing(read("def f(x):\n    return x\n")) == []
