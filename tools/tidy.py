#!/usr/bin/env python3
"""Runs clang-tidy over the library, the program and the examples, as the preset `clang` compiles them.

A source that is compiled for every scalar is looked at once, for double.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("sarrus", "apps", "examples")


def wanted(entry):
    scalar = re.search(r"-DSARRUS_SCALAR=(\w+)", entry["command"])
    return Path(entry["file"]).relative_to(ROOT).parts[0] in FOLDERS and (not scalar or scalar[1] == "double")


def main():
    commands = json.loads((ROOT / "build/clang/compile_commands.json").read_text())
    database = ROOT / "build/tidy"
    database.mkdir(exist_ok=True)
    entries = list(filter(wanted, commands))
    (database / "compile_commands.json").write_text(json.dumps(entries, indent=1))
    command = ["run-clang-tidy-14", "-quiet", "-j", str(os.cpu_count()), "-p", str(database)]
    with subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        for line in process.stdout:
            if not re.match(r"\d+ warnings? generated|clang-tidy-14 ", line):
                print(line, end="", flush=True)
    if process.returncode == 0:
        print(f"clang-tidy: {len(entries)} sources, nothing to remark.")
    sys.exit(process.returncode)


if __name__ == "__main__":
    main()
