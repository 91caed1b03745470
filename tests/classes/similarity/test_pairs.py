"""Who shares unusual code with whom: what is found, what counts little, who is left out."""

from softmark.classes.entries import Person
from softmark.classes.similarity import matches, pairs
from softmark.classes.similarity.compared_works import Background, ComparedWork

STUB = '''"""An exercise."""
import math


def spread(numbers, weights):
    """Say how far the numbers lie from their weighted mean."""
    raise NotImplementedError("Task 1: spread is not written yet")
'''


def solution(body: str) -> str:
    start = STUB.index("    raise")
    return STUB[:start] + "\n".join("    " + line for line in body.strip("\n").split("\n")) + "\n"


USUAL = solution(
    """
total = sum(weights)
mean = sum(w * x for w, x in zip(weights, numbers)) / total
return math.sqrt(sum(w * (x - mean) ** 2 for w, x in zip(weights, numbers)) / total)
"""
)
ODD = solution(
    """
pairs = sorted(zip(numbers, weights), key=lambda pair: (-pair[1], pair[0]))
running, seen = 0.0, []
while pairs:
    number, weight = pairs.pop()
    running += weight * number / math.fsum(weights)
    seen.append((number, weight / math.fsum(weights)))
return math.hypot(*[math.sqrt(share) * (number - running) for number, share in seen])
"""
)
ODD_RENAMED = solution(
    """
# all my own work
todo = sorted(zip(numbers, weights), key=lambda p: (-p[1], p[0]))
m, done = 0.0, []

while todo:
    a, b = todo.pop()
    m += b * a / math.fsum(weights)
    done.append((a, b / math.fsum(weights)))
return math.hypot(
    *[math.sqrt(s) * (a - m) for a, s in done]
)
"""
)
OTHER = [
    solution(f"value = {n}\nanswer = [x * {n} - w for x, w in zip(numbers, weights)]\nreturn max(answer[{n}:]) + {n}")
    for n in range(12)
]
BACKGROUND = Background({"spread.py": STUB})


def work(name: str, text: str, *, email: str = "", sid: str = "", origin: str = "") -> ComparedWork:
    return ComparedWork(name, (Person(name, email, sid),), {"spread.py": text}, origin)


def the_class(*more: ComparedWork) -> list[ComparedWork]:
    usual = [work(f"usual {n}", USUAL) for n in range(8)]
    return [*usual, *(work(f"other {n}", text) for n, text in enumerate(OTHER)), *more]


def found(works: list[ComparedWork], background: Background = BACKGROUND, top: int = 5) -> list[tuple[str, str]]:
    return [(works[pair.left].id, works[pair.right].id) for pair in pairs.compare(works, background, top=top).pairs]


def test_a_renamed_copy_of_an_unusual_answer_comes_first():
    works = the_class(work("Ann", ODD), work("Ben", ODD_RENAMED))
    comparison = pairs.compare(works, BACKGROUND)
    first = comparison.pairs[0]
    assert {works[first.left].id, works[first.right].id} == {"Ann", "Ben"}
    assert first.score > 0.9
    assert len(comparison.pairs) == 1, "nobody else shares anything unusual"


def test_what_many_wrote_is_nobodys():
    works = [*(work(f"usual {n}", USUAL) for n in range(30)), work("Ann", ODD)]
    assert found(works) == []


def test_untouched_stubs_and_empty_or_broken_files_have_nothing_in_common():
    same = [work("a", STUB), work("b", STUB), work("c", ""), work("d", "def spread(:"), work("e", "def spread(:")]
    assert found(the_class(*same), top=400) == [
        pair for pair in found(the_class(*same), top=400) if not {"a", "b", "c"} & set(pair)
    ]
    assert found([]) == []


def test_what_a_known_answer_has_counts_less():
    works = the_class(work("Ann", ODD), work("Ben", ODD_RENAMED))
    known = Background({"spread.py": STUB}, (ODD,))
    usual, weighed = (pairs.compare(works, background).pairs[0] for background in (BACKGROUND, known))
    assert weighed.worth < usual.worth / 2


