"""The check of snippets on made-up pages."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "tools" / "check_snippets.py"
SOURCE = "int main() {\n  // [sum]\n  int x = 1;\n  if (x) {\n    ++x;\n  }\n  // [/sum]\n}\n"
PART = "int x = 1;\nif (x) {\n  ++x;\n}\n"


class CheckSnippets(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "docs").mkdir()
        (self.root / "a.cpp").write_text(SOURCE)

    def run_on(self, page, *options):
        (self.root / "docs" / "page.md").write_text(page)
        result = subprocess.run([sys.executable, CHECK, *options, self.root], text=True, capture_output=True,
                                check=False)
        return result.returncode, result.stdout + result.stderr

    def test_accepts_whole_files_parts_and_what_is_not_cpp(self):
        page = f"<!-- a.cpp -->\n```cpp\n{SOURCE}```\n\n<!-- a.cpp [sum] -->\n```cpp\n{PART}```\n```sh\nls\n```\n"
        self.assertEqual(self.run_on(page)[0], 0)

    def test_names_what_differs_and_what_is_gone(self):
        status, output = self.run_on("text\n<!-- a.cpp [sum] -->\n```cpp\nint x = 2;\n```\n")
        self.assertEqual(status, 1)
        self.assertIn("docs/page.md:2: shows a.cpp [sum] otherwise than it is", output)
        for gone in ("b.cpp", "a.cpp [product]"):
            status, output = self.run_on(f"<!-- {gone} -->\n```cpp\nint x;\n```\n")
            self.assertEqual(status, 1)
            self.assertIn(f"docs/page.md:1: shows {gone}, which does not exist.", output)

    def test_wants_all_cpp_to_come_from_a_file(self):
        for fence in ("```cpp", "  ```cpp", "```c++"):
            status, output = self.run_on(f"```\noutput\n```\n\n{fence}\nint x;\n```\n")
            self.assertEqual(status, 1)
            self.assertEqual(output.count("C++ that no file holds"), 1)
            self.assertIn("docs/page.md:5:", output)

    def test_updates_pages(self):
        page = "<!-- a.cpp [sum] -->\n```cpp\nint x = 2;\n```\n\n```sh\nls\n```\n"
        self.assertEqual(self.run_on(page, "--update")[0], 0)
        self.assertEqual((self.root / "docs" / "page.md").read_text(), page.replace("int x = 2;\n", PART))


if __name__ == "__main__":
    unittest.main()
