# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Shared by the tests of kokkos-sort --scratch: jobs that are killed, and their files."""
import os
import random
import signal
import subprocess
import time

import tool
from tool import Case, read

MEMORY = 1 << 20
HEADER = 11  # lines of a manifest before its entries


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
