"""Naming a mistake: equal replies name it, a tie or nothing equal says nothing."""

from decimal import Decimal
from fractions import Fraction

import numpy as np

from softmark.checks.errors import StudentRaised
from softmark.checks.request import Outcome
from softmark.checks.student import Reply
from softmark.checks.trace import Trace, fingerprint_of
from softmark.naming.diagnose import agree, contradicts, name_mistake


def fingerprints(*arrays):
    return tuple(fingerprint_of(Reply("call", "stats.mean", Outcome(value=array))) for array in arrays)


RIGHT, HALF, TWICE = (np.array([1.0, 2.0, 3.0]) * factor for factor in (1.0, 0.5, 2.0))
KNOWN = {
    "scale.half": {"values": Trace(False, fingerprints(HALF)), "empty": Trace(True)},
    "scale.twice": {"values": Trace(False, fingerprints(TWICE)), "empty": Trace(True)},
}


def test_equal_replies_name_the_mistake():
    mine = {"values": Trace(False, fingerprints(HALF * (1 + 1e-7))), "empty": Trace(True)}
    assert name_mistake(mine, KNOWN) == "scale.half"


def test_a_mistake_nobody_knows_is_not_guessed():
    assert name_mistake({"values": Trace(False, fingerprints(RIGHT * 0.7))}, KNOWN) is None


def test_two_mistakes_that_fit_equally_name_none():
    twins = {**KNOWN, "scale.half_again": KNOWN["scale.half"]}
    assert name_mistake({"values": Trace(False, fingerprints(HALF)), "empty": Trace(True)}, twins) is None


def test_a_name_explains_every_failed_check_or_is_not_given():
    """√h instead of √d_k looks like "scaled already" in one draw; the other draws say that it is not."""
    mine = {"values": Trace(False, fingerprints(HALF)), "wide": Trace(False, fingerprints(HALF * 0.9))}
    known = {"scale.half": {"values": Trace(False, fingerprints(HALF)), "wide": Trace(False, fingerprints(HALF))}}
    assert name_mistake(mine, known) is None


def test_a_mistake_that_would_fail_what_passes_is_not_the_one():
    """A fill of −10,000 is like no mask where scores are lower still; but it masks everywhere else."""
    known = {"mask.none": {"mask": Trace(False, fingerprints(TWICE)), "low": Trace(False, fingerprints(HALF))}}
    mine = {"mask": Trace(True), "low": Trace(False, fingerprints(HALF))}
    assert name_mistake(mine, known) is None


def test_a_mistake_that_passes_what_fails_is_not_the_one():
    mine = {"values": Trace(False, fingerprints(HALF)), "empty": Trace(False, fingerprints(HALF))}
    assert name_mistake(mine, KNOWN) is None


def test_the_one_that_explains_more_wins():
    nothing = np.full(3, np.nan)
    mine = {
        "values": Trace(False, fingerprints(HALF)),
        "large": Trace(False, fingerprints(np.array([1.0, np.inf, 2.0]))),
    }
    known = {
        "vague": {"values": Trace(False, fingerprints(HALF)), "large": Trace(False, fingerprints(nothing))},
        "exact": {
            "values": Trace(False, fingerprints(HALF)),
            "large": Trace(False, fingerprints(np.array([1.0, np.inf, 2.0]))),
        },
    }
    assert name_mistake(mine, known) == "exact"


def test_nan_beside_infinity_is_evidence_and_nan_alone_is_not():
    """0 · ∞ is NaN, and 1 · −∞ is −∞: a mask that is multiplied leaves as many of each as it hides and shows."""
    multiplied, all_gone = np.array([np.nan, -np.inf, np.nan]), np.full(3, np.nan)
    known = {"fill.times": {"values": Trace(False, fingerprints(multiplied))}}
    assert name_mistake({"values": Trace(False, fingerprints(multiplied))}, known) == "fill.times"
    assert name_mistake({"values": Trace(False, fingerprints(all_gone))}, known) is None
    assert name_mistake({"values": Trace(False, fingerprints(all_gone))}, {"x": known["fill.times"]}) is None


def test_random_replies_are_recognised_by_which_checks_fail():
    known = {
        "sample.greedy": {"spread": Trace(False), "greedy": Trace(True)},
        "sample.uniform": {"spread": Trace(False), "greedy": Trace(False)},
    }
    mine = {"spread": Trace(False, fingerprints(RIGHT * 0.3)), "greedy": Trace(True)}
    assert name_mistake(mine, known, frozenset({"spread", "greedy"})) == "sample.greedy"


