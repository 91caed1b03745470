"""From checks to points, and how what was lost is told."""

from softmark.checks.points import Counted, amount, earned, in_words, losses


def test_a_sentence_whose_checks_only_raise_is_not_said_to_be_broken():
    checks = [
        Counted("T.values", True, "Row by row."),
        Counted("T.inputs", False, "What goes in is not changed.", raised=True),
        Counted("T.large", False, "Large scores are fine."),
    ]
    told = [in_words(loss, "1.4") for loss in losses(3.0, checks)]
    assert told == [
        "1 point: “What goes in is not changed.” (your code raises an exception there)",
        "1 point: “Large scores are fine.”",
    ]


def test_what_is_lost_and_what_is_left_add_up_to_the_points_as_they_are_shown():
    """One rounding for all: 3.33 + 0.56 + 0.55 + 0.56 = 5."""
    for points, sentences in ((5.0, 9), (7.0, 11), (4.0, 7), (10.0, 3)):
        for failed in range(1, sentences):
            checks = [Counted(f"T.{n}", n >= failed, f"Sentence {n}.") for n in range(sentences)]
            lost = losses(points, [checks[-1], *checks[:-1]])
            shown = [float(amount(part)) for part in (earned(points, lost), *(loss.points for loss in lost))]
            assert round(sum(shown), 2) == points
