"""What the attention assignment's answers do is the same in any hand."""

import random
from pathlib import Path

import pytest

from softmark.content.course import Course
from softmark.running import trusted
from tests.made_up import behaviour, work
from tests.made_up.answers import Spellable
from tests.made_up.style import Hand

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def attention() -> Spellable:
    return Spellable(Course.at(ROOT))


def test_a_known_mistake_stays_the_mistake_it_is(attention):
    course = Course.at(ROOT)
    for seed, name in enumerate(("scale.missing", "loss.unshifted")):
        pieces = next(one for one in attention.wrong if one.answer.name == name)
        rng = random.Random(seed)
        made = work.compose(attention, [pieces], (), Hand.of(rng), rng)
        assert made.mistakes == [name] and made.loses == list(pieces.answer.loses)
        wanted = behaviour.outcomes(course.reference, (trusted.overlay(pieces.answer),))
        got = behaviour.outcomes({Path(file).stem: text for file, text in made.files.items()})
        assert [call for call in wanted if not behaviour.alike(wanted[call], got[call])] == []


@pytest.mark.full
def test_every_known_answer_keeps_its_behaviour_in_any_hand(attention):
    """The reference in forty hands, and every eighth known answer in a hand of its own."""
    course = Course.at(ROOT)
    cases = [(None, seed) for seed in range(40)]
    cases += [(pieces, seed) for seed, pieces in enumerate([*attention.wrong, *attention.right][::8])]
    for pieces, seed in cases:
        rng = random.Random(f"{seed} {pieces is None}")
        made = work.compose(attention, [pieces] if pieces else [], (), Hand.of(rng), rng)
        overlays: tuple[trusted.Overlay, ...] = (trusted.overlay(pieces.answer),) if pieces else ()
        wanted = behaviour.outcomes(course.reference, overlays)
        got = behaviour.outcomes({Path(file).stem: text for file, text in made.files.items()})
        wrong = [call for call in wanted if not behaviour.alike(wanted[call], got[call])]
        assert wrong == [], (made.answers, made.files)
