"""The model that writes: what a student sees with right code, with wrong code and with code that is not there yet."""

import doctest
import importlib.util
import json
import shutil
import sys
from contextlib import nullcontext

import pytest
import torch

from softmark.running import tensorfile

from .conftest import ASSIGNMENT, REFERENCE, ROOT, loaded_with

WRITER = ASSIGNMENT / "lab" / "writer"


@pytest.fixture(scope="module")
def model(given):
    import lm

    made = lm.TransformerLM(**given.trained.SIZES)
    made.load_state_dict(given.trained.weights())
    return made.eval()


def changed(tmp_path, file, old, new):
    """The reference's files with one line of one of them replaced."""
    folder = tmp_path / "mine"
    shutil.copytree(REFERENCE, folder)
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.fixture
def written_by(given, capsys, monkeypatch):
    """`written_by(folder, *arguments)`: what is shown with somebody's code."""

    def run(folder, *arguments):
        with nullcontext(given) if folder == REFERENCE else loaded_with(folder, "write") as files:
            if folder == REFERENCE:  # that nothing is wrong with it has a test of its own
                monkeypatch.setattr(files.write, "what_generate_does", lambda *known: "")
            path = sys.path[:]
            try:
                files.write.main(["--code", str(folder), *arguments])
            except SystemExit as stopped:
                return f"{capsys.readouterr().out}{stopped.code}"
            finally:
                sys.path[:] = path
        return capsys.readouterr().out

    return run


def test_the_examples_of_pieces_and_of_what_is_counted_hold(given):
    found = doctest.testmod(given.trained)
    assert found.attempted > 8 and found.failed == 0


def test_every_text_of_known_letters_comes_back_as_it_was(given):
    tokeniser = given.trained.Tokeniser.from_file()
    text = 'It is a truth universally acknowledged, that "12 men (at Bath)" must be\nin want of zeal!'
    assert tokeniser.decode(tokeniser.encode(text)) == text
    assert len(set(tokeniser.pieces)) == len(tokeniser.pieces) == given.trained.SIZES["vocab_size"]


def test_the_file_of_weights_is_honest_and_small(given):
    """The strict reader of the engine, which refuses what is not plain numbers, reads the same."""
    path = WRITER / "weights.safetensors"
    assert path.stat().st_size < 1_600_000
    strict, _ = tensorfile.parse(path.read_bytes())
    mine = given.trained.stored(path)
    assert set(strict) == set(mine)
    assert all(bytes(part.data) == mine[name].numpy().tobytes() for name, part in strict.items())


def test_right_code_writes_english(given, capsys):
    given.write.main(["--code", str(REFERENCE), "It is a truth", "--length", "5", "--temperature", "0"])
    shown = capsys.readouterr().out
    assert "The ten likeliest next pieces" in shown and "% " in shown and "all others" in shown
    assert "Something is not right" not in shown
    assert shown.rstrip().splitlines()[-1].startswith("It is a truth, ")


def test_the_same_seed_writes_the_same_and_another_seed_something_else(written_by):
    texts = [written_by(REFERENCE, "Emma", "--length", "4", "--seed", seed) for seed in ("1", "1", "2")]
    assert texts[0] == texts[1] != texts[2]


def test_pieces_come_one_by_one_as_one_call_of_generate_gives_them(given, model):
    import lm

    options = given.write.options_from(["--length", "6", "--temperature", "0", "--code", str(REFERENCE)])
    prompt = torch.tensor([given.trained.Tokeniser.from_file().encode("\nShe was")])
    pieces = list(given.write.stream(model, prompt, options, lm.generate))
    assert pieces == lm.generate(model, prompt, 6, temperature=0)[0, prompt.shape[1] :].tolist()


def test_on_the_first_day_it_says_what_is_missing(written_by):
    shown = written_by(ASSIGNMENT, "It is a truth")
    assert "Task 4.1: TransformerLM.embed is not written yet" in shown
    assert "still to be written: 1.2, 1.3, 1.4, 1.5, 1.6, 2.1, 2.2, 3.1, 3.2, 3.3, 4.1, 4.2." in shown


def test_without_generate_it_shows_the_next_pieces_alone(tmp_path, written_by):
    start = "    was_training = model.training\n"
    folder = changed(tmp_path, "lm.py", start, '    raise NotImplementedError("Task 4.4: not written yet")\n')
    shown = written_by(folder, "It is a truth")
    assert "all others" in shown and "Task 4.4 is next" in shown


