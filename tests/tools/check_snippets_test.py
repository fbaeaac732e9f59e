"""The check of what pages show, on made-up pages."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "tools" / "check_snippets.py"
SOURCE = "int main() {\n  // [sum]\n  int x = 1;\n  if (x)\n    ++x;\n  // [/sum]\n}\n"
PART = "int x = 1;\nif (x)\n  ++x;\n"


class CheckSnippets(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "docs" / "tutorial").mkdir(parents=True)
        (self.root / "a.cpp").write_text(SOURCE)

    def check(self, text, page="docs/page.md", options=()):
        (self.root / page).write_text(text)
        result = subprocess.run([sys.executable, CHECK, *options, self.root], text=True, capture_output=True,
                                check=False)
        return result.returncode, result.stderr

    def test_a_whole_file_and_what_is_not_cpp(self):
        self.assertEqual(self.check(f"<!-- a.cpp -->\n```cpp\n{SOURCE}```\n\n```sh\nls\n```\n"), (0, ""))

    def test_a_named_part(self):
        self.assertEqual(self.check(f"<!-- a.cpp [sum] -->\n```cpp\n{PART}```\n"), (0, ""))

    def test_a_part_may_be_indented_otherwise(self):
        def part(text):
            return self.check(f"<!-- part of a.cpp -->\n```cpp\n{text}```\n")

        self.assertEqual(part(PART), (0, ""))
        self.assertEqual(part("    ++x;\n"), (0, ""))
        self.assertEqual(part("int x = 1;\n++x;\n"), (1, "docs/page.md:1: shows a.cpp otherwise than it is.\n"))
        self.assertEqual(part("if (x)\n    ++x;\n")[0], 1)

    def test_what_differs_and_what_is_gone(self):
        self.assertEqual(self.check("text\n<!-- a.cpp [sum] -->\n```cpp\nint x = 2;\n```\n"),
                         (1, "docs/page.md:2: shows a.cpp [sum] otherwise than it is.\n"))
        for gone in ("b.cpp", "a.cpp [product]"):
            self.assertEqual(self.check(f"<!-- {gone} -->\n```cpp\nint x;\n```\n"),
                             (1, f"docs/page.md:1: shows {gone}, which does not exist.\n"))

    def test_all_cpp_comes_from_a_file(self):
        for fence in ("```cpp", "  ```cpp", "```c++"):
            status, output = self.check(f"```\noutput\n```\n\n{fence}\nint x;\n```\n")
            self.assertEqual(status, 1)
            self.assertEqual(output.count("\n"), 1)
            self.assertIn("docs/page.md:5: shows what no file holds", output)

    def test_in_the_tutorial_all_output_does_too(self):
        status, output = self.check("```sh\nls\n```\n\n```\nprinted\n```\n", "docs/tutorial/page.md")
        self.assertEqual(status, 1)
        self.assertIn("docs/tutorial/page.md:5: shows what no file holds", output)

    def test_pages_can_be_written_anew(self):
        page = "<!-- a.cpp [sum] -->\n```cpp\nint x = 2;\n```\n\n```sh\nls\n```\n"
        self.assertEqual(self.check(page, options=["--update"])[0], 0)
        self.assertEqual((self.root / "docs" / "page.md").read_text(), page.replace("int x = 2;\n", PART))


if __name__ == "__main__":
    unittest.main()
