"""At home, too, what is taken from a module that students were handed is followed to what it is there."""

from types import SimpleNamespace

from softmark.home import app


def test_a_library_taken_from_a_given_module_is_named_before_it_is_handed_in(tmp_path):
    (tmp_path / "baselines.py").write_text("import torch\n", encoding="utf-8")
    task = SimpleNamespace(id="1.4", not_allowed=("softmax",), full_names=("attention.softmax",))
    rule = SimpleNamespace(calls=("torch.softmax",), says="library softmax")
    assignment = SimpleNamespace(
        folder=tmp_path, given=("baselines.py", "words.txt"), contract={"attention.softmax"}, tasks=[task],
        rules={"softmax": rule},
    )  # fmt: skip
    text = "from baselines import torch as T\ndef softmax(scores):\n    return T.softmax(scores, -1)\n"
    reading = app.reading_of(assignment, {"attention": text})
    (sentence,) = app.broken_rules(assignment, reading)["1.4"]
    assert sentence.startswith("attention.py line 3 calls torch.softmax (written `T.softmax`)")
