#!/usr/bin/env python3
"""Runs clang-tidy over the library, the program and the examples, as the preset `clang` compiles them.

A source that is compiled for every scalar is looked at once, for double. Most of the time goes into the headers of
other libraries, so the sources of a folder are looked at together, several included in one file; where their names
clash, in smaller parts. Warnings of the compiler are left to those builds that compile each source.
"""

import json
import os
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("sarrus", "apps", "examples")
TOGETHER = 8  # sources at most


def path(entry):
    return Path(entry["file"]).relative_to(ROOT)


def wanted(entry):
    scalar = re.search(r"-DSARRUS_SCALAR=(\w+)", entry["command"])
    return path(entry).parts[0] in FOLDERS and (not scalar or scalar[1] == "double")


def flags(entry):
    """The compiler with its arguments, without input and output."""
    arguments = shlex.split(entry["command"])
    for option in ("-o", "-c"):
        at = arguments.index(option)
        del arguments[at:at + 2]
    return (*arguments, "-w")


def batches(entries):
    """Lists of entries with the same flags in the same folder; an example is a program by itself."""
    groups = {}
    for entry in entries:
        place = path(entry) if path(entry).parts[0] == "examples" else path(entry).parent
        groups.setdefault((place, *flags(entry)), []).append(entry)
    for group in groups.values():
        count = -(-len(group) // TOGETHER)
        for first in range(count):
            yield group[first::count]


def look_at(batch, folder):
    """Returns what clang-tidy remarks on the sources of a batch. They are looked at in halves if they do not compile
    together."""
    folder.mkdir(parents=True, exist_ok=True)
    source = folder / "together.cpp"
    source.write_text("".join(f'#include "{entry["file"]}"\n' for entry in batch))
    command = shlex.join([*flags(batch[0]), "-c", str(source)])
    (folder / "compile_commands.json").write_text(
        json.dumps([{"directory": batch[0]["directory"], "file": str(source), "command": command}]))
    result = subprocess.run(["clang-tidy-14", "-quiet", "-p", str(folder), str(source)], text=True, check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if len(batch) > 1 and "[clang-diagnostic-error" in result.stdout:
        half = len(batch) // 2
        return look_at(batch[:half], folder / "0") + look_at(batch[half:], folder / "1")
    return result.stdout if result.returncode != 0 else ""


def main():
    entries = list(filter(wanted, json.loads((ROOT / "build/clang/compile_commands.json").read_text())))
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        remarks = [pool.submit(look_at, batch, ROOT / "build/tidy" / str(number))
                   for number, batch in enumerate(batches(entries))]
        for remark in remarks:
            print(remark.result(), end="", flush=True)
    if any(remark.result() for remark in remarks):
        sys.exit(1)
    print(f"clang-tidy: {len(entries)} sources, nothing to remark.")


if __name__ == "__main__":
    main()
