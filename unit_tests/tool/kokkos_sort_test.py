#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kokkos-sort with valid and invalid input. The oracle is sorted() of Python.

Usage: kokkos_sort_test.py path/to/kokkos-sort [suite ...]
"""
import array
import errno
import math
import os
import pty
import random
import struct
import subprocess
import zlib

import tool
from tool import DISTRIBUTIONS, TYPES, Case, read, split, write

RECORD_KEYS = [(100, 10, 0), (100, 8, 3), (16, 16, 0), (40, 20, 7), (9, 4, 5), (1, 1, 0), (33, 33, 0)]


def numeric_key(kind):
    """Returns the documented order of a type, for elements given as bytes. All NaN are equivalent."""
    code = "<" + TYPES[kind]

    def key(element):
        value = struct.unpack(code, element)[0]
        if math.isnan(value):
            return (1, 0.0, 0)
        return (0, value, 0 if kind[0] != "f" else int(math.copysign(1, value)))
    return key


class Numbers(Case):
    def check_sorted(self, kind, before, after, descending, what):
        size = int(kind[1:]) // 8
        key = numeric_key(kind)
        expected = sorted(split(before, size), key=key, reverse=descending)
        actual = split(after, size)
        self.assertEqual(list(map(key, expected)), list(map(key, actual)), what)
        self.assertEqual(sorted(expected), sorted(actual), f"{what}: not the same elements")

    def test_every_type_and_distribution(self):
        for number, kind in enumerate(TYPES):
            # Two types have all of them, and the others share them. The tests of the library have the whole product.
            some = DISTRIBUTIONS if kind in ["u64", "f32"] else DISTRIBUTIONS[number % 5::5] + ["specials"]
            for distribution in some:
                what = f"{kind} {distribution}"
                before = self.generate("in", 1501, "--type", kind, "--distribution", distribution)
                descending = ["--descending"] if len(distribution) % 2 else []
                self.run_tool("sort", self.path("in"), self.path("out"), "--type", kind, *descending)
                self.check_sorted(kind, before, read(self.path("out")), bool(descending), what)
                self.assertEqual(read(self.path("in")), before, "the input changed")

    def test_sizes(self):
        for count in [0, 1, 2, 3, 255, 256, 257, 4097, 70001]:
            before = self.generate("in", count, "--type", "i32", "--seed", count)
            self.assertEqual(len(before), 4 * count)
            for options in [[], ["--descending"], ["--stable"], ["--stable", "--descending"]]:
                self.run_tool("sort", self.path("in"), self.path("out"), "--type", "i32", *options)
                self.check_sorted("i32", before, read(self.path("out")), "--descending" in options, f"{count} {options}")

    def test_every_algorithm(self):
        known = self.result("info")["algorithms"]
        for name in ["automatic", "sample", "quick", "gpu_quick", "radix_quick", "heap", "merge", "radix", "bitonic", "rank"]:
            self.assertIn(name, known)
        for kind, distribution in [("f64", "specials"), ("i32", "zipf"), ("u16", "uniform"), ("i8", "uniform")]:
            before = self.generate("in", 1501, "--type", kind, "--distribution", distribution)
            for algorithm in known + ["auto"]:
                result = self.result("sort", self.path("in"), self.path("out"), "--type", kind, "--algorithm", algorithm)
                self.assertEqual(result["algorithm"], algorithm)
                self.check_sorted(kind, before, read(self.path("out")), False, f"{kind} {algorithm}")

    def test_stable_refuses_algorithms_that_are_not(self):
        before = self.generate("in", 100)
        unstable = {"paper_sample", "bitonic", "bitonic_one_step", "odd_even_merge", "butterfly", "butterfly_one_step"}
        for algorithm in self.result("info")["algorithms"]:
            status = 2 if algorithm in unstable else 0
            for options in [["--stable"], ["--type", "record", "--record-bytes", 8, "--key-bytes", 8]]:
                done = self.run_tool("sort", self.path("in"), self.path("out"), "--algorithm", algorithm, *options,
                                     status=status)
                self.assertEqual(f"argument '--algorithm' is '{algorithm}': it is not stable" in done.stderr, status == 2)
            if status == 0:
                self.assertEqual(b"".join(sorted(split(before, 8))), read(self.path("out")), algorithm)

    def test_files_longer_than_a_step(self):
        # 18 MB: two steps of reading, checking and writing.
        self.generate("in", 2_200_001)
        self.run_tool("sort", self.path("in"), self.path("out"))
        keys = array.array("Q", read(self.path("out")))
        expected = array.array("Q", sorted(array.array("Q", read(self.path("in")))))
        self.assertEqual(keys, expected)

    def test_file_does_not_depend_on_the_count_of_threads(self):
        one = self.generate("one", 3_000_000, "--distribution", "nearly_sorted_5_percent", "--kokkos-num-threads=1")
        two = self.generate("two", 3_000_000, "--distribution", "nearly_sorted_5_percent", "--kokkos-num-threads=2")
        self.assertEqual(zlib.crc32(one), zlib.crc32(two))
        self.assertNotEqual(one, self.generate("other", 3_000_000, "--seed", 1))

    def test_count_as_a_power(self):
        self.assertEqual(len(self.generate("in", "2^10", "--type", "u8")), 1024)
        self.assertEqual(len(self.generate("in", "0", "--type", "u8")), 0)


class Records(Case):
    def sort_and_check(self, data, record_bytes, key_bytes, key_offset, what, validate=False):
        write(self.path("in"), data)
        layout = ["--type", "record", "--record-bytes", record_bytes, "--key-bytes", key_bytes,
                  "--key-offset", key_offset]
        for options in [["--descending"], ["--stable"] if validate else []]:
            self.run_tool("sort", self.path("in"), self.path("out"), *layout, *options)
            # sorted() is stable in both directions: every byte of the file is determined.
            expected = sorted(split(data, record_bytes), key=lambda record: record[key_offset:key_offset + key_bytes],
                              reverse="--descending" in options)
            self.assert_same_sequence(read(self.path("out")), b"".join(expected), record_bytes, f"{what} {options}")
        if validate:
            self.run_tool("validate", self.path("out"), "--against", self.path("in"), *layout)

    def test_layouts_and_distributions(self):
        for record_bytes, key_bytes, key_offset in RECORD_KEYS:
            for distribution in ["uniform", "zero", "sixteen_values", "low_byte_only", "reversed", "and_of_5"]:
                data = self.generate("in", 1999, "--type", "record", "--record-bytes", record_bytes, "--key-bytes",
                                     key_bytes, "--key-offset", key_offset, "--distribution", distribution)
                self.assertEqual(len(data), 1999 * record_bytes)
                self.sort_and_check(data, record_bytes, key_bytes, key_offset,
                                    f"{(record_bytes, key_bytes, key_offset)} {distribution}", validate=True)

    def test_ties_that_only_late_bytes_break(self):
        rng = random.Random(7)
        for record_bytes, key_bytes, key_offset in RECORD_KEYS:
            for letters in [b"\x00\xff", b"\x7f\x80\x81"]:
                for changing in [1, 3, key_bytes]:  # how many bytes of a key are not the same in all records
                    records = []
                    for i in range(700):
                        record = bytearray(rng.randbytes(record_bytes))
                        key = bytearray(letters[:1] * key_bytes)
                        for _ in range(changing):
                            key[rng.randrange(key_bytes)] = rng.choice(letters)
                        record[key_offset:key_offset + key_bytes] = key
                        records.append(bytes(record))
                    self.sort_and_check(b"".join(records), record_bytes, key_bytes, key_offset,
                                        f"{(record_bytes, key_bytes, key_offset)} {letters} {changing}")

    def test_sizes(self):
        for count in [0, 1, 2, 3, 1000]:
            self.sort_and_check(random.Random(count).randbytes(100 * count), 100, 10, 0, f"{count} records", validate=True)

    def test_sort_benchmark_layout(self):
        data = self.generate("in", 300, "--type", "record")
        for i, record in enumerate(split(data, 100)):
            self.assertEqual(record[10:12], b"\x00\x11")
            self.assertEqual(record[12:44], b"%032X" % i)
            self.assertEqual(record[44:48], b"\x88\x99\xaa\xbb")
            self.assertEqual(record[96:], b"\xcc\xdd\xee\xff")
        self.assertEqual(len(set(record[:10] for record in split(data, 100))), 300)


class Validate(Case):
    def test_checksum_duplicates_and_order_against_python(self):
        data = self.generate("in", 5000, "--type", "record", "--distribution", "sqrt_values")
        records = sorted(split(data, 100), key=lambda record: record[:10])
        write(self.path("sorted"), b"".join(records))
        verdict = self.result("validate", self.path("sorted"), "--against", self.path("in"), "--type", "record")
        self.assertTrue(verdict["valid"] and verdict["ordered"] and verdict["same_elements"])
        self.assertEqual(verdict["checksum"], f"{sum(map(zlib.crc32, records)):x}")
        self.assertEqual(verdict["checksum"], verdict["against"]["checksum"])
        self.assertEqual(verdict["duplicates"], sum(a[:10] == b[:10] for a, b in zip(records, records[1:])))
        self.assertIsNone(verdict["first_out_of_order"])

    def test_places_of_faults(self):
        # The second step of reading begins at element 2^21 of u64.
        border = 1 << 21
        for fault in [1, 1000, border - 1, border, border + 1, border + 9]:
            keys = array.array("Q", range(10, border + 20))
            keys[fault] = keys[fault - 1] - 1  # above all but its predecessor
            write(self.path("keys"), keys.tobytes())
            verdict = self.result("validate", self.path("keys"), status=1)
            self.assertFalse(verdict["valid"])
            self.assertEqual((verdict["out_of_order"], verdict["first_out_of_order"]), (1, fault))

    def test_direction(self):
        write(self.path("up"), array.array("i", [-5, -5, 0, 7]).tobytes())
        write(self.path("down"), array.array("i", [7, 0, -5, -5]).tobytes())
        for name, options, status in [("up", [], 0), ("down", [], 1), ("up", ["--descending"], 1),
                                      ("down", ["--descending"], 0)]:
            verdict = self.result("validate", self.path(name), "--type", "i32", *options, status=status)
            self.assertEqual(verdict["duplicates"], 1)

    def test_float_order(self):
        ordered = [-math.inf, -1.5, -0.0, 0.0, 5e-324, 1.0, math.inf, math.nan, -math.nan]
        write(self.path("good"), struct.pack("<9d", *ordered))
        self.run_tool("validate", self.path("good"), "--type", "f64")
        for i in range(7):
            faulty = ordered[:]
            faulty[i], faulty[i + 1] = faulty[i + 1], faulty[i]
            write(self.path("bad"), struct.pack("<9d", *faulty))
            self.run_tool("validate", self.path("bad"), "--type", "f64", status=1)

    def test_elements_lost_doubled_and_mixed_up(self):
        data = self.generate("in", 1000, "--type", "record")
        records = sorted(split(data, 100), key=lambda record: record[:10])
        changed = {
            "lost": records[:500] + records[501:],
            "doubled": records[:500] + [records[499]] + records[501:],
            "payloads exchanged": records[:10] + [records[10][:10] + records[11][10:],
                                                  records[11][:10] + records[10][10:]] + records[12:],
            "one bit": records[:999] + [records[999][:99] + bytes([records[999][99] ^ 1])],
            "more": records + [b"\xff" * 100],
        }
        for what, other in changed.items():
            write(self.path("out"), b"".join(other))
            verdict = self.result("validate", self.path("out"), "--against", self.path("in"), "--type", "record",
                                  status=1)
            self.assertTrue(verdict["ordered"], what)
            self.assertFalse(verdict["same_elements"], what)
            for name in ["hash_a", "hash_b", "hash_128", "checksum"]:
                self.assertNotEqual(verdict[name], verdict["against"][name], f"{what}: {name} did not see it")

    def test_text_says_the_verdict(self):
        self.generate("in", 1000)
        self.assertIn("NOT VALID", self.run_tool("validate", self.path("in"), status=1).stdout)
        self.run_tool("sort", self.path("in"), self.path("out"))
        done = self.run_tool("validate", self.path("out"), "--against", self.path("in"))
        self.assertEqual(done.stdout.splitlines()[-1], "valid")


class Output(Case):
    parent = None  # a disk

    def test_results_as_json(self):
        generated = self.result("generate", self.path("in"), "--count", 1000, "--type", "u16")
        self.assertEqual((generated["count"], generated["bytes"], generated["type"]), (1000, 2000, "u16"))
        result = self.result("sort", self.path("in"), self.path("out"), "--type", "u16", "--descending")
        self.assertEqual((result["count"], result["descending"], result["algorithm"]), (1000, True, "automatic"))
        self.assertEqual(set(result["seconds"]), {"read", "sort", "write", "total"})
        info = self.result("info")
        self.assertEqual(info["types"], list(TYPES) + ["record"])
        text = self.run_tool("info").stdout
        for name in info["algorithms"] + info["types"] + info["distributions"] + [info["execution_space"]]:
            self.assertIn(name, text)

    def test_quotes_in_names_stay_json(self):
        name = self.path('a "quoted" \\ name\n')
        self.assertEqual(self.result("generate", name, "--count", 1)["output"], name)

    def test_help_lists_distributions(self):
        text = self.run_tool("generate", "--help").stdout
        for name in DISTRIBUTIONS:
            self.assertIn(name, text)

    def test_input_may_be_output(self):
        before = self.generate("file", 10_000, "--type", "i64")
        self.run_tool("sort", self.path("file"), self.path("file"), "--type", "i64")
        self.assertEqual(array.array("q", read(self.path("file"))), array.array("q", sorted(array.array("q", before))))
        self.assertEqual(os.listdir(self.folder), ["file"])

    def test_link_stays_a_link_and_mode_stays(self):
        write(self.path("real"), b"old")
        os.chmod(self.path("real"), 0o604)
        os.symlink("real", self.path("link"))
        data = self.generate("link", 10, "--type", "u8")
        self.assertTrue(os.path.islink(self.path("link")))
        self.assertEqual(read(self.path("real")), data)
        self.assertEqual(os.stat(self.path("real")).st_mode & 0o777, 0o604)


class Terminal(Case):
    """Output that only a terminal receives. A system without /dev/pts has no terminals."""

    def read_to_end(self, primary):
        """Reads all output, since one read may return before everything has arrived. After the last byte of a closed
        terminal Linux reports EIO, other systems the end of a file."""
        pieces = []
        try:
            while piece := os.read(primary, 65536):
                pieces.append(piece)
        except OSError as error:
            if error.errno != errno.EIO:
                raise
        return b"".join(pieces)

    def test_progress_only_on_a_terminal(self):
        arguments = ["generate", self.path("in"), "--count", 100_000]
        self.assertEqual(self.run_tool(*arguments).stderr, "")
        try:
            primary, terminal = pty.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminal: {error}")
        subprocess.run([tool.TOOL, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=terminal, check=True)
        os.close(terminal)
        shown = self.read_to_end(primary).decode()
        os.close(primary)
        self.assertIn("generating 100 % of 800 kB", shown)
        self.assertIn("B/s", shown)


if __name__ == "__main__":
    tool.main()
