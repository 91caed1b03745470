"""Makes text that came from a student harmless: it is shown, and never does anything.

`plain` makes every character visible and every length bounded. The other functions build on it for formats that
would still read some visible characters as markup.
"""

from __future__ import annotations

import html as _html
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


def html(text: str, *, limit: int = LIMIT, lines: int = LINES) -> str:
    """For the text of an HTML element or a quoted attribute."""
    return _html.escape(plain(text, limit=limit, lines=lines), quote=True)


# What Markdown could read as markup. A letter that means nothing where it stands is left alone: people read the file.
_MARKUP = re.compile(
    r"""(?<!`)`[\w.]+`(?!`)                 # a name as code: this is meant, and stays
    | [`~$]                                # other code, struck out, formulas
    | (?<!\s)\* | \*(?!\s)                # emphasis, unless blanks are on both sides
    | (?<![^\W_])_ | _(?![^\W_])           # the same; within a word it is none
    | \](?=[(\[:])                        # a link, a reference
    | (?<=:)/(?=/) | (?<=www)\.           # addresses that become links by themselves
    | \\(?=[!-/:-@\[-`{-~]|$)            # an escape, a line break
    | ^[#+=\-*_\[]                        # a heading, a list, a rule, a box to tick
    | ^[:|](?=[-:|\s]*$)                  # the line that makes a table of the one above it
    | < | ^> | &(?=\#|\w+;)              # HTML, a quotation
    """,
    re.VERBOSE,
)
_NUMBERED = re.compile(r"^(\d{1,9})([.)])(?=\s|$)")


def markdown(text: str, *, limit: int = LIMIT, lines: int = LINES, in_table: bool = False) -> str:
    """For Markdown: nothing in it means anything but itself, and line breaks stay line breaks."""
    rows = []
    for row in plain(text, limit=limit, lines=lines).split("\n"):
        body = row.lstrip(" ")
        indent = "&nbsp;" * (len(row) - len(body))
        rows.append(indent + _NUMBERED.sub(r"\1\\\2", _MARKUP.sub(_markdown_escape, body)))
    shown = "  \n".join(rows)
    return re.sub(r"(?<!\\)\|", r"\\|", shown) if in_table else shown


def _markdown_escape(found: re.Match[str]) -> str:
    character = found.group()
    if len(character) > 1:
        return character
    # "<", ">" and "&" as entities: some renderers look for HTML before they look at backslashes
    return {"<": "&lt;", ">": "&gt;", "&": "&amp;"}.get(character, "\\" + character)


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
