"""The layers of the sandbox, tried from the inside: as root, as root in a container, and as an ordinary user."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from softmark.sandbox import probe
from softmark.sandbox.layers import landlock, private_folder, seccomp
from softmark.sandbox.layers.syscalls import LAST_KNOWN, numbers


class TestFilter:
    """The filter itself, run in a little interpreter: both processors, whatever this machine is."""

    PID = 4321

    @staticmethod
    def verdict(program: list[seccomp.Instruction], processor: int, number: int, *arguments: int) -> int:
        words = [number, processor, 0, 0]
        for argument in [*arguments, *[0] * (6 - len(arguments))]:
            words += [argument & 0xFFFFFFFF, argument >> 32]
        value = at = 0
        while True:
            code, if_true, if_false, operand = program[at]
            at += 1
            if code == seccomp.LOAD:
                value = words[operand // 4]
            elif code == seccomp.AND:
                value &= operand
            elif code == seccomp.EQUAL:
                at += if_true if value == operand else if_false
            elif code == seccomp.GREATER:
                at += if_true if value > operand else if_false
            else:
                assert code == seccomp.RETURN
                return operand

    @pytest.fixture(params=["x86_64", "aarch64"])
    def machine(self, request: pytest.FixtureRequest) -> str:
        return str(request.param)

    def ask(self, machine: str, name: str, *arguments: int, own_user: bool = True) -> int:
        program = seccomp.build(machine, self.PID, own_user=own_user)
        return self.verdict(program, seccomp.PROCESSOR[machine], numbers(machine)[name], *arguments)

    def test_every_refused_call_is_refused(self, machine: str) -> None:
        table = numbers(machine)
        for name in seccomp.REFUSED:
            if name in table:
                assert self.ask(machine, name) == seccomp.REFUSE, name
        for name in ("clone3", "openat2"):
            assert self.ask(machine, name) == seccomp.MISSING
        assert {"execve", "socket", "connect", "ptrace", "mount", "bpf"} <= set(table)
        assert ("fork" in table) == (machine == "x86_64")

    def test_threads_are_allowed_and_processes_are_not(self, machine: str) -> None:
        thread = 0x3D0F00  # what the C library asks for when it starts a thread
        assert self.ask(machine, "clone", thread) == seccomp.ALLOW
        assert self.ask(machine, "clone", 0x1200011) == seccomp.REFUSE  # fork
        assert self.ask(machine, "clone", 0x4111) == seccomp.REFUSE  # vfork
        assert self.ask(machine, "clone", thread | 0x10000000) == seccomp.REFUSE  # with a namespace

    def test_signals_reach_oneself_only(self, machine: str) -> None:
        for name in seccomp.SIGNALS:
            assert self.ask(machine, name, self.PID, 9) == seccomp.ALLOW
            for other in (1, 0, self.PID + 1, 0xFFFFFFFF):
                assert self.ask(machine, name, other, 9) == seccomp.REFUSE
            # The kernel reads 32 bits of a process number, so nothing may hide above them.
            assert self.ask(machine, name, 0x100000001, 9) == seccomp.REFUSE

    def test_limits_and_cores_of_oneself_only(self, machine: str) -> None:
        for name in seccomp.SELF_ONLY:
            assert self.ask(machine, name, 0) == self.ask(machine, name, self.PID) == seccomp.ALLOW
            assert self.ask(machine, name, 1) == seccomp.REFUSE

    def test_nobody_gives_way_to_others_and_is_waited_for(self, machine: str) -> None:
        for name in ("setpriority", "sched_setscheduler", "sched_setparam", "sched_setattr"):
            assert self.ask(machine, name, 0, self.PID) == self.ask(machine, name, 0, 0) == seccomp.REFUSE

    def test_arguments_decide(self, machine: str) -> None:
        assert self.ask(machine, "prctl", 15) == seccomp.ALLOW  # a thread's name
        assert self.ask(machine, "prctl", 1) == seccomp.REFUSE  # the death signal
        assert self.ask(machine, "ioctl", 0, 0x5401) == seccomp.ALLOW  # is it a terminal?
        assert self.ask(machine, "ioctl", 0, 0x5412) == seccomp.REFUSE  # type into it
        assert self.ask(machine, "ioctl", 0, 0x7_0000_5412) == seccomp.REFUSE
        assert self.ask(machine, "fcntl", 3, 3) == seccomp.ALLOW
        assert self.ask(machine, "fcntl", 3, 8) == seccomp.REFUSE  # a signal to somebody
        assert self.ask(machine, "fcntl", 3, 1026) == seccomp.REFUSE  # news of a folder
        assert self.ask(machine, "fcntl", 3, 6) == self.ask(machine, "flock", 3, 6) == seccomp.REFUSE  # a lock
        assert self.ask(machine, "sendto", 3, 1, 1, 0, 0) == seccomp.ALLOW
        assert self.ask(machine, "sendto", 3, 1, 1, 0, 1) == seccomp.REFUSE
        assert self.ask(machine, "sendto", 3, 1, 1, 0, 1 << 32) == seccomp.REFUSE
        assert self.ask(machine, "openat", 0, 0, 0o1000) == seccomp.REFUSE  # truncated while only read
        assert self.ask(machine, "openat", 0, 0, 0o1101) == seccomp.ALLOW

    def test_without_a_user_of_its_own_files_keep_their_mode(self, machine: str) -> None:
        for name in ("fchmodat", "fchownat", "truncate", "utimensat", "setxattr"):
            assert self.ask(machine, name, own_user=True) == seccomp.ALLOW
            assert self.ask(machine, name, own_user=False) == seccomp.REFUSE

    def test_foreign_tables_and_unknown_calls(self, machine: str) -> None:
        program = seccomp.build(machine, self.PID, own_user=True)
        own = seccomp.PROCESSOR[machine]
        assert self.verdict(program, 0x40000003, 11) == seccomp.KILL  # execve by the 32-bit table of a PC
        assert self.verdict(program, own, 0x40000000 | 41) == seccomp.MISSING  # x32
        assert self.verdict(program, own, LAST_KNOWN + 1) == seccomp.MISSING
        assert self.verdict(program, own, {"x86_64": 0, "aarch64": 63}[machine]) == seccomp.ALLOW  # read
        assert len(program) < 4096 and all(0 <= jump < 256 for _, *jumps, _ in program for jump in jumps)

    def test_an_unknown_processor_is_said_to_be_one(self) -> None:
        with pytest.raises(Exception, match="no seccomp filter for the processor riscv64"):
            seccomp.build("riscv64", 1, own_user=True)


class TestLandlock:
    def test_every_version_is_asked_for_what_it_knows(self, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[tuple[int, ...]] = []

        def record(number: int, *arguments: object) -> int:
            asked = arguments[0]._obj  # type: ignore[attr-defined]
            calls.append((asked.files, asked.network, asked.scoped, int(str(arguments[1]))))
            return 0

        monkeypatch.setattr("softmark.sandbox.layers.kernel.syscall", record)
        for version in range(1, 9):
            landlock._create(version, landlock._handled_files(version))
        assert [each[0].bit_length() for each in calls] == [13, 14, 15, 15, 16, 16, 16, 16]
        assert [each[1] for each in calls] == [0, 0, 0, 3, 3, 3, 3, 3]
        assert [each[2] for each in calls] == [0, 0, 0, 0, 0, 3, 3, 3]
        assert [each[3] for each in calls] == [8, 8, 8, 16, 16, 24, 24, 24]

    def test_the_engine_is_not_among_what_may_be_read(self) -> None:
        engine = Path(landlock.__file__).resolve().parents[2]
        assert not any(Path(folder).resolve() in (engine, *engine.parents) for folder in landlock.readable_paths())


class TestPrivateFolders:
    def test_no_depth_is_too_deep(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = tmp_path / "private"
        folder.mkdir()
        with monkeypatch.context() as inside:
            inside.chdir(folder)
            for _ in range(1200):
                os.mkdir("down")  # noqa: PTH102
                os.chdir("down")
        assert private_folder.is_over(str(folder), 1 << 30, 1_000_000)  # no path can name its end
        private_folder.wipe(str(folder))
        assert not folder.exists()

    def test_links_are_removed_and_not_followed(self, tmp_path: Path) -> None:
        outside = tmp_path / "outside"
        outside.mkdir()
        (outside / "kept").write_text("x", encoding="utf-8")
        folder = tmp_path / "private"
        folder.mkdir()
        (folder / "link").symlink_to(outside)
        (folder / "inner").mkdir()
        (folder / "inner" / "link").symlink_to(outside)
        private_folder.wipe(str(folder))
        assert not folder.exists() and (outside / "kept").exists()

    def test_counting_stops_at_the_limit(self, tmp_path: Path) -> None:
        assert not private_folder.is_over(str(tmp_path), 1000, 10)
        for n in range(20):
            (tmp_path / f"{n}").write_text("", encoding="utf-8")
        assert private_folder.is_over(str(tmp_path), 1 << 20, 10)
        assert not private_folder.is_over(str(tmp_path), 1 << 20, 20)
        (tmp_path / "large").write_bytes(bytes(1 << 16))
        assert private_folder.is_over(str(tmp_path), 1 << 15, 100)
        assert private_folder.is_over("/proc", 1 << 60, 1000)

    def test_the_folders_of_servers_that_were_killed_are_removed_by_the_next(
        self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr(private_folder, "_reachable_folder", lambda: str(tmp_path))
        abandoned, in_use, young = (Path(private_folder.make_base()) for _ in range(3))
        (abandoned / "left").mkdir()
        for old in (abandoned, in_use):
            os.utime(old, (0, 0))
        held = private_folder.hold(str(in_use))
        private_folder.wipe_abandoned()
        os.close(held)
        assert (abandoned.exists(), in_use.exists(), young.exists()) == (False, True, True)

    def test_what_others_can_read_is_exposed(self) -> None:
        base = Path(private_folder.make_base())
        try:
            (base / "key").write_text("x", encoding="utf-8")
            (base / "key").chmod(0o644)
            assert probe.exposed(base / "key")
            (base / "key").chmod(0o640)
            assert not probe.exposed(base / "key")
            (base / "key").chmod(0o644)
            base.chmod(0o700)
            assert not probe.exposed(base / "key")
        finally:
            private_folder.wipe(str(base))

    def test_the_closed_part_of_a_path_is_named(self) -> None:
        base = Path(private_folder.make_base())
        try:
            (base / "a" / "b").mkdir(parents=True)
            for open_folder in (base / "a", base / "a" / "b"):
                open_folder.chmod(0o755)
            assert private_folder.closed_part(str(base / "a" / "b")) is None
            (base / "a").chmod(0o700)
            assert private_folder.closed_part(str(base / "a" / "b")) == str(base / "a")
        finally:
            private_folder.wipe(str(base))


def test_no_refused_call_is_named_wrongly() -> None:
    named = {*seccomp.REFUSED, *seccomp.REFUSED_TO_THE_SAME_USER, *seccomp.SIGNALS, *seccomp.SELF_ONLY}
    assert named <= set(numbers("x86_64"))
