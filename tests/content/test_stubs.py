"""Stubs: what students receive is the reference with its answers cut out, and nothing else."""

from __future__ import annotations

import ast
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from softmark.content.stubs import StubError, cut

REFERENCE = dedent('''\
    """Part 1.  # BEGIN SOLUTION in a docstring is just words"""

    import math
    from itertools import chain

    from helpers import far, near


    def scores(q, k):
        """Score every query against every key."""
        # BEGIN SOLUTION 1.1 (about two lines)
        products = q @ k.T
        return products / math.sqrt(q.shape[-1])
        # END SOLUTION


    # Only for the second task.
    @property
    def extra(x):
        """Uses helpers.

        >>> far(1)
        """
        # BEGIN SOLUTION 1.2
        return near(far(x))
        # END SOLUTION


    class Head:
        """A head."""

        def __init__(self, size):
            self.size = size

        def forward(self, x):
            """Mixes."""
            if x is None:
                return None
            # BEGIN SOLUTION 1.3 (about three lines)
            for row in chain(x):
                total = row + self.size

            return scores(total, total)
            # END SOLUTION

        def more(self, x):
            # BEGIN SOLUTION 1.4
            return self.forward(x) * 2
            # END SOLUTION
''')

TASKS = dict.fromkeys(("1.1", "1.2", "1.3", "1.4"), "task")


def complaint(source: str) -> str:
    with pytest.raises(StubError) as caught:
        cut(dedent(source), "attention.py")
    return str(caught.value)


class TestCutting:
    def test_a_region_becomes_a_todo_and_an_error_that_names_the_task(self) -> None:
        assert dedent('''\
            def scores(q, k):
                """Score every query against every key."""
                # TODO 1.1 (about two lines)
                raise NotImplementedError("Task 1.1: scores is not written yet")
            ''') in cut(REFERENCE, "attention.py")

    def test_methods_are_called_by_class_and_name_and_given_lines_stay(self) -> None:
        stub = cut(REFERENCE, "attention.py")
        assert (
            "        if x is None:\n"
            "            return None\n"
            "        # TODO 1.3 (about three lines)\n"
            '        raise NotImplementedError("Task 1.3: Head.forward is not written yet")\n'
        ) in stub

    def test_the_same_input_gives_the_same_stub_and_cutting_twice_changes_nothing(self) -> None:
        stub = cut(REFERENCE, "attention.py")
        assert stub == cut(REFERENCE, "attention.py") == cut(stub, "attention.py")

    def test_the_stub_runs_and_every_task_raises(self) -> None:
        space: dict[str, object] = {}
        stub = cut(REFERENCE, "attention.py").replace("from helpers import far, near", "")
        exec(compile(stub, "attention.py", "exec"), space)
        with pytest.raises(NotImplementedError, match=r"Task 1\.1: scores is not written yet"):
            space["scores"](1, 2)  # type: ignore[operator]

    def test_it_begins_and_ends_without_empty_lines(self) -> None:
        untidy = "\n\ndef f():\n    # BEGIN SOLUTION 1.1\n    return x\n    # END SOLUTION\n\n\n"
        assert cut(untidy, "a.py") == (
            'def f():\n    # TODO 1.1\n    raise NotImplementedError("Task 1.1: f is not written yet")\n'
        )

    def test_markers_in_strings_are_not_markers(self) -> None:
        source = 'x = "# BEGIN SOLUTION 1.1"\ny = """\n# END SOLUTION\n"""\n'
        assert cut(source, "a.py") == source

    def test_a_region_deep_inside_a_function(self) -> None:
        source = dedent("""\
            def f(x):
                while x:
                    # BEGIN SOLUTION 1.1
                    x -= 1
                    # END SOLUTION
                return x
            """)
        assert cut(source, "a.py") == dedent("""\
            def f(x):
                while x:
                    # TODO 1.1
                    raise NotImplementedError("Task 1.1: f is not written yet")
                return x
            """)

    def test_two_regions_of_one_task(self) -> None:
        body = "    # BEGIN SOLUTION 1.3\n    return 1\n    # END SOLUTION\n"
        stub = cut(f"def mask():\n{body}\n\ndef apply():\n{body}", "a.py")
        assert "Task 1.3: mask is" in stub and "Task 1.3: apply is" in stub


