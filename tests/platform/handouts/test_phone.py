"""Every page that we make, on a phone: nothing sticks out of it."""

import pytest

from tests.mini_course import ROOT

PHONE = 390
STICKS_OUT = """width => {
    const own = one => ["auto", "scroll"].includes(getComputedStyle(one).overflowX);
    const scrolls = one => one && (own(one) || scrolls(one.parentElement));
    const out = [...document.querySelectorAll("body *")].filter(one => {
        const box = one.getBoundingClientRect();
        if (one.ownerSVGElement || box.width <= 1 || box.left >= 2 * width) return false;  // behind a window
        return box.right > width + 1 && !scrolls(one.parentElement);
    });
    const wide = document.documentElement.scrollWidth;
    return [...(wide > width ? [`${wide} wide`] : []), ...out.slice(0, 3).map(one => one.outerHTML.slice(0, 120))];
}"""


@pytest.fixture(scope="module")
def everything(pages):
    """Name → file: the documents and the playground."""
    play = {"play": ROOT / "assignment" / "lab" / "playground.html"}
    return {**pages, **play}


@pytest.mark.slow
def test_no_page_is_wider_than_a_phone(everything, tabs):
    found = {}
    for name, path in everything.items():
        seen = tabs(0).go(path, PHONE)
        found[name] = seen.page.evaluate(STICKS_OUT, PHONE)
        seen.leave()
    assert {name: out for name, out in found.items() if out} == {}


@pytest.mark.slow
def test_a_page_that_is_wider_would_be_found(tabs, tmp_path):
    (tmp_path / "wide.html").write_text("<body><main style='overflow: hidden'><p style='width: 600px'>cut", "utf-8")
    [found] = tabs(0).go(tmp_path / "wide.html", PHONE).page.evaluate(STICKS_OUT, PHONE)
    assert found.startswith("<p ")
