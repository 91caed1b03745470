"""The layers of the sandbox, tried from the inside: as root, as root in a container, and as an ordinary user."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from softmark.sandbox.job import LAYERS
from softmark.sandbox.layers import private_folder
from softmark.sandbox.level import name_of, sentence
from tests import sandbox_lab
from tests.proc import A_HANG
from tests.sandbox_lab import (
    DOCKER_CAPABILITIES,
    ENGINE,
    Lab,
    LabError,
    assert_stopped,
    is_root,
    numpy_lab,
    open_python,
    secret_folder,
)


@pytest.fixture
def secret(lab: Lab) -> Iterator[Path]:
    """Files of the grader's user."""
    with secret_folder(lab.user if lab.user is not None else os.getuid()) as folder:
        yield folder


def vanishes(path: Path, within: float = A_HANG) -> bool:
    """A slow disk takes milliseconds a folder; the server goes on wiping while it waits for the next request."""
    until = time.monotonic() + within
    while path.exists() and time.monotonic() < until:
        time.sleep(0.02)
    return not path.exists()


class TestLevel:
    """What a machine offers is found out by trying, and said in one word and one sentence."""

    def test_the_level_fits_the_user(self, lab: Lab) -> None:
        level = lab.level
        assert list(level["layers"]) == list(LAYERS)
        assert level["refusal"] is None
        if level["layers"]["seccomp"] != "on":
            assert level["name"] == "none"
        elif lab.user is None and is_root():
            assert level["name"] == "full"
        else:
            assert level["name"] == ("same-user" if level["layers"]["landlock"] == "on" else "none")
            assert level["layers"]["identity"] == "unavailable: the grader is not root"
        assert level["says"].startswith(f"Isolation: {level['name']}. ")

    def test_every_worker_reports_its_layers_before_student_code_runs(self, lab: Lab) -> None:
        seen = lab.attack("answer = 1")
        assert seen.layers == lab.level["layers"]
        assert seen.level == lab.level["name"]

    def test_missing_layers_lower_the_level_and_the_sentence_says_which(self) -> None:
        everything = dict.fromkeys(LAYERS, "on")
        assert name_of(everything) == "full"
        assert name_of({**everything, "landlock": "unavailable: the kernel has no Landlock"}) == "full"
        assert name_of({**everything, "identity": "unavailable: the grader is not root"}) == "same-user"
        assert name_of({**everything, "seccomp": "unavailable: no"}) == "none"
        both = {**everything, "identity": "unavailable: the grader is not root", "landlock": "unavailable: too old"}
        assert name_of(both) == "none"
        assert "landlock: too old" in sentence(both)
        assert "chmod 0700" in sentence({**everything, "landlock": "unavailable: too old"})

    def test_a_trial_that_crashes_is_a_refusal(self, tmp_path: Path) -> None:
        (tmp_path / "crashing.py").write_text(
            "from sandbox_lab import entry\nfrom softmark.sandbox import shut_in\nshut_in.enter = None\n",
            encoding="utf-8",
        )
        with Lab("crashing", entry="crashing:entry", more_path=(str(tmp_path),)) as lab:
            assert lab.level["refusal"].startswith("The grader cannot try its sandbox on this machine")
            with pytest.raises(LabError, match="The grader cannot try its sandbox"):
                lab.attack("1")

    def test_a_worker_below_the_required_level_never_runs_student_code(self, lab: Lab, tmp_path: Path) -> None:
        with pytest.raises(LabError, match="Isolation 'full' is required, but a worker here only reached 'none'"):
            lab.attack("1", without=("seccomp",), required="full")


