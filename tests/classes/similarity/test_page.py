"""The page: side by side, marked alike on both sides, and whatever students wrote does nothing."""

import re

import pytest

from softmark.classes.entries import Person
from softmark.classes.similarity import page, pairs
from softmark.classes.similarity.compared_works import ComparedWork
from tests.classes.similarity.test_pairs import BACKGROUND, ODD, ODD_RENAMED, the_class, work

ATTACK = '</code></script><script>document.title="owned"</script><img src=x onerror=alert(1)>'


def shown(*more: ComparedWork) -> str:
    comparison = pairs.compare(the_class(*more), BACKGROUND)
    return page.to_html(comparison, page.shared_parts(comparison), "Spread & <more>")


@pytest.fixture(scope="module")
def ordinary() -> str:
    return shown(work("Ann", ODD), work("Ben", ODD_RENAMED))


@pytest.fixture(scope="module")
def hostile() -> str:
    rude = ODD.replace("while pairs:", f"while pairs:  # {ATTACK} \u202e\x1b[31m\x00 {{{{ 7*7 }}}}")
    return shown(
        ComparedWork(ATTACK, (Person(f"Eve {ATTACK}\u202e"),), {"spread.py": rude}),
        ComparedWork("b", (Person('" onmouseover="alert(1)'),), {"spread.py": rude.replace("seen", "sight")}),
    )


def test_it_says_what_it_is_and_who_may_read_it(ordinary):
    assert "For a person to read, not a verdict." in ordinary
    assert "Contains student records" in ordinary
    assert "<title>Similarity: Spread &amp; &lt;more&gt;</title>" in ordinary


def test_both_sides_carry_the_same_numbered_stretches(ordinary):
    first = ordinary.split('<section class="pair"')[1]
    left, right = first.split('<div class="side"')[1:]
    numbers = [re.findall(r'data-tag="(\d+)"', side) for side in (left, right)]
    assert numbers[0] == numbers[1] == ["1"]
    assert [re.search(r'class="own (c\d)" data-m="1"', side)[1] for side in (left, right)] == ["c0", "c0"]
    assert "given lines" in left


def test_given_lines_are_folded_and_own_lines_shown(ordinary):
    first = ordinary.split('<section class="pair"')[1]
    assert "raise NotImplementedError" not in first
    assert "def spread(numbers" not in first
    assert "# all my own work" in first


def test_what_students_wrote_is_text(hostile):
    assert "<script>document" not in hostile and "<img" not in hostile
    assert hostile.count("<script>") == 1 and hostile.count("</script>") == 1
    assert 'onmouseover="alert' not in hostile
    assert "&lt;img src=x onerror=alert(1)&gt;" in hostile
    assert "\u202e" not in hostile and "\x1b" not in hostile and "\x00" not in hostile


def test_nothing_comes_from_outside_and_only_its_own_script_may_run(ordinary):
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)""", ordinary)
    assert not re.search(r"url\(|@import|https?://", ordinary)
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', ordinary)[1]
    assert "default-src &#x27;none&#x27;" in policy and "unsafe-inline" not in policy
    assert not re.search(r"\son\w+=", re.sub(r"<script>.*</script>", "", ordinary, flags=re.DOTALL))
    assert " style=" not in ordinary


def test_a_class_in_which_nobody_shares_anything_is_told_so():
    comparison = pairs.compare([work("Ann", ODD)], BACKGROUND)
    assert "No two submissions share code" in page.to_html(comparison, [], "Spread")


def test_endless_lines_and_files_stay_bounded():
    long = ODD.replace("running, seen = 0.0, []", "running, seen = 0.0, []  # " + "x" * 100_000) + "y = 1\n" * 20_000
    assert len(shown(work("Ann", long), work("Ben", long))) < 900_000
