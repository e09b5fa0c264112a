#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts files that are larger than the memory with kokkos-sort --scratch.

Usage: kokkos_sort_scratch_test.py path/to/kokkos-sort [suite ...]
"""
import array
import ctypes
import os
import resource
import struct
import subprocess
import time

import tool
from scratch_case import MEMORY, ScratchCase, has_runs
from tool import TYPES, read, write


class Scratch(ScratchCase):
    """Every kind of element in every order has the bytes of a sort in memory."""

    def assert_as_in_memory(self, *options, memory=MEMORY):
        self.run_tool("sort", self.path("in"), self.path("expected"), *options)
        report = self.sort(*options, memory=memory)
        self.assertTrue(read(self.path("out")) == read(self.path("expected")), options)
        return report

    def test_all_types_and_distributions(self):
        for kind in TYPES:
            size = struct.calcsize(TYPES[kind])
            for distribution in ["uniform", "sqrt_values", "sorted", "reversed"]:
                self.generate("in", 600_000 // size, "--type", kind, "--distribution", distribution)
                for options in [[], ["--descending", "--stable"]]:
                    report = self.assert_as_in_memory("--type", kind, *options, memory=400_000)
                    self.assertGreater(report["runs"], 1)
                    self.assertEqual(report["resumed_bytes"], 0)

    def test_floats_with_nan_and_zeros(self):
        values = [float("nan"), -0.0, 0.0, float("-inf"), float("inf"), 5e-324, -1.5]
        write(self.path("in"), array.array("d", self.rng.choices(values, k=60_000)).tobytes())
        for options in [[], ["--descending"]]:
            self.assertGreater(self.assert_as_in_memory("--type", "f64", *options, memory=400_000)["runs"], 1)

    def test_records_are_stable(self):
        for record_bytes, key_bytes, key_offset, count in [(100, 10, 0, 8000), (5, 1, 3, 90_000), (8, 8, 0, 40_000),
                                                           (1000, 30, 900, 1500)]:
            keys = [self.rng.randbytes(key_bytes) for _ in range(40)]
            records = []
            for _ in range(count):
                record = bytearray(self.rng.randbytes(record_bytes))
                record[key_offset:key_offset + key_bytes] = self.rng.choice(keys)
                records.append(bytes(record))
            write(self.path("in"), b"".join(records))
            layout = ["--type", "record", "--record-bytes", record_bytes, "--key-bytes", key_bytes, "--key-offset",
                      key_offset]
            for options in [[], ["--descending"]]:
                report = self.sort(*layout, *options)
                self.assertGreater(report["runs"], 1)
                expected = sorted(records, key=lambda record: record[key_offset:key_offset + key_bytes],
                                  reverse=bool(options))
                self.assert_same_sequence(read(self.path("out")), b"".join(expected), record_bytes, f"{layout} {options}")

    def test_sizes_around_runs(self):
        self.generate("in", 200_000)
        entries = self.kill_after(has_runs)
        self.assertIsNotNone(entries)
        run, _, fan_in = map(int, entries[0].split()[1:])
        os.remove(self.scratch_file(".manifest"))
        for count in [0, 1, 2, run - 1, run, run + 1, 2 * run - 1, 2 * run, 2 * run + 1, fan_in * run, fan_in * run + 1,
                      fan_in * fan_in * run + 1]:
            self.generate("in", count)
            report = self.assert_as_in_memory()
            self.assertEqual(report["runs"], -(-count // run), count)
            self.assertEqual(report["merge_passes"] > 1, count > fan_in * run, count)

    def test_enough_memory_needs_no_scratch(self):
        self.generate("in", 1000)
        result = self.result(*self.command(memory=1 << 30))
        self.assertNotIn("scratch", result)
        self.assertEqual(os.listdir(self.path("scratch")), [])

    def test_input_may_be_output(self):
        before = self.generate("in", 200_000)
        self.sort(target="in")
        self.assertEqual(array.array("Q", read(self.path("in"))), array.array("Q", sorted(array.array("Q", before))))

    def test_algorithms(self):
        self.generate("in", 100_000)
        for algorithm in ["merge", "radix", "quick"]:
            self.assert_as_in_memory("--algorithm", algorithm)


class ScratchMemory(ScratchCase):
    def test_peak_is_the_limit_and_a_base(self):
        limit, base = 8 << 20, 16 << 20
        for options in [[], ["--type", "record"]]:
            self.generate("in", 8 * limit // (100 if options else 8), *options)
            result = self.result(*self.command(*options, memory=limit))
            self.assertGreaterEqual(result["scratch"]["runs"], 8)
            self.assertLess(result["peak_memory_bytes"], limit + base, options)
            self.run_tool("validate", self.path("out"), "--against", self.path("in"), *options)


class ScratchFaults(ScratchCase):
    """Every fault gives a message and status 2, and leaves the input and the old output as they were."""

    def setUp(self):
        super().setUp()
        self.data = self.generate("in", 200_000)
        write(self.path("out"), b"old")

    def assert_fails(self, *words, options=(), **settings):
        done = subprocess.run([tool.TOOL, *map(str, self.command(*options))], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, text=True, **settings)
        self.assertEqual(done.returncode, 2, done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(read(self.path("in")), self.data)
        self.assertEqual(read(self.path("out")), b"old")
        return done

    def assert_nothing_left(self):
        self.assertEqual(sorted(os.listdir(self.folder)), ["in", "out", "scratch"])
        self.assertEqual(os.listdir(self.path("scratch")), [])

    def test_folders_that_cannot_be(self):
        os.rmdir(self.path("scratch"))
        self.assert_fails(f"argument '--scratch' is '{self.path('scratch')}/kokkos-sort-", "No such file or directory")
        write(self.path("scratch"), b"file")
        self.assert_fails("argument '--scratch' is", "Not a directory")
        os.remove(self.path("scratch"))
        os.mkdir(self.path("scratch"))
        self.assert_nothing_left()

    def test_unwritable_folder(self):
        def respect_modes():
            # Root may write anywhere, without this capability it may not.
            PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
            if os.getuid() == 0 and ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0) != 0:
                raise OSError("prctl: the capability stays")
        for folder, argument in [(self.path("scratch"), "--scratch"), (self.folder, "OUT")]:
            os.chmod(folder, 0o555)
            try:
                self.assert_fails(f"argument '{argument}' is", "Permission denied", preexec_fn=respect_modes)
            finally:
                os.chmod(folder, 0o755)
            self.assert_nothing_left()

    def test_file_size_limit(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1_000_000, 1_000_000))
        self.assert_fails("argument 'OUT' is", "no room for 1600000 bytes", preexec_fn=limit)
        self.assert_nothing_left()

    def test_too_little_memory(self):
        done = self.run_tool(*self.command(memory=20), status=2)
        self.assertIn("sorting by --scratch needs at least", done.stderr)
        self.assert_nothing_left()
        done = self.run_tool("sort", self.path("in"), self.path("out"), "--memory", MEMORY, status=2)
        self.assertIn("--scratch FOLDER sorts them all", done.stderr)

    def test_input_that_becomes_shorter(self):
        self.generate("in", 2_000_000)
        process = subprocess.Popen([tool.TOOL, *map(str, self.command())], stderr=subprocess.PIPE, text=True)
        while not has_runs(self.entries()) and process.poll() is None:
            time.sleep(0.0005)
        os.truncate(self.path("in"), 1_600_000)
        _, errors = process.communicate()
        self.assertEqual(process.returncode, 2, errors)
        self.assertIn(f"argument 'IN' is '{self.path('in')}': it became shorter while it was read", errors)
        self.assertEqual(read(self.path("out")), b"old")
        done = self.run_tool(*self.command(), status=2)
        self.assertIn("belongs to another job, with input_bytes 16000000", done.stderr)

    def test_input_that_changes(self):
        self.generate("in", 2_000_000)
        process = subprocess.Popen([tool.TOOL, *map(str, self.command())], stderr=subprocess.PIPE, text=True)
        while not has_runs(self.entries()) and process.poll() is None:
            time.sleep(0.0005)
        os.utime(self.path("in"), ns=(1, 1))
        _, errors = process.communicate()
        self.assertEqual(process.returncode, 2, errors)
        self.assertIn(f"argument 'IN' is '{self.path('in')}': it changed while it was sorted", errors)
        self.assertEqual(read(self.path("out")), b"old")
        self.assert_nothing_left()

    def test_links_are_not_followed(self):
        self.kill_after(has_runs)
        manifest = self.scratch_file(".manifest")
        os.rename(manifest, self.path("elsewhere"))
        os.symlink(self.path("elsewhere"), manifest)
        before = read(self.path("elsewhere"))
        self.assert_fails(f"argument '--scratch' is '{manifest}'")
        self.assertEqual(read(self.path("elsewhere")), before)


class ScratchFullDisk(ScratchCase):
    """Runs on a small disk of its own, which not every machine lets a test mount."""

    def test_full_disk(self):
        data = self.generate("in", 200_000)
        for scratch, out, argument in [("disk", "out", "--scratch"), ("scratch", "disk/out", "OUT")]:
            done = self.run_on_small_disk([tool.TOOL, "sort", self.path("in"), self.path(out), "--memory", str(MEMORY),
                                           "--scratch", self.path(scratch)])
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"argument '{argument}' is", done.stderr)
            self.assertIn("no room for 1600000 bytes", done.stderr)
            self.assertEqual(done.stdout, "out\nold\n", "the full disk holds something else")
            self.assertEqual(read(self.path("in")), data)
            self.assertEqual(sorted(os.listdir(self.folder)), ["in", "scratch"])


if __name__ == "__main__":
    tool.main()
