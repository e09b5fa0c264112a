#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks the environment of the process: streams, signals, settings of Kokkos and names of any bytes.

Usage: kokkos_sort_process_test.py path/to/kokkos-sort [suite ...]
"""
import array
import json
import os
import signal
import subprocess

import tool
from tool import Case, read, write

NO_ABORT = "one line and status 2, not an abort"


class Streams(Case):
    """A report that is not written is an error, and no report goes into a file that the job opens."""

    def commands(self):
        self.generate("in", 1000)
        write(self.path("sorted"), bytes(8000))
        return [["sort", self.path("in"), self.path("out")], ["generate", self.path("new"), "--count", 10],
                ["validate", self.path("sorted")], ["info"], ["--help"], ["--version"]]

    def check(self, command, expected, **options):
        done = subprocess.run([tool.TOOL, *map(str, command)], stderr=subprocess.PIPE, text=True, timeout=60, **options)
        self.assertEqual(done.returncode, 2, f"{command}: {done.stderr}")
        self.assertEqual(done.stderr, "kokkos-sort: the job is done, but its report cannot be written to standard "
                                      f"output: {expected}\n")

    def test_full(self):
        with open("/dev/full", "w") as full:
            for command in self.commands():
                self.check(command, "No space left on device", stdout=full)

    def test_closed(self):
        for command in self.commands():
            self.check(command, "Bad file descriptor", preexec_fn=lambda: os.close(1))
        self.assertEqual(read(self.path("out")), array.array("Q", sorted(array.array("Q", read(self.path("in"))))).tobytes())
        self.assertEqual(len(read(self.path("new"))), 80)

    def test_all_closed(self):
        self.generate("in", 1000)
        process = subprocess.Popen([tool.TOOL, "sort", self.path("in"), self.path("out")],
                                   preexec_fn=lambda: os.closerange(0, 3))
        self.assertEqual(process.wait(60), 2)
        self.assertEqual(len(read(self.path("out"))), 8000)

    def test_pipe_that_ended(self):
        for command in self.commands():
            reader, writer = os.pipe()
            os.close(reader)
            self.check(command, "Broken pipe", stdout=writer)
            os.close(writer)

    def test_ignored_signals_stay_ignored(self):
        # As nohup leaves them. The process reads its own dispositions in /proc, whose bits begin at signal 1.
        self.generate("in", 3_000_000)
        for ignored in [signal.SIGHUP, signal.SIGTERM]:
            process = subprocess.Popen([tool.TOOL, "sort", self.path("in"), self.path("out")], stdout=subprocess.DEVNULL,
                                       preexec_fn=lambda number=ignored: signal.signal(number, signal.SIG_IGN))
            while process.poll() is None:
                process.send_signal(ignored)
                try:
                    process.wait(0.01)
                except subprocess.TimeoutExpired:
                    pass
            self.assertEqual(process.returncode, 0)
            os.remove(self.path("out"))


class Settings(Case):
    def refused(self, argument, value, *options, **environment):
        done = subprocess.run([tool.TOOL, "generate", self.path("out"), "--count", "10", *options],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=60,
                              env={**os.environ, **environment})
        self.assertEqual(done.returncode, 2, f"{options} {environment}: {NO_ABORT}: {done.stderr}")
        lines = [line for line in done.stderr.splitlines() if not line.startswith("libgomp: ") and line]
        self.assertEqual(len(lines), 1, done.stderr)
        self.assertIn(f"kokkos-sort: argument '{argument}' is '{value}': ", lines[0])
        self.assertEqual(os.listdir(self.folder), [])

    def test_options(self):
        for name, values in [("num-threads", ["abc", "0", "-3", "1000000", "99999999999999999999", ""]),
                             ("device-id", ["x", "-1"]), ("map-device-id-by", ["magic"]), ("disable-warnings", ["maybe"])]:
            for value in values:
                self.refused(f"--kokkos-{name}", value, f"--kokkos-{name}={value}")
        self.refused("--kokkos-num-threads", "", "--kokkos-num-threads")
        self.refused("--kokkos-frobnicate", "--kokkos-frobnicate=1", "--kokkos-frobnicate=1")

    def test_environment(self):
        for name, values in [("OMP_NUM_THREADS", ["1000000", "0", "many"]), ("KOKKOS_NUM_THREADS", ["abc", "0", "-3", ""]),
                             ("KOKKOS_DEVICE_ID", ["x"]), ("KOKKOS_MAP_DEVICE_ID_BY", ["magic"]),
                             ("KOKKOS_TUNE_INTERNALS", ["maybe"])]:
            for value in values:
                self.refused(name, value, **{name: value})

    def test_good_values(self):
        for options, environment in [(["--kokkos-num-threads=1", "--kokkos-disable-warnings"], {}),
                                     ([], {"OMP_NUM_THREADS": "2,1", "KOKKOS_DISABLE_WARNINGS": "TRUE"})]:
            self.run_tool("info", *options, env={**os.environ, **environment})

    def test_version(self):
        version = self.result("info")["version"]
        self.assertEqual(self.run_tool("--version").stdout, f"kokkos-sort {version}\n")


class Names(Case):
    """Names hold any bytes. Errors are one printable line, JSON is valid and returns the bytes."""

    def run_bytes(self, *arguments, status=0):
        done = subprocess.run([os.fsencode(tool.TOOL), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, status, done.stderr)
        return done

    def test_json_gives_the_bytes_back(self):
        for name in [b"\xff\xfe", b"caf\xc3\xa9", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b'a"\n\\\x1b\x7f']:
            path = os.fsencode(self.folder) + b"/" + name
            text = self.run_bytes(b"generate", path, b"--count", b"1", b"--json").stdout.decode("utf-8")
            self.assertEqual(os.fsencode(json.loads(text)["output"]), path)

    def test_text_is_printable(self):
        path = os.fsencode(self.folder) + b"/\x1b[31m\n\xff\xc3\xa9\xc2\x9b"
        shown = os.fsencode(self.folder) + b"/\\x1b[31m\\x0a\\xff\xc3\xa9\\xc2\\x9b"
        self.assertIn(shown, self.run_bytes(b"generate", path, b"--count", b"1").stdout)
        self.assertIn(shown, self.run_bytes(b"validate", path).stdout)
        os.remove(path)
        done = self.run_bytes(b"validate", path, status=2)
        self.assertEqual(done.stderr, b"kokkos-sort: argument 'FILE' is '" + shown + b"': No such file or directory\n")

    def test_wrong_words(self):
        for words in [[b"sort", b"a", b"b", b"--\x1b\n\xff"], [b"validate", b"a", b"--type", b"\x1b\n\xff"]]:
            done = self.run_bytes(*words, status=2)
            self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
            self.assertNotIn(b"\x1b", done.stderr)
            self.assertIn(b"\\x1b", done.stderr)


if __name__ == "__main__":
    tool.main()
