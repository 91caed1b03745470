"""Writes the TA page: one HTML file that shows a class, with everything it needs inside.

The overview is written here, escaped by the template, and reads without scripts. The table, the heat map and the
drawers are made in the browser from packed data, by `textContent` only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...checks.points import amount
from ...files.escape import one_line
from ...policy.apply_overrides import TOTAL
from ..entries import Entry, Graded, Person
from ..shared_mistakes.groups import Group, groups
from . import page_contents, page_data, templates, unnamed_mistakes
from .cohort import FLAGS, Cohort, flags, is_empty, name_of
from .override_table import Applied, Override
from .page_contents import ShownClass, section_of
from .platform_scores import adjustment, signed
from .pseudonyms import anonymous
from .statistics import BROKEN, Bar, Figures, ItemFigures, figures
from .statistics import shown as rounded

SIZE_LIMIT = 1_450_000
"""Bytes. Code that would make the page larger stays in the students' own files, and the page says so."""
SCRIPT = "page/main.js"
_NAMES_SHOWN = 12
_MISTAKES_SHOWN = 10
"""What can be read without scripts; the browser lists the others."""


@dataclass(frozen=True)
class SummaryCard:
    """One card at the top: a number, what it is, and a word about it."""

    value: str
    label: str
    about: str = ""


@dataclass(frozen=True)
class Page:
    """A finished page."""

    html: str
    has_code: bool


def render(cohort: Cohort, *, made_at: str = "", key: bytes | None = None, addresses: bytes = b"page") -> Page:
    """The page; without names where a `key` for pseudonyms is given. `addresses` is the secret behind the words that
    links use for people."""
    shown = _shown(cohort, key, addresses)
    alike = _alike(shown)
    view, core = _view(shown), page_data.packed(_core(shown, alike))
    # code of the shared mistakes, which a page without names does not show
    samples = [] if shown.anonymous else unnamed_mistakes.samples(alike, shown.rows, cohort.rubric)
    for with_code in (False,) if shown.anonymous else (True, False):
        details = page_data.packed({**page_contents.details(shown, with_code=with_code), "samples": samples})
        html = templates.page(
            "page.html.j2", styles=("base.css", "page.css"), script=SCRIPT, core=core, details=details, view=view,
            has_code=with_code, made_at=made_at,
        )  # fmt: skip
        if len(html.encode("utf-8")) <= SIZE_LIMIT:
            break
    return Page(html, with_code)


def _shown(cohort: Cohort, key: bytes | None, addresses: bytes) -> ShownClass:
    """The class with its names, or with pseudonyms from a `key`."""
    rows, asked = list(cohort.graded), cohort.requests
    applied: Mapping[str, Sequence[Applied]] = cohort.applied
    if key is not None:
        rows, applied = _without_names(cohort, key)
        asked = ()
    found = {row.entry.id: flags(row, applied.get(row.entry.id, ()), asked) for row in rows}
    links = page_contents.addresses(rows, addresses if key is None else key)
    return ShownClass(cohort, rows, applied, found, figures(rows), links, anonymous=key is not None)


def _core(shown: ShownClass, alike: Sequence[Group]) -> dict[str, Any]:
    """What is unpacked at once: the columns of the table, and what the lists around it count."""
    cohort = shown.cohort
    return {
        **page_contents.core(shown),
        "groups": unnamed_mistakes.core(alike, shown.places, anonymous=shown.anonymous),
        "roster": [section_of(person) for person in cohort.roster.people] if cohort.roster else [],
        "absent": [section_of(person) for person in cohort.not_started],
        "undecided": ", ".join(_unsettled(cohort)),
    }


def _alike(shown: ShownClass) -> list[Group]:
    """Shared mistakes with the names that they have in the whole class, also on a section's page."""
    whole = shown.cohort.whole_class
    return groups(whole, shown.places) if whole and not shown.anonymous else groups(shown.rows)


