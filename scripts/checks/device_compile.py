#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compile the device code for CUDA or HIP against a Kokkos that was built for the host.

Machines without a GPU rarely have a Kokkos with CUDA. Its headers are all there,
though: three small headers hold the choices made when Kokkos was built.
This writes variants of them with the backend switched on. Then it compiles, without
linking, the sources of unit_tests/device_compile, with nvcc for CUDA, with Clang
for HIP. The latter needs the headers of HIP and nothing else of ROCm. CUDA also
compiles the cases of perf_tests.
"""

import argparse
import concurrent.futures
import dataclasses
import pathlib
import re
import shutil
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The sorts that a source calls and does not compile: unit_tests/checks counts them.
SORTS_FROM_ELSEWHERE = {"compiled_sorts.cpp": 4}
SWITCHED_OFF = ("ENABLE_CXX17",)
BACKEND_HEADERS = {
    "KokkosCore_Config_DeclareBackend.hpp": "decl/Kokkos_Declare",
    "KokkosCore_Config_FwdBackend.hpp": "fwd/Kokkos_Fwd",
    "KokkosCore_Config_SetupBackend.hpp": "setup/Kokkos_Setup",
}


@dataclasses.dataclass(frozen=True)
class Backend:
    compilers: tuple[str, ...]
    architectures: dict[str, tuple[str, ...]]  # the definitions of Kokkos for each
    switched_on: tuple[str, ...]
    suffix: dict[str, str]  # of the backend's header in each folder of Kokkos

    def header(self, stem: str) -> str:
        return f"{stem}_{self.suffix.get(stem, self.suffix[''])}.hpp"


BACKENDS = {
    "cuda": Backend(
        compilers=("nvcc", "/usr/local/cuda/bin/nvcc"),
        architectures={"sm_90": ("ARCH_HOPPER", "ARCH_HOPPER90")},
        switched_on=("ENABLE_CUDA", "ENABLE_CUDA_LAMBDA", "ENABLE_CXX20"),
        suffix={"": "CUDA", "setup/Kokkos_Setup": "Cuda"},
    ),
    # A wave of 64 lanes, and one of 32.
    "hip": Backend(
        compilers=("clang++-16", "clang++-15", "clang++-14"),
        architectures={"gfx90a": ("ARCH_AMD_GFX90A", "ARCH_AMD_GPU"), "gfx1100": ("ARCH_AMD_GFX1100", "ARCH_AMD_GPU")},
        switched_on=("ENABLE_HIP", "ENABLE_CXX20"),
        suffix={"": "HIP"},
    ),
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


def write_configuration(includes: list[pathlib.Path], folder: pathlib.Path, backend: Backend, architecture: str) -> None:
    """Writes the headers into `folder`, from those that one of `includes` holds."""
    folder.mkdir(parents=True, exist_ok=True)
    kokkos = next((path for path in includes if (path / "KokkosCore_config.h").is_file()), None)
    if not kokkos:
        sys.exit(f"device_compile: no KokkosCore_config.h in any of {[str(path) for path in includes]}")
    config = (kokkos / "KokkosCore_config.h").read_text()
    for name in backend.switched_on + backend.architectures[architecture]:
        config, count = re.subn(rf"/\* #undef KOKKOS_{name} \*/", f"#define KOKKOS_{name}", config)
        if count == 0 and not re.search(rf"#define KOKKOS_{name}\b", config):
            sys.exit(f"device_compile: {kokkos}/KokkosCore_config.h has no line for KOKKOS_{name}")
    for name in SWITCHED_OFF:
        config = re.sub(rf"#define KOKKOS_{name}\b", f"/* #undef KOKKOS_{name} */", config)
    (folder / "KokkosCore_config.h").write_text(config)
    for name, stem in BACKEND_HEADERS.items():
        host = (kokkos / name).read_text()
        backends = [backend.header(stem), *re.findall(r"#include <([^>]+)>", host)]
        lines = [f"#include <{file}>\n" for file in dict.fromkeys(backends)]
        if "Setup" in name and backend is BACKENDS["cuda"]:
            lines.insert(0, OLD_RUNTIME_CALLS)
        guard = re.sub(r"\W", "_", name).upper() + "_DEVICE_COMPILE"
        (folder / name).write_text(f"#ifndef {guard}\n#define {guard}\n{''.join(lines)}#endif\n")


def command_of(source: pathlib.Path, architecture: str, arguments: argparse.Namespace) -> list[str]:
    folder = arguments.build / architecture
    common = [
        "-std=c++20", "-I", str(folder), "-I", str(ROOT / "src"), "-I", str(ROOT / "unit_tests"),
        *(word for path in arguments.includes for word in ("-isystem", str(path))),
    ]
    if arguments.backend == "hip":
        # OpenMP, which the host's Kokkos has, is of no use to the device code, but
        # its header must be found.
        return [
            arguments.compiler, "-x", "hip", f"--offload-arch={architecture}", "-nogpulib", "--cuda-device-only",
            "-S", "-emit-llvm", "-fopenmp", "-D__HIP_PLATFORM_AMD__", "-DDESUL_ATOMICS_ENABLE_HIP",
            "-Wall", "-Wextra", "-Werror", *openmp_header(arguments), *common,
            str(source), "-o", str(folder / f"{source.stem}.ll"),
        ]
    return [
        arguments.compiler, "-x", "cu", f"-arch={architecture}", "--expt-extended-lambda", "-Xcompiler", "-fopenmp",
        "-DDESUL_ATOMICS_ENABLE_CUDA", *common,
        # Nothing is to be run: with little optimization two thirds of the time. The
        # option of cicc, nvcc's device compiler, is not documented.
        "-Xcicc", "-O1", "-Xptxas", "-O1",
        # A call of a host function in device code is only a warning to nvcc. It cannot
        # work, constexpr or not: Kokkos does not relax that by default.
        # (20012, on defaulted functions, is noise.)
        "-Werror", "all-warnings", "-diag-suppress=20012",
        "-c", str(source), "-o", str(folder / f"{source.stem}.o"),
    ]


def openmp_header(arguments: argparse.Namespace) -> list[str]:
    """The omp.h of another Clang: only one version of libomp-dev can be installed."""
    found = sorted(pathlib.Path("/usr/lib").glob("llvm-*/lib/clang/*/include/omp.h"))
    found += sorted(pathlib.Path("/usr/lib/gcc").glob("*/*/include/omp.h"))
    if not found:
        return []
    folder = arguments.build / "openmp"
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(found[0], folder / "omp.h")
    return [f"-isystem{folder}"]


def compile_one(source: pathlib.Path, architecture: str, arguments: argparse.Namespace) -> bool:
    """Compiles one source; prints its name, time and the compiler's output on failure."""
    command = command_of(source, architecture, arguments)
    start = time.time()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    sorts = SORTS_FROM_ELSEWHERE.get(source.name)
    if sorts and done.returncode == 0 and arguments.backend == "cuda":
        command = ["cmake", "-D", "NM=nm", "-D", f"OBJECT={command[-1]}", "-D", f"SORTS={sorts}",
                   "-P", str(ROOT / "unit_tests" / "checks" / "compiled_sorts_object.cmake")]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    verdict = "compiled" if done.returncode == 0 else "FAILED"
    print(f"device_compile: {source.name} for {architecture}: {verdict} in {time.time() - start:.0f} s", flush=True)
    if done.returncode != 0:
        print(" ".join(command), done.stdout, sep="\n", flush=True)
    return done.returncode == 0


