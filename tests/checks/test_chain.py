"""An exception: the task's own line first, then whom it called with what, down to where it was raised."""

from __future__ import annotations

from typing import Any

from softmark.checks.chain import MOST, Link, validate
from softmark.running.execute import describe

FILES = {
    "heads.py": "def merge(x):\n    return x.shape\n\n\ndef twice(x):\n    return merge(x)\n",
    "layer.py": "from heads import merge\n\ndef forward(x):\n    pair = x, x\n    return merge(pair)\n",
}


def raised(call: str, **names: Any) -> str:
    """What a student reads when this call of theirs raises."""
    space: dict[str, Any] = {**names}
    for name, text in FILES.items():
        exec(compile(text.replace("from heads import merge", ""), f"/work/{name}", "exec"), space)
    try:
        eval(call, space)
    except Exception as error:
        return describe(error, frozenset(FILES)).public()
    raise AssertionError("nothing was raised")


def test_a_right_function_that_was_handed_a_tuple_is_not_the_line_to_look_at() -> None:
    assert raised("forward(1.0)") == (
        "your code raised AttributeError: 'tuple' object has no attribute 'shape' "
        "(layer.py line 5 calls merge with a tuple; heads.py line 2)"
    )


def test_none_is_told_where_the_message_speaks_of_it() -> None:
    assert raised("twice(None)").endswith("(heads.py line 6 calls merge with None; heads.py line 2)")
    assert raised("twice(3)").endswith("(heads.py line 6 calls merge; heads.py line 2)")


def test_an_argument_that_was_rebound_says_nothing_of_the_call() -> None:
    FILES["again.py"] = "def inner(x):\n    x = (x, x)\n    return x.shape\n\n\ndef outer(x):\n    return inner(x)\n"
    try:
        assert raised("outer(1)").endswith("(again.py line 7 calls inner; again.py line 3)")
    finally:
        del FILES["again.py"]


def test_a_deep_recursion_is_told_by_its_ends() -> None:
    FILES["deep.py"] = (
        "def down(n):\n    return down(n - 1) if n else n.shape\n\n\ndef start():\n    return down(300)\n"
    )
    try:
        told = raised("start()")
        assert told.count("deep.py line") == MOST and "(deep.py line 6 calls down;" in told
    finally:
        del FILES["deep.py"]


def test_code_that_is_nobodys_has_no_chain() -> None:
    assert raised("int('x')") == "your code raised ValueError: invalid literal for int() with base 10: 'x'"


def test_what_a_worker_says_of_its_frames_is_taken_only_if_it_can_be_so() -> None:
    good = ["layer.py", 5, "merge", "a tuple"]
    assert validate([good], FILES) == (Link("layer.py", 5, "merge", "a tuple"),)
    for other in (
        ["/etc/passwd", 1, "", ""],
        ["layer.py", 99, "", ""],
        ["layer.py", True, "", ""],
        ["layer.py", 5, "rm -rf", ""],
        ["layer.py", 5, "not_defined_anywhere", ""],
        ["layer.py", 5, "merge", "the hidden number 7"],
        "layer.py line 5",
    ):
        assert validate([good, other], FILES) == ()
    assert validate([good] * (MOST + 1), FILES) == () and validate("no list", FILES) == ()
