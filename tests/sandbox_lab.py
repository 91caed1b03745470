"""A laboratory for the sandbox: a grader that does as it is told, and workers that run what they are sent.

A test opens a `Lab` (a launcher as some user, with some Python), and then says what happens inside:

    seen = lab.attack("open('/etc/shadow').read()")
    assert seen.raised == "PermissionError"

The part that runs inside needs the standard library only, so that any Python on the machine can run it.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import json
import os
import selectors
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from softmark.sandbox import clean_start
from softmark.sandbox.job import LAYERS

REPOSITORY = Path(__file__).resolve().parents[1]
ENGINE = REPOSITORY / "autograder" / "softmark"
ORDINARY_USER = 65533
DOCKER_CAPABILITIES = frozenset({0, 1, 3, 4, 5, 6, 7, 8, 10, 13, 18, 27, 29, 31})
"""What Docker leaves to root in a container: chown, dac_override, fowner, fsetid, kill, setgid, setuid, setpcap,
net_bind_service, net_raw, sys_chroot, mknod, audit_write, setfcap. Not: dac_read_search, sys_ptrace, sys_admin."""

IN_EVERY_WORKER = "-".join(["loaded", "before", "the", "fork"])
"""Found in a worker's memory if one looks well: the control for tests that look for secrets there."""

_LENGTH = struct.Struct("!I")


# Inside: what runs in the grader and in workers.


def entry(channel: socket.socket) -> int:
    """A worker that runs each piece of code it is sent; `answer` in it is what goes back."""
    while True:
        try:
            code = _exactly(channel, _LENGTH.unpack(_exactly(channel, _LENGTH.size))[0]).decode()
        except EOFError:
            return 0
        names: dict[str, Any] = {"__name__": "student", "answer": None, "channel": channel}
        try:
            exec(code, names)
            reply = {"answer": names["answer"]}
        except SystemExit:
            raise
        except BaseException as problem:
            reply = {"raised": type(problem).__name__, "text": str(problem)}
        data = json.dumps(reply).encode()
        channel.sendall(_LENGTH.pack(len(data)) + data)


def run_code(channel: socket.socket, code: str, seconds: float = 30) -> dict[str, Any]:
    """Send code to a worker and wait for what it says; {"ended": …} when it died or said nothing."""
    channel.settimeout(seconds)
    data = code.encode()
    try:
        channel.sendall(_LENGTH.pack(len(data)) + data)
        said: dict[str, Any] = json.loads(_exactly(channel, _LENGTH.unpack(_exactly(channel, _LENGTH.size))[0]))
        return said
    except TimeoutError:
        return {"ended": "silent"}
    except (EOFError, ConnectionError):
        return {"ended": "closed"}


