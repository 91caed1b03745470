"""The experiment: what a student sees when it works, and the one sentence when it cannot."""

import json
import math
import re
import runpy
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch

from .conftest import ASSIGNMENT, GIVEN, LAB, REFERENCE, STUDENT, loaded_with


@pytest.fixture
def tiny(given, monkeypatch):
    """Plans so small that a test can wait for them."""
    e, d = given.experiment, given.data
    sizes = {"d_model": 8, "n_heads": 2, "n_layers": 1, "d_ff": 8}
    plans = {
        "any-ones": e.Plan(d.AnyOnes(6), sizes, [(3, 1e-2), (2, 1e-3)], batch=4, counted=20, judged=20),
        "wills": e.Plan(d.Wills(), sizes, [(3, 1e-2), (2, 1e-3)], batch=4, counted=20, judged=40),
    }
    monkeypatch.setattr(e, "PLANS", plans)
    return e


@pytest.fixture
def sketched(tiny, monkeypatch):
    """Each picture is a file with the numbers that would be drawn: test_pictures.py and the slow tests draw."""

    def sketch(numbers, *details):
        path = next(each for each in details if isinstance(each, Path))
        path.write_text(repr(numbers), encoding="utf-8")
        return SimpleNamespace(path=path)

    for name in ("loss_curve", "accuracy_by_distance", "heat_map"):
        monkeypatch.setattr(tiny, name, sketch)


def test_any_ones_shows_floor_distances_samples_and_pictures(tiny, sketched, tmp_path, capsys):
    tiny.main(["any-ones", "--code", str(REFERENCE), "--out", str(tmp_path)])
    shown = capsys.readouterr().out
    assert "transformer: trained for 5 steps" in shown
    assert "the floor of these rows" in shown
    assert re.search(r"distance\W+0\W+1\W+2\W+5\W+no 1", shown)
    assert "1 followed by 5 zeros" in shown
    assert "made up 20 rows" in shown
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["any-ones-attention.png", "any-ones-distance.png", "any-ones-head.json", "any-ones-loss.png"]


@pytest.mark.slow
def test_wills_draws_one_heat_map_for_each_head(tiny, tmp_path, capsys):
    tiny.main(["wills", "--code", str(REFERENCE), "--out", str(tmp_path)])
    shown = capsys.readouterr().out
    assert "so the house goes to her ." in shown
    assert "so the house goes to him ." in shown
    names = sorted(path.name for path in tmp_path.iterdir())
    pictures = ["wills-block0-head0.png", "wills-block0-head1.png", "wills-distance.png", "wills-loss.png"]
    assert names == sorted([*pictures, "wills-head.json"])


def test_what_is_saved_for_the_playground_is_the_models_first_block(tiny, reference, tmp_path):
    source = tiny.PLANS["wills"].source
    model = reference.lm.TransformerLM(len(source.vocab), source.n, 8, 2, 2, 8)
    saved = json.loads(tiny.save_for_playground(source, model, tmp_path / "new").read_text(encoding="utf-8"))
    torch.testing.assert_close(torch.tensor(saved["W_k"]), model.blocks[0].attention.W_k.weight)
    torch.testing.assert_close(torch.tensor(saved["position_embedding"]), model.position_embedding.weight)
    assert saved["sentence"][-1] == "to" and set(saved["sentence"]) <= set(saved["vocab"]) == set(source.vocab)


def test_weights_that_are_no_numbers_are_not_saved(tiny, reference, tmp_path):
    """The page would only say that this is not JSON; the run says why instead."""
    source = tiny.PLANS["any-ones"].source
    model = reference.lm.TransformerLM(len(source.vocab), source.n, 8, 2, 1, 8)
    torch.nn.init.constant_(model.blocks[0].attention.W_q.weight, float("nan"))
    with pytest.raises(ValueError, match="not JSON compliant"):
        tiny.save_for_playground(source, model, tmp_path)
    assert not list(tmp_path.iterdir())


