// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_PERF_PEERS_CUDA_HPP
#define KOKKOSSORT_PERF_PEERS_CUDA_HPP

// Sorters that come with the CUDA toolkit. Only for nvcc.

#include "benchmark_sorter.hpp"
#include "cub_call.hpp"

#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <cstddef>
#include <string>
#include <type_traits>

namespace KokkosSort::Perf {

inline std::vector<std::string> cuda_peer_names() {
  return {"cub_radix", "cub_merge", "thrust", "loop_cub", "loop_cub_graph"};
}

/// CUB's radix sort writes to a second array: scratch begins with that, as CUB
/// aligns the rest itself.
template <class Key, class Value>
struct CubRadix {
  using In                         = Input<Key, Value>;
  static constexpr bool has_values = !std::is_same_v<Value, NoValues>;

  static std::size_t padded(std::size_t bytes) {
    return (bytes + 255) / 256 * 256;
  }
  static std::size_t key_bytes(In const& input) {
    return padded(input.count() * sizeof(Key));
  }
  static std::size_t value_bytes(In const& input) {
    return has_values ? padded(input.count() * sizeof(Value)) : 0;
  }

  static cudaError_t call(In const& input, void* temporary, std::size_t& bytes,
                          Key* keys, [[maybe_unused]] Value* values) {
    int const bits = 8 * static_cast<int>(sizeof(Key));
    if constexpr (has_values) {
      return cub::DeviceRadixSort::SortPairs(
          temporary, bytes, input.keys.data(), keys, input.values.data(),
          values, input.count(), 0, bits, input.exec.cuda_stream());
    } else {
      return cub::DeviceRadixSort::SortKeys(temporary, bytes, input.keys.data(),
                                            keys, input.count(), 0, bits,
                                            input.exec.cuda_stream());
    }
  }

  static std::size_t temporary_bytes(In const& input) {
    std::size_t bytes = 0;
    check_cuda(call(input, nullptr, bytes, nullptr, nullptr), "cub_radix");
    return bytes;
  }
  static std::size_t scratch_bytes(In const& input) {
    return key_bytes(input) + value_bytes(input) + temporary_bytes(input);
  }
  static Output<Key, Value> sort(In const& input) {
    auto* const block      = static_cast<std::byte*>(input.scratch.data());
    auto* const keys       = reinterpret_cast<Key*>(block);
    auto* const values     = reinterpret_cast<Value*>(block + key_bytes(input));
    std::size_t const used = key_bytes(input) + value_bytes(input);
    std::size_t bytes      = input.scratch.bytes() - used;
    check_cuda(call(input, block + used, bytes, keys, values), "cub_radix");
    return {keys, values};
  }
};

/// CUB's merge sort, in place, with a comparator.
template <class Key, class Value>
struct CubMerge {
  using In = Input<Key, Value>;

  static cudaError_t call(In const& input, void* temporary,
                          std::size_t& bytes) {
    if constexpr (std::is_same_v<Value, NoValues>) {
      return cub::DeviceMergeSort::SortKeys(temporary, bytes, input.keys.data(),
                                            input.count(), KeyLess{},
                                            input.exec.cuda_stream());
    } else {
      return cub::DeviceMergeSort::SortPairs(
          temporary, bytes, input.keys.data(), input.values.data(),
          input.count(), KeyLess{}, input.exec.cuda_stream());
    }
  }

  static std::size_t scratch_bytes(In const& input) {
    std::size_t bytes = 0;
    check_cuda(call(input, nullptr, bytes), "cub_merge");
    return bytes;
  }
  static Output<Key, Value> sort(In const& input) {
    std::size_t bytes = input.scratch.bytes();
    check_cuda(call(input, input.scratch.data(), bytes), "cub_merge");
    return {input.keys.data(), input.values.data()};
  }
};

template <OrderForm form, class Key, class Value>
void add_cuda_peers(BenchmarkSorters<Key, Value>& sorters) {
  using Radix = CubRadix<Key, Value>;
  using Merge = CubMerge<Key, Value>;
  if constexpr (std::is_arithmetic_v<Key>)
    sorters.push_back({"cub_radix", &Radix::scratch_bytes, &Radix::sort});
  sorters.push_back({"cub_merge", &Merge::scratch_bytes, &Merge::sort});
  // Thrust takes its scratch itself, while the clock runs, as its users do.
  sorters.push_back(
      in_place<Key, Value>("thrust", [](Input<Key, Value> const& input) {
        auto const policy =
            thrust::cuda::par_nosync.on(input.exec.cuda_stream());
        Key* const keys = input.keys.data();
        auto const sort = [&](auto less) {
          if constexpr (std::is_same_v<Value, NoValues>) {
            thrust::sort(policy, keys, keys + input.count(), less);
          } else {
            thrust::sort_by_key(policy, keys, keys + input.count(),
                                input.values.data(), less);
          }
        };
        if constexpr (form == OrderForm::bits) {
          sort(thrust::less<Key>{});
        } else {
          sort(KeyLess{});
        }
      }));
}

}  // namespace KokkosSort::Perf

#endif
