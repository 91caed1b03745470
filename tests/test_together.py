"""Which files run together, and which begin first."""

from tests.mini_course import ROOT
from tests.together import DEAR, LONGEST, SHARED, place, scope


def test_every_file_and_folder_that_is_named_exists():
    named = [
        *DEAR,
        *(name for files in SHARED.values() for name in files),
        *(set(LONGEST) - set(SHARED)),
    ]
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_what_takes_minutes_begins_first_and_what_starts_no_process_comes_last():
    order = ["tests/platform/test_wheel.py", "pages", "home", "tests/platform/test_new_course.py", "tests/files/"]
    assert [place(each) for each in order] == sorted({place(each) for each in order})


def test_files_that_share_something_go_to_one_process_and_every_other_file_to_any():
    assert scope("tests/processes/home/test_states.py::test_it") == scope(
        "tests/processes/home/test_trouble.py::test_it[1]"
    )
    assert scope("tests/files/test_a.py::TestIt::test_it") == "tests/files/test_a.py"
