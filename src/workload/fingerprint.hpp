// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_WORKLOAD_FINGERPRINT_HPP
#define KOKKOSSORT_WORKLOAD_FINGERPRINT_HPP

#include <workload/random.hpp>
#include <cstdint>
#include <cstring>
#include <string>

namespace KokkosSort::Workload {

/// Hash of the bytes of one element. Different seeds give independent hashes.
inline std::uint64_t hash_bytes(const void* data, std::size_t size,
                                std::uint64_t seed) {
  const auto* bytes  = static_cast<const unsigned char*>(data);
  std::uint64_t hash = splitmix64_finalizer(seed + size);
  while (size >= sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, bytes, sizeof(word));
    hash = splitmix64_finalizer(hash ^ word) + seed;
    bytes += sizeof(word);
    size -= sizeof(word);
  }
  if (size > 0) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, size);
    hash = splitmix64_finalizer(hash ^ word) + seed;
  }
  return splitmix64_finalizer(hash + 0x2545f4914f6cdd1dull);
}

inline std::string hexadecimal(UInt128 value) {
  std::string digits;
  do {
    digits.insert(digits.begin(),
                  "0123456789abcdef"[static_cast<unsigned>(value & 15)]);
    value >>= 4;
  } while (value != 0);
  return digits;
}

/// Summary of a multiset that does not depend on order: count, two sums of
/// independent 64-bit hashes, and a 128-bit sum. Elements count by their bytes,
/// so NaN payloads and the sign of zero matter. Fingerprints of parts add up.
struct Fingerprint {
  std::uint64_t count  = 0;
  std::uint64_t hash_a = 0;
  std::uint64_t hash_b = 0;
  UInt128 hash_128     = 0;

  void add_bytes(const void* data, std::size_t size) {
    const std::uint64_t a = hash_bytes(data, size, 0x8ebc6af09c88c6e3ull);
    const std::uint64_t b = hash_bytes(data, size, 0x589965cc75374cc3ull);
    ++count;
    hash_a += a;
    hash_b += b;
    // Mixed once more, since the 128-bit sum must not follow from the other
    // two.
    hash_128 +=
        (UInt128(splitmix64_finalizer(a ^ 0x1d8e4e27c47d124full)) << 64) |
        splitmix64_finalizer(b + (a << 1));
  }

  template <class T>
  void add(const T& element) {
    add_bytes(&element, sizeof(T));
  }

  Fingerprint& operator+=(const Fingerprint& other) {
    count += other.count;
    hash_a += other.hash_a;
    hash_b += other.hash_b;
    hash_128 += other.hash_128;
    return *this;
  }

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

template <class Sequence>
Fingerprint fingerprint(const Sequence& sequence, std::uint64_t begin,
                        std::uint64_t end) {
  Fingerprint sum;
  for (std::uint64_t i = begin; i < end; ++i) sum.add(sequence[i]);
  return sum;
}

template <class Container>
Fingerprint fingerprint(const Container& container) {
  return fingerprint(container, 0, container.size());
}

}  // namespace KokkosSort::Workload

#endif
