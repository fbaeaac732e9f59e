#!/usr/bin/env python3
"""Checks that the relative links in the project's Markdown files lead to a file."""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)[^)]*\)")


def faults_of(path, root):
    fenced = False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        if fenced:
            continue
        for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
            file = unquote(target.partition("#")[0])
            if file and not re.match(r"[a-z]+:", file) and not (path.parent / file).exists():
                yield f"{path.relative_to(root)}:{number}: the link to '{target}' leads nowhere."


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    pages = sorted(p for p in root.rglob("*.md") if not {"build", ".git", "node_modules"} & set(p.relative_to(root).parts))
    faults = [fault for page in pages for fault in faults_of(page, root)]
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"Links: {len(pages)} pages, every relative link leads to a file.")


if __name__ == "__main__":
    main()
