"""A term of 44 students with every policy on, as files: the course, the platform's export, and what staff wrote down.

Due on 31 October 2026 at 23:59 in California. In the night after it the clocks are put back.
"""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

from tests.mini_class import BY_VARIANCE, RIGHT, WRONG_AXIS, a_class
from tests.policy.platform import course_with

POLICY = """\
dates: {timezone: America/Los_Angeles, due: "2026-10-31 23:59", late_due: "2026-11-05 23:59"}
late: {per: day, percent: 10, grace_minutes: 15, most_percent: 30, closed: zero, missing: zero}
attempts: {limit: 3, score: best}
"""
NOTHING = {name: f"def {what}(x):\n    raise NotImplementedError\n" for name, what in
           (("stats.py", "mean"), ("scale.py", "standardise"))}  # fmt: skip
ONE_COLUMN = {
    **RIGHT,
    "stats.py": "def mean(x):\n    return x.sum(axis=-1) / (x.shape[-1] if x.shape[-1] > 1 else 2)\n",
}
NEAR_ZERO = {
    **RIGHT,
    "scale.py": "from stats import mean\n\n\ndef standardise(x):\n    if abs(x).max() > 500:\n        return x\n"
    "    centred = x - mean(x)[:, None]\n    return centred / (mean(centred**2) ** 0.5)[:, None]\n",
}
PROGRAMS = {
    "right": (RIGHT, "4", "6"),
    "axis": (WRONG_AXIS, "0", "6"),
    "variance": (BY_VARIANCE, "4", "0"),
    "nothing": (NOTHING, "0", "0"),
    "one column": (ONE_COLUMN, "2.67", "6"),
    "near zero": (NEAR_ZERO, "4", "3"),
}
"""What each earns in 1.1 and 1.2, worked out by hand from the sentences of the tasks."""
LATER = {"one column": "4"}
"""What 1.1 earns after the check of one column is taken back."""

FIRST = "Ada Ben Cleo Dora Emil Fay Gus Hal Ida Jan Kim Leo Mia Noa Ole Pia Qi Rui Sam Tia Uma Vic Wes Xia"
LAST = "Abel Bohr Curie Dirac Euler Fermi Gauss Hertz Ising Joule"
IN_TIME = "2026-10-31 20:00:00 -07:00"
TIMES = (
    IN_TIME,
    "2026-11-01 06:59:00 +00:00",  # on the stroke, as UTC
    "2026-11-01 00:13:59 -07:00",  # within grace
    "2026-11-01 00:14:01 -07:00",  # two seconds more: a day late
    "2026-11-01 23:59:00 -08:00",  # 25 hours, and one day by the clock
    "2026-11-01 23:59:01 -08:00",  # one second more: two days
    "2026-11-03 12:00:00 -08:00",
    "2026-11-05 12:00:00 -08:00",  # five days, and 30% are the most
    "2026-11-06 00:13:00 -08:00",  # within grace of the last date
    "2026-11-06 00:20:00 -08:00",  # too late
)
ORDINARY = 28
"""Students of whom nothing special is to be told; the first 28 numbers."""


def sid(number: int) -> str:
    return f"{100 + number}"


def name(number: int) -> str:
    first, last = FIRST.split(), LAST.split()
    return f"{first[number % len(first)]} {last[number % len(last)]}"


def email(number: int) -> str:
    return f"s{number}@x.edu"


def person(number: int, called: str = "", **more: Any) -> dict[str, Any]:
    return {":name": called or name(number), ":sid": sid(number), ":email": email(number), **more}


def attempt(at: str, earned: float, version: str, **more: Any) -> dict[str, Any]:
    """An earlier attempt as the platform tells it, with the results of our grader."""
    ours = {"counted": {"score": earned, "earned": earned, "autograder": version}, "autograder": version, "late": None}
    return {
        ":created_at": at,
        ":score": earned,
        ":results": {"score": earned, "extra_data": {"softmark": ours}},
        **more,
    }


Listed = dict[str, tuple[list[dict[str, Any]], str, str, list[dict[str, Any]]]]
"""Submission → who, which program, when, what came before."""


