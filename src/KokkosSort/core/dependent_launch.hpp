// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_DEPENDENT_LAUNCH_HPP
#define KOKKOSSORT_CORE_DEPENDENT_LAUNCH_HPP

#include <KokkosSort/core/label.hpp>

#include <Kokkos_Core.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>

namespace KokkosSort::Impl {

/// Whether the backend itself starts kernels, instead of Kokkos::parallel_for.
template <class Exec>
inline constexpr bool has_dependent_launch = false;

template <class Exec, class Kernel, int TeamSize, int MinTeams>
struct DependentLaunch;

// CUDA before 12.3 does not record such launches in a graph. A version of
// Kokkos that is not tested launches all kernels itself, since a member is made
// here as Kokkos makes it.
#if defined(KOKKOS_ENABLE_CUDA) && CUDART_VERSION >= 12030 && \
    KOKKOS_VERSION < 50300 && !defined(KOKKOSSORT_DISABLE_DEPENDENT_LAUNCH)

template <>
inline constexpr bool has_dependent_launch<Kokkos::Cuda> = true;

using CudaMember = typename Kokkos::TeamPolicy<Kokkos::Cuda>::member_type;

/// Runs `kernel` for one team. Scratch memory is that of Kokkos: first the part
/// for team_reduce, then the kernel's. The size of the first part is an
/// argument. With a constant the compiler loses track of the kind of memory,
/// and its instructions for any kind took three times as long. Without
/// __grid_constant__ the arguments are copied to memory of the thread, from
/// which pointers are of any kind as well. On an H200 the first 10 of 2^28 u32
/// keys then took 440 us, and take 344.
template <class Kernel, int TeamSize, int MinTeams>
__global__ __launch_bounds__(TeamSize, MinTeams) void run_dependent_kernel(
    [[maybe_unused]] __grid_constant__ Kernel const kernel,
    [[maybe_unused]] unsigned const reduce_bytes,
    [[maybe_unused]] unsigned const scratch_bytes) {
#if defined(__CUDA_ARCH__)
#if __CUDA_ARCH__ >= 900
  // Waits until all kernels in front have ended and their writes are visible.
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
  extern __shared__ double dependent_kernel_scratch[];
  kernel(CudaMember(dependent_kernel_scratch, reduce_bytes, scratch_bytes,
                    nullptr, 0, static_cast<int>(blockIdx.x),
                    static_cast<int>(gridDim.x)));
#endif
}

/// Launches by cudaLaunchKernelExC. From compute capability 9.0 on it is a
/// programmatic dependent launch: the teams are set up while the kernel in
/// front drains, and wait there. On an H200 that saves 1 to 2 us per launch:
/// 2^14 u32 keys take 0.84 of the time, 2^24 take 0.92, and 2^24 equal ones
/// 0.78. Kernels trigger the next launch by their end alone. With an earlier
/// trigger, teams that wait keep a multiprocessor from changing its share of
/// scratch, and 2^28 u32 addresses took 1.03 of the time.
template <class Kernel, int TeamSize, int MinTeams>
struct DependentLaunch<Kokkos::Cuda, Kernel, TeamSize, MinTeams> {
  static void run(char const* label, Kokkos::Cuda const& exec,
                  std::size_t league, std::size_t scratch_bytes,
                  Kernel const& kernel) {
    std::uint64_t id      = 0;
    bool const is_watched = Kokkos::Tools::profileLibraryLoaded();
    if (is_watched)
      Kokkos::Tools::beginParallelFor(
          labeled(label), Kokkos::Tools::Experimental::device_id(exec), &id);
    start(label, exec, league, static_cast<unsigned>(scratch_bytes), kernel);
    if (is_watched) Kokkos::Tools::endParallelFor(id);
  }

 private:
  static void check(char const* label, cudaError_t error) {
    if (error == cudaSuccess) return;
    static_cast<void>(cudaGetLastError());
    throw std::runtime_error(labeled(label) + ": CUDA does not start it: " +
                             cudaGetErrorString(error));
  }

