// SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef KOKKOSSORT_UNIT_TESTS_KIT_TSAN_FENCE_HPP
#define KOKKOSSORT_UNIT_TESTS_KIT_TSAN_FENCE_HPP

// Included before every source of a build with ThreadSanitizer, which ignores
// fences and would report accesses that they order as races. It does support a
// read-modify-write of one word, which orders at least as much. Hence it finds
// memory that no fence orders, but no fence that lacks its partner;
// model/protocol_test.cpp finds that.

inline int kokkossort_fence_word = 0;

inline void kokkossort_fence(int) {
  __atomic_fetch_add(&kokkossort_fence_word, 1, __ATOMIC_ACQ_REL);
}

#define __atomic_thread_fence(order) kokkossort_fence(static_cast<int>(order))

#endif