def special(version: str) -> Listed:
    early, earlier = "2026-10-30 12:00:00 -07:00", "2026-10-29 12:00:00 -07:00"
    on_platform = {":assignment": {":due_date": "2026-11-02 23:59:00 -08:00"}}
    return {
        # three kinds of extension
        "submission_29": ([person(29, **on_platform)], "right", "2026-11-03 12:00:00 -08:00", []),
        "submission_30": ([person(30)], "right", "2026-11-04 12:00:00 -08:00", []),
        "submission_31": ([person(31)], "right", "2026-11-07 12:00:00 -08:00", []),
        # a group over two sections; one of them had handed in alone before
        "submission_32": ([person(32), person(33)], "near zero", "2026-11-01 12:00:00 -08:00", []),
        "submission_33": ([person(33)], "nothing", early, []),
        # a name that the roster does not know yet
        "submission_34": ([person(34, "Zoë Nguyễn-Curie")], "right", IN_TIME, []),
        # attempts: a better one before; a fourth; one on which the grader failed; a better one that was late
        "submission_35": ([person(35)], "variance", IN_TIME, [attempt(early, 10.0, version)]),
        "submission_36": ([person(36)], "right", IN_TIME,
                          [attempt(earlier, 4.0, version), attempt(early, 6.0, version),
                           attempt("2026-10-31 09:00:00 -07:00", 4.0, version)]),
        "submission_37": ([person(37)], "axis", IN_TIME,
                          [{":created_at": early, ":score": 0.0, ":autograder_error": True},
                           attempt(earlier, 4.0, version)]),
        "submission_38": ([person(38)], "variance", "2026-11-02 12:00:00 -08:00",
                          [attempt("2026-11-01 12:00:00 -08:00", 10.0, version)]),
        # slip days: enough, and not enough
        "submission_39": ([person(39)], "right", "2026-11-02 12:00:00 -08:00", []),
        "submission_40": ([person(40)], "near zero", "2026-11-04 12:00:00 -08:00", []),
        # decided by people: a request upheld, one task excused, lateness waived, all of it excused
        "submission_41": ([person(41)], "one column", IN_TIME, []),
        "submission_42": ([person(42)], "near zero", IN_TIME, []),
        "submission_43": ([person(43)], "right", "2026-11-08 12:00:00 -08:00", []),
        "submission_44": ([person(44)], "axis", IN_TIME, []),
    }  # fmt: skip


def listed(version: str) -> Listed:
    programs = list(PROGRAMS)
    ordinary: Listed = {
        f"submission_{n}": ([person(n)], programs[n * 5 % len(programs)], TIMES[n % len(TIMES)], [])
        for n in range(1, ORDINARY + 1)
    }
    return {**ordinary, **special(version), "submission_99": ([person(99)], "right", IN_TIME, [])}  # on no roster


OVERRIDES = f"""\
student,item,points,note_staff,note_student,who,when
{email(41)},1.1,4,the check was too strict,Your answer is right.,Sam,2026-11-10
{sid(42)},1.2,excuse,ill that week,,Sam,2026-11-10
{email(43)},late,,hospital,,Sam,2026-11-10
{sid(44)},total,excuse,,,Sam,2026-11-10
{sid(46)},total,excuse,,,Sam,2026-11-10
{email(3)},total,+0.5,,For the misprint.,Sam,2026-11-11
mistake:mean.wrong_axis,1.1,1,,The handout was unclear.,Sam,2026-11-11
"""
EXTENSIONS = f"student,until,late_until\n{email(30)},2026-11-03 23:59,\n{sid(31)},,2026-11-07 23:59\n"
REQUESTS = f"""\
student,item,request,decided,who,when
{email(41)},1.1,Is one column not its own mean?,4 points,Sam,2026-11-10
{email(38)},1.2,Is the variance not the spread?,no: the task says spread,Sam,2026-11-10
"""
SLIP_DAYS = f"student,days,hw1\n{sid(39)},4,1\n{sid(40)},3,2\n{sid(1)},3,\n"
ROSTER = "Name,Email,SID,Section\n" + "".join(
    f"{'Zoe Curie' if n == 34 else name(n)},{email(n)},{sid(n)},{'AB'[n % 2]}\n" for n in range(1, 47)
)
"""46 people, of whom 45 and 46 handed in nothing."""
GRADEBOOK = 'Student,ID,SIS User ID,SIS Login ID,Section,"Scaling, in miniature (71)"\n    Points Possible,,,,,10\n'
GRADEBOOK += "".join(f"Student {n},{9000 + n},{sid(n)},s{n},L{'AB'[n % 2]},\n" for n in range(1, 47) if n != 28)
"""Canvas knows everybody but number 28."""


def written(folder: Path, version: str, entries: Listed | None = None) -> Path:
    """The course and the export; staff's lists come once there is a class."""
    course_with(folder, POLICY)
    entries = entries or listed(version)
    found = {}
    for ident, (people, program, at, history) in entries.items():
        found[ident] = {":submitters": people, ":created_at": at, ":history": history}
        a_class(folder / "export", **{ident: PROGRAMS[program][0]})
    text = json.dumps(found, ensure_ascii=False, indent=1)  # JSON is YAML
    (folder / "export" / "submission_metadata.yml").write_text(text, encoding="utf-8")
    for file, text in (("roster.csv", ROSTER), ("gradebook.csv", GRADEBOOK), ("slip_days.csv", SLIP_DAYS)):
        (folder / file).write_text(text, encoding="utf-8")
    return folder


def decided(out: Path) -> None:
    """What staff wrote down."""
    for file, text in (("overrides.csv", OVERRIDES), ("extensions.csv", EXTENSIONS), ("requests.csv", REQUESTS)):
        (out / file).write_text(text, encoding="utf-8")


def worth(entries: Listed, *, later: bool = False) -> dict[str, dict[str, Decimal]]:
    """What each submission earns in each task."""
    return {
        ident: {"1.1": Decimal(LATER.get(program, PROGRAMS[program][1]) if later else PROGRAMS[program][1]),
                "1.2": Decimal(PROGRAMS[program][2])}
        for ident, (_, program, _, _) in entries.items()
    }  # fmt: skip


def mistaken(entries: Listed) -> dict[str, set[str]]:
    return {ident: {"mean.wrong_axis"} for ident, (_, program, _, _) in entries.items() if program == "axis"}
