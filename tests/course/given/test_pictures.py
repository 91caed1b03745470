"""Pictures say in words what they show, and never get in the way when they cannot be made."""

import struct
import sys
from types import SimpleNamespace

import matplotlib.font_manager  # noqa: F401 (on a new machine it lists the fonts first, in a process of its own)
import pytest
import torch

PNG = b"\x89PNG\r\n\x1a\n"


def tiny_model(reference, n_layers=2, n_heads=2):
    torch.manual_seed(0)
    return reference.lm.TransformerLM(7, context_length=6, d_model=8, n_heads=n_heads, n_layers=n_layers, d_ff=8)


TOKENS = torch.tensor([[0, 1, 2, 3, 4], [4, 3, 2, 1, 0], [6, 5, 6, 5, 6]])


# Listening in on attend


def test_weights_of_every_block_and_head_are_heard(given, reference):
    weights = given.pictures.attention_weights(tiny_model(reference), TOKENS)
    assert [w.shape for w in weights] == [(3, 2, 5, 5)] * 2
    for w in weights:
        assert torch.allclose(w.sum(dim=-1), torch.ones(3, 2, 5))
        assert (w.triu(diagonal=1) == 0).all()


def test_listening_changes_nothing_and_leaves_nothing_behind(given, reference):
    model = tiny_model(reference)
    before, attend = model(TOKENS), reference.multihead.attend
    given.pictures.attention_weights(model, TOKENS)
    assert reference.multihead.attend is attend
    assert torch.equal(model(TOKENS), before)
    assert not any(block._forward_pre_hooks for block in model.blocks)


def test_a_crash_in_the_model_still_leaves_nothing_behind(given, reference):
    attend = reference.multihead.attend
    with pytest.raises(ValueError, match="longer than the context length"):
        given.pictures.attention_weights(tiny_model(reference), torch.zeros(1, 9, dtype=torch.int64))
    assert reference.multihead.attend is attend


def test_code_that_calls_attend_head_by_head_is_understood(given, reference, monkeypatch):
    """A right answer may loop over its heads: the weights come out the same."""
    model = tiny_model(reference)
    expected = given.pictures.attention_weights(model, TOKENS)

    def forward(self, x):
        multihead = reference.multihead
        q, k, v = (multihead.split_heads(w(x), self.n_heads) for w in (self.W_q, self.W_k, self.W_v))
        mask = multihead.causal_mask(x.shape[-2])
        heads = [multihead.attend(q[:, h], k[:, h], v[:, h], mask)[0] for h in range(self.n_heads)]
        return self.W_o(torch.cat(heads, dim=-1))

    monkeypatch.setattr(reference.multihead.MultiHeadAttention, "forward", forward)
    for got, wanted in zip(given.pictures.attention_weights(model, TOKENS), expected, strict=True):
        assert torch.allclose(got, wanted)


def test_code_that_calls_attention_dot_attend_is_heard_too(given, reference, monkeypatch):
    """`import attention` and `attention.attend(…)` instead of `from attention import attend`."""
    calls = SimpleNamespace(count=0)

    def through_the_module(*args):
        calls.count += 1
        return reference.attention.attend(*args)

    model = tiny_model(reference)
    expected = given.pictures.attention_weights(model, TOKENS)
    forward = reference.multihead.MultiHeadAttention.forward
    moved = type(forward)(forward.__code__, dict(forward.__globals__, attend=through_the_module))
    monkeypatch.setattr(reference.multihead.MultiHeadAttention, "forward", moved)
    for got, wanted in zip(given.pictures.attention_weights(model, TOKENS), expected, strict=True):
        assert torch.allclose(got, wanted)
    assert calls.count == 2


def test_code_that_never_calls_attend_is_told_so(given, reference, monkeypatch):
    monkeypatch.setattr(reference.multihead.MultiHeadAttention, "forward", lambda self, x: x)
    with pytest.raises(given.pictures.NoPicture, match=r"never calls attend \(task 1.6\)"):
        given.pictures.attention_weights(tiny_model(reference), TOKENS)


# The pictures themselves


def is_png_of_some_size(path):
    header = path.read_bytes()[:24]
    width, height = struct.unpack(">II", header[16:24])
    return header.startswith(PNG) and width > 300 and height > 200


def test_heat_map_names_what_each_token_looks_at(given, tmp_path):
    weights = torch.tensor([[1.0, 0.0], [0.25, 0.75]])
    picture = given.pictures.heat_map(weights, ["she", "ran"], ["she", "ran"], tmp_path / "new" / "a.png", "Head 0")
    assert is_png_of_some_size(picture.path)
    assert picture.alt.startswith("Head 0.")
    assert "she at she (1.00), ran at ran (0.75)" in picture.alt
    assert picture.alt.encode("latin-1") in picture.path.read_bytes()  # the words travel inside the file


def test_heat_map_refuses_labels_that_do_not_fit(given, tmp_path):
    with pytest.raises(ValueError, match="weights of 2 × 2 cannot be labelled with 2 rows and 3 columns"):
        given.pictures.heat_map(torch.eye(2), ["a", "b"], ["a", "b", "c"], tmp_path / "a.png", "")


def test_loss_curve_says_where_each_model_ends_and_where_the_floor_is(given, tmp_path):
    losses = {"transformer": [2.0, 1.0, 0.5], "RNN": [2.0, 1.5]}
    picture = given.pictures.loss_curve(losses, 0.4, tmp_path / "loss.png", "wills")
    assert is_png_of_some_size(picture.path)
    assert "floor 0.4000" in picture.alt
    assert "RNN ends at 1.7250" in picture.alt  # later steps weigh more: 1.5 by 0.55, 2.0 by 0.45


def test_accuracy_picture_says_near_and_far(given, tmp_path):
    accuracy = {"transformer": {"0": 1.0, "5": 1.0, "100": 0.99}, "n-gram": {"0": 1.0, "5": 0.9, "100": 0.5}}
    picture = given.pictures.accuracy_by_distance(accuracy, 0.5, tmp_path / "far.png", "any-ones")
    assert is_png_of_some_size(picture.path)
    assert "n-gram 1.00 near and 0.50 far" in picture.alt


def test_without_matplotlib_one_sentence_says_what_to_install(given, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(given.pictures.NoPicture, match="pip install matplotlib"):
        given.pictures.heat_map(torch.eye(2), ["a", "b"], ["a", "b"], tmp_path / "a.png", "")
    assert not list(tmp_path.iterdir())


def test_zeros_and_ones_differ_in_grey_too(given):
    """The colour map runs evenly from light to dark, so a grey print keeps the order."""
    import matplotlib

    colours = matplotlib.colormaps[given.pictures.COLOURS](torch.linspace(0, 1, 50).numpy())[:, :3]
    grey = colours @ [0.299, 0.587, 0.114]
    assert (grey[1:] < grey[:-1]).all()
