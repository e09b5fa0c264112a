#!/usr/bin/env python3
# SPDX-FileCopyrightText: Copyright Contributors to the KokkosSort project
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs kokkos-sort under mpirun. The oracle is the same tool alone, which other tests check.

Usage: mpi_test.py path/to/kokkos-sort path/to/fault_shim.so 'mpirun ... -n' [suite ...]
"""
import json
import os
import pathlib
import signal
import subprocess
import sys
import time

import tool
from tool import Case, read, split, write

SHIM = ""
LAUNCH = []
SECONDS = 60  # more than any of these jobs takes, so a job that exceeds it hangs


class RanksCase(Case):
    def command(self, ranks, *arguments, fault=None):
        """Starts ranks. `fault` holds the variables for fault_shim.cpp."""
        settings = [f"{name}={value}" for name, value in (fault or {}).items()]
        preload = ["env", f"LD_PRELOAD={SHIM}", *settings] if fault else []
        return [*LAUNCH, str(ranks), *preload, tool.TOOL, *map(str, arguments)]

    def run_ranks(self, ranks, *arguments, status=0, fault=None):
        command = self.command(ranks, *arguments, fault=fault)
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
        self.assertEqual(done.returncode, status, f"{command}: {done.stdout}{done.stderr}")
        return done

    def assert_told_once(self, done, *words):
        lines = [line for line in done.stderr.splitlines() if line.startswith("kokkos-sort: ")]
        self.assertEqual(len(lines), 1, done.stderr)
        for word in words:
            self.assertIn(word, lines[0])
        self.assertNotIn("kokkos-sort", done.stdout)


class Ranks(RanksCase):
    def check(self, ranks, count, generate, sort=()):
        what = f"{ranks} ranks, {count} {generate} {sort}"
        before = self.generate("in", count, *generate)
        layout = generate[:generate.index("--distribution")] if "--distribution" in generate else generate
        self.run_tool("sort", self.path("in"), self.path("alone"), *layout, *sort)
        self.run_ranks(ranks, "sort", self.path("in"), self.path("out"), *layout, *sort)
        size = len(before) // count if count > 0 else 1
        self.assert_same_sequence(read(self.path("out")), read(self.path("alone")), size, what)
        self.assertEqual(read(self.path("in")), before, f"{what}: the input changed")
        self.assertEqual(sorted(os.listdir(self.folder)), ["alone", "in", "out"])

    def test_numbers(self):
        for ranks, count, kind, distribution, sort in [
                (3, 70_001, "f64", "specials", ["--descending"]), (4, 70_001, "i16", "zipf", []),
                (5, 3, "i8", "uniform", []), (2, 1, "u32", "uniform", ["--algorithm", "sample"]),
                (3, 5000, "u64", "uniform", ["--algorithm", "bitonic"]), (3, 5000, "i16", "zipf", ["--algorithm", "merge"]),
                (4, 50_000, "u64", "zero", ["--stable"]), (1, 1000, "f32", "specials", [])]:
            self.check(ranks, count, ["--type", kind, "--distribution", distribution], sort)

    def test_no_elements(self):
        for kind in ["u64", "record"]:
            self.check(2, 0, ["--type", kind])

    def test_records(self):
        for ranks, count, layout, distribution, sort in [
                (4, 20_001, (100, 10, 0), "sqrt_values", ["--stable"]), (3, 5000, (40, 16, 7), "uniform", ["--descending"]),
                (3, 4001, (33, 33, 0), "sixteen_values", []), (5, 3, (100, 10, 0), "uniform", []),
                (4, 5000, (1, 1, 0), "uniform", ["--descending"]), (3, 5000, (100, 10, 0), "zero", [])]:
            names = ["--record-bytes", "--key-bytes", "--key-offset"]
            options = [str(word) for pair in zip(names, layout) for word in pair]
            self.check(ranks, count, ["--type", "record", *options, "--distribution", distribution], sort)

    def test_keys_that_only_late_bytes_tell_apart(self):
        # 40-byte keys: the first 16 bytes are all equal, then 3 groups, then pairs; stable among the pairs. Some
        # ranks hold one group alone, and groups go across ranks.
        key = [b"k" * 16 + bytes([i % 3]) * 8 + b"m" * 8 + bytes([i // 2 % 50, i % 5]) * 4 for i in range(1500)]
        records = [k + b"%08d" % i for i, k in enumerate(key)]
        write(self.path("in"), b"".join(records))
        for ranks, options in [(4, []), (3, ["--descending"])]:
            self.run_ranks(ranks, "sort", self.path("in"), self.path("out"), "--type", "record", "--record-bytes", 48,
                           "--key-bytes", 40, *options)
            expected = sorted(records, key=lambda record: record[:40], reverse=bool(options))
            self.assert_same_sequence(read(self.path("out")), b"".join(expected), 48, str(options))

    def test_parts_longer_than_a_step(self):
        # 20 MB per rank, two steps of 16 MiB; the second file's records all change ranks.
        for distribution in ["uniform", "reversed"]:
            self.check(2, 42_000, ["--type", "record", "--record-bytes", "1000", "--distribution", distribution])

    def test_generate_gives_the_same_bytes(self):
        for options in [["--type", "u32", "--distribution", "nearly_sorted_5_percent"],
                        ["--type", "record", "--distribution", "gaussian"]]:
            alone = self.generate("alone", 50_001, *options)
            self.run_ranks(3, "generate", self.path("ranks"), "--count", 50_001, *options)
            self.assert_same_sequence(read(self.path("ranks")), alone, len(alone) // 50_001, str(options))

    def test_validate(self):
        data = self.generate("in", 999, "--type", "record", "--distribution", "sqrt_values")
        records = sorted(split(data, 100), key=lambda record: record[:10])
        write(self.path("sorted"), b"".join(records))
        # The fault is in front of the first element of rank 1, which only rank 0 reads as its own.
        write(self.path("faulty"), b"".join(records[:332] + [b"\xff" * 100] + records[333:]))
        for name, status in [("sorted", 0), ("faulty", 1)]:
            arguments = ["validate", self.path(name), "--against", self.path("in"), "--type", "record", "--json"]
            done = self.run_ranks(3, *arguments, status=status)
            self.assertEqual(done.stdout, self.run_tool(*arguments, status=status).stdout)
            self.assertEqual(json.loads(done.stdout)["out_of_order"], status)

    def test_first_rank_alone_has_the_status(self):
        # A launcher ends all ranks at the first status that is not 0, and with them what they have not yet printed.
        self.generate("in", 999)
        # So the first rank's shell waits for the others'.
        script = 'rank=$OMPI_COMM_WORLD_RANK$PMI_RANK; folder=$1; shift; "$@"; status=$?; echo $status > "$folder/$rank"; ' \
                 'while [ $rank = 0 ] && ! { [ -s "$folder/1" ] && [ -s "$folder/2" ]; }; do sleep 0.05; done; exit $status'
        for name, status in [("in", 1), ("none", 2)]:
            os.mkdir(self.path(f"of {name}"))
            command = [*LAUNCH, "3", "sh", "-c", script, "sh", self.path(f"of {name}"), tool.TOOL, "validate",
                       self.path(name)]
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertEqual("NOT VALID\n" in done.stdout, status == 1)
            for rank in range(3):
                self.assertEqual(int(read(self.path(f"of {name}/{rank}"))), status if rank == 0 else 0, f"rank {rank}")

    def test_results_are_printed_once(self):
        info = json.loads(self.run_ranks(3, "info", "--json").stdout)
        self.assertEqual((info["mpi"], info["ranks"]), (True, 3))
        self.assertIn(f"MPI            {info['mpi_library']}, 2 ranks\n", self.run_ranks(2, "info").stdout)
        alone = self.result("info")
        self.assertEqual((alone["mpi"], alone["mpi_library"], alone["ranks"]), (True, "", 1))
        self.generate("in", 1000)
        result = json.loads(self.run_ranks(2, "sort", self.path("in"), self.path("out"), "--json").stdout)
        self.assertEqual((result["count"], result["ranks"]), (1000, 2))

    def test_input_may_be_output(self):
        self.generate("file", 1000, "--type", "i64")
        self.run_tool("sort", self.path("file"), self.path("alone"), "--type", "i64")
        os.chmod(self.path("file"), 0o604)
        self.run_ranks(2, "sort", self.path("file"), self.path("file"), "--type", "i64")
        self.assertEqual(read(self.path("file")), read(self.path("alone")))
        self.assertEqual(os.stat(self.path("file")).st_mode & 0o777, 0o604)
        self.assertEqual(sorted(os.listdir(self.folder)), ["alone", "file"])

    def test_progress(self):
        self.generate("in", 5_000_000)
        done = self.run_ranks(2, "sort", self.path("in"), self.path("out"),
                              fault={"FAULT": "sleep", "FAULT_RANK": 0, "FAULT_FILE": self.path("in")})
        self.assertRegex(done.stderr, r"reading \d+ % of 40.0 MB, [\d.]+ [kMG]?B/s\n")

    def test_launcher_of_another_mpi(self):
        done = subprocess.run([tool.TOOL, "info"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              timeout=SECONDS, env={**os.environ, "SLURM_STEP_NUM_TASKS": "4"})
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assert_told_once(done, "started 4 processes", "its own launcher")


class RanksFaultsCase(RanksCase):
    """A fault on any rank gives one message, status 2, the old output as it was, and no other file."""

    def setUp(self):
        super().setUp()
        self.data = self.generate("in", 30_000, "--type", "record")
        write(self.path("out"), b"old")

    def assert_nothing_changed(self):
        self.assertEqual(sorted(os.listdir(self.folder)), ["in", "out"])
        self.assertEqual(read(self.path("in")), self.data)
        self.assertEqual(read(self.path("out")), b"old")

    def check(self, ranks, arguments, *words, fault=None):
        done = self.run_ranks(ranks, *arguments, status=2, fault=fault)
        self.assert_told_once(done, *words)
        self.assert_nothing_changed()

    def sort(self, *options, source="in", target="out"):
        return ["sort", self.path(source), self.path(target), *options]

    def fault(self, kind, rank, file="", **settings):
        return {"FAULT": kind, "FAULT_RANK": rank, "FAULT_FILE": file, **settings}


class RanksFullDisk(RanksFaultsCase):
    def test_full_disk(self):
        out = self.path("disk/out")
        done = self.run_on_small_disk(self.command(2, "sort", self.path("in"), out))
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assert_told_once(subprocess.CompletedProcess([], 2, "", done.stderr), f"argument 'OUT' is '{out}'",
                              "no room for 3000000 bytes", "No space left on device")
        self.assertTrue(done.stdout.endswith("out\nold\n"), f"the full disk holds something else: {done.stdout}")
        self.assert_nothing_changed()


class RanksFaults(RanksFaultsCase):
    def test_one_rank_cannot_read(self):
        fault = self.fault("read", 1, self.path("in"))
        words = [f"is '{self.path('in')}': reading failed: ", "Input/output error", "(on rank 1 of 3)"]
        self.check(3, self.sort("--type", "record"), "argument 'IN'", *words, fault=fault)
        self.check(3, self.sort(), "argument 'IN'", *words, fault=fault)
        self.check(3, ["validate", self.path("in")], "argument 'FILE'", *words, fault=fault)

    def test_one_rank_cannot_write(self):
        # Unfinished files have no name. The text of their descriptors begins with a number sign.
        fault = self.fault("write", 2, self.folder + "/#")
        words = [f"argument 'OUT' is '{self.path('out')}': writing failed: ", "No space left on device",
                 "(on rank 2 of 3)"]
        for command in [self.sort("--type", "record"), self.sort(), ["generate", self.path("out"), "--count", 9999]]:
            self.check(3, command, *words, fault=fault)

    def test_one_rank_cannot_allocate(self):
        # The keys, then what the sort takes besides; the records, then what the places take.
        # Pieces of 70,000 bytes: each of those that the rounds of long keys take, in turn.
        long = ["--type", "record", "--key-bytes", 40]
        for options, least, after in [([], 900_000, 0), (["--type", "record"], 900_000, 0),
                                      (["--type", "record"], 150_000, 0), (long, 150_000, 0),
                                      *[(long, 70_000, after) for after in range(1, 12, 2)]]:
            self.check(3, self.sort(*options), f"argument 'IN' is '{self.path('in')}': its 3000000 bytes cannot be sorted",
                       "on rank 1 of 3", fault=self.fault("allocate", 1, FAULT_BYTES=least, FAULT_AFTER=after))

    def test_input_cut_while_it_is_read(self):
        for options in [["--type", "record"], []]:
            done = self.run_ranks(3, *self.sort(*options), status=2, fault=self.fault("truncate", 2, self.path("in")))
            self.assert_told_once(done, f"argument 'IN' is '{self.path('in')}'", "became shorter", "(on rank ")
            self.assertEqual(read(self.path("in")), self.data[:len(self.data) // 2], "the tool changed its input")
            write(self.path("in"), self.data)
            self.assert_nothing_changed()

    def test_input_unlinked_while_it_is_read(self):
        # The file stays as long as it is open: nothing is lost.
        self.run_ranks(3, *self.sort(), fault=self.fault("unlink", 1, self.path("in")))
        self.assertEqual(os.listdir(self.folder), ["out"])
        write(self.path("in"), self.data)
        self.run_tool(*self.sort(target="alone"))
        self.assertEqual(read(self.path("out")), read(self.path("alone")))

    def test_one_rank_is_killed(self):
        command = self.command(3, *self.sort("--type", "record"), fault=self.fault("kill", 1, self.path("in")))
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=SECONDS)
        self.assertNotEqual(done.returncode, 0)
        self.assert_nothing_changed()

    def ranks(self):
        """Returns the processes of this job that run the tool."""
        found = []
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if os.path.samefile(process / "exe", tool.TOOL) and self.folder in (process / "cmdline").read_text():
                    found.append(process)
            except OSError:
                pass  # it has ended, or belongs to another user
        return found

    def holds_open(self, name):
        """Returns whether a rank holds a file open whose name begins with this text."""
        for process in self.ranks():
            try:
                if any(os.readlink(link).startswith(self.path(name)) for link in (process / "fd").iterdir()):
                    return True
            except OSError:
                pass  # it has closed one meanwhile
        return False

    def wait_until(self, holds, otherwise):
        end = time.monotonic() + SECONDS
        while not holds():
            self.assertLess(time.monotonic(), end, otherwise)
            time.sleep(0.05)

    def end_in_mid_run(self, rank, unfinished, **settings):
        fault = self.fault("sleep", rank, self.path("in"), FAULT_SECONDS=2 * SECONDS, **settings)
        process = subprocess.Popen(self.command(2, *self.sort(), fault=fault), stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        self.wait_until(lambda: self.holds_open(unfinished), "no unfinished file")
        process.send_signal(signal.SIGTERM)
        process.wait(SECONDS)  # the launcher chooses the status: that of MPICH after a signal is at times 0
        self.wait_until(lambda: not self.ranks(), "ranks run on without their launcher")
        self.assert_nothing_changed()

    def test_job_is_ended(self):
        self.end_in_mid_run(0, "#")

    def test_unfinished_file_with_a_name(self):
        # As with ranks of several nodes, or a file system without unnamed files.
        named = {"FAULT_NAMED": "yes"}
        fault = {**self.fault("write", 1, self.path("out.part.")), **named}
        self.check(2, self.sort(), "argument 'OUT'", "No space left on device", fault=fault)
        self.end_in_mid_run(1, "out.part.", **named)
        self.run_ranks(2, *self.sort(), fault=named)
        self.run_tool(*self.sort(target="alone"))
        self.assertEqual(read(self.path("out")), read(self.path("alone")))
        self.assertEqual(sorted(os.listdir(self.folder)), ["alone", "in", "out"])

    def test_files_that_cannot_be(self):
        self.check(2, self.sort(target="missing/out"), f"argument 'OUT' is '{self.path('missing/out')}'", "No such file")
        self.check(2, self.sort(target="in/out"), "argument 'OUT'", "is not a folder")
        self.check(3, self.sort(source="none"), f"argument 'IN' is '{self.path('none')}': No such file or directory")
        self.check(2, ["validate", self.path("in"), "--type", "record", "--record-bytes", 70],
                   "argument 'FILE'", "no multiple")

    def test_wrong_words(self):
        self.check(2, self.sort("--type", "u46"), "argument '--type' is 'u46'")
        done = self.run_ranks(2, "sort", self.path("in"), status=2)
        self.assertEqual(done.stderr.count("OUT is required"), 1, done.stderr)

    def test_too_little_memory(self):
        for options in [["--type", "record"], []]:
            self.check(3, self.sort(*options, "--memory", 1 << 20), f"argument 'IN' is '{self.path('in')}'",
                       "on 3 ranks, and 3 MiB may be used", "would fit")

    def test_scratch_folder(self):
        self.check(2, self.sort("--memory", 1 << 20, "--scratch", self.folder),
                   f"argument '--scratch' is '{self.folder}': only one rank alone sorts by a scratch folder",
                   "there are 2")


if __name__ == "__main__":
    SHIM = str(pathlib.Path(sys.argv.pop(2)).resolve())
    LAUNCH = sys.argv.pop(2).split()
    tool.main()
