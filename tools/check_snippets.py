#!/usr/bin/env python3
"""Checks that code and output shown in Markdown are those of the files they come from.

A comment on the line before a fenced block says where it is from:
  <!-- FILE -->          it holds that file
  <!-- FILE [name] -->   what stands there between the lines `// [name]` and `// [/name]`, moved to the left
  <!-- part of FILE -->  lines that follow each other there, however they are indented
No C++ is without such a comment, and in docs/tutorial no output: every line was compiled or printed.

Usage: check_snippets.py [--update] [ROOT]; --update writes into the pages what whole files and named parts hold."""

import re
import sys
import textwrap
from pathlib import Path

BLOCK = re.compile(r"(?:^<!-- (?P<part>part of )?(?P<file>\S+)(?: \[(?P<name>\S+)\])? -->\n)?"
                   r"^ *```(?P<language>[^\n]*)\n(?P<shown>.*?)^ *```$", re.S | re.M)


def named_part(text, name):
    """What stands between `// [name]` and `// [/name]`, or None."""
    part = re.search(rf"^ *// \[{re.escape(name)}\]\n(.*?)^ *// \[/{re.escape(name)}\]$", text, re.S | re.M)
    return part and textwrap.dedent(part[1])


def holds(text, part):
    """Whether the lines of a part follow each other in a text, up to common indentation."""
    part, lines = textwrap.dedent(part), text.splitlines(keepends=True)
    count = part.count("\n")
    return any(textwrap.dedent("".join(lines[i:i + count])) == part for i in range(len(lines) - count + 1))


def expected(block, root):
    """What a block should show; None where its comment names what does not exist."""
    file = root / block["file"]
    if not file.exists():
        return None
    text = file.read_text(encoding="utf-8")
    if block["part"]:
        return block["shown"] if holds(text, block["shown"]) else ""
    return named_part(text, block["name"]) if block["name"] else text


def faults_of(page, root):
    text = page.read_text(encoding="utf-8")
    in_tutorial = page.is_relative_to(root / "docs" / "tutorial")
    for block in BLOCK.finditer(text):
        where = f"{page.relative_to(root)}:{text.count(chr(10), 0, block.start()) + 1}:"
        if not block["file"]:
            if block["language"] in ("cpp", "c++") or (in_tutorial and not block["language"]):
                yield f"{where} shows what no file holds: quote it from one, <!-- FILE [name] -->."
            continue
        source = block["file"] + (f" [{block['name']}]" if block["name"] else "")
        wanted = expected(block, root)
        if wanted is None:
            yield f"{where} shows {source}, which does not exist."
        elif wanted != block["shown"]:
            yield f"{where} shows {source} otherwise than it is."


def update(page, root):
    def as_expected(block):
        wanted = expected(block, root) if block["file"] and not block["part"] else None
        return block[0] if wanted is None else block[0].replace(f"\n{block['shown']}```", f"\n{wanted}```")
    page.write_text(BLOCK.sub(as_expected, page.read_text(encoding="utf-8")), encoding="utf-8")


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
