"""One place of a program changed: what is tried, in which order, and what is not."""

from dataclasses import dataclass

import pytest

from softmark.questions.program import Program
from softmark.repairing.edits import Edit, in_order
from softmark.repairing.operators import edits
from softmark.repairing.search import own_functions


@dataclass(frozen=True)
class Task:
    id: str = "1.1"
    file: str = "work.py"
    names: tuple[str, ...] = ("f", "Layer.forward")
    slow: bool = False


def of(text: str, framework: str = "torch") -> list[Edit]:
    program = Program({"work.py": text}, [Task()])
    return [edit for function in program.of("1.1") for edit in edits(program, function, framework)]


def becomes(code: str, framework: str = "torch") -> dict[str, str]:
    """What the last line of a function can become, with the kind of the edit."""
    text = "import torch\ndef f(x, y, i: int):\n    " + code.replace("\n", "\n    ") + "\n"
    return {edit.lines[1]: edit.kind for edit in of(text, framework)}


@pytest.mark.parametrize(("code", "kind", "after"), [
    ("return x.sum(dim=-1)", "axis", "return x.sum(dim=-2)"),
    ("return x.transpose(1, 2)", "axis", "return x.transpose(-2, -1)"),
    ("return x.permute(0, 1, 2)", "axis", "return x.permute(0, 2, 1)"),
    ("return x / x.shape[-1]", "axis", "return x / x.shape[-2]"),
    ("return x[:, None]", "axis", "return x[None, :]"),
    ("return torch.einsum('nd,md->nm', x, y)", "axis", "return torch.einsum('nd,md->mn', x, y)"),
    ("return x.sum()", "axis", "return x.sum(dim=-1, keepdim=True)"),
    ("return x.max()", "axis", "return x.amax(dim=-1, keepdim=True)"),
    ("return torch.tril(x, diagonal=1)", "number", "return torch.tril(x, diagonal=0)"),
    ("return torch.tril(x)", "number", "return torch.tril(x, diagonal=-1)"),
    ("return x[: max(i, 1)]", "number", "return x[: max((i + 1), 1)]"),
    ("return x @ x", "name", "return x @ y"),
    ("return x - y", "order", "return (y) - (x)"),
    ("return (x + y) * i", "order", "return ((x) * (i)) + (y)"),
    ("return i * (x + y)", "order", "return ((i) * (x)) + (y)"),
    ("return f(g(x))", "order", "return g(f(x))"),
    ("*b, n, d = x.shape\nreturn y.view(*b, n, 2 * d)", "order", "return y.view(*b, d, 2 * n)"),
    ("return x.softmax(dim=-1) / y", "order", "return ((x) / (y)).softmax(dim=-1)"),
    ("return torch.softmax(x, -1) / y", "order", "return torch.softmax(((x) / (y)), -1)"),
    ("return torch.sqrt(x + y)", "order", "return (torch.sqrt(x) + (y))"),
    ("return x if i else y", "comparison", "return (x)"),
    ("return torch.where(x, y, i)", "order", "return torch.where(x, i, y)"),
    ("return x.detach()", "call", "return (x)"),
    ("return torch.nn.functional.dropout(x, 0.1)", "call", "return (x)"),
    ("return x * 2", "call", "return (x)"),
    ("return x < y", "comparison", "return x > y"),
    ("return x.masked_fill(y, 0)", "comparison", "return x.masked_fill(~(y), 0)"),
    ("return x.tril()", "comparison", "return x.triu()"),
    ("x += y", "in place", "x = x + (y)"),
    ("x.mul_(y)", "in place", "x = x.mul(y)"),
    ("z = x", "in place", "z = x.clone()"),
    ("return x.sum(dim=-1)", "keepdim", "return x.sum(dim=-1, keepdim=True)"),
    ("return x.var(dim=-1)", "keepdim", "return x.var(dim=-1, unbiased=False)"),
    ("x = y.abs()", "operator", "x = x + (y.abs())"),
    ("return x.exp()", "inserted", "return (x.exp()) + y"),
    ("return x + y", "operator", "return (x) - (y)"),
    ("return x.mean(dim=-1)", "operator", "return x.sum(dim=-1)"),
    ("x[i] = y", "operator", "x[i] += y"),
    ("return x[1:]", "slice", "return x[:1]"),
    ("return x[:-1]", "slice", "return x[:]"),
    ("return x[:-1]", "slice", "return x[1:]"),
    ("return x[1:]", "slice", "return x[:-(1)]"),
    ("return x[-i:]", "slice", "return x[:i]"),
    ("return x[:, -1]", "slice", "return (x)"),
    ("y = x.exp()", "inserted", "y = x.exp().swapaxes(-2, -1)"),
    ("return torch.zeros(x)", "inserted", "return torch.zeros(x, y=y)"),
    ("return x @ y", "inserted", "return x @ y.swapaxes(-2, -1)"),
])  # fmt: skip
def test_an_edit_is_one_plain_change(code, kind, after):
    assert becomes(code).get(after) == kind


