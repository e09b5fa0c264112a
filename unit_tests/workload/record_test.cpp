// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <gtest/gtest.h>
#include <workload/crc32.hpp>
#include <workload/fingerprint.hpp>
#include <workload/record.hpp>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace {

using namespace KokkosSort::Workload;

std::vector<unsigned char> polynomial_record(std::uint64_t i,
                                             std::size_t size) {
  std::vector<unsigned char> record(size);
  for (std::size_t j = 0; j < size; ++j)
    record[j] = static_cast<unsigned char>(i * 7 + j * 13 + (j * j) % 251);
  return record;
}

// Expected values are Python's: zlib.crc32(bytes((i*7 + j*13 + j*j % 251) & 255
// for j in range(size))).
TEST(Crc32, AgreesWithZlib) {
  const std::string digits = "123456789";
  EXPECT_EQ(crc32(reinterpret_cast<const unsigned char*>(digits.data()),
                  digits.size()),
            0xcbf43926u);
  EXPECT_EQ(crc32(polynomial_record(3, 1).data(), 1), 0xbfdf0b66u);
  EXPECT_EQ(crc32(polynomial_record(3, 7).data(), 7), 0x912d0502u);
  EXPECT_EQ(crc32(polynomial_record(3, 8).data(), 8), 0x9d4c30dau);
  EXPECT_EQ(crc32(polynomial_record(3, 9).data(), 9), 0x01495746u);
  EXPECT_EQ(crc32(polynomial_record(3, 100).data(), 100), 0x587a5fc7u);
  EXPECT_EQ(crc32(nullptr, 0), 0u);
}

// Expected: hex(sum(zlib.crc32(record(i, 100)) for i in range(1000))).
TEST(RecordChecksum, IsTheSumOfTheCrcs) {
  RecordChecksum forward, backward, parts;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    forward.add(polynomial_record(i, 100).data(), 100);
    backward.add(polynomial_record(999 - i, 100).data(), 100);
  }
  EXPECT_EQ(hexadecimal(forward.value()), "1f3d9ae8467");
  EXPECT_TRUE(forward == backward);
  for (std::uint64_t part = 0; part < 4; ++part) {
    RecordChecksum sum;
    for (std::uint64_t i = part * 250; i < (part + 1) * 250; ++i)
      sum.add(polynomial_record(i, 100).data(), 100);
    parts += sum;
  }
  EXPECT_TRUE(parts == forward);
}

TEST(RecordSource, LaysOutTheSortBenchmarksRecord) {
  const RecordSource source({}, Distribution::uniform, 1000);
  unsigned char record[101];
  record[100] = 0x5a;
  source(0xab, record);
  const std::string text(reinterpret_cast<const char*>(record), 100);
  EXPECT_EQ(text.substr(10, 2), std::string("\x00\x11", 2));
  EXPECT_EQ(text.substr(12, 32), "000000000000000000000000000000AB");
  EXPECT_EQ(text.substr(44, 4), "\x88\x99\xaa\xbb");
  EXPECT_EQ(text.substr(96, 4), "\xcc\xdd\xee\xff");
  for (std::size_t group = 48; group < 96; group += 4)
    EXPECT_EQ(text.substr(group, 4), std::string(4, text[group]));
  EXPECT_EQ(record[100], 0x5a);
}

TEST(RecordSource, KeysAreBigEndianNumbersOfTheDistribution) {
  const RecordLayout layout{20, 10, 5};
  const RecordSource sorted(layout, Distribution::sorted, 500),
      zero(layout, Distribution::zero, 500);
  std::vector<unsigned char> previous(20), current(20);
  std::set<std::string> zero_keys;
  for (std::uint64_t i = 0; i < 500; ++i) {
    sorted(i, current.data());
    if (i > 0) {
      EXPECT_LT(std::memcmp(previous.data() + 5, current.data() + 5, 10), 0);
    }
    previous = current;
    zero(i, current.data());
    zero_keys.insert(std::string(current.begin() + 5, current.begin() + 15));
  }
  EXPECT_EQ(zero_keys.size(), 1u);
}

TEST(RecordSource, StaysInsideRecordsOfAnySize) {
  for (std::size_t record_bytes = 1; record_bytes <= 130; ++record_bytes) {
    for (const std::size_t key_bytes :
         {std::size_t(1), record_bytes / 2, record_bytes}) {
      if (key_bytes == 0) continue;
      const RecordLayout layout{record_bytes, key_bytes,
                                (record_bytes - key_bytes) / 2};
      const RecordSource source(layout, Distribution::uniform, 100);
      std::vector<unsigned char> record(record_bytes),
          again(record_bytes, 0xff);  // exact: a sanitizer sees any more
      source(7, record.data());
      source(7, again.data());
      EXPECT_EQ(record, again) << "a byte was left out, record of "
                               << record_bytes << " key " << key_bytes;
    }
  }
}

}  // namespace
