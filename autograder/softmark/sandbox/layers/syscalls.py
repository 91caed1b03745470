"""The numbers of the system calls that the filter speaks of, for the two processors that we know."""

from __future__ import annotations

PROCESSORS = ("x86_64", "aarch64")
_TABLE = """
    _sysctl 156 -,  accept 43 202,  accept4 288 242,  acct 163 89,  add_key 248 217,  adjtimex 159 171,
    bind 49 200,  bpf 321 280,  capset 126 91,  chmod 90 -,  chown 92 -,  chroot 161 51,  clock_adjtime 305 266,
    clock_settime 227 112,  clone 56 220,  clone3 435 435,  connect 42 203,  create_module 174 -,
    delete_module 176 106,  execve 59 221,  execveat 322 281,  fadvise64 221 223,  fanotify_init 300 262,
    fanotify_mark 301 263,  fchmod 91 52,  fchmodat 268 53,  fchown 93 55,  fchownat 260 54,  fcntl 72 25,
    finit_module 313 273,  flock 73 32,  fork 57 -,  fremovexattr 199 16,  fsconfig 431 431,  fsetxattr 190 7,
    fsmount 432 432,  fsopen 430 430,  fspick 433 433,  futimesat 261 -,  get_kernel_syms 177 -,
    init_module 175 105,  inotify_add_watch 254 27,  inotify_init 253 -,  inotify_init1 294 26,
    inotify_rm_watch 255 28,  io_uring_enter 426 426,  io_uring_register 427 427,  io_uring_setup 425 425,
    ioctl 16 29,  ioperm 173 -,  iopl 172 -,  ioprio_set 251 30,  kcmp 312 272,  kexec_file_load 320 294,
    kexec_load 246 104,  keyctl 250 219,  kill 62 129,  lchown 94 -,  listen 50 201,  lookup_dcookie 212 18,
    lremovexattr 198 15,  lsetxattr 189 6,  memfd_create 319 279,  memfd_secret 447 447,  migrate_pages 256 238,
    mincore 27 232,  mknod 133 -,  mknodat 259 33,  mmap 9 222,  modify_ldt 154 -,  mount 165 40,
    mount_setattr 442 442,  move_mount 429 429,  move_pages 279 239,  mq_open 240 180,  mq_unlink 241 181,
    msgctl 71 187,  msgget 68 186,  msgrcv 70 188,  msgsnd 69 189,  name_to_handle_at 303 264,  nfsservctl 180 42,
    open 2 -,  open_by_handle_at 304 265,  open_tree 428 428,  openat 257 56,  openat2 437 437,
    perf_event_open 298 241,  personality 135 92,  pidfd_getfd 438 438,  pidfd_open 434 434,
    pidfd_send_signal 424 424,  pivot_root 155 41,  prctl 157 167,  preadv2 327 286,  prlimit64 302 261,
    process_madvise 440 440,  process_mrelease 448 448,  process_vm_readv 310 270,  process_vm_writev 311 271,
    ptrace 101 117,  query_module 178 -,  quotactl 179 60,  quotactl_fd 443 443,  readahead 187 213,
    reboot 169 142,  recvmmsg 299 243,  removexattr 197 14,  request_key 249 218,  rt_sigqueueinfo 129 138,
    rt_tgsigqueueinfo 297 240,  sched_setaffinity 203 122,  sched_setattr 314 274,  sched_setparam 142 118,
    sched_setscheduler 144 119,  seccomp 317 277,  semctl 66 191,  semget 64 190,  semop 65 193,
    semtimedop 220 192,  sendmmsg 307 269,  sendmsg 46 211,  sendto 44 206,  setdomainname 171 162,
    setfsgid 123 152,  setfsuid 122 151,  setgid 106 144,  setgroups 116 159,  sethostname 170 161,  setns 308 268,
    setpgid 109 154,  setpriority 141 140,  setregid 114 143,  setresgid 119 149,  setresuid 117 147,
    setreuid 113 145,  setsid 112 157,  settimeofday 164 170,  setuid 105 146,  setxattr 188 5,  shmat 30 196,
    shmctl 31 195,  shmget 29 194,  socket 41 198,  socketpair 53 199,  swapoff 168 225,  swapon 167 224,
    sysfs 139 -,  syslog 103 116,  tgkill 234 131,  tkill 200 130,  truncate 76 45,  umount2 166 39,
    unshare 272 97,  uselib 134 -,  userfaultfd 323 282,  ustat 136 -,  utime 132 -,  utimensat 280 88,
    utimes 235 -,  vfork 58 -,  vhangup 153 58,  vmsplice 278 75
"""
"""name, number on each processor; a dash where it never had that call."""

LAST_KNOWN = 450
"""The youngest call that we have read about. Both tables share their upper end."""


def numbers(machine: str) -> dict[str, int]:
    """name → number on this processor; empty where we have no table."""
    if machine not in PROCESSORS:
        return {}
    column = 1 + PROCESSORS.index(machine)
    rows = [entry.split() for entry in _TABLE.split(",")]
    return {row[0]: int(row[column]) for row in rows if row[column] != "-"}
