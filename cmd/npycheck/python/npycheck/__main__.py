"""python -m npycheck is the command npycheck."""

import os
import subprocess
import sys

from ._command import Error, find_command

try:
    command = find_command()
except Error as error:
    print(f"npycheck: {error}", file=sys.stderr)
    sys.exit(3)
if sys.platform != "win32":
    os.execv(command, [command, *sys.argv[1:]])
sys.exit(subprocess.call([command, *sys.argv[1:]]))  # Windows has no exec that the caller waits for
