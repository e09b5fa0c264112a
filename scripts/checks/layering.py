#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Check that the headers keep to the layers.

public -> algorithm -> team -> thread: an include points down, or stays in its
layer. Constants (tuning) are read by algorithm and team; the shims of the
backends, which stand there too, by thread as well. The shared words
(order.hpp, workspace.hpp, ...) stand beside the public functions for the user's
sake and may be read by every layer that launches; algorithm.hpp, the choice
between the algorithms, and detail, the checks and forwards that the public
functions share, belong to the public layer. MPI and NCCL stay in
distributed, and so does the rule that nobody else includes it. A preprocessor
condition on a backend stands in tuning. A header has at most 450 lines.
"""

import argparse
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAXIMUM_LINES = 450

# layer -> the layers that its headers may include
ALLOWED = {
    "table": {"public", "choice", "words"},
    "public": {"public", "detail", "choice", "words", "algorithm", "thread"},
    "detail": {"detail", "choice", "words", "algorithm", "thread"},
    "choice": {"words", "algorithm", "thread"},
    "words": {"words", "thread", "tuning", "shim"},
    "algorithm": {"words", "algorithm", "team", "thread", "tuning", "shim"},
    "team": {"team", "thread", "tuning", "shim"},
    "thread": {"thread", "shim"},
    "tuning": {"tuning", "shim"},
    "shim": {"shim", "tuning"},
    "distributed": {"distributed", "public", "detail", "choice", "words", "algorithm", "team", "thread", "tuning", "shim"},
}
# The rooms that the headers move to, one after another; their own rule follows the
# last move.
ROOMS = {"core", "block", "front", "room"}
ALLOWED = {**{layer: allowed | ROOMS for layer, allowed in ALLOWED.items()},
           **{room: {*ALLOWED, *ROOMS} for room in ROOMS}}
WORDS = {"KokkosSort/label_prefix.hpp", "KokkosSort/order.hpp", "KokkosSort/workspace.hpp"}
CHOICE = "KokkosSort/algorithm.hpp"
SHIMS = {"KokkosSort/core/multiply_high.hpp", "KokkosSort/core/unroll.hpp", "KokkosSort/core/warp.hpp"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
CONDITION = re.compile(r"^\s*#\s*(if|ifdef|ifndef|elif)\b(.*)")
BACKEND = re.compile(
    r"KOKKOS_ENABLE_(CUDA|HIP|SYCL|OPENMP|OPENMPTARGET|OPENACC|THREADS|SERIAL|HPX)\b|KOKKOS_ARCH_"
    r"|__CUDA_ARCH__|__CUDACC__|__NVCC__|__HIP|__SYCL_DEVICE_ONLY__|SYCL_LANGUAGE_VERSION|\b_OPENMP\b")
DISTRIBUTED_ONLY = re.compile(r"(^|/)(mpi|nccl)\.h$")


def layer_of(path: str) -> str:
    """The layer of a header by its path below src, '' when it has none."""
    parts = path.split("/")
    if path == "KokkosSort.hpp":
        return "table"
    if parts[0] != "KokkosSort" or len(parts) < 2:
        return ""
    if path == CHOICE:
        return "choice"
    if path == "KokkosSort/distributed.hpp":
        return "distributed"
    if path in SHIMS:
        return "shim"
    if parts[1] in ("algorithm", "distributed") and len(parts) == 4 and parts[2] != "baseline":
        return "room"
    if len(parts) == 2:
        return "words" if path in WORDS else "public"
    return parts[1] if parts[1] in ALLOWED else ""


def check_include(layer: str, bracket: str, target: str) -> str:
    """What is wrong with one include, '' when nothing is."""
    if DISTRIBUTED_ONLY.search(target) and layer not in ("distributed", "room"):
        return f"<{target}> belongs in distributed/ only"
    inside = target.startswith("KokkosSort")
    if bracket == '"' or target.startswith("."):
        return f'"{target}": write <KokkosSort/...>, so that a user\'s file cannot take its place'
    if not inside:
        return ""
    target_layer = layer_of(target)
    if not target_layer:
        return f"<{target}> is in no layer"
    if target_layer not in ALLOWED[layer]:
        return f"{layer} includes <{target}> of the layer {target_layer}"
    return ""


def check_header(path: pathlib.Path, source: pathlib.Path) -> list[str]:
    """All findings of one header, each as 'file:line: text'."""
    name = path.relative_to(source).as_posix()
    layer = layer_of(name)
    if not layer:
        return [f"{name}:1: the folder is no layer ({', '.join(ALLOWED)})"]
    findings = []
    lines = path.read_text().splitlines()
    for number, line in enumerate(lines, 1):
        wrong = ""
        if match := INCLUDE.match(line):
            wrong = check_include(layer, *match.groups())
            if not wrong and match[2].startswith("KokkosSort") and not (source / match[2]).is_file():
                wrong = f"<{match[2]}> does not exist"
        elif (match := CONDITION.match(line)) and layer not in ("tuning", "shim", "core") and BACKEND.search(match[2]):
            wrong = "a condition on a backend belongs in tuning/"
        if wrong:
            findings.append(f"{name}:{number}: {wrong}")
    if len(lines) > MAXIMUM_LINES:
        findings.append(f"{name}:{len(lines)}: {len(lines)} lines, the limit is {MAXIMUM_LINES}")
    guard = re.sub(r"\W", "_", name).upper()
    if f"#ifndef {guard}" not in lines:
        findings.append(f"{name}:1: no include guard {guard}")
    return findings


def check_tree(source: pathlib.Path) -> list[str]:
    """All findings below `source` (the folder src)."""
    headers = [source / "KokkosSort.hpp", *sorted((source / "KokkosSort").rglob("*.hpp"))]
    return [finding for header in headers if header.exists() for finding in check_header(header, source)]


def self_test() -> None:
    """Plants one violation of each kind; a check that misses one is broken."""
    planted = {
        "thread includes <KokkosSort/team/a.hpp>": ("KokkosSort/thread/x.hpp", "#include <KokkosSort/team/a.hpp>"),
        "team includes <KokkosSort/algorithm/a.hpp>": ("KokkosSort/team/x.hpp", "#include <KokkosSort/algorithm/a.hpp>"),
        "algorithm includes <KokkosSort/a.hpp>": ("KokkosSort/algorithm/x.hpp", "#include <KokkosSort/a.hpp>"),
        "public includes <KokkosSort/tuning/a.hpp>": ("KokkosSort/x.hpp", "#include <KokkosSort/tuning/a.hpp>"),
        "detail includes <KokkosSort/a.hpp>": ("KokkosSort/detail/x.hpp", "#include <KokkosSort/a.hpp>"),
        "thread includes <KokkosSort/tuning/a.hpp>": ("KokkosSort/thread/x.hpp", "#include <KokkosSort/tuning/a.hpp>"),
        "public includes <KokkosSort/distributed/a.hpp>": ("KokkosSort/x.hpp", "#include <KokkosSort/distributed/a.hpp>"),
        "<mpi.h> belongs in distributed": ("KokkosSort/algorithm/x.hpp", "#include <mpi.h>"),
        "write <KokkosSort/...>": ("KokkosSort/team/x.hpp", '#include "../thread/a.hpp"'),
        "does not exist": ("KokkosSort/team/x.hpp", "#include <KokkosSort/thread/missing.hpp>"),
        "a condition on a backend": ("KokkosSort/team/x.hpp", "#if defined(KOKKOS_ENABLE_CUDA)"),
        "lines, the limit is": ("KokkosSort/team/x.hpp", "\n" * MAXIMUM_LINES),
        "no include guard": ("KokkosSort/team/x.hpp", None),
        "the folder is no layer": ("KokkosSort/misc/x.hpp", ""),
    }
    for expected, (name, text) in planted.items():
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder)
            for layer in ("algorithm", "team", "thread", "tuning", "distributed", ""):
                write_header(source, f"KokkosSort/{layer}/a.hpp".replace("//", "/"), "")
            if findings := check_tree(source):
                sys.exit(f"layering: self-test: a clean tree has findings: {findings}")
            write_header(source, name, text)
            findings = check_tree(source)
            if len(findings) != 1 or expected not in findings[0]:
                sys.exit(f"layering: self-test: '{expected}' planted in {name}, found {findings}")
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
