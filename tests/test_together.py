"""Which files run together, and which begin first."""

from tests.mini_course import ROOT
from tests.together import DEAR, LONGEST, SHARED, place


def test_every_file_and_folder_that_is_named_exists():
    named = [*DEAR, *(name for files in SHARED.values() for name in files), *(set(LONGEST) - set(SHARED))]
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_what_takes_minutes_begins_first_and_what_starts_no_process_comes_last():
    order = ["tests/platform/test_wheel.py", "pages", "home", "tests/platform/test_import.py", "tests/files/"]
    assert [place(each) for each in order] == sorted({place(each) for each in order})
