"""python -m npycheck is the command npycheck."""

import os
import subprocess
import sys

from ._command import Error, find_command


def main() -> int:
    try:
        command = find_command()
    except Error as error:
        print(f"npycheck: {error}", file=sys.stderr)
        return 3
    arguments = [command, *sys.argv[1:]]
    if sys.platform != "win32":
        os.execv(command, arguments)
    return subprocess.call(arguments)  # Windows has no exec that the caller waits for


if __name__ == "__main__":
    sys.exit(main())
