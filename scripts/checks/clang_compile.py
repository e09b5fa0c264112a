#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile public tests, every algorithm and programs of users with each Clang named.

Against the Kokkos of a build by another compiler, without code generation. Errors
and warnings are found; nothing is linked or run.
"""

import argparse
import concurrent.futures
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = (
    "scripts/checks/application/*.cpp",
    "examples/0[1-5]_*.cpp",
    "unit_tests/include_order/*.cpp",
    "unit_tests/device_compile/algorithms.cpp",
)
# Joined, since most of the time goes into the headers that all of them include.
JOINED = "unit_tests/*_test.cpp"
JOINED_AT_ONCE = 7


def join(folder: pathlib.Path) -> list[pathlib.Path]:
    """Writes sources that include those of JOINED, a few each, into `folder`."""
    sources = sorted(ROOT.glob(JOINED))
    joined = []
    for begin in range(0, len(sources), JOINED_AT_ONCE):
        part = sources[begin:begin + JOINED_AT_ONCE]
        joined.append(folder / f"{part[0].stem}_to_{part[-1].stem}.cpp")
        joined[-1].write_text("".join(f'#include "{source}"\n' for source in part))
    return joined


def compile_one(compiler: str, source: pathlib.Path, flags: list[str]) -> bool:
    start = time.time()
    # std::stable_sort of libstdc++ 12 calls what the same library calls deprecated.
    command = [compiler, "-std=c++20", "-fopenmp", "-fsyntax-only", "-Wall", "-Wextra", "-Wshadow",
               "-Wconversion", "-Wno-sign-conversion", "-Werror",
               "-Wno-deprecated-declarations", *flags, str(source)]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    verdict = "compiled" if done.returncode == 0 else "FAILED"
    name = pathlib.Path(compiler).name
    print(f"clang_compile: {name}: {source.name}: {verdict} in {time.time() - start:.0f} s", flush=True)
    if done.returncode != 0:
        print(" ".join(command), done.stdout[-8000:], sep="\n", flush=True)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host-build", type=pathlib.Path, default=ROOT / "build" / "release",
                        help="a configured build, whose Kokkos is compiled against")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("compilers", nargs="+")
    arguments = parser.parse_args()
    for compiler in arguments.compilers:
        if not shutil.which(compiler):
            sys.exit(f"clang_compile: {compiler} is not there")
    sources = [path for pattern in SOURCES for path in sorted(ROOT.glob(pattern))]
    if len(sources) < len(SOURCES):
        sys.exit(f"clang_compile: {len(sources)} sources only")
    directories = (arguments.host_build / "include_directories.txt").read_text().split("\n")
    known = {"", "/usr/include", str(ROOT / "src")}
    system = [path for path in dict.fromkeys(directories) if path not in known]
    # Debian installs one version of libomp-dev; its header serves every Clang.
    headers = sorted(pathlib.Path("/usr/lib").glob("llvm-*/lib/clang/*/include/omp.h"))
    headers += sorted(pathlib.Path("/usr/lib/gcc").glob("*/*/include/omp.h"))
    if not headers:
        sys.exit("clang_compile: no omp.h (Debian: apt-get install libomp-dev, or gcc)")
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(headers[0], folder)
        flags = [f"-I{ROOT / 'src'}", f"-I{ROOT / 'unit_tests'}",
                 *(f"-isystem{path}" for path in [folder, *system])]
        sources += join(pathlib.Path(folder))
        pairs = [(compiler, source) for compiler in arguments.compilers for source in sources]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            verdicts = list(pool.map(lambda pair: compile_one(*pair, flags), pairs))
    print(f"clang_compile: {sum(verdicts)} of {len(verdicts)} compiled")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
