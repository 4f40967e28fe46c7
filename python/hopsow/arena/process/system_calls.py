"""The system calls that a program in a sandbox may make, as a seccomp filter.

The supervisor puts it on itself before it starts anything. What is not listed fails with ENOSYS, as
on a system that lacks it: new calls of the kernel are refused until somebody has thought about
them. Of some calls it depends on the arguments. Nobody touches another process: limits, scheduling
and priority are one's own. Leases are refused, for whoever opens such a file waits. Locks on files
succeed and do nothing: on a file that both programs see they would carry a bit from one to the
other, and compilers and Java take such locks on files of their own. The same holds for advice about
the page cache and for `sync`. Nobody watches a file: inotify would tell when the opponent opens it.
"""

from __future__ import annotations

import errno
import platform
import struct
from collections.abc import Iterable, Iterator

# include/uapi/linux/audit.h; the numbers of calls are those of each machine's unistd.h.
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
ALLOWED = """
read:0:63 write:1:64 open:2 close:3:57 stat:4 fstat:5:80 lstat:6 poll:7 lseek:8:62 mmap:9:222
mprotect:10:226 munmap:11:215 brk:12:214 rt_sigaction:13:134 rt_sigprocmask:14:135
rt_sigreturn:15:139 ioctl:16:29 pread64:17:67 pwrite64:18:68 readv:19:65 writev:20:66 access:21
pipe:22 select:23 sched_yield:24:124 mremap:25:216 msync:26:227 mincore:27:232 madvise:28:233
dup:32:23 dup2:33 pause:34 nanosleep:35:101 getitimer:36:102 alarm:37 setitimer:38:103 getpid:39:172
sendfile:40:71 connect:42:203 accept:43:202 sendto:44:206 recvfrom:45:207 sendmsg:46:211
recvmsg:47:212 shutdown:48:210 bind:49:200 listen:50:201 getsockname:51:204 getpeername:52:205
socketpair:53:199 setsockopt:54:208 getsockopt:55:209 fork:57 vfork:58 execve:59:221 exit:60:93
wait4:61:260 kill:62:129 uname:63:160 fsync:74:82 fdatasync:75:83 truncate:76:45 ftruncate:77:46
getdents:78 getcwd:79:17 chdir:80:49 fchdir:81:50 rename:82 mkdir:83 rmdir:84 creat:85 link:86
unlink:87 symlink:88 readlink:89 umask:95:166 gettimeofday:96:169 getrlimit:97:163 getrusage:98:165
sysinfo:99:179 times:100:153 getuid:102:174 getgid:104:176 setuid:105:146 setgid:106:144
geteuid:107:175 getegid:108:177 setpgid:109:154 getppid:110:173 getpgrp:111 setsid:112:157
setreuid:113:145 setregid:114:143 getgroups:115:158 setgroups:116:159 setresuid:117:147
getresuid:118:148 setresgid:119:149 getresgid:120:150 getpgid:121:155 setfsuid:122:151
setfsgid:123:152 getsid:124:156 capget:125:90 capset:126:91 rt_sigpending:127:136
rt_sigtimedwait:128:137 rt_sigqueueinfo:129:138 rt_sigsuspend:130:133 sigaltstack:131:132 mknod:133
statfs:137:43 fstatfs:138:44 getpriority:140:141 sched_getparam:143:121 sched_getscheduler:145:120
sched_get_priority_max:146:125 sched_get_priority_min:147:126 sched_rr_get_interval:148:127
mlock:149:228 munlock:150:229 mlockall:151:230 munlockall:152:231 prctl:157:167 arch_prctl:158
setrlimit:160:164 gettid:186:178 readahead:187:213 getxattr:191:8 lgetxattr:192:9 fgetxattr:193:10
listxattr:194:11 llistxattr:195:12 flistxattr:196:13 tkill:200:130 time:201 futex:202:98
sched_getaffinity:204:123 epoll_create:213 remap_file_pages:216:234 getdents64:217:61
set_tid_address:218:96 restart_syscall:219:128 timer_create:222:107 timer_settime:223:110
timer_gettime:224:108 timer_getoverrun:225:109 timer_delete:226:111 clock_gettime:228:113
clock_getres:229:114 clock_nanosleep:230:115 exit_group:231:94 epoll_wait:232 epoll_ctl:233:21
tgkill:234:131 waitid:247:95 openat:257:56 mkdirat:258:34 mknodat:259:33 newfstatat:262:79
unlinkat:263:35 renameat:264:38 linkat:265:37 symlinkat:266:36 readlinkat:267:78 faccessat:269:48
pselect6:270:72 ppoll:271:73 set_robust_list:273:99 get_robust_list:274:100 splice:275:76 tee:276:77
sync_file_range:277:84 vmsplice:278:75 epoll_pwait:281:22 signalfd:282 timerfd_create:283:85
eventfd:284 fallocate:285:47 timerfd_settime:286:86 timerfd_gettime:287:87 accept4:288:242
signalfd4:289:74 eventfd2:290:19 epoll_create1:291:20 dup3:292:24 pipe2:293:59 preadv:295:69
pwritev:296:70 rt_tgsigqueueinfo:297:240 recvmmsg:299:243 sendmmsg:307:269 getcpu:309:168
sched_getattr:315:275 renameat2:316:276 getrandom:318:278 execveat:322:281 membarrier:324:283
mlock2:325:284 copy_file_range:326:285 preadv2:327:286 pwritev2:328:287 pkey_mprotect:329:288
pkey_alloc:330:289 pkey_free:331:290 statx:332:291 rseq:334:293 pidfd_send_signal:424:424
pidfd_open:434:434 close_range:436:436 openat2:437:437 faccessat2:439:439 epoll_pwait2:441:441
landlock_restrict_self:446:446 futex_waitv:449:449
"""
IDLE = """
fadvise64:221:223 sync:162:81 syncfs:306:267 chown:92 fchown:93:55 lchown:94 fchownat:260:54
"""
IDLE_UNDER_LANDLOCK = """
chmod:90 fchmod:91:52 fchmodat:268:53 fchmodat2:452:452 utime:132 utimes:235 futimesat:261
utimensat:280:88
"""
FLOCK, CLONE, SOCKET, FCNTL = (73, 32), (56, 220), (41, 198), (72, 25)
FAMILIES = (1, 2, 10, 16)  # local, of the internet, and what lists the network's interfaces
NEW_NAMESPACES = 0x7E020080  # flags of clone(2); what clone3 is asked for cannot be seen here
OWN_LOCKS = (6, 7, 37, 38)  # F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW: done without effect
FOREIGN = (5, 36, 1024, 1026)  # F_GETLK, F_OFD_GETLK, F_SETLEASE, F_NOTIFY: refused
OF_MYSELF = {  # calls whose first arguments must be 0: this process, and no other
    "prlimit64": (302, 261, 1),
    "sched_setaffinity": (203, 122, 1),
    "sched_setparam": (142, 118, 1),
    "sched_setscheduler": (144, 119, 1),
    "sched_setattr": (314, 274, 1),
    "setpriority": (141, 140, 2),
}

