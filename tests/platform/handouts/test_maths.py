"""Formulas as a browser draws them: letters from the font that travels in the page, roots with their signs.

Not what is in the file: a root without its sign is in the file as well, and reads "divided by 64 = 8".
"""

import base64
import functools
import io
import re
import unicodedata

import numpy as np
import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from softmark.build.handouts.documents import Document, Workshop

TOKENS = "math :is(mi, mn, mo, ms, mtext)"
SCALE = 4
"""Device pixels to a CSS pixel: the bar of a root is one CSS pixel high, too few to look at."""

RARE = r"""
$\sqrt[3]{x}$ $\partial \nabla \epsilon \vartheta \phi \imath$ $\hbar h \ell \Gamma \varGamma$
$\hat x \bar x \tilde x \vec x \dot x \widehat{xyz} \overline{xyz} \underbrace{xyz}_n$ $f' f'' f'''$
$\mathbf{xyz} \mathbb{R} \mathcal{L} \mathrm{d} \mathit{ab} \boldsymbol{\alpha} \mathbf{12}$ $\text{top-k, “half”}$
<math><mn>2</mn><mo>-</mo><mi>x</mi></math>
"""
"""What the handouts do not have today: signs, accents and alphabets that are drawn from characters not in the text."""


class Sheet:
    """A page on the screen, and what of its formulas was drawn there."""

    def __init__(self, page, path):
        self.page, self.name = page, path.name
        page.goto(path.as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(list => { list.open = true; })")
        page.evaluate("document.fonts.ready")
        found = re.search(r"data:font/woff2;base64,([^)]+)", path.read_text(encoding="utf-8"))
        self.font = TTFont(io.BytesIO(base64.b64decode(found[1])))
        self.letters = set(map(chr, self.font.getBestCmap()))

    @functools.cached_property
    def drawn(self):
        """(text, characters as they are shown, fonts that drew them) for every token; those that look alike once."""
        alike = self.page.eval_on_selector_all(
            TOKENS,
            """tokens => tokens.map(token => {
                getSelection().selectAllChildren(token);
                const look = [token.cloneNode().outerHTML, getComputedStyle(token).fontFamily].join();
                return [token.textContent, getSelection().toString().trim(), look];
            })""",
        )
        self.page.evaluate("getSelection().removeAllRanges()")  # it would colour the pictures
        tools = self.page.context.new_cdp_session(self.page)
        tools.send("DOM.enable")
        tools.send("CSS.enable")
        root = tools.send("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
        nodes = tools.send("DOM.querySelectorAll", {"nodeId": root, "selector": TOKENS})["nodeIds"]
        once = dict(zip(map(tuple, alike), nodes, strict=True))
        return [
            (text, shown, tools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"])
            for (text, shown, _), node in once.items()
        ]

    def picture(self, element):
        """Where an element's part of the screen is dark, row by row."""
        element.scroll_into_view_if_needed()
        shot = self.page.screenshot(clip=element.bounding_box())
        return np.asarray(Image.open(io.BytesIO(shot)).convert("L")) < 128

    def root(self, element):
        """The picture of a root in two parts: left of what it is the root of, and above that."""
        left, above, width = element.evaluate(
            """root => {
                const whole = root.getBoundingClientRect();
                const inner = [...root.children].map(child => child.getBoundingClientRect());
                const left = Math.min(...inner.map(box => box.left)), right = Math.max(...inner.map(box => box.right));
                return [left - whole.left, Math.min(...inner.map(box => box.top)) - whole.top, right - left];
            }"""
        )
        picture = self.picture(element)
        left, above, width = (round(SCALE * length) for length in (left, above, width))
        return picture[:, :left], picture[:above, left : left + width]


@pytest.fixture(scope="module")
def show(browser):
    """show(path) puts a page on the screen, once."""
    low = {"width": 1440, "height": 300}  # what is in sight is drawn sixteen times as large
    context = browser.new_context(viewport=low, device_scale_factor=SCALE)
    yield functools.cache(lambda path: Sheet(context.new_page(), path))
    context.close()


@pytest.fixture(scope="module")
def handout(show, pages):
    return show(pages["handout"])


@pytest.fixture(scope="module")
def rare(show, fillings, tmp_path_factory):
    folder = tmp_path_factory.mktemp("rare")
    (folder / "rare.md").write_text(RARE, encoding="utf-8")
    path = Workshop(folder, folder / "out", fillings).build(Document("rare", "Rare", ("rare.md",)))
    return show(path)


def own_letters_only(sheet):
    """No letter may need a font that a reader's machine has or has not."""
    for text, shown, fonts in sheet.drawn:
        strangers = [font["familyName"] for font in fonts if not font["isCustomFont"]]
        assert fonts and not strangers, f"{sheet.name}: {text!r} is drawn by {strangers or 'nobody'}"
        # An empty box, for what no font of the machine has, is drawn from the page's own font as well.
        absent = set(re.sub(r"\s", "", shown)) - sheet.letters
        assert not absent, f"{sheet.name}: {text!r} needs {', '.join(map(unicodedata.name, absent))}"
    return True


def test_every_letter_of_a_formula_is_drawn_from_the_font_inside(show, pages):
    written = [pages[name] for name in pages if "$" in pages.markdown(name)]
    with_formulas = [path for path in written if "<math" in path.read_text(encoding="utf-8")]
    assert pages["handout"] in with_formulas
    assert all(own_letters_only(show(path)) for path in with_formulas)


def test_so_is_what_the_handouts_may_need_one_day(rare):
    assert own_letters_only(rare)


def test_letters_are_looked_at_as_they_are_drawn(handout, rare):
    assert {"𝑑", "ℎ", "𝐱", "𝛼", "softmax", "∑", "64", "⊤"} <= {shown for _, shown, _ in handout.drawn}
    assert "𝜕" in {shown for _, shown, _ in rare.drawn}


def test_a_hyphen_may_become_a_minus(rare):
    """In Firefox and Safari it does."""
    assert {"-", "−"} <= rare.letters


def test_the_font_inside_has_roots_of_every_size(handout, rare):
    for sheet in (handout, rare):
        assert "√" in sheet.letters, sheet.name
        variants = sheet.font["MATH"].table.MathVariants
        sign = sheet.font.getBestCmap()[ord("√")]
        sizes = variants.VertGlyphConstruction[variants.VertGlyphCoverage.glyphs.index(sign)]
        assert len(sizes.MathGlyphVariantRecord) > 2 and len(sizes.GlyphAssembly.PartRecords) > 1


@pytest.mark.parametrize(
    ("where", "text"),
    [('[id="task-1.2"]', "dk"), ("main", "64"), ("main", "σ2+ε")],
    ids=["task 1.2", "a number", "layer norm"],
)
def test_a_root_has_its_sign_and_its_bar(handout, where, text):
    roots = handout.page.locator(where).locator("msqrt")
    chosen = [root for root in roots.all() if root.text_content() == text]
    assert chosen, f"no root of {text} any more"
    sign, bar = handout.root(chosen[0])
    assert sign.size and sign.any(axis=1).mean() > 0.8, "nothing stands before what it is the root of"
    assert bar.size and bar.mean(axis=1).max() > 0.9, "no line above what it is the root of"


def test_brackets_are_as_tall_as_what_they_hold(handout):
    heights = handout.page.eval_on_selector_all(
        'math mo[stretchy="true"][form="prefix"] + :is(mtable, mfrac)',
        "held => held.map(one => [one.previousElementSibling, one].map(each => each.getBoundingClientRect().height))",
    )
    assert len(heights) >= 10
    assert all(bracket > 0.9 * held for bracket, held in heights), heights
