"""Runs the checks of one task, on one set of numbers, in one worker."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from ..checks.errors import Died, NotLoaded, TimedOut
from ..checks.fixtures import Finding
from ..content.course import Course
from ..content.rubric import Item
from ..reading.rules import forbidden
from ..running.collect import Check, Checks
from ..sandbox import calls_seen
from ..sandbox.layers.limits import bounded_memory
from .allowance import OutOfTime
from .calls.ask_ahead import Ahead
from .calls.participants import TrustedParticipants, Worlds
from .calls.remote import Remote
from .carry_forward import Carrying
from .check_result import NOT_WRITTEN, Phase
from .so_far import SoFar
from .time_left import TimeLeft

JUDGING_MB = 512
"""What judging the replies of one check may take of the grader's memory; a right answer needs a few."""


class CheckRunner:
    """Runs the checks of one grade. `tell_staff` gets what staff should hear of."""

    def __init__(
        self,
        course: Course,
        checks: Checks,
        worlds: Worlds,
        so_far: SoFar,
        carrying: Carrying,
        time_left: TimeLeft,
        tell_staff: Callable[[Iterable[str]], None],
        *,
        keep_logs: bool,
    ) -> None:
        self._rubric = course.rubric
        self._checks = checks
        self._worlds = worlds
        self._so_far = so_far
        self._carrying = carrying
        self._time_left = time_left
        self._tell_staff = tell_staff
        self._keep_logs = keep_logs

    def run(
        self,
        item: Item,
        phase: Phase,
        key: str,
        port: Ahead,
        *,
        watch: bool,
        only: Sequence[Check] | None = None,
        to_first_failure: bool = False,
    ) -> dict[str, Finding]:
        """Every check of one task that is left to be tried on these numbers, or of some of them. `watch`: look at what
        runs, in all of them by autograd's tape and in one by all that is known. `to_first_failure`: whoever asks wants
        to know only whether the task passes."""
        limits = self._rubric.limits
        port.remote.limits.seconds = limits.slow_call_seconds if item.slow else limits.call_seconds
        sides = self._worlds.against(key, port)
        found: dict[str, Finding] = {}
        left: list[Check] = []
        for check in self._so_far.to_try(item.id, phase, self._checks.of(item.id) if only is None else only):
            if (known := self._so_far.known(item.id, phase, check)) is not None:
                found[check.name] = known
            else:
                left.append(check)
        left = self._without_own_work(item, left)
        watched = _chosen(left, key) if watch else None
        claims = port.remote.claims
        claims.tape = watch
        for together in _doubling(left) if to_first_failure else [left]:
            if not item.slow and not self._time_left.is_over:
                self._worlds.recall([check for check in together if check.direct is not None], sides)
                port.prepare([sides.name(check.name) for check in together if check is not watched])
            for check in together:
                finding = (self._watched if check is watched else self._in_time)(check, sides, port)
                found[check.name] = finding if self._keep_logs else finding.without_logs()
            if to_first_failure and self._fails(found) and not self._time_left.is_over:
                break
        claims.tape = False
        found = self._without_slow_own_work(item, left, found)
        self._note_evidence(item, port.remote)
        return self._not_loaded(item, found, port.remote)

    @staticmethod
    def _fails(found: Mapping[str, Finding]) -> bool:
        """Whether something is wrong with what is written: who has not begun is told so by every check."""
        return any(finding.passed is False and finding.category != NOT_WRITTEN for finding in found.values())

    def _watched(self, check: Check, sides: TrustedParticipants, port: Ahead) -> Finding:
        """Look at what runs meanwhile, as long as there is time for that. Who is slow only then gets another try."""
        if not self._time_left.may_explain:
            self._tell_staff([f"worth a look: there was no time left to look at what runs in task {check.item}"])
            return self._in_time(check, sides, port)
        port.remote.claims.library = True
        finding = self._in_time(check, sides, port)
        port.remote.claims.library = False
        if finding.category != TimedOut.category:
            return finding
        unwatched = self._in_time(check, sides, port)
        if unwatched.passed:
            self._tell_staff([f"worth a look: task {check.item} ran out of time when it was watched, and only then"])
        return unwatched

    def _in_time(self, check: Check, sides: TrustedParticipants, port: Ahead) -> Finding:
        if self._time_left.is_over:
            return no_time_for(check)
        finding = self._known_or_judged(check, sides, port)
        if finding.category == Died.category:  # perhaps killed by somebody else; who dies twice did it
            finding = self._unwatched_again(check, sides, port)
        if finding.category == OutOfTime.category:
            self._time_left.end()
            return no_time_for(check)
        return finding

    def _unwatched_again(self, check: Check, sides: TrustedParticipants, port: Ahead) -> Finding:
        claims = port.remote.claims
        watched, claims.library = claims.library, False
        finding = self._judged(check, sides)
        if watched and finding.category != Died.category:
            claims.note_that_it_differs()
        return finding

    def _known_or_judged(self, check: Check, sides: TrustedParticipants, port: Ahead) -> Finding:
        known = port.walk(sides.name(check.name)) if check.direct is not None else None
        if known is not None:
            return known
        finding = self._judged(check, sides)
        if check.direct is not None:  # other fixtures than ours may make a verdict depend on more than the replies
            port.conclude(finding)
        return finding

    def _judged(self, check: Check, sides: TrustedParticipants) -> Finding:
        """Run a check; what it cannot cope with is the student's reply, unless the reference fails there as well."""
        with bounded_memory(JUDGING_MB):
            finding = self._checks.run(check, sides)
        if finding.after_reply and not self._worlds.copes(check, sides.key):
            finding.is_ours()
        return finding

    def _without_own_work(self, item: Item, checks: list[Check]) -> list[Check]:
        """Leave out what stands on the student's own earlier tasks while one of these is wrong."""
        own_work = [check for check in checks if check.own_work]
        if not own_work or not (wrong := self._carrying.wrong_before(item)):
            return checks
        places = ", ".join(before.id for before in wrong)
        self._leave_out(
            item, own_work, f"left out until {places} {'is' if len(wrong) == 1 else 'are'} right, at no cost"
        )
        return [check for check in checks if not check.own_work]

    def _without_slow_own_work(
        self, item: Item, checks: Sequence[Check], found: dict[str, Finding]
    ) -> dict[str, Finding]:
        """Leave it out, too, where it computed for too long and the task is right wherever it does not have to wait for
        the earlier ones. Which of them is slow cannot be told from here: staff can."""
        late = (TimedOut.category, OutOfTime.category)
        slow = {check.name for check in checks if check.own_work and found[check.name].category in late}
        if self._time_left.allowance.asleep:  # that is not what slow tasks look like
            return found
        if not slow or not all(finding.passed for name, finding in found.items() if name not in slow):
            return found
        left_out = [check for check in checks if check.name in slow]
        why = "left out, at no cost, because it takes too long where your own earlier tasks are used"
        self._leave_out(item, left_out, why)
        self._tell_staff([
            f"worth a look: task {item.id} ran out of time with the student's own earlier tasks, at no cost; "
            "was it them, or the task itself?"
        ])  # fmt: skip
        return {name: finding for name, finding in found.items() if name not in slow}

    def _leave_out(self, item: Item, checks: Sequence[Check], why: str) -> None:
        self._so_far.left_out |= {check.name for check in checks}
        self._so_far.waiting[item.id] = f"{why}: {checks[-1].title}"

    def _not_loaded(self, item: Item, found: dict[str, Finding], remote: Remote) -> dict[str, Finding]:
        """Where a file cannot be imported its stub stands in, so that later files can be. What that stub says has no
        line of the student's: nobody is told that something is not written when it only could not be read."""
        unimported = self._so_far.unimported
        if not remote.calls_back:
            unimported |= remote.failures
        why = unimported.get(item.file.removesuffix(".py")) or NotLoaded(
            f"{item.file} could not be imported" if remote.has(item.file) else f"your submission has no {item.file}"
        )
        for name, finding in found.items():
            if finding.category == NOT_WRITTEN and finding.line is None:
                found[name] = replace(finding, category=why.category, public=why.public(), safe=why.safe())
        return found

    def _note_evidence(self, item: Item, remote: Remote) -> None:
        """What ran although reading the source did not show it: for staff, who decide what it means."""
        seen = remote.claims.take_library_calls()
        if calls_seen.DIFFERS in seen:
            self._tell_staff([
                f"worth a look: task {item.id} failed while torch's hooks watched it, and passed without them; "
                "what ran then was not seen"
            ])  # fmt: skip
        if calls_seen.APART in seen:
            self._tell_staff([
                f"worth a look: task {item.id} ran threads of its own while torch's hooks watched it; what ran in them "
                "was not seen"
            ])  # fmt: skip
        if calls_seen.OFF in seen:
            self._tell_staff([
                f"evasion? task {item.id} switched off what watches torch's operators; what ran then was not seen"
            ])  # fmt: skip
        if calls_seen.BLIND in seen:
            self._tell_staff([
                "worth a look: the grader does not know the profiler of the installed torch, so it could not see which "
                "operators ran; a library call that the source hides may have gone unseen"
            ])  # fmt: skip
        if item.id in self._so_far.broken:
            return
        seen = {path for path in seen if "_backward" not in path}  # it only follows from another
        looked = {rule.says: sorted(forbidden.among(seen, rule.calls))[:4] for rule in self._rubric.rules_of(item.id)}
        if ran := {says: paths for says, paths in looked.items() if paths}:
            self._tell_staff(
                f"evasion? {', '.join(paths)} ran in task {item.id} (not allowed: {says}), and reading the source did "
                "not find it; this is evidence from the student's own process, not proof"
                for says, paths in ran.items()
            )


def _chosen(checks: Sequence[Check], key: str) -> Check | None:
    """The check that is watched. Hidden numbers' key decides, so that nobody can behave well in this one alone, and the
    same submission is watched in the same one each time. A check that draws no numbers may call nothing."""
    drawn = [check for check in checks if check.draws] or checks
    return min(drawn, key=lambda check: hashlib.sha256(f"{key} {check.name}".encode()).digest(), default=None)


def _doubling(checks: Sequence[Check]) -> Iterator[Sequence[Check]]:
    """One check, then two, then four: a wrong task is mostly found out by the first, and a right one costs few more
    questions."""
    begin, size = 0, 1
    while begin < len(checks):
        yield checks[begin : begin + size]
        begin, size = begin + size, 2 * size


def no_time_for(check: Check) -> Finding:
    """The finding of a check for which no time was left: neither right nor wrong."""
    sentence = str(OutOfTime())
    return Finding(check.name, None, check.habit, OutOfTime.category, public=sentence, safe=sentence)
