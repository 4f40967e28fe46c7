"""File systems of a test's own, mounted where nobody else sees them."""

import subprocess
from pathlib import Path

# A file system of a few pages in a mount namespace of the test's own; then the lines of a script.
MOUNT = 'mount -t tmpfs -o size={size}k none "$0" && cd "$0"'
ALONE = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c"]


def on_small_disk(folder: Path, size: int, *lines: str) -> subprocess.CompletedProcess[str]:
    script = "\n".join([MOUNT.format(size=size), *lines])
    return subprocess.run([*ALONE, script, str(folder)], capture_output=True, encoding="utf-8")


def can_mount() -> bool:
    done = subprocess.run([*ALONE, MOUNT.format(size=64), "/mnt"], capture_output=True)
    return done.returncode == 0
