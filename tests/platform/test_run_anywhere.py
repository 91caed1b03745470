"""The container, workflows, templates, the citation: they cannot be run here, but what they call is there."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from softmark import __version__
from softmark.commands import cli
from softmark.files.engine import SHIPPED
from tests.mini_course import ROOT

DOCKERFILE = ROOT / "autograder" / "docker" / "Dockerfile"
COURSE_WORKFLOW = SHIPPED / "courses" / "common" / "check.yml"
FILES = [
    DOCKERFILE,
    *sorted(path for path in (ROOT / ".github").rglob("*") if path.is_file()),
    COURSE_WORKFLOW,
    ROOT / ".devcontainer" / "devcontainer.json",
    ROOT / "CITATION.cff",
]
NAMES = [path.relative_to(ROOT).as_posix() for path in FILES]


@pytest.fixture(params=FILES, ids=NAMES)
def file(request: pytest.FixtureRequest) -> Path:
    path: Path = request.param
    return path


def test_no_file_names_a_repository(file: Path) -> None:
    assert not re.search(r"(github|gitlab)\.com/", file.read_text(encoding="utf-8"))


def test_every_command_in_them_exists(file: Path) -> None:
    """`softmark x` and `make x`, wherever they stand."""
    text = file.read_text(encoding="utf-8")
    commands = set(cli.parser()._subparsers._group_actions[0].choices)  # type: ignore[union-attr]
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M))
    assert set(re.findall(r"(?:run: |`)softmark ([a-z]+)", text)) <= commands
    assert set(re.findall(r'(?:run: |`|"|&& |#   )make ([a-z]+)', text)) <= targets


def test_images_and_actions_are_pinned(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert all(re.search(r":\d+\.\d+", image) for image in re.findall(r"^FROM (\S+)", text, re.M))
    assert all(re.search(r"@v\d+$", action) for action in re.findall(r"uses: (\S+)", text))


def test_one_container_is_set_up_by_the_scripts_that_the_platform_runs() -> None:
    text = DOCKERFILE.read_text(encoding="utf-8")
    assert "RUN bash /autograder/source/setup.sh" in text and "/autograder/source/run_autograder" in text


def test_the_citation_names_this_version() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert cited["version"] == __version__ and cited["cff-version"] == "1.2.0" and cited["authors"]


def test_the_changelog_knows_this_version() -> None:
    assert f"\n### {__version__} (" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_devcontainer_is_json_that_sets_up_by_make() -> None:
    found = json.loads((ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8"))
    assert found["postCreateCommand"] == "make setup"


SCHEMAS = {
    "vendor.github-workflows": [*(ROOT / ".github" / "workflows").glob("*.yml"), COURSE_WORKFLOW],
    "vendor.github-issue-forms": sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("[sw]*.yml")),
    "vendor.github-issue-config": [ROOT / ".github" / "ISSUE_TEMPLATE" / "config.yml"],
    "vendor.citation-file-format": [ROOT / "CITATION.cff"],
}


@pytest.fixture(scope="module")
def linters() -> Path:
    """check-jsonschema carries the schemas. It has an environment of its own, kept like those of .ci/pythons."""
    folder = ROOT / ".venv" / "linters"
    if not (folder / "bin" / "check-jsonschema").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
        wanted = Path(__file__).with_name("linters.txt")
        subprocess.run([folder / "bin" / "python", "-m", "pip", "install", "--quiet", "-r", wanted], check=True)
    return folder / "bin"


@pytest.mark.full
@pytest.mark.parametrize("schema", SCHEMAS)
def test_each_keeps_its_schema(linters: Path, schema: str) -> None:
    command = [linters / "check-jsonschema", "--builtin-schema", schema, *SCHEMAS[schema]]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.full
def test_the_dockerfile_is_clean(linters: Path) -> None:
    done = subprocess.run([linters / "hadolint", DOCKERFILE], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
