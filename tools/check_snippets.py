#!/usr/bin/env python3
"""Checks that code and output shown in Markdown are those of the files they come from, and that all C++ is.

A comment `<!-- FILE -->` on the line before a fenced block says that the block holds that file, and
`<!-- FILE [name] -->` that it holds what stands there between the lines `// [name]` and `// [/name]`, moved to the left.

Usage: check_snippets.py [--update] [ROOT]; --update writes into the pages what the files hold."""

import re
import sys
import textwrap
from pathlib import Path

BLOCK = re.compile(r"(?:^<!-- (?P<file>\S+)(?: \[(?P<name>\S+)\])? -->\n)?"
                   r"^ *```(?P<language>[^\n]*)\n(?P<shown>.*?)^ *```$", re.S | re.M)


def held(file, name):
    """What a file holds, or its part of this name; None where there is no such thing."""
    if not file.exists():
        return None
    text = file.read_text(encoding="utf-8")
    if not name:
        return text
    part = re.search(rf"^ *// \[{re.escape(name)}\]\n(.*?)^ *// \[/{re.escape(name)}\]$", text, re.S | re.M)
    return part and textwrap.dedent(part[1])


def faults_of(page, root):
    text = page.read_text(encoding="utf-8")
    for block in BLOCK.finditer(text):
        where = f"{page.relative_to(root)}:{text.count(chr(10), 0, block.start()) + 1}:"
        if not block["file"]:
            if block["language"] in ("cpp", "c++"):
                yield f"{where} C++ that no file holds: quote it from one that is compiled, <!-- FILE [name] -->."
            continue
        source = block["file"] + (f" [{block['name']}]" if block["name"] else "")
        expected = held(root / block["file"], block["name"])
        if expected is None:
            yield f"{where} shows {source}, which does not exist."
        elif expected != block["shown"]:
            yield f"{where} shows {source} otherwise than it is; check_snippets.py --update mends it."


def update(page, root):
    def as_held(block):
        text = held(root / block["file"], block["name"]) if block["file"] else None
        return block[0] if text is None else block[0].replace(f"\n{block['shown']}```", f"\n{text}```")
    page.write_text(BLOCK.sub(as_held, page.read_text(encoding="utf-8")), encoding="utf-8")


def main(arguments):
    updates = arguments[:1] == ["--update"]
    root = Path(arguments[updates]) if len(arguments) > updates else Path(__file__).resolve().parent.parent
    pages = [*sorted(root.glob("*.md")), *sorted((root / "docs").rglob("*.md"))]
    if updates:
        for page in pages:
            update(page, root)
    faults = [fault for page in pages for fault in faults_of(page, root)]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        sys.exit(1)
    print("Snippets: what the pages show is what the files hold.")


if __name__ == "__main__":
    main(sys.argv[1:])
