#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Run clang-tidy over the library's headers, as a few sources instantiate them.

.clang-tidy lists the checks, and the reason of each silenced one. A planted finding
must be found: otherwise the check is broken.

Usage: scripts/checks/tidy.py [--host-build build/release] [--jobs 2]
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
VERSION = "18.1.8"
SOURCES = ["unit_tests/device_compile/sort.cpp", "unit_tests/device_compile/permutations.cpp",
           "unit_tests/device_compile/algorithms.cpp"]
PLANTED = """
#include <vector>
inline int sum(std::vector<int> const values) {  // a copy
  int* none = 0;                                 // no nullptr
  return none == nullptr ? values[0] : 0;
}
"""


def run(program, source, flags, options=()):
    start = time.time()
    done = subprocess.run([program, "--quiet", f"--config-file={ROOT / '.clang-tidy'}", *options, str(source), "--", *flags],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return done.returncode, done.stdout, time.time() - start


def check_one(program, source, flags):
    status, output, seconds = run(program, ROOT / source, flags)
    print(f"tidy: {source}: {'clean' if status == 0 else 'FINDINGS'} in {seconds:.0f} s", flush=True)
    if status != 0:
        print(output[-8000:], flush=True)
    return status == 0


def self_test(program, folder):
    header = pathlib.Path(folder) / "src/KokkosSort/planted.hpp"
    header.parent.mkdir(parents=True)
    header.write_text(PLANTED)
    source = pathlib.Path(folder) / "planted.cpp"
    source.write_text("#include <KokkosSort/planted.hpp>\n")
    status, output, _ = run(program, source, ["-std=c++20", f"-I{folder}/src"])
    if status == 0 or "modernize-use-nullptr" not in output:
        sys.exit(f"tidy: self-test: a planted finding was not found:\n{output}")
    print("tidy: self-test: the planted finding was found")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--host-build", type=pathlib.Path, default=ROOT / "build/release",
                        help="a configured build, whose Kokkos is compiled against")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    found = subprocess.run([ROOT / "scripts/checks/python_tool", "clang-tidy", VERSION], stdout=subprocess.PIPE, text=True,
                           check=False)
    if found.returncode != 0:
        return 1
    program = found.stdout.strip()
    directories = (arguments.host_build / "include_directories.txt").read_text().split("\n")
    system = [path for path in dict.fromkeys(directories) if path not in ("", "/usr/include", str(ROOT / "src"))]
    # The header of Clang first: that of GCC has attributes that Clang rejects.
    headers = sorted(pathlib.Path("/usr/lib").glob("llvm-*/lib/clang/*/include/omp.h"))
    headers += sorted(pathlib.Path("/usr/lib/gcc").glob("*/*/include/omp.h"))
    if not headers:
        sys.exit("tidy: no omp.h (Debian: apt-get install libomp-dev)")
    with tempfile.TemporaryDirectory() as folder:
        self_test(program, folder)
        shutil.copy(headers[0], folder)
        flags = ["-std=c++20", "-fopenmp", f"-I{ROOT / 'src'}", *(f"-isystem{path}" for path in [folder, *system])]
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            verdicts = list(pool.map(lambda source: check_one(program, source, flags), SOURCES))
    print(f"tidy: {sum(verdicts)} of {len(verdicts)} sources are clean")
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