class TestModes:
    def test_given_keeps_the_answer_without_markers(self) -> None:
        stub = cut(REFERENCE, "attention.py", {**TASKS, "1.1": "given"})
        assert "    products = q @ k.T\n    return products / math.sqrt(q.shape[-1])\n" in stub
        assert "1.1" not in stub and "SOLUTION 1" not in stub
        assert "TODO 1.3" in stub

    def test_off_removes_a_function_with_decorator_comment_and_imports(self) -> None:
        stub = cut(REFERENCE, "attention.py", {**TASKS, "1.2": "off"})
        assert "extra" not in stub and "second task" not in stub and "@property" not in stub
        assert "helpers" not in stub
        assert "import math" in stub and "from itertools import chain" in stub
        assert 'is not written yet")\n\n\nclass Head:' in stub

    def test_off_removes_a_method_and_leaves_its_class(self) -> None:
        stub = cut(REFERENCE, "attention.py", {**TASKS, "1.4": "off"})
        assert "def more" not in stub and "def forward" in stub
        assert stub.endswith('Head.forward is not written yet")\n')

    def test_off_removes_a_class_when_all_its_tasks_are_off(self) -> None:
        stub = cut(REFERENCE, "attention.py", {**TASKS, "1.3": "off", "1.4": "off"})
        assert "Head" not in stub and "chain" not in stub and "def scores" in stub

    def test_one_name_of_an_import_goes_and_the_other_stays(self) -> None:
        source = REFERENCE.replace("products = q @ k.T", "products = near(q) @ k.T")
        assert "from helpers import near\n" in cut(source, "attention.py", {**TASKS, "1.2": "off"})

    def test_everything_off_leaves_a_valid_file(self) -> None:
        stub = cut(REFERENCE, "attention.py", dict.fromkeys(TASKS, "off"))
        assert stub == '"""Part 1.  # BEGIN SOLUTION in a docstring is just words"""\n'

    def test_a_task_the_rubric_does_not_know(self) -> None:
        with pytest.raises(StubError, match=r"attention\.py:11: there is no task 1\.1 in the rubric"):
            cut(REFERENCE, "attention.py", {})

    def test_one_function_with_two_tasks_cannot_lose_one_of_them(self) -> None:
        source = "def f(x):\n" + "".join(
            f"    # BEGIN SOLUTION {i}\n    x += 1\n    # END SOLUTION\n" for i in ("1.1", "1.2")
        )
        with pytest.raises(StubError, match=r"a\.py:2: 1\.1 is off, but f also holds another task"):
            cut(source, "a.py", {"1.1": "off", "1.2": "task"})

    @given(st.fixed_dictionaries({ident: st.sampled_from(["task", "given", "off"]) for ident in TASKS}))
    def test_any_choice_of_modes_gives_valid_python_without_markers(self, modes: dict[str, str]) -> None:
        stub = cut(REFERENCE, "attention.py", modes)
        ast.parse(stub)
        assert "# END SOLUTION" not in stub
        assert stub == cut(stub, "attention.py", modes)


MISTAKES = """\
2: BEGIN SOLUTION without END SOLUTION
    def f():
        # BEGIN SOLUTION 1.1
        return 1

3: END SOLUTION without BEGIN SOLUTION
    def f():
        return 1
        # END SOLUTION

3: a region begins inside the one of line 2
    def f():
        # BEGIN SOLUTION 1.1
        # BEGIN SOLUTION 1.2
        return 1
        # END SOLUTION
        # END SOLUTION

2: write # BEGIN SOLUTION 1.2 (about two lines), or # END SOLUTION
    def f():
        # BEGIN SOLUTION (about two lines)
        return 1
        # END SOLUTION

2: write # BEGIN SOLUTION 1.2 (about two lines), or # END SOLUTION
    def f():
        # begin solution 1.1
        return 1
        # END SOLUTION

2: write # BEGIN SOLUTION 1.2 (about two lines), or # END SOLUTION
    def f():
        # BEGIN SOLUTION 1.1 two lines
        return 1
        # END SOLUTION

2: the marker must stand on a line of its own
    def f():
        x = 1  # BEGIN SOLUTION 1.1
        return x
        # END SOLUTION

1: the region is not inside a function
    # BEGIN SOLUTION 1.1
    x = 1
    # END SOLUTION

2: the region is not inside a function
    class A:
        # BEGIN SOLUTION 1.1
        x = 1
        # END SOLUTION

1: the region is not inside a function
    # BEGIN SOLUTION 1.1
    def f():
        return 1
    # END SOLUTION

2: the region does not hold whole statements
    def f():
        # BEGIN SOLUTION 1.1
        # END SOLUTION
        return 1

3: the region does not hold whole statements
    def f():
        return max(
            # BEGIN SOLUTION 1.1
            1,
            # END SOLUTION
            2,
        )

2: the region does not hold whole statements
    def f():
        # BEGIN SOLUTION 1.1
        return 1
    def g():
        return 2
        # END SOLUTION

2: the region does not hold whole statements
    def f(x):
        # BEGIN SOLUTION 1.1
        x = 1
        y = (
            # END SOLUTION
            2
        )
        return y

1: is not valid Python: invalid syntax
    def f(:
        pass
"""
"""What is said, and below it the function about which it is said."""


@pytest.mark.parametrize("case", MISTAKES.split("\n\n"), ids=lambda case: case.partition("\n")[0])
def test_a_mistake_in_the_reference_is_told_with_file_and_line(case: str) -> None:
    says, _, source = case.partition("\n")
    assert complaint(source) == f"attention.py:{says}"