def test_the_words_are_those_of_the_framework():
    assert "return x.sum(axis=-1, keepdims=True)" in becomes("return x.sum(axis=-1)", "numpy")
    assert "z = x.copy()" in becomes("z = x", "numpy")


def test_a_value_is_never_wrapped_in_what_happens_to_fit():
    tried = " ".join(becomes("y = x.sum(dim=-1)\nreturn x / y"))
    assert not any(word in tried for word in ("exp", "log", "sqrt", "long", "float(", "abs"))


def test_nothing_is_added_to_what_holds_it_already():
    assert not any("+ y" in after for after in becomes("return x - y") if "- y" in after)


def test_a_layer_that_is_made_and_not_used_can_be_put_in():
    text = (
        "class Layer:\n    def __init__(self, d):\n        self.out = Linear(d, d)\n"
        "    def forward(self, x):\n        return x\n"
    )
    assert "return self.out(x)" in [edit.lines[1] for edit in of(text)]


def test_a_step_before_a_loop_can_move_into_it():
    text = "def f(x):\n    total = 0\n    for i in range(3):\n        total += i\n    return total\n"
    moved = "def f(x):\n    pass\n    for i in range(3):\n        total = 0\n        total += i\n    return total\n"
    assert moved in [edit.text for edit in of(text)]


def test_a_step_of_a_loop_can_move_behind_it_and_back():
    text = "def f(x):\n    for i in range(3):\n        x = x + i\n        x = x / 2\n    x = x - 1\n    return x\n"
    found = [edit.text for edit in of(text)]
    assert text.replace("        x = x / 2\n", "        pass\n    x = x / 2\n") in found
    assert text.replace("\n    x = x - 1", "\n        x = x - 1") in found


def test_a_step_can_move_over_several_others_but_not_behind_the_end():
    text = "def f(x):\n    a = x\n    b = a + 1\n    c = a + 2\n    return c\n"
    found = [edit.text for edit in of(text)]
    assert text.replace("    a = x\n", "").replace("+ 2\n", "+ 2\n    a = x\n") in found
    assert text.replace("    c = a + 2\n", "").replace("    a = x", "    c = a + 2\n    a = x") in found
    assert not any(each.endswith("return c\n    b = a + 1\n") for each in found)


def test_a_condition_can_always_hold_or_never():
    text = "def f(x, i):\n    if i % 4 == 0:\n        x = x + 1\n    return x\n"
    found = [edit.text for edit in of(text) if edit.kind == "comparison"]
    assert {text.replace("i % 4 == 0", always) for always in ("True", "False")} <= set(found)


def test_every_edit_makes_another_program_and_none_is_tried_twice():
    text = "def f(x, y):\n    z = x.sum(dim=-1, keepdim=True)\n    return x @ y.transpose(-2, -1) / z\n"
    found = [edit.text for edit in of(text)]
    assert text not in found
    assert len(found) == len(set(found)) > 20


def test_only_the_tasks_own_functions_are_changed():
    text = "def g(x):\n    return x + 1\n\ndef f(x):\n    return x\n"
    assert all(edit.line == 5 for edit in of(text))


def test_what_another_task_asks_for_is_no_helper_though_only_this_task_uses_it():
    """Changed so that this task passes, it would break the other."""
    text = "def f(x):\n    return help(g(x))\n\ndef g(x):\n    return x + 1\n\ndef help(x):\n    return x - 1\n"
    task = Task()
    program = Program({"work.py": text}, [task])
    other = Task("1.2", names=("g",))
    assert [each.name for each in own_functions(program, task, [task, other])] == ["f", "help"]
    assert [each.name for each in own_functions(program, task, [task])] == ["f", "g", "help"]


def test_a_helper_of_a_task_that_passes_is_not_changed():
    text = "def f(x):\n    return help(x)\n\ndef g(x):\n    return help(x) + 1\n\ndef help(x):\n    return x - 1\n"
    task, passes = Task(), Task("1.2", names=("g",))
    for tasks, changed in (([task], ["f", "help"]), ([task, passes], ["f"])):
        program = Program({"work.py": text}, tasks)
        assert [each.name for each in own_functions(program, task, [task, passes])] == changed


