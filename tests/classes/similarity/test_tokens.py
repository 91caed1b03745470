"""What is left of code when names, layout and remarks are taken away."""

from softmark.classes.similarity.tokens import Tokenizer, own_names

PLAIN = """
def mix(x, n):
    total = x.sum(dim=-1) / 2
    for i in range(n):
        total = total + torch.exp(x[i] - "a")
    return total
"""


def words(text: str) -> list[str]:
    return Tokenizer({"torch", "mix"}).words(text)


def test_renaming_comments_quotes_and_layout_change_nothing():
    disguised = '''
def mix(x, n):
    """A docstring
    of two lines."""
    the_sum = x.sum(dim=-1,) / 2.0  # my own idea
    'a remark in quotes'

    for place in range( n ):
        the_sum = the_sum + torch.exp(
            x[place]
            - 'a',
        )
    return the_sum
'''
    assert words(disguised) == words(PLAIN)


def test_what_is_hard_to_change_stays():
    for other in (
        PLAIN.replace("sum", "mean"),
        PLAIN.replace("dim", "axis"),
        PLAIN.replace("/ 2", "/ 3"),
        PLAIN.replace(" - ", " + "),
        PLAIN.replace('"a"', '"b"'),
        PLAIN.replace("torch.exp", "math.exp"),
    ):
        assert words(other) != words(PLAIN)


def test_places_are_lines_and_columns_also_behind_a_docstring():
    found = Tokenizer().read('"""One\ntwo\nthree"""\nx = 1\n    y = x')
    assert found.lines.tolist() == [3, 3, 3, 4, 4, 4]
    assert found.starts.tolist() == [0, 2, 4, 4, 6, 8]
    assert found.ends.tolist() == [1, 3, 5, 5, 7, 9]


def test_text_that_is_no_python_is_read_all_the_same():
    for broken in ('x = "never closed\ny = 2', 'def f(:\n  """open', "((((", "\0\x1b[31m ☃ = 1_", "'''", ""):
        Tokenizer().read(broken)
    assert words("x = (1 +\ny = 2")[-1] == "2.0"


def test_names_that_everybody_must_spell_are_the_assignments_own():
    given = "import torch\nfrom torch import Tensor, nn as layers\nLIMIT = 3\n"
    given += "\nclass Head(nn.Module):\n    def go(self): ...\n"
    assert own_names([given]) >= {"torch", "Tensor", "layers", "LIMIT", "Head", "go"}
    assert "self" not in own_names([given])
