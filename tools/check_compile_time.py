#!/usr/bin/env python3
"""Checks how long the compiler takes: at most 20 s for any source of the library, 2 s for a user's file that includes
sarrus/all.h, 1 s for one that includes sarrus/sarrus.h, 400 s for all that the program needs and 2000 s for everything, tests included.

The times of the sources come from the log of the last build. They are wall-clock times of a build that ran on all
cores, so a source over its limit is compiled once more, alone, and judged by its processor time. A source that ccache
remembered shows no time of its own: --fresh N also compiles those with the N largest objects, which are the ones that
take long. Such a source counts little in the totals, which are those of a first build where nothing was remembered.
SARRUS_TIME_SCALE (default 1) multiplies all limits, for a slow machine.
"""

import argparse
import json
import os
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE_LIMIT = 20.0
USER_LIMITS = {"all.h": 2.0, "sarrus.h": 1.0}  # by what a user's file includes
PROGRAM_LIMIT = 400.0
TOTAL_LIMIT = 2000.0
OTHER_SCALARS = ("float", "Dual8", "DualX", "Pack4d", "Pack8d", "Pack8f", "Pack16f", "Count")  # not in the program


def logged_seconds(build):
    """Returns {object: seconds} from ninja's log, the last entry of each."""
    seconds = {}
    for line in (build / ".ninja_log").read_text().splitlines():
        fields = line.split("\t")
        if len(fields) == 5:
            seconds[fields[3]] = (int(fields[1]) - int(fields[0])) / 1000
    return seconds


def compile_commands(build):
    """Returns {object: arguments of the compiler, without ccache}."""
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        arguments = shlex.split(entry["command"])
        names = [Path(argument).name for argument in arguments]
        if "ccache" in names:
            arguments = arguments[names.index("ccache") + 1:]
        commands[arguments[arguments.index("-o") + 1]] = arguments
    return commands


def processor_seconds(arguments, build):
    """Compiles and returns the processor time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(arguments, cwd=build, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode != 0:
        sys.exit("This does not compile: " + shlex.join(arguments))
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def recompile(command, build, scratch):
    arguments = list(command)
    arguments[arguments.index("-o") + 1] = str(scratch / "object.o")
    for option in ("-MF", "-MT"):
        if option in arguments:
            arguments[arguments.index(option) + 1] = str(scratch / "object.d")
    return processor_seconds(arguments, build)


def compile_as_user(header, commands, build, scratch):
    """Compiles a file that includes a header of sarrus/ with the paths and definitions of a file outside the library, for any processor, as most users
    do; the better of two times."""
    compiler, *flags = next(arguments for output, arguments in sorted(commands.items())
                            if not output.startswith("sarrus/"))
    kept, wanted = [compiler, "-O2"], False
    for flag in flags:
        if wanted or flag.startswith(("-I", "-D", "-std=", "-isystem")):
            kept.append(flag)
            wanted = flag in ("-I", "-D", "-isystem")
    source = scratch / "user.cpp"
    source.write_text(f'#include "sarrus/{header}"\nint main() {{}}\n')
    kept += ["-c", str(source), "-o", str(scratch / "user.o")]
    return min(processor_seconds(kept, build) for _ in range(2))


def is_of_program(output):
    """Whether an object is part of the program, which computes in double."""
    return output.startswith(("sarrus/", "apps/")) and not any(f"_{scalar}.dir/" in output for scalar in OTHER_SCALARS)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fresh", type=int, default=0, metavar="N", help="compile the N largest sources again")
    parser.add_argument("build", nargs="?", type=Path,
                        default=Path(__file__).resolve().parent.parent / "build" / "release", help="build folder")
    options = parser.parse_args()
    build = options.build
    scale = float(os.environ.get("SARRUS_TIME_SCALE", "1"))
    if not (build / ".ninja_log").is_file():
        sys.exit(f"Nothing has been built in {build}: run ./dev test first.")

    commands = compile_commands(build)
    seconds = {output: time for output, time in logged_seconds(build).items() if output in commands}
    suspects = {output for output, time in seconds.items() if time > SOURCE_LIMIT * scale}
    built = [output for output in seconds if (build / output).is_file()]
    suspects.update(sorted(built, key=lambda output: (build / output).stat().st_size, reverse=True)[:options.fresh])
    faults = []
    with tempfile.TemporaryDirectory() as folder:
        for output in suspects:
            seconds[output] = recompile(commands[output], build, Path(folder))
            if seconds[output] > SOURCE_LIMIT * scale:
                faults.append(f"{output} takes {seconds[output]:.1f} s, more than {SOURCE_LIMIT * scale:g} s.")
        user = {header: compile_as_user(header, commands, build, Path(folder)) for header in USER_LIMITS}
    faults += [f"A file that includes sarrus/{header} takes {user[header]:.1f} s, more than {limit * scale:g} s."
               for header, limit in USER_LIMITS.items() if user[header] > limit * scale]

    totals = [("all that the program needs", sum(time for output, time in seconds.items() if is_of_program(output)),
               PROGRAM_LIMIT), ("everything", sum(seconds.values()), TOTAL_LIMIT)]
    faults += [f"Compiling {what} takes {total:.0f} s, more than {limit * scale:g} s."
               for what, total, limit in totals if total > limit * scale]

    print("Compile time, the slowest sources:")
    for output in sorted(seconds, key=seconds.get, reverse=True)[:5]:
        print(f"  {seconds[output]:6.1f} s  {output}{'  (alone)' if output in suspects else ''}")
    for header, time in user.items():
        print(f"  {time:6.1f} s  a user's file that includes sarrus/{header}")
    for what, total, _ in totals:
        print(f"  {total:6.0f} s  {what}")
    for fault in faults:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