  static void start(char const* label, Kokkos::Cuda const& exec,
                    std::size_t league, unsigned scratch_bytes,
                    Kernel const& kernel) {
    // Each source file has a function of its own.
    auto const* const function = reinterpret_cast<void const*>(
        &run_dependent_kernel<Kernel, TeamSize, MinTeams>);
    check(label, cudaSetDevice(exec.cuda_device()));
    // Atomics on wide items need them, in each file that launches.
    desul::ensure_cuda_lock_arrays_on_device();
    // As Kokkos has it: a word per thread, and two.
    unsigned reduce_bytes = sizeof(double) * (TeamSize + 2);
    cudaLaunchConfig_t config{};
    config.gridDim          = dim3(static_cast<unsigned>(league));
    config.blockDim         = dim3(1, TeamSize);
    config.dynamicSmemBytes = reduce_bytes + scratch_bytes;
    config.stream           = exec.cuda_stream();
    cudaLaunchAttribute dependent{};
    dependent.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    dependent.val.programmaticStreamSerializationAllowed =
        prepare(label, exec, config.dynamicSmemBytes, function) ? 1 : 0;
    config.attrs      = &dependent;
    config.numAttrs   = 1;
    void* arguments[] = {const_cast<Kernel*>(&kernel), &reduce_bytes,
                         &scratch_bytes};
    check(label, cudaLaunchKernelExC(&config, function, arguments));
  }

  /// Reserves scratch for as many teams as fit a multiprocessor, unless the
  /// last launch was alike. Returns whether the kernel waits for the
  /// one in front.
  static bool prepare(char const* label, Kokkos::Cuda const& exec,
                      std::size_t bytes, void const* function) {
    // Per device the last launch: the address of its function and 18 bits of
    // size. No two functions differ in the last three bits alone. Two bits
    // state whether there was a launch, and whether it waits. More devices than
    // fit are prepared for each launch.
    static std::array<std::atomic<std::uint64_t>, 16> prepared{};
    auto const address         = reinterpret_cast<std::uintptr_t>(function);
    std::uint64_t const launch = (address >> 3 << 18 | bytes) << 2;
    auto const device          = static_cast<std::size_t>(exec.cuda_device());
    bool const is_kept         = device < prepared.size() && bytes >> 18 == 0;
    std::uint64_t const seen   = is_kept ? prepared[device].load() : 0;
    if ((seen | 3) == (launch | 3) && (seen & 1) != 0) return (seen & 2) != 0;

    cudaFuncAttributes attributes{};
    check(label, cudaFuncGetAttributes(&attributes, function));
    auto const& properties = exec.cuda_device_prop();
    // A kernel must opt in to more.
    if (bytes > 48 * 1024)
      check(label, cudaFuncSetAttribute(
                       function, cudaFuncAttributeMaxDynamicSharedMemorySize,
                       static_cast<int>(properties.sharedMemPerBlockOptin -
                                        attributes.sharedSizeBytes)));
    int teams = 0;
    check(label, cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                     &teams, function, TeamSize, bytes));
    std::size_t const per_team   = bytes + properties.reservedSharedMemPerBlock;
    std::size_t const all        = properties.sharedMemPerMultiprocessor;
    std::size_t const percentage = (100 * teams * per_team + all - 1) / all;
    check(label, cudaFuncSetAttribute(
                     function, cudaFuncAttributePreferredSharedMemoryCarveout,
                     static_cast<int>(percentage < 100 ? percentage : 100)));
    // Code for earlier devices does not wait, and earlier drivers record no
    // such launch.
    int driver = 0;
    check(label, cudaDriverGetVersion(&driver));
    bool const waits = attributes.ptxVersion >= 90 && driver >= 12030;
    if (is_kept) prepared[device] = launch | (waits ? 3 : 1);
    return waits;
  }
};
#endif

}  // namespace KokkosSort::Impl

#endif
