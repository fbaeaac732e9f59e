#!/usr/bin/env python3
"""Runs a program and compares what it prints with a file; shows the difference where there is one.

Usage: expect.py [--update] FILE PROGRAM [ARGUMENT...]
"""

import difflib
import subprocess
import sys
from pathlib import Path


def main(arguments):
    update = arguments[:1] == ["--update"]
    if update:
        arguments = arguments[1:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    file, command = Path(arguments[0]), arguments[1:]
    result = subprocess.run(command, stdout=subprocess.PIPE, text=True, encoding="utf-8", check=False)
    if result.returncode != 0:
        sys.exit(f"{command[0]} failed with status {result.returncode}.\n{result.stdout}")
    if update:
        file.write_text(result.stdout, encoding="utf-8")
        return
    expected = file.read_text(encoding="utf-8")
    if result.stdout != expected:
        difference = difflib.unified_diff(expected.splitlines(), result.stdout.splitlines(),
                                          "expected", "printed", lineterm="")
        sys.exit("\n".join(difference) or "The last line ends differently: check its newline.")


if __name__ == "__main__":
    main(sys.argv[1:])