def _without_names(cohort: Cohort, key: bytes) -> tuple[list[Graded], dict[str, list[Applied]]]:
    """The submissions and their overrides, notes left out: they may name somebody."""
    rows: list[Graded] = []
    kept: dict[str, list[Applied]] = {}
    for before, one in anonymous(cohort.graded, key):
        rows.append(one)
        kept[one.entry.id] = [
            Applied(Override("", "", each.override.item, each.override.points), each.before)
            for each in cohort.applied.get(before.entry.id, ())
        ]
    return rows, kept


# --- the overview -----------------------------------------------------------------------------------------


def _view(shown: ShownClass) -> dict[str, Any]:
    cohort, rows, numbers, anonymous = shown.cohort, shown.rows, shown.numbers, shown.anonymous
    people = sum(max(1, len(each)) for each in page_contents.people_of(rows) if each is not None)
    place = shown.places
    tallest = max((bar.count for bar in numbers.histogram), default=0)
    most = max((len(mistake.entries) for mistake in numbers.known_mistakes), default=0)
    levels = {submission.result.isolation.level for submission in rows if submission.files}
    counts = {flag: sum(flag in flagged for flagged in shown.flags.values()) for flag in FLAGS}
    return {
        "title": cohort.title or "Class report",
        "anonymous": anonymous,
        "summary": _summary(cohort, rows, numbers, people),
        "histogram": [
            {"label": _bar_label(bar), "low": amount(bar.low), "count": bar.count,
             "height": _share(bar.count, tallest)}
            for bar in numbers.histogram
        ],
        "items": [_item_view(item, numbers.count) for item in numbers.items],
        "mistakes": [
            {
                "name": one_line(mistake.name), "says": one_line(mistake.says, limit=400),
                "section": one_line(mistake.section), "items": ", ".join(mistake.items),
                "count": len(mistake.entries), "width": _share(len(mistake.entries), most),
                "names": [name_of(rows[place[ident]]) for ident in mistake.entries[:_NAMES_SHOWN]],
                "more": max(0, len(mistake.entries) - _NAMES_SHOWN),
            }
            for mistake in numbers.known_mistakes[:_MISTAKES_SHOWN]
        ],
        "more_mistakes": max(0, len(numbers.known_mistakes) - _MISTAKES_SHOWN),
        "section": one_line(cohort.section, limit=60),
        "flags": [
            {"key": flag, "word": word, "count": counts[flag]} for flag, word in FLAGS.items() if counts[flag]
        ],
        "weaker": sorted(one_line(level) for level in levels - {"full"}),
        "sections": sorted(
            {section_of(person) for submission in rows for person in submission.entry.people if person.section}
        ),
        "not_started": [] if anonymous else [_known(person) for person in cohort.not_started],
        "absent": len(cohort.not_started),
        "waits": len(cohort.waiting),
        "waiting": [] if anonymous else [_known(person) for entry in cohort.waiting for person in _people(entry)],
        "strangers": [] if anonymous else [_known(person) for person, _ in cohort.strangers],
        "obsolete": () if anonymous else tuple(one_line(text, limit=500) for text in cohort.obsolete),
        "undecided": _undecided(cohort, anonymous),
        "changed": cohort.changed,
        "adjusted": [] if anonymous else _adjusted(cohort),
        "requests": [] if anonymous else _requests(cohort, place),
        "remarks": () if anonymous else tuple(one_line(text, limit=500) for text in cohort.remarks),
        "has_roster": cohort.roster is not None,
        "people": people,
    }  # fmt: skip


def _requests(cohort: Cohort, place: Mapping[str, int]) -> list[dict[str, Any]]:
    """The log, with whoever is meant where that is one."""
    names = {one.entry.id: name_of(one) for one in cohort.graded}
    return [
        {
            "place": place.get(each.entry), "name": names.get(each.entry) or one_line(each.request.student, limit=80),
            "waits": each.request.waits,
            **{cell: one_line(getattr(each.request, cell), limit=400)
               for cell in ("item", "request", "decided", "who", "when")},
        }
        for each in cohort.requests
    ]  # fmt: skip


