"""Writes the sheets and the key as PDF, set by typst, a page or two for each person. Everything of a student's goes in
as a string: nothing of it can be markup."""

from __future__ import annotations

import importlib.util
import json
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, Literal

from ...checks.errors import GraderFault
from .printed_pages import Printed, PrintedPiece, PrintedQuestion

_HEAD = """\
#set document(title: {title}, date: none)
#let whose = state("whose", "")
#set page(paper: "a4", margin: (x: 17mm, top: 13mm, bottom: 15mm), footer: context text(size: 8pt, fill: luma(35%))[
  #whose.get() #h(1fr) #counter(page).display()
])
#set text(size: 9.5pt, lang: "en", region: "GB", font: {fonts})
#set par(leading: 0.5em, spacing: 0.75em)
#show heading: set text(size: 14pt)
#show heading: set block(above: 0.4em, below: 0.5em)
#show raw: set text(size: 7.2pt, font: "DejaVu Sans Mono")
#let room(height, width) = rect(width: width, height: height, stroke: 0.5pt + luma(60%))
"""


FITS = 12
"""Lines of code that stay together: longer ones may go on on the next page, so that no page stays half empty."""
_FONTS = '("Libertinus Serif", "DejaVu Sans Mono")'
"""They come with typst, so that a sheet looks the same everywhere."""
_NOWHERE = "\U0010fffd"
"""A character that no font has."""


def can() -> bool:
    return importlib.util.find_spec("typst") is not None


def pdf(title: str, sheets: Sequence[Printed], *, key: bool) -> bytes:
    """GraderFault with typst's own words where it cannot be set."""
    text = _HEAD.replace("{title}", _string(title)).replace("{fonts}", _FONTS) + "\n#pagebreak()\n".join(
        _sheet(title, each, key) for each in sheets
    )
    made: bytes = _set(text, "pdf")
    return made


def missing_letters(names: Iterable[str]) -> dict[str, str]:
    """Name → its letters that the fonts of a sheet lack, and that are empty boxes on it. A letter that looks like one
    that no font has is such a box."""
    written = {name: sorted({letter for letter in name if ord(letter) > 0x24F and letter.isalpha()}) for name in names}
    letters = sorted({letter for found in written.values() for letter in found})
    if not letters:
        return {}
    head = f"#set page(width: 40pt, height: 40pt, margin: 5pt)\n#set text(font: {_FONTS})\n"
    each_alone = "\n#pagebreak()\n".join(f"#text({_string(letter)})" for letter in (_NOWHERE, *letters))
    box, *pages = _set(head + each_alone, "svg")
    lacks = {letter for letter, page in zip(letters, pages, strict=True) if page == box}
    found = {name: "".join(letter for letter in own if letter in lacks) for name, own in written.items()}
    return {name: letters for name, letters in found.items() if letters}


def _set(text: str, form: Literal["pdf", "svg"]) -> Any:
    import typst

    with tempfile.TemporaryDirectory(prefix="softmark-sheets-") as folder:
        source = Path(folder) / "sheets.typ"
        source.write_text(text, encoding="utf-8")
        try:
            return typst.compile(str(source), root=folder, ignore_system_fonts=True, format=form, timestamp=0)
        except Exception as problem:  # typst's own error type has no public name
            raise GraderFault(f"the sheets could not be set: {problem}") from None


def _string(text: str) -> str:
    """A string of typst's."""
    return json.dumps(text, ensure_ascii=False).replace("\\b", "").replace("\\f", "")


def _text(parts: Sequence[PrintedPiece]) -> str:
    return "".join(_piece(part) for part in parts)


def _piece(part: PrintedPiece) -> str:
    if part.short:
        return f"#box(raw({_string(part.text)}))"
    return f"#raw({_string(part.text)})" if part.code else f"#text({_string(part.text)})"


def _sheet(title: str, sheet: Printed, key: bool) -> str:
    head = "Key" if key else title
    group = f" · with {sheet.group}" if sheet.group else ""
    lines = [
        f"#counter(page).update(1) #whose.update({_string(f'{sheet.name} · sheet {sheet.number}')})",
        f"#text(size: 8pt, fill: luma(35%))[#{_string(f'{head} · sheet {sheet.number}')}]",
        f"#heading(level: 1, outlined: false)[#{_string(sheet.name)}]",
        f"#text(size: 9pt, fill: luma(35%))[#{_string(f'{sheet.section}{group}'.strip(' ·'))}]",
    ]
    if not key:
        lines.append(f"#text(size: 9pt)[#{_string(INTRODUCTION)}]")
    return "\n\n".join([*lines, *(_question(each, key) for each in sheet.asked)]) + "\n"


INTRODUCTION = (
    "These questions are about the program that you handed in; lines are numbered as in your files. One wrong answer "
    "is normal. You may ask what a question means."
)


LETTER_ROOM = "room(8mm, 20mm)"


def _question(asked: PrintedQuestion, key: bool) -> str:
    parts = [f"#block(sticky: true)[#strong[{asked.number}.] {_text(asked.text)}]"]
    for file, lines in asked.excerpts if not key else ():
        code = ", ".join(f"raw({_string(str(number))}), raw({_string(line)}, block: true)" for number, line in lines)
        table = f"#grid(columns: (auto, 1fr), column-gutter: 0.9em, row-gutter: 0.35em, align: (right, left), {code})"
        parts.append(f"#block(sticky: true, below: 0.4em)[#text(size: 8pt)[#{_string(file)}]]\n{table}")
    rows = ", ".join(f"[{letter})], [{_text(option)}]" for letter, option in asked.options)
    options = f"pad(left: 1em, grid(columns: (1.5em, 1fr), row-gutter: 0.55em, {rows}))"
    if key:
        parts += [f"#{options}"] if rows else []
        parts.append(f"#strong[#{_string(asked.answer)}] #text(size: 8.5pt)[{_text(asked.why)}]")
    elif rows:  # the letter goes beside them
        beside = f"grid(columns: (1fr, auto), column-gutter: 1em, {options}, {LETTER_ROOM})"
        parts.append(f"#block(breakable: false, {beside})")
    else:
        parts.append("#room(13mm, 100%)")
    whole = sum(len(lines) for _, lines in asked.excerpts) <= FITS or key
    return f"#block(breakable: {'false' if whole else 'true'}, above: 1.3em)[\n" + "\n\n".join(parts) + "\n]"
