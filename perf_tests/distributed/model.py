#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The cost model of docs/distributed.md: prints its tables."""

import argparse
import math

INTERVAL_BYTES = 24
# Begin of a part at its sender, and its length.
PART_BYTES = 16
MERGED_AT_ONCE = 16


class Model:
    """Times in seconds for ranks with `keys` keys of `width` bytes each."""

    def __init__(self, options):
        self.options = options
        self.keys = options.keys
        self.bytes = options.keys * options.width

    def tree(self, ranks):
        """A reduction, scan or broadcast of a few words."""
        return math.ceil(math.log2(ranks)) * self.options.step if ranks > 1 else 0

    def small_all_to_all(self, ranks, each):
        """By store and forward: half of everything moves in each of log P steps."""
        if ranks == 1:
            return 0
        steps = math.ceil(math.log2(ranks))
        return steps * (self.options.step + each * ranks / 2 / self.options.bandwidth)

    def messages(self, partners, sent):
        return partners * self.options.start + sent / self.options.bandwidth

    @staticmethod
    def samples(ranks):
        return max(2048, 16 * ranks)

    def rounds(self, ranks, total):
        """Each leaves 2 R / S of the keys, the last one none."""
        samples = self.samples(ranks)
        if ranks == 1:
            return 0
        if total <= samples:
            return 1
        return 1 + math.ceil(math.log(total / samples) / math.log(samples / (2 * ranks + 2)))

    def small_sort(self, ranks):
        return self.options.small_sort + self.samples(ranks) / self.options.local

    def merge(self, runs):
        return max(1, math.ceil(math.log(runs, MERGED_AT_ONCE))) * self.keys / self.options.merge

    def one_level(self, ranks):
        sample_bytes = self.samples(ranks) * self.options.width
        splits = self.rounds(ranks, ranks * self.keys) * (
            self.messages(ranks - 1, sample_bytes) + self.small_sort(ranks)
            + self.small_all_to_all(ranks, INTERVAL_BYTES) + 2 * self.tree(ranks))
        exchange = (self.messages(ranks - 1, self.bytes * (ranks - 1) / ranks)
                    + self.small_all_to_all(ranks, PART_BYTES))
        return splits, exchange, self.merge(ranks)

    def two_levels(self, ranks, row):
        rows = ranks // row
        sample_bytes = self.samples(ranks) * self.options.width
        splits = self.rounds(ranks, ranks * self.keys) * (
            self.messages(row + rows, 2 * sample_bytes) + self.small_sort(ranks)
            + self.tree(rows) + ranks * INTERVAL_BYTES / self.options.bandwidth
            + self.small_all_to_all(row, INTERVAL_BYTES) + 2 * self.tree(ranks))
        # A part may go to two ranks of its row, or a few small ones to one.
        exchange = (self.messages(2 * rows, self.bytes) + self.tree(ranks)
                    + self.small_all_to_all(ranks, PART_BYTES))
        inner = self.one_level(row)
        return splits + inner[0], exchange + inner[1], self.merge(2 * rows) + inner[2]

    def line(self, ranks):
        row = row_size(ranks)
        one = self.one_level(ranks)
        two = self.two_levels(ranks, row) if row < ranks else None
        pays = two is not None and two_levels_pay(ranks, row, self.bytes)
        local = self.keys / self.options.local
        bound = local + self.bytes * (ranks - 1) / ranks / self.options.bandwidth
        chosen = two if pays else one
        total = local + sum(chosen)
        other = "" if two is None else f"{(local + sum(one if pays else two)) * 1e3:.1f}"
        cells = [f"{ranks:,}", "2" if pays else "1", str(self.rounds(ranks, ranks * self.keys)),
                 *(f"{t * 1e3:.1f}" for t in (local, *chosen, total)), other, f"{bound / total:.2f}"]
        return "| " + " | ".join(cells) + " |"


def row_size(ranks):
    return min(ranks // d for d in range(1, math.isqrt(ranks) + 1) if ranks % d == 0)


def two_levels_pay(ranks, row, bytes_of_a_rank):
    """As two_levels_pay() in src/KokkosSort/distributed/partition/levels.hpp."""
    return bytes_of_a_rank < 200 * 1024 * (ranks - 2 * (row + ranks // row))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keys", type=int, default=2**27, help="of a rank")
    parser.add_argument("--width", type=int, default=8, help="bytes of a key")
    parser.add_argument("--local", type=float, default=21e9, help="local sort, keys per second")
    parser.add_argument("--merge", type=float, default=90e9, help="merge of up to 16 runs, keys per second")
    parser.add_argument("--bandwidth", type=float, default=50e9, help="of a rank, bytes per second")
    parser.add_argument("--start", type=float, default=0.5e-6, help="of a message, seconds")
    parser.add_argument("--step", type=float, default=3e-6, help="of a small collective, seconds")
    parser.add_argument("--small-sort", type=float, default=160e-6,
                        help="of a round's samples, with their copies and waits, seconds")
    parser.add_argument("--ranks", type=int, nargs="+",
                        default=[4, 16, 64, 256, 1024, 4096, 16384, 100000])
    options = parser.parse_args()
    model = Model(options)
    print("| P | levels | rounds | local sort | split points | exchange | merge | T, ms | T of the other choice | T_LB / T |")
    print("|" + "---|" * 10)
    for ranks in options.ranks:
        print(model.line(ranks))


if __name__ == "__main__":
    main()
