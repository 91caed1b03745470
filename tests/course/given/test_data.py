"""The floor is exact: held against enumeration on small cases and against sampling on large ones."""

import itertools
import math
from collections import Counter

import pytest
import torch


def floor_by_enumeration(rows_with_probs):
    """The floor from its definition: the mean over i = 2 … n of H(w_i | w_1 … w_{i−1}), token by token."""
    rows_with_probs = list(rows_with_probs)
    n = len(rows_with_probs[0][0])
    total = 0.0
    for i in range(1, n):
        prefix, longer = Counter(), Counter()
        for row, p in rows_with_probs:
            prefix[row[:i]] += p
            longer[row[: i + 1]] += p
        total -= sum(p * math.log(p / prefix[key[:-1]]) for key, p in longer.items() if p > 0)
    return total / (n - 1)


def every_row(source):
    """All rows of the source's length over its vocabulary that it can produce, each with its probability."""
    for row in itertools.product(range(len(source.vocab)), repeat=source.n):
        tokens = torch.tensor([row])
        if source.obeys(tokens[0]):
            yield row, source.log_prob(tokens).exp().item()


# any-ones


def test_a_row_of_any_ones_ends_in_whether_it_held_a_one(given):
    source = given.data.AnyOnes(length=6)
    for row in source.sample(200, seed=1).tolist():
        *bits, ask, answer = row
        assert source.vocab[ask] == "="
        assert answer == int(any(bits))


def test_half_of_the_rows_hold_no_one_at_any_length(given):
    for length in (1, 16, 101):
        answers = given.data.AnyOnes(length).sample(4000, seed=2)[:, -1].float()
        assert abs(answers.mean().item() - 0.5) < 0.03


def test_one_followed_by_a_hundred_zeros_fits_into_the_default_row(given):
    source = given.data.AnyOnes()
    row = source.encode("1 " + "0 " * 100 + "= 1")
    assert len(row) == source.n
    assert source.obeys(row)
    assert torch.equal(source.by_distance(1, seed=0)["100"][0], row)


def test_any_ones_floor_equals_enumeration_of_every_row(given):
    source = given.data.AnyOnes(length=4)
    rows = list(every_row(source))
    assert len(rows) == 16
    assert sum(p for _, p in rows) == pytest.approx(1)
    assert source.floor == pytest.approx(floor_by_enumeration(rows), abs=1e-12)
    assert source.entropy_per_token() == pytest.approx(-sum(p * math.log(p) for _, p in rows) / source.n, abs=1e-12)


def test_any_ones_of_one_bit_costs_nothing_because_only_the_first_token_is_random(given):
    source = given.data.AnyOnes(length=1)
    assert source.floor == pytest.approx(0, abs=1e-12)
    assert source.entropy_per_row() == pytest.approx(math.log(2))


def test_any_ones_floor_agrees_with_a_large_sample(given):
    source = given.data.AnyOnes()
    rows = source.sample(40_000, seed=3)
    spread = source.log_prob(rows).std().item() / math.sqrt(len(rows)) / (source.n - 1)
    assert abs(source.floor_of(rows) - source.floor) < 4 * spread
    assert 4 * spread < 0.03 * source.floor  # the check is sharp enough to mean something


def test_distance_counts_the_zeros_behind_the_last_one(given):
    source = given.data.AnyOnes(length=12)
    groups = source.by_distance(30, seed=4)
    assert list(groups) == ["0", "1", "2", "5", "10", "11", "no 1"]
    for label, rows in groups.items():
        assert all(source.obeys(row) for row in rows)
        if label != "no 1":
            assert all(row[:12].flip(0).argmax().item() == int(label) for row in rows)
    assert not groups["no 1"][:, :12].any()


def test_a_wrong_answer_or_a_missing_sign_does_not_obey(given):
    source = given.data.AnyOnes(length=3)
    assert source.obeys(source.encode("0 1 0 = 1"))
    assert not source.obeys(source.encode("0 1 0 = 0"))
    assert not source.obeys(source.encode("0 1 = 0 1"))


# wills

SMALL_GRAMMAR = [["Ada", "Bram", "the mayor"], ["raised"], ["a girl", "twins"], ["", "at sea"], ["so the boat goes to"]]


