"""Filters system calls: no network, no programs, no other processes, nothing of the machine's own.

The filter is a small program in the kernel's own language (classic BPF) that looks at the number and the arguments
of every call. What is refused fails with "operation not permitted", as if the user lacked the right, so ordinary
code sees an ordinary error.
"""

from __future__ import annotations

import ctypes
import errno
import struct
from collections.abc import Iterable, Sequence

from softmark.sandbox.layers import kernel
from softmark.sandbox.layers.kernel import Unavailable
from softmark.sandbox.layers.syscalls import LAST_KNOWN, numbers

Instruction = tuple[int, int, int, int]
"""(what to do, how many to skip if true, if false, operand)"""

LOAD, AND, EQUAL, GREATER, RETURN = 0x20, 0x54, 0x15, 0x25, 0x06
ALLOW = 0x7FFF0000
KILL = 0x80000000
REFUSE = 0x00050000 | errno.EPERM
MISSING = 0x00050000 | errno.ENOSYS

PROCESSOR = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
"""How the kernel names the table that a call's number is read by. An x86-64 program can also call by the 32-bit one."""

REFUSED = (
    # the network, and handing descriptors to anybody
    *("socket", "socketpair", "bind", "connect", "listen", "accept", "accept4"),
    *("sendmsg", "sendmmsg", "recvmmsg"),
    # programs and processes
    *("execve", "execveat", "fork", "vfork", "setsid", "setpgid"),
    # other processes
    *("pidfd_open", "pidfd_send_signal", "pidfd_getfd", "ptrace", "process_vm_readv", "process_vm_writev"),
    *("process_madvise", "process_mrelease", "kcmp", "ioprio_set", "migrate_pages", "move_pages"),
    # becoming somebody else
    *("setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid"),
    *("setgroups", "capset", "seccomp"),
    # mounts, namespaces, and ways to a file that do not go by its path
    *("mount", "umount2", "mount_setattr", "move_mount", "open_tree", "fsopen", "fsconfig", "fsmount"),
    *("fspick", "pivot_root", "chroot", "unshare", "setns", "name_to_handle_at", "open_by_handle_at"),
    *("mknod", "mknodat", "quotactl", "quotactl_fd", "lookup_dcookie"),
    # being told what happens to files: names of others' work, by way of their folders
    *("fanotify_init", "fanotify_mark", "inotify_init", "inotify_init1", "inotify_add_watch", "inotify_rm_watch"),
    # signs to other processes: a lock on a file that everybody can read is seen by everybody who asks for one
    "flock",
    # what the machine holds of a file in memory: one worker would write a sign into that, and the next one read it
    *("fadvise64", "readahead", "mincore"),
    # giving way to others: who is never let at the processor is waited for
    *("sched_setscheduler", "sched_setparam", "sched_setattr", "setpriority"),
    # parts of the kernel that have been broken before and that no numerical code needs
    *("add_key", "request_key", "keyctl", "bpf", "perf_event_open", "userfaultfd", "io_uring_setup"),
    *("io_uring_enter", "io_uring_register", "vmsplice"),
    # memory that outlives its owner, or that no limit counts
    *("memfd_create", "memfd_secret", "shmget", "shmat", "shmctl", "semget", "semop", "semtimedop"),
    *("semctl", "msgget", "msgsnd", "msgrcv", "msgctl", "mq_open", "mq_unlink"),
    # the machine itself
    *("init_module", "finit_module", "delete_module", "create_module", "get_kernel_syms", "query_module"),
    *("kexec_load", "kexec_file_load", "reboot", "swapon", "swapoff", "acct", "syslog", "sethostname"),
    *("setdomainname", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "iopl", "ioperm"),
    *("modify_ldt", "vhangup", "nfsservctl", "sysfs", "ustat", "uselib", "_sysctl"),
)

REFUSED_TO_THE_SAME_USER = (
    *("chmod", "fchmod", "fchmodat", "chown", "lchown", "fchown", "fchownat", "truncate", "utime"),
    *("utimes", "futimesat", "utimensat", "setxattr", "lsetxattr", "fsetxattr", "removexattr"),
    *("lremovexattr", "fremovexattr"),
)
"""Landlock does not watch over a file's owner, mode and times (nor, before its third version, over truncating by
name). With a user of its own a worker owns no file of ours; without one these calls are refused."""

# Newer than our table: answer as an older kernel would, and the C library takes its older way.
# clone3 hides its flags behind a pointer, and so does openat2: their elders can be checked. preadv2 tells whether what
# it reads is in memory, and preadv does not.
ANSWERED_AS_MISSING = ("clone3", "openat2", "preadv2")

SIGNALS = ("kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo")
SELF_ONLY = ("prlimit64", "sched_setaffinity")

_THREAD = 0x00010000
_NAMESPACES = 0x7E020080  # every CLONE_NEW… flag, time included
_TRUNCATE, _ACCESS_MODE = 0o1000, 0o3
_SHARED_NOWHERE = 0x21  # MAP_SHARED (also as _VALIDATE) and MAP_ANONYMOUS

# What prctl may still do: names of threads and memory, vector lengths, and reading.
# Not the death signal, not dumpability, not another filter.
_PRCTL_ALLOWED = (2, 3, 15, 16, 21, 23, 29, 30, 39, 41, 42, 50, 51, 63, 64, 0x53564D41, 0x41555856)
# Typing into a terminal, and asking for a signal to be sent to somebody when a descriptor becomes ready.
_IOCTL_REFUSED = (0x5412, 0x541C, 0x5452, 0x8901, 0x8902)
# The same for files: signals to somebody, leases and news of a folder; and locks, as with flock.
_FCNTL_REFUSED = (8, 10, 15, 1024, 1026, 5, 6, 7, 36, 37, 38)
_PERSONALITY_QUERY = 0xFFFFFFFF


