"""Turns Markdown that staff wrote into HTML that can do nothing: no raw HTML, no pictures, links to the web only."""

from __future__ import annotations

from functools import lru_cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from ...files.escape import plain


@lru_cache
def _reader() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline"])


def to_html(text: str) -> Markup:
    """HTML of Markdown. The reader escapes everything that is not its own markup, and refuses addresses that a browser
    would run."""
    return Markup(_reader().render(plain(text, limit=4000, lines=80)))
