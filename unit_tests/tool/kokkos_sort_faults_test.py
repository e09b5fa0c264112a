#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kokkos-sort with a fault of its disk, its memory, its input or its command line.

Usage: kokkos_sort_faults_test.py path/to/kokkos-sort [suite ...]
"""
import ctypes
import os
import resource
import signal
import subprocess
import time

import tool
from tool import DISTRIBUTIONS, TYPES, Case, read, write


class FaultsCase(Case):
    """Every fault gives a message, status 2, the old output as it was, and no other file."""

    parent = None  # a disk

    def setUp(self):
        super().setUp()
        self.data = self.generate("in", 200_000)
        write(self.path("out"), b"old")

    def assert_nothing_changed(self):
        self.assertEqual(sorted(os.listdir(self.folder)), ["in", "out"])
        self.assertEqual(read(self.path("in")), self.data)
        self.assertEqual(read(self.path("out")), b"old")


class Faults(FaultsCase):
    def test_file_size_limit(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
        for command in [["sort", self.path("in"), self.path("out")],
                        ["generate", self.path("out"), "--count", 200_000]]:
            done = self.run_tool(*command, status=2, preexec_fn=limit)
            self.assertIn(f"argument 'OUT' is '{self.path('out')}'", done.stderr)
            self.assertIn("too large", done.stderr)
            self.assert_nothing_changed()

    def test_links_that_lead_nowhere(self):
        for name, to in [("dangling", "nothing"), ("loop", "loop")]:
            os.symlink(to, self.path(name))
            done = self.run_tool("sort", self.path("in"), self.path(name), status=2)
            self.assertIn(f"argument 'OUT' is '{self.path(name)}': a symbolic link that leads to no file", done.stderr)
            self.assertEqual(os.readlink(self.path(name)), to)
            os.remove(self.path(name))
        self.assert_nothing_changed()

    def test_longest_name(self):
        name = "n" * 255
        self.run_tool("sort", self.path("in"), self.path(name))
        self.assertEqual(sorted(read(self.path(name))), sorted(self.data))
        os.remove(self.path(name))
        done = self.run_tool("sort", self.path("in"), self.path(name + "n"), status=2)
        self.assertIn("argument 'OUT'", done.stderr)
        self.assertIn("File name too long", done.stderr)
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
            done = subprocess.run([tool.TOOL, "sort", self.path("in"), self.path(name)], stderr=subprocess.PIPE,
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
        """Makes a pipe, an example of a file that is not regular."""
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

    def remove_finished(self, result):
        """Removes files with a temporary name. A complete file has one between two system calls. An empty file has
        one at first, to check that names can be given."""
        for name in os.listdir(self.folder):
            if name.startswith("out.part."):
                self.assertIn(read(self.path(name)), [result, b""])
                os.remove(self.path(name))

    def test_killed_at_any_moment(self):
        # A bare start of the program bounds the delays from below, a whole run from above.
        self.data = self.generate("in", 4_000_000)
        command = [tool.TOOL, "sort", self.path("in"), self.path("out")]
        start = time.monotonic()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        whole = time.monotonic() - start
        result = read(self.path("out"))
        for number in [signal.SIGKILL, signal.SIGTERM]:
            killed = attempts = 0
            while attempts < 12 or (killed < 5 and attempts < 60):
                write(self.path("out"), b"old")
                process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
                time.sleep(whole * (attempts % 12 + 0.5) / 12)
                attempts += 1
                if process.poll() is not None:
                    whole *= 0.9  # the run that was timed had less of the machine
                process.send_signal(number)
                self.assertIn(process.wait(), [0, -number])
                if number == signal.SIGKILL:
                    self.remove_finished(result)
                self.assertEqual(sorted(os.listdir(self.folder)), ["in", "out"])
                content = read(self.path("out"))
                # The new file may be in place before the process has ended.
                self.assertTrue(content == result or (content == b"old" and process.returncode != 0))
                killed += content == b"old"
            self.assertGreater(killed, 4, "too few of the runs were cut short to show anything")
        self.assertEqual(read(self.path("in")), self.data)


class FullDisk(FaultsCase):
    """Runs on a small disk of its own, which not every machine lets a test mount."""

    def test_full_disk(self):
        out = self.path("disk/out")
        for command in [["sort", self.path("in"), out], ["generate", out, "--count", 200_000]]:
            done = self.run_on_small_disk([tool.TOOL, *map(str, command)])
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(f"argument 'OUT' is '{out}'", done.stderr)
            self.assertIn("no room for 1600000 bytes", done.stderr)  # known before any work
            self.assertIn("No space left on device", done.stderr)
            self.assertEqual(done.stdout, "out\nold\n", "the full disk holds something else")
            self.assert_nothing_changed()


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
                          words=["argument '--algorithm' is 'bogo'", "automatic, sample", "radix", "bitonic", "rank"])
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
    tool.main()