class TestFiles:
    """Landlock, the worker's own user, and the private folder."""

    def test_the_graders_files_cannot_be_read(self, lab: Lab, secret: Path) -> None:
        assert_stopped(lab.attack(f"answer = open('{secret}/for-owner').read()"), "landlock", "identity")

    def test_not_even_those_that_everybody_may_read(self, lab: Lab, secret: Path) -> None:
        assert_stopped(lab.attack(f"answer = open('{secret}/for-all').read()"), "landlock")
        assert_stopped(lab.attack(f"import os; answer = os.listdir('{secret}')"), "landlock")

    def test_landlock_alone_stops_it(self, lab: Lab, secret: Path) -> None:
        read = f"answer = open('{secret}/for-all').read()"
        assert lab.attack(read, only=()).answer == "the reference\n"
        assert_stopped(lab.attack(read, only=("landlock",)), "landlock")

    def test_a_user_of_its_own_alone_stops_it(self, lab: Lab, secret: Path) -> None:
        read = f"answer = open('{secret}/for-owner').read()"
        assert lab.attack(read, only=()).answer == "the reference\n"
        seen = lab.attack(read, only=("identity",))
        if lab.user is None and is_root():
            assert seen.raised == "PermissionError"
        else:
            assert seen.layers["identity"] == "unavailable: the grader is not root"

    def test_the_engine_itself_cannot_be_read(self, lab: Lab) -> None:
        closed = assert_stopped(
            lab.attack(f"open('{lab.folder}/engine/softmark/sandbox/client.py').read()"), "landlock"
        )
        imported = lab.attack("import softmark.sandbox.launcher")
        assert imported.raised in ("PermissionError", "ModuleNotFoundError") or not closed

    @pytest.mark.parametrize(
        "where", ["{secret}/new", "{secret}/for-all", "/tmp/softmark-new", "/var/tmp/softmark-new"]
    )
    def test_nothing_outside_the_private_folder_can_be_written(self, lab: Lab, secret: Path, where: str) -> None:
        path = Path(where.format(secret=secret))
        if assert_stopped(lab.attack(f"open('{path}', 'w').write('x')"), "landlock"):
            assert not path.exists() or path.read_text(encoding="utf-8") == "the reference\n"
        else:
            path.unlink(missing_ok=True)

    @pytest.mark.parametrize(
        "change",
        [
            "os.chmod(path, 0o777)",
            "os.truncate(path, 0)",
            "os.open(path, os.O_RDONLY | os.O_TRUNC)",
            "os.utime(path, (0, 0))",
            "os.setxattr(path, 'user.x', b'1')",
            "os.unlink(path)",
            "os.rename(path, path + '2')",
            "os.link(path, 'mine')",
        ],
    )
    def test_the_graders_files_cannot_be_changed_in_any_other_way(self, lab: Lab, secret: Path, change: str) -> None:
        seen = lab.attack(f"import os; path = '{secret}/for-all'; {change}")
        if assert_stopped(seen, "identity", "landlock", raised=("PermissionError", "OSError")):
            assert (secret / "for-all").stat().st_mode & 0o777 == 0o644
            assert (secret / "for-all").read_text(encoding="utf-8") == "the reference\n"

    def test_the_private_folder_is_home_and_wiped_afterwards(self, lab: Lab) -> None:
        seen = lab.attack(
            """
import os, pathlib, tempfile
pathlib.Path("notes.txt").write_text("kept for a moment")
with tempfile.NamedTemporaryFile() as file: file.write(b"x")
for _ in range(100):
    os.mkdir("d"); os.chdir("d")
pathlib.Path("at the bottom").write_text("x")
os.chdir(os.environ["HOME"])
os.symlink("/", "everything")
os.makedirs("locked/inner")
try: os.chmod("locked", 0)
except PermissionError: pass                # refused without a user of its own
answer = [os.getcwd(), os.environ["HOME"], tempfile.gettempdir(), oct(os.stat(".").st_mode)]
"""
        )
        home = Path(seen.answer[0])
        assert seen.answer == [str(home), str(home), str(home), "0o40700"]
        assert vanishes(home) and home.parent.is_dir()
        assert Path("/usr").is_dir()

    def test_what_a_worker_leaves_elsewhere_is_removed_where_landlock_is_missing(self, lab: Lab) -> None:
        seen = lab.attack(
            """
import os, pathlib, tempfile
folder = pathlib.Path(tempfile.mkdtemp(dir="/tmp", prefix="left-by-a-worker-"))
(folder / "hidden inputs").write_text("for a friend")
answer = str(folder)
""",
            without=("landlock",),
        )
        if seen.layers["identity"] == "on":
            assert vanishes(Path(seen.answer))
        else:  # nothing tells it from the grader's own files; "same-user" therefore insists on Landlock
            assert seen.level == "none"
            subprocess.run(["rm", "-r", seen.answer], check=True)

    def test_two_workers_do_not_see_each_others_folders(self, lab: Lab) -> None:
        seen = lab.grader("""
first, second = server.spawn(Job(slot=0)), server.spawn(Job(slot=1))
where = run_code(first.channel, "import os; open('mine', 'w').write('x'); answer = os.getcwd()")["answer"]
stolen = run_code(second.channel, f"import os; answer = open('{where}/mine').read()")
users = [run_code(each.channel, "import os; answer = os.getuid()")["answer"] for each in (first, second)]
result = [stolen, users, first.layers]
first.kill(); second.kill()
""")
        stolen, users, layers = seen
        if "on" in (layers["identity"], layers["landlock"]):
            assert stolen.get("raised") == "PermissionError"
        else:
            assert lab.level["name"] == "none"
        if layers["identity"] == "on":
            assert users[1] == users[0] + 1 and users[0] >= 64000

    def test_a_folder_that_grows_over_the_limit_costs_the_worker(self, lab: Lab) -> None:
        fill = """
for n in range(10_000):
    with open(f"{n}", "wb") as file: file.write(bytes(1 << 20))
"""
        seen = lab.attack(fill, limits={"tmp_mb": 8})
        assert seen.ended == "closed"
        assert seen.exit == "killed because its folder grew over the limit"
        many = lab.attack("for n in range(100_000): open(f'{n}', 'w').close()", limits={"tmp_files": 100})
        assert many.exit == "killed because its folder grew over the limit"