@pytest.fixture
def without_pictures(monkeypatch):
    """As on a machine without matplotlib; drawing is most of a tiny run."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)


def test_the_same_seed_gives_the_same_numbers(tiny, given, without_pictures, tmp_path):
    shorter = replace(tiny.PLANS["any-ones"], source=given.data.AnyOnes(3), counted=5, judged=5)
    one, same, other = (tiny.run(shorter, seed, tmp_path) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_without_matplotlib_everything_else_is_still_shown(tiny, without_pictures, tmp_path, capsys):
    tiny.main(["any-ones", "--code", str(REFERENCE), "--out", str(tmp_path)])
    shown = capsys.readouterr().out
    assert "the floor of these rows" in shown
    assert "No pictures: pictures need matplotlib" in shown


def test_the_loss_table_is_weighed_by_rows(tiny, reference):
    """130 rows go through in parts of 100 and 30; the mean is that of all rows at once."""
    source = tiny.PLANS["any-ones"].source
    model, rows = tiny.SmallRNN(3), source.sample(130, seed=1)
    whole = reference.lm.next_token_loss(model(rows), rows).item()
    assert tiny.loss_on(model, rows, reference.lm.next_token_loss) == pytest.approx(whole, rel=1e-6)


def test_an_answer_is_asked_for_just_before_it_stands(tiny, given):
    """A model that knows the grammar's answer and nothing else is right every time, at every length of sentence."""
    wills = given.data.Wills()
    pronoun_of = {wills.vocab.index(h.split()[-1]): wills.vocab.index(p) for h, p in given.data.HEIRS.items()}

    def oracle(tokens):
        logits = torch.zeros(*tokens.shape, len(wills.vocab))
        for row, place in zip(tokens.tolist(), logits, strict=True):
            heir = next(token for token in row if token in pronoun_of)
            place[-1, pronoun_of[heir]] = 100.0
        return logits

    assert tiny.answers_right(oracle, wills, wills.sample(50, seed=1)) == pytest.approx(1)


# P(sentence)


def test_sentence_probability_is_a_product_of_next_word_probabilities(given):
    """A toy model that gives the next word up probability 3/4, out of 0 and 1."""

    def flips(tokens):
        return torch.log(torch.tensor([[0.25, 0.75], [0.75, 0.25]]))[tokens]

    probs = given.experiment.next_word_probs(flips, torch.tensor([0, 1, 0, 0]))
    assert probs == pytest.approx([0.75, 0.75, 0.25])


def test_the_probabilities_of_all_sentences_sum_to_one(given):
    """Over every continuation of a first word, with any model: here an n-gram over three words."""
    model = given.baselines.NGram(3, order=2).fit([torch.tensor([[0, 1, 2, 0, 2]])])
    sentences = torch.cartesian_prod(torch.tensor([0]), *[torch.arange(3)] * 3)
    total = sum(math.prod(given.experiment.next_word_probs(model, sentence)) for sentence in sentences)
    assert total == pytest.approx(1, abs=1e-5)


# What cannot work


def test_on_the_first_day_one_sentence_names_the_task(not_written):
    with loaded_with(not_written, "experiment") as given, pytest.raises(SystemExit) as stopped:
        given.experiment.main(["any-ones", "--quick", "--code", str(not_written)])
    assert stopped.value.code == "Task 4.2: forward is not written yet: write it first, then run this again"


def test_a_mistake_in_the_students_code_is_named_with_its_line(not_written):
    (not_written / "train.py").write_text("def train(model, batches, lr):\n    return [] + None\n", encoding="utf-8")
    with loaded_with(not_written, "experiment") as given, pytest.raises(SystemExit) as stopped:
        given.experiment.main(["any-ones", "--quick", "--code", str(not_written)])
    assert stopped.value.code.startswith("your code stopped at train.py, line 2: TypeError")


def test_a_syntax_error_is_one_sentence(not_written):
    (not_written / "lm.py").write_text("def oops(:\n", encoding="utf-8")
    with loaded_with(not_written, "experiment") as given, pytest.raises(SystemExit) as stopped:
        given.experiment.main(["any-ones", "--quick", "--code", str(not_written)])
    assert stopped.value.code.startswith("your code cannot be read: lm.py, line 1")


