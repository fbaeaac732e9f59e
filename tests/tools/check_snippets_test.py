"""The check of what pages show, on made-up pages."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "tools" / "check_snippets.py"
PROGRAM = "int main() {\n  one();\n  if (two())\n    three();\n}\n"


class CheckSnippets(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = Path(self.folder.name)
        (self.root / "docs" / "tutorial").mkdir(parents=True)
        (self.root / "README.md").write_text("")
        (self.root / "program.cpp").write_text(PROGRAM)

    def check(self, text, page="docs/page.md"):
        (self.root / page).write_text(text)
        result = subprocess.run([sys.executable, CHECK, self.root], text=True, capture_output=True, check=False)
        (self.root / page).unlink()
        return result.returncode, result.stderr

    def test_a_whole_file(self):
        self.assertEqual(self.check(f"<!-- program.cpp -->\n```cpp\n{PROGRAM}```\n"), (0, ""))
        self.assertEqual(self.check(f"<!-- program.cpp -->\n```cpp\n{PROGRAM}\n```\n"),
                         (1, "docs/page.md shows program.cpp otherwise than it is.\n"))
        self.assertEqual(self.check("<!-- gone.cpp -->\n```cpp\nx\n```\n"),
                         (1, "docs/page.md shows gone.cpp, which does not exist.\n"))

    def test_a_part_may_be_indented_otherwise(self):
        def part(text):
            return self.check(f"<!-- part of program.cpp -->\n```cpp\n{text}```\n")

        self.assertEqual(part("one();\nif (two())\n  three();\n"), (0, ""))
        self.assertEqual(part("    three();\n}\n"), (0, ""))
        self.assertEqual(part("one();\nthree();\n"),
                         (1, "docs/page.md shows what is not in program.cpp: one();\n"))
        self.assertEqual(part("if (two())\n    three();\n")[0], 1)

    def test_the_tutorial_shows_nothing_else(self):
        loose = "```sh\nls\n```\n\n```cpp\nloose();\n```\n\n```\nprinted\n```\n"
        self.assertEqual(self.check(loose), (0, ""))
        self.assertEqual(self.check(loose, "docs/tutorial/page.md"),
                         (1, "docs/tutorial/page.md shows what is of no file: loose();\n"
                             "docs/tutorial/page.md shows what is of no file: printed\n"))


if __name__ == "__main__":
    unittest.main()