ATTACKS = {
    "open a socket": "import socket; socket.socket()",
    "open a raw socket": "import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)",
    "fork": "import os; os.fork() or os._exit(0)",
    "run a program": "import os; os.execv('/bin/true', ['true'])",
    "run a program in a child": "import subprocess; subprocess.run(['/bin/true'])",
    "stop the server": "import os; os.kill(os.getppid(), 0)",
    "stop everything": "import os; os.kill(-1, 0)",
    "stop the server by a pidfd": "import os; os.pidfd_open(os.getppid())",
    "leave the session": "import os; os.setsid()",
    "trace": "libc('ptrace', 16, parent, 0, 0)",
    "read another's memory": "libc('process_vm_readv', parent, 0, 0, 0, 0, 0)",
    "lower another's limits": "import resource; resource.prlimit(parent, resource.RLIMIT_NOFILE, (0, 0))",
    "slow another down": "import os; os.setpriority(os.PRIO_PROCESS, parent, 19)",
    "pin another to a core": "import os; os.sched_setaffinity(parent, {0})",
    "have the kernel send a signal": "import fcntl; fcntl.fcntl(3, fcntl.F_SETOWN, parent)",
    "change root": "import os; os.chroot('.')",
    "make a device": "import os; os.mknod('null', 0o20666, os.makedev(1, 3))",
    "new user namespace": "libc('unshare', 0x10000000)",
    "keep shared memory": "libc('shmget', 0, 4096, 0o1600)",
    "memory without a name": "import os; os.memfd_create('x')",
    "clear the death signal": "libc('prctl', 1, 0, 0, 0, 0)",
    "be dumpable again": "libc('prctl', 4, 1, 0, 0, 0)",
    "become another user": "import os; os.setuid(0) if os.getuid() else os.setuid(1)",
}
LIBC = """
import ctypes, os
parent = os.getppid()
def libc(name, *words):
    c = ctypes.CDLL(None, use_errno=True)
    if getattr(c, name)(*map(ctypes.c_long, words)) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
def how(code):
    try: exec(code, globals())
    except Exception as refused: return type(refused).__name__
    return "it worked"
"""


