"""The page in a real browser: one pair at a time, both sides together, nothing of a student's runs."""

import pytest

from tests.classes.similarity.test_page import hostile, shown  # noqa: F401 (a fixture)
from tests.classes.similarity.test_pairs import ODD, ODD_RENAMED, work

HELPER = "\n\ndef aside(a, b):\n    return math.copysign(math.fabs(a - b) / 2.0 ** 0.5, min(a, b) or 1.0)\n"
HELPER += (
    "\n\ndef twice(f, *most, **least):\n    return lambda x: f(f(x, *most, **least), *most, **least) if x else [f]\n"
)


@pytest.mark.slow
def test_keys_and_clicks_lead_through_pairs_and_stretches(visit):
    many = shown(
        *(work(name, text) for name, text in (("Ann", ODD), ("Ben", ODD_RENAMED), ("Cem", ODD + HELPER))),
        work("Dia", ODD_RENAMED.replace("0.0", "0.5") + HELPER),
    )
    seen = visit(many)
    pairs = seen.page.locator(".pair")
    assert pairs.count() > 1
    assert [pairs.nth(n).is_visible() for n in range(2)] == [True, False]
    seen.page.keyboard.press("j")
    assert [pairs.nth(n).is_visible() for n in range(2)] == [False, True]
    assert seen.page.url.endswith(f"#{pairs.nth(1).get_attribute('id')}")
    seen.page.keyboard.press("k")
    seen.page.keyboard.press("n")
    sides = seen.page.locator(".pair.current .side")
    assert all(sides.nth(n).locator("mark.here").count() > 0 for n in range(2))
    assert "Stretch 1 of" in seen.page.locator(".pair.current [role=status]").text_content()
    seen.page.locator(".pairs a").nth(1).click()
    seen.page.locator(".pair.current mark.own").first.click()
    assert seen.page.locator(".pair.current mark.here").count() >= 2
    assert seen.quiet()


@pytest.mark.slow
def test_what_a_student_wrote_does_nothing_in_the_dark_either(visit, hostile):  # noqa: F811
    seen = visit(hostile, "dark")
    assert seen.page.title() == "Similarity: Spread & <more>"
    assert seen.page.locator("img").count() == 0
    assert "onerror=alert(1)" in seen.page.locator(".pair.current").text_content()
    background = seen.page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, background.strip("rgb()").split(","))) < 150
    assert seen.quiet()