@pytest.mark.parametrize(
    ("file", "old", "new", "task"),
    [
        ("attention.py", " / math.sqrt(d_k)", "", "2.2 (and at what it calls, 1.2 to 1.6 and 2.1)"),
        ("block.py", "torch.relu(", "torch.tanh(", "3.2"),
        ("lm.py", "self.unembed(self.final_norm(h))", "self.unembed(h)", "4.2"),
        ("lm.py", "tokens[:, -model.context_length :]", "tokens[:, : model.context_length]", "4.4"),
    ],
)
def test_wrong_code_is_told_which_task_to_look_at(tmp_path, written_by, file, old, new, task):
    folder = changed(tmp_path, file, old, new)
    assert f"look at task {task}." in written_by(folder, "It is a truth", "--length", "1")


def test_a_letter_that_the_novels_lack_gets_one_sentence(written_by):
    shown = written_by(REFERENCE, "naïve")
    assert shown.startswith("the model has never seen 'ï'; it knows ")


def test_a_beginning_longer_than_the_context_gets_one_sentence(written_by):
    shown = written_by(REFERENCE, "very " * 200)
    assert shown == "the beginning has 202 pieces; the model sees 192 at most"


def test_quotation_marks_of_web_pages_are_read_as_the_novels_write_them(written_by):
    assert "never seen" not in written_by(REFERENCE, "“I don’t know,” said she", "--length", "1")


def test_the_head_for_names_and_the_head_for_quotation_marks_stand_out(written_by):
    """In a text of one's own, where nothing need be written: the numbers find the same two heads as in written ones."""
    text = '"My dear Miss Woodhouse," said Mr. Knightley, "you are very good." "I am," cried Emma, "to Mrs. Weston."'
    shown = written_by(REFERENCE, text, "--heads", "--length", "0")
    assert shown.count("head 3") == 2 * 4 and shown.count("stands out") == 2
    names, marks = (line for line in shown.splitlines() if "stands out" in line)
    assert names.strip().startswith("block 3, head 1") and marks.strip().startswith("block 3, head 0")
    assert "said Mr. → ␣Knightley" in shown


def test_heads_are_shown_before_generate_is_written(tmp_path, written_by):
    start = "    was_training = model.training\n"
    folder = changed(tmp_path, "lm.py", start, '    raise NotImplementedError("Task 4.4: not written yet")\n')
    shown = written_by(folder, '"My dear Miss Bennet and Mr. Darcy', "--heads")
    assert "Task 4.4 is next" in shown and "each head gave so much to the names before it" in shown


def test_a_text_without_names_says_so(written_by):
    shown = written_by(REFERENCE, "it was late", "--heads", "--length", "0")
    assert "This text says nothing about a name: try a longer one, or another seed." in shown


@pytest.fixture(scope="module")
def refresh(given):
    """What was made with the weights can be made again."""
    spec = importlib.util.spec_from_file_location("refresh", ROOT / "handouts" / "writer" / "refresh.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow  # with other numbers, the reference would be told that something is not right (above)
def test_what_right_code_is_held_against_fits_the_weights(given, refresh, model):
    made, kept = refresh.expectations(model), json.loads(given.write.EXPECTED.read_text(encoding="utf-8"))
    assert made["greedy"] == kept["greedy"]
    assert [name for name, _, _ in made["stages"]] == [name for name, _, _ in kept["stages"]]
    for (_, _, mine), (_, _, theirs) in zip(made["stages"], kept["stages"], strict=True):
        assert given.write.alike(mine, theirs)


def test_what_the_playground_shows_is_what_the_weights_do(given, refresh, model):
    """One pass over its text; whole numbers may be rounded the other way."""
    kept = refresh.kept()
    found = json.loads(json.dumps(refresh.seen(model, given.trained.Tokeniser.from_file(), kept["tokens"])))
    assert (found["pieces"], found["given"]) == (kept["pieces"], kept["given"])
    for mine, theirs in zip(found["next"], kept["next"], strict=True):
        assert all(abs(a - b) <= 1 for (_, a), (_, b) in zip(mine, theirs, strict=True))
    for mine, theirs in zip(found["questions"], kept["questions"], strict=True):
        assert mine["stands_out"] == theirs["stands_out"] and mine["at"].keys() == theirs["at"].keys()
        for name in ("when", "otherwise"):
            assert (torch.tensor(mine[name]) - torch.tensor(theirs[name])).abs().max() <= 1


def test_it_predicts_real_sentences_far_better_than_chance(given, model):
    """3.5 nats a piece on text it has not seen, 7.6 by guessing: these weights were trained, and on this text."""
    from lm import next_token_loss

    tokens = torch.tensor([given.trained.Tokeniser.from_file().encode("\nShe had been so very happy to see him.")])
    with torch.no_grad():
        assert next_token_loss(model(tokens), tokens).item() < 4.0