def drawn(*odds):
    """4000 words drawn with these odds, a row each."""
    words = np.random.default_rng(len(odds)).choice(len(odds), size=(4000, 1), p=np.array(odds) / sum(odds))
    return fingerprints(words.astype(np.int64))


def test_the_same_checks_fail_but_the_words_are_drawn_with_other_odds():
    """Temperature applied twice fails where "no effect" fails, and draws far more of the likeliest word."""
    known = {"temperature.ignored": {"low": Trace(False, drawn(4, 3, 2, 1)), "plain": Trace(True)}}
    alike = {"low": Trace(False, drawn(4.05, 3, 2, 0.98)), "plain": Trace(True)}
    twice = {"low": Trace(False, drawn(256, 81, 16, 1)), "plain": Trace(True)}
    both = frozenset({"low", "plain"})
    assert name_mistake(alike, known, both) == "temperature.ignored"
    assert name_mistake(twice, known, both) is None


def test_a_failed_check_with_fixed_numbers_does_not_excuse_a_pattern_that_does_not_fit():
    known = {"sample.greedy": {"greedy": Trace(False, fingerprints(HALF)), "spread": Trace(False)}}
    mine = {"greedy": Trace(False, fingerprints(HALF)), "spread": Trace(True)}
    assert name_mistake(mine, known, frozenset({"spread"})) is None


def raised(kind="RuntimeError", message="shape '[2, 3]' is invalid for input of size 7"):
    return (fingerprint_of(Reply("call", "stats.mean", None, StudentRaised(kind, message))),)


def test_an_exception_of_one_class_neither_names_nor_contradicts():
    known = {"mean.flat": {"empty": Trace(False, raised()), "values": Trace(False, fingerprints(HALF))}}
    other = raised(message="shape '[3, 2]' is invalid for input of size 7")
    assert name_mistake({"empty": Trace(False, other)}, known) is None
    assert name_mistake({"empty": Trace(False, raised("TypeError")), "values": Trace(False, fingerprints(HALF))}, known)
    assert name_mistake({"empty": Trace(True), "values": Trace(False, fingerprints(HALF))}, known) == "mean.flat"
    assert name_mistake({"empty": Trace(False, raised()), "values": Trace(False, fingerprints(TWICE))}, known) is None


def test_an_exception_with_the_same_sizes_in_its_words_is_evidence():
    known = {"mean.flat": {"empty": Trace(False, raised()), "values": Trace(True)}}
    assert name_mistake({"empty": Trace(False, raised()), "values": Trace(True)}, known) == "mean.flat"
    assert name_mistake({"empty": Trace(False, raised()), "values": Trace(False, fingerprints(HALF))}, known) is None


def test_nothing_but_nan_neither_names_nor_contradicts():
    nothing, some = np.full(3, np.nan), np.array([1.0, np.nan, 2.0])
    known = {
        "softmax.no_shift": {"large": Trace(False, fingerprints(nothing)), "float32": Trace(False, fingerprints(some))}
    }
    assert name_mistake({"large": Trace(False, fingerprints(nothing))}, known) is None
    mine = {
        "large": Trace(False, fingerprints(np.array([np.nan, 0.0, np.nan]))),
        "float32": Trace(False, fingerprints(some)),
    }
    assert name_mistake(mine, known) == "softmax.no_shift"


def test_a_wrong_shape_is_no_mistake_of_values():
    known = {"scale.half": {"values": Trace(False, fingerprints(HALF))}}
    assert name_mistake({"values": Trace(False, fingerprints(HALF[None]))}, known) is None


def test_fingerprints_see_order_shape_dtype_and_exceptions():
    (right,) = fingerprints(RIGHT)
    assert agree(right, fingerprints(RIGHT.copy())[0])
    assert not agree(right, fingerprints(RIGHT[::-1].copy())[0])
    assert not agree(right, fingerprints(RIGHT[None])[0])
    assert not agree(right, fingerprints(RIGHT.astype("float32"))[0])
    raised = fingerprint_of(Reply("call", "stats.mean", None, StudentRaised("ValueError", "no")))
    other = fingerprint_of(Reply("call", "stats.mean", None, StudentRaised("TypeError", "no")))
    assert agree(raised, raised)
    assert not agree(raised, other)
    assert not agree(raised, right)


def test_a_mistake_that_gives_nan_is_not_that_of_somebody_who_passes_there():
    """An ε of 1e-12 is like none at all, but nothing is divided by 0: it must not be told that ε is missing."""
    nothing = np.full(3, np.nan)
    known = {"eps.missing": {"small": Trace(False, fingerprints(HALF)), "equal": Trace(False, fingerprints(nothing))}}
    assert name_mistake({"small": Trace(False, fingerprints(HALF)), "equal": Trace(True)}, known) is None
    assert name_mistake(
        {"small": Trace(False, fingerprints(HALF)), "equal": Trace(False, fingerprints(nothing))}, known
    )