def sources_of(backend: str) -> list[pathlib.Path]:
    """For CUDA also the performance tests of functions: no other build without a GPU has their kernels and CUB's."""
    sources = sorted((ROOT / "unit_tests" / "device_compile").glob("*.cpp"))
    if backend == "cuda":
        # benchmark_case.cpp lists names and has no kernel.
        cases = (ROOT / "perf_tests").glob("*_case.cpp")
        sources += sorted(case for case in cases if case.name != "benchmark_case.cpp")
    return sources


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host-build", type=pathlib.Path, default=ROOT / "build" / "release",
                        help="a configured build, whose Kokkos is compiled against")
    parser.add_argument("--backend", choices=sorted(BACKENDS), default="cuda")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build" / "device_compile")
    parser.add_argument("--compiler", help="default: the first of the backend that is there")
    parser.add_argument("--arch", action="append", help="default: all that the backend's check compiles for")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("sources", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()

    backend = BACKENDS[arguments.backend]
    candidates = [arguments.compiler] if arguments.compiler else backend.compilers
    arguments.compiler = next(filter(None, map(shutil.which, candidates)), None)
    if not arguments.compiler:
        sys.exit(f"device_compile: none of {', '.join(candidates)} is there")
    architectures = arguments.arch or list(backend.architectures)
    for architecture in architectures:
        if architecture not in backend.architectures:
            sys.exit(f"device_compile: --arch {architecture} is none of {', '.join(backend.architectures)}")
    sources = [source.resolve() for source in arguments.sources]
    sources = sources or sources_of(arguments.backend)
    if not sources:
        sys.exit("device_compile: no sources in unit_tests/device_compile")
    directories = (arguments.host_build / "include_directories.txt").read_text().split("\n")
    # The compiler has its own folders; given again they change the order of the search.
    known = {"", "/usr/include", str(ROOT / "src")}
    arguments.includes = [pathlib.Path(line) for line in dict.fromkeys(directories) if line not in known]
    for architecture in architectures:
        write_configuration(arguments.includes, arguments.build / architecture, backend, architecture)
    pairs = [(source, architecture) for source in sources for architecture in architectures]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        verdicts = list(pool.map(lambda pair: compile_one(*pair, arguments), pairs))
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
