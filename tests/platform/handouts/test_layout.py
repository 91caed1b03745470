"""The handout on real screens: wide and narrow, light and dark, with a mouse and without one."""

import re
from pathlib import Path

import axe_playwright_python
import pytest

from tests.mini_course import ROOT

HANDOUTS = ROOT / "handouts"
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
SCROLLERS = ".scroll, .formula, pre, figure"
pytestmark = pytest.mark.slow  # every figure is drawn for it, which takes longer than all the rest


@pytest.fixture(scope="module")
def handout(tabs, pages):
    """The handout, opened once: it takes longer than to look at it."""
    page = tabs(0).go(pages["handout"]).page
    page.evaluate("document.fonts.ready")
    return page


def on_a_screen(page, width, scheme="light"):
    page.set_viewport_size({"width": width, "height": 900})
    page.emulate_media(color_scheme=scheme)
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")  # now it has settled
    return page


@pytest.fixture
def wide(handout):
    return on_a_screen(handout, 1440)


@pytest.fixture
def phone(handout):
    return on_a_screen(handout, 390)


IN_BRIEF = """async () => {
  const drawn = [...document.querySelectorAll("math")].map(each => [each, [...each.childNodes]]);
  const told = node => ["title", "desc"].includes(node.nodeName);
  for (const [each, nodes] of drawn) each.replaceChildren(...nodes.filter(told));
  try {
    return await axe.run(document, {resultTypes: ["violations"]});
  } finally {
    for (const [each, nodes] of drawn) each.replaceChildren(...nodes);
  }
}"""
"""Most elements are letters of formulas: without them it takes a quarter of the time."""
IN_FULL = "axe.run(document, {resultTypes: ['violations']})"


def serious(page, script=IN_BRIEF):
    page.evaluate(AXE)
    found = page.evaluate(script)["violations"]
    return [
        f"{one['id']}: {one['help']}: {[node['target'] for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


def test_axe_finds_nothing_serious(handout):
    assert serious(on_a_screen(handout, 390, "dark")) == []


@pytest.mark.full
@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (1440, "dark"), (390, "light"), (390, "dark")])
def test_nor_on_any_screen_inside_formulas(handout, width, scheme):
    assert serious(on_a_screen(handout, width, scheme), IN_FULL) == []


def test_the_contents_are_folded_on_a_phone_and_a_sidebar_from_1100_pixels(handout):
    page = on_a_screen(handout, 390)
    assert page.locator("nav details").get_attribute("open") is None
    assert page.locator("main p").first.bounding_box()["y"] < 900, "the text begins on the first screen"
    on_a_screen(page, 1100)
    nav, main = (page.locator(each).bounding_box() for each in ("nav", "main"))
    assert page.locator("nav details").get_attribute("open") is not None
    assert nav["x"] + nav["width"] <= main["x"] and main["x"] + main["width"] <= 1100
    assert on_a_screen(page, 1090).locator("nav details").get_attribute("open") is None


def test_nothing_makes_the_page_itself_scroll_sideways(handout):
    for width in (1440, 1100, 390, 320):
        assert on_a_screen(handout, width).evaluate("document.documentElement.scrollWidth") <= width


def test_no_formula_is_cut_on_a_phone(phone):
    cut = phone.evaluate(
        """() => [...document.querySelectorAll("math")].filter(formula => {
            const box = formula.getBoundingClientRect(), frame = formula.closest(".scroll, .formula");
            if (!box.width) return false;  // in a folded list
            if (frame) return frame.scrollWidth < Math.floor(box.right - frame.getBoundingClientRect().left);
            return box.left < 0 || box.right > innerWidth;
        }).map(formula => formula.textContent.slice(0, 80))"""
    )
    assert cut == []


def test_formulas_beside_each_other_go_below_each_other_on_a_phone(phone):
    """Nothing of the second one showed before it was scrolled to."""
    rows = "all => all.map(one => new Set([...one.children].map(part => part.offsetTop)).size)"
    assert min(phone.eval_on_selector_all(".example .formulas", rows)) > 1
    assert phone.locator(".formulas > .formula.scrolls").count() <= 1


