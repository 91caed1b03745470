"""The pages' templates, and the one function that fills them: it escapes everything and loads nothing from outside.

Each page names the hashes of its own styles and scripts in a Content-Security-Policy, so that a browser runs those and
nothing else, whatever text a page shows. The class page's script is in page/, one concept a file; `modules` joins them.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from .modules import joined

_HOME = Path(__file__).resolve().parent


def page(template: str, *, styles: Sequence[str], script: str = "", **values: Any) -> str:
    """One self-contained HTML file. `script` is a file of its own, or the main one of a folder of modules."""
    style = "\n".join(map(_asset, styles))
    script = joined(_HOME / script) if "/" in script else _asset(script) if script else ""
    rules = ["default-src 'none'", f"style-src '{_hash(style)}'", "base-uri 'none'", "form-action 'none'"]
    if script:
        rules += [f"script-src '{_hash(script)}'", "require-trusted-types-for 'script'", "trusted-types 'none'"]
    # both are ours, and the hash covers every byte of them
    return (
        _environment()
        .get_template(template)
        .render(policy="; ".join(rules), style=Markup(style), script=Markup(script), **values)
    )


@lru_cache
def _asset(name: str) -> str:
    return (_HOME / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


@lru_cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(_HOME, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