class TestSystemCalls:
    """Seccomp, alone and with the rest."""

    @pytest.mark.parametrize("alone", [False, True], ids=["all layers", "seccomp alone"])
    def test_is_refused(self, lab: Lab, alone: bool) -> None:
        """One worker tries them all: where one of them works, the worker says so or is gone."""
        code = f"{LIBC}\nanswer = {{name: how(code) for name, code in {ATTACKS!r}.items()}}\n"
        seen = lab.attack(code, only=("seccomp",) if alone else None)
        if seen.layers["seccomp"] == "on":
            assert seen.answer == dict.fromkeys(ATTACKS, "PermissionError"), seen
        else:
            assert seen.layers["seccomp"].startswith("unavailable: ") and seen.level == "none"

    def test_ordinary_code_is_not_disturbed(self, lab: Lab) -> None:
        seen = lab.attack(
            """
import concurrent.futures, decimal, json, math, os, pathlib, random, signal, sqlite3, threading, time
with concurrent.futures.ThreadPoolExecutor(8) as pool:
    squares = list(pool.map(lambda n: n * n, range(100)))
database = sqlite3.connect(":memory:")  # a file of its own would want locks
database.execute("create table n (x)"); database.execute("insert into n values (42)"); database.commit()
stopped = []
signal.signal(signal.SIGUSR1, lambda *_: stopped.append(True))
os.kill(os.getpid(), signal.SIGUSR1)
pathlib.Path("a").write_text("x"); os.rename("a", "b"); os.unlink("b")
with open(os.devnull, "w") as nowhere: print("x", file=nowhere)
answer = [sum(squares), database.execute("select x from n").fetchone()[0], stopped, os.cpu_count() > 0,
          len(os.urandom(8)), os.sched_getaffinity(0) != set(), time.localtime().tm_year > 2000]
"""
        )
        assert seen.answer == [328350, 42, [True], True, 8, True, True], seen

    def test_abort_and_crashes_are_still_possible_and_reported(self, lab: Lab) -> None:
        assert lab.attack("import os; os.abort()").exit == "SIGABRT"
        crash = lab.attack("import ctypes; ctypes.string_at(0)")
        assert crash.exit == "SIGSEGV"

    def test_a_setuid_program_gains_nothing_without_new_privileges(self, lab: Lab) -> None:
        seen = lab.attack(
            "answer = [line for line in open('/proc/self/status') if line.startswith('NoNewPrivs')]",
            only=("no_new_privs",),
        )
        if seen.layers["no_new_privs"] == "on":
            assert seen.answer == ["NoNewPrivs:\t1\n"]
        else:
            assert seen.layers["no_new_privs"].startswith("unavailable: ")


class TestOtherProcesses:
    """Grader and server hide their memory; workers hide from each other."""

    def test_a_worker_cannot_look_into_the_grader(self, lab: Lab) -> None:
        for file in ("environ", "mem", "maps"):
            seen = lab.attack(f"answer = open('/proc/{lab.grader_pid}/{file}', 'rb').read(1)")
            assert_stopped(seen, "landlock", "identity")

    def test_even_with_every_layer_off(self, lab: Lab) -> None:
        """What an ordinary user's processes cannot do to each other, because grader and server are undumpable."""
        for pid in ("os.getppid()", str(lab.grader_pid)):
            for file in ("environ", "mem"):
                seen = lab.attack(
                    f"""
import os
held = int([line for line in open("/proc/self/status") if line.startswith("CapEff")][0].split()[1], 16)
try:
    open(f"/proc/{{{pid}}}/{file}", "rb").close(); refused = False
except PermissionError:
    refused = True
answer = [bool(held >> 19 & 1), refused]
""",
                    only=(),
                )
                may_trace, refused = seen.answer
                assert refused or may_trace  # nothing but the capability to trace everybody gets past it
                if lab.name in ("docker", "ordinary user"):
                    assert refused and not may_trace

    def test_a_worker_is_undumpable(self, lab: Lab) -> None:
        read = "import ctypes; answer = ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)"
        seen = lab.attack(read)
        assert seen.answer == 0 or seen.layers["undumpable"].startswith("unavailable: ")


class TestSurroundings:
    """Descriptors, environment, capabilities."""

    def test_the_channel_is_the_only_descriptor(self, lab: Lab) -> None:
        look = """
import os
answer = {}
for number in map(int, os.listdir("/dev/fd")):
    try: answer[number] = os.readlink(f"/proc/self/fd/{number}")
    except FileNotFoundError: pass              # the listing itself
"""
        for only in (None, ("descriptors",)):
            found = lab.attack(look, only=only).answer
            assert sorted(found, key=int) == ["0", "1", "2", "3"]
            assert {found[n] for n in "012"} == {"/dev/null"}
            assert found["3"].startswith("socket:")

    def test_the_environment_is_scrubbed(self) -> None:
        with Lab("here", environment={"SECRET": "planted-in-the-environment", "GRADESCOPE_TOKEN": "x"}) as lab:
            for only in (None, ("environment",)):
                seen = lab.attack("import os; answer = dict(os.environ)", only=only).answer
                assert set(seen) == {
                    *("LANG", "HOME", "TMPDIR", "USER", "LOGNAME", "CUDA_VISIBLE_DEVICES"),
                    *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"),
                }
            # And where the kernel keeps what the process was started with (only a dumpable process may look).
            dumpable = "import ctypes; ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)\n"
            seen = lab.attack(dumpable + "answer = open('/proc/self/environ', 'rb').read().decode()", only=())
            assert "OMP_NUM_THREADS=1" in seen.answer
            assert "planted" not in seen.answer and "TOKEN" not in seen.answer

    def test_no_capability_is_left_but_the_one_for_closed_folders(self, lab: Lab) -> None:
        seen = lab.attack("answer = [line.split() for line in open('/proc/self/status') if line.startswith('Cap')]")
        held = {name: int(mask, 16) for name, mask in seen.answer}
        allowed = 1 << 2 if lab.level["keep_search"] else 0
        assert held["CapEff:"] == held["CapPrm:"] == allowed
        assert held["CapInh:"] == held["CapAmb:"] == 0

    def test_argv_and_the_import_path_tell_nothing(self, lab: Lab) -> None:
        seen = lab.attack("import sys; answer = [sys.argv, sys.path]")
        assert seen.answer[0] == ["softmark-worker"]
        assert str(lab.folder) not in str(seen.answer[1]) and "" not in seen.answer[1]


