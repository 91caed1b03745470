"""Writes the page that shows each pair side by side, the shared parts marked. A person reads it; it says nothing about
anybody.

One file, nothing from outside. Whatever a student wrote, names included, is text here and nothing else: it is made
visible and escaped, and the browser is told to run only the one script whose hash the page names.
"""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ...files import escape
from ..report import templates
from . import matches
from .compared_works import ComparedWork
from .groups import Together, groups
from .marks import Mark, pair_id, to_csv
from .matches import Match, Shared, Side
from .pairs import Comparison, Pair

_ASSETS = Path(__file__).resolve().parent / "assets"
_HUES = 8
_LONGEST = 400
"""Characters of a line that are shown."""
_MOST_LINES = 1200
"""Lines of a file that are shown."""
_BARS = 25


def to_html(
    comparison: Comparison,
    shared: Sequence[Shared],
    title: str,
    *,
    marks: Mapping[str, Mark] | None = None,
    own: frozenset[int] = frozenset(),
) -> str:
    """The page for staff, with what they have `seen`; or, with `own`, the page about these works: of all others only
    what is shared."""
    style = "\n".join((_base(), _asset("page.css")))
    script = _asset("page.js")
    policy = (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; base-uri 'none'; "
        "form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    both = list(zip(comparison.pairs, shared, strict=True))
    idents = [pair_id(comparison.works[pair.left], comparison.works[pair.right]) for pair in comparison.pairs]
    found = [] if own else groups(comparison)
    rows = [
        _Row(number, ident, (marks or {}).get(ident), None if own else marks is not None)
        for number, ident in enumerate(idents, start=1)
    ]
    listed = "\n".join(_listed(comparison, row, *compared) for row, compared in zip(rows, both, strict=True))
    shown = "\n".join(_pair(comparison, row, *compared, found, own) for row, compared in zip(rows, both, strict=True))
    records = "About one student. Everybody else is without a name." if own else _FOR
    if not both:
        shown = "<p>No two submissions share code that is not in most others too.</p>"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>Similarity: {_line(title)}</title>
<style>{style}</style>
</head>
<body>
<a class="skip" href="#{f"pair-{idents[0]}" if idents else "pairs"}">Skip to the first pair</a>
<nav class="index" aria-label="Pairs">
<p class="eyebrow">Similarity</p>
<h1>{_line(title)}</h1>
<p class="verdict">For a person to read, not a verdict.</p>
{_introduction(comparison)}
<p><span class="records">{records}</span></p>
{_together(comparison, found, dict(zip(idents, comparison.pairs, strict=True)))}
{_SAVE if marks is not None and both else ""}
<ol class="pairs">
{listed}
</ol>
</nav>
<main id="pairs">
{shown}
</main>
{f'<pre id="seen-file" hidden>{html.escape(to_csv(marks))}</pre>' if marks is not None else ""}
<script>{script}</script>
</body>
</html>
"""


def _introduction(comparison: Comparison) -> str:
    size = sum(not work.origin for work in comparison.works)
    earlier = len(comparison.works) - size
    against = f" and {_count(earlier, 'earlier one')}" if earlier else ""
    excluded = ""
    if comparison.excluded:
        pairs = _count(comparison.excluded, "pair")
        excluded = f"<p>{pairs} left out, because the same person had a hand in both.</p>"
    return (
        f"<p>{_count(size, 'submission')}{against}, compared by what is left of the code when given lines, names of "
        "variables, comments and layout are taken away. What many have, or what a known answer has, counts little.</p>"
        "<p>People who learn together, and small tasks with one natural answer, give similar code without any copying. "
        f"Read both, and ask.</p>{excluded}{_histogram(comparison)}"
    )


def _histogram(comparison: Comparison) -> str:
    """How similar everybody's most similar other is: what is usual in this class."""
    counts = [0] * _BARS
    for score in comparison.best:
        counts[min(int(score * _BARS), _BARS - 1)] += 1
    most = max(counts, default=0) or 1
    lowest = min((pair.score for pair in comparison.pairs), default=1.1)
    width, height = 250, 60
    step = width / _BARS
    bars = "".join(
        f'<rect class="bar{" shown" if (index + 1) / _BARS > lowest else ""}" x="{index * step:.1f}" '
        f'y="{height - count / most * height:.1f}" width="{step - 1:.1f}" height="{count / most * height:.1f}"/>'
        for index, count in enumerate(counts)
    )
    ticks = "".join(
        f'<text class="tick" x="{share * width:.0f}" y="{height + 12}" text-anchor="{anchor}">{share:.0%}</text>'
        for share, anchor in ((0, "start"), (0.5, "middle"), (1, "end"))
    )
    middle = sorted(comparison.best)[len(comparison.best) // 2] if comparison.best else 0.0
    said = f"For half of the submissions the most similar other is at {middle:.0%} or below."
    return (
        f'<figure><svg viewBox="0 0 {width} {height + 15}" role="img" aria-label="{said}">{bars}'
        f'<line class="axis" x1="0" x2="{width}" y1="{height}" y2="{height}"/>{ticks}</svg>'
        f"<figcaption>How similar each submission is to its most similar other. {said} Blue: where the listed pairs "
        "are.</figcaption></figure>"
    )


@dataclass(frozen=True)
class _Row:
    """A pair in the list."""

    number: int
    ident: str
    mark: Mark | None
    marked: bool | None
    """Whether marks are kept; None: it is not a page for staff."""


_SEEN = ' class="seen"'
_FOR = "Contains student records. For the instructor, and whoever reads with them."
_SAVE = (
    '<p class="marks"><button type="button" id="save" hidden>Save the marks (seen.csv)</button> '
    '<button type="button" id="unseen" aria-pressed="false" hidden>Only what is not seen</button> '
    '<span id="marked" role="status"></span></p>'
)


def _together(comparison: Comparison, found: Sequence[Together], pairs: Mapping[str, Pair]) -> str:
    """Three and more, each with the listed pairs among them."""
    rows = []
    for each in found:
        links = [
            f'<a href="#pair-{ident}">{_line(comparison.works[pair.left].names)} and '
            f"{_line(comparison.works[pair.right].names)}, {pair.score:.0%}</a>"
            for ident, pair in pairs.items()
            if {pair.left, pair.right} <= set(each.members)
        ]
        names = ", ".join(_line(comparison.works[place].names) for place in each.members)
        all_of = (
            f"all share {_count(each.common, 'piece')} of code" if each.common else "no piece of code is in all of them"
        )
        rows.append(
            f"<li><b>{len(each.members)}: {names}</b><span>{all_of} that hardly anybody else has. "
            f"Pairs: {'; '.join(links)}.</span></li>"
        )
    return f'<h2>Three and more</h2><ul class="together">{"".join(rows)}</ul>' if rows else ""


def _listed(comparison: Comparison, row: _Row, pair: Pair, shared: Shared) -> str:
    left, right = comparison.works[pair.left], comparison.works[pair.right]
    files = ", ".join(sorted({match.left.file for match in shared.unusual}))
    what = f"{_count(len(shared.unusual), 'unusual stretch', 'unusual stretches')}{': ' + files if files else ''}"
    return (
        f'<li{_SEEN if row.mark else ""}><a href="#pair-{row.ident}"><span class="rank">{row.number}</span>'
        f'<span class="who"><b>{_line(left.names)}</b> <i>and</i> <b>{_line(right.names)}</b></span>'
        f'<span class="share">{pair.score:.0%}</span><span class="what">{_line(what)}</span></a></li>'
    )


def _pair(
    comparison: Comparison, row: _Row, pair: Pair, shared: Shared, found: Sequence[Together], own: frozenset[int]
) -> str:
    number = row.number
    left, right = comparison.works[pair.left], comparison.works[pair.right]
    numbers = {id(match): place for place, match in enumerate(shared.unusual, start=1)}
    remarks = ""
    if shared.remarks:
        remarks = f" Also {_count(len(shared.remarks), 'comment')} that both have and hardly anybody else."
    among = next((each for each in found if {pair.left, pair.right} <= set(each.members)), None)
    if among:
        remarks += f" The two are of a group of {len(among.members)}, see the list."
    sides = "".join(
        _side(comparison, index, work, shared, numbers, which, bool(own) and index not in own)
        for which, (index, work) in enumerate(((pair.left, left), (pair.right, right)))
    )
    return (
        f'<section class="pair" id="pair-{row.ident}" data-matches="{len(numbers)}" aria-labelledby="title-{number}">'
        f'<header><h2 id="title-{number}">{_line(left.names)} <span>and</span> {_line(right.names)}</h2>{_mark(row)}'
        f'<p class="facts"><b>{pair.score:.0%}</b> of the unusual code in common. '
        f"<b>{_count(len(numbers), 'stretch', 'stretches')}</b> of which a part is in at most "
        f"{comparison.rare} of {len(comparison.works)} submissions, numbered and coloured; what more people share is "
        f"underlined with dots.{remarks}</p>"
        '<p class="keys"><kbd>n</kbd> <kbd>p</kbd> next and previous stretch, or click one · <kbd>j</kbd> <kbd>k</kbd> '
        'next and previous pair <span class="unseen" role="status"></span></p></header>'
        f'<div class="sides">{sides}</div></section>'
    )


def _mark(row: _Row) -> str:
    """The pair's word, and a box to tick; a mark of the file cannot be taken back here."""
    if row.marked is None:
        return ""
    said = f"<code>{row.ident}</code>"
    if row.mark:
        return f'<p class="mark">{said} seen: {_line(str(row.mark))}</p>'
    box = f'<label><input type="checkbox" data-pair="{row.ident}"> seen</label>' if row.marked else ""
    return f'<p class="mark">{said} {box}</p>'


def _side(
    comparison: Comparison,
    index: int,
    work: ComparedWork,
    shared: Shared,
    numbers: dict[int, int],
    which: int,
    only_shared: bool,
) -> str:
    blocks = []
    for file in comparison.file_indices(index):
        name = comparison.files[file][1]
        stretches = [
            (match.right if which else match.left, match)
            for match in shared.matches
            if (match.right if which else match.left).file == name
        ]
        lines, own = comparison.files[file][2].lines, comparison.fingerprints.own[file]
        given = frozenset(lines.tolist()) - frozenset(lines[own].tolist())
        blocks.append(
            f"<h4>{_line(name)}</h4>"
            + _code(comparison, work.files[name], stretches, given, shared, numbers, only_shared)
        )
    origin = f"<small>from {_line(work.origin)}</small>" if work.origin else ""
    people = _line(work.names)
    return (
        f'<div class="side" tabindex="0" role="region" aria-label="{people}">'
        f"<h3>{people}<small>{_line(work.id)}</small>{origin}</h3>"
        f'<div class="code">{"".join(blocks)}</div></div>'
    )


def _code(
    comparison: Comparison,
    source: str,
    stretches: list[tuple[Side, Match]],
    given: frozenset[int],
    shared: Shared,
    numbers: dict[int, int],
    only_shared: bool,
) -> str:
    """The student's own lines; what was given is folded away, and where `only_shared` what is not in both."""
    spans = _spans(source, stretches)
    fold = ("line that is not shared", "lines that are not shared") if only_shared else ("given line", "given lines")
    rows: list[str] = []
    folded = 0
    for place, line in enumerate(source.split("\n")):
        if place >= _MOST_LINES:
            rows.append('<div class="fold">⋯ the rest of a very long file is not shown</div>')
            break
        stripped = line.strip()
        ordinary = place in given or not stripped or stripped in comparison.given_lines
        if place not in spans and (ordinary or (only_shared and not _has_remark(line, shared))):
            folded += bool(stripped)
            continue
        if folded:
            rows.append(f'<div class="fold">⋯ {_count(folded, *fold)}</div>')
            folded = 0
        body = _marked(line, spans.get(place, []), numbers, shared)
        rows.append(f'<div class="l"><span>{place + 1}</span><code>{body}</code></div>')
    if folded:
        rows.append(f'<div class="fold">⋯ {_count(folded, *fold)}</div>')
    return "".join(rows)


_Span = tuple[int, int, Match, bool]
"""From a column to a column, of which match, and whether it begins here."""


def _spans(source: str, stretches: list[tuple[Side, Match]]) -> dict[int, list[_Span]]:
    """Line → the marked parts of it, from left to right."""
    lines = source.split("\n")
    spans: dict[int, list[_Span]] = {}
    for side, match in stretches:
        for place in range(side.first_line, min(side.last_line, len(lines) - 1) + 1):
            line = lines[place]
            begin = side.first_column if place == side.first_line else len(line) - len(line.lstrip())
            end = side.last_column if place == side.last_line else _code_end(line)
            if end > begin:
                spans.setdefault(place, []).append((begin, end, match, place == side.first_line))
    for found in spans.values():
        found.sort(key=lambda span: span[:2])
    return spans


def _code_end(line: str) -> int:
    """Where a line's code ends: a remark after two spaces is not part of the stretch."""
    at = line.find("  #")
    return len((line[:at] if at >= 0 else line).rstrip())


def _marked(line: str, spans: list[_Span], numbers: dict[int, int], shared: Shared) -> str:
    line = line[:_LONGEST] + (" …" if len(line) > _LONGEST else "")
    parts: list[str] = []
    at = 0
    for begin, end, match, first in spans:
        begin, end = max(begin, at), min(end, len(line))
        if end <= begin:
            continue
        parts.append(_piece(line[at:begin], shared))
        number = numbers.get(id(match))
        if number is None:
            parts.append(f'<mark class="common">{_piece(line[begin:end], shared)}</mark>')
        else:
            tag = f' data-tag="{number}"' if first else ""
            said = f'<span class="unseen">shared stretch {number}: </span>' if first else ""
            parts.append(
                f'<mark class="own c{(number - 1) % _HUES}" data-m="{number}"{tag}>{said}'
                f"{_piece(line[begin:end], shared)}</mark>"
            )
        at = end
    parts.append(_piece(line[at:], shared))
    return "".join(parts)


def _has_remark(part: str, shared: Shared) -> bool:
    return bool(shared.remarks) and " ".join(part.partition("#")[2].split()) in shared.remarks


def _piece(part: str, shared: Shared) -> str:
    """Text of a line, inert; a remark that both have is marked."""
    at = part.find("#")
    if at >= 0 and _has_remark(part, shared):
        return f'{_inert(part[:at])}<span class="remark">{_inert(part[at:])}</span>'
    return _inert(part)


def _inert(part: str) -> str:
    # `plain` drops spaces at the end of a text: a full stop keeps them, and goes again
    return escape.html(part + ".", limit=4 * _LONGEST, lines=1)[:-1] if part else ""


def _line(words: str) -> str:
    return html.escape(escape.one_line(words, limit=160))


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def _base() -> str:
    return (Path(templates.__file__).resolve().parent / "base.css").read_text(encoding="utf-8")


def _asset(name: str) -> str:
    return (_ASSETS / name).read_text(encoding="utf-8")


def _hash(words: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(words.encode()).digest()).decode()


def shared_parts(comparison: Comparison) -> list[Shared]:
    return [matches.between(comparison, pair) for pair in comparison.pairs]