def test_the_heir_decides_the_pronoun_however_far_away_it_is(given):
    wills = given.data.Wills()
    for row in wills.sample(200, seed=1):
        words = wills.decode(row).split()
        heir = next(word for word in words if word in ("girl", "boy", "twins"))
        assert words[-2:] == [{"girl": "her", "boy": "him", "twins": "them"}[heir], "."]
        assert wills.vocab[row[wills.answer_at(row[None])[0]]] == words[-2]


def test_every_sentence_fits_and_one_fills_the_row(given):
    wills = given.data.Wills()
    lengths = [len(sentence.split()) for sentence in wills.all_sentences]
    assert max(lengths) == wills.n


def test_no_sentence_can_be_read_in_two_ways(given):
    wills = given.data.Wills()
    assert len(wills.all_sentences) == math.prod(len(slot) for slot in wills.slots)


def test_wills_floor_equals_enumeration_token_by_token_on_a_small_grammar(given):
    wills = given.data.Wills(SMALL_GRAMMAR)
    rows = [tuple(wills.row(sentence).tolist()) for sentence in wills.all_sentences]
    assert len(rows) == 12
    assert wills.floor == pytest.approx(floor_by_enumeration((row, 1 / 12) for row in rows), abs=1e-12)
    assert wills.entropy_per_token() == pytest.approx(math.log(12) / wills.n, abs=1e-12)


@pytest.mark.slow  # the grammar seldom changes
def test_wills_floor_equals_enumeration_of_the_whole_grammar(given):
    wills = given.data.Wills()
    rows = [tuple(wills.row(sentence).tolist()) for sentence in wills.all_sentences]
    assert wills.floor == pytest.approx(floor_by_enumeration((row, 1 / len(rows)) for row in rows), abs=1e-9)


def test_wills_samples_are_as_even_as_the_floor_assumes(given):
    wills = given.data.Wills()
    rows = wills.sample(600, seed=5)
    assert all(wills.obeys(row) for row in rows[:50])
    assert wills.floor_of(rows) == pytest.approx(wills.floor, abs=1e-12)
    text = [wills.decode(row) for row in rows]
    for slot in wills.slots:
        for phrase in filter(None, slot):
            share = sum(f" {phrase} " in f" {sentence} " for sentence in text) / len(text)
            assert abs(share - 1 / len(slot)) < 4 * math.sqrt(0.25 / len(text)), phrase


def test_wills_are_grouped_by_the_words_between_heir_and_pronoun(given):
    wills = given.data.Wills()
    groups = wills.by_distance(400, seed=6)
    assert sum(len(rows) for rows in groups.values()) == 400
    for label, rows in groups.items():
        low, high = map(int, label.split("–"))
        words = wills.decode(rows[0]).split()
        heir = next(i for i, word in enumerate(words) if word in ("girl", "boy", "twins"))
        assert low <= len(words) - 2 - heir - 1 <= high


# all of them


@pytest.fixture(params=["AnyOnes", "Wills"])
def source(given, request):
    return getattr(given.data, request.param)()


def test_same_seed_same_rows_other_seed_other_rows(source):
    assert torch.equal(source.sample(50, seed=1), source.sample(50, seed=1))
    assert not torch.equal(source.sample(50, seed=1), source.sample(50, seed=2))


def test_rows_are_token_numbers_of_one_length(source):
    rows = source.sample(20, seed=1)
    assert rows.shape == (20, source.n)
    assert rows.dtype == torch.int64
    assert rows.min() >= 0
    assert rows.max() < len(source.vocab)


def test_batches_are_fresh_each_time_and_repeat_with_the_seed(source):
    one, two = source.batches(2, size=30, seed=5)
    assert not torch.equal(one, two)
    assert torch.equal(one, next(source.batches(1, size=30, seed=5)))


def test_decode_undoes_encode(source):
    text = source.decode(source.sample(1, seed=9)[0])
    assert source.decode(source.encode(text)) == text


def test_an_unknown_word_is_named(source):
    with pytest.raises(ValueError, match="does not know the word 'zebra'"):
        source.encode("zebra")


def test_the_floor_is_below_what_counting_single_tokens_would_pay(source, given):
    frequencies = torch.bincount(source.sample(500, seed=1).flatten(), minlength=len(source.vocab)).double()
    assert 0 < source.floor < given.data.entropy(frequencies / frequencies.sum())
