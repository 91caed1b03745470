"""Makes questions from changes. *Purpose*: what would no longer hold if one expression were changed? *Line*: which of
several changes breaks this?

Every option has been run: of the changed program exactly one of them is true. A second run, apart from the first, must
say the same, or nothing is asked.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from .changes import Change
from .question import LETTERS, Question
from .trials import Sentence, Trials, Tried

MOST_CHANGES = 18
"""That are run for one program, and how many of them in one task; a sheet needs three that say something."""
MOST_IN_A_TASK = 3
OPTIONS, LEAST_OPTIONS = 4, 3


def tried(
    trials: Trials, dice: random.Random, practised: Collection[str] = (), most: int = MOST_CHANGES
) -> list[Tried]:
    """Changes of the program with what became of the sentences of their tasks; lines that were `practised` last."""
    waiting = [_of_task(trials, task, dice, practised) for task in dice.sample(sorted(trials.runs), len(trials.runs))]
    found: list[Tried] = []
    for turn in range(MOST_IN_A_TASK):
        for candidates in waiting:
            if turn < len(candidates) and len(found) < most:
                change = candidates[turn]
                found.append(trials.judged(change, trials.sentences(change.task)))
    return found


def _of_task(trials: Trials, task: str, dice: random.Random, practised: Collection[str]) -> list[Change]:
    """Changes of a task's functions in a drawn order, one of each line before the second of any."""
    drawn = list(trials.changes(task))
    dice.shuffle(drawn)
    before: Counter[tuple[str, int]] = Counter()
    ranked = []
    for change in drawn:
        ranked.append(((change.key in practised, before[change.place]), change))
        before[change.place] += 1
    return [change for _, change in sorted(ranked, key=lambda pair: pair[0])]


# --- purpose ------------------------------------------------------------------------------------------------


def purposes(
    trials: Trials,
    known: Sequence[Tried],
    dice: random.Random,
    practised: Collection[str] = (),
    seen: Collection[str] = (),
) -> Iterator[Question]:
    """The most telling first: what breaks one sentence and leaves the others of its task standing. None is about a line
    that was practised, and no sentence that was `seen` is an option. What many changes break is right more often than
    others: it would be worth a guess where it stood at home as a wrong option, and could be left out where it was right
    there."""
    rarity = Counter(sentence for candidate in known for sentence in candidate.broken)
    ready = [candidate for candidate in known if candidate.change.key not in practised and trials.telling(candidate)]
    for candidate in sorted(ready, key=lambda one: (-min(len(one.kept), OPTIONS - 1), len(one.broken))):
        right = min(trials.telling(candidate), key=lambda sentence: rarity[sentence])
        if str(right) not in seen and (question := _purpose(trials, candidate, right, dice, seen)):
            yield question


def _purpose(
    trials: Trials, one: Tried, right: Sentence, dice: random.Random, seen: Collection[str]
) -> Question | None:
    change = one.change
    kept = [sentence for sentence in one.kept if str(sentence) not in seen]
    wrong = dice.sample(kept, min(len(kept), OPTIONS - 1))
    if len(wrong) < OPTIONS - 1:
        wrong += _standing_elsewhere(trials, change, OPTIONS - 1 - len(wrong), dice, seen)
    if len(wrong) < LEAST_OPTIONS - 1 or not _agrees(trials, change, right, wrong):
        return None
    options = dice.sample([right, *wrong], len(wrong) + 1)
    return Question(
        "purpose",
        change.task,
        f"Suppose {change.said}. Which of these would no longer hold?",
        LETTERS[options.index(right)],
        f"The changed program was run: {one.said[right]}. The others were run too, and still hold.",
        tuple(map(str, options)),
        _around(trials, change),
        change.key,
    )


def _standing_elsewhere(
    trials: Trials, change: Change, count: int, dice: random.Random, seen: Collection[str]
) -> list[Sentence]:
    """Sentences of other tasks that the change does not touch, those of the same file first."""
    files = {task.id: task.file for task in trials.program.tasks}
    fitting = [each for each in trials.checks_of if each not in trials.habits and str(each) not in seen]
    others = [each for each in fitting if each.task != change.task]
    dice.shuffle(others)
    others.sort(key=lambda each: files[each.task] != change.file)
    judged = trials.judged(change, others[: 2 * count])
    return judged.kept[:count]


def _agrees(trials: Trials, change: Change, right: Sentence, wrong: Sequence[Sentence]) -> bool:
    rerun = trials.judged(change, [right, *wrong], rerun=True)
    return rerun.verdicts[right] is False and all(rerun.verdicts[each] for each in wrong)


def _around(trials: Trials, change: Change) -> tuple[tuple[str, int, int], ...]:
    """The code of the function that is changed."""
    function = next(each for each in trials.program.of(change.task) if each.name == change.function)
    last = function.node.end_lineno or function.node.lineno
    return ((change.file, function.first_line, last),)


# --- line ---------------------------------------------------------------------------------------------------


def lines(
    trials: Trials, known: Sequence[Tried], dice: random.Random, practised: Collection[str] = ()
) -> Iterator[Question]:
    """Sentences that one change breaks and changes in other lines do not. None of these lines was practised: of those
    that were, everybody would know that they are not asked for again."""
    ready = [each for each in known if each.broken and each.change.key not in practised]
    for one in dice.sample(ready, len(ready)):
        for right in trials.telling(one):
            if question := _line(trials, one, right, ready, dice):
                yield question
                break


def _line(trials: Trials, one: Tried, right: Sentence, known: Sequence[Tried], dice: random.Random) -> Question | None:
    """The other options are changes that break something else; those of the same task first."""
    beside = {other.change.place: other for other in known if _may_stand_beside(trials, other, one, right)}
    near = sorted(
        beside.values(), key=lambda other: (other.change.task != right.task, other.change.file != one.change.file)
    )
    wrong: list[Change] = []
    for other in near[: OPTIONS + 1]:
        if len(wrong) < OPTIONS - 1 and _leaves(trials, other, right):
            wrong.append(other.change)
    if len(wrong) < LEAST_OPTIONS - 1 or trials.judged(one.change, [right], rerun=True).verdicts[right] is not False:
        return None
    options = dice.sample([one.change, *wrong], len(wrong) + 1)
    return Question(
        "line",
        right.task,
        f"Exactly one of these changes would break this: “{right.text}” (task {right.task}). Which line is it in?",
        LETTERS[options.index(one.change)],
        f"All {len(options)} changed programs were run. In this one: {one.said[right]}.",
        tuple(f"{option.file} line {option.line}: {_shown(trials, option)}, if {option.briefly}" for option in options),
        (),
        one.change.key,
    )


def _may_stand_beside(trials: Trials, other: Tried, one: Tried, right: Sentence) -> bool:
    """Another line; of the same task only where the sentence was seen to hold."""
    if other.change.place == one.change.place:
        return False
    return other.change.task != right.task or other.verdicts.get(right) is True


def _leaves(trials: Trials, other: Tried, right: Sentence) -> bool:
    """Whether the sentence survives that change, in the first run and in the second."""
    first = other.change.task == right.task or trials.judged(other.change, [right]).verdicts[right] is True
    return first and trials.judged(other.change, [right], rerun=True).verdicts[right] is True


def _shown(trials: Trials, change: Change) -> str:
    bare = trials.program.line(*change.place).partition("  #")[0].rstrip()
    return f"`{bare if len(bare) <= 90 else bare[:88] + '…'}`"