def test_a_number_can_stand_where_something_was_handed_over_and_never_used():
    assert becomes("return x * y / 1e-3")["return x * y / i"] == "name"
    assert "return x * y / x" not in becomes("return x * y / i + 1e-3")
    text = (
        "class Layer:\n    def __init__(self, eps):\n        self.eps = eps\n"
        "    def forward(self, x):\n        return x + 1e-5\n"
    )
    assert "return x + self.eps" in {edit.lines[1] for edit in of(text)}


def test_nothing_is_added_to_a_table_that_is_written_out():
    assert "z = (torch.tensor([[0.0, 1.0]])) + y" not in becomes("z = torch.tensor([[0.0, 1.0]])")
    assert "z = (torch.tensor(x)) + y" in becomes("z = torch.tensor(x)")


def test_the_located_line_comes_first_then_the_kind_then_the_place():
    text = "def f(x, y):\n    a = x.sum(dim=-1)\n    b = y.sum(dim=-1)\n    return a - b\n"
    found = in_order(of(text), None)
    assert (found[0].kind, found[0].line) == ("axis", 2)
    assert [edit.line for edit in found if edit.kind == "axis"] == [2] * 5 + [3] * 5
    located = in_order(of(text), ("work.py", 4))
    first_elsewhere = next(place for place, edit in enumerate(located) if edit.line != 4)
    assert {edit.line for edit in located[:first_elsewhere]} == {4}
    assert all(edit.line != 4 for edit in located[first_elsewhere:])


def test_what_is_likely_is_tried_before_what_ranks_higher():
    text = "def f(x, y):\n    a = x.sum(dim=-1)\n    a += y\n    return a\n"
    assert in_order(of(text), None)[0].kind == "axis"
    first, *_ = in_order(of(text), None, ["in place", "call"])
    assert (first.kind, first.lines[1]) == ("in place", "a = a + (y)")


def test_what_was_handed_over_and_never_used_is_tried_first():
    text = "def f(x, rate):\n    a = x.exp()\n    return step(a, rate=0.1)\n"
    assert in_order(of(text), None, ["call"])[0].lines[1] == "return step(a, rate=rate)"


def test_a_function_that_is_far_too_long_is_not_changed_at_all():
    assert of("def f(x):\n" + "    x = x + x\n" * 2000) == []
    assert of("def f(x):\n" + "    x = x + x\n" * 20) != []


def test_the_expression_of_an_edit_is_never_the_number_that_changes():
    text = "def f(x):\n    for i in range(x.shape[-2]):\n        x = x.sum(dim=-1)\n    return x\n"
    told = {edit.expressions[0] for edit in of(text) if edit.kind in ("axis", "number")}
    assert told == {"x.shape[-2]", "x.sum(dim=-1)"}


def test_a_size_that_gets_a_name_is_told_with_the_lines_that_use_it():
    """`m` is what it says, the number of rows: a reader may look for the mistake where it is taken for the width."""
    size = "def f(x):\n    m = x.shape[-2]\n    y = x + 1\n    return y / m\n"
    assert {tuple(edit.uses) for edit in of(size) if edit.line == 2} == {(4,)}
    assert {tuple(edit.uses) for edit in of(size) if edit.line == 4} == {()}
    everywhere = "def f(x):\n    m = x.shape[-2]\n    y = x + m\n    y = y / m\n    return y / m\n"
    assert {tuple(edit.uses) for edit in of(everywhere) if edit.line == 2} == {()}


@pytest.mark.parametrize("text", [
    "def f(x):\n    m = x.sum(dim=-1)\n    return m\n",
    "def f(x):\n    m = x.shape[-2:]\n    return x.reshape(m)\n",
    "def f(x, y):\n    m = x.shape\n    return y.reshape(m)\n",
    "def f(x, y):\n    m = x.size()\n    return y.reshape(m)\n",
    "def f(x):\n    m = x.shape[-2]\n    m = 3\n    return x / m\n",
    "def f(x):\n    m = x.shape[-2]\n    for m in (1, 2):\n        x = x / m\n    return x\n",
    "def f(x):\n    m = x.shape[-2]\n    return (lambda m: x / m)(2)\n",
], ids=["a value", "two sizes", "a shape", "size()", "named again", "a loop's own", "a parameter's"])  # fmt: skip
def test_no_line_is_said_to_use_a_number_that_is_none_or_may_be_another(text):
    made = [edit for edit in of(text) if edit.line == 2]
    assert made and {tuple(edit.uses) for edit in made} == {()}