def _adjusted(cohort: Cohort) -> list[dict[str, Any]]:
    """What people adjusted on the platform, each with the line that would keep it here."""
    found = []
    for one in cohort.graded:
        points = adjustment(one.entry)
        if points:
            lines = cohort.applied.get(one.entry.id, ())
            kept = any(each.override.item == TOTAL and each.override.points == points for each in lines)
            who = one.entry.people[0] if len(one.entry.people) == 1 else None
            word = (who.email or who.sid if who else "") or one.entry.id
            line = f"{one_line(word, limit=80)},total,{points:+g},adjusted on the platform,,(who),(when)"
            found.append({"name": name_of(one), "points": signed(points), "line": line, "kept": kept})
    return found


def _unsettled(cohort: Cohort) -> list[str]:
    """What every total lacks until staff settle it, in words."""
    open_ = (("lateness undecided", cohort.undecided), ("attempts undecided", cohort.open_attempts))
    return [words for words, sentence in open_ if sentence]


def _undecided(cohort: Cohort, anonymous: bool) -> list[str]:
    """What is undecided, without sentences that name a folder: a folder can be called after anybody."""
    sentences = _unsettled(cohort) if anonymous else [said for said in (cohort.undecided, cohort.open_attempts) if said]
    return [one_line(f"{said[:1].upper()}{said[1:]}.", limit=700) for said in sentences]


def _summary(cohort: Cohort, rows: Sequence[Graded], numbers: Figures, people: int) -> list[SummaryCard]:
    of = ", ".join([f"of {amount(numbers.points)}", *_unsettled(cohort)])
    full = sum(
        submission.result.final >= submission.result.points > 0
        for submission in rows
        if submission.result.status not in BROKEN
    )
    with_bonus = ["bonus points counted"] * any(item.bonus for item in numbers.items)
    empty = sum(is_empty(submission) for submission in rows)
    left_out = f"{numbers.left_out} not counted: {page_contents.why_not(rows)}" if numbers.left_out else ""
    about = "; ".join(filter(None, (f"from {people} students" if people != len(rows) else "", left_out)))
    found = [
        SummaryCard(str(len(rows)), "submissions", about),
        SummaryCard(rounded(numbers.mean, 1), "mean", of),
        SummaryCard(rounded(numbers.median, 1), "median", f"{of}, standard deviation {rounded(numbers.deviation, 1)}"),
        SummaryCard(str(full), "full marks", ", ".join([_percent(full, numbers.count), *with_bonus])),
    ]
    if cohort.roster is not None:
        absent = len(cohort.not_started)
        found.append(SummaryCard(str(absent), "not started", f"of {len(cohort.roster.people)} on the roster"))
    else:
        found.append(SummaryCard(str(empty), "nothing written", _percent(empty, len(rows))))
    found.append(SummaryCard(rounded(numbers.alpha), "reliability", "Cronbach’s alpha"))
    return found


def _item_view(item: ItemFigures, count: int) -> dict[str, Any]:
    parts = (("full", item.full), ("part", item.part), ("none", item.none), ("unwritten", item.unwritten))
    return {
        "id": item.id,
        "title": one_line(item.title),
        "bonus": item.bonus,
        "points": amount(item.points),
        "mean": rounded(item.mean, 1),
        "difficulty": _percent_of(item.difficulty),
        "discrimination": rounded(item.discrimination),
        "weak": item.discrimination is not None and item.discrimination < 0.2,
        "alpha": rounded(item.alpha_without),
        "parts": [{"kind": kind, "count": number, "width": _share(number, count)} for kind, number in parts if number],
    }


def _bar_label(bar: Bar) -> str:
    if bar.high is None:
        return f"{amount(bar.low)} points and more"
    return f"{amount(bar.low)} to under {amount(bar.high)} points"


def _people(entry: Entry) -> tuple[Person, ...]:
    return entry.people or (Person(entry.id),)


def _known(person: Person) -> dict[str, str]:
    return {name: one_line(getattr(person, name), limit=120) for name in ("name", "email", "sid", "section")}


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.2f}%" if whole else "0%"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "–"


def _percent_of(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.0f} %"
