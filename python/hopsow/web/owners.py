"""The user at the other end of a connection of this machine.

127.0.0.1 is open to every user of a machine. Linux tells whose socket each end of a connection is
(sock_diag(7)), so that a board can serve its own user without any token. `/proc/net/tcp` says the
same, but takes milliseconds to read.
"""

from __future__ import annotations

import os
import socket
import struct

SOCK_DIAG = 4  # the netlink family, and below, the kind of question
BY_FAMILY = 20
REQUEST = 1
HEADER = struct.Struct("=IHHII")  # length, kind, flags, sequence, port
QUESTION = struct.Struct("=BBBxI")  # family, protocol, extensions, states
ENDS = struct.Struct("!HH4s12x4s12x4x8s")  # ports, addresses, interface, cookie
ANSWER = struct.Struct(f"=4x{ENDS.size}x12xII")  # user, inode
ALL = 0xFFFF_FFFF
ANY = b"\xff" * 8
WAIT_S = 1.0
ROOT = 0

Place = tuple[str, int]


def is_told() -> bool:
    """Whether this system tells whose a connection is."""
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        return is_own(client.getsockname(), server.getsockname())


def is_own(client: Place | None, server: Place | None) -> bool:
    """Whether a connection comes from the user of this process, or from root, who may do all."""
    if client is None or server is None:
        return False
    return user_of(client, server) in (os.geteuid(), ROOT)


def user_of(client: Place, server: Place) -> int | None:
    """The user of the socket at the client's end, IPv4; None if it is closed or nobody tells."""
    try:
        hosts = map(socket.inet_aton, (client[0], server[0]))
        question = QUESTION.pack(socket.AF_INET, socket.IPPROTO_TCP, 0, ALL)
        question += ENDS.pack(client[1], server[1], *hosts, ANY)
        header = HEADER.pack(HEADER.size + len(question), BY_FAMILY, REQUEST, 0, 0)
        with socket.socket(socket.AF_NETLINK, socket.SOCK_DGRAM, SOCK_DIAG) as kernel:
            kernel.settimeout(WAIT_S)
            kernel.send(header + question)
            answer = kernel.recv(4096)
    except (AttributeError, OSError):  # another system, or a container that forbids it
        return None
    if HEADER.unpack_from(answer)[1] != BY_FAMILY or len(answer) < HEADER.size + ANSWER.size:
        return None
    user, inode = ANSWER.unpack_from(answer, HEADER.size)
    return int(user) if inode else None  # a closed socket has no inode, and then no user
