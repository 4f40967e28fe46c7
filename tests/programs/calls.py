"""Makes the system calls that no player needs, and says on stderr which of them succeeded; then it
plays two plies of checkers by heart. Linux on x86_64."""

import ctypes
import fcntl
import mmap
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path

ANSWERS = {
    "r": "rrrrrrrr.rrrr.......wwwwwwwwwwww 0_8_12 w 49",
    "w": "rrrrrrrr.rrrr....w..ww.wwwwwwwww 0_22_17 r 48",
}
EVERYBODY = (0, 0o600)
libc = ctypes.CDLL(None, use_errno=True)
other = os.getppid()
limits, policy = ctypes.create_string_buffer(16), ctypes.create_string_buffer(64)
mask = ctypes.create_string_buffer(b"\xff" * 8)
mine = os.open("mine", os.O_RDWR | os.O_CREAT)
Path("shared").write_text("x")


def call(number: int, *words: object) -> Callable[[], bool]:
    return lambda: libc.syscall(ctypes.c_long(number), *words) >= 0


def lock(command: int, kind: int) -> Callable[[], bool]:
    """Whether a lock command told something of another's lock, or made a difference."""

    def ask() -> bool:
        asked = struct.pack("hhqqi", kind, 0, 0, 0, 0)
        return fcntl.fcntl(mine, command, asked) != asked

    return ask


def lease() -> bool:
    fcntl.fcntl(mine, fcntl.F_SETLEASE, fcntl.F_WRLCK)
    return True


def raises_priority() -> bool:
    os.setpriority(os.PRIO_PROCESS, other, 19)
    return True


def changes_mode() -> bool:
    before = os.stat(__file__).st_mode
    os.chmod(__file__, 0o600 if before & 0o77 else 0o644)
    return os.stat(__file__).st_mode != before


def changes_times() -> bool:
    before = os.stat(__file__).st_mtime
    os.utime(__file__, (5, 5))
    return os.stat(__file__).st_mtime != before


def forgets_a_page() -> bool:
    """Whether a page of a file that all programs see can be dropped from memory."""
    file, page = os.open("/usr/bin/env", os.O_RDONLY), bytearray(mmap.PAGESIZE)
    os.pread(file, len(page), 0)
    os.posix_fadvise(file, 0, 0, os.POSIX_FADV_DONTNEED)
    try:
        return os.preadv(file, [page], 0, os.RWF_NOWAIT) == 0
    except BlockingIOError:
        return True


def takes_all_timers() -> bool:
    """Whether timers run out too late, or too soon because the opponent has them."""
    timer, signal = ctypes.c_void_p(), struct.pack("Pii48x", 0, 34, 0)
    count = 0
    while count < 5000 and libc.timer_create(1, signal, ctypes.byref(timer)) == 0:
        count += 1
    return not 4000 < count <= 4096


def opens(path: str) -> Callable[[], bool]:
    return lambda: os.open(path, os.O_RDWR | os.O_NOCTTY) >= 0


CALLS: dict[str, Callable[[], bool]] = {
    "mode of a file outside": changes_mode,
    "times of a file outside": changes_times,
    "forget a page": forgets_a_page,
    "timers": takes_all_timers,
    "a terminal": opens("/dev/ptmx"),
    "a trigger of pressure": opens("/proc/pressure/cpu"),
    "inotify_init": call(253),
    "inotify_init1": call(294, 0),
    "fanotify_init": call(300, 0x200, 0),
    "setxattr": call(188, __file__.encode(), b"user.x", b"1", 1, 0),
    "landlock_create_ruleset": call(444, struct.pack("3Q", 1, 0, 0), 24, 0),
    "lease": lease,
    "getlk": lock(5, fcntl.F_WRLCK),
    "ofd getlk": lock(36, fcntl.F_WRLCK),
    "setlk": lock(6, fcntl.F_RDLCK),
    "prlimit of another": call(302, other, 7, 0, limits),
    "sched_setaffinity of another": call(203, other, 8, mask),
    "sched_setscheduler of another": call(144, other, 5, policy),
    "sched_setparam of another": call(142, other, policy),
    "sched_setattr of another": call(314, other, policy, 0),
    "priority of another": raises_priority,
    "priority of its group": call(141, 1, 0, 19),
    "ioprio_set": call(251, 1, other, 0),
    "semget": call(64, 0, 1, 0o1600),
    "semop": call(65, 0, 0, 0),
    "shmget": call(29, 0, 4096, 0o1600),
    "msgget": call(68, 0, 0o1600),
    "mq_open": call(240, b"q", 0o102, 0o600, 0),
    "clone of a namespace": call(56, 0x10000000 | 17, 0, 0, 0, 0),
    "clone3": call(435, 0, 0),
    "unshare": call(272, 0x10000000),
    "setns": call(308, mine, 0),
    "mount": call(165, b"x", b"/tmp", b"tmpfs", 0, 0),
    "ptrace": call(101, 0, 0, 0, 0),
    "process_vm_readv": call(310, other, 0, 0, 0, 0, 0),
    "pidfd_getfd": call(438, 0, 0, 0),
    "keyctl": call(250, 0, -3, 1),
    "add_key": call(248, b"user", b"x", b"x", 1, -3),
    "bpf": call(321, 0, 0, 0),
    "perf_event_open": call(298, 0, 0, -1, -1, 0),
    "io_uring_setup": call(425, 1, 0),
    "userfaultfd": call(323, 0),
    "memfd_create": call(319, b"x", 0),
    "open_by_handle_at": call(304, mine, 0, 0),
    "name_to_handle_at": call(303, mine, b"", policy, mask, 0x1000),
    "personality": call(135, 0xFFFFFFFF),
    "kcmp": call(312, os.getpid(), os.getpid(), 0, 0, 0),
    "quotactl": call(179, 0, 0, 0, 0),
    "syslog": call(103, 10, 0, 0),
    "a kernel socket": call(41, 38, 5, 0),
    "a call of the future": call(600),
}
for name, attempt in CALLS.items():
    try:
        if attempt():
            print("can", name, file=sys.stderr)
    except OSError:
        pass
for line in iter(sys.stdin.readline, ""):
    print(ANSWERS[line.split()[2]], flush=True)
