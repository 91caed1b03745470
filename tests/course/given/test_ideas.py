"""The lectures' other ideas, each with what a reader should see."""

import math

import pytest
import torch


def test_skip_gram_pairs_are_the_lectures(given):
    pairs = given.ideas.skip_gram_pairs("The quick brown fox jumps over the lazy dog.", window=2)
    assert pairs[:13] == [
        ("the", "quick"), ("the", "brown"),
        ("quick", "the"), ("quick", "brown"), ("quick", "fox"),
        ("brown", "the"), ("brown", "quick"), ("brown", "fox"), ("brown", "jumps"),
        ("fox", "quick"), ("fox", "brown"), ("fox", "jumps"), ("fox", "over"),
    ]  # fmt: skip
    assert pairs[-2:] == [("dog", "the"), ("dog", "lazy")]


def test_bats_have_one_static_vector_and_two_contextual_ones(given, reference):
    before, after = given.ideas.same_word_twice(
        "bats", "I'm scared of bats", "I swing bats", reference.attention.simple_attention
    )
    assert before == pytest.approx(1)
    assert after < 0.9


def test_it_is_told_apart_only_by_attention_that_sees_the_words_behind_it(given, reference):
    pair = ("it", f"{given.ideas.CHICKEN} tired", f"{given.ideas.CHICKEN} wide")
    static, looking_back = given.ideas.same_word_twice(*pair, reference.attention.simple_attention)
    _, both_ways = given.ideas.same_word_twice(*pair, lambda x: reference.attention.attend(x, x, x)[0])
    assert static == pytest.approx(1)
    assert looking_back == pytest.approx(1)  # up to "it" the two sentences are the same
    assert both_ways < 0.98


@pytest.mark.parametrize(("adjective", "noun"), [("tired", "chicken"), ("wide", "road")])
def test_it_looks_at_the_noun_that_the_adjective_fits(given, adjective, noun):
    words, weights = given.ideas.what_it_means(adjective)
    row = weights[words.index("it")]
    assert weights.shape == (11, 11)
    assert words[row.argmax()] == noun
    assert row.max() > 0.98


@pytest.mark.slow
def test_the_pronoun_sentence_becomes_a_picture(given, tmp_path):
    text = given.ideas.show_picture(tmp_path)
    assert "“it” looks at “chicken”" in text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["it-tired.png", "it-wide.png"]


def test_each_heads_contribution_adds_up_to_the_layers_output(given):
    lengths, off = given.ideas.heads_add_up(n_heads=4)
    assert lengths.shape == (4,)
    assert (lengths > 0).all()
    assert off < 1e-6


def test_sentence_probability_is_a_product_of_next_word_probabilities(given):
    """A toy model that gives the next word up probability 3/4, out of 0 and 1."""

    def flips(tokens):
        return torch.log(torch.tensor([[0.25, 0.75], [0.75, 0.25]]))[tokens]

    probs = given.ideas.next_word_probs(flips, torch.tensor([0, 1, 0, 0]))
    assert probs == pytest.approx([0.75, 0.75, 0.25])


def test_the_probabilities_of_all_sentences_sum_to_one(given):
    """Over every continuation of a first word, with any model: here an n-gram over three words."""
    model = given.baselines.NGram(3, order=2).fit([torch.tensor([[0, 1, 2, 0, 2]])])
    sentences = torch.cartesian_prod(torch.tensor([0]), *[torch.arange(3)] * 3)
    total = sum(math.prod(given.ideas.next_word_probs(model, sentence)) for sentence in sentences)
    assert total == pytest.approx(1, abs=1e-5)


def test_one_matrix_product_does_what_the_double_loop_does(given):
    loop, product, difference = given.ideas.product_against_loop(n=24, d=8)
    assert difference < 1e-5
    assert loop > 0 and product > 0  # which takes longer is for readers to see: a busy machine may say otherwise


@pytest.mark.slow
def test_python_ideas_shows_every_idea_with_the_reference(given, tmp_path, capsys):
    given.ideas.main(["--out", str(tmp_path)])
    shown = capsys.readouterr().out
    for title, _ in given.ideas.IDEAS:
        assert title in shown
    assert "(the, quick) (the, brown)" in shown
    assert "waits for" not in shown
    assert "stopped with" not in shown


def test_on_the_first_day_ideas_name_the_task_they_wait_for_and_the_others_run(not_written, tmp_path, capsys):
    from .conftest import loaded_with

    with loaded_with(not_written) as given:
        given.ideas.main(["--out", str(tmp_path)])
    shown = capsys.readouterr().out
    assert "waits for Task 1.1: simple_attention is not written yet" in shown
    assert "waits for Task 1.6: attend is not written yet" in shown
    assert "waits for Task 2.3: not written yet" in shown
    assert "(quick, the) (quick, brown) (quick, fox)" in shown
    assert "the product:" in shown
    assert "times faster" in shown


def test_a_folder_without_code_is_one_sentence(given, tmp_path):
    with pytest.raises(SystemExit, match=r"there is no attention\.py in that folder"):
        given.ideas.main(["--code", str(tmp_path)])
