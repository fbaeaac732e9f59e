#!/usr/bin/env python3
"""Checks that code and output shown in Markdown are those of the files they come from.

A comment `<!-- FILE -->` on the line before a fenced block says that the block holds that file."""

import re
import sys
from pathlib import Path

BLOCK = re.compile(r"<!-- (\S+) -->\n```\w*\n(.*?)```", re.S)


def faults_of(page, root):
    for file, shown in BLOCK.findall(page.read_text(encoding="utf-8")):
        if not (root / file).exists():
            yield f"{page.relative_to(root)} shows {file}, which does not exist."
        elif (root / file).read_text(encoding="utf-8") != shown:
            yield f"{page.relative_to(root)} shows {file} otherwise than it is."


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    pages = [root / "README.md", *sorted((root / "docs").glob("*.md"))]
    faults = [fault for page in pages for fault in faults_of(page, root)]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        sys.exit(1)
    print("Snippets: what the pages show is what the files hold.")


if __name__ == "__main__":
    main()