def restrict(pid: int, *, own_user: bool) -> None:
    """Put the filter on this process, for good. Needs no-new-privs."""
    if not kernel.on_linux():
        raise Unavailable("this is not Linux")
    program = assemble(build(kernel.machine(), pid, own_user=own_user))
    code = ctypes.create_string_buffer(program, len(program))
    asked = _Program(len(program) // 8, ctypes.addressof(code))
    try:
        _install(asked)
    except OSError as problem:
        raise Unavailable(f"the kernel refused the seccomp filter ({problem.strerror})") from problem


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("code", ctypes.c_void_p))


def _install(program: _Program) -> None:
    """On older kernels a filter switches off a speed-up of the processor; the call (not prctl) can decline that."""
    set_filter, keep_speed = 1, 4
    try:
        kernel.syscall(numbers(kernel.machine())["seccomp"], set_filter, keep_speed, ctypes.byref(program))
    except OSError:
        kernel.prctl(kernel.PR_SET_SECCOMP, 2, ctypes.byref(program))


def build(machine: str, pid: int, *, own_user: bool) -> list[Instruction]:
    """The filter for one worker on one kind of processor. `pid` is the worker's own number."""
    table = numbers(machine)
    if machine not in PROCESSOR:
        raise Unavailable(f"there is no seccomp filter for the processor {machine}")
    program: list[Instruction] = [
        (LOAD, 0, 0, 4),
        (EQUAL, 1, 0, PROCESSOR[machine]),
        (RETURN, 0, 0, KILL),
        (LOAD, 0, 0, 0),
        (GREATER, 0, 1, LAST_KNOWN),  # the x32 calls lie far above, too
        (RETURN, 0, 0, MISSING),
    ]
    for name, decision in _with_arguments(pid).items():
        if name in table:
            program += [(EQUAL, 0, len(decision), table[name]), *decision]
    for names, verdict in ((ANSWERED_AS_MISSING, MISSING), (REFUSED, REFUSE)):
        program += _answers(table, names, verdict)
    if not own_user:
        program += _answers(table, REFUSED_TO_THE_SAME_USER, REFUSE)
    return [*program, (RETURN, 0, 0, ALLOW)]


def assemble(program: Sequence[Instruction]) -> bytes:
    return b"".join(struct.pack("=HBBI", *instruction) for instruction in program)


def _answers(table: dict[str, int], names: Iterable[str], verdict: int) -> list[Instruction]:
    found: list[Instruction] = []
    for name in names:
        if name in table:
            found += [(EQUAL, 0, 1, table[name]), (RETURN, 0, 0, verdict)]
    return found


def _with_arguments(pid: int) -> dict[str, list[Instruction]]:
    """The calls whose arguments decide. Each list ends with a verdict on every way through it."""
    rules = {name: _one_of(0, (pid,), ALLOW, REFUSE) for name in SIGNALS}
    rules |= {name: _one_of(0, (0, pid), ALLOW, REFUSE) for name in SELF_ONLY}
    rules["clone"] = [*_masked(0, _THREAD | _NAMESPACES), *_verdict_if(_THREAD, ALLOW, REFUSE)]
    rules["prctl"] = _one_of(0, _PRCTL_ALLOWED, ALLOW, REFUSE)
    rules["ioctl"] = _one_of(1, _IOCTL_REFUSED, REFUSE, ALLOW)
    rules["fcntl"] = _one_of(1, _FCNTL_REFUSED, REFUSE, ALLOW)
    # Shared memory without a file is nobody's data: no limit of the kernel's counts it.
    rules["mmap"] = [*_masked(3, _SHARED_NOWHERE), *_verdict_if(_SHARED_NOWHERE, REFUSE, ALLOW)]
    rules["personality"] = _one_of(0, (_PERSONALITY_QUERY,), ALLOW, REFUSE)
    # Truncating while opening for reading needs no right to write, says Landlock before its third version.
    for name, flags in (("open", 1), ("openat", 2)):
        rules[name] = [*_masked(flags, _TRUNCATE | _ACCESS_MODE), *_verdict_if(_TRUNCATE, REFUSE, ALLOW)]
    # Plain sending on the channel; an address would be somebody else's.
    rules["sendto"] = [_low(4), (EQUAL, 1, 0, 0), (RETURN, 0, 0, REFUSE), _high(4), *_verdict_if(0, ALLOW, REFUSE)]
    return rules


# Arguments are 64 bits wide and read in halves. Where the kernel itself looks at 32 bits (process numbers, commands),
# so do we: comparing more would let a stray upper half slip past.
def _low(argument: int) -> Instruction:
    return (LOAD, 0, 0, 16 + 8 * argument)


def _high(argument: int) -> Instruction:
    return (LOAD, 0, 0, 20 + 8 * argument)


def _masked(argument: int, mask: int) -> list[Instruction]:
    return [_low(argument), (AND, 0, 0, mask)]


def _verdict_if(value: int, then: int, otherwise: int) -> list[Instruction]:
    return [(EQUAL, 0, 1, value), (RETURN, 0, 0, then), (RETURN, 0, 0, otherwise)]


def _one_of(argument: int, values: Sequence[int], found: int, otherwise: int) -> list[Instruction]:
    count = len(values)
    tests: list[Instruction] = [(EQUAL, count - index, 0, value) for index, value in enumerate(values)]
    return [_low(argument), *tests, (RETURN, 0, 0, otherwise), (RETURN, 0, 0, found)]
