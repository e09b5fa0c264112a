#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Simulates the distributed sort of uniform keys: prints the tables of docs/distributed.md.

The phases, their rounds and the sizes of their messages are those of the code. The
rates are options, or come from a run of KokkosSort_distributed_scaling --json:

    simulate.py --keys 134217728 --ranks 4 64 4096 131072
    simulate.py --host --cores 2 --calibrate two_ranks.json --check eight_ranks.json
"""

import argparse
import copy
import json
import math

AGREEMENT_BYTES = 16
SIGNATURE_BYTES = 8 * 27
LAYOUT_BYTES = 16
INTERVAL_BYTES = 24
# Begin of a part at its sender, and its length.
PART_BYTES = 16
MERGED_AT_ONCE = 16
LEAST_SAMPLES = 2048
PHASES = ("local_sort", "splitters", "exchange", "merge")


class Cost:
    """Seconds, and bytes and messages that one rank sends."""

    def __init__(self, seconds=0.0, sent=0.0, messages=0.0):
        self.seconds, self.sent, self.messages = seconds, sent, messages

    def __add__(self, other):
        return Cost(self.seconds + other.seconds, self.sent + other.sent, self.messages + other.messages)


def least_samples(options, ranks):
    """As SplitterSearch::least_samples() for balanced ranks."""
    if not options.host:
        return LEAST_SAMPLES
    steps = 2 * ranks + 2
    wanted = steps + math.sqrt(steps * ranks * options.keys)
    return max(LEAST_SAMPLES, min(int(min(wanted, max(2**18, 32 * ranks))), options.keys // 64, 2**16))


def samples_by_round(options, ranks):
    """As class Selection, for a search among uniform keys: samples of each round."""
    total, found = ranks * options.keys, []
    wanted = max(least_samples(options, ranks), 16 * ranks)
    while ranks > 1:
        step = -(-total // wanted)
        found.append(ranks * (total // ranks // step))
        if step == 1:
            break
        total = min(total, 2 * ranks * (step - 1) + step)
    return found


class Machine:
    """Times for ranks that share `cores` cores with `load` other processes."""

    def __init__(self, options, ranks):
        self.options = options
        share = max(1, (ranks + options.load) / options.cores) if options.cores else 1
        self.local = options.local / share
        self.merge_rate = options.merge / share
        self.bandwidth = options.bandwidth / share

    def direct(self, partners, sent):
        return Cost(partners * self.options.start + sent / self.bandwidth, sent, partners)

    def tree(self, ranks, size):
        """A reduction, scan or broadcast."""
        steps = math.ceil(math.log2(ranks)) if ranks > 1 else 0
        return Cost(steps * (self.options.step + size / self.bandwidth), steps * size, steps)

    def small_all_to_all(self, ranks, each):
        """By store and forward: half of everything moves in each of log P steps."""
        steps = math.ceil(math.log2(ranks)) if ranks > 1 else 0
        sent = steps * each * ranks / 2
        return Cost(steps * self.options.step + sent / self.bandwidth, sent, steps)

    def all_gather(self, ranks, each):
        steps = math.ceil(math.log2(ranks)) if ranks > 1 else 0
        sent = each * (ranks - 1)
        return Cost(steps * self.options.step + sent / self.bandwidth, sent, steps)

    def sample_sort(self, samples):
        return Cost(self.options.small_sort + samples / self.local)

    def merge(self, runs):
        passes = max(1, math.ceil(math.log(runs, MERGED_AT_ONCE) - 1e-9))
        if passes > 3:
            return Cost(self.options.keys / self.local)
        # A core compares a key once in each round of merges of two runs.
        if self.options.host:
            passes = max(1, math.ceil(math.log2(runs)))
        return Cost(passes * self.options.keys / self.merge_rate)

    def one_level(self, ranks):
        width, all_bytes = self.options.width, self.options.keys * self.options.width
        splitters = Cost()
        for samples in samples_by_round(self.options, ranks):
            # Search 0 has nothing to look for, and a rank keeps its samples of its own search.
            splitters += (self.tree(ranks, AGREEMENT_BYTES)
                          + self.direct(ranks - 1, samples * width * ((ranks - 1) / ranks) ** 2)
                          + self.sample_sort(samples) + self.small_all_to_all(ranks, INTERVAL_BYTES))
        exchange = (self.small_all_to_all(ranks, PART_BYTES)
                    + self.direct(ranks - 1, all_bytes * (ranks - 1) / ranks))
        return {"splitters": splitters, "exchange": exchange,
                "merge": self.merge(ranks) + self.tree(ranks, AGREEMENT_BYTES)}

    def two_levels(self, ranks, row):
        rows, width = ranks // row, self.options.width
        splitters = Cost()
        for samples in samples_by_round(self.options, ranks):
            # From a rank to its row, and from there to the conductor.
            splitters += (self.tree(ranks, AGREEMENT_BYTES)
                          + self.direct(row, samples * (rows - 1) / ranks * width)
                          + self.direct(rows, samples * (row - row / rows) / ranks * width)
                          + self.sample_sort(samples)
                          + Cost((ranks * INTERVAL_BYTES) / self.bandwidth + self.options.step,
                                 row * INTERVAL_BYTES, 1)
                          + self.small_all_to_all(row, INTERVAL_BYTES))
        # A part may go to two ranks of its row, or a few small ones to one.
        exchange = (self.tree(ranks, 8 * rows) + self.small_all_to_all(ranks, PART_BYTES)
                    + self.direct(2 * rows, self.options.keys * width))
        inner = self.one_level(row)
        return {"splitters": splitters + inner["splitters"], "exchange": exchange + inner["exchange"],
                "merge": self.merge(2 * rows) + self.tree(ranks, AGREEMENT_BYTES) + inner["merge"]}

    def start(self, ranks):
        return (self.tree(ranks, SIGNATURE_BYTES) + self.all_gather(ranks, LAYOUT_BYTES)
                + self.tree(ranks, AGREEMENT_BYTES))

    def run(self, ranks, levels):
        phases = {"start": self.start(ranks), "local_sort": Cost(self.options.keys / self.local)}
        row = row_size(ranks)
        phases |= self.two_levels(ranks, row) if levels == 2 and row < ranks else self.one_level(ranks)
        return phases

    def bound(self, ranks):
        sent = self.options.keys * self.options.width * (ranks - 1) / ranks
        return self.options.keys / self.local + sent / self.bandwidth


def total(phases):
    return sum(phases.values(), Cost())


def row_size(ranks):
    return min(ranks // d for d in range(1, math.isqrt(ranks) + 1) if ranks % d == 0)


def levels_of(ranks, bytes_of_a_rank):
    """As two_levels_pay() in src/KokkosSort/distributed/partition/levels.hpp."""
    row = row_size(ranks)
    return 2 if bytes_of_a_rank < 200 * 1024 * (ranks - 2 * (row + ranks // row)) else 1


def line(options, ranks):
    machine = Machine(options, ranks)
    levels = levels_of(ranks, options.keys * options.width)
    phases = machine.run(ranks, levels)
    all_phases = total(phases)
    other = "" if row_size(ranks) == ranks else f"{total(machine.run(ranks, 3 - levels)).seconds * 1e3:.1f}"
    rounds = len(samples_by_round(options, ranks))
    cells = [f"{ranks:,}", str(levels), str(rounds), *(f"{phases[name].seconds * 1e3:.1f}" for name in PHASES),
             f"{all_phases.seconds * 1e3:.1f}", other, f"{phases['splitters'].sent / 2**20:.1f}",
             f"{all_phases.sent / 2**20:,.0f}", f"{all_phases.messages:,.0f}",
             f"{machine.bound(ranks) / all_phases.seconds:.2f}"]
    return "| " + " | ".join(cells) + " |"


def read_run(path):
    """Ranks, keys per rank and seconds per phase of uniform keys."""
    with open(path, encoding="utf-8") as file:
        run = json.load(file)
    one = next(result for result in run["results"] if result["distribution"] == "uniform")
    return run["ranks"], one["keys"] // run["ranks"], {name: one["phases_s"][name] for name in PHASES}


def calibrated(options, path):
    """The rates with which the simulated phases take as long as those of a run."""
    ranks, keys, seconds = read_run(path)
    options = copy.copy(options)
    options.keys = keys
    options.local = options.merge = options.bandwidth = 1e300
    options.start = options.step = options.small_sort = 0
    share = 1e300 / Machine(options, ranks).local
    options.local = keys * share / seconds["local_sort"]
    options.merge = keys * share / seconds["merge"]
    options.bandwidth = keys * options.width * (ranks - 1) / ranks * share / seconds["exchange"]
    without = Machine(options, ranks).run(ranks, 1)["splitters"].seconds
    options.step = 1.0
    with_one = Machine(options, ranks).run(ranks, 1)["splitters"].seconds
    options.step = max(0.0, (seconds["splitters"] - without) / (with_one - without))
    return options


def check(options, path):
    ranks, options.keys, seconds = read_run(path)
    phases = Machine(options, ranks).run(ranks, 1)
    cells = [f"{ranks:,}", f"{options.keys:,}"]
    cells += [f"{phases[name].seconds * 1e3:.1f} / {seconds[name] * 1e3:.1f}" for name in PHASES]
    simulated = sum(phases[name].seconds for name in PHASES)
    cells.append(f"{simulated / sum(seconds.values()):.2f}")
    return "| " + " | ".join(cells) + " |"


def plot(options, path):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots()
    below = [0.0] * len(options.ranks)
    names = [f"{ranks:,}" for ranks in options.ranks]
    runs = [Machine(options, r).run(r, levels_of(r, options.keys * options.width)) for r in options.ranks]
    for phase in PHASES:
        heights = [run[phase].seconds * 1e3 for run in runs]
        axes.bar(names, heights, bottom=below, label=phase)
        below = [a + b for a, b in zip(below, heights)]
    axes.plot(names, [Machine(options, r).bound(r) * 1e3 for r in options.ranks], "k_", markersize=20, label="T_LB")
    axes.set_xlabel("ranks")
    axes.set_ylabel("ms, simulated")
    axes.legend()
    figure.savefig(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--keys", type=int, default=2**27, help="of a rank")
    parser.add_argument("--width", type=int, default=8, help="bytes of a key")
    parser.add_argument("--local", type=float, default=21e9, help="local sort, keys per second")
    parser.add_argument("--merge", type=float, default=90e9,
                        help="merge of up to 16 runs, of 2 with --host, keys per second")
    parser.add_argument("--bandwidth", type=float, default=50e9, help="of a rank, bytes per second")
    parser.add_argument("--start", type=float, default=0.5e-6, help="of a message, seconds")
    parser.add_argument("--step", type=float, default=3e-6, help="of a small collective, seconds")
    parser.add_argument("--small-sort", type=float, default=160e-6,
                        help="of a round's samples, with their copies and waits, seconds")
    parser.add_argument("--host", action="store_true", help="samples per round as in host memory")
    parser.add_argument("--cores", type=int, default=0, help="that all ranks share; 0: each rank has its own")
    parser.add_argument("--load", type=float, default=0, help="other processes on these cores")
    parser.add_argument("--calibrate", metavar="RUN", help="takes rates and the step from this run")
    parser.add_argument("--check", metavar="RUN", nargs="+", default=[], help="prints simulated / measured ms")
    parser.add_argument("--plot", metavar="FILE", help="draws the phases; needs matplotlib")
    parser.add_argument("--ranks", type=int, nargs="+",
                        default=[4, 16, 64, 256, 1024, 4096, 16384, 100000, 131072])
    options = parser.parse_args()
    keys = options.keys
    if options.calibrate:
        options = calibrated(options, options.calibrate)
    if options.check:
        print("| P | keys per rank | local sort | split points | exchange | merge | simulated / measured |")
        print("|" + "---|" * 7)
        for path in options.check:
            print(check(options, path))
        return
    options.keys = keys
    print("| P | levels | rounds | local sort | split points | exchange | merge | T, ms | T of the other choice "
          "| MiB for split points | MiB sent | messages | T_LB / T |")
    print("|" + "---|" * 13)
    for ranks in options.ranks:
        print(line(options, ranks))
    if options.plot:
        plot(options, options.plot)


if __name__ == "__main__":
    main()
