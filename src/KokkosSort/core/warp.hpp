// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_CORE_WARP_HPP
#define KOKKOSSORT_CORE_WARP_HPP

#include <KokkosSort/core/unroll.hpp>

#include <Kokkos_Core.hpp>

#include <cstdint>

namespace KokkosSort::Impl {

/// The threads that run in lock step. This portable form is a warp of one
/// thread: for host backends, and for devices whose warp width is unknown at
/// compile time.
template <class Exec>
struct Warp {
  using mask_type = unsigned;

  static constexpr int size      = 1;
  static constexpr mask_type all = 1u;

  /// The lanes of this warp that hold the same `id` (below 2^bits).
  KOKKOS_FORCEINLINE_FUNCTION static mask_type match(unsigned, int) {
    return 1u;
  }
  template <int Bits>
  KOKKOS_FORCEINLINE_FUNCTION static mask_type match(unsigned) {
    return 1u;
  }
  KOKKOS_FORCEINLINE_FUNCTION static int count(mask_type mask) {
    return static_cast<int>(mask);
  }
  /// The lanes for which `vote` holds. All lanes must call this.
  KOKKOS_FORCEINLINE_FUNCTION static mask_type ballot(bool vote) {
    return vote ? 1u : 0u;
  }
  /// `value` of the lane `distance` below, or the lane's own if there is none.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_up(T value, int) {
    return value;
  }
  /// The highest lane in the mask.
  KOKKOS_FORCEINLINE_FUNCTION static int last(mask_type) { return 0; }
  /// `value` of lane number `lane`.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle(T value, int) {
    return value;
  }
  /// Whether all lanes hold the same `id`. All lanes must call this.
  KOKKOS_FORCEINLINE_FUNCTION static bool match_all(unsigned) { return false; }
  /// `value` of the lane whose number differs in the bits of `mask`.
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_xor(T value, int) {
    return value;
  }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() {}

  /// Adds to a word of the team's scratch and returns its previous value.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t shared_atomic_add(
      std::uint32_t* word, std::uint32_t value) {
    return Kokkos::atomic_fetch_add(word, value);
  }
  /// Sets bits in a word of the team's scratch and returns its previous value.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t shared_atomic_or(
      std::uint32_t* word, std::uint32_t bits) {
    return Kokkos::atomic_fetch_or(word, bits);
  }

  /// Whether `holds` for any thread of the team. A barrier of the team.
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static bool any_in_team(Member const& member,
                                                      bool holds) {
    int any = holds ? 1 : 0;
    member.team_reduce(Kokkos::Max<int>(any));
    return any != 0;
  }
};

#if defined(KOKKOS_ENABLE_CUDA)
#define KOKKOSSORT_WARP_CALL(intrinsic, ...) \
  intrinsic##_sync(0xffffffffu, __VA_ARGS__)
#elif defined(KOKKOS_ENABLE_HIP)
#define KOKKOSSORT_WARP_CALL(intrinsic, ...) intrinsic(__VA_ARGS__)
#endif

#if defined(KOKKOSSORT_WARP_CALL)
/// The part of a warp that CUDA and HIP have in common. The host never calls
/// these functions, but compilers require a body that uses the arguments.
template <class Lanes>
struct DeviceWarp : Lanes {
  using typename Lanes::mask_type;

