"""A right earlier function that stands in raises what it raises at home, so that later code can rely on it."""

import socket

import pytest

from softmark.sandbox import stand_ins, wire


@pytest.mark.parametrize(
    ("told", "raised"),
    [
        ("ValueError in a given function", ValueError),
        ("ZeroDivisionError in a given function", ZeroDivisionError),
        ("Overdrawn in a given function", RuntimeError),  # a class of the reference's own, which is not here
        ("UnicodeDecodeError in a given function", RuntimeError),  # needs more than a sentence
        ("print in a given function", RuntimeError),
        ("SystemExit in a given function", RuntimeError),  # would end the process
        ("a given function was asked for more than any answer needs", RuntimeError),
    ],
)
def test_what_the_right_function_raised_is_raised_here(told, raised):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        wire.send(theirs, {"raise": told}, None)
        with pytest.raises(raised) as caught:
            stand_ins._ask(ours, "stats.mean", {})
    assert type(caught.value) is raised and str(caught.value) == told