def test_somebody_who_left_a_group_and_ones_own_work_of_last_year_are_left_out():
    ann = Person("Ann", "ann@example.edu", "1")
    works = the_class(
        ComparedWork("group", (ann, Person("Ben", "ben@example.edu", "2")), {"spread.py": ODD}),
        ComparedWork("alone", (Person("Ann B.", "ANN@example.edu", ""),), {"spread.py": ODD}),
        ComparedWork("last year", (Person("Ben", "", "2"),), {"spread.py": ODD}, origin="2025"),
    )
    comparison = pairs.compare(works, BACKGROUND)
    named = [{works[pair.left].id, works[pair.right].id} for pair in comparison.pairs]
    assert {"group", "alone"} not in named and {"group", "last year"} not in named
    assert {"alone", "last year"} in named
    assert comparison.excluded == 2


def test_people_with_the_same_name_and_different_addresses_are_two_people():
    works = the_class(work("Wei Chen", ODD, email="a@example.edu"), work("Wei Chen", ODD, email="b@example.edu"))
    assert found(works)[0] == ("Wei Chen", "Wei Chen")


def test_earlier_years_are_compared_with_this_one_and_not_with_each_other():
    works = the_class(
        work("Ann", ODD), work("old 1", ODD_RENAMED, origin="2025"), work("old 2", ODD_RENAMED, origin="2024")
    )
    named = found(works)
    assert set(named[:2]) == {("Ann", "old 1"), ("Ann", "old 2")}
    assert ("old 1", "old 2") not in named


def test_functions_in_another_order_or_another_file_are_found():
    helper = "\n\ndef spread_of_two(a, b):\n    return math.copysign(math.fabs(a - b) / 2.0 ** 0.5, min(a, b) or 1.0)\n"
    moved = (
        STUB[: STUB.index("def spread")]
        + helper.strip("\n")
        + "\n\n\n"
        + ODD_RENAMED[ODD_RENAMED.index("def spread") :]
    )
    works = the_class(work("Ann", ODD + helper))
    works.append(ComparedWork("Ben", (Person("Ben"),), {"other_name.py": moved}))
    comparison = pairs.compare(works, BACKGROUND)
    assert {works[comparison.pairs[0].left].id, works[comparison.pairs[0].right].id} == {"Ann", "Ben"}
    shared = matches.between(comparison, comparison.pairs[0])
    assert {match.right.file for match in shared.unusual} == {"other_name.py"}


def test_the_shared_stretch_is_told_with_its_lines_on_both_sides():
    works = the_class(work("Ann", ODD), work("Ben", ODD_RENAMED))
    comparison = pairs.compare(works, BACKGROUND)
    shared = matches.between(comparison, comparison.pairs[0])
    (match,) = shared.unusual
    left, right = ODD.split("\n"), ODD_RENAMED.split("\n")
    assert left[match.left.first_line].strip().startswith("pairs = sorted")
    assert right[match.right.first_line].strip().startswith("todo = sorted")
    assert left[match.left.last_line].strip().startswith("return math.hypot")
    assert right[match.right.last_line].strip() == ")"
    assert match.works == 2


def test_rare_comments_that_both_have_are_told_and_common_ones_not():
    def with_remark(text: str, remark: str) -> str:
        return text.replace("return", f"# {remark}\n    return", 1)

    ann = with_remark(with_remark(ODD, "Grandmother's  trick with hypot"), "put it together and go")
    ben = with_remark(with_remark(ODD_RENAMED, "Grandmother's trick with hypot"), "put it together and go")
    works = [work(f"usual {n}", with_remark(USUAL, "put it together and go")) for n in range(20)]
    works += [work("Ann", ann), work("Ben", ben)]
    comparison = pairs.compare(works, BACKGROUND)
    assert matches.between(comparison, comparison.pairs[0]).remarks == {"Grandmother's trick with hypot"}


def test_the_order_of_submissions_does_not_matter_and_two_runs_agree():
    works = the_class(work("Ann", ODD), work("Ben", ODD_RENAMED))
    once, again = (pairs.compare(works, BACKGROUND, top=10).pairs for _ in range(2))
    assert once == again
    turned = pairs.compare(works[::-1], BACKGROUND, top=10).pairs
    assert [round(pair.score, 9) for pair in turned] == [round(pair.score, 9) for pair in once]
