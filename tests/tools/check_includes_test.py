"""The include check on small made-up trees."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "tools" / "check_includes.py"

TABLE = """
| folder (under `sarrus/`) | one responsibility | may include |
|---|---|---|
| `base` | errors | – |
| `scalar` | numbers | base |
| `spatial` | poses | scalar |
| `joint` | joints | spatial |
| `study` | studies | all above |
| `apps/ tests/` | leaves | anything |
"""


class CheckIncludes(unittest.TestCase):
    def run_check(self, files, table=TABLE):
        """Returns (exit status, what was printed) for a tree of {path: text}."""
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name, text in {"docs/architecture.md": table, **files}.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            result = subprocess.run([sys.executable, CHECK, root], text=True, capture_output=True, check=False)
            return result.returncode, result.stdout + result.stderr

    def expect_fault(self, fault, files, table=TABLE):
        status, output = self.run_check(files, table)
        self.assertEqual(status, 1, output)
        self.assertIn(fault, output)

    def test_keeps_the_peers_apart(self):
        self.expect_fault("bench/peers/a.h:1: 'sarrus/base/a.h' belongs to Sarrus",
                          {"sarrus/base/a.h": "", "bench/peers/a.h": '#include "sarrus/base/a.h"\n'})

    def test_keeps_internal_headers_internal(self):
        files = {"sarrus/base/internal/a.h": "", "sarrus/base/a.cpp": '#include "sarrus/base/internal/a.h"\n',
                 "sarrus/base/internal/b.h": '#include "sarrus/base/internal/a.h"\n'}
        status, output = self.run_check(files)
        self.assertEqual(status, 0, output)
        for name in ("sarrus/base/b.h", "sarrus/sarrus.h", "apps/program.cpp", "examples/first.cpp"):
            self.expect_fault(f"{name}:1: 'sarrus/base/internal/a.h' is internal",
                              {**files, name: '#include "sarrus/base/internal/a.h"\n'})

    def test_keeps_the_table_of_headers_true(self):
        files = {"sarrus/base/a.h": "class Pulley {};", "sarrus/base.h": '#include "sarrus/base/a.h"\n'}
        row = "| [sarrus/base.h](../sarrus/base.h) | `Pulley` | |\n"
        status, output = self.run_check({**files, "docs/index.md": row})
        self.assertEqual(status, 0, output)
        self.expect_fault("docs/index.md: 'sarrus/base.h' does not declare 'Rope'",
                          {**files, "docs/index.md": row.replace("Pulley", "Rope")})
        self.expect_fault("docs/index.md: the table of headers lacks 'sarrus/base.h'", {**files, "docs/index.md": ""})

    def test_keeps_parts_from_programs_for_users(self):
        files = {"sarrus/base/a.h": "", "sarrus/base.h": '#include "sarrus/base/a.h"\n',
                 "examples/all.cpp": '#include "sarrus/base.h"\n', "apps/a.cpp": '#include "sarrus/base/a.h"\n'}
        status, output = self.run_check(files)
        self.assertEqual(status, 0, output)
        for name in ("examples/tutorial/a.cpp", "tests/docs/a.cpp"):
            self.expect_fault(f"{name}:1: 'sarrus/base/a.h' is a part of a header directly in sarrus/",
                              {**files, name: '#include "sarrus/base/a.h"\n'})

    def test_accepts_what_the_table_allows(self):
        status, output = self.run_check({
            "sarrus/base/error.h": "#include <vector>\n",
            "sarrus/scalar/dual.h": '#include "sarrus/base/error.h"\n',
            "sarrus/joint/pin.cpp": '#include "sarrus/joint/pin.h"\n#include "sarrus/base/error.h"\n',
            "sarrus/joint/pin.h": "#include <sarrus/scalar/dual.h>\n",
            "sarrus/study/run.h": '#include "sarrus/joint/pin.h"\n',
            "sarrus/sarrus.h": '#include "sarrus/study/run.h"\n',
            "apps/main.cpp": '#include "anything.h"\n',
        })
        self.assertEqual(status, 0, output)
        self.assertIn("6 files", output)

    def test_names_file_line_and_modules_of_a_forbidden_include(self):
        self.expect_fault("sarrus/spatial/pose.h:2: module 'spatial' may not include 'joint'; "
                          "docs/architecture.md allows it: base, scalar.",
                          {"sarrus/joint/pin.h": "",
                           "sarrus/spatial/pose.h": '#pragma once\n#include "sarrus/joint/pin.h"\n'})

    def test_names_a_module_without_a_row(self):
        self.expect_fault("sarrus/magic: this module has no row", {"sarrus/magic/wand.h": ""})

    def test_rejects_a_path_that_is_not_from_the_root(self):
        self.expect_fault("sarrus/base/b.h:1: 'a.h': write the path from the repository's root",
                          {"sarrus/base/a.h": "", "sarrus/base/b.h": '#include "a.h"\n'})

    def test_rejects_a_leaf(self):
        self.expect_fault("sarrus/base/b.h:1: 'apps/a.h'",
                          {"apps/a.h": "", "sarrus/base/b.h": '#include "apps/a.h"\n'})

    def test_rejects_the_header_for_users_inside_a_module(self):
        self.expect_fault("sarrus/base/b.h:1: 'sarrus/sarrus.h' is for users",
                          {"sarrus/sarrus.h": "", "sarrus/base/b.h": '#include "sarrus/sarrus.h"\n'})

    def test_rejects_a_file_that_does_not_exist(self):
        self.expect_fault("sarrus/base/b.h:1: there is no file 'sarrus/base/a.h'",
                          {"sarrus/base/b.h": '#include "sarrus/base/a.h"\n'})

    def test_shows_a_circle_of_files(self):
        self.expect_fault("sarrus/base/a.h -> sarrus/base/b.h -> sarrus/base/a.h",
                          {"sarrus/base/a.h": '#include "sarrus/base/b.h"\n',
                           "sarrus/base/b.h": '#include "sarrus/base/a.h"\n'})

    def test_shows_a_circle_in_the_table(self):
        self.expect_fault("in a circle: base -> joint -> base", {},
                          "| folder | may include |\n|---|---|\n| base | joint |\n| joint | base |\n")

    def test_names_an_unknown_module_in_the_table(self):
        self.expect_fault("module 'base' may include 'bass', which has no row", {},
                          "| folder | may include |\n|---|---|\n| base | bass |\n")

    def test_misses_the_table(self):
        self.expect_fault("there is no table", {}, "No table here.\n")


if __name__ == "__main__":
    unittest.main()
