"""One grade: every check on public numbers and on hidden ones, item by item, with a result that is never lost.

The order matters (turns.py). Each set of numbers has workers of its own, so nothing hidden can come out in a message
about public ones. After every item the result is published again.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..checks.errors import Died, NotLoaded, StudentFailure, TimedOut
from ..checks.fixtures import Finding
from ..content.course import Course
from ..content.known_answers import Answer
from ..content.rubric import Item
from ..locating.line_shown import may_show
from ..naming import behaviour
from ..naming.behaviour import Behaviour
from ..naming.diagnose import contradicts, name_mistake
from ..reading.rules import forbidden
from ..running.collect import Check, Checks, trace
from ..sandbox import calls_seen
from ..sandbox.walls.limits import bounded_memory
from . import staff_names, staff_notes
from .allowance import Allowance, OutOfTime
from .calls.ask_ahead import Ahead
from .calls.callback_process import Answering
from .calls.participants import TrustedParticipants, Worlds
from .calls.remote import Remote, WorkerProcess
from .calls.sent_files import Files, own_files
from .carry_forward import Carrying
from .check_result import NOT_NEEDED, NOT_WRITTEN, CheckResult, Phase
from .intake import home_answers, source_reading
from .intake.submission import Submission
from .result import IsolationReached, ItemResult, Note, Result, blank
from .run_watched import Locating, Looked
from .which_numbers import Turns, failed

PUBLISH_EVERY = 0.5
"""Seconds. An item is published when it is done; what public numbers alone have shown of it can wait that long."""

JUDGING_MB = 512
"""What judging the replies of one check may take of the grader's memory; a right answer needs a few."""


@dataclass(frozen=True)
class Surroundings:
    """What a grade needs from outside: a way to start workers, and somebody to tell."""

    spawn: Callable[[int], WorkerProcess]
    """Starts a worker in one of two places; a new worker ends the one that was in its place."""
    publish: Callable[[Result], None] | None = None
    """Who is told after every item, if anybody wants to know before the end."""
    isolation: IsolationReached = field(default_factory=IsolationReached)
    clock: Callable[[], float] = time.monotonic
    keep_logs: bool = False
    """Whether findings keep every input and every reply, for staff who look at one check; they take much memory."""


