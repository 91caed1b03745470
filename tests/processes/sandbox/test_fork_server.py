"""The fork server: workers start, end and leave nothing behind, whatever they do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.proc import children_of, end, is_gone
from tests.sandbox_lab import (
    IN_EVERY_WORKER,
    LABS,
    Lab,
    LabError,
)


def server_pid(lab: Lab) -> int:
    return int(lab.grader("result = server.pid"))


class TestWorkers:
    def test_how_a_worker_ended_is_told(self, lab: Lab) -> None:
        assert lab.attack("answer = 1").exit == "killed by the grader"
        seen = lab.grader("""
result = []
for code in ("raise SystemExit(3)", "import os; os._exit(4)", "import os; os.kill(os.getpid(), 11)"):
    worker = server.spawn(Job())
    run_code(worker.channel, code)
    time.sleep(0.1)
    result.append([worker.kill().says, worker.kill().says])
""")
        assert seen == [["exit code 3"] * 2, ["exit code 4"] * 2, ["SIGSEGV"] * 2]

    def test_a_slot_is_one_place(self, lab: Lab) -> None:
        """A worker that was forgotten is ended when its place is needed."""
        first, second = lab.grader("""
first = server.spawn(Job(slot=2))
second = server.spawn(Job(slot=2))
result = [first.pid, second.pid]
assert first.kill().says == "killed by the grader"
""")
        assert first != second and is_gone(first)
        assert children_of(server_pid(lab)) == [second]
        lab.grader("second.kill()")

    def test_a_closed_channel_lets_a_worker_go(self, lab: Lab) -> None:
        seen = lab.grader("""
worker = server.spawn(Job())
worker.channel.close()
time.sleep(0.1)
result = worker.kill().says
""")
        assert seen == "exit code 0"


STUBBORN = {
    "ignores every signal": """
import signal
for number in range(1, 65):
    try: signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError): pass
while True: pass
""",
    "stops itself": "import os, signal; os.kill(os.getpid(), signal.SIGSTOP)",
    "loops in C": "sum(iter(int, 1))",
    "sleeps in many threads": """
