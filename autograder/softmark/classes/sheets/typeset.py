"""Writes the sheets and the key as PDF, set by typst, a page or two for each person. Everything of a student's goes in
as a string: nothing of it can be markup."""

from __future__ import annotations

import importlib.util
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

from ...checks.errors import GraderFault
from .printed_pages import Printed, PrintedPiece, PrintedQuestion

_HEAD = """\
#set document(title: {title}, date: none)
#let whose = state("whose", "")
#set page(paper: "a4", margin: (x: 20mm, top: 18mm, bottom: 20mm), footer: context text(size: 8pt, fill: luma(35%))[
  #whose.get() #h(1fr) #counter(page).display()
])
#set text(size: 10pt, lang: "en", region: "GB", font: ("Libertinus Serif", "DejaVu Sans Mono"))
#set par(leading: 0.55em)
#show raw: set text(size: 8.5pt, font: "DejaVu Sans Mono")
#let room(height, width) = rect(width: width, height: height, stroke: 0.5pt + luma(60%))
"""


FITS = 40
"""Lines of code that fit on a page together with their question: only a longer one is broken over two."""


def can() -> bool:
    return importlib.util.find_spec("typst") is not None


def pdf(title: str, sheets: Sequence[Printed], *, key: bool) -> bytes:
    """GraderFault with typst's own words where it cannot be set."""
    import typst

    text = _HEAD.replace("{title}", _string(title)) + "\n#pagebreak()\n".join(
        _sheet(title, each, key) for each in sheets
    )
    with tempfile.TemporaryDirectory(prefix="softmark-sheets-") as folder:
        source = Path(folder) / "sheets.typ"
        source.write_text(text, encoding="utf-8")
        try:
            made: bytes = typst.compile(str(source), root=folder, ignore_system_fonts=True, format="pdf", timestamp=0)
        except Exception as problem:  # typst's own error type has no public name
            raise GraderFault(f"the sheets could not be set: {problem}") from None
    return made


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


def _question(asked: PrintedQuestion, key: bool) -> str:
    parts = [f"#strong[{asked.number}.] {_text(asked.text)}"]
    for file, lines in asked.excerpts if not key else ():
        code = ", ".join(f"raw({_string(str(number))}), raw({_string(line)}, block: true)" for number, line in lines)
        table = f"#grid(columns: (auto, 1fr), column-gutter: 0.9em, row-gutter: 0.5em, align: (right, left), {code})"
        parts.append(f"#text(size: 8pt)[#{_string(file)}]\n{table}")
    rows = ", ".join(f"[{letter})], [{_text(option)}]" for letter, option in asked.options)
    parts += [f"#pad(left: 1em, grid(columns: (1.5em, 1fr), row-gutter: 0.7em, {rows}))"] if rows else []
    if key:
        parts.append(f"#strong[#{_string(asked.answer)}] #text(size: 8.5pt)[{_text(asked.why)}]")
    else:
        parts.append(f"#room({'8mm' if asked.options else '14mm'}, {'30mm' if asked.options else '100%'})")
    whole = sum(len(lines) for _, lines in asked.excerpts) <= FITS or key
    return f"#block(breakable: {'false' if whole else 'true'}, above: 1.1em)[\n" + "\n\n".join(parts) + "\n]"
