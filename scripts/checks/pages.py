#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Check that the pages of the documentation agree with the sources.

  links     every relative link of a page leads to a file
  examples  the code of a function's page is that of a compiled example
  pages     every public function has a page
  walk      the files that architecture.md walks through exist, are at most 30, and each is
            included by one before it; the other files of the rooms passed are named, too
  phases    papers.md names functions and files for every phase of every paper, and each function
            occurs in one of the files beside it
  version   the header of the version, the citation and the changes agree

Usage: scripts/checks/pages.py [--fix]
With --fix, the code of the functions' pages is copied from the examples.
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAXIMUM_WALK = 30

LINK = re.compile(r"\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")
EXAMPLE = re.compile(r"(<!-- example: (\S+) (\S+) -->\n```cpp\n)(.*?)(```)", re.S)
FUNCTION = re.compile(r"^(?:inline constexpr|KOKKOSSORT_KERNEL_OBJECT) Function::\w+ (\w+)\{\};", re.M)
WALK = re.compile(r"<!-- walk -->\n(.*?)<!-- end of walk -->(.*?)<!-- end of the rest -->", re.S)
HEADER = re.compile(r"`((?:algorithm|block|core|front)/[\w/]+\.hpp|\w+\.hpp)`")
PHASES = re.compile(r"^\| phase[^|]*\| function[^|]*\| file[^|]*\|\n\|[-|]+\|\n((?:\|.*\|\n)+)", re.M)
CODE = re.compile(r"`([^`]+)`")
INCLUDE = re.compile(r"^#include <KokkosSort/([^>]+)>", re.M)


def without_code(text):
    return re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.S)


def check_links(root, page):
    return [f"{page}: links: {target} does not exist"
            for target in LINK.findall(without_code((root / page).read_text()))
            if "://" not in target and not (root / page).parent.joinpath(target).exists()]


def example_of(source, mark):
    """The text between two marks, with the indentation taken away."""
    parts = re.split(rf"^ *// \[{mark}\]\n", source, flags=re.M)
    if len(parts) != 3:
        return None
    lines = parts[1].rstrip().split("\n")
    indent = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
    return "\n".join(line[indent:] for line in lines) + "\n"


def check_examples(root, page, fix):
    findings = []

    def replace(match):
        source = root / "examples" / match[2]
        code = example_of(source.read_text(), match[3]) if source.is_file() else None
        if code is None:
            findings.append(f"{page}: examples: {match[2]} has no two marks [{match[3]}]")
        elif code != match[4] and not fix:
            findings.append(f"{page}: examples: the code is not that of {match[2]} [{match[3]}]; --fix copies it")
        return match[0] if code is None else match[1] + code + match[5]

    text = (root / page).read_text()
    fixed = EXAMPLE.sub(replace, text)
    if fix and fixed != text:
        (root / page).write_text(fixed)
    if page.startswith("docs/functions/") and not EXAMPLE.search(text):
        findings.append(f"{page}: examples: the page has none")
    return findings


def check_functions(root):
    """Every function object of a public header; sizes and gather are on the pages of their functions."""
    pages = {path: path.read_text() for path in (root / "docs/functions").glob("*.md")}
    findings = []
    for header in sorted((root / "src/KokkosSort").glob("*.hpp")):
        for name in FUNCTION.findall(header.read_text()):
            if not any(re.search(rf"(^|\W){name}\(", text) for text in pages.values()):
                findings.append(f"src/KokkosSort/{header.name}: pages: no page of docs/functions has {name}")
    return findings


def check_walk(root):
    page = "docs/architecture.md"
    match = WALK.search((root / page).read_text())
    if not match:
        return [f"{page}: walk: the marks are missing"]
    walk, rest = (list(dict.fromkeys(HEADER.findall(part))) for part in match.groups())
    findings = [f"{page}: walk: src/KokkosSort/{file} does not exist"
                for file in walk + rest if not (root / "src/KokkosSort" / file).is_file()]
    if findings:
        return findings
    if len(walk) > MAXIMUM_WALK:
        findings.append(f"{page}: walk: {len(walk)} files, at most {MAXIMUM_WALK} are wanted")
    includes = {file: INCLUDE.findall((root / "src/KokkosSort" / file).read_text()) for file in walk}
    reached = set(walk[:1])
    for file in walk:
        if file not in reached:
            findings.append(f"{page}: walk: no file before {file} includes it")
        reached.update(includes[file])
    # The chooser includes every sorter; beyond it, headers of the rooms passed have to be named,
    # and those of the two rooms that all share.
    rooms = {file.rsplit("/", 1)[0] for file in walk if file.startswith("algorithm/")} | {"block", "core"}
    entered = {header for file in walk if not file.startswith("front/") for header in includes[file]}
    for file in sorted(entered - set(walk) - set(rest)):
        if file.rsplit("/", 1)[0] in rooms:
            findings.append(f"{page}: walk: {file} is included on the way and not named")
    return findings


