# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures 4 to 6 of the butterfly paper (Jan et al. 2013), by its equations instead of a profiler.

The profiler of the paper's GPU (GeForce GTX 260, compute capability 1.3) is gone. The launches follow from equation (1),
the work-groups from the paper's rule for localSize, the memory transactions from the coalescing rule of that
capability. Divergent warps are counted by executing the network on seeded keys. Nothing here is measured."""

import random

WARP = 32
HALF_WARP = 16  # the threads that capability 1.x coalesces together
FLOAT = 4       # bytes per key


def launches(n):
    """(stage, step) of each launch of the full sort: step 0 is the out-kernel, the others are in-kernels."""
    stages = n.bit_length() - 1
    return [(x, step) for x in range(1, stages + 1) for step in [0, *range(x - 1, 0, -1)]]


def local_size(global_size):
    """Threads per work-group, by the paper's rule."""
    return max(global_size // 8, 1) if global_size < 256 else 256


def butterfly(t, stage, step):
    """The two positions that thread t compares, by algorithm 2."""
    power = 1 << (step or stage)
    block, k = t // (power // 2) * power, t % (power // 2)
    return block + k, block + (power - k - 1 if step == 0 else k + power // 2)


def farthest(n, stage, step):
    """The greatest distance of two keys that one butterfly of a launch compares."""
    return max(high - low for low, high in (butterfly(t, stage, step) for t in range(n // 2)))


def groups(n, width):
    """The threads that run together: at most `width`, of one work-group."""
    local = local_size(n // 2)
    for group in range(0, n // 2, local):
        for first in range(group, group + local, width):
            yield range(first, min(first + width, group + local))


def transactions(addresses):
    """Bytes of each memory transaction of one half-warp, by the rule of capability 1.2 and 1.3.

    A transaction is the segment of 128 bytes of the first thread that is left. It is halved to 64 and to 32 bytes while
    all threads that it serves are in one half."""
    left, sizes = sorted(set(addresses)), []
    while left:
        begin, size = left[0] // 128 * 128, 128
        served = [a for a in left if a < begin + size]
        while size > 32 and (served[-1] < begin + size // 2 or served[0] >= begin + size // 2):
            size //= 2
            begin += size if served[0] >= begin + size else 0
        sizes.append(size)
        left = left[len(served):]
    return sizes


def load_counts(n, stage, step):
    """Transactions of 32, 64 and 128 bytes that load the keys of one launch. If every butterfly exchanged its keys, as
    many would store them."""
    counts = {32: 0, 64: 0, 128: 0}
    for threads in groups(n, HALF_WARP):
        for wing in (0, 1):
            for size in transactions([FLOAT * butterfly(t, stage, step)[wing] for t in threads]):
                counts[size] += 1
    return counts


def throughput(n):
    """The average of the paper's rho over all launches, in % of the bytes of the array."""
    each = [sum(size * count for size, count in load_counts(n, *at).items()) / (n * FLOAT) for at in launches(n)]
    return 100 * sum(each) / len(each)


def divergent(n, seed=1):
    """The threads of warps that take both branches, per launch: some of their butterflies exchange keys, others do not."""
    keys = [random.Random(f"{seed} {i}").random() for i in range(n)]
    counts = []
    for at in launches(n):
        count = 0
        for threads in groups(n, WARP):
            taken = 0
            for t in threads:
                low, high = butterfly(t, *at)
                if keys[low] > keys[high]:
                    keys[low], keys[high] = keys[high], keys[low]
                    taken += 1
            count += len(threads) if 0 < taken < len(threads) else 0
        counts.append(count)
    assert keys == sorted(keys)
    return counts