  // One vote per bit: the match instruction of CUDA serializes over the
  // distinct values, which are nearly as many as lanes here.
  KOKKOS_FORCEINLINE_FUNCTION static mask_type match(unsigned id, int bits) {
    KOKKOS_IF_ON_DEVICE(
        (mask_type peers = Lanes::all; for (int bit = 0; bit < bits; ++bit) {
          peers &= Lanes::voters(id, 1u << bit);
        } return peers;))
    KOKKOS_IF_ON_HOST((return id + static_cast<unsigned>(bits);))
  }
  template <int Bits>
  KOKKOS_FORCEINLINE_FUNCTION static mask_type match(unsigned id) {
    KOKKOS_IF_ON_DEVICE((mask_type peers = Lanes::all;
                         KOKKOSSORT_UNROLL for (int bit = 0; bit < Bits; ++bit)
                             peers &= Lanes::voters(id, 1u << bit);
                         return peers;))
    KOKKOS_IF_ON_HOST((return id + static_cast<unsigned>(Bits);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static int count(mask_type mask) {
    return Kokkos::Experimental::popcount_builtin(mask);
  }
  KOKKOS_FORCEINLINE_FUNCTION static mask_type ballot(bool vote) {
    KOKKOS_IF_ON_DEVICE((return KOKKOSSORT_WARP_CALL(__ballot, vote);))
    KOKKOS_IF_ON_HOST((return vote ? 1u : 0u;))
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_up(T value, int distance) {
    KOKKOS_IF_ON_DEVICE(
        (return KOKKOSSORT_WARP_CALL(__shfl_up, value, distance);))
    KOKKOS_IF_ON_HOST((return value + static_cast<T>(distance);))
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle(T value, int lane) {
    KOKKOS_IF_ON_DEVICE((return KOKKOSSORT_WARP_CALL(__shfl, value, lane);))
    KOKKOS_IF_ON_HOST((return value + static_cast<T>(lane);))
  }
  template <class T>
  KOKKOS_FORCEINLINE_FUNCTION static T shuffle_xor(T value, int mask) {
    KOKKOS_IF_ON_DEVICE(
        (return static_cast<T>(KOKKOSSORT_WARP_CALL(__shfl_xor, value, mask));))
    KOKKOS_IF_ON_HOST((return static_cast<T>(value + mask);))
  }
  // The plain intrinsic lets the compiler see that the word lies in shared
  // memory, which the generic atomics of Kokkos hide from it.
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t shared_atomic_add(
      std::uint32_t* word, std::uint32_t value) {
    KOKKOS_IF_ON_DEVICE((return atomicAdd(word, value);))
    KOKKOS_IF_ON_HOST((return *word + value;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static std::uint32_t shared_atomic_or(
      std::uint32_t* word, std::uint32_t bits) {
    KOKKOS_IF_ON_DEVICE((return atomicOr(word, bits);))
    KOKKOS_IF_ON_HOST((return *word | bits;))
  }
  template <class Member>
  KOKKOS_FORCEINLINE_FUNCTION static bool any_in_team(Member const&,
                                                      bool holds) {
    KOKKOS_IF_ON_DEVICE((return __syncthreads_or(holds ? 1 : 0) != 0;))
    KOKKOS_IF_ON_HOST((return holds;))
  }
};
#undef KOKKOSSORT_WARP_CALL
#endif

#if defined(KOKKOS_ENABLE_CUDA)
struct CudaLanes {
  using mask_type = unsigned;

  static constexpr int size      = 32;
  static constexpr mask_type all = 0xffffffffu;

  /// The lanes that agree with this one in a bit. The compiler would test the
  /// bit twice, once for the vote and once for its use.
  __device__ static mask_type voters(unsigned id, unsigned bit) {
    mask_type votes;
    asm("{ .reg .pred set;\n"
        "  and.b32 %0, %1, %2;\n"
        "  setp.ne.u32 set, %0, 0;\n"
        "  vote.sync.ballot.b32 %0, set, 0xffffffff;\n"
        "  @!set not.b32 %0, %0; }"
        : "=r"(votes)
        : "r"(id), "r"(bit));
    return votes;
  }
};

template <>
struct Warp<Kokkos::Cuda> : DeviceWarp<CudaLanes> {
  KOKKOS_FORCEINLINE_FUNCTION static int last(mask_type mask) {
    KOKKOS_IF_ON_DEVICE((return 31 - __clz(static_cast<int>(mask));))
    KOKKOS_IF_ON_HOST((return static_cast<int>(mask);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static bool match_all(unsigned id) {
    KOKKOS_IF_ON_DEVICE(
        (int same; __match_all_sync(0xffffffffu, id, &same); return same != 0;))
    KOKKOS_IF_ON_HOST((return id != 0;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() {
    KOKKOS_IF_ON_DEVICE((__syncwarp();))
  }
};
#endif

#if defined(KOKKOS_ENABLE_HIP)
struct HipLanes {
  using mask_type = unsigned long long;

  /// 64 on CDNA, 32 on RDNA: as Kokkos has it for the architecture.
  static constexpr int size = Kokkos::Impl::HIPTraits::WarpSize;
  static_assert(size == 32 || size == 64,
                "KokkosSort: a wave of HIP must have 32 or 64 lanes");
  /// Votes have 64 bits; the upper half is 0 in a wave of 32.
  static constexpr mask_type all = ~mask_type{0} >> (64 - size);

  __device__ static mask_type voters(unsigned id, unsigned bit) {
    bool const set        = (id & bit) != 0;
    mask_type const votes = __ballot(set);
    return set ? votes : ~votes;
  }
};

template <>
struct Warp<Kokkos::HIP> : DeviceWarp<HipLanes> {
  KOKKOS_FORCEINLINE_FUNCTION static int last(mask_type mask) {
    KOKKOS_IF_ON_DEVICE((return 63 - __clzll(static_cast<long long>(mask));))
    KOKKOS_IF_ON_HOST((return static_cast<int>(mask);))
  }
  KOKKOS_FORCEINLINE_FUNCTION static bool match_all(unsigned id) {
    KOKKOS_IF_ON_DEVICE(
        (return ballot(id == static_cast<unsigned>(__shfl(id, 0))) == all;))
    KOKKOS_IF_ON_HOST((return id != 0;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static void sync() {
    KOKKOS_IF_ON_DEVICE((__builtin_amdgcn_wave_barrier();))
  }
};
#endif

/// The least of the lanes' values, in every lane.
template <class Exec, class T>
KOKKOS_FORCEINLINE_FUNCTION T warp_min(T value) {
  for (int mask = Warp<Exec>::size / 2; mask > 0; mask /= 2) {
    T const other = Warp<Exec>::shuffle_xor(value, mask);
    value         = other < value ? other : value;
  }
  return value;
}

/// The greatest of the lanes' values, in every lane.
template <class Exec, class T>
KOKKOS_FORCEINLINE_FUNCTION T warp_max(T value) {
  for (int mask = Warp<Exec>::size / 2; mask > 0; mask /= 2) {
    T const other = Warp<Exec>::shuffle_xor(value, mask);
    value         = other > value ? other : value;
  }
  return value;
}

}  // namespace KokkosSort::Impl

#endif
