"""The command line: `parserlens …`, or `python -m parserlens …`."""

from __future__ import annotations

import os
import subprocess
import sys

from ._node import NodeNotFound, command


def main() -> int:
    try:
        started = command(sys.argv[1:])
    except NodeNotFound as error:
        print(error, file=sys.stderr)
        return 2
    if os.name == "posix":
        os.execv(started[0], started)
    try:
        return subprocess.call(started)
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main())
