"""Drawings in a page: their colours, their parts, their words."""

import base64
import json
import re

from softmark.build.handouts.page_pictures import PLAIN_STYLE, in_the_dark, put_in

STYLE = ":root { --ink: #1b1f24; --ground: #ffffff; } p { color: var(--ink); }"
LETTER = '<path id="DejaVuSans-41" d="M 1.23456 2 L 3 4" transform="scale(0.015625)"/>'


def drawing(inside, style=PLAIN_STYLE):
    return f'<svg viewBox="0 0 504 90"><defs><style type="text/css">{style}</style></defs>{inside}</svg>'


def page(*drawings, alt="Two &lt; three."):
    coded = (base64.b64encode(each.encode()).decode() for each in drawings)
    images = "".join(f'<img alt="{alt}" data-figure="one" src="data:image/svg+xml;base64,{each}" />' for each in coded)
    return f"<html><head></head><body class='x'>{images}</body></html>"


def made(tmp_path, *drawings, breaks=()):
    (tmp_path / "breaks.json").write_text(json.dumps({"one": breaks}), encoding="utf-8")
    return put_in(page(*drawings), STYLE, tmp_path / "breaks.json")


def test_a_colour_that_the_page_has_is_the_pages_and_any_other_gets_a_dark_one(tmp_path):
    text = made(tmp_path, drawing('<path d="M 0 0" style="fill: #cfe2f6; stroke: #1b1f24"/>'))
    assert "fill: var(--figure-cfe2f6,#cfe2f6); stroke: var(--ink,#1b1f24)" in text
    assert f"prefers-color-scheme: dark) {{ :root {{ --figure-cfe2f6:{in_the_dark('#cfe2f6')}; }} }}" in text


def test_what_is_light_is_dark_in_the_dark_and_the_other_way_round():
    brightness = {colour: sum(bytes.fromhex(in_the_dark(colour)[1:])) for colour in ("#ffffff", "#cfe2f6", "#000000")}
    assert list(brightness) == sorted(brightness, key=brightness.get)


def test_it_comes_apart_where_it_is_said_and_is_there_once(tmp_path):
    text = made(tmp_path, drawing('<path d="M 7.123456 0"/>'), breaks=[200.5])
    assert re.findall(r'viewBox="([^"]*)"', text) == ["0 0 200.5 90", "200.5 0 303.5 90"]
    assert "--across:504;--widest:303.5" in text
    assert text.count("M 7.12 0") == 1 and '<use href="#drawing-1"/>' in text


def test_letters_that_drawings_share_stand_in_the_page_once(tmp_path):
    text = made(tmp_path, *[drawing(f'<defs>{LETTER}</defs><use xlink:href="#DejaVuSans-41"/>')] * 3)
    assert text.count('id="DejaVuSans-41"') == 1 and text.count('href="#DejaVuSans-41"') == 3
    assert "scale(0.015625)" in text and "M 1.23 2" in text
    assert text.index("DejaVuSans-41") < text.index('class="picture"')


def test_its_words_are_kept_for_those_who_cannot_see_it(tmp_path):
    assert 'role="img" aria-label="Two &lt; three."' in made(tmp_path, drawing("<path d='M 0 0'/>"))


def test_a_drawing_that_would_change_the_page_stays_in_a_file_of_its_own(tmp_path):
    """A style of its own, a script, or a name that another drawing uses for something else."""
    other = drawing(f"<defs>{LETTER.replace('L 3 4', 'L 9 9')}</defs>")
    for strange in (drawing("", "p { color: red }"), drawing("<script>1</script>"), other):
        text = made(tmp_path, drawing(f"<defs>{LETTER}</defs>"), strange)
        assert text.count("<img") == 1 and text.count('class="picture"') == 1
