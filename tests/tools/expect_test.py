"""The comparison of what a program prints with a file."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

EXPECT = Path(__file__).resolve().parents[2] / "tools" / "expect.py"


def run(*arguments):
    result = subprocess.run([sys.executable, EXPECT, *arguments], text=True, capture_output=True, check=False)
    return result.returncode, result.stdout + result.stderr


class Expect(unittest.TestCase):
    def test_compares_exactly_shows_the_difference_and_updates(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "expected"
            file.write_text("one\ntwo\n")
            self.assertEqual(run(file, "printf", "one\\ntwo\\n"), (0, ""))
            status, output = run(file, "printf", "one\\n2\\n")
            self.assertEqual(status, 1)
            self.assertIn("-two\n+2\n", output)
            self.assertEqual(run(file, "printf", "one\\ntwo")[0], 1)
            self.assertIn("failed with status 1", run(file, "false")[1])
            self.assertEqual(run("--update", file, "printf", "three")[0], 0)
            self.assertEqual(file.read_text(), "three")


if __name__ == "__main__":
    unittest.main()
