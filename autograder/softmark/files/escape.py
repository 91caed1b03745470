"""Makes text that came from a student harmless: it is shown, and never does anything.

`plain` makes every character visible and every length bounded; `cell` builds on it for spreadsheets, which would still
read some visible characters as a formula.
"""

from __future__ import annotations

import re
import unicodedata

LIMIT = 2000
LINES = 40

# Terminal commands: colours, cursor jumps, window titles, links. Bodies are bounded, so the match stays linear.
_ANSI = re.compile(
    r"(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]?"
    r"|(?:\x1b\]|\x9d)[^\x07\x1b\x9c]{0,256}(?:\x07|\x1b\\|\x9c)?"
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x9c]{0,256}(?:\x1b\\|\x9c)?"
    r"|\x1b[ -/]{0,8}[0-~]?"
)
_LINE_ENDS = re.compile(r"\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_BLANK_LETTERS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters that look like nothing."""
_MARKS_IN_A_ROW = 4


def plain(text: str, *, limit: int = LIMIT, lines: int = LINES) -> str:
    """Visible characters and \\n only, at most `limit` characters on `lines` lines.

    Terminal commands disappear. What would change the order of reading or hide between letters is spelled out, as
    ⟨U+202E⟩. A text that had to be cut says so.
    """
    cut = len(text) > 4 * limit
    text = _LINE_ENDS.sub("\n", _ANSI.sub("", text[: 4 * limit])).replace("\t", "    ")
    shown = _visible(text)
    rows = [row.rstrip() for row in shown.split("\n")]
    while rows and not rows[-1]:
        rows.pop()
    if len(rows) > lines:
        rows, cut = rows[:lines], True
    shown = "\n".join(rows)
    if len(shown) > limit:
        shown, cut = shown[:limit], True
    return shown + " … (cut)" if cut else shown


def one_line(text: str, *, limit: int = 200) -> str:
    """The same on a single line."""
    return " ".join(plain(text, limit=limit).split())


# A spreadsheet takes a cell that begins so for a formula; and where commas are decimal, cells begin after semicolons.
_FORMULA = re.compile(r"""(^|;)([\s"']*)([=+\-@|%\uff1d\uff0b\uff0d\uff20])""")


def cell(text: str, *, limit: int = 1000) -> str:
    """For a cell of a CSV file: a spreadsheet shows it and never runs it, whichever sign it takes for a separator."""
    shown = _FORMULA.sub(r"\1\2'\3", one_line(text, limit=limit))
    return f"'{shown}" if text[:1] in ("\t", "\r", "\n") else shown


def _visible(text: str) -> str:
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    shown: list[str] = []
    marks = 0
    for character in text:
        if " " <= character <= "~" or character == "\n":
            marks = 0
            shown.append(character)
            continue
        kind = unicodedata.category(character)
        if kind in ("Mn", "Me"):
            marks += 1
            if marks > _MARKS_IN_A_ROW:
                continue  # towers of accents climb over the lines above
        else:
            marks = 0
        shown.append(_one_visible(character, kind))
    return "".join(shown)


def _one_visible(character: str, kind: str) -> str:
    code = ord(character)
    if kind == "Zs":
        return " "
    if code < 0x20:
        return chr(0x2400 + code)  # ␀ ␁ ␂ …: pictures made for this
    if kind == "Cs":
        return "\N{REPLACEMENT CHARACTER}"
    if kind[0] == "C" or character in _BLANK_LETTERS or 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
        return f"⟨U+{code:04X}⟩"
    return character
