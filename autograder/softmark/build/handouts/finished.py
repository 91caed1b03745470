"""Writes guides as a repository shows them: every hole filled in, without pandoc's own marks.

A page such as GitHub's shows Markdown as it lies in the folder. So a document may name, in `finished`, the file that
its filled-in text is committed to; `make handouts` brings it up to date, and a test fails where it is not.
"""

from __future__ import annotations

import re

ABOUT = "<!-- Written by `make handouts` from {sources}: change it there. -->\n\n"
_HEADING = re.compile(r"^(#{1,6} .*?) \{#([\w.-]+)\}$", re.MULTILINE)

_FENCED = re.compile(r"(^ *```.*?^ *```$)", re.MULTILINE | re.DOTALL)


def finished(text: str, title: str, sources: str) -> str:
    """The text with anchors before their headings, where every renderer finds them, and with one title."""
    parts = _FENCED.split(text)  # prose and code by turns: a comment in code is no heading
    parts[::2] = [_prose(part) for part in parts[::2]]
    return f"{ABOUT.format(sources=sources)}# {title}\n\n{''.join(parts).strip()}\n"


def without_title(text: str) -> str:
    """A text that begins with one heading above all others, as a page of the repository does: without that heading, and
    the others a step higher. Whoever sets it gives it a title."""
    parts = _FENCED.split(text)
    if not text.startswith("# ") or any("\n# " in part for part in parts[::2]):
        return text
    parts[0] = parts[0].partition("\n")[2].lstrip()
    parts[::2] = [re.sub(r"^#(#+ )", r"\1", part, flags=re.MULTILINE) for part in parts[::2]]
    return "".join(parts)


def _prose(text: str) -> str:
    lower = re.sub(r"^(#{1,5}) ", r"#\1 ", text, flags=re.MULTILINE)
    return _HEADING.sub(r'<a id="\2"></a>\n\n\1', lower)
