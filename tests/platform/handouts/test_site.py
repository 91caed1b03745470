"""`make site`, made for real: it opens from a folder, finds what one looks for, and loads nothing from elsewhere."""

import re
import subprocess
import sys

import pytest

from tests.mini_course import ROOT

SITE = ROOT / "handouts" / "site"


@pytest.mark.full  # installs MkDocs
def test_the_site_builds_and_loads_nothing_from_elsewhere(tmp_path, browser):
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True)
    tool = tmp_path / "env" / "bin"
    subprocess.run([tool / "python", "-m", "pip", "install", "-q", "-r", SITE / "requirements.txt"], check=True)
    subprocess.run([sys.executable, SITE / "make.py", tmp_path / "source"], check=True)
    command = [tool / "mkdocs", "build", "--quiet", "--strict", "--site-dir", tmp_path / "site"]
    subprocess.run(command, cwd=tmp_path / "source", check=True)
    pages = sorted((tmp_path / "site").glob("*.html"))
    assert (
        len(pages) == len(list((tmp_path / "source" / "pages").glob("*.md"))) + 1
    )  # and the one for what is not there

    loaded = re.compile(r'<(?:script|img|iframe|link|source)\b[^>]*\b(?:src|href)="(?:https?:)?//[^"]*"')
    assert {page.name: found for page in pages if (found := loaded.findall(page.read_text(encoding="utf-8")))} == {}

    asked, page = [], browser.new_page()
    page.on("request", lambda request: asked.append(request.url))
    for each in pages:
        page.goto(each.as_uri())
    page.goto((tmp_path / "site" / "rubric.html").as_uri())
    page.click("input.md-search__input")
    page.wait_for_selector(".md-search-result__meta:has-text('Type to start')", state="attached")
    page.type("input.md-search__input", "salt")
    page.wait_for_selector(".md-search-result__meta:has-text('matching documents')")
    assert {url.partition(":")[0] for url in asked} <= {"file", "data", "blob"}
    page.close()
