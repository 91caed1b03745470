"""Everything the handout says about the assignment is true: tasks, signatures, points, commands, names."""

import builtins
import inspect
import operator
import re
import shlex

import torch

from softmark.content.course import Course
from tests.mini_course import ROOT

COURSE = Course.at(ROOT)
TASKS = [item.id for item in COURSE.rubric.items]


def without_fences(text):
    return re.sub(r"```.*?```", "", text, flags=re.DOTALL)


def code_spans(text):
    return re.findall(r"`([^`\n]+)`", without_fences(text))


def commands(text):
    """Every `python …` line, in a block or in a sentence, without the explanation behind it."""
    fenced = re.findall(r"```\n(.*?)```", text, flags=re.DOTALL)
    lines = [re.split(r"\s{2,}", line)[0] for block in fenced for line in block.splitlines()]
    return [line for line in [*lines, *code_spans(text)] if line.startswith("python ")]


class TestTasks:
    def test_every_task_has_one_section_in_the_rubrics_order(self, raw):
        assert re.findall(r"^## \{\{heading (.+?)\}\}", raw, flags=re.MULTILINE) == TASKS

    def test_every_section_that_reports_point_to_exists(self, raw):
        for answer in COURSE.known_mistakes:
            assert f"## {{{{heading {answer.section}}}}}" in raw, f"{answer.name} points to section {answer.section}"

    def test_task_numbers_in_sentences_exist(self, text):
        known = {*TASKS, *("3.10",)}  # "Python 3.10"
        prose = re.sub(r"\$\$.*?\$\$|\$[^$]*\$", "", without_fences(text), flags=re.DOTALL)
        for number in re.findall(r"(?:section|task|TODO|in|of|from|with|for|and|that|as in) ([1-4]\.\d+)\b", prose):
            assert number in known or len(number) > 3, f"there is no task {number}"

    def test_no_points_are_typed_by_hand(self, raw):
        assert not re.search(r"\d+ points", raw)

    def test_the_points_table_is_the_rubrics(self, text):
        for item in COURSE.rubric.items:
            bonus = " (bonus)" if item.bonus else ""
            assert f"[{item.id}](#task-{item.id}) | {item.title} | `{item.file}` | {item.points:g}{bonus} |" in text
        assert "| **100 + 8** |" in text

    def test_mistakes_give_no_code_away(self, raw):
        for box in re.findall(r"::: mistakes\n(.*?):::", raw, flags=re.DOTALL):
            for span in code_spans(box):
                assert "(" not in span and "@" not in span, f"a mistakes box shows code: {span}"


class TestNames:
    def test_every_name_in_code_type_exists(self, text, card):
        """In the assignment's files, in Python, or as a file of the assignment."""
        folder = ROOT / "assignment"
        files = {path.relative_to(folder).as_posix() for path in folder.rglob("*")}
        known = {"assignment.zip", "submission.zip", "my_pictures/", "public_tests/", "lab/", "TODO", "="}
        sources = "\n".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
        words = set(re.findall(r"[A-Za-z_]\w*", sources)) | set(dir(builtins)) | {"exp", "transpose"}
        for span in code_spans(text + card):
            if span in known or span in files or span.startswith("python ") or span.startswith("torch."):
                continue
            for name in re.findall(r"[A-Za-z_]\w*", span.removeprefix("TODO")):
                assert name in words, f"`{span}`: nothing in the assignment is called {name}"

    def test_every_torch_name_exists(self, text):
        for name in re.findall(r"`((?:torch|nn)(?:\.\w+)+)", text):
            found = torch
            for part in name.removeprefix("torch.").split("."):
                found = getattr(found, part)

    def test_every_signature_is_the_stubs(self, text, card, reference):
        contract = {name for item in COURSE.rubric.items for name in item.names}
        for span in code_spans(text + card):
            call = re.fullmatch(r"([\w.]+)\((.*)\)", span)
            if call and call[1] in contract:
                declared = f"{call[1]}({', '.join(_arguments(call[1], reference))})"
                shortened = span.endswith(", ...)") and declared.startswith(span.removesuffix("...)"))
                assert span == declared or shortened, f"{span} is declared as {declared}"

    def test_the_card_has_every_contract_name(self, card):
        for item in COURSE.rubric.items:
            for name in item.names:
                assert f"`{name}(" in card, f"the shape card lacks {name}"