LOAD, EQUAL, AT_LEAST, ABOVE, HAS, RETURN = 0x20, 0x15, 0x35, 0x25, 0x45, 0x06
NUMBER_AT, MACHINE_AT, ARGUMENTS_AT, ARGUMENT_SIZE = 0, 4, 16, 8
ALLOW, REFUSE = 0x7FFF0000, 0x00050000
MISSING, FORBIDDEN, DONE = REFUSE | errno.ENOSYS, REFUSE | errno.EPERM, REFUSE


def code(machine: str = platform.machine(), has_namespaces: bool = True) -> bytes:
    """The filter for a machine, in the kernel's bytecode; nothing where its calls are not known.

    Without namespaces of its own a program can make no socket, but for pairs, and changes neither
    modes nor times of files: Landlock would let it do so wherever the referee's user may.
    """
    if machine not in MACHINES:
        return b""
    architecture, column = MACHINES[machine]
    steps = [
        _step(LOAD, MACHINE_AT),
        _step(EQUAL, architecture, 1, 0),
        _step(RETURN, MISSING),
        _step(LOAD, NUMBER_AT),
    ]
    idle = IDLE if has_namespaces else IDLE + IDLE_UNDER_LANDLOCK
    for number in (FLOCK[column], *_numbers(idle, column)):
        steps += _on(number, [_step(RETURN, DONE)])
    steps += _on(CLONE[column], _clone())
    steps += _on(SOCKET[column], _socket(has_namespaces))
    steps += _on(FCNTL[column], _fcntl())
    for numbers in OF_MYSELF.values():
        steps += _on(numbers[column], _of_myself(numbers[2]))
    allowed = ALLOWED + IDLE_UNDER_LANDLOCK
    for low, high in _ranges(_numbers(allowed, column)):
        steps += [
            _step(AT_LEAST, low, 1, 0),
            _step(RETURN, MISSING),
            _step(ABOVE, high, 1, 0),
            _step(RETURN, ALLOW),
        ]
    steps.append(_step(RETURN, MISSING))
    return b"".join(steps)


def _numbers(words: str, column: int) -> Iterator[int]:
    for word in words.split():
        _, *numbers = word.split(":")
        if column < len(numbers):  # some old calls exist on one machine only
            yield int(numbers[column])


def _ranges(numbers: Iterable[int]) -> list[tuple[int, int]]:
    """Runs of numbers that follow each other, from the lowest to the highest."""
    runs: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs


def _on(number: int, steps: list[bytes]) -> list[bytes]:
    """Steps for one call, which end in an answer."""
    return [_step(EQUAL, number, 0, len(steps)), *steps]


def _clone() -> list[bytes]:
    return [
        _argument(0),
        _step(HAS, NEW_NAMESPACES, 0, 1),
        _step(RETURN, FORBIDDEN),
        _step(RETURN, ALLOW),
    ]


def _socket(is_allowed: bool) -> list[bytes]:
    steps = [_argument(0)]
    for family in FAMILIES if is_allowed else ():
        steps += [_step(EQUAL, family, 0, 1), _step(RETURN, ALLOW)]
    return [*steps, _step(RETURN, FORBIDDEN)]


def _fcntl() -> list[bytes]:
    steps = [_argument(1)]
    for commands, answer in ((OWN_LOCKS, DONE), (FOREIGN, FORBIDDEN)):
        for command in commands:
            steps += [_step(EQUAL, command, 0, 1), _step(RETURN, answer)]
    return [*steps, _step(RETURN, ALLOW)]


def _of_myself(arguments: int) -> list[bytes]:
    steps = []
    for position in range(arguments):
        steps += [_argument(position), _step(EQUAL, 0, 1, 0), _step(RETURN, FORBIDDEN)]
    return [*steps, _step(RETURN, ALLOW)]


def _argument(position: int) -> bytes:
    """Load the lower half of an argument, which is all of an int on both machines."""
    return _step(LOAD, ARGUMENTS_AT + ARGUMENT_SIZE * position)


def _step(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_so, if_not, value)
