#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Sorts files that are larger than the memory with kokkos-sort --scratch, and kills it.

The moments of the kills are drawn; KOKKOSSORT_TEST_SEED repeats those of a failure.

Usage: kokkos_sort_scratch_test.py path/to/kokkos-sort [suite ...]
"""
import array
import ctypes
import fcntl
import os
import random
import resource
import signal
import struct
import subprocess
import time

import tool
from tool import TYPES, Case, read, split, write

MEMORY = 1 << 20
HEADER = 11  # lines of a manifest before its entries
MASK = (1 << 64) - 1


def check_value(data):
    """The check value of a line of the manifest."""
    def mixed(value, word):
        value = (value ^ word) * 0x9e3779b97f4a7c15 & MASK
        return value ^ value >> 32
    lanes = [1, 2, 3, 4]
    padded = data + bytes(32 - len(data) % 32)  # the last block is never full
    for i, word in enumerate(struct.unpack(f"<{len(padded) // 8}Q", padded)):
        lanes[i % 4] = mixed(lanes[i % 4], word)
    result = len(data)
    for lane in lanes:
        result = mixed(result, lane)
    return result


def line_of(text):
    return b"%016x %s\n" % (check_value(text), text)


class ScratchCase(Case):
    def setUp(self):
        super().setUp()
        os.mkdir(self.path("scratch"))
        seed = int(os.environ.get("KOKKOSSORT_TEST_SEED", time.time_ns() & 0xffffffff))
        print(f"seed {seed}", flush=True)
        self.rng = random.Random(seed)

    def command(self, *options, source="in", target="out", memory=MEMORY):
        return ["sort", self.path(source), self.path(target), "--memory", memory, "--scratch", self.path("scratch"),
                *options]

    def sort(self, *options, **files):
        """Sorts, and returns what the result has about the scratch folder. Nothing is left there."""
        result = self.result(*self.command(*options, **files))
        self.assertEqual(os.listdir(self.path("scratch")), [])
        self.assertEqual([name for name in os.listdir(self.folder) if ".part." in name], [])
        return result["scratch"]

    def scratch_file(self, kind):
        found = [name for name in os.listdir(self.path("scratch")) if name.endswith(kind)]
        return os.path.join(self.path("scratch"), found[0]) if found else ""

    def entries(self):
        """The entries of the manifest, without their check values."""
        name = self.scratch_file(".manifest")
        try:
            lines = read(name).split(b"\n")[:-1] if name else []
        except FileNotFoundError:
            lines = []
        return [line[17:].decode() for line in lines[HEADER:]]

    def kill_after(self, is_due, *options, **files):
        """Starts a job, kills it as soon as is_due(entries), and returns the entries that are left, None if the job
        was faster."""
        command = [tool.TOOL, *map(str, self.command(*options, **files))]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        while process.poll() is None and not is_due(self.entries()):
            time.sleep(0.0005)
        process.send_signal(signal.SIGKILL)
        _, errors = process.communicate()
        self.assertIn(process.returncode, [0, -signal.SIGKILL], errors)
        return None if process.returncode == 0 else self.entries()


def in_merge(entries):
    return any(entry.startswith("part") for entry in entries)


def has_runs(entries):
    return any(entry.startswith("run 0") for entry in entries)


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


class ScratchResume(ScratchCase):
    def setUp(self):
        super().setUp()
        self.data = self.generate("in", 400_000)
        self.run_tool("sort", self.path("in"), self.path("expected"))
        self.expected = read(self.path("expected"))
        os.remove(self.path("expected"))
        write(self.path("out"), b"old")

    def assert_resumes(self, *options, least=1, **files):
        report = self.sort(*options, **files)
        self.assertTrue(read(self.path("out")) == self.expected, "the output is wrong")
        self.assertGreaterEqual(report["resumed_bytes"], least)
        return report

    def kill_in_merge(self, **files):
        entries = self.kill_after(in_merge, **files)
        self.assertIsNotNone(entries, "the job ended before it was killed")
        self.assertTrue(in_merge(entries))
        return entries

    def test_killed_at_drawn_entries(self):
        for _ in range(6):
            wanted = 1
            while True:
                wanted += self.rng.randrange(1, 60)
                entries = self.kill_after(lambda found: len(found) >= wanted)
                if entries is None:
                    break
                self.assertEqual(read(self.path("out")), b"old")
                # The next job has all that the manifest lists.
                wanted = max(wanted, len(entries))
            self.assertTrue(read(self.path("out")) == self.expected, "the output is wrong")
            self.assertEqual(os.listdir(self.path("scratch")), [])
            self.assertEqual(sorted(os.listdir(self.folder)), ["in", "out", "scratch"])
            write(self.path("out"), b"old")
        self.assertEqual(read(self.path("in")), self.data)

    def test_killed_at_drawn_times(self):
        start = time.monotonic()
        self.sort()
        whole = time.monotonic() - start
        killed = 0
        for _ in range(5):
            write(self.path("out"), b"old")
            for _ in range(4):
                end = time.monotonic() + self.rng.uniform(0, whole)
                killed += self.kill_after(lambda _: time.monotonic() > end) is not None
            self.result(*self.command())
            self.assertTrue(read(self.path("out")) == self.expected, "the output is wrong")
            self.assertEqual(os.listdir(self.path("scratch")), [])
        self.assertGreater(killed, 4, "too few of the runs were cut short to show anything")

    def test_goes_on_from_runs_and_from_the_merge(self):
        self.kill_after(lambda entries: sum(entry.startswith("run 0") for entry in entries) > 3)
        self.assert_resumes(least=3 * 8 * 1000)
        self.kill_in_merge()
        self.assert_resumes(least=len(self.data))

    def test_records_go_on(self):
        layout = ["--type", "record", "--record-bytes", 8, "--key-bytes", 3, "--key-offset", 2]
        self.run_tool("sort", self.path("in"), self.path("expected"), *layout)
        self.expected = read(self.path("expected"))
        os.remove(self.path("expected"))
        self.assertIsNotNone(self.kill_after(in_merge, *layout))
        self.assert_resumes(*layout, least=len(self.data))

    def test_interrupted_and_terminated(self):
        for number in [signal.SIGINT, signal.SIGTERM]:
            process = subprocess.Popen([tool.TOOL, *map(str, self.command())], stdout=subprocess.DEVNULL)
            while not has_runs(self.entries()) and process.poll() is None:
                time.sleep(0.0005)
            process.send_signal(number)
            self.assertEqual(process.wait(), -number)
            self.assert_resumes()

    def damage(self, path, at):
        with open(path, "r+b") as file:
            file.seek(at)
            byte = file.read(1)
            file.seek(at)
            file.write(bytes([byte[0] ^ 1]))

    def test_damaged_files_cost_time_only(self):
        def shorten(path):
            os.truncate(path, os.path.getsize(path) // 2)
        part = self.path("out.part.kept")
        kinds = {
            "a byte of the first run": lambda: self.damage(self.scratch_file(".runs0"), 5),
            "a byte of the last run": lambda: self.damage(self.scratch_file(".runs0"), len(self.data) - 1),
            "half of the runs": lambda: shorten(self.scratch_file(".runs0")),
            "no runs": lambda: os.remove(self.scratch_file(".runs0")),
            "a byte of merged runs": lambda: self.damage(self.scratch_file(".runs1"), 5),
            "no merged runs": lambda: os.remove(self.scratch_file(".runs1")),
            "no output": lambda: os.remove(part),
            "a byte of the output": lambda: self.damage(part, 5),
            "half of the manifest": lambda: shorten(self.scratch_file(".manifest")),
            "a byte of the manifest": lambda: self.damage(self.scratch_file(".manifest"),
                                                          os.path.getsize(self.scratch_file(".manifest")) * 3 // 4),
        }
        for what, change in kinds.items():
            for level in [1, 2]:
                entries = self.kill_after(lambda found: any(entry.startswith(f"part {level}") for entry in found))
                self.assertIsNotNone(entries, what)
                change()
                self.assert_resumes(least=0)
                write(self.path("out"), b"old")

    def test_damaged_output_of_the_last_pass(self):
        probe = self.sort()
        last = probe["merge_passes"]
        for at in [5, 200_000]:
            entries = self.kill_after(lambda found: sum(e.startswith(f"part {last}") for e in found) > 5)
            self.assertIsNotNone(entries)
            self.damage(self.path("out.part.kept"), at)
            self.assert_resumes(least=last * len(self.data))

    def test_other_jobs_are_refused(self):
        self.kill_in_merge()
        manifest = self.scratch_file(".manifest")
        before = read(manifest)
        self.generate("other", 400_000, "--seed", 5)
        for options, files, word in [(["--descending"], {}, "descending 0 and not descending 1"),
                                     (["--type", "i64"], {}, "type u64 and not type i64"),
                                     (["--algorithm", "radix"], {}, "algorithm automatic and not algorithm radix"),
                                     ([], {"memory": MEMORY + 1}, f"memory {MEMORY} and not memory {MEMORY + 1}"),
                                     ([], {"source": "other"}, "input ")]:
            done = self.run_tool(*self.command(*options, **files), status=2)
            self.assertIn(f"argument '--scratch' is '{manifest}': it belongs to another job", done.stderr)
            self.assertIn(word, done.stderr)
            self.assertEqual(read(manifest), before)
        self.assert_resumes(least=len(self.data))

    def test_changed_input_is_refused(self):
        self.kill_in_merge()
        status = os.stat(self.path("in"))
        os.utime(self.path("in"), ns=(status.st_atime_ns, status.st_mtime_ns + 1))
        done = self.run_tool(*self.command(), status=2)
        self.assertIn("input_modified", done.stderr)
        os.utime(self.path("in"), ns=(status.st_atime_ns, status.st_mtime_ns))
        self.assert_resumes(least=len(self.data))
        self.kill_in_merge()
        write(self.path("in"), self.data[8:])
        done = self.run_tool(*self.command(), status=2)
        self.assertIn("input_bytes 3200000 and not input_bytes 3199992", done.stderr)
        self.assertEqual(read(self.path("in")), self.data[8:])

    def test_foreign_manifest(self):
        self.kill_in_merge()
        manifest = self.scratch_file(".manifest")
        write(manifest, b"something else\n")
        done = self.run_tool(*self.command(), status=2)
        self.assertIn(f"argument '--scratch' is '{manifest}': it is damaged, or not of this tool", done.stderr)
        self.assertEqual(read(manifest), b"something else\n")
        os.remove(manifest)
        self.assert_resumes(least=0)

    def test_files_in_use(self):
        self.kill_in_merge()
        for path in [self.scratch_file(".manifest"), self.path("out.part.kept"), self.scratch_file(".runs0")]:
            with open(path, "rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX)
                done = self.run_tool(*self.command(), status=2)
                self.assertIn(f"is '{path}': another job is using it", done.stderr)
        self.assert_resumes(least=len(self.data))

    def test_killed_after_the_output_has_its_name(self):
        for target in ["out", "in"]:
            entries = self.kill_in_merge(target=target)
            self.assertTrue(entries)
            name = self.scratch_file(".manifest")
            manifest = read(name)
            self.sort(target=target)
            status = os.stat(self.path(target))
            text = f"output {status.st_dev} {status.st_ino} {status.st_size} {status.st_mtime_ns}"
            write(name, manifest + line_of(text.encode()))
            write(name.replace(".manifest", ".runs0"), b"left")
            self.sort(target=target)
            self.assertEqual(os.stat(self.path(target)).st_ino, status.st_ino)
            self.assertTrue(read(self.path(target)) == self.expected)


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
