"""A test that starts a process is told where it belongs."""

import multiprocessing
import os
import subprocess
import threading

import pytest

from tests.no_processes import SAYS, TESTS, NoProcesses, promised


@pytest.fixture
def watch(request):
    """As in a folder that promises to start none."""
    plugin = request.config.pluginmanager.get_plugin(NoProcesses.__name__)
    plugin.watching = True
    yield
    plugin.watching = False


@pytest.mark.parametrize(
    ("path", "none"),
    [
        ("checks/test_draw.py", True),
        ("handouts/test_text.py", True),
        ("processes/grading/test_grade.py", False),
        ("hostile/test_bank.py", False),
        ("test_sizes.py", False),
    ],
)
def test_rooms_and_texts_promise_to_start_none(path, none):
    assert promised(TESTS / path) is none


@pytest.mark.parametrize(
    "start",
    [
        lambda: subprocess.run(["true"]),
        lambda: subprocess.run(["true"], close_fds=False),
        lambda: multiprocessing.get_context("fork").Process(target=print).start(),
        lambda: multiprocessing.get_context("spawn").Process(target=print).start(),
        lambda: os.system("true"),
        lambda: os.popen("true"),
        lambda: os.posix_spawnp("true", ["true"], {}),
        lambda: os.execlp("true", "true"),
    ],
    ids=["run", "inheriting", "forked", "spawned", "system", "popen", "posix_spawn", "exec"],
)
def test_a_test_that_starts_one_fails_with_one_sentence(watch, start):
    with pytest.raises(pytest.fail.Exception, match=SAYS):
        start()


def test_a_thread_of_it_gets_an_error_that_it_can_pass_on(watch):
    told = []

    def start():
        try:
            subprocess.run(["true"])
        except OSError as problem:
            told.append(str(problem))

    thread = threading.Thread(target=start)
    thread.start()
    thread.join()
    assert told == [SAYS]
