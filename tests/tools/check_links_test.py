"""The link check on made-up pages."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHECK = Path(__file__).resolve().parents[2] / "tools" / "check_links.py"


def run(root):
    result = subprocess.run([sys.executable, CHECK, root], text=True, capture_output=True, check=False)
    return result.returncode, result.stdout + result.stderr


class CheckLinks(unittest.TestCase):
    def test_finds_the_one_that_leads_nowhere(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "there.md").write_text("[web](https://example.org) [here](#part) [itself](there.md#part)\n")
            self.assertEqual(run(root)[0], 0)
            (root / "page.md").write_text("[good](there.md)\n```\n[code](gone)\n```\n`[code](gone)` [bad](gone.md)\n")
            status, output = run(root)
            self.assertEqual(status, 1)
            self.assertEqual(output, "page.md:5: the link to 'gone.md' leads nowhere.\n")


if __name__ == "__main__":
    unittest.main()
