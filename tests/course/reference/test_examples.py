"""The worked examples in the docstrings, and the regions the stubs are cut from."""

import ast
import doctest
import importlib
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

WRITTEN_BY_STUDENTS = {
    "attention": {
        "1.1": ["simple_attention"],
        "1.2": ["attention_scores"],
        "1.3": ["causal_mask", "apply_mask"],
        "1.4": ["softmax"],
        "1.5": ["weighted_values"],
        "1.6": ["attend", "AttentionHead.forward"],
        "1.7": ["find_ones_weights"],
    },
    "multihead": {
        "2.1": ["split_heads", "merge_heads"],
        "2.2": ["MultiHeadAttention.forward"],
        "2.3": ["MultiHeadAttention.head_contributions"],
    },
    "block": {
        "3.1": ["LayerNorm.forward"],
        "3.2": ["FeedForward.forward"],
        "3.3": ["TransformerBlock.forward"],
    },
    "lm": {
        "4.1": ["TransformerLM.embed"],
        "4.2": ["TransformerLM.forward"],
        "4.3": ["next_token_loss"],
        "4.4": ["generate"],
        "4.6": ["sentence_log_prob"],
    },
    "train": {"4.5": ["train"]},
}
FILES = pytest.mark.parametrize("name", WRITTEN_BY_STUDENTS)


def functions(source):
    """Every function and method by its contract name, with its first and last line."""
    found = {}
    for node in ast.parse(source).body:
        for inner in node.body if isinstance(node, ast.ClassDef) else [node]:
            if isinstance(inner, ast.FunctionDef):
                prefix = f"{node.name}." if isinstance(node, ast.ClassDef) else ""
                found[prefix + inner.name] = inner
    return found


@FILES
def test_every_example_prints_what_it_says(on_path, name):
    with on_path():
        module = importlib.import_module(name)
        result = doctest.testmod(module)
    written = sum(len(names) for names in WRITTEN_BY_STUDENTS[name].values())
    assert result.failed == 0
    assert result.attempted >= written


@FILES
def test_every_written_function_has_one_region_with_its_task_id(reference, name):
    source = Path(getattr(reference, name).__file__).read_text(encoding="utf-8")
    lines = source.splitlines()
    nodes = functions(source)
    expected = {path: task for task, paths in WRITTEN_BY_STUDENTS[name].items() for path in paths}
    regions = {}
    for path, node in nodes.items():
        body = lines[node.lineno - 1 : node.end_lineno + 1]  # the closing marker follows the last statement
        for line in body:
            if opening := re.fullmatch(r"\s+# BEGIN SOLUTION (\d\.\d) \(about \w+ lines?\)", line):
                assert path not in regions, path
                regions[path] = opening.group(1)
                assert sum(line.strip() == "# END SOLUTION" for line in body) == 1
    assert regions == expected
    assert source.count("BEGIN SOLUTION") == source.count("END SOLUTION") == len(expected)


def test_nothing_is_left_behind_for_other_tests(reference, on_path, monkeypatch):
    somebody_elses = ModuleType("attention")
    monkeypatch.setitem(sys.modules, "attention", somebody_elses)
    modules, path = dict(sys.modules), list(sys.path)
    with on_path():
        assert importlib.import_module("lm").__file__ == reference.lm.__file__
        assert importlib.import_module("attention") is not somebody_elses
    assert sys.modules == modules
    assert sys.path == path