def check_phases(root):
    """Each section about a paper has a table `phase | function | file`; nothing in it is empty or unknown."""
    page = "docs/papers.md"
    papers = [part for part in re.split(r"^## ", (root / page).read_text(), flags=re.M)[1:] if re.match(r".*\((19|20)\d\d\)$", part.split("\n")[0])]
    findings = [] if papers else [f"{page}: phases: no section is about a paper"]
    for part in papers:
        title = part.split("\n")[0]
        rows = [row for table in PHASES.findall(part) for row in table.splitlines()]
        if not rows:
            findings.append(f"{page}: phases: no table for {title}")
        for row in rows:
            phase, function, file = (cell.strip() for cell in row.strip("|").split("|"))
            paths = [root / "src/KokkosSort" / path for path in CODE.findall(file)]
            names = CODE.findall(function)
            missing = [str(path.relative_to(root)) for path in paths if not path.is_file()]
            text = "".join(path.read_text() for path in paths if path.is_file())
            missing += [name for name in names if not re.search(rf"\b{re.escape(re.split('::', name)[-1])}\b", text)]
            if not phase or not names or not paths or missing:
                findings.append(f"{page}: phases: {title}: {phase or row}: {', '.join(missing) or 'a cell is empty'}")
    return findings


def check_version(root):
    header = dict(re.findall(r"#define KOKKOSSORT_VERSION_(\w+) (\d+)", (root / "src/KokkosSort_Version.hpp").read_text()))
    version = ".".join(header.get(part, "?") for part in ("MAJOR", "MINOR", "PATCH"))
    findings = []
    if f"\nversion: {version}\n" not in (root / "CITATION.cff").read_text():
        findings.append(f"CITATION.cff: version: it is not {version}")
    if not re.search(rf"^## {re.escape(version)}\b", (root / "CHANGELOG.md").read_text(), re.M):
        findings.append(f"CHANGELOG.md: version: no section {version}")
    return findings


def check(root, pages, fix=False):
    findings = [finding for page in pages for finding in check_links(root, page) + check_examples(root, page, fix)]
    return findings + check_functions(root) + check_walk(root) + check_phases(root) + check_version(root)


def self_test():
    """A small tree is clean; each planted violation is the only finding."""
    files = {
        "README.md": "[a](docs/architecture.md) [b](https://x.y/z) `[c](none.md)`\n",
        "docs/architecture.md": "<!-- walk -->\n`sort.hpp` `algorithm/a/a.hpp`\n<!-- end of walk -->\n`algorithm/a/b.hpp`\n"
                                "<!-- end of the rest -->\n",
        "docs/functions/sort.md": "sort(keys)\n<!-- example: e.cpp sort -->\n```cpp\nsort(keys);\n```\n",
        "examples/e.cpp": "  // [sort]\n  sort(keys);\n  // [sort]\n",
        "src/KokkosSort/sort.hpp": "#include <KokkosSort/algorithm/a/a.hpp>\ninline constexpr Function::Sort sort{};\n",
        "src/KokkosSort/algorithm/a/a.hpp": "#include <KokkosSort/algorithm/a/b.hpp>\n",
        "src/KokkosSort/algorithm/a/b.hpp": "void pass();\n",
        "docs/papers.md": "## A. B: C (2008)\n\n| phase of the paper | function | file |\n|---|---|---|\n"
                          "| pass | `A::pass` | `algorithm/a/b.hpp` |\n\n## Other\n",
        "src/KokkosSort_Version.hpp": "#define KOKKOSSORT_VERSION_MAJOR 1\n#define KOKKOSSORT_VERSION_MINOR 2\n"
                                      "#define KOKKOSSORT_VERSION_PATCH 3\n",
        "CITATION.cff": "a\nversion: 1.2.3\n", "CHANGELOG.md": "## 1.2.3\n",
    }
    planted = [("", "README.md", None), ("links", "README.md", "[a](none.md)\n"),
               ("examples", "examples/e.cpp", "// [sort]\nsort(other);\n// [sort]\n"),
               ("pages", "src/KokkosSort/sort.hpp", files["src/KokkosSort/sort.hpp"] + "inline constexpr Function::New new_one{};\n"),
               ("walk", "src/KokkosSort/sort.hpp", "inline constexpr Function::Sort sort{};\n"),
               ("walk", "docs/architecture.md", files["docs/architecture.md"].replace("`algorithm/a/b.hpp`", "")),
               ("walk", "src/KokkosSort/algorithm/a/a.hpp", files["src/KokkosSort/algorithm/a/a.hpp"] +
                "#include <KokkosSort/core/c.hpp>\n"),
               ("phases", "src/KokkosSort/algorithm/a/b.hpp", "void passed();\n"),
               ("phases", "docs/papers.md", files["docs/papers.md"].replace("`A::pass`", "")),
               ("phases", "docs/papers.md", files["docs/papers.md"].replace("a/b.hpp", "a/c.hpp")),
               ("phases", "docs/papers.md", files["docs/papers.md"] + "## D: E (2010)\n"),
               ("version", "CHANGELOG.md", "## 1.2.2\n")]
    for rule, name, text in planted:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for file, content in files.items():
                path = root / file
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text if file == name and text is not None else content)
            found = check(root, ["README.md", "docs/architecture.md", "docs/functions/sort.md"])
            if len(found) != (1 if rule else 0) or rule and f": {rule}: " not in found[0]:
                sys.exit(f"pages: self-test: '{rule}' in {name}: found {found}")
    print(f"pages: self-test: each of {len(planted) - 1} planted violations was found")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fix", action="store_true", help="copy the code of the examples into the pages")
    arguments = parser.parse_args()
    self_test()
    pages = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT, check=True,
                           capture_output=True, text=True).stdout.splitlines()
    findings = check(ROOT, [page for page in pages if (ROOT / page).is_file()], arguments.fix)
    print("\n".join([*findings, f"pages: {len(pages)} pages, {len(findings)} findings"]))
    return 1 if findings or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
