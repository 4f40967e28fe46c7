"""The system calls that a program in a sandbox has no business with, as a seccomp filter.

The supervisor puts it on itself before it starts anything. What the filter refuses fails with
EPERM; calls that libraries do without where a system lacks them fail with ENOSYS. A lock by `flock`
succeeds and does nothing: on a file that both programs see it would carry a bit from one to the
other, and Java takes such locks on files of its own.
"""

from __future__ import annotations

import errno
import platform
import struct

# include/uapi/linux/audit.h; the numbers of calls are those of each machine's unistd.h.
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
X32 = 0x40000000  # the other calling convention of x86_64, whose calls have this bit
REFUSED = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "perf_event_open": (298, 241),
    "bpf": (321, 280),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "unshare": (272, 97),
    "setns": (308, 268),
}
MISSING = {
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "userfaultfd": (323, 282),
    # Memory that belongs to no process, and that no meter sees.
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "shmget": (29, 194),
    "msgget": (68, 186),
}
IDLE = {"flock": (73, 32)}
SOCKET = (41, 198)
FAMILIES = (38, 40)  # kernel cryptography, and sockets out of a virtual machine

LOAD, EQUAL, AT_LEAST, RETURN = 0x20, 0x15, 0x35, 0x06
NUMBER_AT, MACHINE_AT, FIRST_ARGUMENT_AT = 0, 4, 16
ALLOW, REFUSE = 0x7FFF0000, 0x00050000


def code(machine: str = platform.machine(), sockets: bool = True) -> bytes:
    """The filter for a machine, in the kernel's bytecode; nothing where its calls are not known.

    Without `sockets` there is no way to make one, but for pairs within the program.
    """
    if machine not in MACHINES:
        return b""
    architecture, column = MACHINES[machine]
    steps = [
        _step(LOAD, MACHINE_AT),
        _step(EQUAL, architecture, 1, 0),
        _step(RETURN, REFUSE | errno.ENOSYS),
        _step(LOAD, NUMBER_AT),
        _step(AT_LEAST, X32, 0, 1),
        _step(RETURN, REFUSE | errno.ENOSYS),
    ]
    for calls, error in ((REFUSED, errno.EPERM), (MISSING, errno.ENOSYS), (IDLE, 0)):
        for numbers in calls.values():
            steps += [_step(EQUAL, numbers[column], 0, 1), _step(RETURN, REFUSE | error)]
    if not sockets:
        steps += [_step(EQUAL, SOCKET[column], 0, 1), _step(RETURN, REFUSE | errno.EPERM)]
    steps += [
        _step(EQUAL, SOCKET[column], 0, 1 + 2 * len(FAMILIES)),
        _step(LOAD, FIRST_ARGUMENT_AT),
    ]
    for family in FAMILIES:
        steps += [_step(EQUAL, family, 0, 1), _step(RETURN, REFUSE | errno.EPERM)]
    steps.append(_step(RETURN, ALLOW))
    return b"".join(steps)


def _step(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_so, if_not, value)
