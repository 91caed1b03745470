"""The lectures' smaller ideas, each with what a reader should see."""

import pytest

from .conftest import REFERENCE, loaded_with


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
    pair = ("bats", "I'm scared of bats", "I swing bats")
    assert given.ideas.same_word_twice(*pair, lambda x: x) == pytest.approx(1)
    assert given.ideas.same_word_twice(*pair, reference.attention.simple_attention) < 0.9


def test_it_is_told_apart_only_by_attention_that_sees_the_words_behind_it(given, reference):
    pair = ("it", f"{given.ideas.CHICKEN} tired", f"{given.ideas.CHICKEN} wide")
    looking_back = given.ideas.same_word_twice(*pair, reference.attention.simple_attention)
    assert looking_back == pytest.approx(1)  # up to "it" the two sentences are the same
    assert given.ideas.same_word_twice(*pair, lambda x: reference.attention.attend(x, x, x)[0]) < 0.98


@pytest.mark.parametrize(("adjective", "noun"), [("tired", "chicken"), ("wide", "road")])
def test_it_looks_at_the_noun_that_the_adjective_fits(given, adjective, noun):
    words, weights = given.ideas.what_it_means(adjective)
    row = weights[words.index("it")]
    assert weights.shape == (11, 11)
    assert words[row.argmax()] == noun
    assert row.max() > 0.98


@pytest.mark.slow
def test_the_pronoun_sentence_becomes_a_picture(given, tmp_path, capsys):
    given.ideas.show_chicken(tmp_path)
    assert "“it” looks at “chicken”" in capsys.readouterr().out
    assert sorted(path.name for path in tmp_path.iterdir()) == ["it-tired.png", "it-wide.png"]


def test_one_matrix_product_does_what_the_double_loop_does(given):
    loop, product, difference = given.ideas.product_against_loop(n=24, d=8)
    assert difference < 1e-5
    assert loop > 0 and product > 0  # which takes longer is for readers to see: a busy machine may say otherwise


@pytest.mark.slow
def test_all_of_them_are_shown_with_the_reference(given, tmp_path, capsys):
    given.ideas.main(["--out", str(tmp_path), "--code", str(REFERENCE)])
    shown = capsys.readouterr().out
    assert all(title in shown for title in given.ideas.IDEAS)
    assert "(the, quick) (the, brown)" in shown and "waits for" not in shown


def test_on_the_first_day_ideas_name_the_task_they_wait_for_and_the_others_run(not_written, tmp_path, capsys):
    with loaded_with(not_written) as given:
        given.ideas.main(["--out", str(tmp_path), "--code", str(not_written)])
    shown = capsys.readouterr().out
    assert "waits for Task 1.1: simple_attention is not written yet" in shown
    assert "waits for Task 1.6: attend is not written yet" in shown
    assert "(quick, the) (quick, brown) (quick, fox)" in shown and "as one matrix product" in shown
