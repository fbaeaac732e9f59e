#!/usr/bin/env python3
"""Checks the includes under sarrus/ against the module table in docs/architecture.md.

The table has the columns `folder`, ..., `may include`. A module may include itself, the modules named in its row,
and whatever those may include; `all above` stands for every row above, `anything` marks the folders beside sarrus/
that are not checked. Headers directly in sarrus/, such as sarrus/sarrus.h, are for users: they may include every
module, and no module may include them. Programs for users, which are those in examples/ and in tests/docs/ (from
which pages quote), include no others.

Headers in folders internal/, of a module or of a part of it, are not installed: only sources of the library, other
internal headers, tests and benchmarks may include them, and neither public headers nor apps/ nor examples/. The
programs of other libraries in bench/peers/ include nothing of Sarrus: they are compiled as C++17.

docs/index.md tells users which header has what: every header directly in sarrus/ has a row there, and what the row
gives as examples is declared in what the header includes.
"""

import re
import sys
from pathlib import Path

TABLE = "docs/architecture.md"
INDEX = "docs/index.md"
INDEX_ROW = re.compile(r"\| \[(sarrus/\w+\.h)\]\([^)]*\) \|([^|]*)\|")
INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<(sarrus/[^>]+)>)')

INTERNAL = "is internal to the library: use or make a public header."
PART = "is a part of a header directly in sarrus/: include that one, as users do."
# What files beside sarrus/ may not include: (folder, targets, why).
OUTSIDE = [
    ("apps", re.compile(r"sarrus/.*/internal/"), INTERNAL),
    ("examples", re.compile(r"sarrus/.*/internal/"), INTERNAL),
    ("examples", re.compile(r"sarrus/[^/]*/(?!.*internal/)"), PART),
    ("tests/docs", re.compile(r"sarrus/[^/]*/"), PART),
    ("bench/peers", re.compile(r"sarrus/"), "belongs to Sarrus: these programs are compiled as C++17, without it."),
]


class Fault(Exception):
    """Something to tell the user, in one sentence."""


def read_table(text):
    """Returns {module: set of the modules its row allows}."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in text.splitlines() if line.lstrip().startswith("|")]
    header = next((i for i, row in enumerate(rows) if row[0].startswith("folder") and "may include" in row), None)
    if header is None:
        raise Fault(f"{TABLE}: there is no table with the columns 'folder' and 'may include'.")
    column = rows[header].index("may include")
    table = {}
    for row in rows[header + 2:]:
        allowed = row[column].replace("`", "")
        if allowed == "anything":
            continue
        module = row[0].replace("`", "").rstrip("/")
        if module in table:
            raise Fault(f"{TABLE}: module '{module}' has two rows.")
        if allowed == "all above":
            table[module] = set(table)
        else:
            table[module] = {name for name in re.split(r"[,\s]+", allowed) if name.strip("–—-")}
    for module, allowed in table.items():
        for name in sorted(allowed - table.keys()):
            raise Fault(f"{TABLE}: module '{module}' may include '{name}', which has no row.")
    return table


def find_cycle(edges):
    """Returns a path of `edges` (node -> nodes) that ends where it begins, or None."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):] + [node]
        if node in done:
            return None
        path.append(node)
        cycle = next(filter(None, map(visit, sorted(edges.get(node, ())))), None)
        path.pop()
        done.add(node)
        return cycle

    return next(filter(None, map(visit, sorted(edges))), None)


def close(table):
    """Returns {module: every module it may include}: rows, and rows of rows."""
    cycle = find_cycle(table)
    if cycle:
        raise Fault(f"{TABLE}: the modules may include each other in a circle: {' -> '.join(cycle)}.")

    closed = {}

    def reach(module):
        if module not in closed:
            closed[module] = table[module].union(*map(reach, table[module]))
        return closed[module]

    return {module: reach(module) for module in table}


def is_public(name):
    """Whether users see a file: as a header of the library, or as a program that shows how to use it."""
    if name.startswith("sarrus/"):
        return name.endswith(".h") and "internal" not in name.split("/")
    return True


def judge(name, module, target, allowed, root):
    """Returns what is wrong with a file of `module` (None: a header for users) including `target`, or None."""
    top, *folders, _ = target.split("/") if "/" in target else ("", target)
    if top != "sarrus":
        return f"'{target}': write the path from the repository's root; only files under sarrus/ can be included here."
    if not (root / target).is_file():
        return f"there is no file '{target}'."
    if "internal" in folders and is_public(name):
        return f"'{target}' {INTERNAL}"
    if module is None:
        return None
    if not folders:
        return f"'{target}' is for users: include what module '{module}' needs of it."
    other = folders[0]
    if other != module and other not in allowed[module]:
        options = ", ".join(name for name in allowed if name in allowed[module]) or "no other module"
        return f"module '{module}' may not include '{other}'; {TABLE} allows it: {options}."
    return None


def reachable(name, includes):
    """Returns the files that a file includes, directly or not, and itself."""
    found, waiting = set(), [name]
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += includes.get(file, ())
    return found


def check_index(text, files, includes):
    """Returns what is wrong with the table of headers for users in the page that lists them."""
    rows = dict(INDEX_ROW.findall(text))
    faults = [f"{INDEX}: the table of headers lacks '{name}'." for name in sorted(files)
              if name.count("/") == 1 and name.endswith(".h") and name not in rows]
    for name, examples in rows.items():
        texts = [files[file].read_text(encoding="utf-8") for file in reachable(name, includes) if file in files]
        faults += [f"{INDEX}: '{name}' does not declare '{example}'." for example in re.findall(r"`(\w+)`", examples)
                   if not any(re.search(rf"\b{example}\b", text) for text in texts)]
    return faults


def check(root):
    """Returns (faults, number of files)."""
    table_file = root / TABLE
    if not table_file.is_file():
        raise Fault(f"{TABLE}: there is no such file.")
    allowed = close(read_table(table_file.read_text(encoding="utf-8")))

    files = {p.relative_to(root).as_posix(): p for p in (root / "sarrus").rglob("*") if p.suffix in (".h", ".cpp")}
    module_of = {name: name.split("/")[1] if name.count("/") > 1 else None for name in files}
    unknown = set(module_of.values()) - {None} - allowed.keys()
    faults = [f"sarrus/{module}: this module has no row in {TABLE}." for module in sorted(unknown)]
    includes = {name: set() for name in files}
    for name, path in sorted(files.items()):
        module = module_of[name]
        if module in unknown:
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = INCLUDE.match(line)
            if match:
                target = match[1] or match[2]
                includes[name].add(target)
                fault = judge(name, module, target, allowed, root)
                if fault:
                    faults.append(f"{name}:{number}: {fault}")
    for folder, refused, reason in OUTSIDE:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix not in (".h", ".cpp"):
                continue
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                match = INCLUDE.match(line)
                target = match and (match[1] or match[2])
                if target and refused.match(target):
                    faults.append(f"{path.relative_to(root).as_posix()}:{number}: '{target}' {reason}")
    if (root / INDEX).is_file():
        faults += check_index((root / INDEX).read_text(encoding="utf-8"), files, includes)
    cycle = find_cycle(includes)
    if cycle:
        faults.append(f"{cycle[0]}:1: files include each other in a circle: {' -> '.join(cycle)}.")
    return faults, len(includes)


def main():
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent
    try:
        faults, count = check(root)
    except Fault as fault:
        faults, count = [str(fault)], 0
    for fault in faults:
        print(fault, file=sys.stderr)
    if faults:
        sys.exit(1)
    print(f"Includes: {count} files follow {TABLE}.")


if __name__ == "__main__":
    main()
