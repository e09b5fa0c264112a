#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kills kokkos-sort --scratch and starts it again.

The moments of the kills are drawn; KOKKOSSORT_TEST_SEED repeats those of a failure.

Usage: kokkos_sort_resume_test.py path/to/kokkos-sort [suite ...]
"""
import fcntl
import os
import signal
import struct
import subprocess
import time

import tool
from scratch_case import MEMORY, ScratchCase, has_runs, in_merge
from tool import read, write

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
                output = read(self.path("out"))
                if output != b"old":
                    # Killed between the renaming of the output and the end: the next job clears up.
                    self.assertTrue(output == self.expected, "the output is wrong")
                    self.sort()
                    break
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
        killed = jobs = 0
        while jobs < 20 or (killed < 5 and jobs < 100):
            write(self.path("out"), b"old")
            for _ in range(4):
                end = time.monotonic() + self.rng.uniform(0, whole)
                if self.kill_after(lambda _: time.monotonic() > end) is not None:
                    killed += 1
                else:
                    whole *= 0.9  # the job that was timed had less of the machine
                jobs += 1
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


if __name__ == "__main__":
    tool.main()
