# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import pathlib

from spack_repo.builtin.build_systems.cmake import CMakePackage
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *


class KokkosSort(CMakePackage, CudaPackage, ROCmPackage):
    """KokkosSort sorts Kokkos views on GPUs and hosts: sort, sort by key,
    argsort and permute. It has comparators, key projections and reusable
    workspaces, in one source for every Kokkos backend."""

    homepage = "https://kokkos-sort.org"
    # The recipe lives in the repository that it builds, so the clone that Spack
    # reads it from is also where the source comes from.
    git = pathlib.Path(__file__).resolve().parents[5].as_uri()

    maintainers("kokkos-sort")

    test_requires_compiler = True

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    # The library runs on the backends that Kokkos has enabled. Each of these
    # requires a backend of Kokkos, none of them takes one away.
    backends = {
        "serial": (True, "Ask Kokkos for its Serial backend"),
        "openmp": (False, "Ask Kokkos for its OpenMP backend"),
        "threads": (False, "Ask Kokkos for its C++ threads backend"),
        "sycl": (False, "Ask Kokkos for its SYCL backend"),
    }
    for backend, (enabled, text) in backends.items():
        variant(backend, default=enabled, description=text)

    variant("mpi", default=False, description="Build the target KokkosSort::Distributed")
    variant(
        "nccl",
        default=False,
        when="+mpi+cuda",
        description="Move device memory between ranks by NCCL",
    )
    variant(
        "highway",
        default=True,
        when="~cuda~rocm~sycl",
        description="Sort numbers on hosts by the vector instructions of Highway",
    )
    variant(
        "compiled_sorts",
        default=True,
        description="Compile the sorts of common types into a library, for devices",
    )
    variant("app", default=True, description="Build the job tool kokkos-sort")
    variant("tests", default=False, description="Build the unit tests and the examples")

    depends_on("cxx", type="build")
    depends_on("c", type="build", when="+mpi")
    depends_on("cmake@3.22:", type="build")

    depends_on("kokkos@4.5:5.2")
    depends_on("mpi", when="+mpi")
    depends_on("nccl", when="+nccl")
    depends_on("highway@1.0.3:", when="+highway")
    depends_on("cli11@2:", type="build", when="+app")
    depends_on("googletest@1.12:", type="build", when="+tests")

    for backend in backends:
        depends_on(f"kokkos+{backend}", when=f"+{backend}")

    for arch in CudaPackage.cuda_arch_values:
        depends_on(f"kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")
        depends_on(f"nccl+cuda cuda_arch={arch}", when=f"+nccl cuda_arch={arch}")
    for target in ROCmPackage.amdgpu_targets:
        depends_on(f"kokkos+rocm amdgpu_target={target}", when=f"+rocm amdgpu_target={target}")

    # C++20 on the device starts with CUDA 12. Device code is compiled and tested
    # by nvcc behind the wrapper of Kokkos, and examples and users write lambdas.
    depends_on("cuda@12:", when="+cuda")
    # With "+cuda" in the requirement the first line of the error of a spec without
    # cuda_arch names cuda_arch.
    requires("^kokkos+cuda+wrapper", when="+cuda")
    requires("^kokkos+cuda_lambda", when="+cuda ^kokkos@:4")

    conflicts("cuda_arch=none", when="+cuda", msg="+cuda needs cuda_arch, such as cuda_arch=90")
    conflicts("+threads", when="+openmp", msg="Kokkos has one parallel host backend at a time")
    conflicts("+rocm", when="+cuda", msg="Kokkos has one device backend at a time")
    conflicts("+sycl", when="+cuda", msg="Kokkos has one device backend at a time")
    conflicts("+sycl", when="+rocm", msg="Kokkos has one device backend at a time")
    conflicts("%cxx=gcc@:10", msg="KokkosSort is written in C++20")

    sanity_check_is_file = [
        join_path("include", "KokkosSort.hpp"),
        join_path("include", "KokkosSort", "sort.hpp"),
    ]

    def compiler_for_kokkos(self, cxx):
        """The compiler that programs on this Kokkos need, cxx where any will do.
        Not for all cases kokkos_cxx: a Kokkos that Spack did not build has none."""
        if self.spec.satisfies("^kokkos+wrapper"):
            return self["kokkos"].kokkos_cxx
        if self.spec.satisfies("+rocm") and not (
            self.spec.satisfies("%cxx=clang") or self.spec.satisfies("%cxx=rocmcc")
        ):
            return self.spec["hip"].hipcc
        return cxx

    def cmake_args(self):
        args = [
            self.define("Kokkos_ROOT", self.spec["kokkos"].prefix),
            self.define("KokkosSort_KOKKOS_SOURCE", "FIND"),
            self.define("CMAKE_CXX_COMPILER", self.compiler_for_kokkos(spack_cxx)),
            self.define_from_variant("KokkosSort_ENABLE_MPI", "mpi"),
            # Never by chance: AUTO would link an NCCL of the system.
            self.define("KokkosSort_ENABLE_NCCL", self.spec.satisfies("+nccl")),
            self.define("KokkosSort_ENABLE_HIGHWAY", self.spec.satisfies("+highway")),
            self.define_from_variant("KokkosSort_ENABLE_APP", "app"),
            self.define_from_variant("KokkosSort_ENABLE_TESTS", "tests"),
            self.define_from_variant("KokkosSort_ENABLE_EXAMPLES", "tests"),
            self.define("KokkosSort_ENABLE_PERF_TESTS", False),
            # Dependencies come from Spack; one that is missing is an error, no download.
            self.define("FETCHCONTENT_FULLY_DISCONNECTED", True),
        ]
        if self.spec.satisfies("~compiled_sorts"):
            args.append(self.define("KokkosSort_COMPILED_SORTS", ""))
        if self.spec.satisfies("+nccl"):
            args.append(self.define("NCCL_ROOT", self.spec["nccl"].prefix))
        return args

    examples_dir = "examples"

    @run_after("install")
    def cache_examples(self):
        """Keep the examples, so that `spack test run` needs no source."""
        cache_extra_test_sources(self, [self.examples_dir])

    def test_examples(self):
        """build the examples against the installed package and run them"""
        examples = join_path(self.test_suite.current_test_cache_dir, self.examples_dir)
        cmake = which(self.spec["cmake"].prefix.bin.cmake, required=True)
        ctest = which(self.spec["cmake"].prefix.bin.ctest, required=True)
        cxx = self.spec["cxx"].package.cxx  # the wrapper of Spack is not there in a test
        with working_dir("build-examples", create=True):
            cmake(
                examples,
                self.define("CMAKE_PREFIX_PATH", get_cmake_prefix_path(self)),
                self.define("CMAKE_CXX_COMPILER", self.compiler_for_kokkos(cxx)),
                self.define("Kokkos_ROOT", self.spec["kokkos"].prefix),
                self.define("KokkosSort_ROOT", self.prefix),
            )
            cmake("--build", ".")
            ctest("--output-on-failure")

    def test_app(self):
        """sort a small file with the job tool and validate it"""
        if self.spec.satisfies("~app"):
            raise SkipTest("the job tool is built with +app")
        tool = which(self.prefix.bin.join("kokkos-sort"), required=True)
        tool("generate", "keys.bin", "--count", "1000", "--type", "u64")
        tool("sort", "keys.bin", "sorted.bin", "--type", "u64")
        tool("validate", "sorted.bin", "--against", "keys.bin", "--type", "u64")