class TestLimits:
    """Memory, time, files, threads; alone and with the rest."""

    @pytest.mark.parametrize("only", [None, ("limits",)], ids=["all layers", "limits alone"])
    def test_memory(self, lab: Lab, only: tuple[str, ...] | None) -> None:
        for hog in ("bytearray(400 << 20)", "[0] * (1 << 28)", "[bytearray(1 << 20) for _ in range(400)]"):
            seen = lab.attack(f"x = {hog}", only=only, limits={"memory_mb": 256})
            assert_stopped(seen, "limits", raised=("MemoryError",))
        assert lab.attack("answer = len(bytearray(100 << 20))", only=only, limits={"memory_mb": 256}).answer

    @pytest.mark.parametrize("only", [None, ("limits",)], ids=["all layers", "limits alone"])
    def test_shared_memory(self, lab: Lab, only: tuple[str, ...] | None) -> None:
        seen = lab.attack("import mmap; x = [mmap.mmap(-1, 1 << 28) for _ in range(40)]", only=only)
        assert_stopped(seen, "limits", raised=("OSError", "PermissionError"))

    def test_shared_memory_without_a_file_is_refused_because_nothing_counts_it(self, lab: Lab) -> None:
        seen = lab.attack("import mmap; mmap.mmap(-1, 1 << 20)", only=("seccomp",))
        assert_stopped(seen, "seccomp", raised=("PermissionError",))
        private = "import mmap; answer = len(mmap.mmap(-1, 1 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))"
        assert lab.attack(private, only=("seccomp",)).answer == 1 << 20

    def test_processor_time(self, lab: Lab) -> None:
        seen = lab.attack("while True: pass", only=("limits",), limits={"cpu_seconds": 1})
        assert seen.ended == "closed"
        assert seen.exit == "SIGXCPU"

    def test_the_size_of_a_file(self, lab: Lab) -> None:
        for only in (None, ("limits", "tmp")):
            seen = lab.attack("open('big', 'wb').write(bytes(2 << 20))", only=only, limits={"file_kb": 1024})
            assert_stopped(seen, "limits", raised=("OSError",))
            assert "File too large" in seen.text

    def test_open_files(self, lab: Lab) -> None:
        seen = lab.attack("x = [open('/dev/null') for _ in range(100)]", only=("limits",), limits={"open_files": 32})
        assert_stopped(seen, "limits", raised=("OSError",))

    def test_threads_where_the_worker_has_a_user_of_its_own(self, lab: Lab) -> None:
        seen = lab.attack(
            """
import threading
wait, threads = threading.Event(), []
try:
    for _ in range(60):
        thread = threading.Thread(target=wait.wait, daemon=True); thread.start(); threads.append(thread)
except RuntimeError: pass
answer = len(threads)
wait.set()
""",
            limits={"threads": 20},
        )
        if seen.layers["identity"] == "on":
            assert 0 < seen.answer <= 19  # the kernel counts by user, also what is still dying of an attack before
        else:
            assert seen.answer == 60