def gradient(loss, *slopes):
    outcome = Outcome(value=np.array(loss), by_input=tuple(np.array(slope) for slope in slopes))
    return (fingerprint_of(Reply("grad", "loss.mean", outcome)),)


def test_gradients_that_are_alike_are_evidence_beside_a_loss_that_is_not_finite():
    """log(softmax) makes the loss infinite, and NaN only those rows of the gradient whose probability rounds to 0."""
    slopes = [0.5, -0.5, np.nan]
    known = {"loss.log": {"sure": Trace(False, gradient(np.inf, slopes))}}
    assert name_mistake({"sure": Trace(False, gradient(np.inf, slopes))}, known) == "loss.log"
    assert name_mistake({"sure": Trace(False, gradient(np.inf, [0.5, np.nan, np.nan]))}, known) is None
    all_nan = {"loss.log": {"sure": Trace(False, gradient(np.inf, [np.nan] * 3))}}
    assert name_mistake({"sure": Trace(False, gradient(np.inf, [np.nan] * 3))}, all_nan) is None


def test_a_right_loss_beside_gradients_that_are_nothing_but_nan_is_no_evidence():
    known = {"softmax.log": {"hidden": Trace(False, gradient(1.5, [np.nan] * 3))}}
    assert name_mistake({"hidden": Trace(False, gradient(1.5, [np.nan] * 3))}, known) is None


def test_where_replies_are_random_one_who_raises_is_not_one_who_gives_a_short_answer():
    """Counting a stream raises; taking a batch out of it gives one loss too few. The same check fails."""
    known = {"train.needs_length": {"stream": Trace(False, kind="raised"), "list": Trace(True)}}
    both = frozenset({"stream", "list"})
    assert name_mistake({"stream": Trace(False, kind="raised"), "list": Trace(True)}, known, both)
    assert name_mistake({"stream": Trace(False, kind="property"), "list": Trace(True)}, known, both) is None


def test_a_habit_does_not_hide_a_mistake():
    """Half of everything, and only for one row: the check of several rows fails by that habit, and not by the half."""
    known = {
        "scale.half": {
            "values": Trace(False, fingerprints(HALF)),
            "rows": Trace(False, fingerprints(HALF)),
            "dtypes": Trace(True),
        },
        "scale.twice": {"values": Trace(False, fingerprints(TWICE)), "rows": Trace(False, fingerprints(TWICE))},
    }
    mine = {"values": Trace(False, fingerprints(HALF)), "rows": Trace(False, fingerprints(HALF[None]), habit="one row")}
    assert name_mistake(mine, known) == "scale.half"
    assert not contradicts(mine, known["scale.half"], frozenset())
    assert contradicts(mine, known["scale.twice"], frozenset())
    assert name_mistake({**mine, "rows": Trace(False, fingerprints(HALF[None]))}, known) is None


def test_a_habit_alone_is_no_mistake():
    known = {"scale.half": {"values": Trace(False, fingerprints(HALF)), "rows": Trace(False, fingerprints(HALF))}}
    assert (
        name_mistake({"values": Trace(True), "rows": Trace(False, fingerprints(TWICE), habit="one row")}, known) is None
    )


def test_what_passes_counts_also_where_it_is_about_a_habit():
    known = {"scale.half": {"values": Trace(False, fingerprints(HALF)), "dtypes": Trace(False, fingerprints(HALF))}}
    mine = {"values": Trace(False, fingerprints(HALF)), "dtypes": Trace(True, habit="dtypes")}
    assert name_mistake(mine, known) is None


def test_another_dtype_is_the_habit_s_in_every_check():
    known = {"scale.half": {"values": Trace(False, fingerprints(HALF)), "large": Trace(False, fingerprints(HALF))}}
    mine = {
        "values": Trace(False, fingerprints(HALF)),
        "large": Trace(False, fingerprints(HALF.astype(np.float32)), "dtype"),
        "float64": Trace(False, fingerprints(HALF.astype(np.float32)), "dtype", habit="dtypes"),
    }
    assert name_mistake(mine, known) == "scale.half"


def test_exact_and_complex_numbers_are_evidence_and_texts_are_not():
    def named(value):
        traces = {"values": Trace(False, fingerprints(value))}
        return name_mistake(traces, {"order.turned": traces})

    assert [named(value) for value in (Fraction(-11, 2), Decimal("-1.5"), 2 - 1j, -7)] == ["order.turned"] * 4
    assert [named(value) for value in ("7", None, b"7")] == [None] * 3