import threading, time
for _ in range(10): threading.Thread(target=time.sleep, args=(1000,)).start()
time.sleep(1000)
""",
}


class TestKilling:
    """Soon, whatever the worker does about it."""

    @pytest.mark.parametrize("what", list(STUBBORN))
    def test_a_worker_that(self, lab: Lab, what: str) -> None:
        seen = lab.attack(STUBBORN[what], seconds=0.1)
        assert seen.ended == "silent"
        assert seen.exit == "killed by the grader"


class TestTheServer:
    def test_fifty_workers_leave_nothing_behind(self, lab: Lab) -> None:
        """No process, no zombie, no descriptor (a worker with that layer off sees the server's), no folder."""
        count = "import os; answer = len(os.listdir('/proc/self/fd'))"
        before = lab.attack(count, without=("descriptors", "landlock")).answer
        seen = lab.grader("""
ends = set()
own = len(os.listdir("/proc/self/fd"))
for turn in range(50):
    with server.spawn(Job(slot=turn % 3)) as worker:
        if turn % 5 == 0: run_code(worker.channel, "import os; os._exit(1)"); time.sleep(0.05)
    ends.add(worker.kill().says)
result = [sorted(ends), len(os.listdir("/proc/self/fd")) - own]
""")
        assert seen == [["exit code 1", "killed by the grader"], 0]
        assert children_of(server_pid(lab)) == []
        assert lab.attack(count, without=("descriptors", "landlock")).answer == before

    def test_it_dies_with_the_grader_and_takes_its_workers_along(self) -> None:
        for name in LABS:
            with LABS[name]() as lab:
                server, worker, home = lab.grader("""
worker = server.spawn(Job())
home = run_code(worker.channel, "import os; answer = os.getcwd()")["answer"]
run_code(worker.channel, "while True: pass", 0.1)
result = [server.pid, worker.pid, home]
""")
                end(lab.grader_pid)
                assert is_gone(server, buried=False) and is_gone(worker, buried=False), name
                assert not Path(home).parent.exists(), name

    def test_even_while_a_child_of_the_graders_holds_the_connection(self, lab: Lab) -> None:
        with LABS[lab.name]() as fresh:
            server, worker, child = fresh.grader("""
worker = server.spawn(Job())
child = os.fork()
if child == 0:
    time.sleep(30)
    os._exit(0)
result = [server.pid, worker.pid, child]
""")
            end(fresh.grader_pid)
            gone = is_gone(server, buried=False) and is_gone(worker, buried=False)
            end(child)
            assert gone

    def test_workers_die_with_the_server_and_the_grader_is_told(self, lab: Lab) -> None:
        with LABS[lab.name]() as fresh:
            server, worker = fresh.grader("worker = server.spawn(Job()); result = [server.pid, worker.pid]")
            end(server)
            assert is_gone(worker, buried=False)
            with pytest.raises(LabError, match="ServerGone: The grader's fork server is gone"):
                fresh.grader("server.spawn(Job())")

    def test_an_interrupt_is_the_graders_business(self, lab: Lab) -> None:
        assert os.getsid(server_pid(lab)) == server_pid(lab) != os.getsid(lab.grader_pid)

    def test_a_request_that_cannot_be_met_costs_nobody_else(self, lab: Lab) -> None:
        seen = lab.grader("""
result = []
whole, nothing = {"job": asdict(Job())}, {"job": {}}
for action, descriptors, details in (("spawn", [], whole), ("spawn", [0], nothing), ("kill", [], {})):
    try: result.append(server.ask(action, descriptors, **details))
    except ServerError as problem: result.append(str(problem).partition(" (")[0])
result.append(server.ask("kill", pid=1))     # not a worker: nobody is harmed
with server.spawn(Job()) as worker: result.append(run_code(worker.channel, "answer = 'still here'")["answer"])
""")
        assert seen == ["the fork server could not do that"] * 3 + [None, "still here"]

    def test_a_worker_that_dies_while_starting_costs_only_itself(self, tmp_path: Path) -> None:
        module = tmp_path / "fragile.py"
        module.write_text(
            """
import os, signal
from sandbox_lab import entry
from softmark.sandbox import shut_in
def enter(plan, channel, report, ordinary=shut_in.enter):
    if plan.uid % 20 == 7: os.kill(os.getpid(), signal.SIGABRT)
    if plan.uid % 20 == 8: raise ValueError("a fault of ours")
    return ordinary(plan, channel, report)
shut_in.enter = enter
""",
            encoding="utf-8",
        )
        with Lab("fragile", entry="fragile:entry", more_path=(str(tmp_path),)) as lab:
            for slot, how in ((7, "SIGABRT"), (8, "exit code 70")):
                with pytest.raises(LabError, match=f"a worker died before it was ready .{how}"):
                    lab.attack("1", slot=slot)
            assert lab.attack("answer = 'well'").answer == "well"

    def test_two_graders_side_by_side_share_no_user(self) -> None:
        with Lab("one") as one, Lab("two") as two:
            first, second = one.level, two.level
            users = [lab.attack("import os; answer = os.getuid()").answer for lab in (one, two)]
            if first["layers"]["identity"] == "on":
                assert abs(first["first_uid"] - second["first_uid"]) >= 20
                assert users == [first["first_uid"], second["first_uid"]]
            else:
                assert users == [os.getuid(), os.getuid()]


class TestSecrets:
    """What the grader learns after the fork is in no worker's memory, even with every wall down."""

    DUMP = """
with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory, open({path!r}, "wb") as out:
    for line in maps:
        where, rights = line.split()[:2]
        if rights[0] != "r" or "[v" in line: continue
        low, high = (int(part, 16) for part in where.split("-"))
        try:
            memory.seek(low)
            while low < high:
                out.write(memory.read(min(high - low, 1 << 20)))
                low += 1 << 20
        except OSError: pass
answer = True
"""

    def test_not_in_memory(self, lab: Lab) -> None:
        """As an ordinary user /proc/self/mem of an undumpable process belongs to root: there the test dumps itself."""
        dump = lab.folder / "engine" / "dump"
        dump.touch()
        dump.chmod(0o666)
        code = "import ctypes; ctypes.CDLL(None).prctl(4, 1, 0, 0, 0)\n" + self.DUMP.format(path=str(dump))
        known = lab.grader(f"""
import secrets
reference = "reference-" + secrets.token_hex(16)
earlier = "submission-" + secrets.token_hex(16)
with server.spawn(Job()) as worker: run_code(worker.channel, f"submission = '{{earlier}}'")
with server.spawn(Job(layers=())) as worker: said = run_code(worker.channel, {code!r})
assert said.get("answer"), said
result = [reference, earlier]
""")
        memory = dump.read_bytes()
        dump.unlink()
        assert len(memory) > 1 << 20
        assert IN_EVERY_WORKER.encode() in memory  # we do look well
        for secret in known:
            assert secret.encode() not in memory
