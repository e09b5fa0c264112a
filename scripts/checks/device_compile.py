#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile the device code with nvcc against a Kokkos that was built for the host.

Machines without a GPU rarely have a Kokkos with CUDA. Its headers are all there,
though: what was chosen when Kokkos was built stands in three small headers.
This writes variants of them with CUDA switched on and compiles, without linking,
the sources of unit_tests/device_compile.
"""

import argparse
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
SWITCHED_ON = (
    "ENABLE_CUDA",
    "ENABLE_CUDA_LAMBDA",
    "ENABLE_CXX20",
    "ARCH_HOPPER",
    "ARCH_HOPPER90",
)
SWITCHED_OFF = ("ENABLE_CXX17",)
BACKEND_HEADERS = {
    "KokkosCore_Config_DeclareBackend.hpp": "decl/Kokkos_Declare_CUDA.hpp",
    "KokkosCore_Config_FwdBackend.hpp": "fwd/Kokkos_Fwd_CUDA.hpp",
    "KokkosCore_Config_SetupBackend.hpp": "setup/Kokkos_Setup_Cuda.hpp",
}

# Kokkos before 4.7.1 calls two functions as CUDA 12 declares them. As nothing is
# linked or run here, overloads with the old arguments are all that CUDA 13 lacks.
OLD_RUNTIME_CALLS = """
#include <cuda_runtime.h>
#if CUDART_VERSION >= 13000
inline cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t* from,
                                            const cudaGraphNode_t* to, size_t count) {
  return cudaGraphAddDependencies(graph, from, to, nullptr, count);
}
inline cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int device, cudaStream_t stream) {
  return cudaMemPrefetchAsync(pointer, bytes, cudaMemLocation{cudaMemLocationTypeDevice, device}, 0, stream);
}
#endif
"""


def write_configuration(includes: list[pathlib.Path], folder: pathlib.Path) -> None:
    """Writes the headers into `folder`, from those that one of `includes` holds."""
    folder.mkdir(parents=True, exist_ok=True)
    kokkos = next((path for path in includes if (path / "KokkosCore_config.h").is_file()), None)
    if not kokkos:
        sys.exit(f"device_compile: no KokkosCore_config.h in any of {[str(path) for path in includes]}")
    config = (kokkos / "KokkosCore_config.h").read_text()
    for name in SWITCHED_ON:
        config = re.sub(rf"/\* #undef KOKKOS_{name} \*/", f"#define KOKKOS_{name}", config)
    for name in SWITCHED_OFF:
        config = re.sub(rf"#define KOKKOS_{name}\b", f"/* #undef KOKKOS_{name} */", config)
    if "#define KOKKOS_ENABLE_CUDA\n" not in config:
        sys.exit(f"device_compile: {kokkos}/KokkosCore_config.h has no line for KOKKOS_ENABLE_CUDA")
    (folder / "KokkosCore_config.h").write_text(config)
    for name, cuda in BACKEND_HEADERS.items():
        host = (kokkos / name).read_text()
        backends = [cuda, *re.findall(r"#include <([^>]+)>", host)]
        lines = [f"#include <{file}>\n" for file in dict.fromkeys(backends)]
        if "Setup" in name:
            lines.insert(0, OLD_RUNTIME_CALLS)
        guard = re.sub(r"\W", "_", name).upper() + "_DEVICE_COMPILE"
        (folder / name).write_text(f"#ifndef {guard}\n#define {guard}\n{''.join(lines)}#endif\n")


def compile_one(source: pathlib.Path, arguments: argparse.Namespace, configuration: pathlib.Path) -> bool:
    """Compiles one source; prints its name, time and what nvcc says."""
    command = [
        arguments.nvcc, "-x", "cu", "-std=c++20", f"-arch={arguments.arch}", "--expt-extended-lambda",
        "-Xcompiler", "-fopenmp", "-DDESUL_ATOMICS_ENABLE_CUDA",
        "-I", str(configuration), "-I", str(ROOT / "src"), "-I", str(ROOT / "unit_tests"),
        *(f"-isystem={path}" for path in arguments.includes),
        # A call of a host function in device code is only a warning to nvcc, but it
        # cannot work, constexpr or not: Kokkos does not relax that unless told to.
        # (20012, on defaulted functions, is noise.)
        "-Werror", "all-warnings", "-diag-suppress=20012",
        "-c", str(source), "-o", str(arguments.build / f"{source.stem}.o"),
    ]
    start = time.time()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    verdict = "compiled" if done.returncode == 0 else "FAILED"
    print(f"device_compile: {source.name}: {verdict} in {time.time() - start:.0f} s", flush=True)
    if done.returncode != 0:
        print(" ".join(command), done.stdout, sep="\n", flush=True)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host-build", type=pathlib.Path, default=ROOT / "build" / "release",
                        help="a configured build, whose Kokkos is compiled against")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "device_compile")
    parser.add_argument("--nvcc", default=shutil.which("nvcc") or "/usr/local/cuda/bin/nvcc")
    parser.add_argument("--arch", default="sm_90")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()

    if not shutil.which(arguments.nvcc):
        sys.exit(f"device_compile: --nvcc {arguments.nvcc} is not there")
    sources = [source.resolve() for source in arguments.sources]
    sources = sources or sorted((ROOT / "unit_tests" / "device_compile").glob("*.cpp"))
    if not sources:
        sys.exit("device_compile: no sources in unit_tests/device_compile")
    directories = (arguments.host_build / "include_directories.txt").read_text().split("\n")
    # The compiler knows its own folders; told of them again it searches in the wrong order.
    known = {"", "/usr/include", str(ROOT / "src")}
    arguments.includes = [pathlib.Path(line) for line in dict.fromkeys(directories) if line not in known]
    configuration = arguments.build / "configuration"
    write_configuration(arguments.includes, configuration)
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        verdicts = list(pool.map(lambda source: compile_one(source, arguments, configuration), sources))
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
