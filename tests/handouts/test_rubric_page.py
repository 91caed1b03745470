"""Every key of the rubric is on one page and in the schema that editors use, from the model itself."""

import json

import pytest
import yaml

from softmark.build.handouts import rubric_page
from softmark.build.new_course import Wish, texts
from softmark.content import rubric_schema
from tests.mini_course import COURSE, ROOT

PAGE = ROOT / "handouts" / "guides" / "rubric.md"


def test_the_page_says_what_the_model_says():
    assert PAGE.read_text(encoding="utf-8") == rubric_page.text(), (
        "run: python -m softmark.build.handouts.rubric_page > handouts/guides/rubric.md"
    )


def test_every_key_is_explained():
    found = rubric_schema.schema()
    for name, piece in (("", found), *found["$defs"].items()):
        for key, field in piece["properties"].items():
            assert field.get("description"), f"{name}.{key} has no text below it in content/rubric.py"


def test_an_editor_finds_the_schema_of_a_new_course(tmp_path):
    files = texts(Wish(tmp_path / "demo"))
    assert files["autograder/rubric.yaml"].startswith("# yaml-language-server: $schema=rubric.schema.json\n")
    assert json.loads(files["autograder/rubric.schema.json"])["properties"]["framework"]["enum"]


@pytest.mark.parametrize("rubric", [ROOT / "autograder" / "rubric.yaml", COURSE / "autograder" / "rubric.yaml"])
def test_real_rubrics_use_no_key_that_the_schema_does_not_know(rubric):
    def known(data, piece, found):
        piece = found["$defs"][piece["$ref"].rpartition("/")[2]] if "$ref" in piece else piece
        if isinstance(data, dict) and "properties" in piece:
            assert set(data) <= set(piece["properties"])
            for key, part in data.items():
                known(part, piece["properties"][key], found)
        elif isinstance(data, dict) and isinstance(piece.get("additionalProperties"), dict):
            for part in data.values():
                known(part, piece["additionalProperties"], found)
        elif isinstance(data, list):
            for part in data:
                known(part, piece.get("items", {}), found)

    found = rubric_schema.schema()
    known(yaml.safe_load(rubric.read_text(encoding="utf-8")), found, found)
