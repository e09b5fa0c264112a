# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared by the tests of kokkos-sort: the program, files, and a folder for each test."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = ""
DISTRIBUTIONS = []  # filled from `kokkos-sort info`
TYPES = {"i8": "b", "i16": "h", "i32": "i", "i64": "q", "u8": "B", "u16": "H", "u32": "I", "u64": "Q",
         "f32": "f", "f64": "d"}


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def split(data, size):
    return [data[i:i + size] for i in range(0, len(data), size)]


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

    def run_on_small_disk(self, command):
        """Runs a command with a disk of 1 MiB, with an old file 'out', mounted at folder/disk for the lifetime of
        the process. The names on the disk and the text of 'out' end its output."""
        disk = self.path("disk")
        os.mkdir(disk)
        script = 'mount -t tmpfs -o size=1m none "$1" && echo old > "$1/out" && shift && "$@"; status=$?; ls -A "$DISK"; ' \
                 'cat "$DISK/out"; exit $status'
        # Root needs no user namespace, which some machines forbid.
        unshare = ["unshare", "--mount"] if os.getuid() == 0 else ["unshare", "--map-root-user", "--mount"]
        done = subprocess.run([*unshare, "sh", "-c", script, "sh", disk, *command],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=120,
                              env={**os.environ, "DISK": disk})
        os.rmdir(disk)
        if "mount:" in done.stderr or "unshare:" in done.stderr:
            self.skipTest(f"this machine lets no test mount a disk: {done.stderr.strip()}")
        return done


def main():
    """Takes the program from the command line and runs the suites named after it. Exits with 77 when nothing failed
    but a test could not run, which CTest reports as not run."""
    global TOOL
    TOOL = os.path.abspath(sys.argv.pop(1))
    info = subprocess.run([TOOL, "info", "--json"], stdout=subprocess.PIPE, check=True).stdout
    DISTRIBUTIONS.extend(json.loads(info)["distributions"])
    result = unittest.main(verbosity=2, exit=False).result
    sys.exit(1 if not result.wasSuccessful() else 77 if result.skipped else 0)