def _arguments(name, reference):
    """As the reference declares them, without types."""
    file = next(item.file for item in COURSE.rubric.items if name in item.names)
    found = operator.attrgetter(name)(getattr(reference, file.removesuffix(".py")))
    known = [each for each in inspect.signature(found).parameters.values() if each.name != "self"]
    return [each.name if each.default is each.empty else f"{each.name}={each.default!r}" for each in known]


class TestCommands:
    def test_every_script_and_option_exists(self, text):
        found = commands(text)
        assert len(found) >= 8
        for command in found:
            _, script, *arguments = shlex.split(command)
            if script == "-m":
                assert arguments == ["pip", "install", "-r", "requirements.txt"]
                assert (ROOT / "assignment" / "requirements.txt").is_file()
                continue
            own = ROOT / "assignment" / script
            assert own.is_file(), f"{command}: there is no {script}"
            helpers = (ROOT / "autograder" / "softmark" / "home").glob("*.py") if script == "check.py" else []
            helpers = [*helpers, *(own.parent.glob("yours.py"))]
            source = "\n".join(path.read_text(encoding="utf-8") for path in (own, *helpers))
            for argument in arguments:
                if argument.startswith("--"):
                    assert f'"{argument}"' in source, f"{command}: {script} has no {argument}"
                elif script == "lab/write.py":
                    assert " " in argument, f"{command}: its argument is the beginning of a text"
                elif script == "check.py":
                    assert argument in TASKS, f"{command}: there is no task {argument}"
                else:
                    assert f'"{argument}"' in source, f"{command}: {script} does not know {argument}"


def test_the_readme_of_the_students_folder_names_every_file_in_it():
    folder = ROOT / "assignment"
    readme = (folder / "README.md").read_text(encoding="utf-8")
    files = [*folder.glob("*.*"), *folder.glob("lab/*.*")]
    given = {path.relative_to(folder).as_posix() for path in files if path.is_file()} - {"README.md"}
    given |= {"public_tests/", "lab/writer/", "lab/notebook.ipynb", "handout.html", "AGENTS.md"}
    assert {name for name in given if f"`{name}`" not in readme} == set()


def test_what_the_lectures_claim_is_said_in_their_words_and_found_from_the_contents(text):
    said = " ".join(text.split())
    for claim in (
        "a multi-layer neural network that relies on parallel multi-head attention",
        "a fancier feedforward network",
        "$w_1 w_2 w_3 w_4 \\to w_5$",
        "language has a **temporal dimension**",
        "Every word in the sequence plays a role in determining what word follows this sequence.",
        "every word is influenced by the past words and itself, but never by the future words.",
        "P(w_i \\mid w_{i-n+1}, \\ldots, w_{i-1})",
        "the state is a **contextual embedding** of word $i$",
        "**Engineered features**",
        "**Learned features**",
        "**“linear” attention**",
    ):
        assert claim in said, claim
    assert said.count("::: {.predict ") == 11
    assert "\n## Where the lectures are in this text {#lectures}\n" in text
    places = text.split("{#lectures}")[1].split("\n# ")[0]
    for place in (
        "transformer",
        "features",
        "temporal",
        "language-model",
        "choices",
        "linear-attention",
        "examples-1-2",
    ):
        assert f"](#{place})" in places and f"#{place}" in text.replace(places, ""), place
    assert "](#row-2)" in places and "](#count)" in places
