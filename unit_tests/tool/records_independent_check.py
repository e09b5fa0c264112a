#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts a file of 100-byte records with kokkos-sort and checks it independently.

Order and checksum are computed here with nothing but zlib and comparisons of
bytes. The records must ascend by their 10-byte keys. The sum of the CRC-32 of
the records, which valsort of the sort benchmark prints, must be that of the
input. The generator writes an index into every record, and each index must occur
once. `kokkos-sort validate` must compute the same figures.

With --launch the tool runs under mpirun, and its output must be, byte for byte, that of the tool alone.

The full size: records_independent_check.py build/src/tool/kokkos-sort --count 10000000 [--launch 'mpirun -n 4']
"""
import argparse
import filecmp
import json
import os
import subprocess
import sys
import tempfile
import time
import zlib

RECORD, KEY = 100, 10
STEP = 100_000  # records read at a time


class Summary:
    """Returns count, order, duplicates, checksum and indices of a file of records."""

    def __init__(self, path):
        self.count = self.checksum = self.duplicates = self.out_of_order = 0
        seen = bytearray(os.path.getsize(path) // RECORD)
        previous = None
        with open(path, "rb") as file:
            while block := file.read(RECORD * STEP):
                assert len(block) % RECORD == 0, path
                for start in range(0, len(block), RECORD):
                    record = block[start:start + RECORD]
                    self.checksum += zlib.crc32(record)
                    key = record[:KEY]
                    if previous is not None:
                        self.out_of_order += key < previous
                        self.duplicates += key == previous
                    previous = key
                    seen[int(record[12:44], 16)] += 1
                    self.count += 1
        self.every_index_once = all(times == 1 for times in seen)


def run(*command):
    """Runs a command; returns its result as JSON and its wall time."""
    start = time.monotonic()
    done = subprocess.run([*command, "--json"], stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout), time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tool", help="the kokkos-sort program")
    parser.add_argument("--count", type=int, default=200_000)
    parser.add_argument("--distribution", default="uniform")
    parser.add_argument("--launch", default="", help="what starts the tool's ranks, such as 'mpirun -n 4'")
    parser.add_argument("--folder", help="where the files go (default: a temporary folder)")
    arguments = parser.parse_args()
    alone = [os.path.abspath(arguments.tool)]
    tool = [*arguments.launch.split(), *alone]

    with tempfile.TemporaryDirectory(dir=arguments.folder) as folder:
        source, target = os.path.join(folder, "in"), os.path.join(folder, "out")
        run(*tool, "generate", source, "--type", "record", "--count", str(arguments.count),
            "--distribution", arguments.distribution)
        result, seconds = run(*tool, "sort", source, target, "--type", "record", "--stable")
        same = True
        if arguments.launch:
            other = os.path.join(folder, "alone")
            single, single_seconds = run(*alone, "sort", source, other, "--type", "record", "--stable")
            print(f"alone in {single_seconds:.2f} s, peak memory {single['peak_memory_bytes'] / 2**20:.0f} MiB")
            same = filecmp.cmp(target, other, shallow=False)
            os.remove(other)
        verdict, _ = run(*tool, "validate", target, "--against", source, "--type", "record")
        before, after = Summary(source), Summary(target)

    print(f"{arguments.count} records sorted in {seconds:.2f} s "
          f"(read {result['seconds']['read']:.2f}, sort {result['seconds']['sort']:.2f}, "
          f"write {result['seconds']['write']:.2f}), ranks: {result['ranks']}, "
          f"peak memory of a rank {result['peak_memory_bytes'] / 2**20:.0f} MiB")
    print(f"independent: {after.out_of_order} out of order, {after.duplicates} duplicates, checksum {after.checksum:x}")
    print(f"validate:    {verdict['out_of_order']} out of order, {verdict['duplicates']} duplicates, "
          f"checksum {verdict['checksum']}")
    faults = [text for holds, text in [
        (after.count == arguments.count == verdict["count"], "the counts differ"),
        (same, "several ranks write other bytes than one"),
        (after.out_of_order == 0, "records are out of order"),
        (after.every_index_once, "a record is missing or occurs twice"),
        (before.checksum == after.checksum, "the checksum changed"),
        (verdict["valid"] and verdict["same_elements"], "validate says it is not valid"),
        (verdict["checksum"] == f"{after.checksum:x}", "validate computes another checksum"),
        (verdict["duplicates"] == after.duplicates, "validate counts other duplicates"),
    ] if not holds]
    for fault in faults:
        print(f"FAULT: {fault}", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
