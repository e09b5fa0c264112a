#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drives kokkos-sort through its good and its bad paths; the oracle is Python's sorted().

Usage: kokkos_sort_test.py path/to/kokkos-sort [suite ...]
"""
import array
import ctypes
import json
import math
import os
import pty
import random
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

TOOL = ""
DISTRIBUTIONS = []  # filled from `kokkos-sort info`
TYPES = {"i8": "b", "i16": "h", "i32": "i", "i64": "q", "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
         "f32": "f", "f64": "d"}
RECORD_KEYS = [(100, 10, 0), (100, 8, 3), (16, 16, 0), (40, 20, 7), (9, 4, 5), (1, 1, 0), (33, 33, 0)]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def split(data, size):
    return [data[i:i + size] for i in range(0, len(data), size)]


def numeric_key(kind):
    """The documented order of a type, for elements given as bytes. NaN are equivalent."""
    code = "<" + TYPES[kind]

    def key(element):
        value = struct.unpack(code, element)[0]
        if math.isnan(value):
            return (1, 0.0, 0)
        return (0, value, 0 if kind[0] != "f" else int(math.copysign(1, value)))
    return key


class Case(unittest.TestCase):
    parent = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # flushing hundreds of files to a disk takes minutes

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kokkos-sort-test.", dir=self.parent)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def run_tool(self, *arguments, status=0, **options):
        done = subprocess.run([TOOL, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, **options)
        self.assertEqual(done.returncode, status, f"{arguments}: {done.stdout}{done.stderr}")
        return done

    def result(self, *arguments, status=0, **options):
        return json.loads(self.run_tool(*arguments, "--json", status=status, **options).stdout)

    def generate(self, name, count, *arguments, **options):
        self.run_tool("generate", self.path(name), "--count", count, *arguments, **options)
        return read(self.path(name))

    def assert_same_sequence(self, actual, expected, size, what):
        if actual == expected:
            return
        self.assertEqual(len(actual), len(expected), what)
        for i, (a, b) in enumerate(zip(split(actual, size), split(expected, size))):
            self.assertEqual(a, b, f"{what}: element {i}")


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
            # All of them for two types; the others share them out, the library's own tests have the whole product.
            some = DISTRIBUTIONS if kind in ["u64", "f32"] else DISTRIBUTIONS[number % 5::5] + ["specials"]
            for distribution in some:
                what = f"{kind} {distribution}"
                before = self.generate("in", 3001, "--type", kind, "--distribution", distribution)
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
        before = self.generate("in", 50_000, "--type", "f64", "--distribution", "specials")
        for algorithm in self.result("info")["algorithms"]:
            self.run_tool("sort", self.path("in"), self.path("out"), "--type", "f64", "--algorithm", algorithm)
            self.check_sorted("f64", before, read(self.path("out")), False, algorithm)

    def test_files_longer_than_a_step(self):
        # 40 MB: three steps of reading, checking and writing.
        self.generate("in", 5_000_001)
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
        self.assertEqual((result["count"], result["descending"], result["algorithm"]), (1000, True, "auto"))
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
    """What only a terminal shows. A system folder without /dev/pts has none to give."""

    def test_progress_only_on_a_terminal(self):
        arguments = ["generate", self.path("in"), "--count", 100_000]
        self.assertEqual(self.run_tool(*arguments).stderr, "")
        try:
            primary, terminal = pty.openpty()
        except OSError as error:
            self.skipTest(f"no pseudo-terminal: {error}")
        subprocess.run([TOOL, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=terminal, check=True)
        os.close(terminal)
        shown = os.read(primary, 65536).decode()
        os.close(primary)
        self.assertIn("generating 100 % of 800 kB", shown)
        self.assertIn("B/s", shown)


class Faults(Case):
    """Whatever goes wrong: a message, status 2, the old output as it was, no other file."""

    parent = None  # a disk

    def setUp(self):
        super().setUp()
        self.data = self.generate("in", 200_000)
        write(self.path("out"), b"old")

    def assert_nothing_changed(self):
        self.assertEqual(sorted(os.listdir(self.folder)), ["in", "out"])
        self.assertEqual(read(self.path("in")), self.data)
        self.assertEqual(read(self.path("out")), b"old")

    def test_file_size_limit(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        for command in [["sort", self.path("in"), self.path("out")],
                        ["generate", self.path("out"), "--count", 200_000]]:
            done = self.run_tool(*command, status=2, preexec_fn=limit)
            self.assertIn(f"argument 'OUT' is '{self.path('out')}'", done.stderr)
            self.assertIn("too large", done.stderr)
            self.assert_nothing_changed()

    def run_on_small_disk(self, *arguments):
        """Runs the tool with a disk of 1 MiB mounted at folder/disk, which goes with the process."""
        disk = self.path("disk")
        os.mkdir(disk)
        script = 'mount -t tmpfs -o size=1m none "$1" && echo old > "$1/out" && shift && "$@"; status=$?; ls -A "$DISK"; ' \
                 'cat "$DISK/out"; exit $status'
        command = ["unshare", "--map-root-user", "--mount", "sh", "-c", script, "sh", disk, TOOL, *map(str, arguments)]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**os.environ, "DISK": disk})
        os.rmdir(disk)
        if "mount:" in done.stderr or "unshare:" in done.stderr:
            self.skipTest(f"this machine lets no test mount a disk: {done.stderr.strip()}")
        return done

    def test_full_disk(self):
        out = self.path("disk/out")
        for command in [["sort", self.path("in"), out], ["generate", out, "--count", 200_000]]:
            done = self.run_on_small_disk(*command)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"argument 'OUT' is '{out}'", done.stderr)
            self.assertIn("no room for 1600000 bytes", done.stderr)  # known before any work
            self.assertIn("No space left on device", done.stderr)
            self.assertEqual(done.stdout, "out\nold\n", "the full disk holds something else")
            self.assert_nothing_changed()

    def test_unwritable_folder(self):
        def respect_modes():
            # Root may write anywhere. Without this capability it may not, and
            # still finds the program in a folder that only root may enter.
            PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
            if os.getuid() == 0 and ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0) != 0:
                raise OSError("prctl: the capability stays")
        os.chmod(self.folder, 0o555)
        self.addCleanup(os.chmod, self.folder, 0o755)
        for name in ["new", "out"]:
            done = subprocess.run([TOOL, "sort", self.path("in"), self.path(name)], stderr=subprocess.PIPE,
                                  preexec_fn=respect_modes, text=True)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"argument 'OUT' is '{self.path(name)}'", done.stderr)
            self.assertIn("Permission denied", done.stderr)
        self.assert_nothing_changed()

    def test_targets_that_cannot_be(self):
        pipe = self.make_pipe()
        for target, what in [(self.path("missing/out"), "No such file or directory"),
                             (self.path("in/out"), "is not a folder"), (self.folder, "not a regular file"),
                             (pipe, "not a regular file"), ("/proc/kokkos-sort-test", "cannot write in folder")]:
            for command in [["sort", self.path("in"), target], ["generate", target, "--count", 10]]:
                done = self.run_tool(*command, status=2)
                self.assertIn(f"argument 'OUT' is '{target}'", done.stderr)
                self.assertIn(what, done.stderr)
        os.remove(pipe)
        self.assert_nothing_changed()

    def make_pipe(self):
        """Stands for devices and all else that is no regular file."""
        os.mkfifo(self.path("pipe"))
        return self.path("pipe")

    def test_inputs_that_cannot_be(self):
        pipe = self.make_pipe()
        for source, what in [(self.path("missing"), "No such file or directory"), (self.folder, "not a regular file"),
                             (pipe, "not a regular file")]:
            for command, argument in [(["sort", source, self.path("out")], "IN"), (["validate", source], "FILE"),
                                      (["validate", self.path("in"), "--against", source], "--against")]:
                done = self.run_tool(*command, status=2, timeout=60)
                self.assertIn(f"argument '{argument}' is '{source}': {what}", done.stderr)
        os.remove(pipe)
        self.assert_nothing_changed()

    def test_too_little_memory(self):
        for options in [["--type", "u64"], ["--type", "record"]]:
            done = self.run_tool("sort", self.path("in"), self.path("out"), *options, "--memory", 1 << 20, status=2)
            self.assertIn(f"argument 'IN' is '{self.path('in')}'", done.stderr)
            self.assertIn("would fit", done.stderr)
            self.assert_nothing_changed()

    def test_killed_at_any_moment(self):
        # A bare start of the program bounds the delays from below, a whole run from above.
        self.data = self.generate("in", 4_000_000)
        command = [TOOL, "sort", self.path("in"), self.path("out")]
        start = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        whole = time.monotonic() - start
        result = read(self.path("out"))
        killed = 0
        for number in [signal.SIGKILL, signal.SIGTERM]:
            for step in range(12):
                write(self.path("out"), b"old")
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
                time.sleep(whole * (step + 0.5) / 12)
                process.send_signal(number)
                self.assertIn(process.wait(), [0, -number])
                self.assertEqual(sorted(os.listdir(self.folder)), ["in", "out"])
                content = read(self.path("out"))
                # The new file may be in place before the process has ended.
                self.assertTrue(content == result or (content == b"old" and process.returncode != 0))
                killed += content == b"old"
        self.assertEqual(read(self.path("in")), self.data)
        self.assertGreater(killed, 8, "too few of the runs were cut short to show anything")


class BadInput(Case):
    def assert_error(self, *arguments, words):
        before = sorted(os.listdir(self.folder))
        done = self.run_tool(*arguments, status=2)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_size_that_is_no_multiple(self):
        write(self.path("in"), b"x" * 1001)
        for kind, size in [("u16", 2), ("f64", 8), ("record", 100)]:
            words = [f"argument 'IN' is '{self.path('in')}'", "1001 bytes", f"{size} bytes"]
            self.assert_error("sort", self.path("in"), self.path("out"), "--type", kind, words=words)
            self.assert_error("validate", self.path("in"), "--type", kind, words=["argument 'FILE'", "1001 bytes"])
        write(self.path("good"), b"x" * 1000)
        self.assert_error("validate", self.path("good"), "--against", self.path("in"),
                          words=["argument '--against'", "1001 bytes"])

    def test_unknown_names(self):
        write(self.path("in"), b"")
        known = list(TYPES) + ["record"]
        for command in [["sort", self.path("in"), self.path("out")], ["validate", self.path("in")],
                        ["generate", self.path("out"), "--count", 1]]:
            self.assert_error(*command, "--type", "u46", words=["argument '--type' is 'u46'", *known])
        self.assert_error("generate", self.path("out"), "--count", 1, "--distribution", "unifrom",
                          words=["argument '--distribution' is 'unifrom'", *DISTRIBUTIONS])
        self.assert_error("sort", self.path("in"), self.path("out"), "--algorithm", "bogo",
                          words=["argument '--algorithm' is 'bogo'", "auto", "sample"])
        self.assert_error("shuffle", words=[])
        self.assert_error(words=["subcommand"])
        self.assert_error("sort", self.path("in"), self.path("out"), "--frobnicate", words=["--frobnicate"])
        self.assert_error("sort", self.path("in"), words=["OUT"])

    def test_records_that_cannot_be(self):
        write(self.path("in"), b"x" * 100)
        for options, words in [
                (["--record-bytes", "0"], ["'--record-bytes' is '0'"]),
                (["--record-bytes", "-1"], ["'--record-bytes' is '-1'"]),
                (["--record-bytes", "ten"], ["'--record-bytes' is 'ten'"]),
                (["--key-bytes", "0"], ["'--key-bytes' is '0'"]),
                (["--key-bytes", "101"], ["'--key-bytes' is '101'", "100 bytes"]),
                (["--key-offset", "91"], ["'--key-bytes' is '10'", "offset 91"]),
                (["--key-offset", "100"], ["'--key-offset' is '100'"]),
                (["--key-offset", "18446744073709551610"], ["'--key-offset' is '18446744073709551610'"]),
                (["--record-bytes", "99999999999999999999"], ["'--record-bytes'", "too large"])]:
            for command in [["sort", self.path("in"), self.path("out")], ["validate", self.path("in")],
                            ["generate", self.path("out"), "--count", 1]]:
                self.assert_error(*command, "--type", "record", *options, words=words)

    def test_numbers_that_cannot_be(self):
        for count, words in [("-5", ["'--count' is '-5'"]), ("many", ["'--count' is 'many'"]), ("", ["--count"]),
                             ("1e6", ["'--count' is '1e6'"]), ("2^64", ["too large"]), ("2^", ["'--count' is '2^'"]),
                             ("2^62", ["'--count'", "no file"]), ("2^59", ["'OUT'", "no room"])]:
            self.assert_error("generate", self.path("out"), "--count", count, words=words)
        self.assert_error("generate", self.path("out"), "--count", 1, "--blocks", 0, words=["'--blocks' is '0'"])
        self.assert_error("generate", self.path("out"), "--count", 1, "--seed", "x", words=["'--seed' is 'x'"])
        write(self.path("in"), b"")
        self.assert_error("sort", self.path("in"), self.path("out"), "--memory", "0", words=["'--memory' is '0'"])


if __name__ == "__main__":
    TOOL = os.path.abspath(sys.argv.pop(1))
    DISTRIBUTIONS = json.loads(subprocess.run([TOOL, "info", "--json"], stdout=subprocess.PIPE, check=True).stdout)[
        "distributions"]
    unittest.main(verbosity=2)
