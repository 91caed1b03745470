"""Chooses the screen that fits this output: a terminal, a log, a notebook, a screen reader."""

from __future__ import annotations

import os
import sys
from typing import IO

from .screen import PlainScreen, RichScreen, Screen, make_safe
from .words import WordsScreen


def choose(plain: bool, out: IO[str] | None = None) -> Screen:
    """The best screen for this output."""
    out = out or sys.stdout
    make_safe(out)
    terminal = out.isatty() and os.environ.get("TERM") != "dumb"
    notebook = "JPY_PARENT_PID" in os.environ or "COLAB_RELEASE_TAG" in os.environ  # no cursor to move there
    if plain:
        return WordsScreen(out)
    if not terminal or notebook or os.environ.get("NO_COLOR"):
        return PlainScreen(out)
    try:
        return RichScreen(out)
    except ImportError:
        return PlainScreen(out)
