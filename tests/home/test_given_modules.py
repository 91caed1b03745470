"""At home, too, what is taken from a module that students were handed is followed to what it is there."""

from softmark.core.assignment import Assignment, Rule, Task
from softmark.home import app


def test_a_library_taken_from_a_given_module_is_named_before_it_is_handed_in(tmp_path):
    (tmp_path / "baselines.py").write_text("import torch\n", encoding="utf-8")
    task = Task("1.4", "Softmax", 7.0, False, "attention.py", ("softmax",), (), (), ("softmax",), False)
    given = ("baselines.py", "words.txt")
    rules = {"softmax": Rule("library softmax", ("torch.softmax",))}
    assignment = Assignment("mini", "Mini", "torch", ("attention.py",), given, (), "name", True, (task,), rules)
    text = "from baselines import torch as T\ndef softmax(scores):\n    return T.softmax(scores, -1)\n"
    (sentence,) = app.broken_rules(tmp_path, assignment, {"attention": text})["1.4"]
    assert sentence.startswith("attention.py line 3 calls torch.softmax (written `T.softmax`)")
