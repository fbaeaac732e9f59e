"""The compile-time check on a made-up build folder, with a compiler of our own that takes no time."""

import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "tools" / "check_compile_time.py"


class CheckCompileTime(unittest.TestCase):
    def run_check(self, log, scale="1", compiler="true"):
        """Returns (exit status, what was printed) for a build with {object: seconds}."""
        with tempfile.TemporaryDirectory() as folder:
            build = Path(folder)
            lines = ["# ninja log v5"]
            lines += [f"0\t{int(1000 * seconds)}\t0\t{output}\tabc" for output, seconds in log.items()]
            (build / ".ninja_log").write_text("\n".join(lines) + "\n")
            commands = [{"command": f"ccache {compiler} -I. -o {output} -c x.cpp"} for output in [*log, "apps/main.o"]]
            (build / "compile_commands.json").write_text(json.dumps(commands))
            environment = {**os.environ, "SARRUS_TIME_SCALE": scale}
            result = subprocess.run([sys.executable, CHECK, build], env=environment, text=True, capture_output=True,
                                    check=False)
            return result.returncode, result.stdout + result.stderr

    def test_lists_the_slowest_first(self):
        status, output = self.run_check({f"sarrus/{n}.o": n for n in range(1, 8)})
        self.assertEqual(status, 0, output)
        listed = [line.split()[2] for line in output.splitlines() if "sarrus/" in line and ".o" in line]
        self.assertEqual(listed, [f"sarrus/{n}.o" for n in (7, 6, 5, 4, 3)])

    def test_judges_a_slow_source_by_its_processor_time_alone(self):
        status, output = self.run_check({"sarrus/slow.o": 30})
        self.assertEqual(status, 0, output)
        self.assertIn("0.0 s  sarrus/slow.o  (alone)", output)

    def test_fails_on_what_is_slow_alone_too(self):
        status, output = self.run_check({"sarrus/slow.o": 1}, scale="0.00001")
        self.assertEqual(status, 1, output)
        self.assertIn("sarrus/slow.o takes", output)
        self.assertIn("A file that includes sarrus/all.h takes", output)
        self.assertIn("A file that includes sarrus/sarrus.h takes", output)

    def test_guards_the_totals(self):
        many = {f"sarrus/a/CMakeFiles/sarrus_a.dir/{n}.o": 15 for n in range(30)}
        status, output = self.run_check(many)
        self.assertEqual(status, 1, output)
        self.assertIn("Compiling all that the program needs takes 450 s, more than 400 s", output)
        status, output = self.run_check({name.replace("_a.dir", "_a_Pack8d.dir"): time for name, time in many.items()})
        self.assertEqual(status, 0, output)
        status, output = self.run_check({f"tests/{n}.o": 15 for n in range(140)})
        self.assertEqual(status, 1, output)
        self.assertIn("Compiling everything takes 2100 s, more than 2000 s", output)

    def test_says_when_a_source_does_not_compile(self):
        status, output = self.run_check({"sarrus/slow.o": 30}, compiler="false")
        self.assertEqual(status, 1, output)
        self.assertIn("does not compile", output)

    def test_asks_for_a_build(self):
        result = subprocess.run([sys.executable, CHECK, "/nowhere"], text=True, capture_output=True, check=False)
        self.assertEqual(result.returncode, 1)
        self.assertIn("run ./dev test first", result.stderr)


if __name__ == "__main__":
    unittest.main()
