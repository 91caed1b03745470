"""A file in a folder: what the engine, Python and a check call it."""

from softmark.checks.module_names import beside, file_among, folders_above, in_python, module_of, top_of
from softmark.checks.student import Student
from softmark.running.execute import Executor
from softmark.running.trusted import load

STACK = "RATE = 3\n\ndef push(items, item):\n    return [*items, item]\n"


def test_a_file_in_a_folder_has_three_names():
    assert module_of("parts/stack.py") == "parts/stack"
    assert in_python("parts/stack.Stack.push") == "parts.stack.Stack.push"
    assert top_of("parts/stack.py") == "parts" and top_of("stats.py") == "stats"
    assert folders_above("a/b/c") == ["a", "a/b"]


def test_a_relative_import_begins_at_the_folder_of_its_file():
    assert beside("parts/stack", 1, "queue") == "parts/queue"
    assert beside("parts/deep/stack", 2, "queue") == "parts/queue"
    assert beside("parts/stack", 1, "") == "parts"


def test_of_two_files_with_one_name_a_path_means_the_longer():
    files = frozenset({"stack.py", "parts/stack.py"})
    assert file_among("/tmp/work/parts/stack.py", files) == "parts/stack.py"
    assert file_among("/tmp/work/stack.py", files) == "stack.py"
    assert file_among(r"C:\work\parts\stack.py", files) == "parts/stack.py"
    assert file_among("/tmp/work/parts/mystack.py", files) == ""


def test_a_check_asks_for_a_function_in_a_folder_as_python_would():
    student = Student(Executor(load({"parts/stack": STACK}))).knows(["parts/stack.py"])
    assert student.parts.stack.push([1], 2) == [1, 2]
    assert student.parts.stack.attribute("RATE") == 3
    assert [reply.target for reply in student.log.replies] == ["parts/stack.push", "parts/stack.RATE"]


def test_trusted_files_import_each_other_in_every_way_that_python_has():
    for how in (
        "from parts.stack import push",
        "from .stack import push",
        "from . import stack\npush = stack.push",
        "from parts import stack\npush = stack.push",
        "import parts.stack\npush = parts.stack.push",
        "import parts.stack as s\npush = s.push",
    ):
        later = f"{how}\n\ndef twice(item):\n    return push(push([], item), item)\n"
        student = Student(Executor(load({"parts/stack": STACK, "parts/later": later}))).knows(["parts/later.py"])
        assert student.parts.later.twice(1) == [1, 1], how
