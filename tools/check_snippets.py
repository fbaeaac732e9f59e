#!/usr/bin/env python3
"""Checks that code and output shown in Markdown are those of the files they come from.

A comment on the line before a fenced block says where it is from: `<!-- FILE -->`, it holds that file;
`<!-- part of FILE -->`, it holds lines that follow each other in that file, however they are indented there.
In docs/tutorial no code or output is without such a comment: every line there was compiled or printed."""

import re
import sys
import textwrap
from pathlib import Path

BLOCK = re.compile(r"^(?:<!-- (part of )?(\S+) -->\n)?```(\w*)\n(.*?)^```", re.S | re.M)


def holds(lines, part):
    """Whether the lines of a text follow each other in a file, up to common indentation."""
    part = textwrap.dedent(part)
    count = part.count("\n")
    return any(textwrap.dedent("".join(lines[i:i + count])) == part for i in range(len(lines) - count + 1))


def faults_of(page, root):
    name = page.relative_to(root)
    for part, file, language, shown in BLOCK.findall(page.read_text(encoding="utf-8")):
        if not file:
            if language in ("cpp", "") and name.parts[:2] == ("docs", "tutorial"):
                yield f"{name} shows what is of no file: {shown.partition(chr(10))[0].strip()}"
        elif not (root / file).exists():
            yield f"{name} shows {file}, which does not exist."
        elif part and not holds((root / file).read_text(encoding="utf-8").splitlines(keepends=True), shown):
            yield f"{name} shows what is not in {file}: {shown.partition(chr(10))[0].strip()}"
        elif not part and (root / file).read_text(encoding="utf-8") != shown:
            yield f"{name} shows {file} otherwise than it is."


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    faults = [fault for page in pages for fault in faults_of(page, root)]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        sys.exit(1)
    print("Snippets: what the pages show is what the files hold.")


if __name__ == "__main__":
    main()