class TestClosedFolders:
    """Python, or a package, under a folder that only root may enter: the trap of root homes and `mktemp -d`."""

    @pytest.fixture
    def closed(self, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
        folder = Path(private_folder.make_base()) / "closed"
        package = folder / "packages" / "lazy"
        package.mkdir(parents=True)
        (folder / "packages" / "lazy-1.0.dist-info").mkdir()
        (package / "__init__.py").write_text("", encoding="utf-8")
        (package / "later.py").write_text("HERE = 'imported in the sandbox'\n", encoding="utf-8")
        folder.chmod(0o700)
        yield folder
        subprocess.run(["rm", "-rf", str(folder.parent)], check=True)

    def lab(self, closed: Path, capabilities: frozenset[int] | None = None) -> Lab:
        more = (str(closed / "packages"),)
        return Lab("closed", open_python(), capabilities=capabilities, preload=("lazy",), more_path=more)

    def test_lazy_imports_work_behind_landlock(self, closed: Path) -> None:
        with self.lab(closed) as lab:
            seen = lab.attack("import os, lazy.later; answer = [os.getuid(), lazy.later.HERE]")
            assert seen.raised is None, seen
            assert seen.answer[1] == "imported in the sandbox"
            if is_root():
                assert lab.level["keep_search"] and seen.answer[0] >= 64000
                assert lab.attack("open('/etc/shadow')").raised == "PermissionError"

    def test_the_right_to_search_is_never_given_without_landlock(self, closed: Path) -> None:
        with self.lab(closed) as lab:
            seen = lab.attack("import lazy.later", without=("landlock",))
            if is_root():
                assert seen.raised == "ModuleNotFoundError"
                assert lab.attack("open('/etc/shadow')", without=("landlock",)).raised == "PermissionError"
            else:
                assert seen.layers["identity"] == "unavailable: the grader is not root"

    def test_where_the_capability_is_missing_the_grader_refuses_and_names_the_folder(self, closed: Path) -> None:
        with self.lab(closed, DOCKER_CAPABILITIES if is_root() else None) as lab:
            refusal = lab.level["refusal"]
            if not is_root():
                assert refusal is None  # the same user may read its own folders
                return
            assert refusal.startswith(f"The grader cannot give student code a user of its own: {closed} is closed")
            assert "DAC_READ_SEARCH" in refusal and refusal.endswith(f"or chmod o+x {closed}.")
            with pytest.raises(LabError, match="cannot give student code a user of its own"):
                lab.attack("1")


class TestNumerics:
    def test_numpy_works_as_outside(self) -> None:
        with numpy_lab() as lab:
            seen = lab.attack("""
import numpy as np, numpy.fft, numpy.polynomial, numpy.ma
rng = np.random.default_rng(0)
a = rng.normal(size=(300, 300))
u, s, v = np.linalg.svd(a)
np.save("a.npy", a); np.savez("b.npz", a=a)
answer = [float(abs(u * s @ v - a).max()) < 1e-9, bool((np.load("a.npy") == a).all()),
          float(abs(np.fft.ifft(np.fft.fft(a)).real - a).max()) < 1e-9]
""")
            assert seen.answer == [True, True, True], seen


class TestElsewhere:
    """Where there is no Linux, a process and a clock are left, and that is said."""

    def test_without_linux_there_is_no_isolation_and_workers_still_run_and_end(self, tmp_path: Path) -> None:
        script = tmp_path / "elsewhere.py"
        script.write_text(
            """
import ctypes, json, os, platform, socket, subprocess, sys, tempfile, threading, time
sys.platform = "darwin"
for missing in ("waitid", "pipe2", "setresuid"): delattr(os, missing)
import sandbox_lab
from softmark.sandbox.client import Job, ServerError, start
server = start("sandbox_lab:entry")
worker = server.spawn(Job())
said = sandbox_lab.run_code(worker.channel, "import os; answer = os.getpid()")
sandbox_lab.run_code(worker.channel, "while True: pass", 0.3)
end = worker.kill().says
short = server.spawn(Job(slot=1))
sandbox_lab.run_code(short.channel, "import os; os._exit(3)")
time.sleep(0.1)
try: refused = str(server.spawn(Job(required="full")))
except ServerError as problem: refused = str(problem)
print(json.dumps([server.level.name, server.level.says, said["answer"] == worker.pid, end,
                  short.kill().says, refused]))
server.close()
""",
            encoding="utf-8",
        )
        done = subprocess.run(
            [sys.executable, str(script)],
            env={**os.environ, "PYTHONPATH": f"{ENGINE.parent}{os.pathsep}{Path(sandbox_lab.__file__).parent}"},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=A_HANG,
        )
        assert done.returncode == 0, done.stderr
        name, says, same, end, short, refused = json.loads(done.stdout)
        assert name == "none"
        assert says.startswith("Isolation: none.") and "this is not Linux" in says
        assert (same, end, short) == (True, "killed by the grader", "exit code 3")
        assert "Isolation 'full' is required" in refused
