#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Check the include rule of the headers.

One folder is one room. public -> front -> algorithm/* -> block -> core: an include
points down or stays in its room. The rooms below algorithm/ see each other only as
ROOMS_SEEN lists. Above the public functions stands distributed/, with an order of its
own: public -> detail -> partition, transport -> comm. The header mpi.h stays in
distributed/, a preprocessor condition on a backend in core/ and distributed/comm/. No
header includes one of POSIX, CUDA or NCCL, so none of them reaches a user's source.
File names are unique, and a header has at most 450 lines. The public functions that sort
nothing include few lines of the library.
"""

import argparse
import collections
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAXIMUM_LINES = 450
# The bound on the lines of code that each function includes which sorts nothing,
# without blank lines and comments. The sorters have ten times as many.
MAXIMUM_INCLUDED = {"permute.hpp": 1400, "is_sorted.hpp": 1225, "min_max.hpp": 1725}

# Lowest first. Rooms of one height do not see each other.
HEIGHT = {"core": 0, "block": 1, "algorithm": 2, "front": 3, "public": 4, "table": 5, "distributed/comm": 5,
          "distributed/transport": 6, "distributed/partition": 6, "distributed/detail": 7, "distributed": 8,
          "distributed table": 9}
# room of algorithm/ -> the rooms beside it that it may include
ROOMS_SEEN = {
    "bitonic": {"network"}, "butterfly": {"network"}, "odd_even": {"network"}, "rank": {"network"},
    "quick": {"leaf", "odd_even"}, "host": {"leaf"}, "radix": {"leaf", "engine", "butterfly"},
    "sample": {"leaf", "engine", "quick"}, "small": {"leaf"}, "selection": {"leaf"},
    "segmented": {"leaf", "engine", "host"}, "columns": {"payload", "segmented", "sorted"}, "agreeing": set(), "chunks": set(), "engine": set(), "heap": set(), "leaf": set(),
    "merge": set(), "network": set(), "payload": set(), "sorted": set(),
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CONDITION = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b(.*)")
BACKEND = re.compile(
    r"KOKKOS_ENABLE_(CUDA|HIP|SYCL|OPENMP|OPENMPTARGET|OPENACC|THREADS|SERIAL|HPX)\b|KOKKOS_ARCH_"
    r"|__CUDA_ARCH__|__CUDACC__|__NVCC__|__HIP|__SYCL_DEVICE_ONLY__|SYCL_LANGUAGE_VERSION|\b_OPENMP\b")
DISTRIBUTED_ONLY = re.compile(r"(^|/)mpi\.h$")
SOURCES_ONLY = re.compile(r"^(sys/.*|fcntl|unistd|pthread|nccl|cuda\w*|hip/.*)(\.h)?$")


def room_of(path: str) -> str:
    """The room of a header by its path below src, '' when it has none."""
    parts = path.split("/")
    if path in ("KokkosSort.hpp", "KokkosSort_Kokkos.hpp"):
        return "table"
    if path == "KokkosSort/distributed.hpp":
        return "distributed table"
    if parts[0] != "KokkosSort":
        return ""
    folder = "/".join(parts[1:-1])
    if folder.startswith("algorithm/"):
        return folder if folder[len("algorithm/"):] in ROOMS_SEEN else ""
    return folder or "public" if not folder or folder in HEIGHT else ""


def height(room: str) -> int:
    return HEIGHT[room if room in HEIGHT else "algorithm"]


def check_include(room: str, bracket: str, target: str) -> str:
    """The violation of one include, '' when there is none."""
    if DISTRIBUTED_ONLY.search(target) and not room.startswith("distributed"):
        return f"<{target}> belongs in distributed/ only"
    if SOURCES_ONLY.search(target):
        return f"<{target}> would reach users: include it in a source"
    if bracket == '"' or target.startswith("."):
        return f'"{target}": write <KokkosSort/...>, so that a user\'s file cannot take its place'
    if not target.startswith("KokkosSort"):
        return ""
    seen = room_of(target)
    if not seen:
        return f"<{target}> is in no room"
    if seen == room or height(seen) < height(room):
        return ""
    if seen.startswith("algorithm/") and seen[len("algorithm/"):] in ROOMS_SEEN.get(room[len("algorithm/"):], ()):
        return ""
    return f"{room} includes <{target}> of {seen}"


def check_header(path: pathlib.Path, source: pathlib.Path) -> list[str]:
    """All findings of one header, each as 'file:line: text'."""
    name = path.relative_to(source).as_posix()
    room = room_of(name)
    if not room:
        return [f"{name}:1: the folder is no room"]
    findings = []
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        wrong = ""
        if match := INCLUDE.match(line):
            wrong = check_include(room, *match.groups())
            if not wrong and match[2].startswith("KokkosSort") and not (source / match[2]).is_file():
                wrong = f"<{match[2]}> does not exist"
        elif (match := CONDITION.match(line)) and room not in ("core", "distributed/comm") and BACKEND.search(match[2]):
            wrong = "a condition on a backend belongs in core/"
        if wrong:
            findings.append(f"{name}:{number}: {wrong}")
    if len(lines) > MAXIMUM_LINES:
        findings.append(f"{name}:{len(lines)}: {len(lines)} lines, the limit is {MAXIMUM_LINES}")
    guard = re.sub(r"\W", "_", name).upper()
    if f"#ifndef {guard}" not in lines:
        findings.append(f"{name}:1: no include guard {guard}")
    return findings


def included(path: pathlib.Path, source: pathlib.Path, seen: set[pathlib.Path]) -> int:
    """Lines of code of a header and of all that it includes of the library, without those in `seen`."""
    if path in seen or not path.is_file():
        return 0
    seen.add(path)
    lines = path.read_text().splitlines()
    targets = [match[2] for match in map(INCLUDE.match, lines) if match and match[2].startswith("KokkosSort")]
    code = sum(1 for line in lines if line.split("//")[0].strip())
    return code + sum(included(source / target, source, seen) for target in targets)


def check_tree(source: pathlib.Path) -> list[str]:
    """All findings below `source` (the folder src)."""
    headers = [source / "KokkosSort.hpp", source / "KokkosSort_Kokkos.hpp", *sorted((source / "KokkosSort").rglob("*.hpp"))]
    headers = [header for header in headers if header.exists()]
    findings = [finding for header in headers for finding in check_header(header, source)]
    # The functions over ranks are named as those of one.
    names = collections.defaultdict(list)
    for header in headers:
        name = header.relative_to(source).as_posix()
        if room_of(name) not in ("distributed", "distributed table"):
            names[header.name].append(name)
    findings += [f"{paths[1]}:1: {paths[0]} has the same file name" for paths in names.values() if len(paths) > 1]
    for name, most in MAXIMUM_INCLUDED.items():
        if (code := included(source / "KokkosSort" / name, source, set())) > most:
            findings.append(f"KokkosSort/{name}:1: it includes {code} lines of code, the limit is {most}")
    return findings


# Lines of code of a header of the self-test: four of them are more than permute.hpp may include.
LONG = MAXIMUM_INCLUDED["permute.hpp"] // 4


def self_test() -> None:
    """Plants one violation of each kind; a check that misses one is broken."""
    planted = {
        "core includes <KokkosSort/block/block_a.hpp>": ("KokkosSort/core/x.hpp", "#include <KokkosSort/block/block_a.hpp>"),
        "block includes <KokkosSort/algorithm/leaf/leaf_a.hpp>": (
            "KokkosSort/block/x.hpp", "#include <KokkosSort/algorithm/leaf/leaf_a.hpp>"),
        "algorithm/leaf includes <KokkosSort/algorithm/engine/engine_a.hpp>": (
            "KokkosSort/algorithm/leaf/x.hpp", "#include <KokkosSort/algorithm/engine/engine_a.hpp>"),
        "algorithm/leaf includes <KokkosSort/front/front_a.hpp>": (
            "KokkosSort/algorithm/leaf/x.hpp", "#include <KokkosSort/front/front_a.hpp>"),
        "front includes <KokkosSort/a.hpp>": ("KokkosSort/front/x.hpp", "#include <KokkosSort/a.hpp>"),
        "public includes <KokkosSort/distributed/comm/comm_a.hpp>": (
            "KokkosSort/x.hpp", "#include <KokkosSort/distributed/comm/comm_a.hpp>"),
        "<mpi.h> belongs in distributed": ("KokkosSort/core/x.hpp", "#include <mpi.h>"),
        "would reach users": ("KokkosSort/core/x.hpp", "#include <sys/mman.h>"),
        "<cuda.h> would reach users": ("KokkosSort/distributed/comm/x.hpp", "#include <cuda.h>"),
        f"it includes {4 * LONG + 7} lines of code": (
            "KokkosSort/permute.hpp", "".join(f"#include <KokkosSort/core/long_{i}.hpp>\n" for i in (0, 1, 2, 3))),
        "write <KokkosSort/...>": ("KokkosSort/block/x.hpp", '#include "../core/core_a.hpp"'),
        "does not exist": ("KokkosSort/block/x.hpp", "#include <KokkosSort/core/missing.hpp>"),
        "a condition on a backend": ("KokkosSort/block/x.hpp", "#if defined(KOKKOS_ENABLE_CUDA)"),
        "lines, the limit is": ("KokkosSort/block/x.hpp", "\n" * MAXIMUM_LINES),
        "no include guard": ("KokkosSort/block/x.hpp", None),
        "the folder is no room": ("KokkosSort/misc/x.hpp", ""),
        "has the same file name": ("KokkosSort/block/core_a.hpp", ""),
    }
    allowed = [("KokkosSort/algorithm/sample/x.hpp", "algorithm/leaf/leaf_a"), ("KokkosSort/front/x.hpp", "block/block_a"),
               ("KokkosSort/x.hpp", "front/front_a"), ("KokkosSort/distributed/comm/x.hpp", "a")]
    rooms = ("core", "block", "algorithm/leaf", "algorithm/engine", "front", "distributed/comm")
    for expected, (name, text) in [*planted.items(), *(("", (n, f"#include <KokkosSort/{t}.hpp>")) for n, t in allowed)]:
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder)
            write_header(source, "KokkosSort/a.hpp", "")
            for room in rooms:
                write_header(source, f"KokkosSort/{room}/{room.split('/')[-1]}_a.hpp", "")
            for i in range(4):
                write_header(source, f"KokkosSort/core/long_{i}.hpp", "int a;  // b\n" * (LONG - 3) + "\n// c\n" * 10)
            if findings := check_tree(source):
                sys.exit(f"layering: self-test: a clean tree has findings: {findings}")
            write_header(source, name, text)
            findings = check_tree(source)
            if len(findings) != (1 if expected else 0) or any(expected not in finding for finding in findings):
                sys.exit(f"layering: self-test: '{expected}' expected of {name}, found {findings}")
    print(f"layering: self-test: each of {len(planted)} planted violations was found")


def write_header(source: pathlib.Path, name: str, text: str | None) -> None:
    """Writes a header with its guard, or without one when `text` is None."""
    path = source / name
    path.parent.mkdir(parents=True, exist_ok=True)
    guard = re.sub(r"\W", "_", name).upper()
    path.write_text("" if text is None else f"#ifndef {guard}\n#define {guard}\n{text}\n#endif\n")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--source", type=pathlib.Path, default=ROOT / "src")
    arguments = parser.parse_args()
    self_test()
    findings = check_tree(arguments.source)
    headers = sum(1 for _ in (arguments.source / "KokkosSort").rglob("*.hpp"))
    for finding in findings:
        print(f"src/{finding}")
    print(f"layering: {headers} headers, {len(findings)} violations")
    return 1 if findings or headers == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
