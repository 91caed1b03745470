"""Names that mean another file: second downloads, copies, misspellings."""

from __future__ import annotations

from softmark.files.copies import is_copy, looks_like, notebook_of


def test_what_browsers_file_managers_and_people_call_a_second_copy() -> None:
    for name in (
        *("attention (1).py", "attention(1).py", "attention-1.py", "attention_1.py", "attention 2.py", "attention1.py"),
        *("attention - Copy.py", "attention - Copy (2).py", "attention copy.py", "attention copy 2.py"),
        *("attention-Copy1.py", "attention (copy).py", "attention (another copy).py", "attention (3rd copy).py"),
        *("Copy of attention.py", "Kopie von attention.py", "attention - Kopie.py", "attention copie.py"),
        *("attention.py.txt", "attention.py.bak", "attention.py~", "attention_old.py", "attention_final2.py"),
        *("Attention.py", "ATTENTION (1).PY", "attention_final_v2.py"),
    ):
        assert is_copy(name, "attention.py"), name


def test_the_file_itself_and_other_files_are_no_copies() -> None:
    for name in (
        *("attention.py", "multihead.py", "attention_scores.py", "test_attention.py", "my_attention.py"),
        *("attention.ipynb", "attention.pyc", "attention.txt", "attention", "self_attention (1).py", "atention.py"),
        *("._attention.py", ".attention.py.swp", ".attention (1).py", "(1).py", ""),
    ):
        assert not is_copy(name, "attention.py"), name


def test_a_number_that_belongs_to_the_name_is_not_added_to_it() -> None:
    assert not is_copy("part2.py", "part1.py")
    assert not is_copy("part12.py", "part1.py")
    assert is_copy("part1 (2).py", "part1.py") and is_copy("part1_2.py", "part1.py")


def test_where_the_file_is_missing_a_misspelling_may_have_been_meant() -> None:
    for name in ("atention.py", "attention.txt", "attention", "attention (1).py", "Attention.py"):
        assert looks_like(name, "attention.py"), name
    for name in ("._attention.py", "multihead.py", "notes.txt", "attention.ipynb"):
        assert not looks_like(name, "attention.py"), name


def test_a_notebook_is_not_to_be_renamed() -> None:
    for name in ("attention.ipynb", "Attention.ipynb", "attention (1).ipynb"):
        assert notebook_of(name, "attention.py"), name
    for name in ("attention.py", "notebook.ipynb", "attention (1).py"):
        assert not notebook_of(name, "attention.py"), name