@pytest.mark.slow
def test_generate_not_written_costs_the_samples_only(tiny, reference, tmp_path, capsys, monkeypatch):
    def generate(*args, **kwargs):
        raise NotImplementedError("Task 4.4: generate is not written yet")

    monkeypatch.setattr(reference.lm, "generate", generate)
    tiny.main(["any-ones", "--code", str(REFERENCE), "--out", str(tmp_path)])
    shown = capsys.readouterr().out
    assert "No samples yet: Task 4.4: generate is not written yet." in shown
    assert "any-ones-loss.png" in shown


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chess"], "invalid choice: 'chess'"),
        (["wills", "--seed", "-1"], "0 or more is needed, not -1"),
        (["without"], "give a part after without, and only there: without scale | mask | positions"),
        (["wills", "mask"], "give a part after without, and only there"),
        (["without", "soul"], "invalid choice: 'soul'"),
        ([], "the following arguments are required: task"),
    ],
)
def test_bad_arguments_are_told(given, arguments, says, capsys):
    with pytest.raises(SystemExit) as stopped:
        given.experiment.main(arguments)
    assert stopped.value.code == 2 and says in capsys.readouterr().err


def test_a_folder_without_code_is_one_sentence(given, tmp_path):
    for script in (given.experiment, given.ideas, given.write):
        with pytest.raises(SystemExit, match=r"there is no lm\.py in "):
            script.main([*(["wills"] if script is given.experiment else []), "--code", str(tmp_path)])


# The given files give nothing away


def solution_lines():
    """Code lines between the reference's markers, comments and blanks taken off."""
    for name in STUDENT:
        inside = False
        for line in (REFERENCE / f"{name}.py").read_text(encoding="utf-8").splitlines():
            if "BEGIN SOLUTION" in line or "END SOLUTION" in line:
                inside = "BEGIN SOLUTION" in line
            elif inside and len(code := re.sub(r"\s+", "", line.split("#")[0])) > 20:
                yield code


def test_no_line_of_a_solution_is_in_a_given_file():
    given_text = "".join((LAB / f"{name}.py").read_text(encoding="utf-8") for name in GIVEN)
    squeezed = re.sub(r"\s+", "", given_text)
    lines = list(solution_lines())
    assert len(lines) > 30
    assert [line for line in lines if line in squeezed] == []


def test_the_given_files_import_only_what_the_requirements_name():
    required = {"torch", "numpy", "rich", "matplotlib"}
    for name in GIVEN:
        text = (LAB / f"{name}.py").read_text(encoding="utf-8")
        imported = set(re.findall(r"^\s*(?:from|import) (\w+)", text, flags=re.MULTILINE))
        assert imported <= required | set(GIVEN) | set(STUDENT) | sys.stdlib_module_names, name
    wanted = Path(ASSIGNMENT / "requirements.txt").read_text(encoding="utf-8")
    installed = {re.split(r"[><= ]", line)[0] for line in wanted.splitlines() if line and not line.startswith("#")}
    assert required <= installed, "the handout's pictures are for everybody"


# The long runs


@pytest.mark.full  # make bench trains them too
@pytest.mark.parametrize("task", ["any-ones", "wills"])
def test_the_reference_comes_within_two_percent_of_the_floor(given, task, tmp_path):
    measured = given.experiment.run(given.experiment.PLANS[task], seed=0, out=tmp_path)
    assert measured["loss"]["transformer"] <= 1.02 * measured["floor"]
    answers = measured["accuracy"]["transformer"]
    assert min(answers.values()) > 0.9  # at every distance, and where there is no 1
    if task == "any-ones":
        assert answers["100"] >= 0.99  # 1 followed by 100 zeros
        assert measured["accuracy"]["n-gram"]["100"] < 0.9  # six bits back is all that it can see


def test_without_rich_one_sentence_says_so(monkeypatch):
    monkeypatch.setitem(sys.modules, "rich", None)
    with pytest.raises(SystemExit) as stopped:
        runpy.run_path(str(LAB / "experiment.py"))
    assert str(stopped.value).startswith("experiment.py needs rich: run  python -m pip install")