class Grade:
    """Grades one submission; `run` returns the final result and has published it on the way."""

    def __init__(
        self,
        course: Course,
        checks: Checks,
        submission: Submission,
        around: Surroundings,
        worlds: Worlds | None = None,
        skip: frozenset[str] = frozenset(),
        slow_phase: Phase = "hidden",
        hidden_first: bool = False,
    ) -> None:
        self.course = course
        self.rubric = course.rubric
        self.checks = checks
        self.submission = submission
        self.around = around
        self.worlds = worlds or Worlds(course, checks)
        self.files = Files(own_files(self.rubric.files, submission.files), course.given, tuple(course.probes))
        self.started = around.clock()
        self.allowance = Allowance(self.rubric.limits.total_seconds)
        self.answering = Answering(self.worlds.modules)
        self.findings: dict[tuple[str, Phase], dict[str, Finding]] = {}
        self.waiting: dict[str, str] = {}
        self.named: dict[tuple[str, Phase], Answer] = {}
        self.broken: dict[str, list[CheckResult]] = {}
        self.carrying = Carrying(self.rubric, self.findings, self.broken)
        self.looked: dict[str, Looked] = {}
        """Item → the line where its values leave every right way, or why none is said."""
        self.locating: Locating | None = None
        self.used: dict[str, Ahead] = {}
        """Item → the worker that it was graded in last."""
        self.left_out: set[str] = set()
        """Checks that need earlier tasks which are wrong, or too slow; they cost nothing here."""
        self.trees: dict[str, ast.Module] = {}
        """The submitted files, as far as they can be read."""
        self.unwritten: set[str] = set()
        """Items on which nobody has begun: no earlier task could help them."""
        self.unimported: dict[str, StudentFailure] = {}
        """Module → why it cannot be imported by itself."""
        self.late = False
        self.published = self.started
        self.numbers: tuple[Phase, ...] = ("public",) if course.recording else ("public", "hidden")
        self.slow_phase: Phase = "public" if course.recording else slow_phase
        self.turns = Turns(self.findings, hidden_first=hidden_first and not course.recording)
        self.skip = skip
        """Items left out on purpose; they stay "not checked"."""
        self.worker_cpu_seconds = 0.0
        self.staff_names, unread = staff_names.names_of(course)
        plan = {item.id: self._planned(item) for item in self.rubric.items}
        begun = blank(self.rubric, plan, course.long_tasks)
        self.result = replace(
            begun,
            items=(*begun.items, *home_answers.row(submission.answers, submission.files, course)),
            isolation=around.isolation,
            digest=submission.digest,
            handout=course.has_handout,
        ).with_notes(*submission.notes, *unread, *home_answers.notes(submission.answers, course))

    def run(self) -> Result:
        self._publish()
        self._apply_rules()
        try:
            for phase in self.turns.order:
                self._phase(phase)
        finally:
            self.answering.close()
            self.worker_cpu_seconds += self.answering.cpu_seconds
        self.result = replace(
            self.result,
            status="out_of_time" if self.late else "graded",
            seconds=round(self.around.clock() - self.started, 2),
        )
        if self.late:
            limit = self.rubric.limits.total_seconds
            sentence = f"your code used up the {limit:g} s there are for one grade; what was checked until then counts"
            self.result = self.result.with_notes(Note("student", sentence))
        self._publish()
        return self.result

    def _publish(self) -> None:
        self.published = self.around.clock()
        if self.around.publish is not None:
            self.around.publish(self.result)

    def _phase(self, phase: Phase) -> None:
        """All items with the numbers of one phase, in one worker (plus one for each set of names that is carried)."""
        ports: dict[frozenset[str], Ahead] = {}
        try:
            for item in self.rubric.items:
                phases = self._phases(item)
                if item.id in self.skip or not self.turns.due(item.id, phase, phases, self.checks.of(item.id)):
                    continue
                if (item.id, phase) in self.findings:
                    names = self.carrying.names(item, phase) if self.carrying.carried(item, phase) else frozenset()
                    self.findings[item.id, phase] |= self._check(item, phase, self._port(ports, names))
                elif not self.carrying.at_once(item, phase):
                    self.findings[item.id, phase] = self._check(item, phase, self._port(ports, frozenset()))
                self._carry_forward(item, phase, ports)
                self._conclude(item, phase)
            for item in self.rubric.items:  # what a task leans on may have turned out wrong after it was graded
                if (item.id, phase) in self.findings and self._carry_forward(item, phase, ports):
                    self._conclude(item, phase)
        finally:
            for port in ports.values():
                self._close(port)

    def _carry_forward(self, item: Item, phase: Phase, ports: dict[frozenset[str], Ahead]) -> bool:
        """Grade it on top of the reference's earlier tasks, if it is wrong and some of them are."""
        if self._out_of_time() or not self.carrying.wanted(item, phase):
            return False
        names = self.carrying.names(item, phase)
        if item.id in self.unwritten and _not_written(self.findings.get((item.id, phase), {})):
            return False
        port = self._port(ports, names)
        self.findings.pop((item.id, phase), None)
        self.findings[item.id, phase] = self._check(item, phase, port)
        return True

    def _conclude(self, item: Item, phase: Phase) -> None:
        """Name what is wrong, and put the row into the result."""
        if not self.turns.unexplained(item.id, self._phases(item)):
            if phase == "public":
                self.turns.settle(item.id)
                self._diagnose(item, "public")
                self._locate(item)
            if (item.id, "hidden") in self.findings:
                self._diagnose(item, "hidden")
        done = self.turns.hidden_first or phase == self._phases(item)[-1]
        if done or self.around.publish is not None:
            self._settle(item)
        if done or self.around.clock() - self.published > PUBLISH_EVERY:
            self._publish()

    def _port(self, ports: dict[frozenset[str], Ahead], names: frozenset[str]) -> Ahead:
        """The worker in which these names are call-backs to the reference: at most one beside the plain one."""
        if names not in ports:
            for other in [kept for kept in ports if kept and names]:
                self._close(ports.pop(other))
            place = 1 if names else 0
            files = replace(self.files, stubs=self.course.stubs) if names else self.files
            remote = Remote(
                lambda: self.around.spawn(place),
                files,
                names=names,
                answering=self.answering if names else None,
                allowance=self.allowance,
            )
            ports[names] = Ahead(remote, self.worlds.verdicts)
        return ports[names]

    def _close(self, port: Ahead) -> None:
        port.remote.close()
        self.worker_cpu_seconds += port.remote.cpu_seconds

    def _key(self, phase: Phase) -> str:
        return self.rubric.public_key() if phase == "public" else self.course.hidden_key()

    def _check(self, item: Item, phase: Phase, port: Ahead) -> dict[str, Finding]:
        """Every check of one item that is left to be tried on these numbers."""
        limits = self.rubric.limits
        port.remote.call_seconds = limits.slow_call_seconds if item.slow else limits.call_seconds
        self.used[item.id] = port
        sides = self.worlds.against(self._key(phase), port)
        found: dict[str, Finding] = {}
        left: list[Check] = []
        for check in self.turns.left(item.id, phase, self.checks.of(item.id)):
            if (known := self.turns.known(item.id, phase, check)) is not None:
                found[check.name] = known
            else:
                left.append(check)
        own_work = [check for check in left if check.own_work]
        if own_work and (wrong := self.carrying.wrong_before(item)):
            left = [check for check in left if not check.own_work]
            places = ", ".join(each.id for each in wrong)
            self._leave_out(item, own_work, f"left out until {places} is right, at no cost")
        # What runs in the first check is looked at: there the whole of the task is asked for. On the last numbers,
        # because code that knows the public ones could behave well on those alone.
        watch = bool(item.not_allowed) and phase == self._phases(item)[-1] and (item.id, phase) not in self.findings
        if not item.slow and not self._out_of_time():
            port.prepare([sides.name(check.name) for check in left[watch:]])
        for check in left:
            if self._out_of_time():
                found[check.name] = _no_time_for(check)
                continue
            port.remote.watch, watch = watch, False
            finding = self._run(check, sides, port)
            if finding.category == Died.category:  # perhaps killed by somebody else; who dies twice did it
                finding = self._judged(check, sides)
            if finding.category == OutOfTime.category:
                self.late = True
                finding = _no_time_for(check)
            found[check.name] = finding if self.around.keep_logs else finding.without_logs()
            if self.turns.stops(phase, self._phases(item), finding):
                break
        port.remote.watch = False
        slow = [check for check in own_work if check.name in found and found[check.name].category == TimedOut.category]
        if slow and all(each.passed for name, each in found.items() if name not in {check.name for check in slow}):
            # the task is right wherever it does not have to wait for the earlier ones
            self._leave_out(item, slow, "left out, at no cost, because your earlier tasks take too long for it")
            found = {name: each for name, each in found.items() if name not in self.left_out}
        self._note_evidence(item, port.remote)
        return self._not_loaded(item, found, port.remote)

    def _leave_out(self, item: Item, checks: Sequence[Check], why: str) -> None:
        self.left_out |= {check.name for check in checks}
        self.waiting[item.id] = f"{why}: {checks[-1].title}"

    def _not_loaded(self, item: Item, found: dict[str, Finding], remote: Remote) -> dict[str, Finding]:
        """Where a file cannot be imported its stub stands in, so that later files can be. What that stub says has no
        line of the student's: nobody is told that something is not written when it only could not be read."""
        if not remote.calls_back:
            self.unimported |= remote.failures
        why = self.unimported.get(item.file.removesuffix(".py")) or NotLoaded(f"{item.file} could not be imported")
        for name, finding in found.items():
            if finding.category == NOT_WRITTEN and finding.line is None:
                found[name] = replace(finding, category=why.category, public=why.public(), safe=why.safe())
        return found

    def _run(self, check: Check, sides: TrustedParticipants, port: Ahead) -> Finding:
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
            finding = self.checks.run(check, sides)
        if finding.after_reply and not self.worlds.copes(check, sides.key):
            finding.is_ours()
        return finding

    def _out_of_time(self) -> bool:
        self.late = self.late or self.around.clock() - self.started > self.rubric.limits.total_seconds
        return self.late

    # --- naming the mistake -----------------------------------------------------------------------------------

    def _diagnose(self, item: Item, phase: Phase) -> None:
        """A name must fit all that the item shows: one found on public numbers falls if hidden ones contradict it, and
        where public numbers fail without a name, hidden ones do not give one."""
        self.named.pop((item.id, phase), None)
        found = self.findings[item.id, phase]
        if self.rubric.feedback.hints == "off" or not failed(found):
            return
        if _not_written(found):
            return
        wanted = [check for check in self.checks.of(item.id) if check.name in found]
        known = self.worlds.known(item.id, wanted, self._key(phase))
        mine = {name: trace(finding) for name, finding in found.items()}
        by_pattern = frozenset(check.name for check in wanted if check.by_pattern)
        if phase == "hidden" and failed(self.findings.get((item.id, "public"), {})):
            before = self.named.get((item.id, "public"))
            known = {name: traces for name, traces in known.items() if before is not None and name == before.name}
            if before is not None and contradicts(mine, known[before.name], by_pattern):
                del self.named[item.id, "public"]
        name = name_mistake(mine, known, by_pattern)
        answer = next((each for each in self.course.misconceptions if each.name == name), None)
        if answer is not None:
            self.named[item.id, phase] = answer

    def _locate(self, item: Item) -> None:
        """Look for the line where the values of a wrong item leave the right way."""
        self.looked.pop(item.id, None)
        found = self.findings[item.id, "public"]
        failed = {name: finding.category for name, finding in found.items() if finding.passed is False}
        if not failed or not may_show(self.rubric.feedback.hints):
            return
        if item.id in self.broken:
            self.looked[item.id] = Looked(silent="a rule is broken")
            return
        self.locating = self.locating or Locating(self.course, self.checks, self.submission.files, self.trees)
        remote = self.used[item.id].remote
        sides = self.worlds.against(self._key("public"), remote)
        self.looked[item.id] = self.locating.look(failed, remote, sides, self._out_of_time)

    # --- what is not allowed ----------------------------------------------------------------------------------

    def _apply_rules(self) -> None:
        read = source_reading.read(self.submission.files, self.rubric, self.carrying.leaning)
        self.trees, self.unwritten = read.trees, read.unwritten
        self.broken |= read.broken
        self.result = self.result.with_notes(*read.notes)
        self._tell_staff(read.staff)

    def _tell_staff(self, sentences: Iterable[str]) -> None:
        self.result = staff_notes.added(self.result, sentences)

    def _note_evidence(self, item: Item, port: Remote) -> None:
        """What ran although reading the source did not show it: for staff, who decide what it means."""
        seen, port.seen = port.seen, set()
        if calls_seen.DIFFERS in seen:
            self._tell_staff([
                f"worth a look: task {item.id} raised an error when torch's hooks looked on and passed without them; "
                "what ran then was not seen"
            ])  # fmt: skip
        if item.id in self.broken:
            return
        looked = {rule.says: sorted(forbidden.among(seen, rule.calls))[:4] for rule in self.rubric.rules_of(item.id)}
        if ran := {says: paths for says, paths in looked.items() if paths}:
            self._tell_staff(
                f"evasion? {', '.join(paths)} ran in task {item.id} (not allowed: {says}), although the source does "
                "not show it; this is evidence from the student's own process, not proof"
                for says, paths in ran.items()
            )

    # --- the row ----------------------------------------------------------------------------------------------

    def _planned(self, item: Item) -> tuple[CheckResult, ...]:
        return tuple(_blank_check(check, phase) for check in self.checks.of(item.id) for phase in self._phases(item))

    def _settle(self, item: Item) -> None:
        """Put what is known about an item into the result, and publish it."""
        row = self.result.item(item.id)
        kept = [check for check in self.checks.of(item.id) if check.name not in self.left_out]
        checks = [self._as_result(item, check, phase) for check in kept for phase in self._phases(item)]
        names = {answer.hint for (ident, _), answer in self.named.items() if ident == item.id and answer.hint}
        judged: ItemResult = row.judged(
            [*checks, *self.broken.get(item.id, [])],
            partial_credit=self.rubric.scoring.partial_credit,
            phases=self._phases(item),
            carried="; ".join(note[item.id] for note in (self.carrying.said, self.waiting) if item.id in note) or None,
            hints=sorted(names),
        )
        judged = staff_names.with_behaviour(judged, self._behaviour(item), self.staff_names)
        looked = self.looked.get(item.id, Looked())
        where = self.locating.shown(looked.place) if looked.place and self.locating else None
        judged = replace(judged, where=where, silent=looked.silent, followed=looked.followed)
        settled = self.result.with_item(judged)
        self.result = settled.with_habits_charged(self.rubric.scoring.habit_points)

    def _behaviour(self, item: Item) -> Behaviour | None:
        """How a wrong answer behaves that no known mistake explains."""
        if item.id in self.broken or any(ident == item.id for ident, _ in self.named):
            return None
        found = self.findings.get((item.id, "public"), {})
        random = {check.name for check in self.checks.of(item.id) if check.by_pattern}
        wrong = [(name, trace(f), name in random) for name, f in found.items() if f.passed is False]
        return behaviour.of(each for each in wrong if each[1].kind != NOT_WRITTEN)

    def _as_result(self, item: Item, check: Check, phase: Phase) -> CheckResult:
        planned = _blank_check(check, phase)
        found: Mapping[str, Finding] = self.findings.get((item.id, phase), {})
        finding = found.get(check.name)
        if finding is None:
            return replace(planned, category=NOT_NEEDED) if self.turns.not_needed(item.id, phase) else planned
        answer = self.named.get((item.id, phase)) if finding.passed is False else None
        return replace(
            planned,
            passed=finding.passed,
            category=finding.category,
            message=finding.public,
            safe_message=finding.safe,
            staff=finding.staff,
            line=finding.line,
            diagnosis=answer.name if answer else None,
            says=answer.says if answer else None,
            hint=answer.hint if answer else None,
            section=answer.section if answer else item.id,
        )

    def _phases(self, item: Item) -> tuple[Phase, ...]:
        """Slow checks run once, on hidden numbers: the public ones can be run at home."""
        return (self.slow_phase,) if item.slow else self.numbers


def _not_written(found: Mapping[str, Finding]) -> bool:
    wrong = [finding for finding in found.values() if finding.passed is False]
    return bool(wrong) and all(finding.category == NOT_WRITTEN for finding in wrong)


def _no_time_for(check: Check) -> Finding:
    """Not checked: what was not asked is neither right nor wrong."""
    sentence = str(OutOfTime())
    return Finding(check.name, None, OutOfTime.category, public=sentence, safe=sentence)


def _blank_check(check: Check, phase: Phase) -> CheckResult:
    return CheckResult(
        check.name, check.title, phase,
        weight=check.weight, visibility=check.visibility, sentence=check.sentence, habit=check.habit,
    )  # fmt: skip
