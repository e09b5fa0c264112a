# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The tests of a GPU: which executables, in which way, and which cases each holds."""

import dataclasses
import hashlib
import os
import shutil
import subprocess
from pathlib import Path

SORTS = ("sample_sort", "paper_sample_sort", "small_sort", "merge_sort", "radix_sort", "quick_sorts", "heap_sort", "network_sorts", "baseline_sorts")
PLAIN = ("thread", "team", "public", "kokkos", "agreeing_sort", "compiled_sorts", *SORTS)
SANITIZER_TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")
# One key type of each kind, at the sizes and distributions that sanitizers get on hosts as well.
SANITIZED_CASES = "*Sanitize*U32*:*U32.Sanitize*:*Triple.Sanitize*"
SANITIZED = {
    **{name: SANITIZED_CASES for name in SORTS},
    "team": "*Scan*:*Network*:*OnesweepScatter*:*MsdRankSort*:*MergeSort*:*LookBack.Adds*:*SplitterArray*"
            ":DependentLaunch.*-*TooMuchScratch*",
    "radix_sort": SANITIZED_CASES + ":RadixProbe.*",
}
# These fill the device's memory: nothing else may run then.
ALONE = {"public": "DeviceMemory.*"}
# Each needs up to half of the device's memory: one at a time, beside the short tests.
LARGE = "large"
# A skip counts as "not run", except what only a host can do.
EXPECTED_SKIPS = frozenset({"public/Workspace.RequestsLargePagesOnAHost"})


@dataclasses.dataclass(frozen=True)
class Group:
    """Runs of one executable in one way."""

    name: str  # as in the table
    executable: str
    prefix: tuple[str, ...] = ()  # the tool around the executable
    arguments: tuple[str, ...] = ()
    filter: str = "*"
    lane: str = "shared"  # shared, large or alone
    is_gtest: bool = True
    pieces: tuple[str, ...] = ()  # arguments of one run each, if it is no GoogleTest
    seconds: int = 600  # limit per case
    cases_at_once: int = 32  # per process


def fuzz_group(cases: int) -> Group:
    pieces = min(20, cases)
    share = -(-cases // pieces)
    # Seeds far apart: no two pieces draw the same cases.
    return Group("fuzz", "KokkosSort_fuzz", is_gtest=False, seconds=1500, cases_at_once=1,
                 pieces=tuple(f"--seed {1 + i * 10**9} --cases {share}" for i in range(pieces)))


def sanitizer_group(tool: str, name: str) -> Group:
    prefix = ("compute-sanitizer", "--tool", tool, "--error-exitcode", "99", "--print-limit", "3")
    return Group(f"{tool}.{name}", f"KokkosSort_test_{name}", prefix, filter=SANITIZED[name], seconds=900, cases_at_once=4)


def groups(fuzz_cases: int, gpus: int) -> list[Group]:
    """Everything, longest first, so that no long case begins last."""
    found = [Group("large", "KokkosSort_test_large", lane="large", cases_at_once=1)]
    found.append(fuzz_group(fuzz_cases))
    found += [sanitizer_group(tool, name) for tool in SANITIZER_TOOLS for name in SANITIZED]
    for name in PLAIN:
        alone = ALONE.get(name)
        found.append(Group(name, f"KokkosSort_test_{name}", filter=f"*-{alone}" if alone else "*"))
        if alone:
            found.append(Group(f"{name}.alone", f"KokkosSort_test_{name}", filter=alone, lane="alone"))
    if gpus >= 2:
        found.append(Group("nccl", "KokkosSort_test_distributed", ("mpirun", "--allow-run-as-root", "-n", "2"), lane="alone",
                           is_gtest=False, seconds=900))
    return found


def digest(path: Path) -> str:
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:16] if hasattr(hashlib, "file_digest") else hashlib.sha256(
            file.read()).hexdigest()[:16]


def cases_of(group: Group, folder: Path) -> tuple[list[str], str]:
    """The names of a group's cases, or none and the reason."""
    program = folder / group.executable
    if not os.access(program, os.X_OK):
        return [], f"no executable {program}"
    if group.prefix and not shutil.which(group.prefix[0]):
        return [], f"no {group.prefix[0]} on this machine"
    if not group.is_gtest:
        return list(group.pieces) or ["all"], ""
    try:
        done = subprocess.run([program, "--gtest_list_tests", f"--gtest_filter={group.filter}"], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, timeout=120)
    except subprocess.TimeoutExpired:
        return [], "listing its tests took more than 120 s"
    if done.returncode != 0:
        return [], f"listing its tests ended with status {done.returncode}: {done.stdout[-300:]}"
    names, suite = [], ""
    for line in done.stdout.splitlines():
        text = line.split("#")[0].rstrip()
        if text.endswith(".") and not text.startswith(" ") and " " not in text:
            suite = text
        elif suite and text.startswith("  "):
            names.append(suite + text.strip())
    return names, "" if names else f"no test of it matches {group.filter}"
