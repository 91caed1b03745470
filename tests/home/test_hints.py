"""The hints of a task's docstring: of the right method, and none where there are none."""

from softmark.home import hints

SOURCE = '''
class Norm:
    def forward(self, x):
        """Norm it.

        Hints:
            - Mind the root.
              It has an inside.

        Example: one.
        """


class Block:
    def forward(self, x):
        """Block it."""


def loose(x):
    """Loose.

    Hints:
        - First.
        - Second.
    """
'''


def test_the_hints_of_a_method_and_of_a_function():
    assert hints.of(SOURCE, ("Norm.forward",)) == "    - Mind the root. It has an inside."
    assert hints.of(SOURCE, ("Norm.forward", "loose")).count("- ") == 3


def test_no_hints():
    assert hints.of(SOURCE, ("Block.forward",)) == ""
    assert hints.of(SOURCE, ("gone", "Norm.gone", "Gone.forward")) == ""
    assert hints.of("def f(:", ("f",)) == ""