def test_and_none_of_them_scrolls_on_a_wide_screen(wide):
    assert wide.locator(".formulas > .formula.scrolls").count() == 0


def test_tables_of_tasks_fit_a_phone(phone):
    tables = phone.locator(".scroll:has(td code)").filter(has_text="attention.py")
    assert tables.count() == 2
    assert all(tables.evaluate_all("all => all.map(one => one.scrollWidth <= one.clientWidth)"))


def test_commands_are_read_without_scrolling_on_a_wide_screen(wide):
    assert wide.locator("pre.scrolls").count() == 0


def test_on_a_phone_what_a_command_does_stands_below_it(phone):
    """Beside it, it was out of sight."""
    right = "all => all.map(one => [...one.getClientRects()].map(box => box.right)).flat()"
    assert max(phone.locator("pre .why").evaluate_all(right)) <= 390 - 16
    assert phone.locator("pre:has(.why).scrolls").count() == 0


def test_a_prime_stands_beside_its_letter(wide):
    """As an exponent it would be raised and made smaller twice."""
    parents = "all => all.filter(one => one.textContent === '′').map(one => one.parentElement.tagName)"
    assert set(wide.eval_on_selector_all("math mo", parents)) == {"mrow"}


def test_what_scrolls_says_so_and_can_be_reached_by_keys(phone):
    found = phone.evaluate(
        f"""() => [...document.querySelectorAll("{SCROLLERS}")].map(part => ({{
            what: part.tagName + " " + part.textContent.trim().slice(0, 40),
            scrolls: part.scrollWidth > part.clientWidth + 1,
            keys: part.tabIndex === 0,
            said: part.getAttribute("aria-label") || "",
            cue: getComputedStyle(part).backgroundImage.includes("gradient"),
        }}))"""
    )
    scrolling = [one for one in found if one["scrolls"]]
    assert len(scrolling) > 5
    assert all(one["keys"] and one["said"] == "scrolls sideways" and one["cue"] for one in scrolling), scrolling
    assert not any(one["keys"] for one in found if not one["scrolls"]), "no stops where there is nothing to scroll"


def test_keys_move_what_scrolls(phone):
    formula = phone.locator(".formula.scrolls").first
    formula.focus()
    phone.keyboard.press("ArrowRight")
    phone.wait_for_function("document.querySelector('.formula.scrolls').scrollLeft > 0")


def test_titles_of_boxes_are_headings(wide):
    titles = wide.locator(".box .box-title")
    assert titles.count() > 60
    assert set(titles.evaluate_all("all => all.map(one => one.tagName)")) == {"H3"}


def test_a_root_leaves_no_gap_behind_it(wide):
    gaps = wide.evaluate(
        """() => [...document.querySelectorAll("main > section > section > p msqrt")].map(root => {
            const inner = Math.max(...[...root.children].map(part => part.getBoundingClientRect().right));
            const next = root.nextElementSibling;
            const margin = parseFloat(getComputedStyle(root).marginRight) || 0;
            return root.getBoundingClientRect().right + margin - inner;
        })"""
    )
    assert gaps and max(gaps) < 1.5, gaps


def test_a_function_keeps_its_distance(wide):
    gaps = wide.evaluate(
        """() => [...document.querySelectorAll("math mi")].filter(name => name.textContent === "log")
            .map(name => [name, name.closest("mrow").nextElementSibling])
            .filter(([_, next]) => next && next.tagName !== "mo" && next.getBoundingClientRect().width)
            .map(([name, next]) => next.getBoundingClientRect().left - name.getBoundingClientRect().right)"""
    )
    assert gaps and min(gaps) > 1.5, gaps


def test_captions_are_alike(raw):
    """Sentences, each with its full stop."""
    captions = re.findall(r"!\[((?:[^\]\\]|\\.)*)\]\(figures/", raw)
    assert len(captions) > 15
    for caption in captions:
        assert caption[0].isupper() or caption.startswith(("$", "“")), caption
        assert caption.endswith("."), caption