def _exactly(channel: socket.socket, count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = channel.recv(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data


def obey(server: Any, arguments: list[str]) -> int:
    """A grader that runs the code it reads, a JSON string a line, and answers with `result`."""
    from softmark.sandbox import client, job

    names: dict[str, Any] = {"server": server, "run_code": run_code, "arguments": arguments, "time": time, "os": os}
    names |= {**vars(client), **vars(job)}
    for line in sys.stdin:
        names["result"] = None
        try:
            exec(json.loads(line), names)
            reply = {"result": names["result"]}
        except Exception as problem:
            reply = {"error": f"{type(problem).__name__}: {problem}"}
        print(json.dumps(reply), flush=True)
    return 0


# Outside: what a test uses.


@dataclass(frozen=True)
class Seen:
    """What came of one attack."""

    answer: Any
    raised: str | None
    text: str
    ended: str | None
    layers: dict[str, str]
    level: str
    exit: str


class LabError(Exception):
    """What the grader in a lab raised."""


@dataclass
class Lab:
    """A launcher, its fork server, and a grader that waits for orders."""

    name: str
    python: str = sys.executable
    user: int | None = None
    """Run as this user instead of ours (needs root)."""
    capabilities: frozenset[int] | None = None
    """Root with these capabilities only."""
    preload: tuple[str, ...] = ()
    entry: str = "sandbox_lab:entry"
    environment: dict[str, str] = field(default_factory=dict)
    more_path: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    """What the grader is told on its way."""

    def __post_init__(self) -> None:
        # A copy that every user can read, as an installed engine would be.
        self.folder = Path(tempfile.mkdtemp(prefix="softmark-lab-", dir="/tmp" if Path("/tmp").is_dir() else None))
        engine = self.folder / "engine" / "softmark"
        for room in ("sandbox", "checks"):
            shutil.copytree(ENGINE / room, engine / room, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copy(ENGINE / "__init__.py", engine / "__init__.py")
        shutil.copy(__file__, self.folder / "engine" / "sandbox_lab.py")
        subprocess.run(["chmod", "-R", "u=rwX,go=rX", str(self.folder)], check=True)
        self.process = self._open()

    def _open(self) -> subprocess.Popen[str]:
        return self._launched("sandbox_lab:obey", *self.words)

    def _launched(self, target: str, *words: str, **how: Any) -> subprocess.Popen[str]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        return subprocess.Popen(
            clean_start.command(target, words, preload=self.preload, entry=self.entry, python=self.python),
            text=True,
            encoding="utf-8",
            cwd="/",
            env={
                "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
                "PYTHONPATH": os.pathsep.join([str(self.folder / "engine"), *self.more_path]),
                "PYTHONDONTWRITEBYTECODE": "1",
                **self.environment,
            },
            preexec_fn=self._become,
            **{**pipes, **how},
        )

    def _become(self) -> None:
        if self.capabilities is not None:
            for number in range(64):
                if number not in self.capabilities:
                    ctypes.CDLL(None).prctl(24, number, 0, 0, 0)  # PR_CAPBSET_DROP; fails quietly past the last
        if self.user is not None:
            os.setgroups([])
            os.setresgid(self.user, self.user, self.user)
            os.setresuid(self.user, self.user, self.user)

    @property
    def grader_pid(self) -> int:
        return self.process.pid

    def grader(self, code: str, seconds: float = 60) -> Any:
        """Run code in the grader; what it leaves in `result`."""
        assert self.process.stdin is not None and self.process.stdout is not None and self.process.stderr is not None
        try:
            self.process.stdin.write(json.dumps(code) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise LabError(f"the lab ended: {self.process.stderr.read()}") from None
        with selectors.DefaultSelector() as waiting:
            waiting.register(self.process.stdout, selectors.EVENT_READ)
            if not waiting.select(seconds):
                raise LabError(f"no answer within {seconds} s")
        line = self.process.stdout.readline()
        if not line:
            raise LabError(f"the lab ended: {self.process.stderr.read()}")
        reply = json.loads(line)
        if "error" in reply:
            raise LabError(reply["error"])
        return reply["result"]

    def attack(
        self,
        code: str,
        *,
        only: tuple[str, ...] | None = None,
        without: tuple[str, ...] = (),
        seconds: float = 30,
        **job: Any,
    ) -> Seen:
        """Run code in a fresh worker, with all layers on unless told otherwise, and end it."""
        layers = tuple(layer for layer in LAYERS if layer not in without) if only is None else only
        limits = job.pop("limits", {})
        return Seen(
            **self.grader(
                f"""
worker = server.spawn(Job(layers={layers!r}, limits=WorkerLimits(**{limits!r}), **{job!r}))
said = run_code(worker.channel, {code!r}, {seconds})
end = worker.kill()
result = {{"answer": said.get("answer"), "raised": said.get("raised"), "text": said.get("text", ""),
          "ended": said.get("ended"), "layers": worker.layers, "level": worker.level,
          "exit": end.says}}
""",
                seconds + 300,
            )
        )

    @property
    def level(self) -> dict[str, Any]:
        found: dict[str, Any] = self.grader("result = vars(server.level)")
        return found

    def close(self) -> None:
        try:
            with contextlib.suppress(BrokenPipeError):
                self.process.communicate(timeout=300)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Lab:
        return self

    def __exit__(self, *problem: object) -> None:
        self.close()


def numpy_lab() -> Lab:
    """With NumPy preloaded, from wherever the Python that runs the tests has it."""
    found = importlib.util.find_spec("numpy")
    assert found is not None and found.origin is not None, "These tests need NumPy."
    return Lab("numpy", preload=("numpy",), more_path=(str(Path(found.origin).parents[1]),))


def open_python() -> str:
    """A Python 3.10 or newer that every user can run: this one, or the system's."""
    for python in (sys.executable, "/usr/bin/python3", "/usr/local/bin/python3"):
        if Path(python).exists() and _everybody_reads(python):
            new = subprocess.run([python, "-c", "import sys; sys.exit(sys.version_info < (3, 10))"])
            if new.returncode == 0:
                return python
    raise AssertionError("These tests need a Python that every user can run, such as /usr/bin/python3 of Debian 12.")


def _everybody_reads(python: str) -> bool:
    library = subprocess.run([python, "-c", "import os; print(os.__file__)"], capture_output=True, text=True).stdout
    parts = [*Path(python).resolve().parents, *Path(library.strip()).resolve().parents]
    return all(part.stat().st_mode & 0o001 for part in parts)


def is_root() -> bool:
    return os.geteuid() == 0


SEEN_BY_OTHERS = ("root", "forked, ordinary user", *(("here",) if is_root() else ()))
"""Labs that differ from another by the Python or a few capabilities, or join what two others show: full tests open
these too."""
LABS: dict[str, Callable[[], Lab]] = {"here": lambda: Lab("here")}
"""Where every attack is tried: as the user and with the Python that run the tests, and, for root, in the three other
situations that a grader can find itself in."""
if is_root():
    LABS |= {
        "root": lambda: Lab("root", open_python()),
        "docker": lambda: Lab("docker", open_python(), capabilities=DOCKER_CAPABILITIES),
        "ordinary user": lambda: Lab("ordinary user", open_python(), user=ORDINARY_USER),
    }


def assert_stopped(seen: Seen, *layers: str, raised: tuple[str, ...] = ("PermissionError",)) -> bool:
    """The attack failed, because of one of these layers. Where the machine has none of them, the worker must have
    said so, with a reason, and its level must be lower for it (Landlock alone is a bonus to a user of its own).
    Returns whether a layer was there."""
    if any(seen.layers[layer] == "on" for layer in layers):
        assert seen.raised in raised, seen
        return True
    for layer in layers:
        assert seen.layers[layer].startswith("unavailable: ") and len(seen.layers[layer]) > 15, seen.layers
    assert seen.level == "none" or (layers == ("landlock",) and seen.layers["identity"] == "on")
    return False


@contextlib.contextmanager
def secret_folder(owner: int) -> Iterator[Path]:
    """A folder outside every worker's reach, with a file for all and one for its owner."""
    folder = Path(tempfile.mkdtemp(prefix="softmark-secret-"))
    (folder / "for-all").write_text("the reference\n", encoding="utf-8")
    (folder / "for-owner").write_text("the reference\n", encoding="utf-8")
    folder.chmod(0o755)
    (folder / "for-all").chmod(0o644)
    (folder / "for-owner").chmod(0o600)
    if is_root():
        for path in (folder, folder / "for-all", folder / "for-owner"):
            os.chown(path, owner, owner)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
