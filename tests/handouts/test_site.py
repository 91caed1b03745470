"""`make site`: the guides as a site. Its pages are those of `softmark guide`, and nothing is loaded from elsewhere."""

import importlib.util

import yaml

from softmark.build import guides
from tests.mini_course import ROOT

SITE = ROOT / "handouts" / "site"


def script(name):
    found = importlib.util.spec_from_file_location(f"site_{name}", SITE / f"{name}.py")
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


make, no_network = script("make"), script("no_network")


def test_every_guide_is_in_the_list_beside_the_pages():
    named = [name for names in make.SECTIONS.values() for name in names]
    assert sorted(named) == sorted([each.name for each in guides.guides()] + ["commands"])
    assert set(make.pages()) == {f"{name}.md" for name in (*named, "index")}


def test_no_page_holds_what_only_pandoc_understands():
    for name, text in make.pages().items():
        assert text.startswith("# "), name
        for mark in ("\n:::", "```{", "{{", "<!--"):
            assert mark not in text, (name, mark)


def test_a_box_becomes_a_box_and_code_stays_as_it_is():
    text = make.page("# A\n\n::: note\nMind this.\n\nAnd that.\n:::\n\n```{.python file=a.py}\n::: note\n:::\n```\n")
    assert text == "# A\n\n!!! note\n\n    Mind this.\n\n    And that.\n\n\n```python\n::: note\n:::\n```\n"


def test_the_settings_ask_for_no_font_and_for_links_that_lead_somewhere():
    settings = yaml.safe_load(yaml.safe_dump(make.settings()))
    assert settings["theme"]["font"] is False and settings["strict"] is True


def test_the_script_that_the_theme_fetches_is_put_into_the_page():
    fetched = '<head><script src="https://example.org/iframe-worker/shim"></script></head>'
    for page in (
        no_network.on_post_page(fetched, page=None),
        no_network.on_post_template(fetched, template_name="404"),
    ):
        assert "https://" not in page and "<iframe" not in page and "IFrameWorker" in page
